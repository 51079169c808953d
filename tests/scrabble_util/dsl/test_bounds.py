"""No run of a program gives a result outside its bounds, or fails where that was said to be impossible."""

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.bounds import (
    ANY,
    Finding,
    Interval,
    analyse,
    quotients,
    remainders,
    square_bounds,
)
from scrabble_util.dsl.faults import INT_MAX, INT_MIN, Stop, divide, remainder
from scrabble_util.dsl.program import Kind, load_program
from scrabble_util.dsl.walk import Word, walk
from tests.support.programs import BUDGET, DEEP, VALUES, WORDS, calculations, programs

POS, ACC, POINTS, LENGTH = Interval(0, 6, is_index=True), Interval(0, 30), Interval(0, 10), Interval(2, 7)


def found(source: str) -> Finding:
    """Bound a program on words of two to seven letters of at most ten points, with at most 30 so far."""
    return analyse(load_program(source, Kind.SQUARE, "p").tree, Kind.SQUARE, [POS, ACC], POINTS, LENGTH)


def result(expression: str) -> tuple[int, int]:
    finding = found(f"_result_ := {expression}")
    assert finding.result is not None
    return finding.result.low, finding.result.high


@pytest.mark.parametrize(
    ("expression", "low", "high"),
    [
        ("_acc_ + 3 * pointValue(_pos_)", 0, 60),
        ("_acc_ * -2 + 5", -55, 5),
        ("-_acc_ - - -1", -31, -1),
        ("_acc_ / 4", 0, 7),
        ("(0 - _acc_) / 4", -7, 0),
        ("_acc_ / (_pos_ - 3)", -30, 30),
        ("_acc_ % 7", 0, 6),
        ("(_acc_ - 10) % 7", -6, 6),
        ("(_acc_ - 3) % 100", -3, 27),
        ("5 % (_pos_ + 2)", 0, 5),
        ("wordLength * _pos_", 0, 42),
        ("charToInt('a') + charToInt(toUpper('a'))", 162, 162),
        ("charToInt(intToChar(_acc_ - 5))", 0, 25),
        ("_acc_ * _acc_ * _acc_ * _acc_ * _acc_ * _acc_ * _acc_ * _acc_ * _acc_ * _acc_ * _acc_", 0, 30**11),
        ("_acc_ * 9223372036854775807", INT_MIN, INT_MAX),
        ("-9223372036854775808 / (_pos_ - 1)", INT_MIN, INT_MAX),
    ],
)
def test_expressions(expression: str, low: int, high: int) -> None:
    assert result(expression) == (low, high)


@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        ("if (wordLength >= 6) then { _result_ := _acc_ * 2 } else { _result_ := _acc_ }", 0, 60),
        ("if (wordLength < 2) then { _result_ := 99 } else { _result_ := 1 }", 1, 1),
        ("if (_acc_ > 10 /\\ _acc_ <= 20) then { _result_ := _acc_ }", 0, 20),
        ("_result_ := 15; if (_acc_ > 10 /\\ _acc_ <= 20) then { _result_ := _acc_ }", 11, 20),
        ("_result_ := 30; if (_acc_ <= 10 \\/ 25 < _acc_) then { _result_ := _acc_ }", 0, 30),
        ("_result_ := 9; if (~(_acc_ < 9)) then { _result_ := _acc_ }", 9, 30),
        ("if (_acc_ = 7) then { _result_ := _acc_ } else { _result_ := 7 }", 7, 7),
        ("if (isVowel('a')) then { _result_ := 1 } else { _result_ := 2 }", 1, 1),
        ("if (isVowel(charValue(_pos_))) then { _result_ := 1 } else { _result_ := 2 }", 1, 2),
        ("declare i; while (i < 5) do { i := i + 1; _result_ := _result_ + 2 }", 10, 10),
        ("declare i; while (i < wordLength) do { _result_ := _result_ + pointValue(i); i := i + 1 }", 0, 70),
        ("while (_acc_ > 0) do { _acc_ := _acc_ - 1; _result_ := _result_ + 1 }", 0, 30),
        ("declare a; if (_acc_ > 3) then { declare a; a := 9 }; _result_ := a", 0, 0),
    ],
)
def test_statements_that_cannot_fail(source: str, low: int, high: int) -> None:
    assert found(source) == Finding(Interval(low, high), may_fail=False)


@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        ("_result_ := pointValue(_pos_ + 1)", 0, 10),
        ("_result_ := 30 / _acc_", 1, 30),
        ("_result_ := charToInt(intToChar(_acc_ - 1))", 0, 29),
        ("if (_acc_ > 3) then { _result_ := 1 / 0 } else { _result_ := 2 }", 2, 2),
        ("_result_ := 1; while (_acc_ <> 3) do { _acc_ := _acc_ + 1 }", 1, 1),
    ],
)
def test_what_may_fail_is_bounded_where_it_does_not(source: str, low: int, high: int) -> None:
    assert found(source) == Finding(Interval(low, high), may_fail=True)


