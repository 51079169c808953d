"""The stream a bot is handed: `send` a message to the referee, `recv` the next one.

A bot's whole traffic is

    connection.send(SMPass())
    message = connection.recv()

Turn numbers are kept here: what is sent carries the turn that was heard last. Joining a game (hello, setup,
ready, start) is here too, and is done by `host.py` before the bot's own code plays.
"""

import socket
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import TypeVar

from scrabble_util.handshake import PROTOCOL_VERSION, Closed, Hello, Ready, Setup, Start, Words
from scrabble_util.messages import ClientMessage, CMGameOver, ServerMessage
from scrabble_util.wire import (
    TO_PLAYER_LIMIT,
    FrameReader,
    FromPlayer,
    WireError,
    decode_to_player,
    encode_from_player,
)

_CHUNK = 64 * 1024
_M = TypeVar("_M", bound=ClientMessage)


class ConnectionClosed(Exception):
    """The referee is gone, or has hung up; the text says why where it said so. `host.py` handles it."""


class GameOver(ConnectionClosed):
    """Something was asked of a connection whose game has ended. All there is to do is to return."""


class Connection:
    """One player's line to the referee. Any thread may send; one thread at a time may receive."""

    def __init__(self, sock: socket.socket) -> None:
        """Wrap a connected socket."""
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = sock
        self._frames = FrameReader(TO_PLAYER_LIMIT)
        self._sending = threading.Lock()
        self.over = False
        """Whether the referee has said that the game is over."""
        self.setup: Setup | None = None
        """What the referee told when the player joined; more than `start_game` takes (tiles, names)."""
        self.turn = 0
        """The turn that was heard last; what is sent carries it."""

    @classmethod
    def open(cls, host: str, port: int, timeout: float | None = None) -> "Connection":
        """Connect to a referee; `timeout` is for the connecting alone."""
        sock = socket.create_connection((host, port), timeout)
        sock.settimeout(None)
        return cls(sock)

    def join(self, token: str, dictionaries: Iterable[str] = ()) -> tuple[Setup, list[str] | None]:
        """Take the seat of this token; return the setup, and the words where the referee had to send them.

        `dictionaries` are the hashes of the word lists that are at hand here.
        """
        known = tuple(dictionaries)
        self._send(Hello(token, PROTOCOL_VERSION, known))
        self.setup = setup = self._expect(Setup)
        if setup.dictionary in known:
            return setup, None
        return setup, self._expect(Words).text.split("\n")

    def ready(self) -> Start:
        """Say that this player is ready, and wait until the game starts."""
        self._send(Ready())
        return self._expect(Start)

    def send(self, message: ServerMessage) -> None:
        """Send a move; it counts for the turn that was heard last."""
        if not isinstance(message, ServerMessage):
            raise TypeError(f"send() takes an SMPlay, SMPass, SMChange or SMForfeit, not {message!r}")
        if self.over:
            raise GameOver("the game is over; there is nothing to send")
        self._send(message)

    def recv(self) -> ClientMessage:
        """Wait for the next message; raise `GameOver` after the last one, `ConnectionClosed` when cut off."""
        if self.over:
            raise GameOver("the game is over; nothing comes after CMGameOver")
        message = self._next()
        if isinstance(message, CMGameOver):
            self.over = True
        return message

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def __enter__(self) -> "Connection":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, message: FromPlayer) -> None:
        frame = encode_from_player(message, self.turn)
        try:
            with self._sending:
                self._socket.sendall(frame)
        except OSError as error:
            raise self._gone(error) from None

    def _expect(self, kind: type[_M]) -> _M:
        message = self._next()
        if not isinstance(message, kind):
            raise WireError(f"expected a {kind.__name__}, got {type(message).__name__}")
        return message

    def _next(self) -> ClientMessage:
        while (frame := self._frames.take()) is None:
            try:
                data = self._socket.recv(_CHUNK)
            except OSError as error:
                raise self._gone(error) from None
            if not data:
                raise ConnectionClosed("the referee has closed the connection")
            self._frames.feed(data)
        message = decode_to_player(frame)
        if isinstance(message, Closed):
            raise ConnectionClosed(message.reason)
        self.turn = message.turn
        return message

    def _gone(self, error: OSError) -> ConnectionClosed:
        """Return what to raise where the socket failed."""
        if self._socket.fileno() < 0:
            return ConnectionClosed("this connection was closed on this side")
        return ConnectionClosed(f"the referee is gone ({error.strerror or error})")
