"""What is wrong with a move, in words that a person reads: a sentence for each kind of error."""

from collections.abc import Iterable

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
from scrabble_util.types import Letter, PieceId, Pieces


def reason(error: GameplayError, pieces: Pieces | None = None) -> str:
    """Return a sentence that tells a person what is wrong; with `pieces`, pieces are called by their letter."""
    match error:
        case GPEEmptyMove():
            return "There is no piece in the move."
        case GPEPieceDoesNotExist(piece):
            return f"There is no piece {piece} in this game."
        case GPEPlayerDoesNotHavePiece(player, piece):
            return f"Player {player} does not hold {piece_name(piece, pieces)}, or not that often."
        case GPEInvalidPieceInst(piece, letter):
            return f"{piece_name(piece, pieces)} cannot be laid as {_letter(letter)}."
        case GPEOccupiedTile(letter, (x, y), current):
            return f"{_letter(letter)} cannot go to ({x}, {y}): {_letter(current)} lies there."
        case GPEEmptyTile((x, y)):
            return f"There is no square at ({x}, {y})."
        case GPEWordOutsideBoard():
            return "The word does not stay on the board."
        case GPEWordNotOnRowOrColumn():
            return "The pieces stand neither in one row nor in one column."
        case GPEWordNotConnected():
            return "There is a gap between the pieces."
        case GPEFirstWordNotOverCenter((x, y)):
            return f"The first word must cover the centre, ({x}, {y})."
        case GPEFirstWordTooShort():
            return "The first word needs two letters or more."
        case GPEWordNotAdjacent():
            return "The word touches nothing that lies on the board."
        case GPEWordNotInDictionary(word):
            return f"{word} is not in the dictionary."
        case GPENotEnoughPieces(wanted, available):
            what = "1 piece was" if wanted == 1 else f"{wanted} pieces were"
            return f"{what} to be changed, and the bag holds {available}."
    return f"{type(error).__name__}."


def reasons(errors: Iterable[GameplayError], pieces: Pieces | None = None) -> str:
    """Return the sentences of several errors in a row."""
    return " ".join(reason(error, pieces) for error in errors)


def piece_name(piece: PieceId, pieces: Pieces | None = None) -> str:
    """Return what people call a piece: its letter where it has only one, `blank` where it has many."""
    letters = (pieces or {}).get(piece)
    if not letters:
        return f"piece {piece}"
    if len(letters) == 1:
        (letter,) = letters
        return letter.char
    if all(letter.points == 0 for letter in letters):
        return "a blank"
    return f"the piece {'/'.join(sorted({letter.char for letter in letters}))}"


def _letter(letter: Letter) -> str:
    return f"{letter[0]} ({letter[1]})"
