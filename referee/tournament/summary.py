"""What a tournament's results come to: the table, who did how against whom, seats, faults, clocks.

Everything is counted on complete pairs, and every figure that is an estimate carries its interval. Presenters
(`progress.py`, `report_*.py`) show a `Summary`; they compute nothing.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.tournament import knockout, sprt, swiss
from referee.tournament.config import Config
from referee.tournament.games import GameResult, PairResult, Played
from referee.tournament.knockout import Tie
from referee.tournament.ratings import Ratings, rate
from referee.tournament.schedule import games_foreseen, plan
from referee.tournament.setting import Format
from referee.tournament.shares import Interval, mean_interval, share_interval
from referee.verdicts import Verdict

FEWEST_PAIRS = 6
"""Fewer pairs show nothing: even six won of six come once in 32 times where the bots are equal."""


@dataclass(frozen=True)
class Clock:
    """Seconds a bot took for a move: half of its moves took no longer than the median, 99 % than p99."""

    median: float
    p99: float
    moves: int


@dataclass(frozen=True)
class Standing:
    """One bot's line of the table."""

    bot: int
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    pairs_won: int
    pairs_drawn: int
    pairs_lost: int
    share: Interval
    """Of the points: 1 a win, a draw shared."""
    elo: float
    """Against the mean of the pool."""
    error: float
    """Half the width of the Elo's 95 % interval."""
    score: Interval
    """Mean points laid in a game."""
    spread: float
    """Standard deviation of the points of a game."""
    faults: Mapping[Verdict, int]
    """How often the bot left before the end, by verdict."""
    timeouts: int
    """Turns lost to the clock."""
    refused: int
    """Plays and changes that broke a rule."""
    clock: Clock | None
    tournament_points: float | None = None
    """Swiss: matches won, drawn ones by half."""
    buchholz: float | None = None
    """Swiss: the points of one's opponents."""
    round_reached: int | None = None
    """Knockout: the round the bot was knocked out in; one more than the last for the winner."""


@dataclass(frozen=True)
class Meeting:
    """How one bot did against another (or at tables with it): games won, drawn and lost, and the share."""

    pairs: int
    won: int
    drawn: int
    lost: int
    share: Interval
    margin: Interval
    """Points ahead, a game."""


@dataclass(frozen=True)
class Summary:
    """All of it."""

    config: Config
    standings: tuple[Standing, ...]
    meetings: Mapping[tuple[int, int], Meeting]
    first_seat: Interval
    """The first seat's share of the points; `fair_share` where the seat does not matter."""
    first_seat_margin: Interval
    """How many points the first seat is ahead of the others' mean."""
    fair_share: float
    pairs: int
    games: int
    """Games of complete pairs: what the figures are made of."""
    waiting: int
    """Games stored but not counted: their pair is not complete, or the test was decided before them."""
    foreseen: int
    voids: int
    test: sprt.State | None
    ties: tuple[Tie, ...]
    """Knockout: the bracket."""

    @property
    def complete(self) -> bool:
        """Whether everything was played that was to be played."""
        return bool(self.test and self.test.decided) or self.games >= self.foreseen


def counted_pairs(config: Config, played: Played) -> tuple[tuple[PairResult, ...], sprt.State | None]:
    """Return the complete pairs that count, in the schedule's order, and how the sequential test stands.

    The test looks at pairs in the order of the schedule, stops at the first gap and at the decision; where it
    was decided, what was played beyond that pair does not count.
    """
    specs = plan(config.setting, played)
    pairs = played.pairs(specs)
    if config.sprt is None:
        return pairs, None
    in_order: list[PairResult] = []
    for spec in specs:
        pair = played.pair(spec)
        if pair is None:
            break
        in_order.append(pair)
    state = sprt.run(config.sprt, (pair.share(0) for pair in in_order))
    return (tuple(in_order[: state.pairs]) if state.decided else pairs), state


def summarise(config: Config, played: Played, voids: int = 0) -> Summary:
    """Work out everything there is to show."""
    pairs, test = counted_pairs(config, played)
    games = [game for pair in pairs for game in pair.games]
    setting = config.setting
    bots = len(config.bots)
    ratings = rate(bots, pairs)
    standings = [_standing(config, bot, pairs, ratings) for bot in range(bots)]
    ties = knockout.ties(setting, played) if setting.format is Format.KNOCKOUT else ()
    return Summary(
        config=config,
        standings=_placed(config, played, standings, ties),
        meetings=_meetings(pairs),
        first_seat=share_interval([pair.first_seat_share() for pair in pairs], setting.table_size),
        first_seat_margin=mean_interval([_first_seat_margin(pair) for pair in pairs]),
        fair_share=1 / setting.table_size,
        pairs=len(pairs),
        games=len(games),
        waiting=len(played.games) - len(games),
        foreseen=max(games_foreseen(setting), len(plan(setting, played)) * setting.table_size),
        voids=voids,
        test=test,
        ties=ties,
    )


