"""A person at the terminal.

`referee play console oxyphenbutazone` starts it in the terminal that it was typed in; that is what `TERMINAL` asks
for. How the person is served comes in the environment variable `SCRABBLE_CONSOLE`: some of the words `ascii`,
`ansi`, `strict`, `shared` and `any-word`, which `bots/chair/sitting.py` explains.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bots.chair.hints import best_moves
from bots.chair.sitting import Habits, Sitting
from bots.chair.terminal import PersonTerminal
from scrabble_util.drawing import Style
from scrabble_util.state import State

TERMINAL = True


def start_game(*setup: Any) -> Callable[[], None]:
    """Sit down, then return the function that plays the game."""
    wishes = os.environ.get("SCRABBLE_CONSOLE", "").split()
    habits = Habits("strict" in wishes, "shared" in wishes, "any-word" in wishes)
    terminal = PersonTerminal(_style(wishes), shared=habits.shared, history=_history())
    names = getattr(getattr(setup[-1], "setup", None), "names", ())
    return Sitting(State(*setup), names, terminal, habits, best_moves).play


def _style(wishes: list[str]) -> Style:
    if "ascii" in wishes or "ansi" in wishes:
        return Style.ASCII if "ascii" in wishes else Style.ANSI
    return Style.ANSI if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else Style.ASCII


def _history() -> Path:
    """Return the file in which typed lines are remembered."""
    folder = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(folder) / "scrabble-referee" / "history"
