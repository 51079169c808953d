"""Frames: a length of four bytes, the most significant first, and that many bytes. What they mean is not known here.

`wire.py` puts messages into them, `channel.py` the notes of processes.
"""

_LENGTH = 4


class WireError(ValueError):
    """Bytes that are no message of ours: the peer's fault, told with the field that is wrong."""

    def __init__(self, problem: str, where: str = "") -> None:
        self.problem = problem
        self.where = where
        super().__init__(f"{where}: {problem}" if where else problem)

    def inside(self, outer: str) -> "WireError":
        """Return the same error, seen from the value that contains the wrong one."""
        joint = "" if not self.where or self.where.startswith("[") else "."
        return WireError(self.problem, f"{outer}{joint}{self.where}")


class FrameReader:
    """Cuts a stream of bytes, fed in any chunks, into frames."""

    def __init__(self, limit: int) -> None:
        """Make one that refuses a frame longer than `limit` bytes as soon as its length is there."""
        self._limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add what came."""
        self._buffer += data

    def take(self) -> bytes | None:
        """Return the next whole frame without its length, or None when more bytes are needed."""
        buffer = self._buffer
        if len(buffer) < _LENGTH:
            return None
        size = int.from_bytes(buffer[:_LENGTH], "big")
        if size > self._limit:
            raise WireError(f"a frame of {size:,} bytes; at most {self._limit:,} are allowed")
        end = _LENGTH + size
        if len(buffer) < end:
            return None
        frame = bytes(buffer[_LENGTH:end])
        del buffer[:end]
        return frame

    @property
    def waiting(self) -> int:
        """How many bytes were fed and not taken."""
        return len(self._buffer)

    @property
    def half(self) -> str:
        """What there is of a frame that is not whole yet, in words; empty where nothing waits."""
        buffer = self._buffer
        if not buffer:
            return ""
        if len(buffer) < _LENGTH:
            return f"{len(buffer)} of the {_LENGTH} bytes of a length"
        size = int.from_bytes(buffer[:_LENGTH], "big")
        return f"{len(buffer) - _LENGTH:,} of the {size:,} bytes of a frame"

    def clear(self) -> None:
        """Forget what was fed."""
        self._buffer.clear()


def framed(content: bytes) -> bytes:
    """Return the frame of some bytes."""
    return len(content).to_bytes(_LENGTH, "big") + content
