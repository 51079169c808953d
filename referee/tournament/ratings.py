"""Ratings of a whole pool: Bradley–Terry where two play, Plackett–Luce where more do, in one fit.

A bot has a strength θ; among those still to be placed, the chance to come next is e^θ over the sum of
everybody's. With two players that is Bradley–Terry, and 400/ln 10 · θ is the Elo people know. A tie counts as
every order of those tied, in equal parts: for two, half a win and half a loss.

*Prior.* Someone who won (or lost) everything has no finite estimate. So every bot is taken to have drawn one
game against an imaginary bot of strength 0, half a win and half a loss (the default of R's `PlackettLuce`).

*Error bars.* The games of a pair share their luck and are not independent. The spread is therefore taken
between pairs (the sandwich estimator, clustered by pair), with one imaginary pair of independent games added:
without it a handful of equal pairs would look like certainty. Plain Python: pools are small.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from referee.tournament.games import PairResult
from referee.tournament.matrix import Matrix, inverse, sandwich, solve

ELO = 400 / math.log(10)
"""Elo points of one unit of strength."""
Z95 = 1.959963984540054
"""How many standard deviations an interval of 95 % reaches to each side."""
PRIOR_GAMES = 1.0
"""How many drawn games against the imaginary average bot each bot starts with."""

Ranking = tuple[tuple[int, ...], ...]
"""One game: groups of players, best first; those in one group are tied."""
Cluster = tuple[Ranking, ...]
"""The games of one pair."""
_TOLERANCE = 1e-10
_MOST_STEPS = 200


@dataclass(frozen=True)
class Ratings:
    """Elo of each bot against the pool's mean, with what is needed for any difference's error bar."""

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def error(self, bot: int) -> float:
        """Return the half width of the 95 % interval of a bot's rating."""
        return Z95 * math.sqrt(self.covariance[bot][bot])

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return how many Elo `one` is above `other`, and the half width of the 95 % interval."""
        row = self.covariance
        variance = row[one][one] + row[other][other] - 2 * row[one][other]
        return self.elo[one] - self.elo[other], Z95 * math.sqrt(max(variance, 0.0))


def rate(bots: int, pairs: Iterable[PairResult]) -> Ratings:
    """Rate every bot of a tournament from its complete pairs."""
    clusters = Counter(tuple(sorted(game.ranking() for game in pair.games)) for pair in pairs)
    return fit(bots, clusters)


def fit(bots: int, clusters: Counter[Cluster], prior_games: float = PRIOR_GAMES) -> Ratings:
    """Fit the strengths; `clusters` counts how often each outcome of a pair came."""
    weighted = Counter[Ranking]()
    for cluster, times in clusters.items():
        for ranking in cluster:
            weighted[ranking] += times
    whole = terms([*weighted.items(), *prior(bots, prior_games)])
    theta = _climb(bots, whole)
    bend = information(bots, whole, theta)
    spread = _spread(bots, clusters, prior_games, theta, bend)
    return _centred(theta, sandwich(inverse(bend), spread))


# --- the likelihood: a sum of chosen strengths, less a weighted sum of log-sums over those to choose from

Terms = tuple[dict[int, float], dict[tuple[int, ...], float]]


@cache
def _choices(ranking: Ranking) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return who there was to choose from at each place, with weights; a tie takes every order alike.

    Of a tied group of m, each choice of j is the part still unplaced in 1/C(m, j) of the orders.
    """
    sets: dict[tuple[int, ...], float] = {}
    after: tuple[int, ...] = ()
    for group in reversed(ranking):
        for size in range(1, len(group) + 1):
            weight = 1 / math.comb(len(group), size)
            for left in combinations(group, size):
                players = tuple(sorted(left + after))
                sets[players] = sets.get(players, 0.0) + weight
        after += group
    return tuple(sets.items())


def terms(weighted: Iterable[tuple[Ranking, float]]) -> Terms:
    """Gather the likelihood of many games by what they have in common."""
    chosen: dict[int, float] = {}
    sets: dict[tuple[int, ...], float] = {}
    for ranking, weight in weighted:
        for group in ranking:
            for player in group:
                chosen[player] = chosen.get(player, 0.0) + weight
        for players, part in _choices(ranking):
            sets[players] = sets.get(players, 0.0) + weight * part
    return chosen, sets


