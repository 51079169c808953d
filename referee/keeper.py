"""The keeper of one bot: starts its nest, writes its log, watches what it uses, and clears up behind it.

A process of its own (`python -m referee.keeper`), and the only one between the referee and a bot's code that can be
trusted: it never imports a bot. It is a *subreaper*: whatever a bot starts, also what left its session or lost its
parent, stays below it in the tree of processes, and is found and killed when the game is over. When the referee
goes away, by whatever end, the keeper's channel closes and it takes everything with it.

    referee  <- channel ->  keeper  <- channel ->  nest (the bot, imported)  -- fork ->  the bot in a game
"""

import contextlib
import ctypes
import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

from referee.process_tree import below, is_dead, oom_kills, own_bytes, resident_bytes
from scrabble_util.channel import Channel, Note
from scrabble_util.frames import WireError

_PR_SET_CHILD_SUBREAPER = 36
_WATCH = 0.25
"""Seconds between two looks at memory and processes while a game is on."""
_PATIENCE = 2.0
"""Seconds a nest has to notice that its child is gone."""
_CHUNK = 64 * 1024
_TAIL = 8 * 1024


class Log:
    """A bot's output in a file of bounded size: the beginning as it came, and the end of what did not fit."""

    def __init__(self, path: Path | None, limit: int) -> None:
        """Prepare a file that is made when there is something to write; `limit` is how much it may hold.

        Without a path only the tail is kept.
        """
        if path is not None and path.is_file():  # and not a device, whatever somebody asked for
            with contextlib.suppress(OSError):
                path.unlink()  # the log of another game would be taken for this one's
        self._path = path
        self._file: BinaryIO | None = None
        self._room = limit
        self._dropped = 0
        self._last = b""
        self.error = ""
        """Why nothing more is written, where that is so; a bot must not suffer for a full disk."""

    def write(self, data: bytes) -> None:
        """Keep what there is room for."""
        fits = data[: self._room]
        if fits:
            self._put(fits)
            self._room -= len(fits)
        rest = data[len(fits) :]
        self._dropped += len(rest)
        self._last = (self._last + data)[-_TAIL:]

    @property
    def tail(self) -> str:
        """The last of what the bot wrote, whether it fitted or not."""
        return self._last.decode("utf-8", "replace")

    def close(self) -> None:
        """Write the end of what did not fit, with a line that says so, and close."""
        if self._dropped:
            kept = self._last[-min(self._dropped, _TAIL) :]
            gone = self._dropped - len(kept)
            self._put(f"\n[the log is full: {gone:,} bytes were left out here]\n".encode() + kept)
        if self._file is not None:
            self._file.close()

    def _put(self, data: bytes) -> None:
        if self._path is None or self.error:
            return
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._path.open("wb", buffering=0)
            self._file.write(data)
        except OSError as error:
            self.error = f"{self._path}: this log is not complete: {error.strerror}"


