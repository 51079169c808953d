"""What the pairs of two bots say about them: their share of the points and other means, with intervals.

Two games make a pair, and a pair gives its first bot 0, ¼, ½, ¾ or 1. The interval of the share is Wilson's, which
stays honest for few pairs and for one-sided ones.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournament.ratings import Z95

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can give, in the order fishtest prints its counts."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def share_interval(shares: Sequence[float], games_each: int = 2) -> Interval:
    """Return the mean of shares (each of a pair, from 0 to 1) with Wilson's interval.

    The spread between pairs is measured as a part ρ of what a single game won or lost would have. One
    imaginary pair of independent games is added to it, so that a few equal pairs do not look like certainty.
    """
    n = len(shares)
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    mean = sum(shares) / n
    widest = mean * (1 - mean)
    rho = 1 / games_each
    if widest > 0:
        variance = sum((share - mean) ** 2 for share in shares) / n
        rho = (n * variance / widest + 1 / games_each) / (n + 1)
    reach = rho * Z95**2 / n
    middle = (mean + reach / 2) / (1 + reach)
    half = math.sqrt(reach * widest + reach**2 / 4) / (1 + reach)
    return Interval(mean, max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean with its interval from the spread of the values; no interval for fewer than two."""
    n = len(values)
    if n == 0:
        return Interval(math.nan, math.nan, math.nan)
    mean = sum(values) / n
    if n == 1:
        return Interval(mean, -math.inf, math.inf)
    half = Z95 * math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return Interval(mean, mean - half, mean + half)


def share_of_elo(elo: float) -> float:
    """Return the share of the points one expects who is better by so many Elo."""
    return 1 / (1 + 10 ** (-elo / 400))
