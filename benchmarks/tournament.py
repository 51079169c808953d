"""What a tournament costs: how two workers compare with one, and what stands around a game.

python -m benchmarks.tournament [--games N] [--bot BOT] [--json]

Everything is measured in turns, round by round, so that whatever else the machine does falls on all alike: the
three ways of a round play the same games, and each begins every third round. Every round has processes of its own,
warmed up first: two processes of one program differ in speed by some percent for as long as they live. The ratio of
all rounds together is printed, and the median of the ratios of each round, which says more on a machine that is not
idle.

What stands around a game is measured within one run: the time that a worker does not spend in `match.py`. (Two runs
of the same games differ by more than that.) The runner's own processor time comes on top, on another processor
where there is one.
"""

import argparse
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from referee.launch import Launcher
from referee.match import play_match
from referee.match_options import MatchOptions, MatchResult
from referee.tournament.config import Config, read_config
from referee.tournament.games import GameResult, GameSpec, Played
from referee.tournament.play import Seating, check_bots, seating
from referee.tournament.progress import PlainLines
from referee.tournament.runner import Runner
from referee.tournament.schedule import plan
from referee.tournament.store import Store
from referee.tournament.workers import LocalWorkers, own_processors
from referee.watch import Watcher

GAMES = 1000
BOT = "oxyphenbutazone"
ROUNDS = 10


@dataclass
class Measured:
    """What was measured of one way to play: seconds a game by the clock, a round each; and the runner's own."""

    rounds: list[float] = field(default_factory=list)
    matches: list[float] = field(default_factory=list)
    """Seconds of a game that `match.py` itself took, a round each; of a run with workers alone."""
    runner_cpu: float = 0.0
    """Seconds of processor time in the runner itself, all rounds together."""

    @property
    def mean(self) -> float:
        """Seconds a game, over all rounds."""
        return sum(self.rounds) / len(self.rounds)

    @property
    def median(self) -> float:
        """Seconds a game in the median round."""
        return statistics.median(self.rounds)


@dataclass(frozen=True)
class TimedResult(GameResult):
    """A result that knows how long `match.py` took for it."""

    seconds: float = 0.0


@dataclass(frozen=True)
class TimedSeating(Seating):
    """Plays as a tournament does, and takes the time of the match itself."""

    watch: list[float] = field(default_factory=list)

    def __call__(self, spec: GameSpec) -> TimedResult:
        """Play a game in this process, with the bots in theirs."""
        result = super().__call__(spec)
        return TimedResult(**_parts(result), seconds=self.watch.pop())

    def match(self, options: MatchOptions, watcher: Watcher) -> MatchResult:
        """Play a match, and note how long that took."""
        began = time.perf_counter()
        result = super().match(options, watcher)
        self.watch.append(time.perf_counter() - began)
        return result


def timed(seats: Seating) -> TimedSeating:
    """Return the same seating with a watch."""
    return TimedSeating(**_parts(seats))


def _parts(of: GameResult | Seating) -> dict[str, Any]:
    return {part.name: getattr(of, part.name) for part in fields(of)}


def median_ratio(above: Measured, below: Measured) -> float:
    """Return the median, over rounds, of what one took to what the other did."""
    return statistics.median(a / b for a, b in zip(above.rounds, below.rounds, strict=True))


def config(bot: str, games: int, seed: int) -> Config:
    """Return a match of a bot against itself."""
    return read_config({"bots": [bot, bot], "games": games, "seed": seed}, "bench")


def games(what: Config) -> list[GameSpec]:
    """Return the games of a tournament, in order."""
    return [game for pair in plan(what.setting, Played()) for game in pair.games()]


def warm_up(what: Config, folder: Path, pool: LocalWorkers) -> None:
    """Start every worker and its bots, which a long tournament does not notice."""
    seats = seating(what, Path(), folder)
    complaints = check_bots(seats, what, pool)
    if complaints:
        sys.exit("\n".join(complaints))
    list(pool.executor().map(seats, games(what)[: 4 * pool.capacity()]))


