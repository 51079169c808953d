"""Simple players for whole games: one that lays any word it can find, and one that also errs on purpose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from referee.game import View
from referee.rules.base import GameSetup
from scrabble_util.checks import Attempt, check_play
from scrabble_util.messages import ServerMessage, SMChange, SMPass, SMPlay
from scrabble_util.types import Coord, Direction, Laid, Letter, PieceId, Placement, Tile


@dataclass
class AnyMove:
    """Lays the first legal word it finds; else changes what it can; else passes.

    Obvious and slow: every word of a small dictionary, through every letter that lies there.
    """

    setup: GameSetup
    trouble: Callable[[View], ServerMessage | None] = lambda _view: None
    """What to say instead, now and then."""
    _words: list[str] = field(init=False)

    def __post_init__(self) -> None:
        assert self.setup.dictionary is not None
        self._words = sorted(self.setup.dictionary, key=lambda word: (-len(word), word))

    def __call__(self, view: View) -> ServerMessage:
        instead = self.trouble(view)
        if instead is not None:
            return instead
        for moves in self.candidates(view):
            if not check_play(self.attempt(view, moves)):
                return SMPlay(moves)
        hand = list(view.hand)
        return SMChange(hand[: view.bag]) if view.bag else SMPass()

    def attempt(self, view: View, moves: tuple[Placement, ...]) -> Attempt:
        setup = self.setup
        return Attempt(view.player, moves, view.hand, setup.pieces, setup.board, view.laid, setup.dictionary)

    def candidates(self, view: View) -> Iterator[tuple[Placement, ...]]:
        for word in self._words:
            for start, direction in places(word, view.laid, self.setup.board.center):
                moves = self.fill(word, start, direction, view)
                if moves:
                    yield moves

    def fill(self, word: str, start: Coord, direction: Direction, view: View) -> tuple[Placement, ...]:
        left = list(view.hand)
        moves: list[Placement] = []
        for index, char in enumerate(word):
            coord = direction.step(start, index)
            if coord in view.laid:
                if view.laid[coord].char != char:
                    return ()
                continue
            tile = self.tile(char, left)
            if tile is None:
                return ()
            left.remove(tile.piece)
            moves.append(Placement(coord, tile))
        return tuple(moves)

    def tile(self, char: str, left: list[PieceId]) -> Tile | None:
        """Return a piece for a letter, the dearest letter first (so that a blank comes last)."""
        fitting = [
            Tile(piece, letter)
            for piece in left
            for letter in self.setup.pieces[piece]
            if letter.char == char
        ]
        return max(fitting, key=lambda tile: (tile.letter.points, -tile.piece), default=None)


def places(word: str, laid: Laid, center: Coord) -> Iterator[tuple[Coord, Direction]]:
    """Yield where a word could lie: over the centre, or through a letter of its own that lies there."""
    through: dict[Coord, Letter | None] = dict(laid) if laid else {center: None}
    for coord, letter in through.items():
        for index, char in enumerate(word):
            if letter is None or letter.char == char:
                for direction in Direction:
                    yield direction.step(coord, -index), direction


def troublesome(view: View) -> ServerMessage | None:
    """Err now and then, by the number of the turn alone."""
    hand = list(view.hand)
    match view.turn % 11:
        case 3:
            return SMPass()
        case 5:
            return SMPlay([((0, 0), (99, ("?", 1)))])
        case 7:
            return SMChange(hand[: min(2, view.bag)])
        case 8:
            return SMPlay([((view.turn, 40), (hand[0], ("A", 1)))] if hand else [])
    return None
