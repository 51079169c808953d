"""Several threads that search one window together, where that pays.

Each takes every n-th anchor, and all know the best score that any has found. Kernels release Python's lock, so
threads run side by side. What is found does not depend on how many there are: a play is only left out if one with
more points, or one that comes before it in the order of `outcome.py`, is known.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from scrabble_util.movegen import tables
from scrabble_util.movegen.outcome import NO_SCORE, SEARCHED
from scrabble_util.movegen.searcher import Searcher
from scrabble_util.movegen.setup import Setup
from scrabble_util.movegen.window import Window

LEAST_WORK = 4000
"""Below so many anchors (weighed by the hand) another thread costs more than it saves."""
_USUAL_HAND = 7
_MORE_PIECES = 3
"""How many times more there is to try with one more piece in the hand, about."""
_WILDCARD = 4
"""And with one that can be several letters."""


class Crew:
    """The searchers of a position."""

    def __init__(self, setup: Setup, threads: int | None) -> None:
        self.threads = threads
        """How many may search at once; None for as many as there are processors, where it pays."""
        self.first = Searcher(setup)
        self._setup = setup
        self._searchers = [self.first]
        self._pool: ThreadPoolExecutor | None = None
        self._pieces: Sequence[int] = ()

    def hold(self, pieces: Sequence[int]) -> None:
        """Take a hand (pieces by their numbers in the setup), and forget what was found."""
        self.first.hold(pieces)
        self.first.shared[0] = NO_SCORE
        self._pieces = pieces

    def best(self, window: Window, deadline: int) -> list[list[int]]:
        """Search a window; return what each searcher found (see `outcome.py`)."""
        parts = self._parts(window)
        if parts == 1:
            self.first.best(window, deadline)
            return [self.first.state.tolist()]
        searchers = self._hired(parts)
        for searcher in searchers[1:]:
            searcher.held[:] = self.first.held
        assert self._pool is not None
        others = [
            self._pool.submit(searcher.best, window, deadline, part, parts)
            for part, searcher in enumerate(searchers)
            if part
        ]
        self.first.best(window, deadline, 0, parts)
        for other in others:
            other.result()
        return [searcher.state.tolist() for searcher in searchers]

    @property
    def searched(self) -> int:
        """How many anchors the last search tried."""
        return sum(int(searcher.state[SEARCHED]) for searcher in self._searchers)

    def _parts(self, window: Window) -> int:
        """Into how many parts to divide the search."""
        if self.threads is not None:
            return self.threads
        if window.table[tables.POOL] * self._weight() < LEAST_WORK:
            return 1
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def _weight(self) -> int:
        """How much more there is to try than with a usual hand without wildcards, about."""
        wild = self._setup.wild
        wildcards = len([piece for piece in self._pieces if piece in wild])
        return int(_MORE_PIECES ** max(0, len(self._pieces) - _USUAL_HAND) * _WILDCARD**wildcards)

    def _hired(self, count: int) -> list[Searcher]:
        """Return so many searchers, each with a thread but the first."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=count - 1, thread_name_prefix="movegen")
            shared = np.array([self.first.shared[0]])
            self.first.share(shared)
            for _ in range(count - 1):
                searcher = Searcher(self._setup)
                searcher.share(shared)
                self._searchers.append(searcher)
        return self._searchers[:count]
