"""Random programs of the board language that are right in form and type, for laws that hold for all of them."""

from hypothesis import strategies as st

from scrabble_util.dsl.kind import RESULT, Kind

Draw = st.DrawFn

NAMES = ["a", "b", "iffy", "declared", "trueish", "wordLengths", "_"]
NUMBERS = st.one_of(
    st.integers(0, 5), st.sampled_from([15, 97, 65536, 2**31, 2**62, 2**63 - 1]), st.integers(0, 2**63 - 1)
)
CHARACTERS = st.sampled_from("aZeÆå1 ';ß\\ŉ")
GAPS = st.sampled_from(["", "", "", " ", "  ", "\n", "\r\n", "\t"])

LETTERS = st.sampled_from("AEQZaæØ1 ßǅ")
WORDS = st.lists(st.tuples(LETTERS, st.integers(-3, 12)), min_size=1, max_size=5)
VALUES = st.one_of(st.integers(-6, 6), st.sampled_from([-(2**63), 2**63 - 1, 2**32, -(2**32)]))
BUDGET = 25
"""A small budget of rounds: loops that do not end are cut soon."""


@st.composite
def programs(draw: Draw, kind: Kind, size: int = 4) -> str:
    """Draw the source of a program, in any layout."""
    maker = _Maker(draw, kind)
    tokens = maker.block(size, [{*kind.inputs, RESULT}])
    return laid_out(draw, [*tokens, *maker.told()])


@st.composite
def calculations(draw: Draw, kind: Kind) -> str:
    """Draw the source of a program that only works out a few numbers."""
    maker = _Maker(draw, kind)
    maker.scopes.append({*kind.inputs, RESULT})
    tokens: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        tokens += [maker.name(), ":=", *maker.number(5), ";"]
    return laid_out(draw, [*tokens[:-1], *maker.told()])


def laid_out(draw: Draw, tokens: list[str]) -> str:
    """Put white space between tokens as chance will have it, and where it must be."""
    text = draw(GAPS)
    for token in tokens:
        gap = draw(GAPS)
        if (
            not gap
            and text
            and (text[-1].isalnum() or text[-1] == "_")
            and (token[0].isalnum() or token[0] == "_")
        ):
            gap = " "
        text += gap + token
    return text + draw(GAPS)


