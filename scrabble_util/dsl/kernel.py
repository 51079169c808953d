"""Flat code run by numba: one program at a time, or a board program on a whole window of cells.

`run` is what other kernels call: it allocates nothing and reports a fault as a number. `run_flat` and
`fill_window` are for Python.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from scrabble_util.dsl import opcodes
from scrabble_util.dsl.faults import CHAR_MAX, STEP_BUDGET, FaultReason, Stop
from scrabble_util.dsl.flatcode import CodeBook, FlatCode, Integers, Tables, code_book
from scrabble_util.dsl.functions import CHARACTER_TESTS, to_lower, to_upper
from scrabble_util.dsl.walk import Word
from scrabble_util.numba_setup import kernel, make_ready

TABLE = CHAR_MAX + 1
"""How many characters there are."""
UPPER_TABLE = TABLE
LOWER_TABLE = 2 * TABLE

FINE = 0
"""The status of a run that came to its end. Any other status is instruction * 8 + reason."""
DIVISION_BY_ZERO, INDEX_OUTSIDE_WORD, OUT_OF_STEPS, NOT_A_CHARACTER = range(1, 5)
_REASONS = (
    FaultReason.DIVISION_BY_ZERO,
    FaultReason.INDEX_OUTSIDE_WORD,
    FaultReason.OUT_OF_STEPS,
    FaultReason.NOT_A_CHARACTER,
)

_READ = "Array(int64, 1, 'C', readonly=True)"
_TABLES = "Array(uint16, 1, 'C', readonly=True)"


@kernel()
def run(
    code: Integers,
    start: int,
    registers: Integers,
    chars: Integers,
    points: Integers,
    length: int,
    tables: Tables,
    budget: int,
) -> int:
    """Run the program whose first instruction is at `start`, and return its status.

    The inputs, 0 for the result, and the length of the word stand in the program's first registers, where the
    result is found afterwards. `chars` and `points` hold the letters of the word.
    """
    at = start
    while True:
        instruction = code[at]
        operation = instruction & opcodes.OPERATION
        target = (instruction >> opcodes.TARGET_SHIFT) & opcodes.FIELD
        first = registers[(instruction >> opcodes.FIRST_SHIFT) & opcodes.FIELD]
        second = (instruction >> opcodes.SECOND_SHIFT) & opcodes.FIELD
        if operation == opcodes.JUMP_EQUAL:
            if first == registers[second]:
                at = target
                continue
        elif operation == opcodes.JUMP_UNEQUAL:
            if first != registers[second]:
                at = target
                continue
        elif operation == opcodes.JUMP_LESS:
            if first < registers[second]:
                at = target
                continue
        elif operation == opcodes.JUMP_NOT_LESS:
            if first >= registers[second]:
                at = target
                continue
        elif operation == opcodes.JUMP:
            at = target
            continue
        elif operation == opcodes.MOVE:
            registers[target] = first
        elif operation == opcodes.ADD:
            registers[target] = first + registers[second]
        elif operation == opcodes.SUBTRACT:
            registers[target] = first - registers[second]
        elif operation == opcodes.MULTIPLY:
            registers[target] = first * registers[second]
        elif operation == opcodes.NEGATE:
            registers[target] = -first
        elif operation == opcodes.DIVIDE or operation == opcodes.REMAINDER:
            divisor = registers[second]
            if divisor == 0:
                return at * 8 + DIVISION_BY_ZERO
            if divisor == -1:  # the machine traps at the least number divided by -1
                quotient = -first
            else:
                quotient = first // divisor
                if quotient * divisor != first and (first < 0) != (divisor < 0):
                    quotient += 1  # towards zero
            registers[target] = quotient if operation == opcodes.DIVIDE else first - quotient * divisor
        elif operation == opcodes.POINTS or operation == opcodes.CHARACTER:
            if first < 0 or first >= length:
                return at * 8 + INDEX_OUTSIDE_WORD
            registers[target] = points[first] if operation == opcodes.POINTS else chars[first]
        elif operation == opcodes.ROUND:
            if budget == 0:
                return at * 8 + OUT_OF_STEPS
            budget -= 1
        elif operation == opcodes.JUMP_CLASS or operation == opcodes.JUMP_NOT_CLASS:
            bits = tables[first] if first < TABLE else 0
            if (bits & second != 0) == (operation == opcodes.JUMP_CLASS):
                at = target
                continue
        elif operation == opcodes.TO_CHARACTER:
            if first < 0 or first >= TABLE:
                return at * 8 + NOT_A_CHARACTER
            registers[target] = first
        elif operation == opcodes.UPPER:
            registers[target] = tables[UPPER_TABLE + first] if first < TABLE else first
        elif operation == opcodes.LOWER:
            registers[target] = tables[LOWER_TABLE + first] if first < TABLE else first
        else:
            return FINE
        at += 1


@kernel(f"int64({_READ}, int64[::1], {_READ}, {_READ}, int64, {_TABLES}, int64)")
def _run_alone(
    code: Integers,
    registers: Integers,
    chars: Integers,
    points: Integers,
    length: int,
    tables: Tables,
    budget: int,
) -> int:
    """Run the program that starts where the code does."""
    return run(code, 0, registers, chars, points, length, tables, budget)


@kernel(f"void({_READ}, int64[::1], int64, int64, {_TABLES}, int64, int64[:, ::1], int64[:, ::1])")
def _fill(
    code: Integers,
    registers: Integers,
    x0: int,
    y0: int,
    tables: Tables,
    budget: int,
    results: Integers,
    statuses: Integers,
) -> None:
    """Run a board program for every cell of a window whose first cell is (x0, y0); a row for each y."""
    height, width = results.shape
    for row in range(height):
        for column in range(width):
            registers[0] = x0 + column
            registers[1] = y0 + row
            registers[2] = 0
            registers[3] = 0
            statuses[row, column] = run(code, 0, registers, code[:0], code[:0], 0, tables, budget)
            results[row, column] = registers[2]


def run_flat(flat: FlatCode, inputs: Sequence[int], word: Word = (), budget: int = STEP_BUDGET) -> int:
    """Run one program and return its result; raises Stop."""
    make_ready(_run_alone)
    book = code_book([flat])
    registers = book.image.copy()
    registers[: len(inputs) + 2] = [*inputs, 0, len(word)]
    chars = np.array([ord(char) for char, _ in word], np.int64)
    points = np.array([points for _, points in word], np.int64)
    status = _run_alone(book.code, registers, chars, points, len(word), tables_for(book), budget)
    if status != FINE:
        raise stop(flat, status)
    return int(registers[len(inputs)])


def fill_window(
    flat: FlatCode, x0: int, y0: int, x1: int, y1: int, budget: int = STEP_BUDGET
) -> tuple[Integers, Integers]:
    """Run a board program on the window from (x0, y0) to (x1, y1), both inside; a row for each y.

    Return the results, and a status for each cell: FINE, or what `stop` makes a fault of.
    """
    make_ready(_fill)
    book = code_book([flat])
    shape = (y1 - y0 + 1, x1 - x0 + 1)
    results, statuses = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    _fill(book.code, book.image.copy(), x0, y0, tables_for(book), budget, results, statuses)
    return results, statuses


def stop(flat: FlatCode, status: int) -> Stop:
    """Return the fault that a status other than FINE tells of."""
    instruction, reason = divmod(int(status), 8)
    return Stop(_REASONS[reason - 1], int(flat.places[instruction]))


# --- characters


def tables_for(book: CodeBook) -> Tables:
    """Return what `run` needs to know of characters to run these programs."""
    return character_tables() if book.needs_tables else np.zeros(0, np.uint16)


@cache
def character_tables() -> Tables:
    """Return the classes (opcodes.CLASSES), the upper-case and the lower-case form of every character."""
    classes = [
        sum(bit for name, bit in opcodes.CLASSES.items() if CHARACTER_TESTS[name](code))
        for code in range(TABLE)
    ]
    upper, lower = map(to_upper, range(TABLE)), map(to_lower, range(TABLE))
    return np.array([*classes, *upper, *lower], np.uint16)
