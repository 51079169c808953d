"""The piece sets: English with its 100 tiles, and how to make one of any alphabet."""

from collections.abc import Mapping
from dataclasses import dataclass

from scrabble_util.types import Letter, Piece, PieceId, Pieces

WILDCARD: PieceId = 0

# letter: (how many, points)
_ENGLISH = {
    "A": (9, 1), "B": (2, 3), "C": (2, 3), "D": (4, 2), "E": (12, 1), "F": (2, 4), "G": (3, 2), "H": (2, 4),
    "I": (9, 1), "J": (1, 8), "K": (1, 5), "L": (4, 1), "M": (2, 3), "N": (6, 1), "O": (8, 1), "P": (2, 3),
    "Q": (1, 10), "R": (6, 1), "S": (4, 1), "T": (6, 1), "U": (4, 1), "V": (2, 4), "W": (2, 4), "X": (1, 8),
    "Y": (2, 4), "Z": (1, 10),
}  # fmt: skip
_DANISH = {
    "A": (7, 1), "B": (4, 3), "C": (2, 8), "D": (5, 2), "E": (9, 1), "F": (3, 3), "G": (3, 3), "H": (2, 4),
    "I": (4, 3), "J": (2, 4), "K": (4, 3), "L": (5, 2), "M": (3, 3), "N": (6, 1), "O": (5, 2), "P": (2, 4),
    "R": (6, 1), "S": (5, 2), "T": (5, 2), "U": (3, 3), "V": (3, 3), "X": (1, 8), "Y": (2, 4), "Z": (1, 8),
    "Æ": (2, 4), "Ø": (2, 4), "Å": (2, 4),
}  # fmt: skip
_PRESETS = {"".join(_ENGLISH): _ENGLISH, "".join(_DANISH): _DANISH}
_BLANKS = 2


@dataclass(frozen=True)
class PieceSet:
    """The pieces of a game: what each id is, and how many of each go into the bag."""

    alphabet: str
    pieces: Pieces
    counts: Mapping[PieceId, int]

    def tiles(self, times: int = 1) -> dict[PieceId, int]:
        """Return how many of each piece go into the bag, the counts multiplied by `times`."""
        if times < 1:
            raise ValueError(f"tiles({times}): the pieces must go into the bag at least once")
        return {piece: count * times for piece, count in self.counts.items()}

    def letters_of(self, word: str) -> tuple[Letter, ...]:
        """Return a word's letters with their points; a lower-case letter among capitals is a blank."""
        if word == word.lower():
            word = word.upper()
        points = {
            letter.char: letter.points
            for piece, letters in self.pieces.items()
            for letter in letters
            if piece != WILDCARD
        }
        unknown = [char for char in word if char.upper() not in points]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no letter of the alphabet {self.alphabet}")
        return tuple(Letter(char.upper(), points.get(char, 0)) for char in word)


def piece_set(letters: Mapping[str, tuple[int, int]], blanks: int = _BLANKS) -> PieceSet:
    """Make a set of letter -> (how many, points): piece 0 is the blank, 1 and on are the letters in order."""
    wildcard: Piece = frozenset(Letter(char, 0) for char in letters)
    pieces: dict[PieceId, Piece] = {WILDCARD: wildcard}
    counts: dict[PieceId, int] = {WILDCARD: blanks} if blanks else {}
    for piece, (char, (count, points)) in enumerate(letters.items(), start=1):
        pieces[piece] = frozenset({Letter(char, points)})
        if count:
            counts[piece] = count
    return PieceSet("".join(letters), pieces, counts)


ENGLISH = piece_set(_ENGLISH)
DANISH = piece_set(_DANISH)
ENGLISH_ALPHABET = ENGLISH.alphabet


def tiles(times: int = 1) -> dict[PieceId, int]:
    """Return the English tile counts, 100 tiles, multiplied."""
    return ENGLISH.tiles(times)


def pieces_of(alphabet: str) -> PieceSet:
    """Return the pieces of an alphabet: its own set where it is known, else English or plain values."""
    known = _PRESETS.get(alphabet)
    if known is not None:
        return piece_set(known)
    if not alphabet:
        raise ValueError("an alphabet needs letters, and this one has none")
    repeated = sorted({char for char in alphabet if alphabet.count(char) > 1})
    if repeated:
        raise ValueError(
            f"an alphabet is a row of different letters; {alphabet!r} repeats {', '.join(repeated)}"
        )
    return piece_set({char: _ENGLISH.get(char, (4, 1)) for char in alphabet})
