"""A warm bot: a process that has imported a bot once, and forks a fresh child for each game.

The keeper (`referee/keeper.py`) starts it and tells it over a channel what to load and when to play. A game is
played by a child that ends with it, so nothing of a game can leak into the next; what costs time (imports, the
board, the word list) is done here, once, and the child finds it in its memory.

A bot may define `prepare(board, alphabet, dictionary, pieces, hand_size)`: it is called here, before the first game
of a kind, for what is worth doing once (compiling, mapping a word graph). It must not start threads.
"""

import contextlib
import ctypes
import encodings.idna  # noqa: F401  (to connect needs it: found here, it is not loaded anew in every game)
import gc
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from scrabble_util.board import BoardProg
from scrabble_util.bot_place import BotPlace
from scrabble_util.channel import Channel, Note
from scrabble_util.dictionary import Dictionary
from scrabble_util.host import Exit, Shelf, in_a_line, load_bot, log_error, print_error, run_bot
from scrabble_util.types import Pieces
from scrabble_util.wire_fields import reader_of

_PR_SET_PDEATHSIG = 1
_LIMITS = {
    "memory": resource.RLIMIT_DATA,
    "cpu_seconds": resource.RLIMIT_CPU,
    "open_files": resource.RLIMIT_NOFILE,
}

_USED, _UNUSED = b"1", b"0"
"""What a game's child says of the word list when it ends; behind it stands the error of the bot, if any."""
_TOLD = 1024
"""How many bytes of that are read."""


def main() -> None:
    """Load the bot that the first note names, then hatch a child for every note that asks for one."""
    # Standard input is the channel; the bot gets an empty one in its place.
    channel = Channel(socket.socket(fileno=os.dup(0)))
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    if isinstance(sys.stdout, TextIOWrapper):
        # A line is in the log as soon as it is printed, and in one piece.
        sys.stdout.reconfigure(line_buffering=True)
    order = channel.receive()
    if order is None:
        return
    _set_limits(order["limits"])
    try:
        module = load_bot(BotPlace(**order["place"]))
    except BaseException as error:
        _give_up(channel, error)
    # A fork takes the calling thread alone along: a bot that starts threads when it is imported is not kept warm.
    channel.send("loaded", files=_own_files(), warm=threading.active_count() == 1)
    _Nest(channel, module).serve()


class _Nest:
    """The loop, with what it has prepared so far."""

    def __init__(self, channel: Channel, module: ModuleType) -> None:
        self._channel = channel
        self._module = module
        self._shelf = Shelf()
        self._prepared: list[tuple[object, ...]] = []
        self._libc = ctypes.CDLL(None)

    def serve(self) -> None:
        """Play one game after the other, until the keeper is gone."""
        while (order := self._channel.receive()) is not None:
            self._prepare(order)
            gc.collect()
            gc.freeze()
            looked, tell = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(looked)
                self._play(order, tell)
            os.close(tell)
            self._channel.send("hatched", pid=child)
            _, status = os.waitpid(child, 0)
            error = self._learn(looked, order["dictionary"])
            self._channel.send("exited", code=os.waitstatus_to_exitcode(status), error=error)

    def _prepare(self, order: Note) -> None:
        """Have the board and the word list of the coming game at hand."""
        sha = order["dictionary"]
        if order["dictionary_path"] and sha not in self._shelf.dictionaries:
            self._shelf.dictionaries[sha] = Dictionary(path=Path(order["dictionary_path"]), sha=sha)
        spec: BoardProg = reader_of(BoardProg)(order["board"])
        board = self._shelf.board(spec)
        prepare = getattr(self._module, "prepare", None)
        kind = (board.sha256, order["alphabet"], sha, order["pieces"], order["hand_size"])
        if prepare is None or kind in self._prepared or sha not in self._shelf.dictionaries:
            return
        self._prepared.append(kind)
        pieces = reader_of(Pieces)(order["pieces"])
        # Told apart, for this is done once and not for every game: it has a time of its own.
        self._channel.send("preparing")
        try:
            prepare(board, order["alphabet"], self._shelf.dictionaries[sha], pieces, order["hand_size"])
        except BaseException as error:
            _give_up(self._channel, error)
        self._channel.send("prepared")

    def _learn(self, looked: int, sha: str) -> str:
        """Read the word list if the last game looked into it, so that the next need not; return its error."""
        os.set_blocking(looked, False)  # the bot may have left a process behind that holds the other end
        try:
            told = os.read(looked, _TOLD)
        except BlockingIOError:
            told = b""
        os.close(looked)
        dictionary = self._shelf.dictionaries.get(sha)
        if told.startswith(_USED) and dictionary is not None:
            dictionary.read()
        return told[1:].decode(errors="replace")

    def _play(self, order: Note, tell: int) -> None:
        """Play one game; this is the child, and it ends here."""
        os.setsid()
        self._libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        self._channel.close()
        gc.enable()
        address = (order["host"], order["port"])
        raised: list[str] = []

        def on_error(error: BaseException) -> None:
            raised.append(in_a_line(error))
            log_error(error)

        code = run_bot(self._module.start_game, address, order["token"], self._shelf, on_error)
        dictionary = self._shelf.dictionaries.get(order["dictionary"])
        used = dictionary is not None and "words" in vars(dictionary)
        told = (_USED if used else _UNUSED) + "".join(raised).encode(errors="backslashreplace")
        with contextlib.suppress(OSError):  # the bot may have closed it, and its output
            os.write(tell, told[:_TOLD])
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(code)


def _give_up(channel: Channel, error: BaseException) -> NoReturn:
    """Tell the log and the keeper why there will be no game, and end."""
    print_error(error)
    channel.send("failed", error=in_a_line(error))
    os._exit(Exit.NOT_LOADED)


def _set_limits(limits: Mapping[str, int]) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, what in _LIMITS.items():
        _, most = resource.getrlimit(what)
        wanted = limits[name] if most == resource.RLIM_INFINITY else min(limits[name], most)
        # One second between the two CPU limits: SIGXCPU comes at the first and says what happened.
        hard = wanted + 1 if what == resource.RLIMIT_CPU and most == resource.RLIM_INFINITY else wanted
        resource.setrlimit(what, (wanted, hard))


def _own_files() -> dict[str, int]:
    """Return the files that were imported from outside the installation, with when each was changed."""
    files: dict[str, int] = {}
    for module in list(sys.modules.values()):
        name = getattr(module, "__file__", None)
        if not name or "site-packages" in name or name.startswith((sys.base_prefix, "<")):
            continue
        try:
            files[name] = Path(name).stat().st_mtime_ns
        except OSError:
            continue
    return files


if __name__ == "__main__":
    main()
