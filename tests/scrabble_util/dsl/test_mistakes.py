"""What people write by mistake is told to them in words that help: one golden line a mistake."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.program import Kind, ProgramErrors, load_program
from scrabble_util.dsl.tree import Hole, nodes


def messages(source: str, kind: Kind = Kind.BOARD) -> list[str]:
    with pytest.raises(ProgramErrors) as caught:
        load_program(source, kind, "prog")
    return [f"{item.line}:{item.column} {item.message}" for item in caught.value.diagnostics]


ONE_MISTAKE = {
    # symbols and words of other languages
    "if (_x_ == 1) then { _result_ := 1 }": "1:9 `==` is not in the language: write `=`",
    "if (_x_ != 1) then { _result_ := 1 }": "1:9 `!=` is not in the language: write `<>`",
    "if (_x_ =< 1) then { _result_ := 1 }": "1:9 `=<` is not in the language: write `<=`",
    "if (true && false) then { _result_ := 1 }": "1:10 `&&` is not in the language: write `/\\`",
    "if (true || false) then { _result_ := 1 }": "1:10 `||` is not in the language: write `\\/`",
    "if (true and false) then { _result_ := 1 }": "1:10 `and` is not in the language: write `/\\`",
    "if (not true) then { _result_ := 1 }": "1:5 `not` is not in the language: write `~`",
    "if (not (_x_ = 1)) then { _result_ := 1 }": "1:5 there is no function `not`: write ~(…)",
    "if (!true) then { _result_ := 1 }": "1:5 `!` is not in the language: write `~`",
    "_result_ := _x_ mod 3": "1:17 `mod` is not in the language: write `%`",
    "_result_ := –_x_": "1:13 `–` is not in the language: write `-`",
    "_result_ := _x_ ** 2": "1:17 there is no `**`: multiply step by step",
    "_result_ := [3 + 4) * 2": "1:13 `[` is not in the language: write `(`",
    "_result_ := 😀": "1:13 `😀` is not in the language",
    "_result_ := 1.5": "1:13 numbers are whole; `1.5` is not",
    "_result_ := 3 // three": "1:15 there are no comments in the language",
    "# my board\n_result_ := 3": "1:1 there are no comments in the language",
    "_result_ := 3 /* a\nb */": "1:15 there are no comments in the language",
    "IF (true) then { _result_ := 1 }": "1:1 `IF` is written in small letters: `if`",
    # characters
    '_result_ := charToInt("c")': "1:23 a character stands between two `'`: write 'c'",
    "_result_ := charToInt(‘c’)": "1:23 a character stands between two `'`: write 'c'",
    "_result_ := charToInt('ab')": (
        "1:23 a character is one character between two `'`, as in 'a'; there are no texts"
    ),
    "_result_ := charToInt('')": "1:23 a character is missing between the quotes: write ' ' for a blank",
    "_result_ := charToInt('c)": "1:23 a `'` is missing: write 'c'",
    "_result_ := charToInt('😀')": "1:23 this character is out of range: codes go up to 65535",
    # assignments and declarations
    "_result_ = 3": "1:10 `=` compares; `:=` assigns",
    "_result_ <- 3": "1:10 `<` compares; `:=` assigns",
    "_result_ : = 3": "1:10 `:=` is written in one piece",
    "_result_ : 3": "1:10 `:` is not in the language: write `:=`",
    "_result_ 3": "1:10 `:=` is missing between `_result_` and `3`",
    "_result_ += 3": "1:10 there is no `+=`: write v := v + …",
    "_result_++": "1:1 there is no `++`: write _result_ := _result_ + 1",
    "_result_ := 1 ++": "1:15 there is no `++`: write v := v + 1",
    "++; _result_ := 1": "1:1 there is no `++`: write v := v + 1",
    "_result_--": "1:1 there is no `--`: write _result_ := _result_ - 1",
    "if (_x_ := 1) then { _result_ := 1 }": "1:9 `:=` assigns; `=` compares",
    "declare v := 3; _result_ := v": "1:11 `declare` gives no value: write declare v; v := …",
    "declare v, w; _result_ := v * w": "1:10 `declare` takes one name: write declare v; declare …",
    "int v; _result_ := v": "1:1 a variable is made by: declare v",
    "declare int v; _result_ := v": "1:9 every variable holds a number: write declare v",
    "declare; _result_ := 1": "1:8 `declare` needs a name",
    "declare if; _result_ := 1": "1:9 a name is expected here, not `if`",
    "declare 3v; _result_ := 1": "1:9 `declare` needs a name: a letter or `_`, then letters, digits and `_`",
    "return 3": "1:1 there is no `return`: a program sets _result_ := …",
    "charToInt('a'); _result_ := 1": (
        "1:1 `charToInt(…)` alone is no statement: v := charToInt(…) keeps its value"
    ),
    # if, while and their parts
    "if (true) { _result_ := 1 }": "1:11 `then` is missing: if (…) then { … }",
    "while (true) { _result_ := 1 }": "1:14 `do` is missing: while (…) do { … }",
    "while (true) then { _result_ := 1 }": "1:14 `do` is expected here, not `then`",
    "if true then { _result_ := 1 }": "1:4 the whole condition stands in brackets: if (…) then { … }",
    "if (_x_ = 1) /\\ (_y_ = 1) then { _result_ := 1 }": (
        "1:4 the whole condition stands in brackets: if (…) then { … }"
    ),
    "if then { _result_ := 1 }": "1:4 `if` needs a condition in brackets: if (…)",
    "while () do { _result_ := 1 }": "1:8 a value is missing before `)`",
    "if (true) then _result_ := 1; _x_ := 2": "1:16 `then` needs braces: then { … }",
    "if (true) then (_result_ := 1); _x_ := 2": "1:16 `then` needs braces: then { … }",
    "if (true) then { _result_ := 1 } else if (false) then { _result_ := 2 } else { _result_ := 3 }": (
        "1:39 `else` needs braces: else { if … }"
    ),
    "if (true) then { _result_ := 1 } elif (false) then { _result_ := 2 }": (
        "1:34 `else` needs braces: else { if … }"
    ),
    "if (true) then { _result_ := 1 }; else { _result_ := 2 }": (
        "1:33 `else` belongs to the `if` before it: no `;` between `}` and `else`"
    ),
    "else { _result_ := 1 }": "1:1 this `else` has no `if` with braces before it",
    "if (true) then { }; _result_ := 1": "1:18 there is nothing between these braces: write a statement",
    "_result_ := if (true) then { 1 } else { 2 }": (
        "1:13 `if` is a statement and has no value: assign inside its braces"
    ),
    "for (_x_ = 0; _x_ < 3; _x_++) { _result_ := 1 }": (
        "1:1 there is no `for`: declare a variable, and count it up in while (…) do { … }"
    ),
    "{ _result_ := 1 }": "1:1 braces stand after `then`, `else` and `do` only",
    # brackets, values and separators
    "_result_ := (3 + 4": "1:13 this `(` is never closed: a `)` is missing",
    "_result_ := 3 + 4)": "1:18 this `)` closes nothing",
    "if (_x_ = (3) then { _result_ := 1 }": "1:4 this `(` is never closed: a `)` is missing",
    "if (true) then { _result_ := 1": "1:16 this `{` is never closed: a `}` is missing",
    "_result_ := 1 }": "1:15 this `}` closes nothing",
    "_result_ := 3 +": "1:16 a value is missing before the end of the program",
    "_result_ := * 3": "1:13 a value is missing before `*`",
    "_result_ := 3 4": "1:15 an operator is missing between `3` and `4`",
    "_result_ := charToInt 'a'": "1:13 `charToInt` needs brackets: charToInt('a')",
    "_x_ := 1\n_result_ := 2": "1:9 a `;` is missing between `1` and `_result_`",
    "if (true) then { _result_ := 1 }\n_x_ := 2": "1:33 a `;` is missing between `}` and `_x_`",
    "_result_ := 1;; _x_ := 2": "1:15 one `;` is enough: there is no statement between these two",
    "_result_ := 1;;": "1:15 one `;` is enough: there is no statement between these two",
    "; _result_ := 1": "1:1 there is no statement before this `;`",
    "true := 3; _result_ := 1": "1:1 a statement is expected here (v := …, declare v, if, while), not `true`",
    "": "1:1 the program is empty: write _result_ := …",
    " \r\n ": "2:2 the program is empty: write _result_ := …",
}


@pytest.mark.parametrize(("source", "message"), ONE_MISTAKE.items(), ids=range(len(ONE_MISTAKE)))
def test_one_mistake_gives_one_message_that_helps(source: str, message: str) -> None:
    assert messages(source) == [message]


def test_all_mistakes_are_told_at_once_those_of_meaning_too() -> None:
    source = """\
