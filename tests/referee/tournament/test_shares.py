"""Shares and means of pairs: their intervals hold the truth as often as they claim, by simulation."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.shares import (
    OUTCOMES,
    mean_interval,
    share_interval,
    share_of_elo,
    student95,
)


def test_400_elo_are_ten_points_to_one() -> None:
    assert share_of_elo(0) == 0.5
    assert share_of_elo(400) == pytest.approx(10 / 11)
    assert share_of_elo(-400) == pytest.approx(1 / 11)


def test_a_clean_sweep_has_a_share_with_a_lower_bound() -> None:
    sweep = share_interval([1.0] * 10)
    assert sweep.value == sweep.high == 1.0
    assert 0.7 < sweep.low < 0.95


def test_nothing_played_says_nothing() -> None:
    assert (share_interval([]).low, share_interval([]).high) == (0.0, 1.0)
    assert math.isnan(mean_interval([]).value)
    assert mean_interval([3.0]).high == math.inf


@given(st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=50))
def test_the_interval_lies_in_the_unit_and_around_the_share(shares: list[float]) -> None:
    interval = share_interval(shares)
    assert 0 <= interval.low <= interval.value + 1e-12
    assert interval.value - 1e-12 <= interval.high <= 1
    assert interval.high - interval.low > 0


@pytest.mark.parametrize("weights", [(1, 0, 2, 0, 1), (1, 4, 20, 6, 2), (1, 0, 8, 0, 40)])
@pytest.mark.parametrize("pairs", [8, 10, 60])
def test_the_interval_of_the_share_holds_the_truth_as_often_as_it_claims(
    weights: tuple[int, ...], pairs: int
) -> None:
    dice = random.Random(f"{weights} {pairs}")
    true = sum(weight * share for weight, share in zip(weights, OUTCOMES, strict=True)) / sum(weights)
    held = 0
    for _ in range(1000):
        interval = share_interval(dice.choices(OUTCOMES, weights, k=pairs))
        held += interval.low <= true <= interval.high
    assert 0.93 <= held / 1000 <= 0.995


@pytest.mark.parametrize(
    ("freedom", "published"),
    [
        (1, 12.706),
        (2, 4.303),
        (4, 2.776),
        (5, 2.571),
        (6, 2.447),
        (7, 2.365),
        (9, 2.262),
        (20, 2.086),
        (60, 2.000),
    ],
)
def test_students_figures_are_those_of_the_tables(freedom: int, published: float) -> None:
    assert student95(freedom) == pytest.approx(published, abs=1e-3)


@pytest.mark.parametrize("count", [2, 3, 5, 20])
def test_the_interval_of_a_mean_holds_the_truth_as_often_as_it_claims(count: int) -> None:
    dice = random.Random(count)
    intervals = [mean_interval([dice.gauss(400, 60) for _ in range(count)]) for _ in range(2000)]
    held = sum(interval.low <= 400 <= interval.high for interval in intervals)
    assert 0.935 <= held / 2000 <= 0.965


def test_the_interval_of_a_mean_is_the_textbook_one() -> None:
    # 1..10: mean 5.5, s = 3.0277, standard error 0.9574
    interval = mean_interval([float(value) for value in range(1, 11)])
    assert (interval.value, interval.high - interval.value) == pytest.approx(
        (5.5, 2.26216 * 0.95743), abs=1e-3
    )
