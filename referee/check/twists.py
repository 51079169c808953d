"""Games that bend the rules at one place, so that a bot hears what it would otherwise seldom hear.

The server, the wire and the processes are the real ones; only the answer to one message is other than the rules
have it. A bot must live with every answer, also one it did not earn.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from referee.game import Effects, Game
from referee.rules.base import GameSetup, Refusal
from scrabble_util.messages import (
    GameplayError,
    GPEEmptyMove,
    GPEEmptyTile,
    GPEFirstWordNotOverCenter,
    GPEFirstWordTooShort,
    GPEInvalidPieceInst,
    GPENotEnoughPieces,
    GPEOccupiedTile,
    GPEPieceDoesNotExist,
    GPEPlayerDoesNotHavePiece,
    GPEWordNotAdjacent,
    GPEWordNotConnected,
    GPEWordNotInDictionary,
    GPEWordNotOnRowOrColumn,
    GPEWordOutsideBoard,
    ServerMessage,
    SMChange,
    SMPlay,
)
from scrabble_util.types import Coord, Letter

Twist: TypeAlias = "Callable[[TwistedGame, int, ServerMessage], Effects | None]"
"""Answers a message of the player to move in place of the rules; None leaves it to them."""


class TwistedGame(Game):
    """A game with a twist."""

    def __init__(self, setup: GameSetup, twist: Twist) -> None:
        """Set up a game whose answers `twist` may give."""
        super().__init__(setup)
        self._twist = twist
        self.bent = 0
        """How often the rules were bent."""

    def receive(self, player: int, turn: int, message: ServerMessage) -> Effects:
        """Ask the twist first, where the message counts at all."""
        if not self.over and player == self.to_move and turn == self.turn:
            effects = self._twist(self, player, message)
            if effects is not None:
                self.bent += 1
                return effects
        return super().receive(player, turn, message)

    def refuse(self, player: int, message: SMPlay | SMChange, errors: Sequence[GameplayError]) -> Effects:
        """Refuse a message, whatever it is."""
        hand = self.hand(player)
        self._table.idle(player)
        return self._refuse(player, hand, message, Refusal(tuple(errors)))


def refuse_first(subject: int, error: str) -> Twist:
    """Refuse the first play or change of a player with an error, by its name."""

    def twist(game: TwistedGame, player: int, message: ServerMessage) -> Effects | None:
        if game.bent or player != subject or not isinstance(message, SMPlay | SMChange):
            return None
        return game.refuse(player, message, every_error(player, message)[error])

    return twist


def every_error(player: int, message: SMPlay | SMChange) -> Mapping[str, Sequence[GameplayError]]:
    """Return all that a player can be told about a move, as if it were true; by the name of the first error."""
    piece, letter, coord = 1, Letter("A", 1), Coord(0, 0)
    if isinstance(message, SMChange) and message.pieces:
        piece = message.pieces[0]
    elif isinstance(message, SMPlay) and message.moves:
        coord, (piece, letter) = message.moves[0]
    coords = tuple(coord for coord, _ in message.moves) if isinstance(message, SMPlay) else (coord,)
    told: list[Sequence[GameplayError]] = [
        [GPEEmptyMove()],
        [GPEPieceDoesNotExist(piece)],
        [GPEPlayerDoesNotHavePiece(player, piece)],
        [GPEInvalidPieceInst(piece, letter)],
        [GPEOccupiedTile(letter, coord, Letter("A", 1))],
        [GPEEmptyTile(coord), GPEWordOutsideBoard()],
        [GPEWordOutsideBoard(), *(GPEEmptyTile(coord) for coord in coords)],
        [GPEWordNotOnRowOrColumn(coords)],
        [GPEWordNotConnected(), GPEWordNotAdjacent()],
        [GPEFirstWordNotOverCenter(Coord(0, 0)), GPEFirstWordTooShort()],
        [GPEFirstWordTooShort()],
        [GPEWordNotAdjacent()],
        [GPEWordNotInDictionary("XYZZY"), GPEWordNotInDictionary("QQ")],
        [GPENotEnoughPieces(7, 3)],
    ]
    return {type(errors[0]).__name__: errors for errors in told}


ERRORS = tuple(every_error(1, SMPlay([])))
"""The names of all errors."""


def too_late(subject: int, times: int = 1) -> Twist:
    """Take what a player says first for too late: everybody hears of a timeout instead."""

    def twist(game: TwistedGame, player: int, message: ServerMessage) -> Effects | None:
        return game.deadline(game.turn) if player == subject and game.bent < times else None

    return twist