@pytest.mark.parametrize(
    "source",
    [
        "_result_ := 1 / 0",
        "_result_ := pointValue(7)",
        "_result_ := pointValue(0 - wordLength)",
        "while (true) do { _result_ := 1 }",
        "if (_acc_ < 9) then { _result_ := 1 % 0 } else { _result_ := charToInt(intToChar(70000)) }",
        "while (1 / 0 = 1) do { _result_ := 1 }",
    ],
)
def test_what_always_fails_has_no_result(source: str) -> None:
    assert found(source) == Finding(None, may_fail=True)


def test_a_loop_that_goes_on_for_long_keeps_what_it_does_not_assign() -> None:
    long = "declare i; declare j; j := 4; while (i < 90000) do { i := i + 1 }; _result_ := "
    assert found(long + "j") == Finding(Interval(4, 4), may_fail=True)
    assert found(long + "i") == Finding(Interval(90000, INT_MAX), may_fail=True)


def test_a_failing_square_leaves_the_points_as_they_were() -> None:
    always = load_program("_result_ := 1 / 0", Kind.SQUARE, "p").tree
    perhaps = load_program("_result_ := 100 + pointValue(_pos_ - 1)", Kind.SQUARE, "p").tree
    assert square_bounds(always, POS, ACC, POINTS, LENGTH) == ACC
    assert square_bounds(perhaps, POS, ACC, POINTS, LENGTH) == Interval(0, 110)


@pytest.mark.parametrize("name", DEEP)
def test_deep_and_long_programs_are_bounded_too(name: str) -> None:
    block = load_program(DEEP[name], Kind.SQUARE, "p").tree
    assert walk(block, Kind.SQUARE, (3, 7), [("A", 1)] * 4) in square_bounds(block, POS, ACC, POINTS, LENGTH)


def interval(draw: st.DrawFn, around: list[int]) -> Interval:
    """Draw an interval that holds these numbers, often a little more, sometimes every number."""
    if draw(st.booleans()):
        return Interval(min(around), max(around))
    if draw(st.booleans()):
        return ANY
    low, high = min(around) - draw(st.integers(0, 5)), max(around) + draw(st.integers(0, 5))
    return Interval(max(low, INT_MIN), min(high, INT_MAX))


ENDS = st.tuples(*[st.one_of(st.integers(-9, 9), VALUES)] * 3).map(sorted)


@settings(max_examples=300, deadline=None)
@given(ENDS, ENDS)
def test_quotients_and_remainders_lie_inside_whatever_the_signs(left: list[int], right: list[int]) -> None:
    (low, a, high), (below, b, above) = left, right
    assume(b != 0)
    assert divide(a, b, 0) in quotients(Interval(low, high), Interval(below, above))
    assert remainder(a, b, 0) in remainders(Interval(low, high), Interval(below, above))


SQUARE_PROGRAMS = st.one_of(programs(Kind.SQUARE, size=3), calculations(Kind.SQUARE))


@settings(max_examples=500, deadline=None)
@given(st.data(), SQUARE_PROGRAMS, VALUES, WORDS)
def test_every_run_of_a_square_program_lies_inside(
    data: st.DataObject, source: str, acc: int, word: Word
) -> None:
    program = load_program(source, Kind.SQUARE, "p")
    accs = data.draw(st.composite(lambda draw: interval(draw, [acc]))())
    points = data.draw(st.composite(lambda draw: interval(draw, [value for _, value in word]))())
    length = data.draw(st.composite(lambda draw: interval(draw, [len(word)]))())
    pos = Interval(0, len(word) - 1, is_index=True)
    followed = data.draw(
        st.sampled_from([2, BUDGET])
    )  # fewer rounds than the run may make: loops are widened
    finding = analyse(program.tree, Kind.SQUARE, [pos, accs], points, length, followed)
    bounds = square_bounds(program.tree, pos, accs, points, length, followed)
    event("bounded" if bounds.is_bounded else "any number")
    for index in range(len(word)):
        try:
            value = walk(program.tree, Kind.SQUARE, (index, acc), word, BUDGET)
        except Stop:
            assert finding.may_fail
            assert acc in bounds
        else:
            assert finding.result is not None and value in finding.result
            assert value in bounds


@settings(max_examples=200, deadline=None)
@given(programs(Kind.BOARD, size=3), VALUES, VALUES, st.integers(0, 3), st.sampled_from([2, BUDGET]))
def test_every_run_of_a_board_program_lies_inside(
    source: str, x: int, y: int, more: int, followed: int
) -> None:
    program = load_program(source, Kind.BOARD, "prog")
    inputs = [Interval(x, min(x + more, INT_MAX)), Interval(y, y)]
    finding = analyse(program.tree, Kind.BOARD, inputs, budget=followed)
    for column in range(inputs[0].low, inputs[0].high + 1):
        try:
            value = walk(program.tree, Kind.BOARD, (column, y), (), BUDGET)
        except Stop:
            assert finding.may_fail
        else:
            assert finding.result is not None and value in finding.result
