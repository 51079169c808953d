"""Reading a cell, for kernels: see `layout.py` for what its numbers mean."""

from typing import Any

from scrabble_util.movegen.layout import CELL, CONSTANT_SHIFT, FACTOR_SHIFT, LAID, PER_POINT_SHIFT, WHAT
from scrabble_util.numba_setup import kernel

_UPPER = 64 - 16


@kernel(inline="always")
def per_point(what: Any) -> Any:
    """What an empty square adds for each point of a letter laid there."""
    return what >> PER_POINT_SHIFT


@kernel(inline="always")
def constant(what: Any) -> Any:
    """What it adds whatever is laid there."""
    return what << (_UPPER - CONSTANT_SHIFT) >> _UPPER


@kernel(inline="always")
def factor(what: Any) -> Any:
    """What it multiplies the word by."""
    return what << (_UPPER - FACTOR_SHIFT) >> _UPPER


@kernel(inline="always")
def twin_of(cell: Any, side: Any) -> Any:
    """Return the index of the same cell in the other half of the window."""
    area = side * side
    half = cell // area
    rest = cell - half * area
    row = rest // side
    return (1 - half) * area + (rest - row * side) * side + row


@kernel()
def run_end(cells: Any, cell: Any, step: Any) -> Any:
    """Return the first cell from here on, in steps of 1 or -1, that has no letter."""
    while cells[cell * CELL + WHAT] & LAID:
        cell += step
    return cell
