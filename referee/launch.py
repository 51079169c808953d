"""Bots as processes: started, kept warm between games, and gone when a game is over.

A `Launcher` lives as long as its user wants bots to stay warm: one match, or a whole tournament. Each bot at a time
has a keeper process of its own (`keeper.py` says why) and plays one game at a time; a second seat with the same bot
gets a second keeper. A bot whose files have changed since it was imported is loaded anew.
"""

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

from referee.evidence import ProcessEnd
from referee.library import Library
from referee.match_options import Limits
from referee.process_tree import marked
from scrabble_util.board import BoardProg
from scrabble_util.bot_place import BotPlace
from scrabble_util.channel import Channel, Note
from scrabble_util.types import Pieces
from scrabble_util.wire_fields import plain

MARK = "SCRABBLE_KEEPER"
"""The environment variable by which everything below a keeper can be found, should the keeper be killed."""

_ROOT = Path(__file__).parents[1]
_PASSED_ON = (
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TERM", "TMPDIR", "VIRTUAL_ENV",
    "XDG_CACHE_HOME", "PYTHONDONTWRITEBYTECODE",
)  # fmt: skip
_PASSED_PREFIXES = ("LC_", "NUMBA_", "OMP_", "MKL_", "OPENBLAS_", "SCRABBLE_")
_END_SECONDS = 5.0
"""How long a keeper may take to clear up before it is cleared up itself."""
_IDLE = 16
"""How many warm bots are kept that nobody uses."""


@dataclass(frozen=True)
class GameOrder:
    """What a bot's process must know to play one game: where to connect, and what is worth preparing."""

    host: str
    port: int
    token: str
    log: Path | None
    """Where what it writes goes; None keeps only the end of it, in memory."""
    board: BoardProg
    alphabet: str
    pieces: Pieces
    hand_size: int
    dictionary: str
    """The hash of the word list."""
    dictionary_path: Path | None
    """Where it lies, in the form of `Dictionary`; None where it must come over the wire."""


class _Keeper:
    """The referee's end of one keeper process."""

    def __init__(self, place: BotPlace, limits: Limits) -> None:
        ours, theirs = socket.socketpair()
        self.place = place
        self.limits = limits.of_process
        self.mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self.channel = Channel(ours)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "referee.keeper"],
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            env=bot_environment(os.environ) | {MARK: self.mark},
            start_new_session=True,
        )
        theirs.close()
        self.files: list[tuple[Path, int]] = []
        """What the bot was imported from, with when each file was changed."""
        self.warm = False
        """Whether the bot is loaded and waits for a game."""
        self.channel.send("load", place=asdict(place), limits=self.limits)

    def is_current(self) -> bool:
        """Whether it can play another game with the bot as it is on disk now."""
        return self.warm and not self.channel.closed and all(map(_unchanged, self.files))

    def hang_up(self) -> None:
        """Tell the keeper to end, without waiting for it."""
        self.channel.close()

    def close(self) -> None:
        """End the keeper and, with it, all it keeps."""
        self.hang_up()
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.returncode != 0:
            self._clear_up()

    def _clear_up(self) -> None:
        """Do what a keeper that was killed could not: end what is left of the bot, known by its mark."""
        while left := marked(MARK, self.mark):
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.002)


