"""A player's TCP connection and the seat it belongs to: bytes kept, nothing decided.

`lobby.py` decides what a connection says before the game, `server.py` what it says in it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from referee.evidence import ProcessEnd
from referee.game import Departure
from scrabble_util.handshake import Closed, Setup
from scrabble_util.wire import TO_REFEREE_LIMIT, FrameReader, encode_to_player

UNASKED_LIMIT = 4 * TO_REFEREE_LIMIT
"""How many bytes of a player may wait for its turn; then its connection is not read until the turn comes."""


UNREAD_LIMIT = 1024 * 1024
"""How many bytes may wait for a player to read them; one that lets more pile up does not read."""


class Phase(Enum):
    """How far a seat has come."""

    EXPECTED = "expected"
    """Nobody has shown the seat's token yet."""
    SETTING_UP = "setting up"
    """The setup is sent, the player is not ready."""
    READY = "ready"
    """The player plays, or waits for the start."""
    GONE = "gone"
    """The player has left, or never was ready."""


class Player(Protocol):
    """A process that plays, as far as the server looks at it."""

    @property
    def end(self) -> ProcessEnd | None:
        """How the process ended, once that is known."""

    @property
    def preparing_seconds(self) -> float:
        """How long it has been at what is done once and not for every game."""

    def watch(self, on_end: Callable[[], None]) -> None:
        """Call back when it has ended."""


@dataclass(frozen=True)
class Entry:
    """What a seat is given: its token, the setup it is sent, and the process that will come for it, if any."""

    token: str
    setup: Setup
    bot: Player | None


class Seat:
    """What the server knows about a player."""

    def __init__(self, player: int, entry: Entry) -> None:
        """Expect the player of an entry."""
        self.player = player
        self.entry = entry
        self.bot = entry.bot
        self.phase = Phase.EXPECTED
        self.line: Line | None = None
        self.trouble: Departure | None = None
        """Why the player must go, found out before its turn came."""
        self.bot_is_gone = False
        """Whether the bot's process has ended and all it sent has come."""
        self.late = 0
        """How many of its answers came too late."""

    @property
    def is_settling(self) -> bool:
        """Whether the game still waits for this seat to be ready, or to fail."""
        return self.phase in (Phase.EXPECTED, Phase.SETTING_UP)


class Owner(Protocol):
    """Who is told what happens on a connection."""

    def line_opened(self, line: "Line") -> None:
        """Somebody has connected."""

    def line_has_data(self, line: "Line") -> None:
        """Bytes have come, and are in `line.frames`."""

    def line_lost(self, line: "Line") -> None:
        """No more will come."""


class Line(asyncio.Protocol):
    """One TCP connection: keeps the bytes and wakes its owner."""

    transport: asyncio.Transport

    def __init__(self, owner: Owner) -> None:
        """Belong to nobody's seat yet."""
        self._owner = owner
        self._paused = False
        self._waiting = bytearray()
        self.frames = FrameReader(TO_REFEREE_LIMIT)
        self.seat: Seat | None = None
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._owner.line_opened(self)

    def data_received(self, data: bytes) -> None:
        """Keep the bytes."""
        self.frames.feed(data)
        self._owner.line_has_data(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that no more will come."""
        self.lost = True
        self._owner.line_lost(self)

    @property
    def is_open(self) -> bool:
        """Whether something can be sent."""
        return not self.lost and not self.transport.is_closing()

    def pause_if_flooded(self) -> None:
        """Stop reading where too much waits; the player's own system makes it wait then."""
        if not self._paused and self.is_open and self.frames.waiting > UNASKED_LIMIT:
            self.transport.pause_reading()
            self._paused = True

    def resume(self) -> None:
        """Read again."""
        if self._paused:
            self._paused = False
            if self.is_open:
                self.transport.resume_reading()

    def put(self, data: bytes) -> None:
        """Have this sent with the next `flush`."""
        self._waiting += data

    def flush(self) -> bool:
        """Send what was put; say whether the player still reads what it is sent."""
        if not self._waiting or not self.is_open:
            return True
        data, self._waiting = self._waiting, bytearray()
        self.transport.write(data)
        return self.transport.get_write_buffer_size() <= UNREAD_LIMIT

    def hang_up(self, reason: str = "") -> None:
        """Say why, where there is a reason, and close when all is sent."""
        if self.is_open:
            if reason:
                self.put(encode_to_player(Closed(reason)))
            self.flush()
            self.transport.close()
