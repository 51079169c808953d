"""A loaded board: squares anywhere, remembered, faults told once."""

from dataclasses import replace
from typing import Any

import pytest

from scrabble_util.board import BoardErrors, BoardProg, make_board
from scrabble_util.board_file import load_board, shipped_boards
from scrabble_util.types import Coord

PLAIN = BoardProg(
    prog="_result_ := 0",
    squares={0: {0: "_result_ := _acc_ + pointValue(_pos_)"}},
    used_square=0,
    center=Coord(0, 0),
    is_infinite=True,
    pp_square="_result_ := charToInt('.')",
)

TRIPLE_WORD = {(7, 0), (0, 7), (7, 7)}
DOUBLE_WORD = {(0, 0), (3, 3), (4, 4), (5, 5), (6, 6)}
TRIPLE_LETTER = {(2, 2), (2, 6), (6, 2)}
DOUBLE_LETTER = {(0, 4), (4, 0), (1, 1), (1, 5), (5, 1), (4, 7), (7, 4)}


def standard_square(x: int, y: int) -> int | None:
    place = (abs(x), abs(y))
    if max(place) > 7:
        return None
    bonuses = (DOUBLE_LETTER, TRIPLE_LETTER, DOUBLE_WORD, TRIPLE_WORD)
    return next((number for number, places in enumerate(bonuses, 1) if place in places), 0)


def test_standard_is_the_tournament_board() -> None:
    rows = [[standard_square(x, y) for x in range(-9, 10)] for y in range(-9, 10)]
    assert load_board("standard").window(-9, -9, 9, 9) == rows
    rows[9][9] = 0
    assert load_board("course").window(-9, -9, 9, 9) == rows


def test_infinite_repeats_the_standard_board() -> None:
    standard, infinite = load_board("standard"), load_board("infinite")
    pattern = standard.window(-7, -7, 7, 7)
    for shift in (0, 15, -15, 15 * 10**6, -15 * 10**6):
        assert infinite.window(shift - 7, -7, shift + 7, 7) == pattern
        assert infinite.window(-7, shift - 7, 7, shift + 7) == pattern


@pytest.mark.parametrize("name", shipped_boards())
def test_a_board_from_plain_data_is_the_same_board(name: str) -> None:
    board = load_board(name)
    again = make_board(board.spec)
    assert again.sha256 == board.sha256
    assert again.window(-20, -20, 20, 20) == board.window(-20, -20, 20, 20)


def test_an_infinite_board_keeps_only_what_was_looked_at() -> None:
    board = load_board("infinite")
    board.square((0, 0))
    board.square((10**9, -(10**9)))
    assert len(board._chunks) == 2


def test_a_board_ends_where_the_numbers_of_its_language_do() -> None:
    board = load_board("infinite")
    assert board.square((2**63 - 1, -(2**63))) is not None
    assert board.square((2**63, 0)) is None
    assert board.square((0, -(10**30))) is None


def test_the_hash_is_of_what_the_board_does() -> None:
    assert make_board(replace(PLAIN, title="Other")).sha256 == make_board(PLAIN).sha256
    assert make_board(replace(PLAIN, prog="_result_ := 0 + 0")).sha256 != make_board(PLAIN).sha256


def test_a_failing_coordinate_is_a_hole_and_is_told_once_with_its_place() -> None:
    board = make_board(replace(PLAIN, prog="_result_ := 0 / (_x_ - 3)"))
    told: list[str] = []
    board.on_fault = told.append
    assert board.square((3, 0)) is None
    assert board.square((3, 5)) is None
    assert board.square((2, 0)) is not None
    assert len(told) == 1
    assert "prog" in told[0]
    assert "(3, 0)" in told[0]
    assert "zero" in told[0]


def test_a_board_that_never_ends_away_from_the_centre_still_answers() -> None:
    board = make_board(replace(PLAIN, prog="while (_x_ = 5) do { _result_ := 0 }; _result_ := 0"))
    told: list[str] = []
    board.on_fault = told.append
    assert board.square((4, 0)) is not None
    assert board.square((5, 0)) is None
    assert "(5, 0)" in told[0]


def test_a_program_that_never_ends_at_the_centre_is_refused() -> None:
    with pytest.raises(BoardErrors, match=r"centre \(0, 0\)"):
        make_board(replace(PLAIN, prog="while (true) do { _result_ := 0 }"))


def test_unprintable_characters_are_drawn_as_a_question_mark() -> None:
    assert make_board(replace(PLAIN, pp_square="_result_ := 7")).printed(0) == "?"
    assert make_board(replace(PLAIN, pp_square="_result_ := -1")).printed(0) == "?"
    assert make_board(PLAIN).printed(None) == "#"


def test_a_printer_that_fails_for_a_square_is_found_at_load() -> None:
    with pytest.raises(BoardErrors, match="pp_square fails for square 0: division by zero"):
        make_board(replace(PLAIN, pp_square="_result_ := 1 / _input_"))


@pytest.mark.parametrize(
    "change",
    [
        {"center": Coord(2**63, 0)},
        {"squares": {**PLAIN.squares, 2**63: PLAIN.squares[0]}},
        {"squares": {0: {-(2**63) - 1: "_result_ := 1"}}},
    ],
)
def test_numbers_that_the_language_does_not_have_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BoardErrors, match="numbers go from"):
        make_board(replace(PLAIN, **change))


FINITE = replace(PLAIN, is_infinite=False)


def test_the_extent_of_a_long_board_is_found_from_any_centre() -> None:
    inside = "_x_ >= -2000 /\\ _x_ < 3000 /\\ _y_ >= 0 /\\ _y_ < 9"
    prog = f"if ({inside}) then {{ _result_ := 0 }} else {{ _result_ := 1 }}"
    assert make_board(replace(FINITE, prog=prog)).extent() == (-2000, 0, 2999, 8)
    assert make_board(replace(FINITE, prog=prog, center=Coord(2999, 8))).extent() == (-2000, 0, 2999, 8)


def test_a_board_that_says_it_is_finite_and_is_not_still_has_an_extent() -> None:
    x0, y0, x1, y1 = make_board(FINITE).extent() or (0, 0, 0, 0)
    assert x0 < -200
    assert y0 < -200
    assert x1 > 200
    assert y1 > 200
