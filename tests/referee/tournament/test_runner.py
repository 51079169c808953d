"""The runner: every game once, whatever becomes of workers; stops when the test is decided."""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from referee.tournament import runner
from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameResult, GameSpec, Played
from referee.tournament.progress import PlainLines, Silent
from referee.tournament.runner import MOST_TRIES, Moment, Play, RunError, Runner
from referee.tournament.schedule import plan
from referee.tournament.setting import Format
from referee.tournament.sprt import Sprt
from referee.tournament.store import Store
from referee.tournament.summary import summarise
from referee.tournament.workers import LocalWorkers, Workers
from tests.support.plays import AlwaysDies, ByStrength, DiesOnce, FailsOnce
from tests.support.tournaments import better_first, result


def config(bots: int = 2, games: int = 12, **more: object) -> Config:
    entrants = tuple(Entrant(f"bot{number}", "passer") for number in range(bots))
    return Config(bots=entrants, games=games, **more)  # type: ignore[arg-type]


class Threads:
    """Workers in this process: quick to start, and a test can look at them."""

    def __init__(self, count: int = 2) -> None:
        self.pool = ThreadPoolExecutor(count)
        self.count = count

    def executor(self) -> Executor:
        return self.pool

    def renew(self) -> Executor:
        raise AssertionError("threads do not break")

    def capacity(self) -> int:
        return self.count

    def close(self) -> None:
        self.pool.shutdown()


@pytest.fixture
def threads() -> Iterator[Threads]:
    workers = Threads()
    yield workers
    workers.close()


@pytest.fixture
def processes() -> Iterator[LocalWorkers]:
    workers = LocalWorkers(2)
    yield workers
    workers.close()


def run(
    store: Path, what: Config, workers: Workers, play: Play, watcher: Silent | PlainLines | None = None
) -> Played:
    with Store.open(store) if store.exists() else Store.create(store, what) as kept:
        return Runner(kept, what, workers, play, watcher or Silent()).run()


def stored(path: Path) -> tuple[dict[str, GameResult], dict[str, str]]:
    with Store.open(path) as store:
        return {game.spec.key: game for game in store.results()}, {
            void.key: void.reason for void in store.voids()
        }


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.TABLE])
def test_everything_is_played_once_and_stored(form: Format, tmp_path: Path, threads: Threads) -> None:
    what = config(5, 6, format=form)
    done = run(tmp_path / "cup.db", what, threads, ByStrength((0, 10, 20, 30, 40)))
    games, voids = stored(tmp_path / "cup.db")
    assert games == dict(done.games)
    assert not voids
    assert summarise(what, done).complete


def test_going_on_plays_only_what_is_missing(tmp_path: Path, threads: Threads) -> None:
    what = config(3, 10)
    asked: list[str] = []

    def play(spec: GameSpec) -> GameResult:
        asked.append(spec.key)
        return better_first(spec)

    path = tmp_path / "cup.db"
    with Store.create(path, what) as store:
        for pair in plan(what.setting, Played())[:4]:
            store.add(result(pair.games()[0], (5, 3)))
    run(path, what, threads, play)
    assert len(asked) == 3 * 10 - 4
    assert len(stored(path)[0]) == 30
    asked.clear()
    run(path, what, threads, play)
    assert not asked


def test_a_game_that_raises_is_void_and_played_again(tmp_path: Path, threads: Threads) -> None:
    what = config()
    key = plan(what.setting, Played())[2].games()[1].key
    run(tmp_path / "cup.db", what, threads, FailsOnce(key, tmp_path))
    games, voids = stored(tmp_path / "cup.db")
    assert len(games) == 12
    assert voids == {key: "OSError: no more file descriptors"}


def test_a_worker_that_dies_costs_nothing_but_time(tmp_path: Path, processes: LocalWorkers) -> None:
    what = config(2, 30)
    key = plan(what.setting, Played())[4].games()[0].key
    done = run(tmp_path / "cup.db", what, processes, DiesOnce(key, tmp_path))
    games, voids = stored(tmp_path / "cup.db")
    assert len(games) == 30
    assert games == dict(done.games)
    assert voids[key] == "the worker process died"