class Keeper:
    """One bot's keeper: loads it once, then keeps one game at a time."""

    def __init__(self, referee: Channel) -> None:
        """Wait for orders on a channel."""
        self._referee = referee
        self._watched = 0.0
        self._selector = selectors.DefaultSelector()
        self._nest: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._death = -1
        self._output, self._input = os.pipe()
        os.set_blocking(self._output, False)
        self._log: Log | None = None
        self._early = b""
        self._loaded = False
        self._order: Note | None = None
        self._playing = False
        self._memory = self._processes = self._kills = 0

    def run(self) -> None:
        """Keep the bot until the referee is gone."""
        self._selector.register(self._referee, selectors.EVENT_READ, self._obey)
        self._selector.register(self._output, selectors.EVENT_READ, self._copy_output)
        try:
            while not self._referee.closed:
                for key, _ in self._selector.select(_WATCH if self._playing else None):
                    key.data()
                if self._playing and time.monotonic() - self._watched >= _WATCH:
                    self._watch()
        finally:
            self._kill_all(spare=set())

    # --- orders of the referee

    def _obey(self) -> None:
        for note in self._referee.receive_now():
            match note["kind"]:
                case "load":
                    self._load(note)
                case "play":
                    self._play(note)
                case "end":
                    self._end()

    def _load(self, note: Note) -> None:
        """Start the nest, which imports the bot."""
        self._memory = note["limits"]["memory"]
        self._processes = note["limits"]["processes"]
        ours, theirs = socket.socketpair()
        self._nest = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-m", "scrabble_util.nest"],
            stdin=theirs.fileno(),
            stdout=self._input,
            stderr=self._input,
            start_new_session=True,
        )
        theirs.close()
        # A nest that does not read must not hold its keeper up.
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", int(_PATIENCE), 0))
        self._channel = Channel(ours)
        self._selector.register(self._channel, selectors.EVENT_READ, self._hear_nest)
        # What the nest leaves behind may hold the channel open, so its end is watched for by itself.
        self._death = os.pidfd_open(self._nest.pid)
        self._selector.register(self._death, selectors.EVENT_READ, self._nest_died)
        self._channel.send("load", place=note["place"], limits=note["limits"])

    def _play(self, note: Note) -> None:
        """Let a game begin; it waits for the nest where that is still loading."""
        self._log = Log(Path(note["log"]) if note["log"] else None, note["log_bytes"])
        self._log.write(self._early)
        self._early = b""
        self._playing = True
        self._kills = oom_kills()
        self._order = note
        if self._channel is None or self._channel.closed:
            self._nest_is_gone()
        elif self._loaded:
            self._hatch()

    def _hatch(self) -> None:
        assert self._channel is not None
        assert self._order is not None
        self._channel.send("hatch", **{name: self._order[name] for name in self._order if name != "kind"})
        self._order = None

    def _end(self) -> None:
        """Clear up behind a game: nothing of it is left when this is done."""
        nest = self._nest.pid if self._nest is not None and self._loaded else 0
        self._kill_all({nest})
        deadline = time.monotonic() + _PATIENCE
        while nest and self._playing and self._channel is not None and time.monotonic() < deadline:
            self._selector.select(0.01)
            self._hear_nest()
        warm = not self._playing and self._loaded and self._channel is not None
        if not warm:
            self._kill_all(spare=set())
        self._copy_output()
        tail, log_error = self._close_log()
        self._referee.send("ended", warm=warm, tail=tail, log_error=log_error)
        self._playing = False
        self._order = None

    # --- news of the nest

    def _hear_nest(self) -> None:
        if self._channel is None:
            return
        try:
            notes = self._channel.receive_now()
        except WireError:
            notes = []
            self._channel.closed = True
        for note in notes:
            self._take(note)
        if self._channel is not None and self._channel.closed:
            self._nest_is_gone()

    def _nest_died(self) -> None:
        self._hear_nest()
        if self._channel is not None:
            self._nest_is_gone()

    def _take(self, note: Note) -> None:
        match note["kind"]:
            case "loaded":
                self._loaded = True
                self._referee.send("loaded", files=note["files"], warm=note["warm"])
                if self._order is not None:
                    self._hatch()
            case "preparing" | "prepared":
                self._referee.send(note["kind"])
            case "failed":
                self._copy_output()
                self._referee.send("failed", error=note["error"], tail=self._log.tail if self._log else "")
            case "exited":
                self._bot_exited(note["code"], error=note["error"])

    def _bot_exited(self, code: int, reason: str = "", error: str = "") -> None:
        if not self._playing:
            return
        self._playing = False
        if code == -signal.SIGKILL and not reason and oom_kills() > self._kills:
            reason = "memory"
        self._copy_output()
        tail = self._log.tail if self._log else ""
        self._referee.send("exited", code=code, reason=reason, tail=tail, error=error)

    def _nest_is_gone(self) -> None:
        """The nest ended by itself (or the bot ended it): its game is over, and so is this keeper's use."""
        code = 0
        if self._channel is not None:
            self._selector.unregister(self._channel)
            self._channel.close()
            self._channel = None
            self._selector.unregister(self._death)
            os.close(self._death)
        if self._nest is not None:
            try:
                code = self._nest.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self._nest.kill()
                code = self._nest.wait()
            self._nest = None
        self._loaded = False
        self._bot_exited(code)

    # --- what the bot writes and uses

    def _copy_output(self) -> None:
        """Move what the bot wrote into its log: all that is there now."""
        while True:
            try:
                data = os.read(self._output, _CHUNK)
            except BlockingIOError:
                return
            if self._log is not None:
                self._log.write(data)
            else:
                self._early = (self._early + data)[-_TAIL:]
            if len(data) < _CHUNK:
                return

    def _close_log(self) -> tuple[str, str]:
        """Close the log; return its end, and what went wrong with it."""
        if self._log is None:
            return "", ""
        log, self._log = self._log, None
        log.close()
        return log.tail, log.error

    def _watch(self) -> None:
        """End a game that uses more than it may; a limit on one process does not bound what it starts."""
        self._watched = time.monotonic()
        nest = self._nest.pid if self._nest is not None else 0
        used = [pid for pid in below(os.getpid()) if pid != nest]
        if len(used) > self._processes:
            self._stop_bot("processes")
        elif sum(map(resident_bytes, used)) > self._memory and sum(map(own_bytes, used)) > self._memory:
            self._stop_bot("memory")

    def _stop_bot(self, reason: str) -> None:
        self._kill_all({self._nest.pid} if self._nest is not None and self._loaded else set())
        self._bot_exited(-signal.SIGKILL, reason)

    def _kill_all(self, spare: set[int]) -> None:
        """Kill everything below this process but `spare`, until nothing is left to kill."""
        stopped: set[int] = set()
        while alive := {pid for pid in below(os.getpid()) if pid not in spare and not self._bury(pid)}:
            # Stopped first, killed when nothing new turns up: what forks all the time cannot outrun this.
            blow = signal.SIGKILL if alive <= stopped else signal.SIGSTOP
            for pid in alive:
                _signal(pid, blow)
            stopped |= alive
            if blow is signal.SIGKILL:
                time.sleep(0.0005)

    def _bury(self, pid: int) -> bool:
        """Whether a process is dead; if it is our child, it is buried with that."""
        if self._nest is not None and pid == self._nest.pid:
            return self._nest.poll() is not None
        try:
            return os.waitpid(pid, os.WNOHANG)[0] == pid
        except ChildProcessError:
            return is_dead(pid)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def main() -> None:
    """Keep a bot for the referee at the other end of standard input."""
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)
    channel = Channel(socket.socket(fileno=os.dup(0)))
    Keeper(channel).run()


if __name__ == "__main__":
    main()