class _Maker:
    """Draws the parts of one program as lists of tokens."""

    def __init__(self, draw: Draw, kind: Kind) -> None:
        self.draw = draw
        self.kind = kind
        self.scopes: list[set[str]] = []

    def choose(self, options: list[str]) -> str:
        return self.draw(st.sampled_from(options))

    def told(self) -> list[str]:
        """Put all variables into the result, so that what went wrong with any of them shows."""
        tokens = [";", RESULT, ":=", RESULT]
        for factor, name in enumerate(sorted(self.scopes[0]), start=3):
            tokens += ["+", str(factor), "*", name]
        return tokens

    # --- statements

    def block(self, size: int, scopes: list[set[str]] | None = None) -> list[str]:
        self.scopes.append(scopes[0] if scopes else set())
        tokens: list[str] = []
        for count in range(self.draw(st.integers(1, 4))):
            tokens += [";"] if count else []
            tokens += self.statement(size)
        if not scopes:
            tokens += [";"] if self.draw(st.booleans()) else []
            self.scopes.pop()
        return tokens

    def statement(self, size: int) -> list[str]:
        shape = self.choose(
            ["assign", "assign", "declare", "if", "if else", "while", "count"][: 7 if size else 3]
        )
        if shape == "declare":
            free = [name for name in NAMES if name not in self.scopes[-1]]
            if free:
                name = self.choose(free)
                self.scopes[-1].add(name)
                return ["declare", name]
        if shape == "if":
            return ["if", "(", *self.truth(size), ")", "then", "{", *self.block(size - 1), "}"]
        if shape == "if else":
            then, otherwise = self.block(size - 1), self.block(size - 1)
            return ["if", "(", *self.truth(size), ")", "then", "{", *then, "}", "else", "{", *otherwise, "}"]
        if shape == "while":
            return ["while", "(", *self.truth(size), ")", "do", "{", *self.block(size - 1), "}"]
        if shape == "count":
            name = self.name()
            counted = [name, ":=", name, "+", "1"]
            return ["while", "(", name, "<", "6", ")", "do", "{", *counted, ";", *self.block(size - 1), "}"]
        return [self.name(), ":=", *self.number(size)]

    def name(self) -> str:
        return self.choose(sorted({name for scope in self.scopes for name in scope}))

    # --- expressions

    def number(self, size: int) -> list[str]:
        leaves = ["literal", "name", "name"]
        shapes = ["sum", "product", "minus", "brackets", "charToInt", "charToInt"]
        words = ["wordLength", "pointValue"] if self.kind.has_word else []
        shape = self.choose([*leaves, *words[:1], *(shapes + words if size > 0 else [])])
        match shape:
            case "literal":
                return [str(self.draw(NUMBERS))]
            case "name":
                return [self.name()]
            case "wordLength":
                return ["wordLength"]
            case "sum":
                return self.chain(["+", "-"], size)
            case "product":
                return self.chain(["*", "/", "%"], size)
            case "minus":
                return ["-", *self.bracketed(self.number(size - 1))]
            case "brackets":
                return ["(", *self.number(size - 1), ")"]
            case "charToInt":
                return ["charToInt", "(", *self.character(size - 1), ")"]
        return ["pointValue", "(", *self.index(size), ")"]

    def index(self, size: int) -> list[str]:
        """Draw a number that is often the index of a letter: a fault ends a run before it gets interesting."""
        shape = self.choose(["_pos_", "_pos_", "last", "any"])
        return {"_pos_": ["_pos_"], "last": ["wordLength", "-", "1"]}.get(shape) or self.number(size - 2)

    def bracketed(self, tokens: list[str]) -> list[str]:
        return tokens if len(tokens) == 1 else ["(", *tokens, ")"]

    def chain(self, operators: list[str], size: int) -> list[str]:
        tokens = self.bracketed(self.number(size - 1))
        for _ in range(self.draw(st.integers(1, 3))):
            literal = [str(self.draw(st.integers(1, 20)))]
            right = literal if self.draw(st.booleans()) else self.bracketed(self.number(size - 2))
            tokens += [self.choose(operators), *right]
        return tokens

    def character(self, size: int) -> list[str]:
        shapes = ["intToChar", "toUpper", "toLower", *(["charValue"] if self.kind.has_word else [])]
        shape = self.choose(["literal", *(shapes if size > 0 else [])])
        match shape:
            case "literal":
                return [f"'{self.draw(CHARACTERS)}'"]
            case "charValue":
                return [shape, "(", *self.index(size), ")"]
            case "intToChar":
                small = ["(", *self.number(size - 1), ")", "%", "300", "+", "300"]
                return [shape, "(", *(small if self.draw(st.booleans()) else self.number(size - 1)), ")"]
        return [shape, "(", *self.character(size - 1), ")"]

    def truth(self, size: int) -> list[str]:
        shape = self.choose(
            ["literal", "compare", *(["compare", "not", "and", "or", "test"] if size > 0 else [])]
        )
        match shape:
            case "literal":
                return [self.choose(["true", "false"])]
            case "compare":
                sign = self.choose(["=", "<>", "<", "<=", ">", ">="])
                return [*self.number(size - 1), sign, *self.number(size - 2)]
            case "not":
                return ["~", "(", *self.truth(size - 1), ")"]
            case "test":
                test = self.choose(["isLetter", "isDigit", "isVowel", "isConsonant"])
                return [test, "(", *self.character(size - 1), ")"]
        sign = "/\\" if shape == "and" else "\\/"
        tokens = ["(", *self.truth(size - 1), ")"]
        for _ in range(self.draw(st.integers(1, 3))):
            tokens += [sign, "(", *self.truth(size - 2), ")"]
        return tokens


DEEP = {
    "chain of sums": "_result_ := " + "_pos_ + " * 2000 + "1",
    "chain of products": "_result_ := " + "3 * " * 2000 + "_acc_",
    "chain of minus": "_result_ := " + "-" * 2001 + "_acc_",
    "chain of not": "if (" + "~" * 2001 + "(_pos_ = 0)) then { _result_ := 1 }",
    "chain of or": "if (" + "_pos_ = 5 \\/ " * 2000 + "_pos_ = 2) then { _result_ := 1 }",
    "chain of and": "if (" + "_pos_ <> 5 /\\ " * 2000 + "1 / (_pos_ - 2) = 1) then { _result_ := 1 }",
    "long program": "_acc_ := _acc_ + _pos_;" * 2000 + "_result_ := _acc_",
    "brackets": "_result_ := " + "(" * 3000 + "_pos_" + ")" * 3000,
    "sums in brackets": "_result_ := " + "1 + (" * 400 + "_pos_" + ")" * 400,
    "all operators in brackets": "_result_ := " + "1 + 2 * -(" * 190 + "_pos_" + ")" * 190,
    "calls": "_result_ := charToInt(" + "toUpper(" * 400 + "'a'" + ")" * 401,
    "branches": "if (_pos_ = 2) then { declare a; " * 400 + "_result_ := _acc_" + "}" * 400,
    "long else": "if (_pos_ = 9) then { _result_ := 9 } else {" * 400 + "_result_ := _acc_" + "}" * 400,
    "loops": "while (_pos_ < 9) do { _pos_ := _pos_ + 1;" * 300 + "_result_ := _acc_" + "}" * 300,
}
"""Square programs that are long, or as deep as programs may be."""
