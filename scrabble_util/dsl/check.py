"""Whether a tree means anything: types, names, literals, a result. Finds all that is wrong at once."""

from difflib import get_close_matches
from typing import TypeGuard

from scrabble_util.dsl import tree
from scrabble_util.dsl.diagnostics import Complaint
from scrabble_util.dsl.faults import CHAR_MAX, INT_MAX
from scrabble_util.dsl.functions import FUNCTIONS, WORD_LENGTH, Type
from scrabble_util.dsl.kind import INPUTS, RESULT, Kind
from scrabble_util.dsl.scopes import Scopes

RESERVED = frozenset({RESULT, WORD_LENGTH, *INPUTS, *FUNCTIONS})
"""Names that mean something already, in one kind of program or another."""


ELSEWHERE = {
    "abs": "write if (x < 0) then { x := -x }",
    "min": "write if (y < x) then { x := y }",
    "max": "write if (y > x) then { x := y }",
    "not": "write ~(…)",
    "and": "write (…) /\\ (…)",
    "or": "write (…) \\/ (…)",
    "ord": "charToInt(c) gives the number of a character",
    "chr": "intToChar(a) gives the character of a number",
    "len": "wordLength is the length of the word",
    "length": "wordLength is the length of the word",
    "points": "pointValue(a) gives the points of a letter",
    "value": "pointValue(a) gives the points of a letter, charValue(a) its character",
    "print": f"{RESULT} is all that comes out of a program",
}
"""Functions that people look for, and what there is instead."""


def check(block: tree.Block, kind: Kind) -> list[Complaint]:
    """Return all that is wrong with a program that parses."""
    checker = _Checker(block, kind)
    checker.block(block)
    checker.result_is_set(block)
    return checker.complaints


