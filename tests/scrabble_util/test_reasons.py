"""Every error has a sentence of its own."""

import pytest

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
from scrabble_util.pieces import ENGLISH
from scrabble_util.reasons import piece_name, reason, reasons
from scrabble_util.types import Coord, Letter

SENTENCES = {
    GPEEmptyMove(): "There is no piece in the move.",
    GPEPieceDoesNotExist(99): "There is no piece 99 in this game.",
    GPEPlayerDoesNotHavePiece(2, 17): "Player 2 does not hold Q, or not that often.",
    GPEInvalidPieceInst(4, Letter("E", 1)): "D cannot be laid as E (1).",
    GPEOccupiedTile(
        Letter("E", 1), Coord(3, -2), Letter("A", 1)
    ): "E (1) cannot go to (3, -2): A (1) lies there.",
    GPEEmptyTile(Coord(8, 0)): "There is no square at (8, 0).",
    GPEWordOutsideBoard(): "The word does not stay on the board.",
    GPEWordNotOnRowOrColumn((Coord(0, 0), Coord(1, 1))): (
        "The pieces stand neither in one row nor in one column."
    ),
    GPEWordNotConnected(): "There is a gap between the pieces.",
    GPEFirstWordNotOverCenter(Coord(0, 0)): "The first word must cover the centre, (0, 0).",
    GPEFirstWordTooShort(): "The first word needs two letters or more.",
    GPEWordNotAdjacent(): "The word touches nothing that lies on the board.",
    GPEWordNotInDictionary("XYZ"): "XYZ is not in the dictionary.",
    GPENotEnoughPieces(5, 3): "5 pieces were to be changed, and the bag holds 3.",
}


def test_every_kind_of_error_has_a_sentence() -> None:
    kinds = {kind.__name__ for kind in GameplayError.__subclasses__()}
    assert {type(error).__name__ for error in SENTENCES} == kinds


@pytest.mark.parametrize("error", SENTENCES, ids=lambda error: type(error).__name__)
def test_the_sentence_says_what_is_wrong(error: GameplayError) -> None:
    assert reason(error, ENGLISH.pieces) == SENTENCES[error]


def test_several_reasons_follow_each_other() -> None:
    assert reasons([GPEEmptyMove(), GPEWordNotConnected()]) == (
        "There is no piece in the move. There is a gap between the pieces."
    )


def test_a_piece_is_called_by_its_letter_where_that_is_known() -> None:
    pieces = {**ENGLISH.pieces, 40: frozenset({Letter("A", 1), Letter("B", 3)})}
    assert [piece_name(piece, pieces) for piece in (4, 0, 40, 77)] == [
        "D",
        "a blank",
        "the piece A/B",
        "piece 77",
    ]
    assert piece_name(4) == "piece 4"
