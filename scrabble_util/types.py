"""The words everyone uses: coordinates, letters, pieces, hands, placements.

Everything here is plain data. Named tuples equal ordinary tuples, so a bot may write
``((0, 0), (4, ("D", 2)))`` where the referee says ``Placement(Coord(0, 0), Tile(4, Letter("D", 2)))``.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple, TypeAlias


class Coord(NamedTuple):
    """A place on the board: x grows to the right, y grows down, as printed. Any integers."""

    x: int
    y: int


class Direction(Enum):
    """The two ways a word can run. The value is the step (dx, dy) from one letter to the next."""

    RIGHT = (1, 0)
    """Along a row."""
    DOWN = (0, 1)
    """Along a column."""

    @property
    def across(self) -> "Direction":
        """The other direction: that of the words across."""
        return Direction.DOWN if self is Direction.RIGHT else Direction.RIGHT

    def step(self, coord: tuple[int, int], distance: int = 1) -> Coord:
        """Return the coordinate `distance` squares further along (backwards if negative)."""
        dx, dy = self.value
        return Coord(coord[0] + dx * distance, coord[1] + dy * distance)


class Letter(NamedTuple):
    """An instantiation: the character a piece is laid as, and its points."""

    char: str
    points: int


class Tile(NamedTuple):
    """A piece with the letter it is laid as."""

    piece: int
    letter: Letter


class Placement(NamedTuple):
    """One piece laid on one coordinate; a play is a tuple of these, in any order."""

    coord: Coord
    tile: Tile


PieceId: TypeAlias = int
Piece: TypeAlias = frozenset[Letter]
"""What a piece can be laid as: a set of letters. The blank is every letter at 0 points."""

Pieces: TypeAlias = Mapping[PieceId, Piece]
"""The lookup table of a game: what each piece id is."""

Laid: TypeAlias = Mapping[Coord, Letter]
"""The letters that lie on the board."""

PlacementLike: TypeAlias = tuple[tuple[int, int], tuple[int, tuple[str, int]]]


def placements(raw: Iterable[PlacementLike]) -> tuple[Placement, ...]:
    """Name the parts of plain nested tuples (or lists): ``((x, y), (piece, (char, points)))``."""
    return tuple([placement if type(placement) is Placement else _placement(placement) for placement in raw])


def _placement(raw: PlacementLike) -> Placement:
    """Name the parts of one; say what it should look like where it does not."""
    try:
        (x, y), (piece, (char, points)) = raw
    except (TypeError, ValueError):
        raise TypeError(f"a laid piece is ((x, y), (piece, (char, points))), not {raw!r:.80}") from None
    return Placement(Coord(x, y), Tile(piece, Letter(char, points)))


class Hand:
    """An immutable multiset of piece ids; iterating gives each piece as often as it is held, by id."""

    __slots__ = ("_counts",)
    _counts: dict[PieceId, int]

    def __init__(self, pieces: Iterable[PieceId] = ()) -> None:
        counts: dict[PieceId, int] = {}
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        self._counts = dict(sorted(counts.items()))

    def items(self) -> Iterator[tuple[PieceId, int]]:
        """Yield (piece id, how many), in order of id."""
        return iter(self._counts.items())

    def count(self, piece: PieceId) -> int:
        """How many of this piece are held."""
        return self._counts.get(piece, 0)

    def __contains__(self, piece: object) -> bool:
        return piece in self._counts

    def __iter__(self) -> Iterator[PieceId]:
        for piece, count in self._counts.items():
            for _ in range(count):
                yield piece

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __add__(self, pieces: Iterable[PieceId]) -> "Hand":
        counts = dict(self._counts)
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        hand = Hand()
        hand._counts = dict(sorted(counts.items()))
        return hand

    def __sub__(self, pieces: Iterable[PieceId]) -> "Hand":
        counts = dict(self._counts)
        for piece in pieces:
            count = counts.pop(piece, 0)
            if count == 0:
                raise ValueError(f"the hand does not hold piece {piece} that often")
            if count > 1:
                counts[piece] = count - 1
        hand = Hand()
        hand._counts = dict(sorted(counts.items()))
        return hand

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __repr__(self) -> str:
        return f"Hand({list(self)})"
