"""Elo of two bots from their pairs, against the figures of fastchess's own tests; intervals by simulation."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.elo import (
    OUTCOMES,
    Pentanomial,
    chance_of_superiority,
    elo_and_error,
    elo_of_share,
    mean_interval,
    normalised_elo,
    pentanomial,
    share_interval,
    share_of_elo,
)

# fastchess, app/tests/elo_test.cpp: (counts, nElo, its error, Elo, its error, chance of superiority).
PUBLISHED = [
    ((34, 54, 63, 64, 75), 57.94, 28.28, 55.58, 27.65, 1.0),
    ((332, 433, 498, 333, 334), -9.17, 10.96, -8.64, 10.33, 0.0505),
    ((7895, 8757, 5685, 568, 9999), -19.01, 2.65, -21.04, 2.95, 0.0),
]


@pytest.mark.parametrize(("counts", "nelo", "nelo_error", "elo", "elo_error", "los"), PUBLISHED)
def test_elo_is_what_fastchess_publishes(
    counts: tuple[int, int, int, int, int],
    nelo: float,
    nelo_error: float,
    elo: float,
    elo_error: float,
    los: float,
) -> None:
    pairs = Pentanomial(counts)
    assert normalised_elo(pairs) == pytest.approx((nelo, nelo_error), abs=0.006)
    assert elo_and_error(pairs) == pytest.approx((elo, elo_error), abs=0.006)
    assert chance_of_superiority(pairs) == pytest.approx(los, abs=5e-5)


@given(st.floats(-800, 800))
def test_share_and_elo_are_inverse(elo: float) -> None:
    assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_clean_sweep_has_infinite_elo_and_a_share_with_a_lower_bound() -> None:
    assert elo_of_share(1.0) == math.inf
    assert elo_of_share(0.0) == -math.inf
    sweep = share_interval([1.0] * 10)
    assert sweep.value == sweep.high == 1.0
    assert 0.7 < sweep.low < 0.95


def test_counts_are_read_from_the_shares_of_pairs() -> None:
    pairs = pentanomial([0.0, 0.5, 0.5, 0.75, 1.0, 1.0])
    assert pairs.counts == (1, 0, 2, 1, 2)
    assert pairs.won_drawn_lost() == (3, 2, 1)
    assert pairs.mean == pytest.approx(3.75 / 6)


def test_nothing_played_says_nothing() -> None:
    assert (share_interval([]).low, share_interval([]).high) == (0.0, 1.0)
    assert math.isnan(mean_interval([]).value)
    assert mean_interval([3.0]).high == math.inf


def test_one_sided_or_equal_pairs_have_a_superiority_without_dividing_by_nothing() -> None:
    assert chance_of_superiority(Pentanomial((0, 0, 0, 0, 5))) == 1.0
    assert chance_of_superiority(Pentanomial((0, 0, 5, 0, 0))) == 0.5
    assert normalised_elo(Pentanomial((5, 0, 0, 0, 0))) == (-math.inf, math.inf)


@given(st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=50))
def test_the_interval_lies_in_the_unit_and_around_the_share(shares: list[float]) -> None:
    interval = share_interval(shares)
    assert 0 <= interval.low <= interval.value + 1e-12
    assert interval.value - 1e-12 <= interval.high <= 1
    assert interval.high - interval.low > 0


@pytest.mark.parametrize("weights", [(1, 0, 2, 0, 1), (1, 4, 20, 6, 2), (1, 0, 8, 0, 40)])
@pytest.mark.parametrize("pairs", [10, 60])
def test_the_interval_of_the_share_holds_the_truth_as_often_as_it_claims(
    weights: tuple[int, ...], pairs: int
) -> None:
    dice = random.Random(f"{weights} {pairs}")
    true = sum(weight * share for weight, share in zip(weights, OUTCOMES, strict=True)) / sum(weights)
    held = 0
    for _ in range(1000):
        interval = share_interval(dice.choices(OUTCOMES, weights, k=pairs))
        held += interval.low <= true <= interval.high
    assert 0.93 <= held / 1000 <= 0.985


def test_the_interval_of_a_mean_is_the_textbook_one() -> None:
    # 1..10: mean 5.5, s = 3.0277, standard error 0.9574
    interval = mean_interval([float(value) for value in range(1, 11)])
    assert (interval.value, interval.high - interval.value) == pytest.approx(
        (5.5, 1.95996 * 0.95743), abs=1e-4
    )
