"""Every gameplay error, in its stage, with its fields, in a fixed order."""

from dataclasses import replace

import pytest

from scrabble_util.checks import STAGES, Attempt, check_change, check_play
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
from scrabble_util.types import Coord, Direction, Hand, Laid, Letter, Placement, Tile, placements
from tests.support.games import WORDS, board, lay

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN
BLANK, A, C, D, E, S, T = 0, 1, 3, 4, 5, 19, 20
OH = 15
CAT: Laid = {Coord(x, 0): Letter(*letter) for x, letter in enumerate([("C", 3), ("A", 1), ("T", 1)])}
"""CAT to the right from the centre."""


def attempt(
    moves: tuple[Placement, ...],
    hand: str = "ACDEOST",
    laid: Laid | None = None,
    board_name: str = "standard",
) -> Attempt:
    held = Hand(BLANK if char == " " else ENGLISH.alphabet.index(char) + 1 for char in hand)
    return Attempt(2, moves, held, ENGLISH.pieces, board(board_name), laid or {}, WORDS)


def errors(
    moves: tuple[Placement, ...],
    hand: str = "ACDEOST",
    laid: Laid | None = None,
    board_name: str = "standard",
) -> list[GameplayError]:
    return list(check_play(attempt(moves, hand, laid, board_name)))


# --- stage 1


def test_no_pieces() -> None:
    assert errors(()) == [GPEEmptyMove()]


# --- stage 2


def test_a_piece_that_does_not_exist_is_not_also_missing_from_the_hand() -> None:
    moves = placements([((0, 0), (99, ("X", 1))), ((1, 0), (T, ("T", 1)))])
    assert errors(moves) == [GPEPieceDoesNotExist(99)]


def test_each_piece_laid_more_often_than_held_is_told_once() -> None:
    moves = lay("TOTTO", (0, 0), RIGHT)
    assert errors(moves) == [
        GPEPlayerDoesNotHavePiece(2, T),
        GPEPlayerDoesNotHavePiece(2, T),
        GPEPlayerDoesNotHavePiece(2, OH),
    ]


def test_a_piece_laid_as_another_letter_or_for_other_points() -> None:
    moves = placements([((0, 0), (C, ("K", 5))), ((1, 0), (A, ("A", 2))), ((2, 0), (T, ("T", 1)))])
    assert errors(moves) == [GPEInvalidPieceInst(C, Letter("K", 5)), GPEInvalidPieceInst(A, Letter("A", 2))]


def test_a_blank_is_every_letter_for_no_points() -> None:
    assert errors(lay("cAT", (0, 0), RIGHT), hand="AT ") == []
    pointed = placements([((0, 0), (BLANK, ("C", 3))), ((1, 0), (A, ("A", 1))), ((2, 0), (T, ("T", 1)))])
    assert errors(pointed, hand="AT ") == [GPEInvalidPieceInst(BLANK, Letter("C", 3))]


def test_a_coordinate_where_a_letter_lies() -> None:
    moves = placements([((2, 0), (S, ("S", 1))), ((3, 0), (OH, ("O", 1)))])
    assert errors(moves, laid=CAT) == [GPEOccupiedTile(Letter("S", 1), Coord(2, 0), Letter("T", 1))]


def test_two_pieces_on_one_coordinate() -> None:
    moves = placements([((0, 0), (T, ("T", 1))), ((1, 0), (OH, ("O", 1))), ((0, 0), (S, ("S", 1)))])
    assert errors(moves) == [GPEOccupiedTile(Letter("S", 1), Coord(0, 0), Letter("T", 1))]


def test_three_pieces_on_one_coordinate_all_meet_the_first() -> None:
    letter = Letter("T", 1)
    moves = tuple(Placement(Coord(0, 0), Tile(T, letter)) for _ in range(3))
    assert errors(moves, hand="TTT") == [GPEOccupiedTile(letter, Coord(0, 0), letter)] * 2


