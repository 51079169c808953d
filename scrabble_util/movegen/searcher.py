"""Running the search kernels on windows: the room they work in, and reading what they found."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from scrabble_util.bits import addresses
from scrabble_util.movegen import hand, tables
from scrabble_util.movegen.moves import Found
from scrabble_util.movegen.outcome import COLLECTED, DEADLINE, SPACE, TILES, USED
from scrabble_util.movegen.search import find_all, find_best
from scrabble_util.movegen.setup import Setup
from scrabble_util.movegen.walk import FRAME
from scrabble_util.movegen.whole_hand import MEMORY_SLOTS
from scrabble_util.movegen.window import Window

Numbers = npt.NDArray[np.int64]

_FIRST_ROOM = 4096
"""How many plays there is room for at first, when all are wanted."""


class Searcher:
    """One thread's room to search in. It may search any window of its game, one at a time."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        reach, layers = setup.reach, setup.most_layers
        frames = 2 * reach + 4
        self.held: Numbers = np.zeros(len(setup.pieces), np.int64)
        """How many there are of each piece in the hand, by number."""
        self.state: Numbers = np.zeros(TILES + reach, np.int64)
        """What was found: see `outcome.py`."""
        self._arrays = [
            *hand.room(len(setup.pieces), len(setup.tiles), layers, reach),
            self.held,
            np.zeros(frames * FRAME, np.int64),
            np.zeros((frames + 2) * layers, np.uint64),
            np.zeros(reach + 1, np.int64),
            np.zeros(reach + 1, np.int64),
            np.zeros(0, np.int64),  # the heap, the plays and the word grow as needed
            np.zeros(2 * MEMORY_SLOTS, np.uint64),
            np.zeros(2, np.int64),
            self.state,
            *(np.zeros(0, np.int64) for _ in range(3)),
            np.zeros(1, np.int64),
            *(np.zeros(0, np.int64) for _ in range(3)),
            setup.squares.registers.copy(),
        ]
        self.shared: Numbers = self._arrays[tables.SHARED]
        """The best score that was found in this turn, here or in other windows."""
        self._fitted = (0, 0)
        self.table: Numbers = np.array(addresses(self._arrays), np.int64)

    def hold(self, pieces: Iterable[int]) -> None:
        """Take a hand: the pieces by their numbers in the setup."""
        counts = [0] * self.held.size
        for piece in pieces:
            counts[piece] += 1
        self.held[:] = counts

    def share(self, shared: Numbers) -> None:
        """Tell the best score to other searchers, and hear theirs."""
        self.shared = self._arrays[tables.SHARED] = shared
        self.table[tables.SHARED] = shared.ctypes.data

    def best(self, window: Window, deadline: int = 0, part: int = 0, parts: int = 1) -> None:
        """Search a window (or a part of its anchors) for a play that scores at least shared[0]."""
        self._fit(window)
        self.state[DEADLINE] = deadline
        find_best(self.setup.table, window.table, self.table, part, parts)

    def all(self, window: Window) -> Found:
        """Search a window for all plays."""
        self._fit(window)
        room = max(_FIRST_ROOM, self._arrays[tables.SCORES].size)
        while True:
            self._ensure(tables.SCORES, room)
            self._ensure(tables.SIZES, room)
            self._ensure(tables.PIECES, room * self.setup.reach)
            self.state[SPACE] = room
            find_all(self.setup.table, window.table, self.table)
            count = int(self.state[COLLECTED])
            if count <= room:
                break
            room = count
        used = int(self.state[USED])
        scores, sizes = self._arrays[tables.SCORES][:count].copy(), self._arrays[tables.SIZES][:count].copy()
        return Found(window.origin, window.side, scores, sizes, self._arrays[tables.PIECES][:used].copy())

    def _fit(self, window: Window) -> None:
        """Make the heap large enough for all anchors of a window, twice, and the word for any on it."""
        if self._fitted == (window.side, window.anchors.size):
            return
        self._fitted = (window.side, window.anchors.size)
        self._ensure(tables.HEAP, 2 * int(window.table[tables.POOL]))
        for index in (tables.WORD_CHARS, tables.WORD_POINTS, tables.WORD_SQUARES):
            self._ensure(index, window.side)

    def _ensure(self, index: int, size: int) -> None:
        if self._arrays[index].size < size:
            self._arrays[index] = np.zeros(size, np.int64)
            self.table[index] = self._arrays[index].ctypes.data
