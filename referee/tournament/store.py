"""The results of a tournament in one SQLite file: what is written stays written.

A finished game is one transaction, synced to the disk: the result and its record, or neither. While games are
added, SQLite keeps a write-ahead log beside the file: a sync a game instead of four, which took a processor's time
from the games, and a report can be made meanwhile. When the store is closed the log is folded into the file, which
then is the whole store; after a kill, whoever opens it next does that. A game's key is unique: nothing is counted
twice. Games that failed for our own reasons stand in a table of their own.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from referee.tournament.config import Config, from_json, to_json
from referee.tournament.games import GameResult, GameSpec, unpack
from referee.verdicts import Verdict

APPLICATION = 0x53435242
"""SQLite's application id of our files: "SCRB"."""
VERSION = 1
"""The version of the tables below; a file with a higher one was written by a newer referee."""
_WAIT = 30.0
"""Seconds to wait for another process that holds the file."""
_LOG_PAGES = 256
"""The log is folded into the file when it has grown to so many pages: every few dozen games."""

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    key TEXT PRIMARY KEY,        -- round / bots / number of the pair / rotation
    pair TEXT NOT NULL,
    rotation INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seats TEXT NOT NULL,         -- bots in seat order, as JSON; so are the lists below
    seed INTEGER NOT NULL,
    board TEXT NOT NULL,
    dictionary TEXT NOT NULL,
    scores TEXT NOT NULL,
    winners TEXT NOT NULL,       -- seats from 1
    verdicts TEXT NOT NULL,
    turns INTEGER NOT NULL,
    timeouts TEXT NOT NULL,
    refused TEXT NOT NULL,
    details TEXT NOT NULL,       -- more about each verdict
    times TEXT NOT NULL,         -- seconds a move, for each seat
    record BLOB NOT NULL         -- the game record, deflated
);
CREATE TABLE void_games (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    reason TEXT NOT NULL
);
"""
_DAMAGED = "the file is damaged; put back a copy of it"
_TROUBLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises; the second where even its message quotes a file that is damaged."""
_COLUMNS = (
    "key, pair, rotation, round, seats, seed, board, dictionary, scores, winners, verdicts, turns,"
    " timeouts, refused, details, times"
)


class StoreError(Exception):
    """A store that cannot be read or written: handled by the command, whose user is told what to do."""


@dataclass(frozen=True)
class VoidGame:
    """A game that failed for our own reasons, and why; it is played again."""

    key: str
    reason: str


