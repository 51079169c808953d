"""Whether a square program only multiplies and adds: result = m·acc + k·points + c, with constant m, k and c.

The program is run on symbols. A number is a sum of constants times symbols (`Linear`), which is exact, as 64-bit
arithmetic is that of a ring; what cannot be written so is unknown (None). Branches and loops are followed where
their condition is a constant; otherwise both branches are, and what they agree on is kept. A program that might
fail is never affine: a failed run leaves the points as they were.

`_pos_` is the index of a letter of the word, so `pointValue(_pos_)` and `charValue(_pos_)` do not fail.
"""

from dataclasses import dataclass
from typing import TypeAlias

from scrabble_util.dsl import tree
from scrabble_util.dsl.faults import CHAR_MAX, Stop, wrap
from scrabble_util.dsl.functions import CHARACTER_CHANGES, CHARACTER_TESTS, WORD_LENGTH
from scrabble_util.dsl.kind import RESULT, Kind
from scrabble_util.dsl.scopes import Scopes
from scrabble_util.dsl.walk import calculate, compare

MAX_ROUNDS = 1000
"""How many rounds of loops are followed before giving up."""


@dataclass(frozen=True, slots=True)
class Affine:
    """What a square makes of the points so far and of the points of its own letter."""

    acc: int
    points: int
    constant: int

    def apply(self, acc: int, points: int) -> int:
        """Return what the program would."""
        return wrap(self.acc * acc + self.points * points + self.constant)


def affine(block: tree.Block, kind: Kind = Kind.SQUARE) -> Affine | None:
    """Return the multipliers and the addend that a checked square program comes to, None where it has none."""
    if not kind.has_word:
        return None
    runner = _Runner(kind)
    try:
        runner.block(block)
    except (_Lost, Stop):
        return None
    result = runner.values[runner.scopes[RESULT]]
    if result is None or result.pos or result.length:
        return None
    return Affine(result.acc, result.points, result.constant)


@dataclass(frozen=True, slots=True)
class Linear:
    """constant + acc·`_acc_` + points·`pointValue(_pos_)` + pos·`_pos_` + length·`wordLength`, in 64 bits."""

    constant: int = 0
    acc: int = 0
    points: int = 0
    pos: int = 0
    length: int = 0

    @property
    def is_constant(self) -> bool:
        """Whether no symbol is left in it."""
        return not (self.acc or self.points or self.pos or self.length)

    def times(self, factor: int) -> "Linear":
        """Multiply by a constant."""
        return Linear(
            wrap(self.constant * factor),
            wrap(self.acc * factor),
            wrap(self.points * factor),
            wrap(self.pos * factor),
            wrap(self.length * factor),
        )

    def plus(self, other: "Linear") -> "Linear":
        """Add."""
        return Linear(
            wrap(self.constant + other.constant),
            wrap(self.acc + other.acc),
            wrap(self.points + other.points),
            wrap(self.pos + other.pos),
            wrap(self.length + other.length),
        )


POS = Linear(pos=1)
ACC = Linear(acc=1)
POINTS = Linear(points=1)
LENGTH = Linear(length=1)

Value: TypeAlias = Linear | None
"""A number or a character; None where it is not known."""


class _Lost(Exception):
    """The program does something that cannot be followed, or that may fail."""


