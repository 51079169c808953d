"""What the pairs of two bots say about them: the share of the points, Elo, normalised Elo, with intervals.

Two games make a pair, and a pair gives its first bot 0, ¼, ½, ¾ or 1: five outcomes, the *pentanomial*. The
formulas are those of fastchess and fishtest (Van den Bergh, "Comments on normalized Elo"); the interval of
the share is Wilson's, which stays honest for few pairs and for one-sided ones.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.tournament.ratings import ELO, Z95

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can give, in the order fishtest prints its counts."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Pentanomial:
    """How many pairs gave 0, ¼, ½, ¾ and 1 to the bot in question."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The share of the points: ½ where nobody is better (and where nothing was played)."""
        return _mean(self.counts) if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """The variance of a pair's share."""
        mean = self.mean
        return sum(
            count * (share - mean) ** 2 for count, share in zip(self.counts, OUTCOMES, strict=True)
        ) / max(self.pairs, 1)

    def won_drawn_lost(self) -> tuple[int, int, int]:
        """Return how many pairs were won, drawn and lost."""
        lost, narrowly_lost, drawn, narrowly_won, won = self.counts
        return won + narrowly_won, drawn, lost + narrowly_lost


def pentanomial(shares: Iterable[float]) -> Pentanomial:
    """Count the outcomes of pairs."""
    counts = [0] * len(OUTCOMES)
    for share in shares:
        counts[OUTCOMES.index(share)] += 1
    return Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))


def _mean(counts: Sequence[int]) -> float:
    return sum(count * share for count, share in zip(counts, OUTCOMES, strict=True)) / sum(counts)


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


def elo_of_share(share: float) -> float:
    """Return the Elo difference at which this share is expected; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return ELO * math.log(share / (1 - share))


def share_of_elo(elo: float) -> float:
    """Return the share of the points one expects who is better by so many Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_interval(share: Interval) -> Interval:
    """Carry a share and its interval over to Elo."""
    return Interval(elo_of_share(share.value), elo_of_share(share.low), elo_of_share(share.high))


def elo_and_error(pairs: Pentanomial) -> tuple[float, float]:
    """Return the Elo difference and its error as fastchess prints them: the share's normal interval."""
    half = Z95 * math.sqrt(pairs.variance / pairs.pairs)
    high, low = elo_of_share(pairs.mean + half), elo_of_share(pairs.mean - half)
    return elo_of_share(pairs.mean), (high - low) / 2


def normalised_elo(pairs: Pentanomial) -> tuple[float, float]:
    """Return normalised Elo (the difference measured in the spread of a game) and its error."""
    if pairs.variance == 0:
        infinite = math.copysign(math.inf, pairs.mean - 0.5) if pairs.mean != 0.5 else 0.0
        return infinite, math.inf
    unit = 2 * ELO / math.sqrt(2 * pairs.variance)
    return (pairs.mean - 0.5) * unit, Z95 * math.sqrt(pairs.variance / pairs.pairs) * unit


def chance_of_superiority(pairs: Pentanomial) -> float:
    """Return the chance that the bot in question is the better one (LOS), on the normal approximation."""
    if pairs.variance == 0:
        return 0.5 if pairs.mean == 0.5 else float(pairs.mean > 0.5)
    return (1 + math.erf((pairs.mean - 0.5) / math.sqrt(2 * pairs.variance / pairs.pairs))) / 2