def test_coordinates_without_a_square_are_told_each_and_the_word_once() -> None:
    outside = [GPEEmptyTile(Coord(8, 0)), GPEEmptyTile(Coord(9, 0)), GPEWordOutsideBoard()]
    assert errors(lay("TOE", (7, 0), RIGHT)) == outside


def test_a_hole_takes_no_piece() -> None:
    holes = board("holes")
    hole = next(Coord(x, y) for x in range(-6, 7) for y in range(-6, 7) if holes.square((x, y)) is None)
    moves = (Placement(hole, Tile(T, Letter("T", 1))),)
    assert errors(moves, board_name="holes") == [GPEEmptyTile(hole), GPEWordOutsideBoard()]


def test_all_errors_of_all_pieces_come_in_the_order_they_were_laid() -> None:
    moves = placements(
        [((9, 9), (77, ("?", 1))), ((0, 0), (A, ("B", 1))), ((1, 0), (A, ("A", 1))), ((9, 9), (T, ("T", 1)))]
    )
    assert errors(moves, laid={Coord(0, 0): Letter("X", 8)}) == [
        GPEPieceDoesNotExist(77),
        GPEEmptyTile(Coord(9, 9)),
        GPEInvalidPieceInst(A, Letter("B", 1)),
        GPEOccupiedTile(Letter("B", 1), Coord(0, 0), Letter("X", 8)),
        GPEPlayerDoesNotHavePiece(2, A),
        GPEOccupiedTile(Letter("T", 1), Coord(9, 9), Letter("?", 1)),
        GPEWordOutsideBoard(),
    ]


def test_the_board_is_not_computed_for_more_pieces_than_the_hand_holds() -> None:
    far = tuple(Placement(Coord(x * 1000, 0), Tile(T, Letter("T", 1))) for x in range(1, 500))
    looked_up: list[tuple[int, int]] = []

    class Watched:
        def square(self, coord: tuple[int, int]) -> None:
            looked_up.append(coord)

    check_play(replace(attempt(far), board=Watched()))
    assert len(looked_up) == 7


# --- stage 3


def test_pieces_in_no_line() -> None:
    coords = (Coord(0, 0), Coord(1, 0), Coord(1, 1))
    moves = tuple(
        Placement(coord, Tile(piece, Letter(char, 1)))
        for coord, piece, char in zip(coords, (T, OH, E), "TOE", strict=True)
    )
    assert errors(moves) == [GPEWordNotOnRowOrColumn(coords)]


# --- stage 4


@pytest.mark.parametrize("direction", [RIGHT, DOWN])
def test_a_gap_that_nothing_fills(direction: Direction) -> None:
    assert errors(lay("TOES", (0, 0), direction, skip=[2])) == [GPEWordNotConnected()]


def test_a_gap_that_laid_letters_fill() -> None:
    assert errors(lay("TOES", (1, -1), DOWN, skip=[1]), laid=CAT) == [GPEWordNotInDictionary("TAES")]


def test_a_billion_squares_between_two_pieces_cost_nothing() -> None:
    moves = placements([((0, 0), (T, ("T", 1))), ((10**9, 0), (OH, ("O", 1)))])
    assert errors(moves, board_name="infinite") == [GPEWordNotConnected()]


def test_the_first_word_not_over_the_centre() -> None:
    assert errors(lay("TOE", (1, 0), RIGHT)) == [GPEFirstWordNotOverCenter(Coord(0, 0))]


def test_the_first_word_of_one_letter() -> None:
    assert errors(lay("A", (0, 0), RIGHT)) == [GPEFirstWordTooShort()]


def test_a_first_letter_in_the_wrong_place_is_wrong_twice() -> None:
    assert errors(lay("A", (3, 3), RIGHT)) == [
        GPEFirstWordNotOverCenter(Coord(0, 0)),
        GPEFirstWordTooShort(),
    ]


