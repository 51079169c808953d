"""Oxyphenbutazone, the greedy one: it always plays the move that scores most.

The model for every bot. A `State` follows the game, a `Position` finds moves; what is left to a bot is to choose.
When there is no move it changes as many pieces as the bag allows, and when the bag is empty it passes.
"""

import time
from collections.abc import Callable

from scrabble_util.board import Board
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import ServerMessage, SMChange, SMPass
from scrabble_util.movegen import Position
from scrabble_util.state import State, Stream
from scrabble_util.types import Hand, Pieces

RESERVE = 0.008
"""Seconds of a move's time that are kept for the way to the referee,"""
SHARE = 0.5
"""and the part of the rest that may be used: other programs want their turn at the processor, too."""


def prepare(board: Board, alphabet: str, dictionary: Dictionary, pieces: Pieces, hand_size: int) -> None:
    """Load once what every game needs: the compiled search and the word graph. Games are forks of this process."""
    Position(board, dictionary, pieces, hand_size, alphabet=alphabet)


def start_game(
    board: Board,
    alphabet: str,
    dictionary: Dictionary,
    num_players: int,
    player_number: int,
    starting_player: int,
    hand: Hand,
    pieces: Pieces,
    timeout: int | None,
    connection: Stream,
) -> Callable[[], None]:
    """Set up (the first time on a machine this takes a while), then return the function that plays the game."""
    state = State(
        board, alphabet, dictionary, num_players, player_number, starting_player, hand, pieces, timeout, connection
    )  # fmt: skip
    position = Position(board, dictionary, pieces, state.hand_size, alphabet=alphabet)

    def play() -> None:
        heard = time.monotonic()
        while not state.over:
            if state.is_my_turn:
                state.send(choose(state, position, heard))
            before = state.last_play
            state.receive()
            heard = time.monotonic()
            if state.last_play is not None and state.last_play is not before:
                position.play(state.last_play.moves)

    return play


def choose(state: State, position: Position, heard: float) -> ServerMessage:
    """Return what to do in this turn, which began when the last message was heard."""
    move = position.best_move(state.hand, deadline(state.timeout, heard))
    if move is not None:
        return move.to_message()
    count = state.can_change
    return SMChange(list(state.hand)[:count]) if count else SMPass()


def deadline(timeout: int | None, heard: float) -> float | None:
    """Return the moment to stop thinking, so that the answer is there in time; None if there is no limit."""
    if timeout is None:
        return None
    return heard + max(0.0, timeout / 1000 - RESERVE) * SHARE
