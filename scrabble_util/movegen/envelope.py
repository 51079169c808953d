"""How far from 0 a square program can take the points: |result| <= m * |acc| + k * |points| + c.

The search needs a bound that holds for any points so far, as it multiplies those of all squares under a word. So
a program is run on sums of three parts: up to `acc` times the points so far, up to `points` times those of its own
letter, each of either sign, and a rest between two numbers (`dsl/intervals.py`). Conditions are decided where only
rests are compared; otherwise both ways are followed and the ends joined. What cannot be said in this form is
unknown.
"""

from dataclasses import dataclass
from typing import TypeAlias

from scrabble_util.dsl import tree
from scrabble_util.dsl.faults import CHAR_MAX
from scrabble_util.dsl.functions import CHARACTER_CHANGES, CHARACTER_TESTS, WORD_LENGTH
from scrabble_util.dsl.intervals import CONTRARY, Interval, compared, quotients, remainders
from scrabble_util.dsl.kind import RESULT, Kind
from scrabble_util.dsl.scopes import Scopes

MAX_CODE = 0x10FFFF
"""No letter has a greater code."""
MAX_ROUNDS = 1000
"""How many rounds of loops are followed, all loops together."""
_MOST_TIMES = 1 << 20
_MOST_REST = 1 << 40
"""Values that may be larger than this are not followed: their sums might not fit 64 bits."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number x + y + z with |x| <= acc * |points so far|, |y| <= points * |own points|, and z in rest."""

    acc: int
    points: int
    rest: Interval
    is_index: bool = False
    """Whether it is `_pos_` itself."""

    @property
    def is_rest(self) -> bool:
        """Whether it depends on no points that are followed."""
        return self.acc == self.points == 0

    @property
    def size(self) -> int:
        """How far the rest can be from 0."""
        return max(abs(self.rest.low), abs(self.rest.high))


Known: TypeAlias = Value | None
"""None is any number."""
State: TypeAlias = dict[int, Known]


@dataclass(frozen=True, slots=True)
class Envelope:
    """|result| <= acc * |points so far| + points * |own points| + constant, with acc at least 1."""

    acc: int
    points: int
    constant: int


def envelope(block: tree.Block, most_points: int, longest: int) -> Envelope | None:
    """Return how far a checked square program goes, on words of up to `longest` letters of up to `most_points`
    each (or less than nothing, as far); None where nothing can be said.

    A program that fails leaves the points as they were, so the multiplier of those is never less than 1.
    """
    runner = _Runner(most_points, longest)
    start: State = {
        0: Value(0, 0, Interval(0, longest - 1), True),
        1: Value(1, 0, Interval(0, 0)),
        2: _constant(0),
    }
    state = runner.block(block, start)
    if state is None:  # every run fails
        return Envelope(1, 0, 0)
    result = state[runner.scopes[RESULT]]
    return None if result is None else Envelope(max(1, result.acc), result.points, result.size)