declare v := 3
if (v == _x_ && ~done) then {
  _result_ := abs(v)
} else if (_x_ = _pos_) then {
  _result_ = 'a'
}"""
    assert messages(source) == [
        "1:11 `declare` gives no value: write declare v; v := …",
        "1:15 a `;` is missing between `3` and `if`",
        "2:7 `==` is not in the language: write `=`",
        "2:14 `&&` is not in the language: write `/\\`",
        "2:18 `done` is not declared here; `declare done;` before this makes a variable of it",
        "2:18 `~` takes a truth value; `done` is a number: compare it with something, as in done <> 0",
        "3:15 there is no function `abs`: write if (x < 0) then { x := -x }",
        "4:8 `else` needs braces: else { if … }",
        "4:18 `_pos_` is for square programs; a board program reads `_x_` and `_y_`",
        "5:12 `=` compares; `:=` assigns",
        "5:14 a variable holds a number; 'a' is a character: charToInt('a') gives its number",
    ]


def test_a_declared_name_is_not_taken_for_a_foreign_word() -> None:
    source = "declare not; declare If; not := 1; _result_ := not + If +"
    assert messages(source) == ["1:58 a value is missing before the end of the program"]


def test_a_file_that_is_no_program_gives_a_limited_number_of_messages() -> None:
    assert len(messages("@ " * 10_000)) == 25


PIECES = [
    *"( ) { } ; := = < - + * / % ~ , : ' \" ! ? [ ] . # ' ' 'a' 'ab' == && || ++ -- // \n".split(" "),
    *"declare if then else while do true false and not or return int for elif IF x _x_ _result_".split(),
    *"pointValue wordLength charToInt 3 15 99999999999999999999 \r\n \t 𝕏 é /\\ \\/ <> >= ’".split(" "),
]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join))
def test_no_soup_of_tokens_does_worse_than_messages_inside_the_source(source: str) -> None:
    try:
        load_program(source, Kind.SQUARE, "prog")
    except ProgramErrors as errors:
        lines = source.split("\n")
        assert errors.diagnostics
        for item in errors.diagnostics:
            assert 1 <= item.line <= len(lines)
            assert 1 <= item.column <= len(lines[item.line - 1]) + 1
            assert item.message


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([*PIECES, *"+-:='\"|&!#/\\"]), max_size=8).map("".join),
    st.sampled_from(["", "_result_ := 1"]),
)
def test_nothing_is_set_right_without_a_word(soup: str, rest: str) -> None:
    try:
        program = load_program(f"{soup};{rest}", Kind.SQUARE, "prog")
    except ProgramErrors as errors:
        assert errors.diagnostics
    else:
        assert not any(isinstance(node, Hole) for node, _ in nodes(program.tree))


@settings(max_examples=300)
@given(st.text(max_size=30))
def test_no_text_does_worse_than_messages(source: str) -> None:
    with pytest.raises(ProgramErrors):
        load_program(source, Kind.SQUARE, "prog")
