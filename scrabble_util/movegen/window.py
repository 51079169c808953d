"""A square part of the board in flat arrays, kept in step with what is laid on it.

A window answers for the anchors of its *core*. Around the core lies a margin as wide as the longest word, so that
every word of a play from an anchor of the core is in sight. Its squares are looked up a chunk at a time, where
letters come within reach; cells that nobody has looked up yet count as holes, which is what they are to every
play there can be.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from scrabble_util.bits import addresses
from scrabble_util.movegen import tables
from scrabble_util.movegen.layout import CELL, CROSS, EMPTY, FOREIGN, LANE, NEXT, WHAT, anchor_size
from scrabble_util.movegen.setup import Setup
from scrabble_util.movegen.update import find_anchors, lay
from scrabble_util.types import Coord, Letter

Numbers = npt.NDArray[np.int64]

_CHUNK = 16
"""Squares are looked up so many at a time each way."""
_FIRST_POOL = 128
"""How many anchors there is room for at first."""
_ARRAYS = ("cells", "points", "chars", "rows", "anchors", "heads", "dirty", "effects")
"""The arrays of a window, in the order of its table."""


class Window:
    """The cells from `origin` on, `side` each way; the outermost are a border and never used."""

    def __init__(self, setup: Setup, core: tuple[int, int, int, int], margin: int) -> None:
        """Make an empty window of a core (x0, y0, x1, y1, all inside) with a margin around."""
        x0, y0, x1, y1 = core
        around = margin + 1
        self.setup = setup
        self.origin = Coord(x0 - around, y0 - around)
        self.side = max(x1 - x0, y1 - y0) + 1 + 2 * around
        area = self.side**2
        self.cells: Numbers = np.zeros(2 * area * CELL, np.int64)
        self.points: Numbers = np.zeros(area, np.int64)
        self.chars: Numbers = np.zeros(area, np.int64)
        self.rows: Numbers = np.zeros(area, np.int64)
        self.anchors: Numbers = np.zeros(0, np.int64)
        self.heads: Numbers = np.full(2 * self.side + 1, -1, np.int64)
        self.dirty: Numbers = np.zeros(2 * self.side, np.int64)
        self.effects: Numbers = np.zeros(3 * setup.reach + 1, np.int64)
        self.table: Numbers = np.zeros(tables.WINDOW, np.int64)
        """What kernels are handed."""
        self.table[: tables.CELLS] = (
            self.side, area, setup.reach, 0, -1, around, around + x1 - x0, around, around + y1 - y0,
        )  # fmt: skip
        self._seen = np.zeros((-(-self.side // _CHUNK), -(-self.side // _CHUNK)), np.bool_)
        self._unseen = self._seen.size
        """How many chunks were not looked up yet."""
        self._is_open = False
        """Whether the first word is still to be laid."""
        self._grow()

    def copy(self) -> "Window":
        """Return a window that goes its own way from here."""
        twin = object.__new__(Window)
        twin.__dict__.update(self.__dict__)
        for name in (*_ARRAYS, "table", "_seen"):
            setattr(twin, name, getattr(self, name).copy())
        twin._note_addresses()
        return twin

    def _note_addresses(self) -> None:
        self.table[tables.CELLS :] = addresses(getattr(self, name) for name in _ARRAYS)

    # --- what lies where

    def cell(self, coord: tuple[int, int]) -> int:
        """Return the index of a coordinate in the first half."""
        return (coord[1] - self.origin[1]) * self.side + coord[0] - self.origin[0]

    def sees(self, coord: tuple[int, int]) -> bool:
        """Whether a coordinate lies in the core or the margin."""
        x, y = self.origin
        return 0 < coord[0] - x < self.side - 1 and 0 < coord[1] - y < self.side - 1

    # --- keeping in step

    def open(self, center: Coord) -> None:
        """Make the centre the only anchor, for the first word."""
        self._look_up([center])
        self.table[tables.CENTER] = self.cell(center)
        self._is_open = True
        self._mark_center()
        self._finish(False)

    def lay(self, letters: Sequence[tuple[Coord, Letter]]) -> None:
        """Lay letters, of which the window sees every one."""
        if self._unseen:
            self._look_up([coord for coord, _ in letters])
        if self._is_open:
            self._mark_center()
            self.table[tables.CENTER] = -1
            self._is_open = False
        index = self.setup.lexicon.index
        (left, top), side = self.origin, self.side
        numbers: list[int] = []
        for (x, y), (char, points) in letters:
            numbers += ((y - top) * side + x - left, index.get(char, FOREIGN), points, ord(char))
        self._finish(lay(self.setup.table, self.table, np.array(numbers, np.int64), len(letters)))

    def _mark_center(self) -> None:
        row, column = divmod(int(self.table[tables.CENTER]), self.side)
        self.dirty[[row, self.side + column]] = 1

    def _finish(self, done: bool) -> None:
        """Find anchors until all are found, in a pool that grows as needed."""
        while not done:
            done = find_anchors(self.setup.table, self.table)
            if not done:
                self._grow()

    def _grow(self) -> None:
        """Make the pool of anchors larger; the new records are free."""
        size = anchor_size(self.setup.reach)
        before = self.anchors.size
        after = 2 * before or _FIRST_POOL * size
        self.anchors = np.concatenate([self.anchors, np.zeros(after - before, np.int64)])
        records = np.arange(before, after, size)
        self.anchors[records + LANE] = -1
        self.anchors[records + NEXT] = np.append(records[1:], self.heads[-1])
        self.heads[-1] = before
        self.table[tables.POOL] = after // size
        self._note_addresses()

    def _look_up(self, coords: Iterable[Coord]) -> None:
        """Look up all squares that a play around these coordinates could come to."""
        reach, last = self.setup.reach + 2, self.side - 2
        wanted: set[tuple[int, int]] = set()
        for x, y in coords:
            column, row = x - self.origin.x, y - self.origin.y
            columns = range(max(1, column - reach) // _CHUNK, min(last, column + reach) // _CHUNK + 1)
            rows = range(max(1, row - reach) // _CHUNK, min(last, row + reach) // _CHUNK + 1)
            wanted.update((i, j) for i in rows for j in columns if not self._seen[i, j])
        for i, j in sorted(wanted):
            self._look_up_chunk(i * _CHUNK, j * _CHUNK)
            self._seen[i, j] = True
        self._unseen -= len(wanted)

    def _look_up_chunk(self, row: int, column: int) -> None:
        top, left = max(1, row), max(1, column)
        bottom, right = min(self.side - 1, row + _CHUNK), min(self.side - 1, column + _CHUNK)
        x, y = self.origin
        ids = self.setup.board.window(x + left, y + top, x + right - 1, y + bottom - 1)
        squares = self.setup.squares
        effects = {square: squares.effects[line].packed() | EMPTY for square, line in squares.rows.items()}
        what = np.array([[0 if key is None else effects[key] for key in line] for line in ids], np.int64)
        lines = [[0 if key is None else squares.rows[key] for key in line] for line in ids]
        self.rows.reshape(self.side, self.side)[top:bottom, left:right] = lines
        halves = self.cells.reshape(2, self.side, self.side, CELL)
        everything = (1 << len(self.setup.lexicon.letters)) - 1
        here, there = halves[0, top:bottom, left:right], halves[1, left:right, top:bottom]
        for part, values in ((here, what), (there, what.T)):
            part[..., WHAT] = values
            part[..., CROSS] = np.where(values != 0, everything, 0)