def test_all_that_is_wrong_with_a_first_word_with_a_gap() -> None:
    assert errors(lay("TOES", (1, 0), RIGHT, skip=[1])) == [
        GPEWordNotConnected(),
        GPEFirstWordNotOverCenter(Coord(0, 0)),
    ]


def test_a_later_word_that_touches_nothing() -> None:
    assert errors(lay("TOE", (0, 2), RIGHT), laid=CAT) == [GPEWordNotAdjacent()]


def test_corners_do_not_touch() -> None:
    assert errors(lay("TOE", (3, 1), RIGHT), laid=CAT) == [GPEWordNotAdjacent()]


def test_a_gap_and_no_touch_are_told_together() -> None:
    assert errors(lay("TOE", (0, 2), RIGHT, skip=[1]), laid=CAT) == [
        GPEWordNotConnected(),
        GPEWordNotAdjacent(),
    ]


def test_one_letter_may_be_laid_onto_a_word() -> None:
    assert errors(lay("S", (3, 0), RIGHT), laid=CAT) == []


# --- stage 5


def test_every_word_formed_must_be_in_the_dictionary_main_word_first() -> None:
    assert errors(lay("DO", (0, 1), RIGHT), laid=CAT) == [
        GPEWordNotInDictionary("CD"),
        GPEWordNotInDictionary("AO"),
    ]
    assert errors(lay("OD", (0, 1), RIGHT), laid=CAT) == [
        GPEWordNotInDictionary("OD"),
        GPEWordNotInDictionary("CO"),
        GPEWordNotInDictionary("AD"),
    ]


def test_without_a_dictionary_any_word_counts() -> None:
    assert check_play(replace(attempt(lay("OD", (0, 1), RIGHT), laid=CAT), dictionary=None)) == ()


# --- the stages


def test_only_the_first_failing_stage_is_told() -> None:
    """One play that is wrong in stages 2 to 5 is mended step by step."""
    coords = [(0, 0), (0, 2), (1, 1)]
    wrong = placements(zip(coords, [(99, ("X", 1)), (A, ("A", 1)), (D, ("D", 2))], strict=True))
    assert errors(wrong) == [GPEPieceDoesNotExist(99)]
    no_line = placements(zip(coords, [(T, ("T", 1)), (A, ("A", 1)), (D, ("D", 2))], strict=True))
    assert errors(no_line) == [GPEWordNotOnRowOrColumn(tuple(Coord(*coord) for coord in coords))]
    assert errors(no_line[:2]) == [GPEWordNotConnected()]
    assert errors(lay("TA", (0, 0), DOWN)) == [GPEWordNotInDictionary("TA")]
    assert errors(lay("AT", (0, 0), DOWN)) == []


def test_the_stages_can_be_read_as_a_list() -> None:
    assert [[check.__name__ for check in stage] for stage in STAGES] == [
        ["something_is_laid"],
        ["every_piece_is_good"],
        ["pieces_are_in_line"],
        [
            "word_is_connected",
            "first_word_covers_the_center",
            "first_word_is_a_word",
            "word_touches_another",
        ],
        ["words_are_in_the_dictionary"],
    ]


# --- a change


def test_a_change_of_nothing() -> None:
    assert check_change(1, [], Hand([A]), ENGLISH.pieces, 50) == (GPEEmptyMove(),)


def test_a_change_of_pieces_that_are_not_there() -> None:
    assert check_change(1, [A, 99, A, T], Hand([A, T]), ENGLISH.pieces, 0) == (
        GPEPieceDoesNotExist(99),
        GPEPlayerDoesNotHavePiece(1, A),
    )


def test_a_change_of_more_than_the_bag_holds() -> None:
    assert check_change(1, [A, T], Hand([A, T]), ENGLISH.pieces, 1) == (GPENotEnoughPieces(2, 1),)
    assert check_change(1, [A, T], Hand([A, T]), ENGLISH.pieces, 2) == ()
