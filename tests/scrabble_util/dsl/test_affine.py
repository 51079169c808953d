"""A square program that only multiplies and adds is recognised, whatever it looks like, and no other is."""

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.affine import Affine, affine
from scrabble_util.dsl.faults import wrap
from scrabble_util.dsl.program import Kind, load_program
from scrabble_util.dsl.walk import Word
from tests.support.programs import DEEP, VALUES, WORDS, programs


def found(source: str) -> Affine | None:
    return affine(load_program(source, Kind.SQUARE, "p").tree)


@pytest.mark.parametrize(
    ("source", "m", "k", "c"),
    [
        ("_result_ := pointValue(_pos_) + _acc_", 1, 1, 0),
        ("_result_ := _acc_ + 3 * pointValue(_pos_)", 1, 3, 0),
        ("_result_ := _acc_ * 2", 2, 0, 0),
        ("_result_ := 7", 0, 0, 7),
        ("_result_ := -(_acc_ - 5) * 2 + 1", -2, 0, 11),
        ("_result_ := (_acc_ + _pos_) * 3 - _pos_ * 3", 3, 0, 0),
        ("_result_ := wordLength * 2 - (wordLength + wordLength)", 0, 0, 0),
        ("declare p; p := pointValue(_pos_); p := p + p; _result_ := _acc_ + p", 1, 2, 0),
        ("declare i; i := _pos_; _pos_ := 0; _result_ := pointValue(i + _pos_)", 0, 1, 0),
        ("if (2 > 1 /\\ ~isVowel('x')) then { _result_ := _acc_ } else { _result_ := 1 / 0 }", 1, 0, 0),
        ("declare i; while (i < 3) do { i := i + 1; _result_ := _result_ + _acc_ }", 3, 0, 0),
        ("if (wordLength > 5) then { _result_ := _acc_ } else { _result_ := _acc_ }", 1, 0, 0),
        ("_result_ := _acc_; if (wordLength > 5 \\/ true) then { _result_ := _acc_ * 2 }", 2, 0, 0),
        ("if (_acc_ = _acc_) then { _result_ := 4 }", 0, 0, 4),
        ("_result_ := _acc_ * 4611686018427387904 * 4 + 1", 0, 0, 1),
        ("_result_ := 17 / 5 + 17 % 5", 0, 0, 5),
        ("_result_ := charToInt(toUpper('a'))", 0, 0, 65),
        # not affine, or not surely
        ("_result_ := _acc_ * _acc_", None, None, None),
        ("_result_ := _acc_ / 2", None, None, None),
        ("_result_ := _pos_", None, None, None),
        ("_result_ := wordLength", None, None, None),
        ("_result_ := pointValue(0)", None, None, None),
        ("_result_ := pointValue(_pos_ + 1)", None, None, None),
        ("_result_ := charToInt(charValue(_pos_))", None, None, None),
        (
            "if (isVowel(charValue(_pos_))) then { _result_ := _acc_ * 2 } else { _result_ := 1 }",
            None,
            None,
            None,
        ),
        ("if (_acc_ < 5) then { _result_ := 1 }", None, None, None),
        ("if (wordLength > 5) then { _acc_ := 1 / 0 }; _result_ := 1", None, None, None),
        ("if (wordLength > 5 /\\ 1 / 0 = 1) then { _acc_ := 1 }; _result_ := 1", None, None, None),
        ("_result_ := 1; _acc_ := 1 / (_pos_ + 1)", None, None, None),
        ("_result_ := charToInt(intToChar(_acc_))", None, None, None),
        ("while (_result_ < 5000) do { _result_ := _result_ + 1 }", None, None, None),
        ("while (true) do { _result_ := _acc_ }", None, None, None),
    ],
)
def test_the_multipliers_and_the_addend(source: str, m: int | None, k: int | None, c: int | None) -> None:
    expected = None if m is None or k is None or c is None else Affine(m, k, c)
    assert found(source) == expected


def test_a_board_program_is_not_asked() -> None:
    assert affine(load_program("_result_ := 1", Kind.BOARD, "prog").tree, Kind.BOARD) is None


@pytest.mark.parametrize(
    ("name", "m"), [("chain of products", 3**2000), ("long else", 1), ("brackets", None)]
)
def test_deep_and_long_programs_are_looked_at_too(name: str, m: int | None) -> None:
    source = DEEP[name].replace("_pos_ = 9", "1 = 9")
    assert found(source) == (None if m is None else Affine(wrap(m), 0, 0))


LETTER = "pointValue(_pos_)"
TERMS = st.sampled_from(["_acc_", LETTER, "v", "_result_", "2", "-3", "9223372036854775807", "wordLength"])
LINES = st.one_of(
    st.builds("v := {} + {}".format, TERMS, TERMS),
    st.builds("v := {} - ({})".format, TERMS, TERMS),
    st.builds("_result_ := {} * {}".format, st.sampled_from(["2", "-1", "v"]), TERMS),
    st.builds("if ({} <= 2) then {{ _result_ := v }}".format, TERMS),
    st.builds("if (wordLength < 3) then {{ v := {} }} else {{ v := {} }}".format, TERMS, TERMS),
    st.builds("_result_ := _result_ + {}".format, TERMS),
)


def check(source: str, acc: int, word: Word) -> None:
    program = load_program(source, Kind.SQUARE, "p")
    linear = affine(program.tree)
    event("affine" if linear else "not affine")
    if linear is not None:
        for pos, (_, points) in enumerate(word):
            assert program.run((pos, acc), word) == linear.apply(acc, points)


@settings(max_examples=300)
@given(st.lists(LINES, min_size=1, max_size=6), VALUES, WORDS)
def test_what_is_called_affine_gives_what_the_program_gives(lines: list[str], acc: int, word: Word) -> None:
    check("; ".join(["declare v", *lines, "_result_ := _result_ + v"]), acc, word)


@settings(max_examples=150)
@given(programs(Kind.SQUARE, size=2), VALUES, WORDS)
def test_any_program_that_is_called_affine_is(source: str, acc: int, word: Word) -> None:
    check(source, acc, word)
