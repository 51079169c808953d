"""What a tournament costs: how two workers compare with one, and what stands around a game.

python -m benchmarks.tournament [--games N] [--bot BOT] [--json]
"""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.launch import Launcher
from referee.match import play_match
from referee.tournament.config import Config, read_config
from referee.tournament.games import GameSpec, Played
from referee.tournament.play import check_bots, seating
from referee.tournament.progress import PlainLines
from referee.tournament.runner import Runner
from referee.tournament.schedule import plan
from referee.tournament.store import Store
from referee.tournament.workers import LocalWorkers

GAMES = 1000
BOT = "oxyphenbutazone"
BARE_GAMES = 100


@dataclass(frozen=True)
class Run:
    """One run of the tournament: seconds by the clock, and seconds of processor time in the runner itself."""

    seconds: float
    runner_cpu: float


def config(bot: str, games: int) -> Config:
    """Return a match of a bot against itself."""
    return read_config({"bots": [bot, bot], "games": games, "seed": 1}, "bench")


@contextmanager
def scratch() -> Iterator[Path]:
    """Make a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        yield Path(folder)


def run(what: Config, workers: int) -> Run:
    """Play a tournament with so many workers, warm bots, and the display of plain lines."""
    with scratch() as folder, closing(LocalWorkers(workers)) as pool:
        seats = seating(what, Path(), folder)
        # The first games of every worker start its bots, which a long tournament does not notice.
        for _ in range(2):
            complaints = check_bots(seats, what, pool.executor())
            if complaints:
                sys.exit("\n".join(complaints))
        list(pool.executor().map(seats, games(what)[: 4 * workers]))
        with Store.create(folder / "bench.db", what) as store, Path(os.devnull).open("w") as nowhere:
            watcher = PlainLines(lambda line: print(line, file=nowhere))
            runner = Runner(store, what, pool, seats, watcher)
            began, cpu = time.perf_counter(), _own_cpu()
            runner.run()
            return Run(time.perf_counter() - began, _own_cpu() - cpu)


def bare(what: Config, count: int) -> float:
    """Return the seconds of a game by `match.py` alone, with a record: no tournament around it."""
    with scratch() as folder, Launcher() as launcher:
        seats = seating(what, Path(), folder)
        first, *rest = games(what)[: count + 1]
        play_match(seats.options(first, folder), launcher)
        began = time.perf_counter()
        for game in rest:
            play_match(seats.options(game, folder), launcher)
        return (time.perf_counter() - began) / len(rest)


def games(what: Config) -> list[GameSpec]:
    """Return the games of a tournament, in order."""
    return [game for pair in plan(what.setting, Played()) for game in pair.games()]


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--bot", default=BOT)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    what = config(options.bot, options.games)
    alone = bare(what, min(BARE_GAMES, options.games - 1))
    one, two = run(what, 1), run(what, 2)
    found = {
        "bot": options.bot,
        "games": options.games,
        "bare_ms_a_game": 1000 * alone,
        "one_worker_ms_a_game": 1000 * one.seconds / options.games,
        "two_workers_ms_a_game": 1000 * two.seconds / options.games,
        "two_workers_times_as_fast": one.seconds / two.seconds,
        "around_a_game_percent": 100 * (one.seconds / options.games / alone - 1),
        "runner_cpu_ms_a_game": 1000 * one.runner_cpu / options.games,
        "runner_cpu_percent_of_a_game": 100 * one.runner_cpu / options.games / alone,
    }
    if options.json:
        print(json.dumps(found))
        return
    print(f"{options.games} games of {options.bot} against itself")
    print(f"  a game by match.py alone          {found['bare_ms_a_game']:8.2f} ms")
    print(f"  a game with one worker            {found['one_worker_ms_a_game']:8.2f} ms")
    print(f"  a game with two workers           {found['two_workers_ms_a_game']:8.2f} ms")
    print(f"  two workers to one                {found['two_workers_times_as_fast']:8.2f} times as fast")
    print(f"  the tournament around a game      {found['around_a_game_percent']:8.1f} %")
    print(f"  of it in the runner, by processor {found['runner_cpu_ms_a_game']:8.2f} ms"
          f" ({found['runner_cpu_percent_of_a_game']:.1f} %)")  # fmt: skip


if __name__ == "__main__":
    main()