def prior(bots: int, games: float) -> Iterator[tuple[Ranking, float]]:
    """Yield each bot's imaginary games: the imaginary bot is the number after the last, of strength 0."""
    for bot in range(bots):
        yield ((bot,), (bots,)), games / 2
        yield ((bots,), (bot,)), games / 2


def log_likelihood(games: Terms, theta: Sequence[float]) -> float:
    """Return the log-likelihood of strengths; players beyond the last have strength 0."""
    chosen, sets = games
    strength = [*theta, 0.0]
    return sum(weight * strength[player] for player, weight in chosen.items()) - sum(
        weight * math.log(sum(math.exp(strength[player]) for player in players))
        for players, weight in sets.items()
    )


def _chances(players: tuple[int, ...], theta: Sequence[float]) -> list[float]:
    """Return each player's chance to come next among these."""
    strengths = [math.exp(theta[player]) if player < len(theta) else 1.0 for player in players]
    total = sum(strengths)
    return [strength / total for strength in strengths]


def gradient(bots: int, games: Terms, theta: Sequence[float]) -> list[float]:
    """Return the slope of the log-likelihood along each strength."""
    chosen, sets = games
    slope = [chosen.get(bot, 0.0) for bot in range(bots)]
    for players, weight in sets.items():
        for player, chance in zip(players, _chances(players, theta), strict=True):
            if player < bots:
                slope[player] -= weight * chance
    return slope


def information(bots: int, games: Terms, theta: Sequence[float]) -> Matrix:
    """Return how sharply the likelihood bends down: the sum of w (diag p - p pᵀ)."""
    bend = [[0.0] * bots for _ in range(bots)]
    for players, weight in games[1].items():
        chances = _chances(players, theta)
        known = [(player, chance) for player, chance in zip(players, chances, strict=True) if player < bots]
        for player, chance in known:
            bend[player][player] += weight * chance
            for other, its_chance in known:
                bend[player][other] -= weight * chance * its_chance
    return bend


def _climb(bots: int, games: Terms) -> list[float]:
    """Find the strengths of highest likelihood: Newton's steps, halved while they lead down."""
    theta = [0.0] * bots
    height = log_likelihood(games, theta)
    for _ in range(_MOST_STEPS):
        step = solve(information(bots, games, theta), gradient(bots, games, theta))
        scale = min(1.0, 5.0 / (max(map(abs, step), default=0.0) or 1.0))
        while True:
            tried = [value + scale * move for value, move in zip(theta, step, strict=True)]
            new_height = log_likelihood(games, tried)
            if new_height >= height or scale < _TOLERANCE:
                break
            scale /= 2
        theta, height = tried, new_height
        if max((abs(scale * move) for move in step), default=0.0) < _TOLERANCE:
            break
    return theta


# --- how sure that is


def _spread(
    bots: int, clusters: Counter[Cluster], prior_games: float, theta: Sequence[float], bend: Matrix
) -> Matrix:
    """Return the spread of the slope between pairs, the imaginary ones included."""
    total = [[0.0] * bots for _ in range(bots)]
    outcomes: list[tuple[Cluster, float]] = [
        *clusters.items(),
        *(((ranking,), weight) for ranking, weight in prior(bots, prior_games)),
    ]
    for cluster, weight in outcomes:
        slope = gradient(bots, terms((ranking, 1.0) for ranking in cluster), theta)
        moved = [bot for bot in range(bots) if slope[bot]]
        for one in moved:
            for other in moved:
                total[one][other] += weight * slope[one] * slope[other]
    pairs = max(clusters.total(), 1)
    return [[total[one][other] + bend[one][other] / pairs for other in range(bots)] for one in range(bots)]


def _centred(theta: Sequence[float], covariance: Matrix) -> Ratings:
    """Measure from the pool's mean, in Elo."""
    n = len(theta)
    mean = sum(theta) / n
    rows = [sum(row) / n for row in covariance]
    whole = sum(rows) / n
    return Ratings(
        tuple(ELO * (value - mean) for value in theta),
        tuple(
            tuple(ELO**2 * (covariance[i][j] - rows[i] - rows[j] + whole) for j in range(n)) for i in range(n)
        ),
    )
