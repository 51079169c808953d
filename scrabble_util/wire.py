"""Bytes <-> messages. No socket in here: feed a `FrameReader` whatever chunks came, take frames, decode them.

A frame (`frames.py`) holds a msgpack list: from a player `[kind, turn, fields…]`, to a player `[kind, turn,
next_player, bag, fields…]`, where kind is the name of the message. `docs/protocol.md` says it all for someone
who writes a client in another language; `wire_fields.py` reads the fields.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

import msgpack

from scrabble_util.frames import FrameReader, WireError, framed
from scrabble_util.handshake import Closed, Hello, Ready, Setup, Start, Words
from scrabble_util.messages import (
    RGPE,
    ClientMessage,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPassed,
    CMPlayed,
    CMPlayFailed,
    CMPlaySuccess,
    CMTimeOut,
    ServerMessage,
    SMChange,
    SMForfeit,
    SMPass,
    SMPlay,
)
from scrabble_util.wire_fields import Reader, field_names, field_values, plain, record_reader

__all__ = [
    "TO_PLAYER_LIMIT",
    "TO_REFEREE_LIMIT",
    "FrameReader",
    "FromPlayer",
    "Received",
    "WireError",
    "decode_from_player",
    "decode_to_player",
    "encode_from_player",
    "encode_to_player",
]

TO_REFEREE_LIMIT = 64 * 1024
"""The longest frame the referee reads, in bytes; a move of a thousand pieces fits."""
TO_PLAYER_LIMIT = 64 * 1024 * 1024
"""The longest frame a player need read: a word list of that size fits."""

FromPlayer: TypeAlias = ServerMessage | Hello | Ready

_STANDING = ("turn", "next_player", "bag")
"""What stands before the fields of a message to a player: the keyword-only fields of `ClientMessage`."""


class Received(NamedTuple):
    """A message of a player, and the turn it was meant for (0 before the game)."""

    turn: int
    message: FromPlayer


def encode_from_player(message: FromPlayer, turn: int = 0) -> bytes:
    """Return the frame of a player's message about a turn."""
    kind = type(message).__name__
    return _frame(kind, (kind, turn, *_values(message)))


def encode_to_player(message: ClientMessage) -> bytes:
    """Return the frame of a message to a player."""
    kind = type(message).__name__
    return _frame(kind, (kind, message.turn, message.next_player, message.bag, *_values(message)))


def decode_from_player(frame: bytes) -> Received:
    """Read a frame that a player sent; raise `WireError` with what is wrong in it."""
    kind, raw, reader = _open(frame, _FROM_PLAYER)
    try:
        if len(raw) < 2:
            raise WireError("the turn is missing")
        return Received(_header(raw[1], "turn"), reader(raw[2:]))
    except WireError as error:
        raise error.inside(kind) from None


def decode_to_player(frame: bytes) -> ClientMessage:
    """Read a frame that the referee sent; raise `WireError` with what is wrong in it."""
    kind, raw, reader = _open(frame, _TO_PLAYER)
    try:
        if len(raw) < 4:
            raise WireError("the turn, the next player or the bag is missing")
        message = reader(raw[4:])
        for name, value in zip(_STANDING, raw[1:4], strict=True):
            object.__setattr__(message, name, _header(value, name))  # it is frozen, but just being made
    except WireError as error:
        raise error.inside(kind) from None
    assert isinstance(message, ClientMessage)
    return message


def _open(frame: bytes, readers: Mapping[str, Reader]) -> tuple[str, tuple[Any, ...], Reader]:
    """Unpack a frame and find the reader of its kind."""
    try:
        raw = msgpack.unpackb(frame, use_list=False, raw=False, strict_map_key=True)
    except UnicodeDecodeError:
        raise WireError("a string in the frame is not UTF-8") from None
    except Exception as error:  # msgpack raises a different class for each way to be wrong
        raise WireError(f"not msgpack: {str(error) or type(error).__name__}") from None
    if type(raw) is not tuple or not raw or type(raw[0]) is not str:
        raise WireError("a frame is a list that starts with the kind of message")
    reader = readers.get(raw[0])
    if reader is None:
        raise WireError(f"{raw[0][:40]!r} is no kind of message; expected one of {', '.join(readers)}")
    return raw[0], raw, reader


def _header(value: object, name: str) -> int:
    if type(value) is not int or not 0 <= value < 2**63:
        raise WireError(f"expected an integer, 0 or more, got {value!r:.40}", name)
    return value


def _frame(kind: str, content: tuple[object, ...]) -> bytes:
    try:
        packed: bytes = msgpack.packb(content, default=plain)
    except WireError as error:
        raise error.inside(kind) from None
    except (TypeError, ValueError, OverflowError) as error:
        raise WireError(f"cannot be sent: {error}", kind) from None
    return framed(packed)


def _values(message: object) -> tuple[object, ...] | list[object]:
    getter = _GETTERS.get(type(message))
    return getter(message) if getter is not None else field_values(message)


def _getter(kind: type) -> Callable[[object], tuple[object, ...]]:
    """Return a quick way to the fields of a message none of which is a mapping."""
    names = field_names(kind)
    if not names:
        return lambda _message: ()
    if len(names) == 1:
        (name,) = names
        return lambda message: (getattr(message, name),)
    return attrgetter(*names)


_KINDS_FROM_PLAYER: tuple[type, ...] = (SMPlay, SMPass, SMForfeit, SMChange, Hello, Ready)
_KINDS_TO_PLAYER: tuple[type, ...] = (
    CMPlayed, CMPlaySuccess, CMPlayFailed, CMPassed, CMForfeit, CMChange, CMChangeSuccess, CMTimeOut,
    CMGameOver, RGPE, Setup, Words, Start, Closed,
)  # fmt: skip
_FROM_PLAYER = {kind.__name__: record_reader(kind) for kind in _KINDS_FROM_PLAYER}
_TO_PLAYER = {kind.__name__: record_reader(kind) for kind in _KINDS_TO_PLAYER}
_GETTERS = {kind: _getter(kind) for kind in _KINDS_FROM_PLAYER + _KINDS_TO_PLAYER if kind is not Setup}
