"""A Dask cluster plays the games: a real scheduler, two real worker processes, one of which is killed."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.records import without_clock
from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameResult
from referee.tournament.progress import Silent
from referee.tournament.runner import Moment, Runner
from referee.tournament.store import Store
from referee.tournament.summary import summarise
from referee.tournament.workers import ClusterWorkers, WorkersError
from tests.support.cli import referee
from tests.support.plays import ByStrength

ROOT = Path(__file__).parents[3]
WHAT = Config(bots=(Entrant("one", "passer"), Entrant("two", "passer")), games=40)


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(pattern, line)
        if found:
            return found.group(1)
    raise AssertionError(f"{process.args} ended without saying {pattern}")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    scheduler = start(tmp_path, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    processes = [scheduler]
    try:
        address = wait_for(scheduler, r"(tcp://127\.0\.0\.1:\d+)")
        for _ in range(2):
            worker = start(
                tmp_path, "dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"
            )
            processes.append(worker)
        for worker in processes[1:]:
            wait_for(worker, r"Registered to:\s+(tcp://\S+)")
        yield address, processes[1:]
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


class Assassin(Silent):
    """Kills a worker when some games are done."""

    def __init__(self, victim: subprocess.Popen[str]) -> None:
        self.victim = victim

    def finished(self, result: GameResult, moment: Moment) -> None:
        if moment.fresh >= 5:
            self.victim.send_signal(signal.SIGKILL)


def test_a_cluster_plays_the_tournament_although_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path
) -> None:
    address, nodes = cluster
    workers = ClusterWorkers(address)
    try:
        deadline = time.monotonic() + 30
        while workers.capacity() < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert workers.capacity() == 2
        with Store.create(tmp_path / "cup.db", WHAT) as store:
            play = ByStrength((50, 0), seconds=0.02)
            done = Runner(store, WHAT, workers, play, Assassin(nodes[0])).run()
            assert {game.spec.key for game in store.results()} == set(done.games)
        assert len(done.games) == 40
        assert nodes[0].wait(timeout=30) == -signal.SIGKILL
        assert summarise(WHAT, done).complete
    finally:
        workers.close()


def test_a_scheduler_that_is_not_there_is_a_clear_error() -> None:
    with pytest.raises(WorkersError, match="no Dask scheduler answers at tcp:"):
        ClusterWorkers("tcp://127.0.0.1:1", patience=0.5)


def test_the_command_plays_real_bots_on_the_cluster(
    cluster: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path
) -> None:
    address, _ = cluster
    arguments = ("tournament", "passer", "passer", "--games", "12", "--json", "--db", "cup.db")
    far = referee(*arguments, "--scheduler", address, cwd=tmp_path)
    assert far.status == 0, far.err
    (tmp_path / "near").mkdir()
    near = referee(*arguments, cwd=tmp_path / "near")
    for document in (far.json, near.json):
        assert document["games"] == 12
    assert records(tmp_path / "cup.db") == records(tmp_path / "near" / "cup.db")


def records(db: Path) -> dict[str, bytes]:
    with Store.open(db) as store:
        return {key: without_clock(record) for key, record in store.records()}
