"""A bot that plays without thinking, for benchmarks: in turn n it lays one tile on the n-th step of a staircase.

Every tile is an A, and so every play makes the word AA and nothing else. The number of turns is the only limit.
"""

from collections.abc import Callable
from typing import Any

from scrabble_util.connection import Connection
from scrabble_util.messages import CMGameOver, SMPass, SMPlay
from scrabble_util.types import Coord

PASSES = 0
"""Of six turns, so many are passed."""


def step(turn: int) -> Coord:
    """Return the n-th step of a staircase that goes down to the right from the centre (0, 0)."""
    return Coord((turn + 1) // 2, turn // 2)


def start_game(*setup: Any) -> Callable[[], None]:
    """Return the game."""
    return lambda: play(setup[-1], setup[4], setup[5], PASSES)


def play(connection: Connection, me: int, next_player: int, passes: int) -> None:
    """Answer each turn at once."""
    turn = laid = 1
    while True:
        if next_player == me:
            if turn % 6 < passes:
                connection.send(SMPass())
            else:
                new = [step(0), step(1)] if laid == 1 else [step(laid)]
                connection.send(SMPlay([(coord, (1, ("A", 1))) for coord in new]))
        message = connection.recv()
        if isinstance(message, CMGameOver):
            return
        # Everybody who plays lays the next step, so that counting the turns with a play is enough.
        laid += turn % 6 >= passes
        turn, next_player = message.turn, message.next_player