class _Checker:
    """One pass over the tree, in the order of the source. `type_of` and `block` are all that recurses."""

    def __init__(self, block: tree.Block, kind: Kind) -> None:
        self.kind = kind
        self.scopes = Scopes(kind)
        self.complaints: list[Complaint] = []
        self.declared_anywhere = {
            node.name for node, _ in tree.nodes(block) if isinstance(node, tree.Declare)
        }
        self.complained: set[str] = set()

    def complain(self, at: int, message: str) -> None:
        self.complaints.append(Complaint(at, message))

    # --- statements

    def block(self, block: tree.Block) -> None:
        for statement in block:
            match statement:
                case tree.Declare(at, name):
                    self.declare(at, name)
                case tree.Assign(at, name, value):
                    self.want(value, self.type_of(value), Type.NUMBER, "a variable holds a number")
                    self.assignable(at, name)
                case tree.If(_, condition, then, otherwise):
                    self.want(condition, self.type_of(condition), Type.TRUTH, "`if` asks for a truth value")
                    for branch in (then, otherwise):
                        with self.scopes.opened():
                            self.block(branch)
                case tree.While(_, condition, body):
                    self.want(
                        condition, self.type_of(condition), Type.TRUTH, "`while` asks for a truth value"
                    )
                    with self.scopes.opened():
                        self.block(body)

    def declare(self, at: int, name: str) -> None:
        if name in RESERVED:
            self.complain(at, f"`{name}` is reserved; declare another name")
        elif self.scopes.declare(name) is None:
            self.complain(at, f"`{name}` is declared already in this scope")

    def assignable(self, at: int, name: str) -> None:
        if name == WORD_LENGTH or name in FUNCTIONS:
            self.complain(at, f"`{name}` cannot be assigned to: it is part of the language")
        else:
            self.known(at, name)

    def result_is_set(self, block: tree.Block) -> None:
        found = [node for node, _ in tree.nodes(block)]
        if any(isinstance(node, tree.Hole) for node in found):
            return  # what is missing may be this
        if not any(isinstance(node, tree.Assign) and node.name == RESULT for node in found):
            self.complain(found[0].at, f"nothing sets the result: write {RESULT} := … somewhere")

    # --- names

    def known(self, at: int, name: str) -> None:
        """Complain, once a name, when it means nothing here."""
        if self.scopes.find(name) is not None or name in self.complained:
            return
        self.complained.add(name)
        self.complain(at, self.unknown(name))

    def unknown(self, name: str) -> str:
        if name in INPUTS:
            inputs = " and ".join(f"`{own}`" for own in self.kind.inputs)
            return (
                f"`{name}` is for {INPUTS[name].value} programs; a {self.kind.value} program reads {inputs}"
            )
        if name in self.declared_anywhere:
            return f"`{name}` is not declared here: its `declare` is further down, or inside other braces"
        guess = near(name, [*self.scopes.visible(), *([WORD_LENGTH] if self.kind.has_word else [])])
        if guess is not None:
            return f"`{name}` is not declared here; did you mean `{guess}`?"
        return f"`{name}` is not declared here; `declare {name};` before this makes a variable of it"

    # --- expressions

    def want(self, node: tree.Expression, found: Type, wanted: Type, rule: str) -> None:
        """Complain when an expression is not of the type that the place asks for."""
        if found not in (wanted, Type.UNKNOWN):
            self.complain(node.at, f"{rule}; {said(node)} is {found.value}{hint(node, found, wanted)}")

    def type_of(self, node: tree.Expression) -> Type:
        match node:
            case tree.Number(at, value):
                if value > INT_MAX:
                    self.complain(at, f"this number is too large: the largest is {INT_MAX}")
                return Type.NUMBER
            case tree.Character(at, code):
                if code > CHAR_MAX:
                    self.complain(at, f"this character is out of range: codes go up to {CHAR_MAX}")
                return Type.CHARACTER
            case tree.Truth():
                return Type.TRUTH
            case tree.Hole():
                return Type.UNKNOWN
            case tree.Variable(at, name):
                return self.type_of_name(at, name)
            case tree.Call(_, _, arguments):
                return self.type_of_call(node, list(map(self.type_of, arguments)))
            case tree.Prefixed(_, operators, operand):
                if is_least_number(node):
                    return Type.NUMBER
                found = self.type_of(operand)
                return self.type_of_prefixed(operators, operand, found)
            case tree.Arithmetic(_, first, rest):
                self.want(first, self.type_of(first), Type.NUMBER, f"`{rest[0][0].symbol}` works on numbers")
                for operator, operand in rest:
                    rule = f"`{operator.symbol}` works on numbers"
                    self.want(operand, self.type_of(operand), Type.NUMBER, rule)
                return Type.NUMBER
            case tree.Comparison(_, left, operator, right):
                found = self.type_of(left.operand if is_denial(left) else left)
                if is_denial(left):
                    message = f"`~` binds tighter than `{operator.symbol}`: write ~(a {operator.symbol} b)"
                    self.complain(left.at, message)
                    found = Type.UNKNOWN
                self.compare(node, found, self.type_of(right))
                return Type.TRUTH
            case tree.Logic(_, operators, operands):
                for operand in operands:
                    rule = f"`{operators[0].symbol}` joins truth values"
                    self.want(operand, self.type_of(operand), Type.TRUTH, rule)
                return Type.TRUTH

    def type_of_name(self, at: int, name: str) -> Type:
        if name in FUNCTIONS:
            self.complain(at, f"`{name}` needs brackets: {name}(…)")
            return FUNCTIONS[name].gives
        if name == WORD_LENGTH:
            self.word_needed(at, name)
        else:
            self.known(at, name)
        return Type.NUMBER

    def word_needed(self, at: int, name: str) -> None:
        if not self.kind.has_word:
            self.complain(at, f"a {self.kind.value} program has no word: `{name}` is for square programs")

    def type_of_call(self, call: tree.Call, found: list[Type]) -> Type:
        function = FUNCTIONS.get(call.name)
        if function is None:
            self.complain(call.at, self.unknown_function(call.name))
            return Type.UNKNOWN
        if function.needs_word:
            self.word_needed(call.at, call.name)
        if len(found) != 1:
            self.complain(call.at, f"`{call.name}` takes one argument, not {len(found) or 'none'}")
        else:
            rule = f"`{call.name}` takes {function.takes.value}"
            self.want(call.arguments[0], found[0], function.takes, rule)
        return function.gives

    def unknown_function(self, name: str) -> str:
        if name == WORD_LENGTH:
            return "`wordLength` takes no brackets"
        if name in ELSEWHERE:
            return f"there is no function `{name}`: {ELSEWHERE[name]}"
        guess = near(name, [*FUNCTIONS])
        if guess is not None:
            return f"there is no function `{name}`; did you mean `{guess}`?"
        return f"there is no function `{name}`; the functions are {', '.join(FUNCTIONS)}"

    def type_of_prefixed(
        self, operators: tuple[tree.Operator, ...], operand: tree.Expression, found: Type
    ) -> Type:
        for operator in reversed(operators):
            wanted = Type.TRUTH if operator.symbol == "~" else Type.NUMBER
            self.want(operand, found, wanted, f"`{operator.symbol}` takes {wanted.value}")
            if found is not wanted:
                return Type.UNKNOWN
        return found

    def compare(self, node: tree.Comparison, left: Type, right: Type) -> None:
        symbol = node.operator.symbol
        if isinstance(node.left, tree.Comparison):
            message = "comparisons do not chain: join two of them with `/\\`, as in a < b /\\ b < c"
            self.complain(node.operator.at, message)
            return
        for side, found in ((node.left, left), (node.right, right)):
            if found is Type.CHARACTER:
                self.want(side, found, Type.NUMBER, f"`{symbol}` compares numbers")
            elif found is Type.TRUTH:
                message = f"`{symbol}` compares numbers; {said(side)} is a truth value, a condition by itself"
                self.complain(side.at, message)


