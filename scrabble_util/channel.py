"""Frames of plain data between the processes that keep a bot: referee, keeper, nest.

The same frames as on the wire (a length and msgpack), each a mapping with a `kind`. These stay on one machine,
between processes of one release; what a client in another language needs to know is in `wire.py`.
"""

import socket
from typing import Any, TypeAlias

import msgpack

from scrabble_util.frames import FrameReader, WireError, framed

Note: TypeAlias = dict[str, Any]
"""What is sent: plain data by name; `kind` says which of the sender's notes it is. Lists come as tuples."""

_CHUNK = 64 * 1024
_LIMIT = 64 * 1024 * 1024


class Channel:
    """One end of a socket pair. `receive` waits; `receive_now` takes what is there."""

    def __init__(self, sock: socket.socket) -> None:
        """Wrap a connected stream socket, which must be a blocking one."""
        self.socket = sock
        self._frames = FrameReader(_LIMIT)
        self.closed = False
        """Whether the other end is gone."""

    def fileno(self) -> int:
        """Return the descriptor, for selectors and event loops."""
        return self.socket.fileno()

    def send(self, kind: str, **fields: object) -> None:
        """Send a note; that the other end is gone shows in `closed`, then and when receiving."""
        try:
            self.socket.sendall(framed(msgpack.packb({"kind": kind, **fields})))
        except OSError:
            self.closed = True

    def receive(self) -> Note | None:
        """Wait for a note; None when the other end is gone."""
        while not self.closed:
            frame = self._frames.take()
            if frame is not None:
                return _read(frame)
            self._fill(0)
        return None

    def receive_now(self) -> list[Note]:
        """Return the notes that have come, without waiting; `closed` is set when no more will come."""
        self._fill(socket.MSG_DONTWAIT)
        notes: list[Note] = []
        while (frame := self._frames.take()) is not None:
            notes.append(_read(frame))
        return notes

    def close(self) -> None:
        """Close this end."""
        self.closed = True
        self.socket.close()

    def _fill(self, flags: int) -> None:
        try:
            data = self.socket.recv(_CHUNK, flags)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._frames.feed(data)
        else:
            self.closed = True


def _read(frame: bytes) -> Note:
    note = msgpack.unpackb(frame, use_list=False)
    if not isinstance(note, dict) or not isinstance(note.get("kind"), str):
        raise WireError("a note is a mapping with a kind")
    return note
