"""Between which numbers the result of a program lies, when its inputs lie between given numbers.

The program is run on intervals. A condition that may come out either way is followed both ways, with what it tells
about its variables, and the ends are joined. Loops are followed round by round; one that goes on for too many
rounds may have left anything in the variables that it assigns. A number that may leave 64 bits may be any number.
Whatever a concrete run does, its result lies inside, or `may_fail` is true.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scrabble_util.dsl import tree
from scrabble_util.dsl.faults import CHAR_MAX, INT_MAX, INT_MIN, STEP_BUDGET, divide
from scrabble_util.dsl.functions import CHARACTER_CHANGES, CHARACTER_TESTS, WORD_LENGTH
from scrabble_util.dsl.kind import RESULT, Kind
from scrabble_util.dsl.scopes import Scopes

MAX_ROUNDS = 600
"""How many rounds of loops are followed, all loops together."""
MAX_CODE = 0x10FFFF
"""No letter has a greater code."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from low to high. `is_index`: it is `_pos_` itself, and so an index of the word."""

    low: int
    high: int
    is_index: bool = False

    @property
    def is_bounded(self) -> bool:
        """Whether anything is known of the numbers."""
        return (self.low, self.high) != (INT_MIN, INT_MAX)

    def joined(self, other: "Interval") -> "Interval":
        """Return the smallest interval that holds both."""
        is_index = self.is_index and other.is_index
        return Interval(min(self.low, other.low), max(self.high, other.high), is_index)

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


ANY = Interval(INT_MIN, INT_MAX)
"""Every number there is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of the runs of a program."""

    result: Interval | None
    """Where the results lie; None when every run fails."""
    may_fail: bool


def analyse(
    block: tree.Block,
    kind: Kind,
    inputs: Sequence[Interval],
    points: Interval = ANY,
    length: Interval = ANY,
    budget: int = STEP_BUDGET,
) -> Finding:
    """Run a checked program on intervals: those of its inputs, of a letter's points, of the word's length."""
    runner = _Runner(kind, points, min(budget, MAX_ROUNDS))
    state = runner.block(block, {LENGTH: length, **dict(enumerate([*inputs, Interval(0, 0)]))})
    if state is None:
        return Finding(None, True)
    return Finding(state[runner.scopes[RESULT]], runner.may_fail)


def square_bounds(
    block: tree.Block,
    pos: Interval,
    acc: Interval,
    points: Interval,
    length: Interval,
    budget: int = STEP_BUDGET,
) -> Interval:
    """Return where the points lie after a square program; one that fails leaves them as they were."""
    found = analyse(block, Kind.SQUARE, [replace(pos, is_index=True), acc], points, length, budget)
    if found.result is None:
        return acc
    return found.result.joined(acc) if found.may_fail else found.result


State: TypeAlias = dict[int, Interval]
"""The intervals of the variables, by number. No state (None) where no run comes."""

LENGTH = -1
"""The number of `wordLength`, beside those of the variables."""


class _Never(Exception):
    """No run gets past this expression."""


