"""Whatever is computed from numbers of two intervals lies in the interval that was said."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.faults import divide, remainder
from scrabble_util.dsl.intervals import CONTRARY, Interval, compared, quotients, remainders
from scrabble_util.dsl.walk import compare
from tests.support.programs import VALUES

ENDS = st.tuples(*[st.one_of(st.integers(-9, 9), VALUES)] * 3).map(sorted)


@settings(max_examples=300)
@given(ENDS, ENDS)
def test_quotients_and_remainders_lie_inside_whatever_the_signs(left: list[int], right: list[int]) -> None:
    (low, a, high), (below, b, above) = left, right
    assume(b != 0)
    assert divide(a, b, 0) in quotients(Interval(low, high), Interval(below, above))
    assert remainder(a, b, 0) in remainders(Interval(low, high), Interval(below, above))


@settings(max_examples=300)
@given(ENDS, ENDS, st.sampled_from(sorted(CONTRARY)))
def test_numbers_for_which_a_comparison_holds_are_left(
    left: list[int], right: list[int], symbol: str
) -> None:
    (low, a, high), (below, b, above) = left, right
    holding = symbol if compare(symbol, a, b) else CONTRARY[symbol]
    narrow = compared(holding, Interval(low, high), Interval(below, above))
    assert narrow is not None
    assert a in narrow[0]
    assert b in narrow[1]


def test_a_comparison_that_cannot_hold_leaves_nothing() -> None:
    for symbol, left, right in (
        ("=", (1, 3), (4, 9)),
        ("<>", (2, 2), (2, 2)),
        ("<", (4, 9), (1, 4)),
        (">=", (1, 3), (4, 9)),
    ):
        assert compared(symbol, Interval(*left), Interval(*right)) is None


def test_a_comparison_narrows_both_sides() -> None:
    assert compared("<", Interval(0, 9), Interval(-5, 5)) == (Interval(0, 4), Interval(1, 5))
    assert compared(">=", Interval(0, 9), Interval(5, 20)) == (Interval(5, 9), Interval(5, 9))
    assert compared("=", Interval(0, 9), Interval(7, 20)) == (Interval(7, 9), Interval(7, 9))
