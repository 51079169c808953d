"""The record of a game: a JSON-lines file that says everything, written as the game goes.

The first line is the header (what was played with, and by whom), then comes a line for each event, and
the last is the event `ended` with the result. `docs/records.md` tells the fields. All that may differ
between two runs of one game (times, log files) stands in the fields `clock` and `log` of a line;
`without_clock` takes them off, and the rest is the same bytes for the same seed, bots and options.

What an event looks like is `event_json.py`'s subject; playing a record again is `verify.py`'s.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from referee.event_json import Json, event_from_json, event_to_json
from referee.events import Changed, Dealt, Ended, Event, Played, PlayerEvent, Result
from referee.rules.base import GameSetup
from scrabble_util.board import BoardProg, make_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.types import Coord, Letter, PieceId, Pieces

FORMAT = 1
"""The version of the format; a reader refuses others."""

VOLATILE = ("clock", "log")
"""The fields of a line that may differ between two runs of the same game."""


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


class RecordError(ValueError):
    """A file that is no record, or cannot be written; handled by the command that was given it."""


@dataclass(frozen=True)
class Seat:
    """Who played: the name people tell the player by, and the bot as it was asked for (no machine's
    paths)."""

    player: int
    name: str
    bot: str


@dataclass(frozen=True)
class Header:
    """What a game was played with: enough to play it again, but for the words of the dictionary."""

    rules: str
    seed: int
    hand_size: int
    num_players: int
    timeout: int | None
    alphabet: str
    pieces: Pieces
    tiles: Mapping[PieceId, int]
    board: BoardProg
    board_sha256: str
    dictionary_sha256: str | None
    """None where any word counted."""
    seats: tuple[Seat, ...]
    draws: Mapping[int, tuple[PieceId, ...]] | None = None
    """What each seat drew, in a game that was played elsewhere; None where the seed decides."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What else the game was asked for with, for people and other programs; the rules do not look at it."""

    @classmethod
    def of(
        cls, setup: GameSetup, seats: Sequence[Seat] = (), options: Mapping[str, Any] | None = None
    ) -> "Header":
        """Return the header of a game that is to be played."""
        return cls(
            rules=setup.rules,
            seed=setup.seed,
            hand_size=setup.hand_size,
            num_players=setup.num_players,
            timeout=setup.timeout,
            alphabet=setup.alphabet,
            pieces=setup.pieces,
            tiles=setup.tiles,
            board=setup.board.spec,
            board_sha256=setup.board.sha256,
            dictionary_sha256=setup.dictionary.sha256 if setup.dictionary is not None else None,
            seats=tuple(seats) or tuple(Seat(n, f"player {n}", "") for n in range(1, setup.num_players + 1)),
            draws=None if setup.draws is None else {p: tuple(drawn) for p, drawn in setup.draws.items()},
            options=dict(options or {}),
        )

    def setup(self, dictionary: Dictionary | None) -> GameSetup:
        """Return the setup again, given the dictionary; raise RecordError where it is another game's."""
        have = dictionary.sha256 if dictionary is not None else None
        if have != self.dictionary_sha256:
            raise RecordError(
                f"the record needs the dictionary with hash {self.dictionary_sha256}, and this one has {have}"
            )
        board = make_board(self.board)
        if board.sha256 != self.board_sha256:
            raise RecordError(
                f"the board of the record does not have the hash it names: {board.sha256} is not "
                f"{self.board_sha256}"
            )
        return GameSetup(
            board=board,
            alphabet=self.alphabet,
            pieces=self.pieces,
            tiles=self.tiles,
            hand_size=self.hand_size,
            num_players=self.num_players,
            seed=self.seed,
            dictionary=dictionary,
            timeout=self.timeout,
            rules=self.rules,
            draws=self.draws,
        )

    def name(self, player: int) -> str:
        """Return the name that people tell a player by."""
        return next((seat.name for seat in self.seats if seat.player == player), f"player {player}")


