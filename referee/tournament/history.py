"""How a tournament came to its table: Elo after so many games, and the spread of scores and clocks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournament.games import PairResult
from referee.tournament.ratings import Cluster, fit
from referee.tournament.summary import quantile

MOST_POINTS = 60
"""Into how many steps a history is cut at most: more than a figure can show is time lost."""


@dataclass(frozen=True)
class Step:
    """The ratings after so many games."""

    games: int
    elo: tuple[float, ...]
    error: tuple[float, ...]


@dataclass(frozen=True)
class Spread:
    """Five quantiles of a bot's figures: 5, 25, 50, 75 and 99 of a hundred are below them."""

    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float


def elo_history(bots: int, pairs: Sequence[PairResult]) -> tuple[Step, ...]:
    """Return the ratings as they grew, in the order of the schedule."""
    stops = {round(len(pairs) * part / MOST_POINTS) for part in range(1, MOST_POINTS + 1)} - {0}
    clusters: Counter[Cluster] = Counter()
    games = 0
    steps: list[Step] = []
    for number, pair in enumerate(pairs, start=1):
        clusters[tuple(sorted(game.ranking() for game in pair.games))] += 1
        games += len(pair.games)
        if number in stops:
            ratings = fit(bots, clusters)
            errors = tuple(ratings.error(bot) for bot in range(bots))
            steps.append(Step(games, ratings.elo, errors))
    return tuple(steps)


def scores_of(bot: int, pairs: Sequence[PairResult]) -> list[int]:
    """Return the points of every game of a bot."""
    return [
        game.scores[game.spec.seats.index(bot)]
        for pair in pairs
        if bot in pair.spec.bots
        for game in pair.games
    ]


def move_seconds(bot: int, pairs: Sequence[PairResult]) -> Spread | None:
    """Return how long a bot's moves took; None where no clock was kept."""
    seconds = sorted(
        time
        for pair in pairs
        if bot in pair.spec.bots
        for game in pair.games
        if game.times
        for time in game.times[game.spec.seats.index(bot)]
    )
    if not seconds:
        return None
    return Spread(*(quantile(seconds, part) for part in (0.05, 0.25, 0.5, 0.75, 0.99)))
