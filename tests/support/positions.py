"""Random positions for the move generator: boards, small word lists, odd pieces, and what was played so far."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scrabble_util.board import Board
from scrabble_util.board_file import load_board
from scrabble_util.lexicon import Lexicon, build_lexicon
from scrabble_util.movegen import Moves, Position
from scrabble_util.movegen.search import ALL_SHORTCUTS
from scrabble_util.movegen.twin import Play, Twin
from scrabble_util.pieces import ENGLISH
from scrabble_util.types import Coord, Laid, Letter, PieceId, Pieces

LETTERS = "AEINRSTLO"


@dataclass
class Game:
    """A game of random plays, to be asked for its moves in both ways."""

    board: Board
    words: list[str]
    lexicon: Lexicon
    pieces: Pieces
    hand_size: int
    position: Position

    def twin(self) -> Twin:
        """The slow search of the same position."""
        return Twin(self.board, frozenset(self.words), self.pieces, self.hand_size, dict(self.position.laid))

    def again(self, shortcuts: int = ALL_SHORTCUTS, laid: Laid | None = None) -> Position:
        """The same position, made from what lies there."""
        return Position(
            self.board,
            self.lexicon,
            self.pieces,
            self.hand_size,
            self.position.laid if laid is None else laid,
            shortcuts=shortcuts,
        )


def random_words(rng: random.Random, letters: str, count: int = 40, longest: int = 5) -> list[str]:
    """Words of few letters, so that they meet often."""
    lengths = [length for length in (2, 2, 2, 3, 3, 4, *range(5, longest + 1)) if length <= longest]
    return sorted({"".join(rng.choices(letters, k=rng.choice(lengths))) for _ in range(count)})


def odd_pieces(rng: random.Random, letters: str) -> Pieces:
    """A wildcard, and pieces that are one, two or three letters, each at any points."""
    pieces: dict[PieceId, frozenset[Letter]] = {0: frozenset(Letter(char, 0) for char in letters)}
    for piece in range(1, 9):
        count = rng.choice([1, 1, 1, 2, 3])
        pieces[piece] = frozenset(Letter(rng.choice(letters), rng.randint(0, 5)) for _ in range(count))
    return pieces


def random_hand(rng: random.Random, pieces: Pieces, letters: str, size: int, wildcards: int) -> list[PieceId]:
    """A hand of pieces that have one of these letters, with a few wildcards among them."""
    useful = [
        piece for piece, ways in pieces.items() if piece and any(letter.char in letters for letter in ways)
    ]
    blanks = rng.randint(0, min(wildcards, size))
    return [0] * blanks + rng.choices(useful, k=size - blanks)


@cache
def shipped(name: str) -> Board:
    """A board that ships, loaded once."""
    return load_board(name)


def random_game(seed: int, board: Board, *, longest: int = 5, most_tiles: int = 7) -> Game:
    """A game on a board, all else random."""
    rng = random.Random(seed)
    letters = LETTERS[: rng.randint(3, 8)]
    words = random_words(rng, letters, longest=longest)
    pieces = odd_pieces(rng, letters) if rng.random() < 0.6 else ENGLISH.pieces
    lexicon = build_lexicon(words, "".join({letter.char for ways in pieces.values() for letter in ways}))
    hand_size = rng.randint(1, most_tiles)
    return Game(board, words, lexicon, pieces, hand_size, Position(board, lexicon, pieces, hand_size))


def turns(game: Game, seed: int, count: int, wildcards: int = 2) -> Iterator[tuple[list[PieceId], Moves]]:
    """Yield a random hand and its moves, then lay one of them, and so on."""
    rng = random.Random(seed)
    letters = "".join(sorted(set("".join(game.words))))
    for _ in range(count):
        size = game.hand_size if rng.random() < 0.8 else rng.randint(1, game.hand_size)
        hand = random_hand(rng, game.pieces, letters, size, wildcards)
        moves = game.position.moves(hand)
        yield hand, moves
        if moves:
            game.position.play(moves[rng.randrange(len(moves))].placements)


def as_plays(moves: Moves) -> dict[Play, int]:
    """The moves in the form of the twin."""
    return {frozenset(move.placements): move.score for move in moves}


def scattered(rng: random.Random, board: Board, letters: str, count: int, spread: int) -> dict[Coord, Letter]:
    """Letters anywhere around the centre, words or not."""
    laid: dict[Coord, Letter] = {}
    while len(laid) < count:
        coord = Coord(
            board.center[0] + rng.randint(-spread, spread), board.center[1] + rng.randint(-spread, spread)
        )
        if board.square(coord) is not None:
            laid[coord] = Letter(rng.choice(letters), rng.randint(0, 9))
    return laid