def test_a_game_that_always_kills_its_worker_is_named_and_takes_no_other_with_it(
    tmp_path: Path, processes: LocalWorkers
) -> None:
    what = config(2, 30)
    key = plan(what.setting, Played())[4].games()[0].key
    with pytest.raises(RunError, match=f"game {key} .* failed {MOST_TRIES} times"):
        run(tmp_path / "cup.db", what, processes, AlwaysDies(key))
    games, _ = stored(tmp_path / "cup.db")
    assert key not in games
    run(tmp_path / "cup.db", what, processes, better_first)
    assert len(stored(tmp_path / "cup.db")[0]) == 30


class BreaksOnce(Threads):
    """Workers that all die with their first games; after that, every game notes how many others are on."""

    def __init__(self) -> None:
        super().__init__()
        self.first: set[str] = set()
        self.together: dict[str, set[str]] = {}
        self.on: set[str] = set()
        self.is_broken = True

    def executor(self) -> Executor:
        return _Noting(self)

    def renew(self) -> Executor:
        self.is_broken = False
        return _Noting(self)


class _Noting(Executor):
    def __init__(self, workers: BreaksOnce) -> None:
        self.workers = workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        workers, key = self.workers, args[0].key
        if workers.is_broken:
            workers.first.add(key)
            died: Future[Any] = Future()
            died.set_exception(BrokenExecutor())
            return died
        workers.on.add(key)
        for other in workers.on:
            workers.together.setdefault(other, set()).update(workers.on - {other})
        played = workers.pool.submit(fn, *args)
        played.add_done_callback(lambda _: workers.on.discard(key))
        return played


def test_what_was_under_way_when_workers_died_is_played_alone_to_the_last_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "_TICK", 0.001)  # the runner looks around many times in a game
    workers = BreaksOnce()
    done = run(tmp_path / "cup.db", config(), workers, ByStrength((0, 0), seconds=0.01))
    workers.close()
    assert len(done.games) == 12 and len(workers.first) == 4
    assert all(not workers.together.get(key) for key in workers.first)
    assert any(workers.together.values())


def test_the_run_stops_when_the_test_is_decided(tmp_path: Path, threads: Threads) -> None:
    what = config(2, 5000, sprt=Sprt(0, 50))
    done = run(tmp_path / "cup.db", what, threads, better_first)
    summary = summarise(what, done)
    assert summary.test is not None
    assert summary.test.decided
    assert summary.games <= len(done.games) <= summary.games + 4 * threads.count
    again = run(tmp_path / "cup.db", what, threads, better_first)
    assert again.games == done.games


class OutOfOrder(Executor):
    """Finishes games in an order of its own: the last handed out comes first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[object], Callable[[], object]]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        if len(self.waiting) == 8:
            for each, call in reversed(self.waiting):
                each.set_result(call())
            self.waiting.clear()
        return future


class Batches:
    def executor(self) -> Executor:
        return OutOfOrder()

    def renew(self) -> Executor:
        raise AssertionError("it does not break")

    def capacity(self) -> int:
        return 4

    def close(self) -> None:
        pass


def test_the_order_in_which_games_finish_does_not_change_the_table(tmp_path: Path, threads: Threads) -> None:
    what = config(2, 400, sprt=Sprt(0, 30))
    play = ByStrength((60, 0))
    one = summarise(what, run(tmp_path / "one.db", what, threads, play))
    other = summarise(what, run(tmp_path / "other.db", what, Batches(), play))
    assert (one.standings, one.test, one.meetings) == (other.standings, other.test, other.meetings)


def test_lines_tell_of_faults_voids_and_progress(tmp_path: Path, threads: Threads) -> None:
    what = config()
    key = plan(what.setting, Played())[0].games()[0].key
    lines: list[str] = []
    run(
        tmp_path / "cup.db",
        what,
        threads,
        FailsOnce(key, tmp_path),
        PlainLines(lines.append, every=0.0),
    )
    assert lines[0] == "tournament: 12 games"
    assert any(line.startswith(f"void: game {key}") for line in lines)
    assert any("of 12 games" in line and "Elo bot0" in line for line in lines)


def test_a_moment_says_how_far_the_run_is(tmp_path: Path, threads: Threads) -> None:
    seen: list[Moment] = []

    class Watcher(Silent):
        def finished(self, result: GameResult, moment: Moment) -> None:
            seen.append(moment)

    run(tmp_path / "cup.db", config(), threads, better_first, Watcher())
    assert [moment.fresh for moment in seen] == list(range(1, 13))
    assert {moment.foreseen for moment in seen} == {12}