class Store:
    """One tournament's file. Use `create` or `open`, and close it (or use it in a `with`)."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        self._is_writing = False
        """Whether the write-ahead log is in use."""

    @classmethod
    def create(cls, path: Path, config: Config, config_file: str = "", folder: Path | None = None) -> "Store":
        """Begin a store; a file that holds anything already is refused.

        `folder` is where the files that the description names are seen from.
        """
        must_be_new(path)
        store = cls(path, _connect(path))
        # Not through the log: the file by itself is a store from its first moment on, also where someone copies it
        # without the log, or moves it after a kill.
        with store._translated(), store._transaction(log=False):
            for statement in _TABLES.split(";\n"):
                store._db.execute(statement)
            store._db.execute(f"PRAGMA application_id = {APPLICATION}")
            store._db.execute(f"PRAGMA user_version = {VERSION}")
            store._db.executemany(
                "INSERT INTO about VALUES (?, ?)",
                [
                    ("config", to_json(config)),
                    ("config_file", config_file),
                    ("folder", os.path.relpath(folder or path.parent, path.parent)),
                ],
            )
        return store

    @classmethod
    def open(cls, path: Path) -> "Store":
        """Open a store that is there; anything else is refused with what it is."""
        if not path.is_file():
            raise StoreError(f"{path}: no such file")
        store = cls(path, _connect(path))
        try:
            with store._translated():
                store._check()
        except StoreError:
            store.close()
            raise
        return store

    def _check(self) -> None:
        """Refuse a file that is not ours, or newer than we are."""
        application = self._pragma("application_id")
        version = self._pragma("user_version")
        if application == APPLICATION and version > VERSION:
            raise StoreError(
                f"{self.path} was written by a newer referee (store version {version}, this one knows up to "
                f"{VERSION}); nothing was changed. Update this referee: pip install --upgrade scrabble-referee"
            )
        if application == 0 and self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            raise StoreError(
                f"{self.path} is empty: the tournament was stopped before it began; start it again"
            )
        if application != APPLICATION:
            raise StoreError(f"{self.path} is a database, but not one of a tournament")

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    # --- writing

    def add(self, result: GameResult) -> None:
        """Keep a finished game: all of it or, where this raises, nothing."""
        spec = result.spec
        row = (
            spec.key,
            spec.pair,
            spec.rotation,
            spec.round,
            json.dumps(spec.seats),
            spec.seed,
            spec.board,
            spec.dictionary,
            json.dumps(result.scores),
            json.dumps(result.winners),
            json.dumps([verdict.value for verdict in result.verdicts]),
            result.turns,
            json.dumps(result.timeouts),
            json.dumps(result.refused),
            json.dumps(result.details, ensure_ascii=False),
            json.dumps([[round(seconds, 6) for seconds in seat] for seat in result.times]),
            result.packed,
        )
        marks = ", ".join("?" * len(row))
        with self._translated(spec.key), self._transaction():
            self._db.execute(f"INSERT INTO games ({_COLUMNS}, record) VALUES ({marks})", row)

    def add_void(self, key: str, reason: str) -> None:
        """Keep a game that failed for our own reasons apart from the results."""
        with self._translated(key), self._transaction():
            self._db.execute("INSERT INTO void_games (key, reason) VALUES (?, ?)", (key, reason))

    # --- reading

    def config(self) -> Config:
        """Return the description the tournament was begun with."""
        try:
            return from_json(self._about("config"), str(self.path))
        except ValueError as error:
            raise StoreError(f"{self.path} does not say what is played ({error}); {_DAMAGED}") from error

    def config_file(self) -> str:
        """Return the text of the file it was begun with; empty where there was none."""
        return self._about("config_file")

    def folder(self) -> Path:
        """Return where the files that the description names are seen from: it moves with the store."""
        return (self.path.parent / self._about("folder")).resolve()

    def _about(self, key: str) -> str:
        with self._translated():
            row = self._db.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path} does not say its {key}; {_DAMAGED}")
        return str(row[0])

    def results(self) -> tuple[GameResult, ...]:
        """Return every finished game, without its record, in the order they finished."""
        with self._translated():
            rows = self._db.execute(f"SELECT {_COLUMNS} FROM games ORDER BY rowid").fetchall()
        return tuple(map(self._result, rows))

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Yield (key, record) of every finished game, in order of key."""
        with self._translated():
            for key, record in self._db.execute("SELECT key, record FROM games ORDER BY key"):
                yield key, self._unpacked(key, record)

    def record(self, key: str) -> bytes | None:
        """Return the record of one game, or None where that game is not finished."""
        with self._translated():
            row = self._db.execute("SELECT record FROM games WHERE key = ?", (key,)).fetchone()
        return self._unpacked(key, row[0]) if row else None

    def _result(self, row: sqlite3.Row) -> GameResult:
        try:
            return _result(row)
        except (ValueError, TypeError) as error:
            raise StoreError(
                f"{self.path}: game {row['key']} cannot be read ({error}); {_DAMAGED}"
            ) from error

    def _unpacked(self, key: str, record: bytes) -> bytes:
        try:
            return unpack(record)
        except (zlib.error, TypeError) as error:
            raise StoreError(f"{self.path}: the record of game {key} cannot be read; {_DAMAGED}") from error

    def voids(self) -> tuple[VoidGame, ...]:
        """Return every game that failed for our own reasons."""
        with self._translated():
            rows = self._db.execute("SELECT key, reason FROM void_games ORDER BY number").fetchall()
        return tuple(VoidGame(key, reason) for key, reason in rows)

    # --- the file

    def close(self) -> None:
        """Let the file go, with all that belongs to it in it."""
        if self._is_writing:
            # Not while another reads it, or on a disk that is full: then the log stays, and nothing is lost.
            with suppress(sqlite3.DatabaseError):
                self._db.execute("PRAGMA busy_timeout = 0")
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self, log: bool = True) -> Iterator[None]:
        if log and not self._is_writing:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
            self._is_writing = True
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _translated(self, key: str = "") -> Iterator[None]:
        """Say what SQLite's errors mean here."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise StoreError(
                f"{self.path}: game {key} is stored already; is another `referee tournament` writing to this file?"
            ) from None
        except _TROUBLE as error:
            raise StoreError(f"{self.path}: {_meaning(error)}") from error


def must_be_new(path: Path) -> None:
    """Refuse a file that holds anything already; a store that was killed at birth may be begun again."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file with --db")
    if path.exists() and path.stat().st_size > 0 and not _is_empty(path):
        raise StoreError(
            f"{path} exists already; go on with it by `referee tournament --resume {path}`, "
            "or name another file with --db"
        )


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda text: text.decode(errors="replace")
        connection.execute("PRAGMA synchronous = FULL")
    except _TROUBLE as error:
        raise StoreError(f"{path}: {_meaning(error)}") from error
    return connection


