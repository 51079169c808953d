"""What stays the same through a game: the board's squares as numbers, the word graph, the pieces."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from scrabble_util.bits import addresses
from scrabble_util.board import Board
from scrabble_util.dictionary import Dictionary
from scrabble_util.lexicon import Lexicon, load_lexicon
from scrabble_util.lexicon_format import WIDE_LETTERS
from scrabble_util.movegen import tables
from scrabble_util.movegen.kernels import make_kernels_ready
from scrabble_util.movegen.search import ALL_SHORTCUTS, PRUNE
from scrabble_util.movegen.squares import Squares, lower
from scrabble_util.movegen.walk import BOUNDED_SCORES, BOUNDLESS_SCORES
from scrabble_util.scoring import WHOLE_HAND_BONUS
from scrabble_util.types import Letter, Pieces, Tile

Numbers = npt.NDArray[np.int64]

MOST_POINTS = 1 << 20
"""Letters worth more than this are never left out of a search for their bounds, which might not fit a number."""


@dataclass(frozen=True, eq=False)
class Setup:
    """The board, the words, the pieces and the size of a hand, in the form that kernels take."""

    board: Board
    lexicon: Lexicon
    pieces: Pieces
    hand_size: int
    reach: int
    """The most pieces that a play may lay."""
    most_points: int
    """No letter of these pieces is worth more, or as much less than nothing."""
    squares: Squares
    shortcuts: int = ALL_SHORTCUTS
    """Which shortcuts the search may take: see `search.py`."""

    @cached_property
    def piece_index(self) -> dict[int, int]:
        """The number of each piece id, in order."""
        return {piece: index for index, piece in enumerate(sorted(self.pieces))}

    @cached_property
    def tiles(self) -> list[Tile]:
        """Every way to lay a piece, in order of letter, piece and points: the offers of `hand.py`."""
        known = self.lexicon.index
        ways = [
            Tile(piece, Letter(*letter))
            for piece in sorted(self.pieces)
            for letter in self.pieces[piece]
            if letter[0] in known
        ]
        return sorted(ways, key=lambda tile: (tile.letter.char, tile.piece, tile.letter.points))

    @cached_property
    def wild(self) -> frozenset[int]:
        """The numbers of the pieces that can be several letters."""
        letters: dict[int, set[str]] = {}
        for piece, (char, _) in self.tiles:
            letters.setdefault(self.piece_index[piece], set()).add(char)
        return frozenset(number for number, chars in letters.items() if len(chars) > 1)

    @cached_property
    def offers(self) -> tuple[Numbers, ...]:
        """The same as arrays: letter, piece, points, character."""
        rows = [
            (self.lexicon.index[char], self.piece_index[piece], points, ord(char))
            for piece, (char, points) in self.tiles
        ]
        columns = np.array(rows, np.int64).reshape(-1, 4).T
        return tuple(np.ascontiguousarray(column) for column in columns)

    @cached_property
    def most_layers(self) -> int:
        """How many offers a letter has at most."""
        return int(np.bincount(self.offers[0]).max()) if self.tiles else 1

    @cached_property
    def table(self) -> Numbers:
        """What kernels are handed."""
        lexicon, used = self.lexicon, self.squares.effects[0]
        table = np.zeros(tables.GAME, np.int64)
        table[: tables.ARCS] = (
            lexicon.wide, lexicon.slots.size - 1, self.hand_size, WHOLE_HAND_BONUS, self.exactness,
            self.safe_shortcuts, used.per_point, used.constant, used.factor, used.flags,
        )  # fmt: skip
        graph = lexicon.arcs, lexicon.keys, lexicon.slots, lexicon.word_starts, lexicon.word_letters
        table[tables.ARCS :] = addresses([*graph, *self.offers, *self.squares.arrays])
        return table

    @cached_property
    def exactness(self) -> int:
        """What the search may conclude from its bounds: nothing, when letters may be worth less than nothing."""
        if self.squares.exactness == BOUNDED_SCORES and any(tile.letter.points < 0 for tile in self.tiles):
            return BOUNDLESS_SCORES
        return self.squares.exactness

    @cached_property
    def safe_shortcuts(self) -> int:
        """The shortcuts that keep the answer right with these pieces."""
        is_usual = self.most_points <= MOST_POINTS and self.exactness == self.squares.exactness
        return self.shortcuts if is_usual else self.shortcuts & ~PRUNE

    def look_at(self, letters: Iterable[Letter]) -> None:
        """Give bounds up if a letter on the board is worth what no piece is: they were not made for that."""
        if self.squares.exactness == BOUNDED_SCORES and any(
            not 0 <= points <= self.most_points for _, points in letters
        ):
            self.table[tables.EXACTNESS] = BOUNDLESS_SCORES
            self.table[tables.SHORTCUTS] &= ~PRUNE


def make_setup(
    board: Board,
    words: Dictionary | Lexicon,
    pieces: Pieces,
    hand_size: int,
    *,
    alphabet: str = "",
    shortcuts: int = ALL_SHORTCUTS,
    say: Callable[[str], object] | None = None,
) -> Setup:
    """Load or build all that is needed; what takes seconds is said first (by default, on standard error)."""
    make_kernels_ready(say)
    lexicon = words if isinstance(words, Lexicon) else _lexicon(board, words, pieces, alphabet, say)
    most_points = max((abs(letter[1]) for piece in pieces.values() for letter in piece), default=0)
    squares = lower(board, most_points, lexicon.longest, hand_size)
    return Setup(board, lexicon, pieces, hand_size, hand_size, most_points, squares, shortcuts)


def _lexicon(
    board: Board, dictionary: Dictionary, pieces: Pieces, alphabet: str, say: Callable[[str], object] | None
) -> Lexicon:
    """Return the graph of the words that these pieces can spell on a row or column of this board."""
    needed = {letter[0] for piece in pieces.values() for letter in piece if len(letter[0]) == 1}
    letters = needed | set(alphabet)
    if len(letters) > WIDE_LETTERS:
        letters = needed
    extent = board.extent()
    longest = None if extent is None else max(extent[2] - extent[0], extent[3] - extent[1]) + 1
    return load_lexicon(dictionary, "".join(sorted(letters)), longest, say=say)