class _Runner:
    """One run on symbols. `block`, `value` and `truth` are all that recurses, one call a node."""

    def __init__(self, kind: Kind) -> None:
        self.scopes = Scopes(kind)
        self.values: dict[int, Value] = dict(enumerate((POS, ACC, Linear())))
        self.rounds = 0

    def block(self, block: tree.Block) -> None:
        for statement in block:
            match statement:
                case tree.Declare(_, name):
                    number = self.scopes.declare(name)
                    assert number is not None
                    self.values[number] = Linear()
                case tree.Assign(_, name, value):
                    self.values[self.scopes[name]] = self.value(value)
                case tree.If(_, condition, then, otherwise):
                    decided = self.truth(condition)
                    before, agreed = dict(self.values), None
                    for branch, taken in ((then, True), (otherwise, False)):
                        if decided in (taken, None):
                            self.values = dict(before)
                            with self.scopes.opened():
                                self.block(branch)
                            agreed = self.agreement(agreed)
                    self.values = agreed or before
                case tree.While(_, condition, body):
                    while self.goes_on(self.truth(condition)):
                        with self.scopes.opened():
                            self.block(body)

    def agreement(self, other: dict[int, Value] | None) -> dict[int, Value]:
        """Return what these values and the other ones agree on."""
        if other is None:
            return self.values
        return {
            number: value if other.get(number) == value else None for number, value in self.values.items()
        }

    def goes_on(self, condition: bool | None) -> bool:
        self.rounds += 1
        if condition is None or self.rounds > MAX_ROUNDS:
            raise _Lost
        return condition

    # --- numbers and characters

    def value(self, node: tree.Expression) -> Value:
        match node:
            case tree.Number(_, number) | tree.Character(_, number):
                return Linear(wrap(number))
            case tree.Variable(_, name):
                return LENGTH if name == WORD_LENGTH else self.values[self.scopes[name]]
            case tree.Call(_, name, (argument,)):
                return call(name, self.value(argument))
            case tree.Prefixed(_, operators, operand):
                value = self.value(operand)
                return value.times(-1) if value and len(operators) % 2 else value
            case tree.Arithmetic(_, first, rest):
                value = self.value(first)
                for operator, operand in rest:
                    value = operate(operator, value, self.value(operand))
                return value
        raise _Lost

    # --- conditions

    def truth(self, node: tree.Expression) -> bool | None:
        match node:
            case tree.Truth(_, value):
                return value
            case tree.Prefixed(_, operators, operand):
                known = self.truth(operand)
                return known if known is None else known != (len(operators) % 2 == 1)
            case tree.Comparison(_, left, operator, right):
                return decide(operator.symbol, self.value(left), self.value(right))
            case tree.Call(_, name, (argument,)):
                character = self.value(argument)
                if character is None or not character.is_constant:
                    return None
                return CHARACTER_TESTS[name](character.constant)
            case tree.Logic(_, operators, operands):
                decides = operators[0].symbol == "\\/"
                undecided = False
                for operand in operands:
                    known = self.truth(operand)
                    if known == decides:
                        return decides
                    undecided |= known is None
                return None if undecided else not decides
        raise _Lost


def call(name: str, argument: Value) -> Value:
    """Apply a function that does not surely fail; raises _Lost where it may."""
    match name:
        case "pointValue" | "charValue":
            if argument != POS:
                raise _Lost
            return POINTS if name == "pointValue" else None
        case "charToInt":
            return argument
    if argument is not None and argument.is_constant:
        if name in CHARACTER_CHANGES:
            return Linear(CHARACTER_CHANGES[name](argument.constant))
        if 0 <= argument.constant <= CHAR_MAX:
            return argument
    if name == "intToChar":
        raise _Lost
    return None


def operate(operator: tree.Operator, left: Value, right: Value) -> Value:
    """Apply one of `+ - * / %`; raises _Lost or Stop where it may fail."""
    symbol = operator.symbol
    if symbol in "/%" and (right is None or not right.is_constant or right.constant == 0):
        raise _Lost
    if left is None or right is None:
        return None
    if left.is_constant and right.is_constant:
        return Linear(calculate(operator, left.constant, right.constant))
    match symbol:
        case "+":
            return left.plus(right)
        case "-":
            return left.plus(right.times(-1))
        case "*" if right.is_constant:
            return left.times(right.constant)
        case "*" if left.is_constant:
            return right.times(left.constant)
    return None


def decide(symbol: str, left: Value, right: Value) -> bool | None:
    """Return how a comparison comes out, None where that is not sure."""
    if left is None or right is None:
        return None
    if left.is_constant and right.is_constant:
        return compare(symbol, left.constant, right.constant)
    if left == right:
        return compare(symbol, 0, 0)
    return None
