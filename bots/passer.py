"""The smallest bot there is: it passes."""

from collections.abc import Callable
from typing import Any

from scrabble_util.messages import SMPass
from scrabble_util.state import State


def start_game(*setup: Any) -> Callable[[], None]:
    """Set up, then return the function that plays the game."""
    state = State(*setup)

    def play() -> None:
        while not state.over:
            if state.is_my_turn:
                state.send(SMPass())
            state.receive()

    return play
