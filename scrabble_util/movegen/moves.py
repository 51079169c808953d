"""All plays of a hand: kept as arrays, put in order and made into moves when someone looks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

from scrabble_util.movegen.move import Ground, Move
from scrabble_util.movegen.outcome import OFFER, OFFER_BITS
from scrabble_util.types import Coord, Placement, Tile

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """The plays that were found in one window, as the search left them (`outcome.py`)."""

    origin: Coord
    side: int
    scores: Numbers
    sizes: Numbers
    """For each play, how many pieces were laid to the left, above 8 bits of how many there are."""
    pieces: Numbers
    """Those of all plays, one play after the other."""

    def table(self, reach: int) -> Numbers:
        """Return a row for each play: -score, vertical, y, x, count, then (offer, x, y) of each piece, -1 after.

        Rows are in the order of ties (`outcome.py`) if they are in the order of their numbers, left to right.
        """
        plays = self.scores.size
        counts: Numbers = self.sizes & 255
        starts: Numbers = np.cumsum(counts) - counts
        left, count, start = (self.sizes >> 8)[:, None], counts[:, None], starts[:, None]
        place = np.minimum(np.arange(reach)[None, :], count - 1)
        pieces = self.pieces[start + np.where(place < left, left - 1 - place, place)]
        half, rest = np.divmod(pieces >> OFFER_BITS, self.side**2)
        row, column = np.divmod(rest, self.side)
        x = self.origin.x + np.where(half == 1, row, column)
        y = self.origin.y + np.where(half == 1, column, row)
        detail = np.stack([pieces & OFFER, x, y], axis=2)
        detail[np.arange(reach)[None, :] >= count] = -1
        head = np.column_stack([-self.scores, half[:, 0], y[:, 0], x[:, 0], count[:, 0]])
        return np.hstack([head, detail.reshape(plays, 3 * reach)])


class Moves(Sequence[Move]):
    """All plays of a hand, the best first; plays of the same score in the order of `outcome.py`."""

    def __init__(self, ground: Ground, tiles: Sequence[Tile], found: Sequence[Found]) -> None:
        self._ground = ground
        self._tiles = tiles
        self._found = found
        self._reach = ground.hand_size

    def __len__(self) -> int:
        return sum(part.scores.size for part in self._found)

    @cached_property
    def _rows(self) -> Numbers:
        rows = np.concatenate([part.table(self._reach) for part in self._found])
        keys = [rows[:, column] for column in (0, 1, 2, 3, 4, *range(5, rows.shape[1], 3))]
        return rows[np.lexsort(keys[::-1])]

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._make(row) for row in self._rows[index].tolist()]
        return self._make(self._rows[index].tolist())

    def __iter__(self) -> Iterator[Move]:
        return map(self._make, self._rows.tolist())

    def _make(self, row: list[int]) -> Move:
        score, _, _, _, count, *detail = row
        placements = tuple(
            Placement(Coord(detail[at + 1], detail[at + 2]), self._tiles[detail[at]])
            for at in range(0, 3 * count, 3)
        )
        return Move(placements, -score, self._ground)