class _Runner:
    """One run on intervals. `block`, `value` and `split` are all that recurses, one call a node."""

    def __init__(self, kind: Kind, points: Interval, rounds: int) -> None:
        self.scopes = Scopes(kind)
        self.points = points
        self.rounds_left = rounds
        self.may_fail = False

    # --- statements

    def block(self, block: tree.Block, state: State | None) -> State | None:
        """Run the statements and return the state behind them."""
        for statement in block:
            if isinstance(statement, tree.Declare):
                number = self.scopes.declare(statement.name)
                assert number is not None
                if state is not None:
                    state = {**state, number: Interval(0, 0)}
            elif state is None:
                continue  # names are still to be declared, for what follows
            elif isinstance(statement, tree.Assign):
                state = self.assigned(state, statement)
            elif isinstance(statement, tree.If):
                yes, no = self.decided(statement.condition, state)
                with self.scopes.opened():
                    yes = self.block(statement.then, yes)
                with self.scopes.opened():
                    no = self.block(statement.otherwise, no)
                state = joined(yes, no)
            elif isinstance(statement, tree.While):
                left: State | None = None
                going, out = self.decided(statement.condition, state)
                while going is not None and self.rounds_left:
                    self.rounds_left -= 1
                    left = joined(left, out)
                    with self.scopes.opened():
                        behind = self.block(statement.body, going)
                    # What the body declared ends with it.
                    state = {number: behind[number] for number in going} if behind else None
                    going, out = self.decided(statement.condition, state)
                if going is not None:
                    self.may_fail = True
                    _, out = self.decided(statement.condition, self.widened(state, statement))
                state = joined(left, out)
        return state

    def assigned(self, state: State, statement: tree.Assign) -> State | None:
        try:
            return {**state, self.scopes[statement.name]: self.value(statement.value, state)}
        except _Never:
            return None

    def decided(self, condition: tree.Expression, state: State | None) -> tuple[State | None, State | None]:
        if state is None:
            return None, None
        try:
            return self.split(condition, state)
        except _Never:
            return None, None

    def widened(self, state: State | None, loop: tree.While) -> State | None:
        """Return the state with nothing known of what the loop assigns. Names that it shadows lose nothing
        but precision."""
        if state is None:
            return None
        names = {node.name for node, _ in tree.nodes(loop.body) if isinstance(node, tree.Assign)}
        numbers = {self.scopes.find(name) for name in names}
        return {number: ANY if number in numbers else interval for number, interval in state.items()}

    # --- numbers and characters

    def value(self, node: tree.Expression, state: State) -> Interval:
        match node:
            case tree.Number(_, number) | tree.Character(_, number):
                return fitted(number, number)
            case tree.Variable(_, name):
                return state[self.number(name)]
            case tree.Call(_, name, (argument,)):
                return self.call(name, self.value(argument, state), state[LENGTH])
            case tree.Prefixed(_, operators, operand):
                value = self.value(operand, state)
                return fitted(-value.high, -value.low) if len(operators) % 2 else value
            case tree.Arithmetic(_, first, rest):
                value = self.value(first, state)
                for operator, operand in rest:
                    value = self.operate(operator.symbol, value, self.value(operand, state))
                return value
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def number(self, name: str) -> int:
        return LENGTH if name == WORD_LENGTH else self.scopes[name]

    def call(self, name: str, argument: Interval, length: Interval) -> Interval:
        match name:
            case "pointValue" | "charValue":
                self.index(argument, length)
                return self.points if name == "pointValue" else Interval(0, MAX_CODE)
            case "charToInt":
                return argument
            case "intToChar":
                return self.required(argument, Interval(0, CHAR_MAX))
        if argument.low == argument.high:
            code = CHARACTER_CHANGES[name](argument.low)
            return Interval(code, code)
        return Interval(0, MAX_CODE)

    def index(self, argument: Interval, length: Interval) -> None:
        if argument.low < 0 or argument.high >= length.low:
            self.may_fail |= not argument.is_index
        if argument.high < 0 or argument.low >= length.high:
            self.may_fail = True
            raise _Never

    def required(self, value: Interval, range_: Interval) -> Interval:
        """Return the part of an interval with which a run goes on."""
        low, high = max(value.low, range_.low), min(value.high, range_.high)
        self.may_fail |= (low, high) != (value.low, value.high)
        if low > high:
            raise _Never
        return Interval(low, high)

    def operate(self, symbol: str, left: Interval, right: Interval) -> Interval:
        match symbol:
            case "+":
                return fitted(left.low + right.low, left.high + right.high)
            case "-":
                return fitted(left.low - right.high, left.high - right.low)
            case "*":
                corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                return fitted(min(corners), max(corners))
        if 0 in right:
            self.may_fail = True
            if right.low == right.high:
                raise _Never
        return quotients(left, right) if symbol == "/" else remainders(left, right)

    # --- conditions

    def split(self, node: tree.Expression, state: State) -> tuple[State | None, State | None]:
        """Return the states where the condition holds and where it does not."""
        match node:
            case tree.Truth(_, value):
                return (state, None) if value else (None, state)
            case tree.Prefixed(_, operators, operand):
                yes, no = self.split(operand, state)
                return (no, yes) if len(operators) % 2 else (yes, no)
            case tree.Call(_, name, (argument,)):
                character = self.value(argument, state)
                if character.low < character.high:
                    return state, state
                return (state, None) if CHARACTER_TESTS[name](character.low) else (None, state)
            case tree.Comparison(_, left, operator, right):
                sides = self.value(left, state), self.value(right, state)
                holds = self.narrowed(state, left, operator.symbol, right, *sides)
                return holds, self.narrowed(state, left, CONTRARY[operator.symbol], right, *sides)
            case tree.Logic(_, operators, operands):
                decides = operators[0].symbol == "\\/"
                decided: State | None = None
                undecided: State | None = state
                for operand in operands:
                    yes, no = self.decided(operand, undecided)
                    decided = joined(decided, yes if decides else no)
                    undecided = no if decides else yes
                return (decided, undecided) if decides else (undecided, decided)
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def narrowed(
        self,
        state: State,
        left: tree.Expression,
        symbol: str,
        right: tree.Expression,
        first: Interval,
        second: Interval,
    ) -> State | None:
        """Return the state where a comparison holds: variables that were compared lie closer together."""
        narrow = compared(symbol, first, second)
        if narrow is None:
            return None
        for side, interval in zip((left, right), narrow, strict=True):
            if isinstance(side, tree.Variable):
                state = {**state, self.number(side.name): interval}
        return state