class BotProcess:
    """A bot in one game. `end` is how its process ended, once that is known."""

    def __init__(self, keeper: _Keeper, order: GameOrder, log_bytes: int) -> None:
        self._keeper = keeper
        self._cleared: asyncio.Future[None] | None = None
        self._on_end: Callable[[], None] = lambda: None
        self._load_error = ""
        self._preparing_since: float | None = None
        self._prepared = 0.0
        self._spoilt = False
        self.end: ProcessEnd | None = None
        self.log = order.log
        self.log_error = ""
        """Why the log is not complete, where it is not."""
        self.tail = ""
        keeper.channel.send("play", log_bytes=log_bytes, **_plain(order))

    def watch(self, on_end: Callable[[], None]) -> None:
        """Call back when the process has ended; needs a running event loop."""
        self._on_end = on_end
        asyncio.get_running_loop().add_reader(self._keeper.channel, self._hear)

    async def clear(self, patience: float = 0.0) -> None:
        """Have everything of this game killed, after waiting `patience` seconds for it to end by itself."""
        loop = asyncio.get_running_loop()
        self._cleared = loop.create_future()
        if patience and self.end is None:
            ended = asyncio.Event()
            self._on_end = ended.set
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), patience)
        self._keeper.channel.send("end")
        try:
            if not self._keeper.channel.closed:
                await asyncio.wait_for(self._cleared, _END_SECONDS)
        except TimeoutError:
            self._spoilt = True
        loop.remove_reader(self._keeper.channel)

    @property
    def preparing_seconds(self) -> float:
        """How long the bot has been at what it does once, before its first game of a kind."""
        since = self._preparing_since
        return self._prepared if since is None else time.monotonic() - since

    @property
    def reusable(self) -> bool:
        """Whether its keeper can play another game."""
        return not self._spoilt and self._keeper.warm and not self._keeper.channel.closed

    def _hear(self) -> None:
        for note in self._keeper.channel.receive_now():
            self._take(note)
        if self._keeper.channel.closed:
            self._spoilt = True
            asyncio.get_running_loop().remove_reader(self._keeper.channel)
            self._ended(ProcessEnd(-signal.SIGKILL, tail=self.tail))
            self._is_clear()

    def _take(self, note: Note) -> None:
        match note["kind"]:
            case "loaded":
                self._keeper.files = [(Path(name), changed) for name, changed in note["files"].items()]
                self._keeper.warm = note["warm"]
            case "preparing":
                self._preparing_since = time.monotonic()
            case "prepared":
                self._prepared = self.preparing_seconds
                self._preparing_since = None
            case "failed":
                self._load_error = note["error"]
            case "exited":
                error = note["error"]
                self._ended(ProcessEnd(note["code"], note["reason"], note["tail"], self._load_error, error))
            case "ended":
                self._keeper.warm = self._keeper.warm and note["warm"]
                self.tail = note["tail"]
                self.log_error = note["log_error"]
                self._is_clear()

    def _ended(self, end: ProcessEnd) -> None:
        if self.end is None:
            self.end = end
            self.tail = end.tail
            self._on_end()

    def _is_clear(self) -> None:
        if self._cleared is not None and not self._cleared.done():
            self._cleared.set_result(None)


class Launcher:
    """Starts bots and keeps them warm; a context manager that leaves no process behind."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._idle: list[_Keeper] = []
        self._busy: dict[BotProcess, _Keeper] = {}
        self.library = Library()
        """Boards and word lists, loaded once for all matches of this launcher."""

    def start(self, place: BotPlace, limits: Limits, order: GameOrder) -> BotProcess:
        """Let a bot play a game: at once where it is warm, else as soon as it is loaded."""
        keeper = self._take_idle(place, limits) or _Keeper(place, limits)
        bot = BotProcess(keeper, order, limits.log_bytes)
        self._busy[bot] = keeper
        return bot

    def release(self, bot: BotProcess) -> None:
        """Take a bot back whose game was cleared; it stays warm where it can."""
        keeper = self._busy.pop(bot)
        if not bot.reusable:
            keeper.close()
            return
        self._idle.append(keeper)
        while len(self._idle) > _IDLE:
            self._idle.pop(0).close()

    @property
    def idle_count(self) -> int:
        """How many bots are kept warm that nobody uses now."""
        return len(self._idle)

    def close(self) -> None:
        """End all bots."""
        keepers = [*self._idle, *self._busy.values()]
        for keeper in keepers:
            keeper.hang_up()
        for keeper in keepers:
            keeper.close()
        self._idle.clear()
        self._busy.clear()

    def __enter__(self) -> "Launcher":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take_idle(self, place: BotPlace, limits: Limits) -> _Keeper | None:
        for keeper in reversed(self._idle):
            if keeper.place == place and keeper.limits == limits.of_process:
                self._idle.remove(keeper)
                if keeper.is_current():
                    return keeper
                keeper.close()
        return None


def bot_environment(full: Mapping[str, str]) -> dict[str, str]:
    """Return what of the environment a bot is given: what programs need to run, and nothing of the game."""
    kept = {
        name: value
        for name, value in full.items()
        if name in _PASSED_ON or (name.startswith(_PASSED_PREFIXES) and name != MARK)
    }
    own_path = full.get("PYTHONPATH", "")
    return {
        **kept,
        "PYTHONPATH": f"{_ROOT}{os.pathsep}{own_path}" if own_path else str(_ROOT),
        # A bot that goes through a set of strings does it in the same order in every game.
        "PYTHONHASHSEED": "0",
    }


def _plain(order: GameOrder) -> dict[str, object]:
    path = order.dictionary_path
    return {
        "host": order.host,
        "port": order.port,
        "token": order.token,
        "log": "" if order.log is None else str(order.log),
        "board": plain(order.board),
        "alphabet": order.alphabet,
        "pieces": [(piece, sorted(letters)) for piece, letters in sorted(order.pieces.items())],
        "hand_size": order.hand_size,
        "dictionary": order.dictionary,
        "dictionary_path": "" if path is None else str(path),
    }


def _unchanged(file: tuple[Path, int]) -> bool:
    try:
        return file[0].stat().st_mtime_ns == file[1]
    except OSError:
        return False
