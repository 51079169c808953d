"""What makes a play or a change legal: small functions in stages that one can read top to bottom.

The referee decides with them, and a bot may ask them before it sends a move. A stage looks at a whole
attempt and returns all that is wrong with it; the first stage that finds something is the last that is
asked. Errors come in a fixed order: that of the pieces as they were laid, and for one piece that of the
checks below.

What a good play scores is `scoring.py`'s subject.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from scrabble_util.board import Board
from scrabble_util.messages import (
    GameplayError,
    GPEEmptyMove,
    GPEEmptyTile,
    GPEFirstWordNotOverCenter,
    GPEFirstWordTooShort,
    GPEInvalidPieceInst,
    GPENotEnoughPieces,
    GPEOccupiedTile,
    GPEPieceDoesNotExist,
    GPEPlayerDoesNotHavePiece,
    GPEWordNotAdjacent,
    GPEWordNotConnected,
    GPEWordNotInDictionary,
    GPEWordNotOnRowOrColumn,
    GPEWordOutsideBoard,
)
from scrabble_util.scoring import FormedWord, words_formed
from scrabble_util.types import Coord, Hand, Laid, Letter, PieceId, Pieces, Placement


@dataclass(frozen=True)
class Attempt:
    """A play that a player wants to make, and all that decides whether it is legal."""

    player: int
    moves: tuple[Placement, ...]
    hand: Hand
    pieces: Pieces
    board: Board
    laid: Laid
    dictionary: Container[str] | None
    """The words that count, upper case; None where any word does."""

    @cached_property
    def coords(self) -> tuple[Coord, ...]:
        """Where the pieces are laid, in the order they were named."""
        return tuple([coord for coord, _ in self.moves])

    @cached_property
    def words(self) -> tuple[FormedWord, ...]:
        """The words that it forms: to be asked when the pieces are known to stand in one line."""
        return words_formed(self.laid, self.moves)


# --- stage 1: there is something to judge


def something_is_laid(attempt: Attempt) -> list[GameplayError]:
    """Refuse a play of no pieces."""
    return [] if attempt.moves else [GPEEmptyMove()]


# --- stage 2: each piece can be laid where it is laid


def every_piece_is_good(attempt: Attempt) -> list[GameplayError]:
    """Refuse pieces that are not the player's, or not that letter, or on a coordinate that takes no piece."""
    errors: list[GameplayError] = []
    laid, pieces, square = attempt.laid, attempt.pieces, attempt.board.square
    held, hand_size = dict(attempt.hand.items()), len(attempt.hand)
    laid_now: dict[Coord, Letter] = {}
    outside = False
    for coord, (piece, letter) in attempt.moves:
        error = _piece_error(attempt.player, piece, held, pieces)
        if error is not None:
            errors.append(error)
        if piece in pieces and letter not in pieces[piece]:
            errors.append(GPEInvalidPieceInst(piece, letter))
        current = laid.get(coord) or laid_now.get(coord)
        if current is not None:
            errors.append(GPEOccupiedTile(letter, coord, current))
        # A play of more pieces than the hand holds is refused in any case: the board, which may be
        # endless and slow to compute, is not looked up for the rest of them at the sender's wish.
        elif len(laid_now) < hand_size and square(coord) is None:
            errors.append(GPEEmptyTile(coord))
            outside = True
        laid_now.setdefault(coord, letter)
    if outside:
        errors.append(GPEWordOutsideBoard())
    return errors


def _piece_error(
    player: int, piece: PieceId, held: dict[PieceId, int], pieces: Pieces
) -> GameplayError | None:
    """Take one piece out of what is held; say what is wrong if that cannot be done."""
    count = held.get(piece, 0)
    if count:
        held[piece] = count - 1
        return None
    return GPEPlayerDoesNotHavePiece(player, piece) if piece in pieces else GPEPieceDoesNotExist(piece)


# --- stage 3: the pieces stand in a line


def pieces_are_in_line(attempt: Attempt) -> list[GameplayError]:
    """Refuse pieces that share neither a row nor a column."""
    (x, y), coords = attempt.coords[0], attempt.coords
    if all(coord[1] == y for coord in coords) or all(coord[0] == x for coord in coords):
        return []
    return [GPEWordNotOnRowOrColumn(coords)]


# --- stage 4: the word hangs together, and hangs on to what lies there


def word_is_connected(attempt: Attempt) -> list[GameplayError]:
    """Refuse a gap between the pieces that no letter fills."""
    coords = attempt.coords
    first, last = min(coords), max(coords)
    dx, dy = (1, 0) if first[1] == last[1] else (0, 1)
    # One step at a time, and no further than the first gap: the pieces may be a billion squares apart.
    laid, (x, y) = attempt.laid, first
    while (x, y) != last:
        x, y = x + dx, y + dy
        if (x, y) not in coords and (x, y) not in laid:
            return [GPEWordNotConnected()]
    return []


def first_word_covers_the_center(attempt: Attempt) -> list[GameplayError]:
    """Refuse a first word that does not lie over the centre."""
    if attempt.laid or attempt.board.center in attempt.coords:
        return []
    return [GPEFirstWordNotOverCenter(attempt.board.center)]


def first_word_is_a_word(attempt: Attempt) -> list[GameplayError]:
    """Refuse a first word of one letter."""
    return [GPEFirstWordTooShort()] if not attempt.laid and len(attempt.moves) == 1 else []


def word_touches_another(attempt: Attempt) -> list[GameplayError]:
    """Refuse a later word that touches no letter that lies there."""
    laid = attempt.laid
    if not laid:
        return []
    for x, y in attempt.coords:
        if (x - 1, y) in laid or (x + 1, y) in laid or (x, y - 1) in laid or (x, y + 1) in laid:
            return []
    return [GPEWordNotAdjacent()]


# --- stage 5: the words are words


def words_are_in_the_dictionary(attempt: Attempt) -> list[GameplayError]:
    """Refuse each word formed that the dictionary does not have."""
    dictionary = attempt.dictionary
    if dictionary is None:
        return []
    return [GPEWordNotInDictionary(word.text) for word in attempt.words if word.text not in dictionary]


# --- the stages

Check: TypeAlias = Callable[[Attempt], list[GameplayError]]

STAGES: tuple[tuple[Check, ...], ...] = (
    (something_is_laid,),
    (every_piece_is_good,),
    (pieces_are_in_line,),
    (word_is_connected, first_word_covers_the_center, first_word_is_a_word, word_touches_another),
    (words_are_in_the_dictionary,),
)
"""The checks of a play. All of a stage are made; a later stage only if the earlier ones found nothing."""


def check_play(attempt: Attempt) -> tuple[GameplayError, ...]:
    """Return every error of the first stage that fails; nothing when the play is legal."""
    for stage in STAGES:
        errors = [error for check in stage for error in check(attempt)]
        if errors:
            return tuple(errors)
    return ()


# --- a change


def check_change(
    player: int, wanted: Sequence[PieceId], hand: Hand, pieces: Pieces, bag_count: int
) -> tuple[GameplayError, ...]:
    """Return what is wrong with giving these pieces back: none, else each piece, else too few in the bag."""
    if not wanted:
        return (GPEEmptyMove(),)
    held = dict(hand.items())
    errors = [error for piece in wanted if (error := _piece_error(player, piece, held, pieces))]
    if errors:
        return tuple(errors)
    return (GPENotEnoughPieces(len(wanted), bag_count),) if len(wanted) > bag_count else ()
