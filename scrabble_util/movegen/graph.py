"""Steps in the word graph, for kernels: see `lexicon_format.py` for how it is packed.

A node is known by two numbers: the mask of its letters, and the link of the arc that led to it.
"""

from typing import Any

import numpy as np

from scrabble_util.bits import bit_count
from scrabble_util.lexicon_format import LINK_BITS, NARROW_SEPARATOR, WIDE_SEPARATOR
from scrabble_util.movegen.layout import CELL, LETTER, NONE, ONE, WHAT
from scrabble_util.numba_setup import kernel

_LINK_BITS = np.uint64(LINK_BITS)
_LINK = np.uint64((1 << LINK_BITS) - 1)
_NARROW = np.uint64(1 << NARROW_SEPARATOR)
_WIDE = np.uint64(1 << WIDE_SEPARATOR)


@kernel(inline="always")
def separator_of(wide: Any) -> Any:
    """The separator's bit in a mask."""
    return _WIDE if wide else _NARROW


@kernel(inline="always")
def node_at(arcs: Any, wide: Any, index: Any) -> Any:
    """Return (mask, link) of what an arc leads to."""
    if wide:
        link = arcs[index << ONE]
        mask = arcs[(index << ONE) | ONE]
    else:
        number = arcs[index]
        link = number & _LINK
        mask = number >> _LINK_BITS
    return mask, link


@kernel(inline="always")
def child(arcs: Any, wide: Any, mask: Any, link: Any, bit: Any) -> Any:
    """Return the node behind a letter that the mask has."""
    return node_at(arcs, wide, (link >> ONE) + bit_count(mask & (bit - ONE)))


@kernel()
def read_backwards(arcs: Any, wide: Any, cells: Any, last: Any, first: Any, mask: Any, link: Any) -> Any:
    """Follow the laid letters from cell `last` down to cell `first`; return (whether they are there, mask, link)."""
    letters = ~separator_of(wide)
    cell = last
    while cell >= first:
        bit = ONE << np.uint64(cells[cell * CELL + WHAT] & LETTER)
        if mask & letters & bit == NONE:
            return False, mask, link
        mask, link = child(arcs, wide, mask, link, bit)
        cell -= 1
    return True, mask, link
