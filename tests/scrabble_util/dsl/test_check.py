"""A program that parses but means nothing is told what is wrong: names, types, literals, the result."""

import pytest

from scrabble_util.dsl.check import check
from scrabble_util.dsl.kind import Kind
from scrabble_util.dsl.parse import parse


def messages(source: str, kind: Kind = Kind.SQUARE) -> list[str]:
    parsed = parse(source)
    assert parsed.complaints == () and parsed.block is not None
    return [f"{item.at} {item.message}" for item in sorted(check(parsed.block, kind))]


NAMES = {
    "_result_ := xabs": "12 `xabs` is not declared here; `declare xabs;` before this makes a variable of it",
    "declare count; _result_ := cuont": "27 `cuont` is not declared here; did you mean `count`?",
    "_result_ := pos": "12 `pos` is not declared here; did you mean `_pos_`?",
    "_result_ := position": "12 `position` is not declared here; did you mean `_pos_`?",
    "_result_ := wordlength": "12 `wordlength` is not declared here; did you mean `wordLength`?",
    "result := 1; _result_ := 1": "0 `result` is not declared here; did you mean `_result_`?",
    "v := 1; declare v; _result_ := 1": (
        "0 `v` is not declared here: its `declare` is further down, or inside other braces"
    ),
    "if (true) then { declare v }; _result_ := v": (
        "42 `v` is not declared here: its `declare` is further down, or inside other braces"
    ),
    "v := 1; v := v + 1; _result_ := v": (
        "0 `v` is not declared here; `declare v;` before this makes a variable of it"
    ),
    "_result_ := _x_": "12 `_x_` is for board programs; a square program reads `_pos_` and `_acc_`",
    "_result_ := _input_": "12 `_input_` is for pretty-printer programs; a square program reads `_pos_` and `_acc_`",
    "declare v; declare v; _result_ := v": "19 `v` is declared already in this scope",
    "declare _result_; _result_ := 1": "8 `_result_` is reserved; declare another name",
    "declare _acc_; _result_ := 1": "8 `_acc_` is reserved; declare another name",
    "declare _x_; _result_ := 1": "8 `_x_` is reserved; declare another name",
    "declare wordLength; _result_ := 1": "8 `wordLength` is reserved; declare another name",
    "declare isVowel; _result_ := 1": "8 `isVowel` is reserved; declare another name",
    "wordLength := 3; _result_ := 1": "0 `wordLength` cannot be assigned to: it is part of the language",
    "declare v; v := 1": "8 nothing sets the result: write _result_ := … somewhere",
}

FUNCTIONS = {
    "_result_ := pointValue": "12 `pointValue` needs brackets: pointValue(…)",
    "_result_ := wordLength()": "12 `wordLength` takes no brackets",
    "_result_ := pointValue()": "12 `pointValue` takes one argument, not none",
    "_result_ := pointValue(1, 2)": "12 `pointValue` takes one argument, not 2",
    "_result_ := abs(_acc_)": "12 there is no function `abs`: write if (x < 0) then { x := -x }",
    "_result_ := pointvalue(1)": "12 there is no function `pointvalue`; did you mean `pointValue`?",
    "_result_ := _acc_(1)": (
        "12 there is no function `_acc_`; the functions are pointValue, charValue, charToInt, intToChar, "
        "toUpper, toLower, isLetter, isDigit, isVowel, isConsonant"
    ),
}

TYPES = {
    "if (1 < 'c') then { _result_ := 1 }": (
        "8 `<` compares numbers; 'c' is a character: charToInt('c') gives its number"
    ),
    "if (_acc_ = true) then { _result_ := 1 }": (
        "12 `=` compares numbers; true is a truth value, a condition by itself"
    ),
    "if (isVowel('a') = 1) then { _result_ := 1 }": (
        "4 `=` compares numbers; isVowel(…) is a truth value, a condition by itself"
    ),
    "if (1 < 2 < 3) then { _result_ := 1 }": (
        "10 comparisons do not chain: join two of them with `/\\`, as in a < b /\\ b < c"
    ),
    "if (~_acc_ = 1) then { _result_ := 1 }": "4 `~` binds tighter than `=`: write ~(a = b)",
    "if (1 = ~true) then { _result_ := 1 }": (
        "8 `=` compares numbers; this is a truth value, a condition by itself"
    ),
    "if (~true = 1) then { _result_ := 1 }": "4 `~` binds tighter than `=`: write ~(a = b)",
    "if (_acc_) then { _result_ := 1 }": (
        "4 `if` asks for a truth value; `_acc_` is a number: compare it with something, as in _acc_ <> 0"
    ),
    "while ('a') do { _result_ := 1 }": (
        "7 `while` asks for a truth value; 'a' is a character: ask something of it, as in isLetter('a')"
    ),
    "if (1 /\\ true) then { _result_ := 1 }": (
        "4 `/\\` joins truth values; 1 is a number: compare it with something, as in 1 <> 0"
    ),
    "_result_ := true": "12 a variable holds a number; true is a truth value: choose a number with `if`",
    "_result_ := 'a'": "12 a variable holds a number; 'a' is a character: charToInt('a') gives its number",
    "_result_ := 1 + 'a'": "16 `+` works on numbers; 'a' is a character: charToInt('a') gives its number",
    "_result_ := -'a'": "13 `-` takes a number; 'a' is a character: charToInt('a') gives its number",
    "if (~1 \\/ true) then { _result_ := 1 }": (
        "5 `~` takes a truth value; 1 is a number: compare it with something, as in 1 <> 0"
    ),
    "_result_ := charToInt(97)": (
        "22 `charToInt` takes a character; 97 is a number: intToChar(97) gives the character with this code"
    ),
    "_result_ := pointValue('a')": (
        "23 `pointValue` takes a number; 'a' is a character: charToInt('a') gives its number"
    ),
    "_result_ := 9223372036854775808": "12 this number is too large: the largest is 9223372036854775807",
    "_result_ := 1 - 9223372036854775808": "16 this number is too large: the largest is 9223372036854775807",
    f"_result_ := {'9' * 5000}": "12 this number is too large: the largest is 9223372036854775807",
}


@pytest.mark.parametrize(("source", "message"), [*NAMES.items(), *FUNCTIONS.items(), *TYPES.items()])
def test_one_thing_wrong_gives_one_message(source: str, message: str) -> None:
    assert messages(source) == [message]


@pytest.mark.parametrize("kind", [Kind.BOARD, Kind.PRINTER])
@pytest.mark.parametrize("expression", ["wordLength", "pointValue(0)", "charToInt(charValue(0))"])
def test_only_a_square_program_has_a_word(kind: Kind, expression: str) -> None:
    (message,) = messages(f"_result_ := {expression}", kind)
    assert f"a {kind.value} program has no word" in message


def test_shadowing_and_assigning_to_inputs_are_fine() -> None:
    source = "declare v; _acc_ := 1; if (true) then { declare v; v := 2 }; _result_ := v"
    assert messages(source) == []