def _standing(config: Config, bot: int, pairs: Sequence[PairResult], ratings: Ratings) -> Standing:
    mine = [pair for pair in pairs if bot in pair.spec.bots]
    seated = [(game, game.spec.seats.index(bot)) for pair in mine for game in pair.games]
    fair = 1 / config.setting.table_size
    shares = [pair.share(bot) for pair in mine]
    games = [game.share(seat) for game, seat in seated]
    scores = [float(game.scores[seat]) for game, seat in seated]
    return Standing(
        bot=bot,
        name=config.bots[bot].name,
        games=len(seated),
        won=sum(share == 1 for share in games),
        drawn=sum(0 < share < 1 for share in games),
        lost=sum(share == 0 for share in games),
        pairs_won=sum(share > fair + 1e-9 for share in shares),
        pairs_drawn=sum(abs(share - fair) <= 1e-9 for share in shares),
        pairs_lost=sum(share < fair - 1e-9 for share in shares),
        share=share_interval(shares, config.setting.table_size),
        elo=ratings.elo[bot],
        error=ratings.error(bot),
        score=mean_interval([_mean(_scores(pair, bot)) for pair in mine]),
        spread=_deviation(scores),
        faults=Counter(game.verdicts[seat] for game, seat in seated if game.verdicts[seat].leaves),
        timeouts=sum(game.timeouts[seat] for game, seat in seated),
        refused=sum(game.refused[seat] for game, seat in seated),
        clock=clock_of(time for game, seat in seated for time in game.times[seat]),
    )


def _placed(
    config: Config, played: Played, standings: Sequence[Standing], ties: Sequence[Tie]
) -> tuple[Standing, ...]:
    """Put the table in order: by the rules of the form where it has some, else by Elo."""
    setting = config.setting
    if setting.format is Format.SWISS:
        return tuple(
            replace(standings[bot], tournament_points=points, buchholz=buchholz)
            for bot, points, buchholz in swiss.standings(setting, played)
        )
    if setting.format is Format.KNOCKOUT:
        reached = {line.bot: 1 for line in standings}
        for tie in ties:
            for bot in (tie.first, tie.second):
                if bot is not None:
                    reached[bot] = tie.round + (tie.winner == bot)
        lines = [replace(line, round_reached=reached[line.bot]) for line in standings]
        return tuple(sorted(lines, key=lambda line: (-reached[line.bot], -line.elo, line.bot)))
    return tuple(sorted(standings, key=lambda line: (-line.elo, line.bot)))


def _meetings(pairs: Sequence[PairResult]) -> dict[tuple[int, int], Meeting]:
    """Gather how each did against each: at a table, who came before whom in the ranking."""
    met: dict[tuple[int, int], list[PairResult]] = {}
    for pair in pairs:
        for one in pair.spec.bots:
            for other in pair.spec.bots:
                if one != other:
                    met.setdefault((one, other), []).append(pair)
    return {key: _meeting(*key, together) for key, together in met.items()}


def _meeting(one: int, other: int, pairs: Sequence[PairResult]) -> Meeting:
    outcomes = [[_against(game, one, other) for game in pair.games] for pair in pairs]
    flat = [outcome for pair in outcomes for outcome in pair]
    return Meeting(
        pairs=len(pairs),
        won=flat.count(1.0),
        drawn=flat.count(0.5),
        lost=flat.count(0.0),
        share=share_interval([_mean(pair) for pair in outcomes], len(outcomes[0])),
        margin=mean_interval(
            [
                _mean(
                    [
                        mine - theirs
                        for mine, theirs in zip(_scores(pair, one), _scores(pair, other), strict=True)
                    ]
                )
                for pair in pairs
            ]
        ),
    )


def _against(game: GameResult, one: int, other: int) -> float:
    """Return 1 if `one` came before `other`, ½ if they tied, 0 if it came after."""
    place = {bot: number for number, group in enumerate(game.ranking()) for bot in group}
    return 0.5 if place[one] == place[other] else float(place[one] < place[other])


def _scores(pair: PairResult, bot: int) -> list[float]:
    return [float(game.scores[game.spec.seats.index(bot)]) for game in pair.games]


def _first_seat_margin(pair: PairResult) -> float:
    return _mean([game.scores[0] - _mean([float(s) for s in game.scores[1:]]) for game in pair.games])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _deviation(values: Sequence[float]) -> float:
    if len(values) < 2:
        return math.nan
    mean = _mean(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def clock_of(seconds: Iterable[float]) -> Clock | None:
    """Return the median and the 99th percentile (the smallest value that 99 % do not exceed)."""
    ordered = sorted(seconds)
    if not ordered:
        return None
    return Clock(quantile(ordered, 0.5), quantile(ordered, 0.99), len(ordered))


def quantile(ordered: Sequence[float], part: float) -> float:
    """Return the nearest-rank quantile of sorted values."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def percent(share: Interval) -> str:
    """Write a share with its interval."""
    return f"{100 * share.value:.1f}% [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def verdict_sentence(summary: Summary) -> str:
    """Say in one sentence what the tournament shows."""
    if summary.pairs == 0:
        return "nothing has been played yet"
    names = [entrant.name for entrant in summary.config.bots]
    if summary.test is not None:
        return sprt.sentence(summary.test, names[0], names[1])
    best = summary.standings[0]
    if len(names) == 2:
        other = next(line for line in summary.standings if line.bot != best.bot)
        meeting = summary.meetings[best.bot, other.bot]
        return _sentence_of_two(best.name, other.name, meeting)
    return (
        f"{best.name} is first with {percent(best.share)} of the points "
        f"and Elo {best.elo:+.0f} ±{best.error:.0f}"
    )


def _sentence_of_two(one: str, other: str, meeting: Meeting) -> str:
    share = meeting.share
    figures = f"{percent(share)} of the points in {meeting.pairs} pairs"
    if share.low > 0.5 and meeting.pairs >= FEWEST_PAIRS:
        return f"{one} is better than {other}, with confidence 95%: {figures}"
    return f"no difference between {one} and {other} is shown: {one} has {figures}"
