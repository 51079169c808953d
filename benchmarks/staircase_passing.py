"""The bot of `staircase.py` that passes in five turns of six."""

from collections.abc import Callable
from typing import Any

from benchmarks.staircase import play


def start_game(*setup: Any) -> Callable[[], None]:
    """Return the game."""
    return lambda: play(setup[-1], setup[4], setup[5], 5)