CONTRARY = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def joined(one: State | None, other: State | None) -> State | None:
    """Return the state of runs that come from one side or the other; scopes that ended are left behind."""
    if one is None or other is None:
        return one or other
    return {number: one[number].joined(other[number]) for number in one.keys() & other.keys()}


def fitted(low: int, high: int) -> Interval:
    """Return the interval, or any number where it may leave 64 bits."""
    return Interval(low, high) if low >= INT_MIN and high <= INT_MAX else ANY


def compared(symbol: str, left: Interval, right: Interval) -> tuple[Interval, Interval] | None:
    """Return what is left of two intervals where the comparison holds; None where it cannot."""
    match symbol:
        case "=":
            low, high = max(left.low, right.low), min(left.high, right.high)
            both = (replace(left, low=low, high=high), replace(right, low=low, high=high))
            return both if low <= high else None
        case "<>":
            return None if left.low == left.high == right.low == right.high else (left, right)
        case "<" | "<=":
            gap = 1 if symbol == "<" else 0
            if left.low > right.high - gap:
                return None
            return (
                replace(left, high=min(left.high, right.high - gap)),
                replace(right, low=max(right.low, left.low + gap)),
            )
    swapped = compared({">": "<", ">=": "<="}[symbol], right, left)
    return swapped and (swapped[1], swapped[0])


def quotients(left: Interval, right: Interval) -> Interval:
    """Return where left / right lies; the right side is not 0."""
    divisors = {right.low, right.high, *(number for number in (-1, 1) if number in right)} - {0}
    corners = [divide(a, b, 0) for a in (left.low, left.high) for b in divisors]
    return ANY if INT_MIN in left and -1 in right else Interval(min(corners), max(corners))


def remainders(left: Interval, right: Interval) -> Interval:
    """Return where left % right lies: closer to 0 than the right side, and not farther than the left one."""
    largest = max(-right.low, right.high) - 1
    return Interval(-min(largest, max(0, -left.low)), min(largest, max(0, left.high)))
