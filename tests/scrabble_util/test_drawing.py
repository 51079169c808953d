"""Boards as text: columns that stay under their labels, and no more than people can look at."""

from dataclasses import replace

from scrabble_util.board import Board, make_board
from scrabble_util.board_file import load_board
from scrabble_util.drawing import draw_board, shown_window
from scrabble_util.types import Coord, Letter


def printing(code: int) -> Board:
    return make_board(replace(load_board("standard").spec, pp_square=f"_result_ := {code}"))


def test_wide_characters_leave_the_columns_straight() -> None:
    drawn = draw_board(printing(ord("漢")), window=(6, 0, 8, 1)).splitlines()
    assert drawn == ["   6  7  8", "0  漢 漢 #", "1  漢 漢 #"]


def test_wide_letters_leave_the_columns_straight() -> None:
    laid = {Coord(6, 0): Letter("漢", 1), Coord(7, 0): Letter("A", 1)}
    drawn = draw_board(load_board("standard"), laid, window=(6, 0, 8, 0), fresh=[Coord(7, 0)]).splitlines()
    assert drawn == ["   6  7  8", "0  漢*A  #"]


def test_a_character_that_cannot_stand_alone_is_a_question_mark() -> None:
    assert draw_board(printing(0x301), window=(7, 0, 7, 0)).splitlines()[-1] == "0  ?"


def test_of_a_huge_finite_board_the_part_in_use_is_shown() -> None:
    endless = replace(load_board("infinite").spec, is_infinite=False)
    laid = {Coord(10, 0): Letter("A", 1)}
    assert shown_window(make_board(endless), laid) == (-7, -7, 11, 7)
