"""What referee and player say before the game and at its very end: hello, setup, ready, start, closed.

    player                                   referee
    Hello(token, version, dictionaries)  ->
                                         <-  Setup(...)            or Closed(reason)
                                         <-  Words(...)            where the hello did not name the hash
    Ready()                              ->
                                         <-  Start()               once every seat is ready, or has failed
    ... the game, in the messages of `messages.py` ...
                                         <-  Closed(reason)        where the referee hangs up before the end

A bot never sees these: `host.py` speaks them in its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scrabble_util.board import BoardProg
from scrabble_util.messages import ClientMessage
from scrabble_util.types import Hand, PieceId, Pieces

PROTOCOL_VERSION = 1


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame of a player: which seat it wants, and which word lists it has already (by hash)."""

    token: str
    version: int
    dictionaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """The player has set up and waits for the start."""


@dataclass(frozen=True, slots=True)
class Setup(ClientMessage):
    """All that `start_game` takes, and what else is no secret: hand size, tiles, names."""

    board: BoardProg
    alphabet: str
    dictionary: str
    """The hash of the word list: SHA-256 of the words in upper case, sorted, joined by line feeds."""
    num_players: int
    player_number: int
    starting_player: int
    hand: Hand
    pieces: Pieces
    timeout: int | None
    """Milliseconds for a move; None where there is no such limit."""
    hand_size: int
    tiles: Mapping[PieceId, int]
    """How many of each piece the game is played with, hands included."""
    names: tuple[str, ...]
    """What the players are called, in order of their numbers."""


@dataclass(frozen=True, slots=True)
class Words(ClientMessage):
    """The word list itself, for a player that does not have it: the words in order, joined by line feeds."""

    text: str


@dataclass(frozen=True, slots=True)
class Start(ClientMessage):
    """The game begins; as every message to a client it says whose turn it is."""


@dataclass(frozen=True, slots=True)
class Closed(ClientMessage):
    """The referee hangs up, and why. Nothing comes after it."""

    reason: str
