"""What a search has found: the best play so far, or all plays; for kernels, and for those who read it.

**Ties** are broken by an order on plays, not by the order of the search. Of two plays with the same score, one along
a row is better than one along a column; then the one whose first piece stands higher, then further left; then the
one with fewer pieces; then the one with the lesser pieces, compared one by one in the order of the word: by letter,
then by piece, then by points. (Fewer pieces do not come first: a greedy player would draw less, and games last longer.)
"""

from typing import Any

import numpy as np

from scrabble_util.movegen.layout import BOUNDLESS
from scrabble_util.numba_setup import kernel

# The state of a search, by index:
SCORE = 0
"""Of the best play."""
COUNT = 1
"""How many pieces it has; 0 while there is none."""
VERTICAL, ROW, COLUMN = 2, 3, 4
"""Which way it runs, and where its first piece stands in the window."""
DEADLINE = 5
"""When to stop, on the monotonic clock; 0 for never."""
STOPPED = 6
"""Whether the deadline came first."""
STEPS = 7
"""How many arcs of the word graph were followed."""
COLLECTED = 8
"""How many plays were found, when all are wanted."""
SEARCHED = 9
"""How many anchors were searched."""
FLOOR = 10
"""A play that scores less than this is not wanted: what the best play scores, or more, if one is known of."""
WANTED = 11
"""What is wanted:"""
BEST, ALL = range(2)
SPACE = 12
"""For how many plays there is room, when all are wanted."""
USED = 13
"""How many pieces these plays have together: they are kept one play after the other."""
TILES = 14
"""Then the pieces of the best play, in the order of the word."""

OFFER_BITS = 20
"""A piece being laid is one number: its cell above its offer."""
OFFER = (1 << OFFER_BITS) - 1
NO_SCORE = -2 * BOUNDLESS
"""Less than any play scores."""


@kernel()
def laid_at(laying: Any, left: Any, index: Any) -> Any:
    """Return a piece of a play by its place in the word: the first `left` were laid from right to left."""
    return laying[left - 1 - index] if index < left else laying[index]


@kernel()
def improve(state: Any, laying: Any, count: Any, left: Any, score: Any, side: Any) -> None:
    """Make this the best play, if it is."""
    first = laid_at(laying, left, np.int64(0)) >> OFFER_BITS
    vertical = 1 if first >= side * side else 0
    row, column = divmod(first - vertical * side * side, side)
    if vertical:
        row, column = column, row
    if state[COUNT] > 0 and score <= state[SCORE]:
        if score < state[SCORE]:
            return
        if vertical != state[VERTICAL]:
            if vertical > state[VERTICAL]:
                return
        elif row != state[ROW]:
            if row > state[ROW]:
                return
        elif column != state[COLUMN]:
            if column > state[COLUMN]:
                return
        elif count != state[COUNT]:
            if count > state[COUNT]:
                return
        else:
            index = 0
            while index < count and laid_at(laying, left, index) == state[TILES + index]:
                index += 1
            # The cells are the same now, so the offers decide.
            if index == count or laid_at(laying, left, index) > state[TILES + index]:
                return
    state[SCORE], state[COUNT], state[FLOOR] = score, count, max(score, state[FLOOR])
    state[VERTICAL], state[ROW], state[COLUMN] = vertical, row, column
    for index in range(count):
        state[TILES + index] = laid_at(laying, left, index)
