"""No run of a square program goes farther from 0 than its envelope says, whatever the points so far."""

from unittest import mock

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.faults import Stop
from scrabble_util.dsl.program import Kind, load_program
from scrabble_util.dsl.walk import walk
from scrabble_util.movegen.envelope import MAX_ROUNDS, Envelope, envelope
from scrabble_util.types import Letter
from tests.support.programs import BUDGET, DEEP, calculations, programs

MOST_POINTS, LONGEST = 10, 7


def found(source: str) -> Envelope | None:
    return envelope(load_program(source, Kind.SQUARE, "p").tree, MOST_POINTS, LONGEST)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("_result_ := _acc_ + 3 * pointValue(_pos_)", (1, 3, 0)),
        ("_result_ := _acc_ * -2 + 5", (2, 0, 5)),
        ("_result_ := _acc_ / 4", (1, 0, 0)),
        ("_result_ := (_acc_ + 7) % 5", (1, 0, 5)),
        ("_result_ := _acc_ + pointValue(_pos_ - 1)", (1, 0, 10)),
        ("_result_ := _acc_ + wordLength * 2", (1, 0, 14)),
        ("if (isVowel(charValue(_pos_))) then { _result_ := 3 * _acc_ } else { _result_ := 7 }", (3, 0, 7)),
        ("if (wordLength > 9) then { _result_ := 100 * _acc_ } else { _result_ := _acc_ }", (1, 0, 0)),
        ("if (_acc_ > 20) then { _result_ := 5 * _acc_ } else { _result_ := _acc_ }", (5, 0, 0)),
        ("declare i; while (i < wordLength) do { _result_ := _result_ + pointValue(i); i := i + 1 }", (1, 0, 70)),
        ("if (wordLength > 3 /\\ wordLength <= 5) then { _result_ := 1 } else { _result_ := _pos_ }", (1, 0, 6)),
        ("if (_pos_ > 2 /\\ _pos_ <= 4) then { _result_ := _pos_ }", (1, 0, 4)),
        ("_result_ := 9; if (~(_pos_ < 9)) then { _result_ := 100 }", (1, 0, 9)),
        ("if (_pos_ = 3) then { _result_ := _pos_ } else { _result_ := 3 }", (1, 0, 3)),
        ("if (isVowel('a')) then { _result_ := 1 } else { _result_ := 2 }", (1, 0, 1)),
        ("declare a; if (_acc_ > 3) then { declare a; a := 9 }; _result_ := a", (1, 0, 0)),
        ("declare i; while (i < 90000) do { i := i + 1 }; _result_ := 4", (1, 0, 4)),
        ("declare i; while (i < 90000) do { i := i + 1 }; _result_ := i", None),
        ("while (true) do { _result_ := 1 }", (1, 0, 0)),
        ("_result_ := charToInt('a') + charToInt(toUpper('a'))", (1, 0, 162)),
        ("_result_ := 1 / 0", None),
        ("_result_ := _acc_ * _acc_", None),
        ("_result_ := _acc_ * pointValue(_pos_)", None),
        ("while (_acc_ < 1000) do { _acc_ := _acc_ + 1 }; _result_ := _acc_", None),
        ("_result_ := 1099511627777", None),
    ],
)  # fmt: skip
def test_examples(source: str, expected: tuple[int, int, int] | None) -> None:
    assert found(source) == (None if expected is None else Envelope(*expected))


@pytest.mark.parametrize("name", DEEP)
def test_deep_and_long_programs_are_followed_too(name: str) -> None:
    bound = found(DEEP[name])
    result = walk(load_program(DEEP[name], Kind.SQUARE, "p").tree, Kind.SQUARE, (3, 7), [("A", 1)] * 4)
    assert bound is None or abs(result) <= 7 * bound.acc + bound.points + bound.constant


@given(
    programs(Kind.SQUARE) | calculations(Kind.SQUARE),
    st.integers(-(1 << 31), 1 << 31) | st.integers(-50, 50),
    st.lists(
        st.builds(Letter, st.sampled_from("AEKZé1"), st.integers(-MOST_POINTS, MOST_POINTS)),
        min_size=2,
        max_size=LONGEST,
    ),
    st.sampled_from([2, MAX_ROUNDS]),
    st.data(),
)
@settings(max_examples=500)
def test_every_run_stays_inside(
    source: str, acc: int, word: list[Letter], followed: int, data: st.DataObject
) -> None:
    program = load_program(source, Kind.SQUARE, "p")
    # Fewer rounds than the run may make: then anything may be in what a loop assigns.
    with mock.patch("scrabble_util.movegen.envelope.MAX_ROUNDS", followed):
        bound = envelope(program.tree, MOST_POINTS, LONGEST)
    event("bounded" if bound else "not bounded")
    if bound is None:
        return
    index = data.draw(st.integers(0, len(word) - 1))
    try:
        result = walk(program.tree, Kind.SQUARE, (index, acc), word, BUDGET)
    except Stop:
        result = acc
    assert abs(result) <= bound.acc * abs(acc) + bound.points * abs(word[index].points) + bound.constant
