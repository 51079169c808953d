"""The tree walker: what a program means, written down as plainly as can be. The other evaluators must agree.

Values are ints, bools, and characters as their codes. Scopes are dictionaries, opened and closed as the
program runs. Nothing here is made fast.
"""

from collections.abc import Callable, Sequence

from scrabble_util.dsl import tree
from scrabble_util.dsl.faults import CHAR_MAX, STEP_BUDGET, FaultReason, Stop, divide, remainder, wrap
from scrabble_util.dsl.functions import CHARACTER_CHANGES, CHARACTER_TESTS, WORD_LENGTH
from scrabble_util.dsl.kind import RESULT, Kind

Word = Sequence[tuple[str, int]]
"""The letters of the word laid, with their points."""

Watch = Callable[[tree.Assign, int], None]
"""Told of each assignment with its value, so that a run can be explained."""


def walk(
    block: tree.Block,
    kind: Kind,
    inputs: Sequence[int],
    word: Word = (),
    budget: int = STEP_BUDGET,
    watch: Watch | None = None,
) -> int:
    """Run a checked program and return its result; raises Stop."""
    walker = _Walker(word, budget, watch)
    walker.scopes.append({**dict(zip(kind.inputs, inputs, strict=True)), RESULT: 0})
    walker.run(block)
    return walker.scopes[0][RESULT]


class _Walker:
    """One run. `run` and `value` are all that recurses, one call a node."""

    def __init__(self, word: Word, budget: int, watch: Watch | None) -> None:
        self.word = word
        self.watch = watch
        self.rounds_left = budget
        self.scopes: list[dict[str, int]] = []

    def run(self, block: tree.Block) -> None:
        for statement in block:
            match statement:
                case tree.Declare(_, name):
                    self.scopes[-1][name] = 0
                case tree.Assign(_, name, value):
                    result = self.scope_of(name)[name] = self.value(value)
                    if self.watch is not None:
                        self.watch(statement, result)
                case tree.If(_, condition, then, otherwise):
                    branch = then if self.value(condition) else otherwise
                    self.scopes.append({})
                    self.run(branch)
                    self.scopes.pop()
                case tree.While(at, condition, body):
                    while self.value(condition):
                        self.count_round(at)
                        self.scopes.append({})
                        self.run(body)
                        self.scopes.pop()

    def scope_of(self, name: str) -> dict[str, int]:
        return next(scope for scope in reversed(self.scopes) if name in scope)

    def count_round(self, at: int) -> None:
        if self.rounds_left == 0:
            raise Stop(FaultReason.OUT_OF_STEPS, at)
        self.rounds_left -= 1

    def value(self, node: tree.Expression) -> int:
        match node:
            case tree.Number(_, number):
                return wrap(number)
            case tree.Character(_, code):
                return code
            case tree.Truth(_, truth):
                return truth
            case tree.Variable(_, name):
                return len(self.word) if name == WORD_LENGTH else self.scope_of(name)[name]
            case tree.Call(at, name, (argument,)):
                return self.call(at, name, self.value(argument))
            case tree.Prefixed(_, operators, operand):
                value = self.value(operand)
                for operator in reversed(operators):
                    value = not value if operator.symbol == "~" else wrap(-value)
                return value
            case tree.Arithmetic(_, first, rest):
                value = self.value(first)
                for operator, operand in rest:
                    value = calculate(operator, value, self.value(operand))
                return value
            case tree.Comparison(_, left, operator, right):
                return compare(operator.symbol, self.value(left), self.value(right))
            case tree.Logic(_, operators, operands):
                decides = operators[0].symbol == "\\/"
                for operand in operands:
                    if self.value(operand) == decides:
                        return decides
                return not decides
        raise AssertionError(f"not in a checked tree: {type(node).__name__}")

    def call(self, at: int, name: str, argument: int) -> int:
        match name:
            case "pointValue":
                return self.letter(at, argument)[1]
            case "charValue":
                return ord(self.letter(at, argument)[0])
            case "charToInt":
                return argument
            case "intToChar":
                if not 0 <= argument <= CHAR_MAX:
                    raise Stop(FaultReason.NOT_A_CHARACTER, at)
                return argument
            case "toUpper" | "toLower":
                return CHARACTER_CHANGES[name](argument)
        return CHARACTER_TESTS[name](argument)

    def letter(self, at: int, index: int) -> tuple[str, int]:
        if not 0 <= index < len(self.word):
            raise Stop(FaultReason.INDEX_OUTSIDE_WORD, at)
        return self.word[index]


def calculate(operator: tree.Operator, left: int, right: int) -> int:
    """Apply one of `+ - * / %` to two numbers."""
    match operator.symbol:
        case "+":
            return wrap(left + right)
        case "-":
            return wrap(left - right)
        case "*":
            return wrap(left * right)
        case "/":
            return divide(left, right, operator.at)
    return remainder(left, right, operator.at)


def compare(symbol: str, left: int, right: int) -> bool:
    """Apply one of `= <> < <= > >=` to two numbers."""
    match symbol:
        case "=":
            return left == right
        case "<>":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    return left >= right
