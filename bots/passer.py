"""The smallest bot there is: it passes."""

from collections.abc import Callable

from scrabble_util.board import Board
from scrabble_util.connection import Connection
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import CMGameOver, SMPass
from scrabble_util.types import Hand, Pieces


def start_game(
    board: Board,  # noqa: ARG001
    alphabet: str,  # noqa: ARG001
    dictionary: Dictionary,  # noqa: ARG001
    num_players: int,  # noqa: ARG001
    player_number: int,
    starting_player: int,
    hand: Hand,  # noqa: ARG001
    pieces: Pieces,  # noqa: ARG001
    timeout: int | None,  # noqa: ARG001
    connection: Connection,
) -> Callable[[], None]:
    """Set up nothing, and return the game."""

    def play() -> None:
        my_turn = starting_player == player_number
        while True:
            if my_turn:
                connection.send(SMPass())
            message = connection.recv()
            if isinstance(message, CMGameOver):
                return
            my_turn = message.next_player == player_number

    return play
