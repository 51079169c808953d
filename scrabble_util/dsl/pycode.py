"""From a tree to a Python function: the referee's way to run a program, with no numba in the process.

Variables become local variables, and an operation becomes Python's own, with no call a node. Numbers are
exact while an expression is worked out; they are brought back into 64 bits where that can be seen: when they
are assigned, compared, divided or used as an index. An interval goes along with each expression, so that
nothing is brought back that cannot have left.

Python has limits on nesting that a program of ours may exceed; such a program is walked (`walk.py`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scrabble_util.dsl import tree
from scrabble_util.dsl.faults import (
    CHAR_MAX,
    INT_MAX,
    INT_MIN,
    FaultReason,
    Stop,
    divide,
    remainder,
    wrap,
)
from scrabble_util.dsl.functions import CHARACTER_CHANGES, CHARACTER_TESTS, WORD_LENGTH
from scrabble_util.dsl.kind import RESULT, Kind
from scrabble_util.dsl.scopes import Scopes
from scrabble_util.dsl.walk import Word, walk

Runner: TypeAlias = Callable[[Sequence[int], Word, int], int]
"""A program ready to run: inputs, word, budget of rounds. Raises Stop."""

MAX_EXPRESSION_DEPTH = 60
"""Python's limit is 200 levels of brackets, and a node may take three of them."""
MAX_INDENT = 90
"""Python's limit is 100 levels of indentation."""
MAX_LOOPS = 18
"""Python's limit is 20 loops inside each other."""
CHAIN_PIECE = 40
"""A longer chain of operators is worked out in pieces: Python would nest it as deep as it is long."""
WIDEST = 2**200
"""A product that may be larger is brought back into 64 bits before the next operator."""

PYTHON_COMPARISONS = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@dataclass(frozen=True, slots=True)
class Code:
    """A Python expression, and between which numbers its exact value lies."""

    text: str
    low: int = INT_MIN
    high: int = INT_MAX

    @property
    def fits(self) -> bool:
        """Whether the value is surely a 64-bit number."""
        return self.low >= INT_MIN and self.high <= INT_MAX


class _NestedTooDeep(Exception):
    """Python could not compile what would be written."""


def compile_program(block: tree.Block, kind: Kind) -> Runner:
    """Return the function that runs a checked program."""
    try:
        source = python_source(block, kind)
    except _NestedTooDeep:
        return lambda inputs, word, budget: walk(block, kind, inputs, word, budget)
    names: dict[str, object] = {**_HELPERS}
    exec(source, names)
    program = names["program"]
    assert callable(program)
    return program


def python_source(block: tree.Block, kind: Kind) -> str:
    """Return the Python text that a checked program becomes."""
    writer = _Writer(kind)
    writer.block(block, 1)
    return writer.source()


def _stop(reason: FaultReason) -> Callable[[int], int]:
    def stop(at: int) -> int:
        raise Stop(reason, at)

    return stop


_HELPERS: dict[str, object] = {
    "divide": divide,
    "remainder": remainder,
    "wrap": wrap,
    "outside": _stop(FaultReason.INDEX_OUTSIDE_WORD),
    "no_character": _stop(FaultReason.NOT_A_CHARACTER),
    "out_of_steps": _stop(FaultReason.OUT_OF_STEPS),
    **CHARACTER_TESTS,
    **CHARACTER_CHANGES,
}