@dataclass(frozen=True)
class Record:
    """A record that was read: `lines` as they stand in the file, `events` as what they mean."""

    header: Header
    events: tuple[Event, ...]
    lines: tuple[Json, ...]
    """The header's line first, then one for each event."""
    truncated: bool = False
    """Whether the last line was cut off, which is no event then."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None where the referee was stopped before it did."""
        last = self.events[-1] if self.events else None
        return last.result if isinstance(last, Ended) else None


# --- writing


class RecordWriter:
    """Writes a record line by line; what has been written is readable whatever happens next.

    A file that cannot be written raises RecordError, once: later lines are then passed over, so that a
    full disk costs the record and not the game.
    """

    def __init__(self, path: Path | str, header: Header, clock: Json | None = None) -> None:
        """Make the file (over an old one) and write the header; `clock` tells when the game began."""
        self.path = Path(path)
        self.failed = False
        try:
            self._file: BinaryIO = self.path.open("wb")
        except OSError as error:
            raise RecordError(f"{self.path}: the record cannot be written: {error.strerror}") from None
        try:
            self._write(header_to_json(header), clock, None)
        except RecordError:
            self.close()
            raise

    def write(self, event: Event, clock: Json | None = None, log: Json | None = None) -> None:
        """Write an event; `clock` and `log` are what may differ from run to run."""
        self._write(event_to_json(event), clock, log)

    def _write(self, line: Json, clock: Json | None, log: Json | None) -> None:
        if self.failed:
            return
        if clock:
            line["clock"] = clock
        if log:
            line["log"] = log
        try:
            self._file.write(line_bytes(line))
            self._file.flush()
        except OSError as error:
            self.failed = True
            raise RecordError(f"{self.path}: the record ends here: {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        try:
            self._file.close()
        except OSError as error:
            # After a failed write the rest of the line still waits to be written, and fails again.
            if not self.failed:
                self.failed = True
                raise RecordError(f"{self.path}: the record ends here: {error.strerror}") from None

    def __enter__(self) -> "RecordWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def line_bytes(line: Json) -> bytes:
    """Return a line of the file."""
    return _encode(line).encode() + b"\n"


def record_bytes(header: Header, events: Iterable[Event]) -> bytes:
    """Return a whole record without clock, as it is compared."""
    lines = [header_to_json(header), *(event_to_json(event) for event in events)]
    return b"".join(line_bytes(line) for line in lines)


def without_clock(record: bytes) -> bytes:
    """Return the bytes of a record without what may differ from run to run."""
    lines = [json.loads(line) for line in record.splitlines()]
    return b"".join(line_bytes(_steady(line)) for line in lines)


def _steady(line: Json) -> Json:
    return {key: value for key, value in line.items() if key not in VOLATILE}


def header_to_json(header: Header) -> Json:
    """Return the first line of a record."""
    board = header.board
    draws = {str(player): list(pieces) for player, pieces in (header.draws or {}).items()}
    return {
        "record": FORMAT,
        "rules": header.rules,
        "seed": header.seed,
        **({"draws": draws} if draws else {}),
        "players": header.num_players,
        "seats": [{"player": s.player, "name": s.name, "bot": s.bot} for s in header.seats],
        "hand_size": header.hand_size,
        "timeout": header.timeout,
        "options": dict(header.options),
        "dictionary": header.dictionary_sha256,
        "alphabet": header.alphabet,
        "pieces": {str(piece): sorted(letters) for piece, letters in sorted(header.pieces.items())},
        "tiles": {str(piece): count for piece, count in sorted(header.tiles.items())},
        "board": {
            "sha256": header.board_sha256,
            "title": board.title,
            "about": board.about,
            "center": board.center,
            "is_infinite": board.is_infinite,
            "used_square": board.used_square,
            "prog": board.prog,
            "pp_square": board.pp_square,
            "squares": {
                str(key): {str(priority): source for priority, source in sorted(programs.items())}
                for key, programs in sorted(board.squares.items())
            },
        },
    }


# --- reading


def read_record(path: Path | str) -> Record:
    """Read a record, also one whose last line was cut off; raise RecordError where it is none."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    try:
        return parse_record(content)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def parse_record(content: bytes) -> Record:
    """Read a record from the bytes of its file."""
    raw = content.split(b"\n")
    # A line is whole when its line end is there; the referee was stopped in the midst of any other.
    truncated = bool(raw.pop())
    if not raw:
        raise RecordError("there is no record in it: the first line is missing")
    lines = [_line(number, text) for number, text in enumerate(raw, start=1)]
    header = _header(lines[0])
    events = tuple(_event(number, line, header) for number, line in enumerate(lines[1:], start=2))
    for number, event in enumerate(events, start=2):
        if isinstance(event, Ended) and number != len(lines):
            raise RecordError(f"line {number} ends the game, and there are lines after it")
    return Record(header, events, tuple(lines), truncated)


def _line(number: int, text: bytes) -> Json:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number} is not JSON: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(f"line {number} is no JSON object")
    return line


def _event(number: int, line: Json, header: Header) -> Event:
    try:
        event = event_from_json(line)
        _check_fits(event, header)
        return event
    except KeyError as error:
        raise RecordError(f"line {number}: the field {error} is missing") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"line {number}: {error}") from None


def _check_fits(event: Event, header: Header) -> None:
    """Raise ValueError where an event names players or pieces that the game does not have."""
    players = range(1, header.num_players + 1)
    named: Sequence[int] = ()
    held: Sequence[PieceId] = ()
    match event:
        case Dealt():
            named, held = [player for player, _ in event.hands], [p for _, hand in event.hands for p in hand]
        case Ended():
            named = [standing.player for standing in event.result.standings]
        case Played():
            held = [*event.hand, *event.drawn, *(tile.piece for _, tile in event.moves)]
            if not event.moves:
                raise ValueError("a play lays a piece or more")
        case Changed():
            held = [*event.hand, *event.drawn]
        case PlayerEvent():
            held = tuple(event.hand)
    if isinstance(event, Dealt | Ended) and list(named) != list(players):
        raise ValueError("it must name each player, in their order")
    if isinstance(event, PlayerEvent) and event.player not in players:
        raise ValueError(f"there is no player {event.player}")
    if unknown := [piece for piece in held if piece not in header.pieces]:
        raise ValueError(f"there is no piece {unknown[0]}")


def _header(line: Json) -> Header:
    if line.get("record") != FORMAT:
        raise RecordError(f'line 1 is no header of a record: it must say "record":{FORMAT}')
    try:
        return _header_from_json(line)
    except KeyError as error:
        raise RecordError(f"line 1: the field {error} is missing") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"line 1: {error}") from None


def _header_from_json(line: Json) -> Header:
    board = line["board"]
    seated = [seat["player"] for seat in line["seats"]]
    if len(seated) != line["players"] or seated != list(range(1, len(seated) + 1)):
        raise ValueError("there must be a seat for each player, in their order")
    return Header(
        rules=str(line["rules"]),
        seed=int(line["seed"]),
        hand_size=int(line["hand_size"]),
        num_players=int(line["players"]),
        timeout=None if line["timeout"] is None else int(line["timeout"]),
        alphabet=str(line["alphabet"]),
        pieces={
            int(piece): frozenset(Letter(str(char), int(points)) for char, points in letters)
            for piece, letters in line["pieces"].items()
        },
        tiles={int(piece): int(count) for piece, count in line["tiles"].items()},
        board=BoardProg(
            prog=str(board["prog"]),
            squares={
                int(key): {int(priority): str(source) for priority, source in programs.items()}
                for key, programs in board["squares"].items()
            },
            used_square=int(board["used_square"]),
            center=Coord(*map(int, board["center"])),
            is_infinite=bool(board["is_infinite"]),
            pp_square=str(board["pp_square"]),
            title=str(board["title"]),
            about=str(board["about"]),
        ),
        board_sha256=str(board["sha256"]),
        dictionary_sha256=None if line["dictionary"] is None else str(line["dictionary"]),
        seats=tuple(Seat(int(s["player"]), str(s["name"]), str(s["bot"])) for s in line["seats"]),
        draws=_draws(line.get("draws")),
        options=dict(line["options"]),
    )


def _draws(told: Any) -> Mapping[int, tuple[PieceId, ...]] | None:
    return None if told is None else {int(player): tuple(map(int, pieces)) for player, pieces in told.items()}
