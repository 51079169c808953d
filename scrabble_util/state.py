"""A bot's own view of the game, kept in step by messages.

A `State` is made from what `start_game` is given, told of every message with `apply`, and asked: my hand,
what lies on the board, whose turn it is, who is in, the scores, what is unseen, how much the bag holds.

    def start_game(*setup):
        state = State(*setup)

        def play():
            while not state.over:
                if state.is_my_turn:
                    state.send(SMPass())
                state.receive()

        return play

`send` and `receive` are the connection's, with `apply` in them. A bot that talks to its connection itself
applies what it hears and what it says: of a change the referee only tells what was drawn, so the state must
have seen what was given back.

`moves` and `best_move` ask the move generator (`movegen/`), which is loaded when one of them is first called.
The referee keeps its own books and never looks at this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from scrabble_util.messages import (
    RGPE,
    ClientMessage,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPlayed,
    CMPlaySuccess,
    GameplayError,
    ServerMessage,
    SMChange,
)
from scrabble_util.types import Coord, Hand, Laid, Letter, PieceId, Pieces, Placement, Tile

if TYPE_CHECKING:
    from scrabble_util.board import Board
    from scrabble_util.dictionary import Dictionary
    from scrabble_util.movegen.move import Move
    from scrabble_util.movegen.moves import Moves
    from scrabble_util.movegen.position import Position


class Stream(Protocol):
    """What a state needs of a connection."""

    def send(self, message: ServerMessage) -> None:
        """Send a message to the referee."""

    def recv(self) -> ClientMessage:
        """Wait for the next message of the referee."""


class StateError(Exception):
    """The state was asked for, or told, what it cannot know; the bot's author handles it, by reading it."""


@dataclass(frozen=True, slots=True)
class GoodPlay:
    """A play that the referee accepted."""

    player: int
    moves: tuple[Placement, ...]
    points: int


