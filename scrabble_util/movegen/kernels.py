"""All kernels of the move generator, to be compiled at one moment: set-up, and never while a move's clock runs."""

from collections.abc import Callable

from scrabble_util.movegen.search import find_all, find_best
from scrabble_util.movegen.update import find_anchors, lay
from scrabble_util.numba_setup import make_ready


def make_kernels_ready(say: Callable[[str], object] | None = None) -> None:
    """Load the compiled kernels, or compile them (some seconds, once; `say` is told so)."""
    make_ready(lay, find_anchors, find_all, find_best, say=say)