def is_least_number(node: tree.Prefixed) -> bool:
    """Whether this is -9223372036854775808, which without its sign would be too large."""
    operand = node.operand
    negations = [operator.symbol for operator in node.operators]
    return isinstance(operand, tree.Number) and operand.value == INT_MAX + 1 and negations == ["-"]


def is_denial(node: tree.Expression) -> TypeGuard[tree.Prefixed]:
    """Whether an expression begins with `~`."""
    return isinstance(node, tree.Prefixed) and node.operators[0].symbol == "~"


def said(node: tree.Expression) -> str:
    """Return how a message speaks of an expression."""
    match node:
        case tree.Number(_, value):
            return f"{value}"
        case tree.Character(_, code):
            return f"'{chr(code)}'"
        case tree.Truth(_, value):
            return f"{value}".lower()
        case tree.Variable(_, name):
            return f"`{name}`"
        case tree.Call(_, name):
            return f"{name}(…)"
    return "this"


def hint(node: tree.Expression, found: Type, wanted: Type) -> str:
    """Return how to get from what was found to what was wanted, where there is a way."""
    text = said(node) if isinstance(node, (tree.Number, tree.Character, tree.Variable, tree.Call)) else "…"
    match found, wanted:
        case Type.CHARACTER, Type.NUMBER:
            return f": charToInt({text}) gives its number"
        case Type.NUMBER, Type.CHARACTER:
            return f": intToChar({text.strip('`')}) gives the character with this code"
        case Type.NUMBER, Type.TRUTH:
            return f": compare it with something, as in {text.strip('`')} <> 0"
        case Type.CHARACTER, Type.TRUTH:
            return f": ask something of it, as in isLetter({text})"
        case Type.TRUTH, Type.NUMBER:
            return ": choose a number with `if`"
    return ""


def near(name: str, candidates: list[str]) -> str | None:
    """Return what was probably meant: a name spelled alike, or the input that this name begins with."""
    alike = get_close_matches(name, candidates, n=1, cutoff=0.7)
    if alike:
        return alike[0]
    plain = name.strip("_").lower()
    for candidate in candidates:
        if candidate in INPUTS and plain.startswith(candidate.strip("_")):
            return candidate
    return next((candidate for candidate in candidates if candidate.strip("_").lower() == plain), None)
