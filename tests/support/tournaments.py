"""Results made up for tests: games whose scores a test says, or draws by chance from known strengths."""

import math
import random
from collections.abc import Callable, Sequence

from referee.tournament.games import GameResult, GameSpec, PairSpec, Played, played
from referee.tournament.ratings import ELO
from referee.tournament.schedule import plan, to_play
from referee.tournament.setting import Format, Setting, Venue
from referee.verdicts import Verdict

STANDARD = (Venue("standard", "english"),)


def setting(
    form: Format,
    bots: int,
    games: int = 2,
    seed: int = 1,
    *,
    rounds: int | None = None,
    seats: int | None = None,
    venues: tuple[Venue, ...] = STANDARD,
) -> Setting:
    return Setting(form, bots, games, seed, venues, rounds=rounds, seats=seats)


def result(spec: GameSpec, scores: Sequence[int], verdicts: Sequence[Verdict] | None = None) -> GameResult:
    """A game with these scores; the highest of those who stayed win."""
    said = tuple(verdicts or [Verdict.FINISHED] * len(scores))
    staying = [score for score, verdict in zip(scores, said, strict=True) if not verdict.leaves]
    winners = tuple(
        seat + 1
        for seat, (score, verdict) in enumerate(zip(scores, said, strict=True))
        if not verdict.leaves and score == max(staying)
    )
    return GameResult(
        spec=spec,
        scores=tuple(scores),
        winners=winners,
        verdicts=said,
        turns=2 * len(scores),
        times=tuple((0.01, 0.02) for _ in scores),
        timeouts=(0,) * len(scores),
        refused=(0,) * len(scores),
        details=("",) * len(scores),
    )


Play = Callable[[GameSpec], GameResult]


def by_strength(elo: Sequence[float]) -> Play:
    """Play by chance: who wins is drawn, from the game's own seed, by the strengths of its players."""

    def play(spec: GameSpec) -> GameResult:
        dice = random.Random(f"{spec.seed} {spec.key}")
        # The largest of strength + Gumbel noise is distributed as in Plackett-Luce.
        luck = [elo[bot] / ELO - _log_of_exponential(dice) for bot in spec.seats]
        order = sorted(range(len(luck)), key=luck.__getitem__)
        return result(spec, [300 + 10 * order.index(seat) for seat in range(len(luck))])

    return play


def _log_of_exponential(dice: random.Random) -> float:
    return math.log(dice.expovariate(1.0))


def better_first(spec: GameSpec) -> GameResult:
    """The lower index always wins."""
    return result(spec, [1000 - bot for bot in spec.seats])


def play_out(how: Setting, play: Play) -> tuple[tuple[PairSpec, ...], Played]:
    """Play a tournament to its end."""
    done: list[GameResult] = []
    while True:
        pairs = plan(how, played(done))
        games = to_play(pairs, played(done))
        if not games:
            return pairs, played(done)
        done += [play(game) for game in games]