class _Runner:
    """One run. `block`, `value` and `split` are all that recurses, one call a node."""

    def __init__(self, most_points: int, longest: int) -> None:
        self.scopes = Scopes(Kind.SQUARE)
        self.others = Value(0, 0, Interval(-most_points, most_points))
        self.length = Value(0, 0, Interval(2, longest))
        self.rounds_left = MAX_ROUNDS

    def block(self, block: tree.Block, state: State | None) -> State | None:
        """Run the statements; return the state behind them, None where no run comes."""
        for statement in block:
            if isinstance(statement, tree.Declare):
                number = self.scopes.declare(statement.name)
                assert number is not None
                if state is not None:
                    state = {**state, number: _constant(0)}
            elif state is None:
                continue  # names are still to be declared, for what follows
            elif isinstance(statement, tree.Assign):
                state = {**state, self.scopes[statement.name]: self.value(statement.value, state)}
            elif isinstance(statement, tree.If):
                yes, no = self.split(statement.condition, state)
                with self.scopes.opened():
                    yes = self.block(statement.then, yes)
                with self.scopes.opened():
                    no = self.block(statement.otherwise, no)
                state = _joined(yes, no)
            elif isinstance(statement, tree.While):
                state = self.loop(statement, state)
        return state

    def loop(self, statement: tree.While, state: State) -> State | None:
        left: State | None = None
        going, out = self.split(statement.condition, state)
        while going is not None and self.rounds_left:
            self.rounds_left -= 1
            left = _joined(left, out)
            with self.scopes.opened():
                behind = self.block(statement.body, going)
            if behind is None:
                return left
            going, out = self.split(statement.condition, {number: behind[number] for number in going})
        if going is not None:  # it goes on for too long: anything may be in what it assigns
            names = {node.name for node, _ in tree.nodes(statement.body) if isinstance(node, tree.Assign)}
            numbers = {self.scopes.find(name) for name in names}
            _, out = self.split(
                statement.condition,
                {number: None if number in numbers else known for number, known in going.items()},
            )
        return _joined(left, out)

    # --- numbers and characters

    def value(self, node: tree.Expression, state: State) -> Known:
        match node:
            case tree.Number(_, number) | tree.Character(_, number):
                return _constant(number)
            case tree.Variable(_, name):
                return self.length if name == WORD_LENGTH else state[self.scopes[name]]
            case tree.Call(_, name, (argument,)):
                return self.call(name, self.value(argument, state))
            case tree.Prefixed(_, operators, operand):
                value = self.value(operand, state)
                return _operate("-", _constant(0), value) if len(operators) % 2 else value
            case tree.Arithmetic(_, first, rest):
                value = self.value(first, state)
                for operator, operand in rest:
                    value = _operate(operator.symbol, value, self.value(operand, state))
                return value
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def call(self, name: str, argument: Known) -> Known:
        match name:
            case "pointValue":
                if argument is not None and argument.is_index:
                    return Value(0, 1, Interval(0, 0))
                return self.others
            case "charToInt":
                return argument
            case "intToChar":
                if argument is not None and argument.is_rest and argument.rest.low >= 0:
                    return argument if argument.rest.high <= CHAR_MAX else Value(0, 0, Interval(0, CHAR_MAX))
                return Value(0, 0, Interval(0, CHAR_MAX))
        if name in CHARACTER_CHANGES and _is_constant(argument):
            assert argument is not None
            return _constant(CHARACTER_CHANGES[name](argument.rest.low))
        return Value(0, 0, Interval(0, MAX_CODE))

    # --- conditions

    def split(self, node: tree.Expression, state: State | None) -> tuple[State | None, State | None]:
        """Return the states where the condition holds and where it does not."""
        if state is None:
            return None, None
        match node:
            case tree.Truth(_, value):
                return (state, None) if value else (None, state)
            case tree.Prefixed(_, operators, operand):
                yes, no = self.split(operand, state)
                return (no, yes) if len(operators) % 2 else (yes, no)
            case tree.Call(_, name, (argument,)):
                character = self.value(argument, state)
                if not _is_constant(character):
                    return state, state
                assert character is not None
                return (state, None) if CHARACTER_TESTS[name](character.rest.low) else (None, state)
            case tree.Comparison(_, left, operator, right):
                holds = self.narrowed(state, left, operator.symbol, right)
                return holds, self.narrowed(state, left, CONTRARY[operator.symbol], right)
            case tree.Logic(_, operators, operands):
                decides = operators[0].symbol == "\\/"
                decided: State | None = None
                undecided: State | None = state
                for operand in operands:
                    yes, no = self.split(operand, undecided)
                    decided = _joined(decided, yes if decides else no)
                    undecided = no if decides else yes
                return (decided, undecided) if decides else (undecided, decided)
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def narrowed(
        self, state: State, left: tree.Expression, symbol: str, right: tree.Expression
    ) -> State | None:
        """Return the state where a comparison holds; None where it cannot."""
        first, second = self.value(left, state), self.value(right, state)
        if first is None or second is None or not (first.is_rest and second.is_rest):
            return state
        narrow = compared(symbol, first.rest, second.rest)
        if narrow is None:
            return None
        for side, old, interval in zip((left, right), (first, second), narrow, strict=True):
            if isinstance(side, tree.Variable) and side.name != WORD_LENGTH:
                number = self.scopes[side.name]
                state = {**state, number: Value(0, 0, interval, old.is_index)}
        return state


def _constant(number: int) -> Known:
    return Value(0, 0, Interval(number, number)) if abs(number) <= _MOST_REST else None


def _is_constant(value: Known) -> bool:
    return value is not None and value.is_rest and value.rest.low == value.rest.high


def _checked(value: Value) -> Known:
    """Return the value, or unknown if it may be too large to be followed."""
    small = value.acc <= _MOST_TIMES and value.points <= _MOST_TIMES and value.size <= _MOST_REST
    return value if small else None


def _operate(symbol: str, left: Known, right: Known) -> Known:
    if left is None or right is None:
        return None
    a, b = left.rest, right.rest
    match symbol:
        case "+":
            rest = Interval(a.low + b.low, a.high + b.high)
        case "-":
            rest = Interval(a.low - b.high, a.high - b.low)
        case "*":
            if not left.is_rest and not right.is_rest:
                return None
            by = left.size if left.is_rest else right.size
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            other = right if left.is_rest else left
            return _checked(Value(other.acc * by, other.points * by, Interval(min(corners), max(corners))))
        case "/" if left.is_rest and right.is_rest:
            return None if (b.low, b.high) == (0, 0) else _checked(Value(0, 0, quotients(a, b)))
        case "%" if right.is_rest:
            if (b.low, b.high) == (0, 0):
                return None
            if left.is_rest:
                return _checked(Value(0, 0, remainders(a, b)))
            return Value(0, 0, Interval(-right.size, right.size))
        case "/" | "%":  # neither is farther from 0 than the left side
            return Value(left.acc, left.points, Interval(-left.size, left.size))
    return _checked(Value(left.acc + right.acc, left.points + right.points, rest))


def _joined(one: State | None, other: State | None) -> State | None:
    """Return the state of runs that come from one side or the other; scopes that ended are left behind."""
    if one is None or other is None:
        return one or other
    return {number: _either(one[number], other[number]) for number in one.keys() & other.keys()}


def _either(one: Known, other: Known) -> Known:
    if one is None or other is None:
        return None
    return Value(
        max(one.acc, other.acc),
        max(one.points, other.points),
        one.rest.joined(other.rest),
        one.is_index and other.is_index,
    )
