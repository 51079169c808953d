"""What `referee new-bot` writes: a bot that works, and its test."""

import keyword
import sys

BOT = '''\
"""{name}: a bot. `choose` decides what it does; the rest can stay as it is.

    referee play ./{name}.py passer             watch it
    referee play ./{name}.py haskell --debug    with every message
    referee check ./{name}.py                   does it survive everything?
    pytest test_{name}.py                       its own tests
"""

from scrabble_util.debug import debug_print
from scrabble_util.messages import SMChange, SMPass
from scrabble_util.state import State


def start_game(*setup):
    """Set up, then return the function that plays the game."""
    state = State(*setup)  # knows the board, my hand, the scores, whose turn it is, what is unseen ...
    state.prepare()  # loads the move generator now, before the clock of a move runs

    def play():
        while not state.over:
            if state.is_my_turn:
                state.send(choose(state))
            state.receive()  # waits for the next message, whatever it is, and keeps the state right
        debug_print("final scores:", state.scores)  # goes to this bot's log

    return play


def choose(state):
    """Return what to say in this turn: a play, a change or a pass."""
    moves = state.moves()  # every legal play, the one with the most points first
    if moves:
        return max(moves[:100], key=worth).to_message()
    if state.can_change:
        return SMChange(list(state.hand)[: state.can_change])
    return SMPass()


def worth(move):
    """Return how much I like a move: its points, and a little for each piece I get rid of."""
    return move.score + len(move.placements)
'''

TEST = '''\
"""Tests of {name}: `pytest test_{name}.py`. The games run inside the test, so that a debugger works."""

import pytest

import {name}
from bots import haskell, passer
from referee.events import Refused
from referee.local_bots import play_here


@pytest.mark.parametrize("other", [passer, haskell])
def test_it_wins_against_beginners(other):
    result, _ = play_here({name}.start_game, other.start_game, seed=1)
    assert result.winners == (1,)


@pytest.mark.parametrize("board", ["standard", "infinite", "holes"])
def test_none_of_its_moves_is_refused(board):
    _, events = play_here({name}.start_game, {name}.start_game, board=board, seed=2)
    assert not [event for event in events if isinstance(event, Refused)]
'''


class BadName(ValueError):
    """A name that no bot can have; handled by the command that was given it."""


def bot_files(name: str) -> dict[str, str]:
    """Return the files of a new bot: file name -> text."""
    if not name.isidentifier() or keyword.iskeyword(name):
        hint = name.replace("-", "_").removesuffix(".py")
        better = f"; try {hint}" if hint.isidentifier() and not keyword.iskeyword(hint) else ""
        raise BadName(f"{name!r} is no name for a Python module{better}")
    if name in sys.stdlib_module_names or name in ("bots", "referee", "scrabble_util"):
        raise BadName(f"{name} is the name of another module, which Python would find instead")
    return {f"{name}.py": BOT.format(name=name), f"test_{name}.py": TEST.format(name=name)}
