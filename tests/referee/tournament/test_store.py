"""The store: what is written stays written, and what cannot be used is refused with a reason."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameResult, Played, pack
from referee.tournament.schedule import plan
from referee.tournament.store import VERSION, Store, StoreError
from tests.support.tournaments import result

CONFIG = Config(bots=(Entrant("one", "passer"), Entrant("two", "passer")), games=100)


def results(count: int = 4) -> list[GameResult]:
    games = [game for pair in plan(CONFIG.setting, Played()) for game in pair.games()]
    return [
        replace(result(game, (300 + number, 200)), packed=pack(f'{{"game": {number}}}\nÆØÅ\n'.encode()))
        for number, game in enumerate(games[:count])
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.create(path, CONFIG, "bots = []") as made:
        yield made


def test_what_is_added_is_read_again(store: Store, path: Path) -> None:
    games = results()
    for game in games:
        store.add(game)
    store.add_void("1/0-1/9/0", "a worker died")
    with Store.open(path) as again:
        assert again.results() == tuple(replace(game, packed=b"") for game in games)
        assert dict(again.records()) == {game.spec.key: game.record for game in games}
        assert again.record(games[2].spec.key) == games[2].record
        assert again.record("no/such") is None
        assert [(void.key, void.reason) for void in again.voids()] == [("1/0-1/9/0", "a worker died")]
        assert again.config() == CONFIG
        assert again.config_file() == "bots = []"


def test_a_store_holds_no_path_of_the_machine_and_can_be_moved(tmp_path: Path) -> None:
    (tmp_path / "a" / "cups").mkdir(parents=True)
    Store.create(tmp_path / "a" / "cup.db", CONFIG, folder=tmp_path / "a" / "cups").close()
    assert str(tmp_path).encode() not in (tmp_path / "a" / "cup.db").read_bytes()
    (tmp_path / "a").rename(tmp_path / "b")
    with Store.open(tmp_path / "b" / "cup.db") as moved:
        assert moved.folder() == tmp_path / "b" / "cups"


def test_no_game_counts_twice(store: Store) -> None:
    game = results()[0]
    store.add(game)
    with pytest.raises(StoreError, match="stored already"):
        store.add(game)
    assert len(store.results()) == 1


def test_a_store_that_is_there_is_not_begun_again(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="--resume"):
        Store.create(path, CONFIG)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder; name a file"):
        Store.create(tmp_path, CONFIG)


def test_a_copy_without_the_log_is_a_store_that_lacks_the_last_games(store: Store, path: Path) -> None:
    for game in results():
        store.add(game)
    copied = path.with_name("copy.db")
    copied.write_bytes(path.read_bytes())
    with Store.open(copied) as copy:
        assert copy.config() == CONFIG
        assert set(copy.results()) <= set(store.results())


def test_an_empty_file_may_be_begun_and_says_so_when_resumed(path: Path) -> None:
    sqlite3.connect(path).execute("PRAGMA user_version = 0").close()
    path.touch()
    with pytest.raises(StoreError, match="stopped before it began"):
        Store.open(path)
    Store.create(path, CONFIG).close()
    Store.open(path).close()


def test_a_store_of_a_newer_referee_is_refused_and_left_alone(store: Store, path: Path) -> None:
    store.close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer referee"):
        Store.open(path)
    assert path.read_bytes() == before


def test_other_files_are_refused_with_what_they_are(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("just a long enough text that is no database " * 100)
    with pytest.raises(StoreError, match="not a tournament's store"):
        Store.open(text)
    with pytest.raises(StoreError, match="exists already"):
        Store.create(text, CONFIG)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE something (x)")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="not one of a tournament"):
        Store.open(other)
    with pytest.raises(StoreError, match="no such file"):
        Store.open(tmp_path / "none.db")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store.create(tmp_path / "no folder" / "cup.db", CONFIG)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE about SET value = '{' WHERE key = 'config'",
        "UPDATE about SET value = '[]' WHERE key = 'config'",
        """UPDATE about SET value = '{"bots": ["a"]}' WHERE key = 'config'""",
        "DELETE FROM about",
        "UPDATE games SET scores = '[1' WHERE rotation = 1",
        "UPDATE games SET scores = '[1]' WHERE rotation = 1",
        "UPDATE games SET scores = '7' WHERE rotation = 1",
        """UPDATE games SET verdicts = '["finished", "finisht"]' WHERE rotation = 1""",
        "UPDATE games SET seats = '[0, 7]' WHERE rotation = 1",
        "UPDATE games SET pair = 'x' WHERE rotation = 1",
        "UPDATE games SET record = x'00' WHERE rotation = 1",
        "UPDATE games SET record = 3 WHERE rotation = 1",
        "ALTER TABLE games RENAME COLUMN seed TO sead",
    ],
)
def test_a_damaged_store_says_so(store: Store, path: Path, damage: str) -> None:
    for game in results():
        store.add(game)
    store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)
    with Store.open(path) as again, pytest.raises(StoreError, match="the file is damaged"):
        again.config()
        again.results()
        list(again.records())


def test_a_full_disk_loses_nothing_that_was_stored(store: Store, path: Path) -> None:
    games = results(40)
    store.add(games[0])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full"):
        for game in games[1:]:
            store.add(replace(game, packed=os.urandom(6000)))
    kept = len(store.results())
    store.close()
    with Store.open(path) as again:
        assert len(again.results()) == kept >= 1
        again.add(games[-1])


def test_a_store_can_be_read_while_it_is_written_and_is_one_file_in_the_end(store: Store, path: Path) -> None:
    games = results()
    store.add(games[0])
    with Store.open(path) as reader:
        assert len(reader.results()) == 1
        store.add(games[1])
        assert len(reader.results()) == 2
        store.close()  # while somebody reads it
        assert len(reader.results()) == 2
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with Store.open(path) as again:
        again.add(games[2])
    path.parent.chmod(0o500)  # what is finished can be read from where nothing can be written
    try:
        with Store.open(path) as again:
            assert len(again.results()) == 3
    finally:
        path.parent.chmod(0o700)


def test_a_file_that_another_process_holds_says_so(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    store._db.execute("PRAGMA busy_timeout = 10")
    with pytest.raises(StoreError, match="another process"):
        store.add(results()[0])
    holder.close()
    store.add(results()[0])


WRITER = """
import sys
from pathlib import Path
from referee.tournament.store import Store
from tests.referee.tournament.test_store import results
with Store.open(Path(sys.argv[1])) as store:
    have = {game.spec.key for game in store.results()}
    for game in results(100):
        if game.spec.key not in have:
            store.add(game)
            print(game.spec.key, flush=True)
"""


def test_a_writer_that_is_killed_keeps_all_it_reported_and_nothing_half(store: Store, path: Path) -> None:
    store.close()
    reported: list[str] = []
    for kills, length in enumerate((3, 1, 7), start=1):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, env=os.environ
        )
        assert writer.stdout is not None
        reported += [writer.stdout.readline().strip() for _ in range(length)]
        writer.send_signal(signal.SIGKILL)
        reported += writer.stdout.read().split()
        writer.wait()
        writer.stdout.close()
        with Store.open(path) as again:
            kept = [game.spec.key for game in again.results()]
            assert set(reported) <= set(kept)
            assert len(kept) <= len(reported) + kills  # each may fall between storing a game and reporting it
            assert all(record.decode().endswith("ÆØÅ\n") for _, record in again.records())