def play_round(what: Config, folder: Path, pool: LocalWorkers, found: Measured) -> None:
    """Play a tournament as the command does: stored, with a display of plain lines."""
    with Store.create(folder / "bench.db", what) as store, Path(os.devnull).open("w") as nowhere:
        watcher = PlainLines(lambda line: print(line, file=nowhere))
        runner = Runner(store, what, pool, timed(seating(what, Path(), folder)), watcher)
        began, cpu = time.perf_counter(), _own_cpu()
        played = runner.run()
        found.rounds.append((time.perf_counter() - began) / what.games)
        found.runner_cpu += _own_cpu() - cpu
        seconds = [game.seconds for game in played.games.values() if isinstance(game, TimedResult)]
        found.matches.append(statistics.mean(seconds))
    (folder / "bench.db").unlink()


def play_bare(what: Config, folder: Path, launcher: Launcher, found: Measured) -> None:
    """Play the same games by `match.py` alone, with records, on one processor as a worker does."""
    seats = seating(what, Path(), folder)
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, own_processors(1))
    try:
        began = time.perf_counter()
        for game in games(what):
            play_match(seats.options(game, folder), launcher)
        found.rounds.append((time.perf_counter() - began) / what.games)
    finally:
        os.sched_setaffinity(0, everywhere)


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(bot: str, count: int) -> tuple[Measured, Measured, Measured]:
    """Return games by `match.py` alone, with one worker and with two."""
    bare, one, two = Measured(), Measured(), Measured()
    for seed in range(1, ROUNDS + 1):
        what = config(bot, max(2, count // ROUNDS), seed)
        with (
            tempfile.TemporaryDirectory(prefix="referee-bench-") as name,
            closing(LocalWorkers(1)) as single,
            closing(LocalWorkers(2)) as double,
            Launcher() as launcher,
        ):
            folder = Path(name)
            warm_up(config(bot, 8, 0), folder, single)
            warm_up(config(bot, 8, 0), folder, double)
            play_bare(config(bot, 2, 0), folder, launcher, Measured())
            ways = [
                partial(play_bare, what, folder, launcher, bare),
                partial(play_round, what, folder, single, one),
                partial(play_round, what, folder, double, two),
            ]
            for way in ways[seed % 3 :] + ways[: seed % 3]:
                way()
    return bare, one, two


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--bot", default=BOT)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    bare, one, two = measure(options.bot, options.games)
    played = len(one.rounds) * max(2, options.games // ROUNDS)
    match_seconds = statistics.mean(one.matches)
    runner_ms = 1000 * one.runner_cpu / played
    found = {
        "bot": options.bot,
        "games": played,
        "bare_ms_a_game": 1000 * bare.mean,
        "one_worker_ms_a_game": 1000 * one.mean,
        "one_worker_ms_of_match": 1000 * match_seconds,
        "two_workers_ms_a_game": 1000 * two.mean,
        "two_workers_times_as_fast": one.mean / two.mean,
        "two_workers_times_as_fast_median_round": median_ratio(one, two),
        "around_a_game_percent": 100 * (one.mean / match_seconds - 1),
        "runner_cpu_ms_a_game": runner_ms,
        "runner_cpu_percent_of_a_game": 0.1 * runner_ms / match_seconds,
    }
    if options.json:
        print(json.dumps(found))
        return
    print(f"{played} games of {options.bot} against itself, three ways             all median round")
    for name, way in (("by match.py alone", bare), ("with one worker", one), ("with two workers", two)):
        print(f"  ms a game {name:<38}{1000 * way.mean:>10.1f}{1000 * way.median:>13.1f}")
    gain = one.mean / two.mean, median_ratio(one, two)
    print(f"  two workers to one, times as fast               {gain[0]:>10.2f}{gain[1]:>13.2f}")
    print(f"  of a game with one worker, ms in match.py       {1000 * match_seconds:>10.1f}")
    print(f"  the tournament around it, % more                {found['around_a_game_percent']:>10.1f}")
    print(f"  processor time of the runner, ms a game         {runner_ms:>10.2f}")
    print(f"  the same, % of a game                           {found['runner_cpu_percent_of_a_game']:>10.1f}")


if __name__ == "__main__":
    main()