class State:
    """How the game stands, as far as one player may know it."""

    def __init__(
        self,
        board: Board,
        alphabet: str,
        dictionary: Dictionary,
        num_players: int,
        player_number: int,
        starting_player: int,
        hand: Hand,
        pieces: Pieces,
        timeout: int | None = None,
        connection: Stream | None = None,
        *,
        tiles: Mapping[PieceId, int] | None = None,
    ) -> None:
        """Take what `start_game` was given, in that order.

        `tiles` is how many of each piece the game is played with. It is read from the connection, which was
        told when the game was set up; without both, nobody knows what is unseen.
        """
        self.board = board
        self.alphabet = alphabet
        self.dictionary = dictionary
        self.num_players = num_players
        self.player_number = player_number
        self.pieces = pieces
        self.timeout = timeout
        """The time for a move, in milliseconds; None where there is no limit."""
        self.connection = connection
        self.tiles = tiles if tiles is not None else _tiles_of(connection)
        """How many of each piece the game is played with, hands included; None where nobody said."""
        self.hand = hand
        """What I hold."""
        self.hand_size = len(hand)
        """How many pieces a full hand has: all are dealt one at the start."""
        self.turn = 1
        """The number of the turn that is to be played."""
        self.next_player = starting_player
        """Who is to play it; 0 when the game is over."""
        self.players = tuple(range(1, num_players + 1))
        """Who is still in, in seat order."""
        self.scores = dict.fromkeys(self.players, 0)
        """Points of every player; the final ones when the game is over."""
        self.held = dict.fromkeys(self.players, self.hand_size)
        """How many pieces each player holds; those who left still hold theirs."""
        self.bag = None if self.tiles is None else sum(self.tiles.values()) - num_players * self.hand_size
        """How many pieces are left to draw; None until the first message, where `tiles` is not known."""
        self.over = False
        """Whether the game is over, for me at least."""
        self.last_play: GoodPlay | None = None
        """The latest play that was good, mine or another's."""
        self.errors: tuple[GameplayError, ...] = ()
        """What was wrong with my latest play or change; nothing when it was good."""
        self._lying: dict[Coord, Tile] = {}
        self._laid: dict[Coord, Letter] = {}
        self._answered = 0
        self._change: SMChange | None = None
        self._position: Position | None = None

    # --- what can be asked

    @property
    def is_my_turn(self) -> bool:
        """Whether the referee waits for me: it is my turn, and I have not answered yet."""
        return self.next_player == self.player_number and self._answered != self.turn

    @property
    def laid(self) -> Laid:
        """The letters on the board."""
        return MappingProxyType(self._laid)

    @property
    def lying(self) -> Mapping[Coord, Tile]:
        """The pieces on the board with their letters: tells a blank from the letter it stands for."""
        return MappingProxyType(self._lying)

    @property
    def unseen(self) -> Hand:
        """All pieces that are neither in my hand nor on the board: those of the bag and of the others."""
        if self.tiles is None:
            raise StateError(
                "the state was not told how many tiles there are: State(..., tiles={piece: count})"
            )
        left = Counter(self.tiles)
        left.subtract(self.hand)
        left.subtract(tile.piece for tile in self._lying.values())
        return Hand(left.elements())

    @property
    def can_change(self) -> int:
        """How many pieces I may give back this turn: no more than the bag holds."""
        return len(self.hand) if self.bag is None else min(len(self.hand), self.bag)

    # --- moves

    @property
    def position(self) -> Position:
        """What lies on the board, ready to be searched; made when it is first asked for, and kept in step."""
        if self._position is None:
            # The search compiles and maps a word graph; a bot that does without it need not wait for that.
            from scrabble_util.movegen.position import Position

            self._position = Position(
                self.board, self.dictionary, self.pieces, self.hand_size, self._laid, alphabet=self.alphabet
            )
        return self._position

    def prepare(self) -> None:
        """Load the move generator now (the first time ever that takes some seconds), before any clock runs."""
        self.position.best_move(self.hand)

    def moves(self) -> Moves:
        """Return all plays that my hand allows, the best first."""
        return self.position.moves(self.hand)

    def best_move(self, deadline: float | None = None) -> Move | None:
        """Return the play that scores most; None where there is none. `deadline` is a time of `time.monotonic()`."""
        return self.position.best_move(self.hand, deadline)

    # --- what can be told

    def send(self, message: ServerMessage) -> None:
        """Say something to the referee, and remember it."""
        self.apply(message)
        self._stream().send(message)

    def receive(self) -> ClientMessage:
        """Wait for the next message, apply it and return it."""
        message = self._stream().recv()
        self.apply(message)
        return message

    def apply(self, message: ClientMessage | ServerMessage) -> None:
        """Take in a message that was received, or one that is being sent."""
        if isinstance(message, ClientMessage):
            self._hear(message)
            return
        # Only the first answer to a turn counts: the referee drops a second one as late.
        if isinstance(message, SMChange) and self._answered != self.turn:
            self._change = message
        self._answered = self.turn

    def _hear(self, message: ClientMessage) -> None:
        """Take in what the referee said; a kind that tells nothing new only moves the turn on."""
        bag_before, self.bag = self.bag, message.bag
        match message:
            case CMPlaySuccess(moves, points, new_pieces):
                self.hand = self.hand - [tile.piece for _, tile in moves] + new_pieces
                self._lay(GoodPlay(self.player_number, moves, points), len(new_pieces))
                self.errors = ()
            case CMPlayed(player, moves, points):
                drawn = len(moves) if bag_before is None else bag_before - message.bag
                self._lay(GoodPlay(player, moves, points), drawn)
            case CMChangeSuccess(new_pieces):
                self.hand = self.hand - self._given_back() + new_pieces
                self.errors = ()
            case RGPE(errors):
                self.errors = errors
            case CMForfeit(player):
                self.players = tuple(other for other in self.players if other != player)
                self.over = self.over or player == self.player_number
            case CMGameOver(scores):
                self.scores = dict(scores)
                self.over = True
        if message.turn != self.turn or self.over:
            self._change = None
        self.turn, self.next_player = message.turn, message.next_player

    def _lay(self, play: GoodPlay, drawn: int) -> None:
        for coord, tile in play.moves:
            self._lying[coord] = tile
            self._laid[coord] = tile.letter
        self.scores[play.player] += play.points
        self.held[play.player] += drawn - len(play.moves)
        self.last_play = play
        if self._position is not None:
            self._position.play(play.moves)

    def _given_back(self) -> tuple[PieceId, ...]:
        if self._change is None:
            raise StateError(
                "pieces were drawn for a change that the state was not told of: "
                "send with state.send(message), or call state.apply(message) beside connection.send(message)"
            )
        return self._change.pieces

    def _stream(self) -> Stream:
        if self.connection is None:
            raise StateError("this state was made without a connection; there is nobody to talk to")
        return self.connection


def _tiles_of(connection: Stream | None) -> Mapping[PieceId, int] | None:
    """Return the tiles that the connection was told of when the game was set up."""
    setup = getattr(connection, "setup", None)
    return getattr(setup, "tiles", None)
