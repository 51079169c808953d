"""Looks one reply ahead, on all cores, and is never late.

For each of its best moves it asks: what could the next player make of the board then? Nobody knows their hand, so
some are drawn by chance from what is unseen, the same for all moves. The move with the best difference is played.
The search runs in threads (the move generator leaves Python's lock alone), and when the time is nearly up, what is
known by then decides.
"""

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor, wait

from scrabble_util.debug import debug_print
from scrabble_util.messages import SMChange, SMPass
from scrabble_util.state import State

CANDIDATES = 20
"""How many of its best moves it looks at."""
HANDS = 20
"""How many hands the next player may hold."""
PATIENCE = 1.0
"""Seconds for a move where the referee gives all the time in the world."""


def start_game(*setup):
    """Load what is needed before any clock runs."""
    state = State(*setup)
    state.prepare()
    pool = ThreadPoolExecutor(os.cpu_count())

    def play():
        while not state.over:
            if state.is_my_turn:
                state.send(choose(state, pool, time.monotonic() + time_for_a_move(state.timeout)))
            state.receive()
        pool.shutdown(wait=False, cancel_futures=True)

    return play


def time_for_a_move(timeout):
    """Return the seconds to think: well under the limit, since the answer has to arrive."""
    return PATIENCE if timeout is None else min(PATIENCE, 0.6 * timeout / 1000)


def choose(state, pool, deadline):
    """Return the move with the best outlook among those that could be looked at in time."""
    moves = state.moves()[:CANDIDATES]
    if not moves:
        return SMChange(list(state.hand)[: state.can_change]) if state.can_change else SMPass()
    unseen = list(state.unseen)
    hands = [random.sample(unseen, min(state.hand_size, len(unseen))) for _ in range(HANDS)]
    searches = {pool.submit(outlook, state, move, hands, deadline): move for move in moves}
    done, late = wait(searches, timeout=max(0.0, deadline - time.monotonic()))
    for search in late:
        search.cancel()
    known = [(search.result(), -moves.index(searches[search])) for search in done]
    best = moves[-max(known)[1]] if known else moves[0]
    debug_print(f"turn {state.turn}: {best}, after {len(known)} of {len(moves)}")
    return best.to_message()


def outlook(state, move, hands, deadline):
    """Return the points of a move, less what the best replies to it make on average."""
    if time.monotonic() > deadline:
        return float("-inf")
    position = state.position.copy()
    position.play(move.placements)
    replies = [position.best_move(hand, deadline) for hand in hands]
    return move.score - sum(reply.score for reply in replies if reply) / len(hands)