def _is_empty(path: Path) -> bool:
    """Whether a file is a database without tables: what a tournament killed at birth leaves."""
    try:
        with closing(_connect(path)) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0)
    except (StoreError, *_TROUBLE):
        return False


def _meaning(error: Exception) -> str:
    """Return what happened and what to do, for the errors that a user can do something about."""
    what = {
        "SQLITE_FULL": "the disk is full. Every game stored so far is safe; make room and resume",
        "SQLITE_IOERR": "the disk did not take what was written. Every game stored so far is safe; mend it and resume",
        "SQLITE_NOTADB": "this file is not a tournament's store (not an SQLite database)",
        "SQLITE_CORRUPT": _DAMAGED,
        "SQLITE_BUSY": f"another process has held this file for {_WAIT:.0f} s; stop that one first",
        "SQLITE_READONLY": "the file cannot be written to; check its permissions",
        "SQLITE_CANTOPEN": "the file cannot be opened; check that its folder exists and is yours",
    }
    name = getattr(error, "sqlite_errorname", "")
    for known, meaning in what.items():
        if name.startswith(known):
            return meaning
    if name == "SQLITE_ERROR" or isinstance(error, UnicodeDecodeError):
        return _DAMAGED  # our statements are right: it is the tables that are not
    return f"{error} ({name})" if name else str(error)


def _result(row: sqlite3.Row) -> GameResult:
    """Read a game; raise ValueError or TypeError where what stands there cannot be one."""
    spec = GameSpec(
        pair=row["pair"],
        rotation=row["rotation"],
        round=row["round"],
        seats=tuple(json.loads(row["seats"])),
        seed=row["seed"],
        board=row["board"],
        dictionary=row["dictionary"],
    )
    result = GameResult(
        spec=spec,
        scores=tuple(json.loads(row["scores"])),
        winners=tuple(json.loads(row["winners"])),
        verdicts=tuple(Verdict(verdict) for verdict in json.loads(row["verdicts"])),
        turns=row["turns"],
        timeouts=tuple(json.loads(row["timeouts"])),
        refused=tuple(json.loads(row["refused"])),
        details=tuple(json.loads(row["details"])),
        times=tuple(tuple(seat) for seat in json.loads(row["times"])),
    )
    _, bots, _ = spec.pair.split("/")
    lists = (result.scores, result.verdicts, result.timeouts, result.refused, result.details, result.times)
    if spec.key != row["key"] or sorted(spec.seats) != sorted(map(int, bots.split("-"))):
        raise ValueError("its seats are not those of its pair")
    if any(len(values) != len(spec.seats) for values in lists):
        raise ValueError("not every seat has its figures")
    return result
