"""From a tree to flat code: instructions (`opcodes.py`) and registers in numpy arrays, for `kernel.py` to run.

Registers, in this order: the inputs, `_result_`, `wordLength`, a register for each variable that the program
declares, one for each constant (its value stands in the image that a run starts from), and the temporaries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from scrabble_util.dsl import opcodes, tree
from scrabble_util.dsl.faults import wrap
from scrabble_util.dsl.functions import WORD_LENGTH
from scrabble_util.dsl.kind import Kind
from scrabble_util.dsl.scopes import Scopes

Integers: TypeAlias = npt.NDArray[np.int64]
Tables: TypeAlias = npt.NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class FlatCode:
    """One program."""

    kind: Kind
    code: Integers
    """One row an instruction: operation, target, first, second."""
    image: Integers
    """The registers before a run."""
    places: Integers
    """The offset in the source that each instruction comes from."""


@dataclass(frozen=True, eq=False)
class CodeBook:
    """Many programs in one array of code, over one array of registers."""

    code: Integers
    """All instructions, packed into one number each."""
    image: Integers
    """The registers of all programs, one program's after the other's; whoever runs them needs a copy."""
    entries: Integers
    """For each program: its first instruction, and its first register."""
    programs: tuple[FlatCode, ...]
    needs_tables: bool
    """Whether any program looks characters up."""


def flatten(block: tree.Block, kind: Kind) -> FlatCode:
    """Return the flat code of a checked program."""
    writer = _Writer(block, kind)
    writer.block(block)
    writer.emit(opcodes.HALT, 0)
    return writer.finished()


def code_book(programs: Sequence[FlatCode]) -> CodeBook:
    """Put programs together: registers and jump targets are shifted to where each one lands."""
    code, images, entries = [], [], []
    instruction = register = 0
    for program in programs:
        rows = program.code.copy()
        jumps = np.isin(rows[:, 0], [*opcodes.JUMPS])
        rows[:, 1] += np.where(jumps, instruction, register)
        rows[:, 2] += register
        rows[:, 3] += np.where(np.isin(rows[:, 0], [*opcodes.CLASS_JUMPS]), 0, register)
        code.append(packed(rows))
        images.append(program.image)
        entries.append((instruction, register))
        instruction += len(rows)
        register += len(program.image)
    operations = {int(row[0]) for program in programs for row in program.code}
    return CodeBook(
        np.concatenate([*code, np.zeros(0, np.int64)]),
        np.concatenate([*images, np.zeros(0, np.int64)]),
        np.array(entries, np.int64).reshape(-1, 2),
        tuple(programs),
        not operations.isdisjoint(opcodes.NEEDING_TABLES),
    )


def packed(rows: Integers) -> Integers:
    """Return each instruction as one number."""
    if rows.max() > opcodes.FIELD:
        raise ValueError(
            f"programs of more than {opcodes.FIELD:,} instructions or registers cannot be run together"
        )
    numbers = rows[:, 0].copy()
    for field, shift in enumerate((opcodes.TARGET_SHIFT, opcodes.FIRST_SHIFT, opcodes.SECOND_SHIFT), start=1):
        numbers |= rows[:, field] << shift
    return numbers


_ARITHMETIC = {
    "+": opcodes.ADD,
    "-": opcodes.SUBTRACT,
    "*": opcodes.MULTIPLY,
    "/": opcodes.DIVIDE,
    "%": opcodes.REMAINDER,
}

_FUNCTIONS = {
    "pointValue": opcodes.POINTS,
    "charValue": opcodes.CHARACTER,
    "intToChar": opcodes.TO_CHARACTER,
    "toUpper": opcodes.UPPER,
    "toLower": opcodes.LOWER,
}

# The jump for a comparison that holds, the one for its contrary, and whether the sides change places.
_COMPARISONS = {
    "=": (opcodes.JUMP_EQUAL, opcodes.JUMP_UNEQUAL, False),
    "<>": (opcodes.JUMP_UNEQUAL, opcodes.JUMP_EQUAL, False),
    "<": (opcodes.JUMP_LESS, opcodes.JUMP_NOT_LESS, False),
    ">=": (opcodes.JUMP_NOT_LESS, opcodes.JUMP_LESS, False),
    ">": (opcodes.JUMP_LESS, opcodes.JUMP_NOT_LESS, True),
    "<=": (opcodes.JUMP_NOT_LESS, opcodes.JUMP_LESS, True),
}


@dataclass(eq=False)
class _Label:
    """Where jumps go: an instruction that is known once it is written."""

    place: int | None = None


class _Writer:
    """Writes the code of one program. `block`, `value` and `jump` are all that recurses, one call a node."""

    def __init__(self, block: tree.Block, kind: Kind) -> None:
        self.kind = kind
        self.scopes = Scopes(kind)
        self.rows: list[tuple[int, int | _Label, int, int]] = []
        self.places: list[int] = []
        self.length = self.scopes.count  # just behind the inputs and `_result_`
        self.constants: dict[int, int] = {}
        register = self.length + 1 + sum(isinstance(node, tree.Declare) for node, _ in tree.nodes(block))
        for constant in (0, *(value for node, _ in tree.nodes(block) for value in constants(node))):
            if constant not in self.constants:
                self.constants[constant] = register
                register += 1
        self.temporary = self.registers = register

    def finished(self) -> FlatCode:
        rows = [(operation, placed(target), *rest) for operation, target, *rest in self.rows]
        image = np.zeros(self.registers, np.int64)
        for value, register in self.constants.items():
            image[register] = value
        return FlatCode(self.kind, np.array(rows, np.int64), image, np.array(self.places, np.int64))

    def emit(
        self, operation: int, target: int | _Label, first: int = 0, second: int = 0, at: int = 0
    ) -> None:
        self.rows.append((operation, target, first, second))
        self.places.append(at)

    def here(self, label: _Label) -> None:
        label.place = len(self.rows)

    def register(self, name: str) -> int:
        """Return the register of a variable: what the program declares comes behind the word's length."""
        number = self.scopes[name]
        return number if number < self.length else number + 1

    # --- statements

    def block(self, block: tree.Block) -> None:
        for statement in block:
            match statement:
                case tree.Declare(_, name):
                    self.scopes.declare(name)
                    self.emit(opcodes.MOVE, self.register(name), self.constants[0])
                case tree.Assign(_, name, value):
                    self.assign(self.register(name), value)
                case tree.If(_, condition, then, otherwise):
                    contrary, end = _Label(), _Label()
                    self.jump(condition, contrary, False)
                    with self.scopes.opened():
                        self.block(then)
                    if otherwise:
                        self.emit(opcodes.JUMP, end)
                    self.here(contrary)
                    with self.scopes.opened():
                        self.block(otherwise)
                    self.here(end)
                case tree.While(at, condition, body):
                    top, end = _Label(len(self.rows)), _Label()
                    self.jump(condition, end, False)
                    self.emit(opcodes.ROUND, 0, at=at)
                    with self.scopes.opened():
                        self.block(body)
                    self.emit(opcodes.JUMP, top)
                    self.here(end)

    def assign(self, target: int, value: tree.Expression) -> None:
        register = self.value(value)
        if register < self.temporary or register != self.rows[-1][1]:
            self.emit(opcodes.MOVE, target, register)
        else:  # the last instruction may as well write where the value should be
            operation, _, first, second = self.rows[-1]
            self.rows[-1] = (operation, target, first, second)

    # --- expressions

    def value(self, node: tree.Expression, free: int | None = None) -> int:
        """Write what works a number or character out, and return its register. Temporaries start at `free`."""
        free = self.temporary if free is None else free
        match node:
            case tree.Number(_, value) | tree.Character(_, value):
                return self.constants[wrap(value)]
            case tree.Variable(_, name):
                return self.length if name == WORD_LENGTH else self.register(name)
            case tree.Call(_, "charToInt", (argument,)):
                return self.value(argument, free)
            case tree.Call(at, name, (argument,)):
                return self.operate(_FUNCTIONS[name], free, self.value(argument, free), 0, at)
            case tree.Prefixed(at, operators, operand):
                if len(operators) % 2 == 0:
                    return self.value(operand, free)
                if isinstance(operand, tree.Number):
                    return self.constants[wrap(-operand.value)]
                return self.operate(opcodes.NEGATE, free, self.value(operand, free), 0, at)
            case tree.Arithmetic(_, first, rest):
                left = self.value(first, free)
                for operator, operand in rest:
                    right = self.value(operand, free + 1 if left == free else free)
                    left = self.operate(_ARITHMETIC[operator.symbol], free, left, right, operator.at)
                return left
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def operate(self, operation: int, target: int, first: int, second: int, at: int) -> int:
        self.registers = max(self.registers, target + 1)
        self.emit(operation, target, first, second, at)
        return target

    def jump(self, node: tree.Expression, label: _Label, when: bool) -> None:
        """Write a jump to the label where the condition is as `when` says; otherwise it goes on."""
        match node:
            case tree.Truth(_, value):
                if value == when:
                    self.emit(opcodes.JUMP, label)
            case tree.Prefixed(_, operators, operand):
                self.jump(operand, label, when != (len(operators) % 2 == 1))
            case tree.Comparison(_, left, operator, right):
                first = self.value(left)
                second = self.value(right, self.temporary + (first == self.temporary))
                self.compare(operator.symbol, first, second, label, when)
            case tree.Call(_, name, (argument,)):
                operation = opcodes.JUMP_CLASS if when else opcodes.JUMP_NOT_CLASS
                self.emit(operation, label, self.value(argument), opcodes.CLASSES[name])
            case tree.Logic(_, operators, operands):
                decides = operators[0].symbol == "\\/"
                decided = label if decides == when else _Label()
                for operand in operands[:-1]:
                    self.jump(operand, decided, decides)
                self.jump(operands[-1], label, when)
                if decided is not label:
                    self.here(decided)

    def compare(self, symbol: str, first: int, second: int, label: _Label, when: bool) -> None:
        holds, contrary, swapped = _COMPARISONS[symbol]
        sides = (second, first) if swapped else (first, second)
        self.emit(holds if when else contrary, label, *sides)


def constants(node: tree.Node) -> tuple[int, ...]:
    """Return the constants that stand in a node itself."""
    match node:
        case tree.Number(_, value):
            return (wrap(value),)
        case tree.Character(_, code):
            return (code,)
        case tree.Prefixed(_, _, tree.Number(_, value)):
            return (wrap(-value),)
    return ()


def placed(target: int | _Label) -> int:
    """Return the number that a target is."""
    if isinstance(target, int):
        return target
    assert target.place is not None
    return target.place
