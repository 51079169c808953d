"""A match before and after: what is asked for, and what came of it. Plain data that can be sent anywhere.

`match.py` plays it; `seats.py` makes `SeatSpec`s of what people type; a tournament keeps the results.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from referee.events import Result
from referee.verdicts import Verdict
from scrabble_util.board import BoardProg
from scrabble_util.pieces import ENGLISH_ALPHABET
from scrabble_util.types import PieceId, Pieces

REMOTE = "remote"
"""The bot of a seat that waits for a player from outside."""


@dataclass(frozen=True)
class SeatSpec:
    """A seat: what it is called, and the bot that sits there (by shipped name, file, module, or `remote`)."""

    name: str
    bot: str
    terminal: bool = False
    """Runs in the referee's own terminal, for a person or a debugger; without limits."""
    debug: bool = False
    """What the bot raises is debugged in that terminal."""


@dataclass(frozen=True)
class Limits:
    """What a bot may use in a game. The sizes are in bytes."""

    memory: int = 2 * 1024**3
    """Of the bot and all it starts."""
    cpu_seconds: int = 3600
    open_files: int = 512
    processes: int = 64
    """The bot and all it starts."""
    log_bytes: int = 4 * 1024**2
    """What of a bot's output is kept; its end is always there."""
    setup_seconds: float = 30.0
    """From the start of its process to its being ready, but for what it prepares for all games."""
    prepare_seconds: float = 120.0
    """For that: a first start may compile."""
    stall_seconds: float = 300.0
    """For a move, in a game without a timeout."""

    @property
    def of_process(self) -> dict[str, int]:
        """Those that a process is started with; the others are kept by the referee, game by game."""
        return {
            "memory": self.memory,
            "cpu_seconds": self.cpu_seconds,
            "open_files": self.open_files,
            "processes": self.processes,
        }


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """All that decides a match: the same options and the same bots give the same record, but for clock times."""

    seats: tuple[SeatSpec, ...]
    seed: int
    board: str | BoardProg = "standard"
    """A board by shipped name or file, or as plain data."""
    alphabet: str = ENGLISH_ALPHABET
    dictionary: str | tuple[str, ...] | None = None
    """A word list by file, or the words themselves; None is the English one that ships."""
    check_words: bool = True
    """Whether words must be in the dictionary; bots are given it in any case."""
    hand_size: int = 7
    tiles: int | Mapping[PieceId, int] = 1
    """How many times the alphabet's own tiles go into the bag; or how many of each piece do."""
    pieces: Pieces | None = None
    """What each piece is; None is the alphabet's own set."""
    timeout: int | None = None
    """Milliseconds for a move; None is no limit but for stalling."""
    limits: Limits = field(default_factory=Limits)
    host: str = "127.0.0.1"
    """The address to listen on; bots that the referee starts come over loopback in any case."""
    port: int = 0
    """The port to listen on; 0 picks a free one."""
    record: Path | None = None
    """Where the record is written as the game goes; None keeps none."""
    log_dir: Path | None = None
    """Where the bots' logs go; None keeps of each only the end, for the verdict."""


@dataclass(frozen=True)
class SeatResult:
    """What became of one seat."""

    player: int
    name: str
    bot: str
    score: int
    verdict: Verdict
    detail: str
    log: Path | None
    """The whole log of the bot; None where it wrote nothing, or nothing was to be kept."""
    log_tail: str
    """The end of it, where the bot was at fault."""
    move_seconds: tuple[float, ...]
    """How long the player took, for each of their turns in order."""
    timeouts: int
    """How many of these turns were lost by running out of time."""


@dataclass(frozen=True)
class MatchResult:
    """What came of a match."""

    seed: int
    game: Result
    seats: tuple[SeatResult, ...]
    record: Path | None
    notes: tuple[str, ...] = ()
    """What went wrong with the referee's own affairs, such as a record that could not be written to its end."""

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self.game.turns

    @property
    def scores(self) -> Mapping[int, int]:
        """Final points, by player."""
        return MappingProxyType({seat.player: seat.score for seat in self.seats})

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won; several when tied, nobody when the match was interrupted."""
        return self.game.winners

    @property
    def verdicts(self) -> Mapping[int, Verdict]:
        """What became of each player."""
        return MappingProxyType({seat.player: seat.verdict for seat in self.seats})

    @property
    def clean(self) -> bool:
        """Whether no bot was at fault."""
        return not any(seat.verdict.is_fault for seat in self.seats)
