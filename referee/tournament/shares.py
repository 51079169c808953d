"""What the pairs of two bots say about them: their share of the points and other means, with intervals.

Two games make a pair, and a pair gives its first bot 0, ¼, ½, ¾ or 1. The interval of the share is Wilson's, which
stays honest for one-sided pairs. The spread is itself an estimate, and a poor one for few pairs: so all intervals are
as wide as Student's distribution says.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournament.ratings import Z95

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can give, in the order fishtest prints its counts."""
_FEW_DEGREES = (12.7062, 4.3027, 3.1824, 2.7764)
"""Student's figures for 1 to 4 degrees of freedom."""


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
    reach = rho * student95(n) ** 2 / n
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
    half = student95(n - 1) * math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return Interval(mean, mean - half, mean + half)


def student95(freedom: int) -> float:
    """Return by how many standard errors 95 % of Student's distribution reach to each side of its middle.

    By the expansion of Fisher and Cornish in powers of 1 / freedom, which is good to a thousandth from 5 on.
    """
    if freedom <= len(_FEW_DEGREES):
        return _FEW_DEGREES[freedom - 1]
    z, n = Z95, freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / n**power for power, term in enumerate(terms, start=1))


def share_of_elo(elo: float) -> float:
    """Return the share of the points one expects who is better by so many Elo."""
    return 1 / (1 + 10 ** (-elo / 400))
