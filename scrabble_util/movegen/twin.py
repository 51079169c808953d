"""The slow twin: all plays of a hand, found by trying every word everywhere. Obviously right, and nothing else.

It knows nothing of word graphs, anchors or bounds. A word is held against the board at every place near what
lies there, its missing letters are laid from the hand in every possible way, and the referee's own rules
(`checks.py`) decide whether that is legal, and `scoring.py` what it is worth. Tests hold the fast search to it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scrabble_util.board import Board
from scrabble_util.checks import Attempt, check_play
from scrabble_util.scoring import move_points
from scrabble_util.types import Coord, Direction, Hand, Laid, PieceId, Pieces, Placement, Tile

Play = frozenset[Placement]
"""A play is what lies where: the order in which it was laid does not matter."""


@dataclass(frozen=True)
class Twin:
    """A position, for the slow search."""

    board: Board
    words: frozenset[str]
    pieces: Pieces
    hand_size: int
    laid: Laid

    def plays(self, hand: Iterable[PieceId]) -> dict[Play, int]:
        """Return every legal play of a hand with its score."""
        held = Hand(hand)
        found: dict[Play, int] = {}
        for fresh in self._fillings(len(held)):
            for tiles in self._ways([char for _, char in fresh], list(held)):
                moves = tuple(Placement(coord, tile) for (coord, _), tile in zip(fresh, tiles, strict=True))
                if frozenset(moves) not in found and self._is_legal(moves, held):
                    found[frozenset(moves)] = move_points(self.board, self.laid, moves, self.hand_size)
        return found

    def best(self, hand: Iterable[PieceId]) -> tuple[Play, int] | None:
        """Return the best play: the most points, then the first in the order of `outcome.py`."""
        plays = self.plays(hand)
        return min(plays.items(), key=lambda item: self.rank(*item)) if plays else None

    def rank(self, play: Play, score: int) -> tuple[object, ...]:
        """Return what plays are ordered by, the best first."""
        in_order = sorted(play)
        (x, y), _ = in_order[0]
        is_column = len(play) > 1 and in_order[1].coord.x == x
        if len(play) == 1:  # laid along the row if that makes a word
            is_column = (x - 1, y) not in self.laid and (x + 1, y) not in self.laid
        letters = [(tile.letter.char, tile.piece, tile.letter.points) for _, tile in in_order]
        return -score, is_column, y, x, len(play), letters

    def _fillings(self, tiles: int) -> Iterator[list[tuple[Coord, str]]]:
        """Yield the empty coordinates that each word at each place would fill, with their letters."""
        for word in self.words:
            for direction in Direction:
                for start in self._starts(len(word), direction):
                    fresh = []
                    for index, char in enumerate(word):
                        coord = direction.step(start, index)
                        letter = self.laid.get(coord)
                        if letter is None:
                            fresh.append((coord, char))
                        elif letter.char != char:
                            break
                    else:
                        if 0 < len(fresh) <= tiles:
                            yield fresh

    def _starts(self, length: int, direction: Direction) -> set[Coord]:
        """Return where a word must start to lie on, or beside, what is laid (or on the centre)."""
        near = {self.board.center}
        if self.laid:
            near = {Coord(x + dx, y + dy) for x, y in self.laid for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        return {direction.step(coord, -back) for coord in near for back in range(length)}

    def _ways(self, chars: Sequence[str], held: list[PieceId]) -> Iterator[list[Tile]]:
        """Yield every way to lay these characters with pieces of the hand."""
        if not chars:
            yield []
            return
        for piece in sorted(set(held)):
            for letter in self.pieces[piece]:
                if letter.char == chars[0]:
                    rest = list(held)
                    rest.remove(piece)
                    for tiles in self._ways(chars[1:], rest):
                        yield [Tile(piece, letter), *tiles]

    def _is_legal(self, moves: tuple[Placement, ...], hand: Hand) -> bool:
        attempt = Attempt(1, moves, hand, self.pieces, self.board, self.laid, self.words)
        return not check_play(attempt)
