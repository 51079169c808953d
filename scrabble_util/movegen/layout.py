"""How a part of the board lies in flat arrays: the numbers that all kernels of the move generator share.

**Cells.** A window is a square of `side` x `side` cells, kept twice: by rows, then by columns, so that a lane of
either direction is a row of memory. Cell (row, column) has index row * side + column in the first half, and
side² + column * side + row in the second. A cell takes four numbers:

| number | empty | laid |
|---|---|---|
| CROSS | mask of the letters that the word across allows | 0 |
| SLOPE | the word across scores SLOPE * points + OFFSET | what the letter adds to a word's sum |
| OFFSET | (both 0 where there is no word across) | what it multiplies the word by |
| WHAT | kind, flags, and the square's (per point, constant, factor) | LAID + letter, flags |

A word scores (sum of what its letters add) * (product of factors): `squares.py` tells which squares can be
said so, and what becomes of the others. All zeros is a hole.

**Anchors.** A play touches what lies there, or is the first. It is generated from the first place of its lane
where it must: a run of laid letters, or an empty cell with letters across. That place is an anchor, a record
of the pool; it knows how far a play may reach to its left without touching the anchor before it.
"""

import numpy as np

# --- cells

CELL = 4
"""The numbers of a cell."""
CROSS, SLOPE, OFFSET, WHAT = range(4)
ADDEND, FACTOR = SLOPE, OFFSET
"""The names of two numbers when a letter is laid there."""

HOLE = 0
EMPTY = 1
HOOK = 2
"""Empty, with letters before or after it across the lane."""
LAID = 64
"""The bit of a laid letter; the lower six bits tell which."""
KIND = 255
"""The bits of WHAT that tell the kind."""
LETTER = 63
FOREIGN = 63
"""A letter that no word has."""
BY_PROGRAM = 1 << 8
"""A word over this cell is scored by running programs; sum and product are only a bound of its score."""
ACROSS_BY_PROGRAM = 1 << 9
"""So is the word across this cell."""
BOUNDLESS_CELL = 1 << 10
"""And there is no bound of it: a word over this cell, or across it, may score anything."""
FLAGS = BY_PROGRAM | ACROSS_BY_PROGRAM | BOUNDLESS_CELL

PER_POINT_SHIFT, CONSTANT_SHIFT, FACTOR_SHIFT = 48, 32, 16
"""Where a square's three numbers lie in WHAT, 16 bits with sign each."""
LEAST_PACKED, MOST_PACKED = -(1 << 15), (1 << 15) - 1

# --- anchors

LANE = 0
"""Which lane it is on: 0 to side - 1 are rows, side to 2 * side - 1 columns; -1 for a free record."""
LEFT = 1
"""The first cell to fill to the left (that of the anchor itself, if it is empty)."""
ROOM = 2
"""How many cells may be filled there."""
RIGHT = 3
"""The first cell after the anchor."""
MASK, LINK = 4, 5
"""The node of the word graph after the anchor's letters were read backwards."""
SUM, PRODUCT = 6, 7
"""What the anchor's letters add and multiply."""
NEXT = 8
"""The next record of the same lane, or the next free one; -1 for none."""
WHOLE = 9
"""A bit for each number of pieces to the left with which a whole hand can be laid here."""
HEAD = 10
"""Then come, for each number of pieces n from 1 to `reach`, a bound of the score without the points of the
letters laid; for each n the n multipliers of those points, greatest first; and for each bit of WHOLE the hash
of the letters that a whole hand would be laid around."""

BOUNDLESS = 1 << 40
"""A bound that says nothing. No play scores as much: see `scoring.MOST_PLAY_POINTS`."""
NOTHING = -(1 << 41)
"""Less than any bound: no such play."""


def anchor_size(reach: int) -> int:
    """Return how many numbers a record takes, for hands of up to `reach` pieces."""
    return HEAD + reach + reach * (reach + 1) // 2 + reach + 1


# --- the word graph

ONE = np.uint64(1)
NONE = np.uint64(0)
