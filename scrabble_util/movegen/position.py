"""A position: what lies on a board, and what a hand can make of it.

    position = Position(board, dictionary, pieces, hand_size=7, laid=state.laid)
    move = position.best_move(state.hand)      # None if there is none
    for move in position.moves(state.hand)[:10]:
        print(move)
    position.play(move.placements)             # and on from there

A position is kept from turn to turn: `play` costs what changed. The moves that it finds are legal; `play` lays
whatever it is given.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from scrabble_util.board import Board
from scrabble_util.dictionary import Dictionary
from scrabble_util.lexicon import Lexicon
from scrabble_util.movegen.crew import Crew
from scrabble_util.movegen.move import Ground, Move
from scrabble_util.movegen.moves import Moves
from scrabble_util.movegen.outcome import COUNT, OFFER, OFFER_BITS, SCORE, TILES, VERTICAL
from scrabble_util.movegen.search import ALL_SHORTCUTS
from scrabble_util.movegen.setup import make_setup
from scrabble_util.movegen.window import Window
from scrabble_util.types import Coord, Laid, Letter, PieceId, Pieces, Placement, PlacementLike, placements

Result: TypeAlias = tuple[int, int, int, int, int, tuple[int, ...], tuple[Coord, ...]]
"""-score, vertical, y, x, count, offers, coordinates: in the order of `outcome.py`."""

_BLOCK = 256
"""A large or endless board is divided into windows of so many squares each way."""


class Position:
    """Letters on a board, for a game with these words, pieces and size of a hand."""

    def __init__(
        self,
        board: Board,
        words: Dictionary | Lexicon,
        pieces: Pieces,
        hand_size: int = 7,
        laid: Mapping[Coord, Letter] = MappingProxyType({}),
        *,
        alphabet: str = "",
        threads: int | None = None,
        shortcuts: int = ALL_SHORTCUTS,
        say: Callable[[str], object] | None = None,
    ) -> None:
        """Make a position. The first time with these words, or ever, some seconds are needed: `say` is told.

        `alphabet` only helps games with the same words to share one word graph. `threads` is how many may
        search at once; without, as many as there are processors, where it pays. `shortcuts` are for tests.
        """
        self._setup = make_setup(
            board, words, pieces, hand_size, alphabet=alphabet, shortcuts=shortcuts, say=say
        )
        self._crew = Crew(self._setup, threads)
        self._windows: dict[tuple[int, int], Window] = {}
        self._laid: dict[Coord, Letter] = {}
        self._ground = Ground(board, self._laid, hand_size)
        self._extent = board.extent()
        self._is_small = self._extent is not None and _size(self._extent) <= _BLOCK
        if laid:
            self._lay([(Coord(*coord), Letter(*letter)) for coord, letter in laid.items()])
        else:
            self._window(self._block(board.center)).open(board.center)

    @property
    def board(self) -> Board:
        """The board."""
        return self._setup.board

    @property
    def hand_size(self) -> int:
        """How many pieces a full hand has; laying as many at once earns the bonus."""
        return self._setup.hand_size

    @property
    def lexicon(self) -> Lexicon:
        """The words; another position may be made with it."""
        return self._setup.lexicon

    @property
    def searched(self) -> int:
        """How many anchors the last search for the best move tried, for those who measure."""
        return self._crew.searched

    @property
    def laid(self) -> Laid:
        """The letters that lie on the board."""
        return MappingProxyType(self._laid)

    def copy(self) -> "Position":
        """Return a position that goes its own way from here: for looking ahead."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._crew = Crew(self._setup, self._crew.threads)
        twin._windows = {key: window.copy() for key, window in self._windows.items()}
        return twin

    def play(self, moves: Iterable[PlacementLike]) -> None:
        """Lay a play, one's own or another's."""
        self._lay([(coord, letter) for coord, (_, letter) in placements(moves)])

    def moves(self, hand: Iterable[PieceId]) -> Moves:
        """Return all legal plays of a hand, the best first."""
        searcher = self._holding(hand).first
        found = [searcher.all(window) for window in self._windows.values()]
        return Moves(self._ground, self._setup.tiles, found)

    def best_move(self, hand: Iterable[PieceId], deadline: float | None = None) -> Move | None:
        """Return the play that scores most (of several, the first in the order of `outcome.py`).

        `deadline` is a time of `time.monotonic()`: what is then the best is returned.
        """
        crew = self._holding(hand)
        limit = 0 if deadline is None else max(1, int(deadline * 1e9))
        best: Result | None = None
        for window in self._windows.values():
            for state in crew.best(window, limit):
                if state[COUNT]:
                    found = self._result(state, window)
                    best = found if best is None else min(best, found)
        return None if best is None else self._move(best)

    def _result(self, state: list[int], window: Window) -> "Result":
        """Return what a search found, as numbers that are less the better it is."""
        count, area, side = state[COUNT], window.side * window.side, window.side
        left, top = window.origin
        coords, offers = [], []
        for piece in state[TILES : TILES + count]:
            half, rest = divmod(piece >> OFFER_BITS, area)
            row, column = divmod(rest, side)
            coords.append(Coord(left + row, top + column) if half else Coord(left + column, top + row))
            offers.append(piece & OFFER)
        x, y = coords[0]
        return -state[SCORE], state[VERTICAL], y, x, count, tuple(offers), tuple(coords)

    def _move(self, result: "Result") -> Move:
        tiles = self._setup.tiles
        score, _, _, _, _, offers, coords = result
        laid = [Placement(coord, tiles[offer]) for coord, offer in zip(coords, offers, strict=True)]
        return Move(tuple(laid), -score, self._ground)

    def _holding(self, hand: Iterable[PieceId]) -> Crew:
        """Return the searchers, with this hand."""
        index = self._setup.piece_index
        pieces = [index[piece] for piece in hand]
        if len(pieces) > self._setup.reach:
            raise ValueError(
                f"a hand of {len(pieces)} pieces, and the position was made for hands of {self.hand_size}"
            )
        self._crew.hold(pieces)
        return self._crew

    # --- windows

    def _lay(self, letters: Sequence[tuple[Coord, Letter]]) -> None:
        self._setup.look_at(letter for _, letter in letters)
        self._laid = {**self._laid, **dict(letters)}
        self._ground = Ground(self._setup.board, self._laid, self._setup.hand_size)
        if self._is_small and self._windows:
            self._windows[0, 0].lay(letters)
            return
        blocks = {
            self._block((x + dx, y + dy)) for (x, y), _ in letters for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        }
        known = list(self._windows.values())
        for window in known:
            seen = [item for item in letters if window.sees(item[0])]
            if seen:
                window.lay(seen)
        for block in blocks - self._windows.keys():
            window = self._window(block)
            window.lay([item for item in self._laid.items() if window.sees(item[0])])

    def _block(self, coord: tuple[int, int]) -> tuple[int, int]:
        """Return which window answers for a coordinate."""
        if self._is_small:
            return 0, 0
        center = self._setup.board.center
        return (coord[0] - center[0] + _BLOCK // 2) // _BLOCK, (coord[1] - center[1] + _BLOCK // 2) // _BLOCK

    def _window(self, block: tuple[int, int]) -> Window:
        """Make the window of a block."""
        setup = self._setup
        if self._is_small:
            assert self._extent is not None
            core, margin = self._extent, 0
        else:
            x = setup.board.center[0] - _BLOCK // 2 + block[0] * _BLOCK
            y = setup.board.center[1] - _BLOCK // 2 + block[1] * _BLOCK
            core, margin = (x, y, x + _BLOCK - 1, y + _BLOCK - 1), setup.lexicon.longest
        window = Window(setup, core, margin)
        self._windows[block] = window
        return window


def _size(extent: tuple[int, int, int, int]) -> int:
    """Return how many squares the longer side of a board has."""
    x0, y0, x1, y1 = extent
    return max(x1 - x0, y1 - y0) + 1
