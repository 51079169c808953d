"""Plays any legal word: all moves come from the move generator, and one of them is taken by chance."""

import random

from scrabble_util.messages import SMChange, SMPass
from scrabble_util.state import State


def start_game(*setup):
    """Set up, then return the function that plays the game."""
    state = State(*setup)
    state.prepare()

    def play():
        while not state.over:
            if state.is_my_turn:
                state.send(choose(state))
            state.receive()

    return play


def choose(state):
    """Return what to say in this turn."""
    moves = state.moves()
    if moves:
        return random.choice(moves).to_message()
    return SMChange(list(state.hand)[: state.can_change]) if state.can_change else SMPass()
