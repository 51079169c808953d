"""Scores come out as the rules say."""

from dataclasses import replace

import pytest

from scrabble_util.board import BoardProg, make_board
from scrabble_util.board_file import load_board
from scrabble_util.dsl.faults import INT_MAX, INT_MIN
from scrabble_util.pieces import ENGLISH
from scrabble_util.scoring import (
    MOST_PLAY_POINTS,
    FormedWord,
    explain_word,
    move_points,
    word_points,
    words_formed,
)
from scrabble_util.types import Coord, Direction, Letter, Placement, Tile

POINTS = {letter.char: letter.points for piece in range(1, 27) for letter in ENGLISH.pieces[piece]}


def letters(text: str) -> tuple[Letter, ...]:
    return tuple(Letter(char, POINTS[char]) for char in text)


def lay(text: str, start: tuple[int, int], direction: Direction) -> dict[Coord, Letter]:
    return {direction.step(start, index): letter for index, letter in enumerate(letters(text))}


def play(cells: dict[Coord, Letter]) -> list[Placement]:
    return [Placement(coord, Tile(ord(letter.char) - 64, letter)) for coord, letter in cells.items()]


def test_qin_over_triple_letter_single_letter_double_word_is_64() -> None:
    standard = load_board("standard")
    spec = BoardProg(
        prog="_result_ := _x_", squares={0: standard.spec.squares[2], 1: standard.spec.squares[0],
        2: standard.spec.squares[3]}, used_square=1, center=Coord(0, 0), is_infinite=False,
        pp_square="_result_ := 32",
    )  # fmt: skip
    word = FormedWord(Coord(0, 0), Direction.RIGHT, letters("QIN"), (True,) * 3)
    assert word_points(make_board(spec), word) == 64


def test_fated_down_from_the_centre_is_22() -> None:
    moves = play(lay("FATED", (0, 0), Direction.DOWN))
    assert move_points(load_board("standard"), {}, moves, hand_size=7) == 22


def test_the_whole_hand_brings_50_more() -> None:
    moves = play(lay("FATED", (0, 0), Direction.DOWN))
    assert move_points(load_board("standard"), {}, moves, hand_size=5) == 72


def test_toe_down_beside_foul_and_through_nous_is_9() -> None:
    laid = lay("FOUL", (0, 0), Direction.DOWN) | lay("NOUS", (-2, 2), Direction.RIGHT)
    moves = play({Coord(-1, 1): Letter("T", 1), Coord(-1, 3): Letter("E", 1)})
    words = words_formed(laid, moves)
    assert [word.text for word in words] == ["TOE", "TO", "EL"]
    assert words[0].fresh == (True, False, True)
    assert [word_points(load_board("standard"), word) for word in words] == [4, 3, 2]
    assert move_points(load_board("standard"), laid, moves, hand_size=7) == 9


@pytest.mark.parametrize(("result", "points"), [(INT_MAX, MOST_PLAY_POINTS), (INT_MIN, -MOST_PLAY_POINTS)])
def test_no_play_scores_more_than_there_is_room_for_either_way(result: int, points: int) -> None:
    spec = replace(
        load_board("standard").spec, squares={0: {0: f"_result_ := {result}"}}, prog="_result_ := 0"
    )
    moves = play(lay("FATED", (0, 0), Direction.DOWN))
    assert move_points(make_board(spec), {}, moves, hand_size=7) == points


def test_words_come_in_the_order_of_the_main_word() -> None:
    laid = lay("CAT", (0, 0), Direction.RIGHT)
    [word] = words_formed(laid, play({Coord(3, 0): Letter("S", 1)}))
    assert (word.text, word.start, word.direction) == ("CATS", (0, 0), Direction.RIGHT)
    down, across = words_formed(laid, play({Coord(3, 0): Letter("S", 1), Coord(3, 1): Letter("O", 1)}))
    assert (down.text, across.text) == ("SO", "CATS")


def test_priorities_decide_the_order_and_equal_ones_run_along_the_word() -> None:
    steps = explain_word(
        load_board("standard"), FormedWord(Coord(-7, 0), Direction.RIGHT, letters("AXE"), (True,) * 3)
    )
    assert [(step.priority, step.index) for step in steps] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert [step.after for step in steps] == [1, 9, 10, 30]


def test_a_failing_program_leaves_the_points_as_they_were_and_is_told_once() -> None:
    spec = BoardProg(
        prog="_result_ := 0",
        squares={0: {0: "_result_ := _acc_ + pointValue(_pos_ + 1)"}},
        used_square=0, center=Coord(0, 0), is_infinite=True, pp_square="_result_ := 32",
    )  # fmt: skip
    board = make_board(spec)
    told: list[str] = []
    board.on_fault = told.append
    word = FormedWord(Coord(0, 0), Direction.RIGHT, letters("QIZ"), (True,) * 3)
    assert word_points(board, word) == 11
    assert word_points(board, word) == 11
    assert len(told) == 1
    assert "QIZ" in told[0]
    assert [step.fault is None for step in explain_word(board, word)] == [True, True, False]
