"""Killed at any moment, a tournament goes on: no game lost, none counted twice, the same table and records."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.process_tree import marked
from referee.records import without_clock
from referee.tournament.store import Store

GAMES = 24
KILLS = 30
BOTS = ("passer", "passer", "passer")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from referee.cli import main; main()", "tournament", *arguments]


def begin(db: Path) -> list[str]:
    return command(*BOTS, "--games", str(GAMES), "--seed", "5", "--db", str(db), "--json")


def stored_games(db: Path) -> int:
    """Count the games in a store from outside, while it is written to."""
    if not db.exists():
        return 0
    try:
        connection = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.OperationalError:
        return 0  # not made yet, or held just now


def run_until(arguments: list[str], enough: Callable[[], bool]) -> bool:
    """Run a tournament and kill it when it is enough; return whether it was killed before it ended."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not enough():
        time.sleep(0.002)
    process.kill()
    _, said = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL), said
    return process.returncode == -signal.SIGKILL


def table(db: Path) -> dict[str, Any]:
    """What the command says at the end, without what clocks say."""
    said = subprocess.run(command("--resume", str(db), "--json"), check=True, capture_output=True, text=True)
    document: dict[str, Any] = json.loads(said.stdout)
    del document["db"], document["games_void"]
    for line in document["standings"]:
        del line["seconds_a_move"]
    return document


def records(db: Path) -> dict[str, bytes]:
    with Store.open(db) as store:
        return {key: without_clock(record) for key, record in store.records()}


def test_thirty_kills_change_neither_the_table_nor_a_record(tmp_path: Path) -> None:
    calm = tmp_path / "calm.db"
    subprocess.run(begin(calm), check=True, stdout=subprocess.DEVNULL)

    dice = random.Random(30)
    db = tmp_path / "stormy.db"
    total = 3 * GAMES
    kills = 0
    for at in sorted(dice.randrange(total - 10) for _ in range(KILLS)):
        workers = dice.choice(["1", "1", "2"])
        arguments = command("--resume", str(db), "--workers", workers) if db.exists() else begin(db)
        moment = time.monotonic() + dice.uniform(0, 0.05)

        def enough(at: int = at, moment: float = moment) -> bool:
            return stored_games(db) >= at and time.monotonic() >= moment

        kills += run_until(arguments, enough)
        if db.exists():
            with Store.open(db) as store:
                keys = [game.spec.key for game in store.results()]
                assert len(keys) == len(set(keys)) <= total
    assert kills == KILLS

    assert table(db) == table(calm)
    assert records(db) == records(calm)
    with Store.open(db) as store:
        assert len(store.results()) == total


def test_nothing_of_a_killed_tournament_goes_on_running(tmp_path: Path) -> None:
    db = tmp_path / "cup.db"
    mark = f"tournament-{tmp_path.name}"
    process = subprocess.Popen(
        begin(db), stdout=subprocess.DEVNULL, env={**os.environ, "SCRABBLE_TEST_MARK": mark}
    )
    while stored_games(db) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    assert len(list(marked("SCRABBLE_TEST_MARK", mark))) >= 5  # the runner, workers, keepers, nests, bots
    process.kill()
    process.wait()
    deadline = time.monotonic() + 60
    while (left := list(marked("SCRABBLE_TEST_MARK", mark))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left


def test_ctrl_c_prints_the_command_that_goes_on(tmp_path: Path) -> None:
    db = tmp_path / "cup.db"
    process = subprocess.Popen(
        begin(db), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while stored_games(db) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everyone in the group
    out, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert f"go on with: referee tournament --resume {db}" in said
    again = subprocess.run(command("--resume", str(db), "--json"), check=True, capture_output=True, text=True)
    assert json.loads(again.stdout)["complete"] is True