class _Writer:
    """Writes one function. `block` and `code` are all that recurses."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.scopes = Scopes(kind)
        self.lines: list[str] = []
        self.chains = 0

    def source(self) -> str:
        inputs = ", ".join(f"v{number}" for number in range(len(self.kind.inputs)))
        result = self.scopes[RESULT]
        head = ["def program(inputs, word, rounds):", f" {inputs}, = inputs", f" v{result} = 0"]
        return "\n".join([*head, " length = len(word)", *self.lines, f" return v{result}", ""])

    # --- statements

    def write(self, indent: int, line: str) -> None:
        if indent > MAX_INDENT:
            raise _NestedTooDeep
        self.lines.append(" " * indent + line)

    def block(self, block: tree.Block, indent: int, loops: int = 0, els: str = "") -> None:
        """Write the statements; `els` is what to put before the first, to make `elif` of `else if`."""
        for statement in block:
            match statement:
                case tree.Declare(_, name):
                    self.write(indent, f"v{self.scopes.declare(name)} = 0")
                case tree.Assign(_, name, value):
                    self.write(indent, f"v{self.scopes[name]} = {fitted(self.code(value)).text}")
                case tree.If(_, condition, then, otherwise):
                    self.write(indent, f"{els}if {self.code(condition).text}:")
                    with self.scopes.opened():
                        self.block(then, indent + 1, loops)
                    with self.scopes.opened():
                        if len(otherwise) == 1 and isinstance(otherwise[0], tree.If):
                            self.block(otherwise, indent, loops, "el")
                        elif otherwise:
                            self.write(indent, "else:")
                            self.block(otherwise, indent + 1, loops)
                case tree.While(at, condition, body):
                    if loops == MAX_LOOPS:
                        raise _NestedTooDeep
                    self.write(indent, f"while {self.code(condition).text}:")
                    self.write(indent + 1, f"if not rounds: out_of_steps({at})")
                    self.write(indent + 1, "rounds -= 1")
                    with self.scopes.opened():
                        self.block(body, indent + 1, loops + 1)

    # --- expressions

    def code(self, node: tree.Expression, depth: int = 1) -> Code:
        if depth > MAX_EXPRESSION_DEPTH:
            raise _NestedTooDeep
        below = depth + 1
        match node:
            case tree.Number(_, value):
                return Code(f"{value}", value, value)
            case tree.Character(_, code):
                return Code(f"{code}", code, code)
            case tree.Truth(_, truth):
                return Code(f"{truth}")
            case tree.Variable(_, name):
                return Code("length", 0) if name == WORD_LENGTH else Code(f"v{self.scopes[name]}")
            case tree.Call(at, name, (argument,)):
                return call(at, name, fitted(self.code(argument, below)))
            case tree.Prefixed(_, operators, operand):
                return prefixed(operators, self.code(operand, below))
            case tree.Arithmetic(_, first, rest):
                links = [(operator, self.code(right, below)) for operator, right in rest]
                return self.chain(self.code(first, below), links)
            case tree.Comparison(_, left, operator, right):
                sides = [fitted(self.code(side, below)).text for side in (left, right)]
                return Code(f"({sides[0]} {PYTHON_COMPARISONS[operator.symbol]} {sides[1]})")
            case tree.Logic(_, operators, operands):
                word = " or " if operators[0].symbol == "\\/" else " and "
                return Code(f"({word.join(self.code(operand, below).text for operand in operands)})")
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def chain(self, first: Code, rest: list[tuple[tree.Operator, Code]]) -> Code:
        if len(rest) <= CHAIN_PIECE:
            return link(first, rest)
        self.chains += 1
        name = f"c{self.chains}"
        pieces = [f"({name} := {fitted(first).text})"]
        for start in range(0, len(rest), CHAIN_PIECE):
            piece = link(Code(name), rest[start : start + CHAIN_PIECE])
            pieces.append(f"({name} := {fitted(piece).text})")
        return Code(f"({', '.join(pieces)})[-1]")


def fitted(code: Code) -> Code:
    """Return the code with its value brought into 64 bits."""
    if code.fits:
        return code
    return Code(f"(t if {INT_MIN} <= (t := {code.text}) <= {INT_MAX} else wrap(t))")


def link(value: Code, rest: Sequence[tuple[tree.Operator, Code]]) -> Code:
    """Return the code of a chain of arithmetic, from left to right."""
    for operator, operand in rest:
        value = calculate(operator, value, operand)
        if max(-value.low, value.high) > WIDEST:
            value = fitted(value)
    return value


def calculate(operator: tree.Operator, left: Code, right: Code) -> Code:
    """Return the code of one operation."""
    text = f"({left.text} {operator.symbol} {right.text})"
    match operator.symbol:
        case "+":
            return Code(text, left.low + right.low, left.high + right.high)
        case "-":
            return Code(text, left.low - right.high, left.high - right.low)
        case "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return Code(text, min(corners), max(corners))
    return quotient(operator, fitted(left), fitted(right))


def quotient(operator: tree.Operator, left: Code, right: Code) -> Code:
    """Return the code of `/` or `%`: Python's own, away from zero, where the right side is a literal."""
    symbol = "//" if operator.symbol == "/" else "%"
    divisor = right.low
    if divisor != right.high or divisor <= 0:
        name = "divide" if operator.symbol == "/" else "remainder"
        return Code(f"{name}({left.text}, {right.text}, {operator.at})")
    if operator.symbol == "/":
        low, high = -(-left.low // divisor) if left.low < 0 else left.low // divisor, left.high // divisor
        low, high = min(low, 0), max(high, 0)
    else:
        low, high = min(0, max(1 - divisor, left.low)), max(0, min(divisor - 1, left.high))
    if left.low >= 0:
        return Code(f"({left.text} {symbol} {divisor})", low, high)
    text = f"(t {symbol} {divisor} if (t := {left.text}) >= 0 else -(-t {symbol} {divisor}))"
    return Code(text, low, high)


def prefixed(operators: Sequence[tree.Operator], operand: Code) -> Code:
    """Return the code of prefix operators: a pair of the same undoes itself."""
    if len(operators) % 2 == 0:
        return operand
    if operators[0].symbol == "~":
        return Code(f"(not {operand.text})")
    return Code(f"(-{operand.text})", -operand.high, -operand.low)


def call(at: int, name: str, argument: Code) -> Code:
    """Return the code of a function applied to a value that fits."""
    match name:
        case "pointValue":
            return Code(f"(word[t][1] if 0 <= (t := {argument.text}) < length else outside({at}))")
        case "charValue":
            text = f"(ord(word[t][0]) if 0 <= (t := {argument.text}) < length else outside({at}))"
            return Code(text, 0)
        case "charToInt":
            return argument
        case "intToChar":
            if argument.low >= 0 and argument.high <= CHAR_MAX:
                return argument
            text = f"(t if 0 <= (t := {argument.text}) <= {CHAR_MAX} else no_character({at}))"
            return Code(text, 0, CHAR_MAX)
        case "toUpper" | "toLower":
            return Code(f"{name}({argument.text})", 0)
    return Code(f"{name}({argument.text})")
