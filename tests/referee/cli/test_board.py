"""`referee board` and `referee boards`, as typed."""

from pathlib import Path

import pytest

from scrabble_util.board_file import load_board, shipped_boards
from scrabble_util.resources import boards_folder
from tests.support.cli import referee


def test_boards_lists_each_board_with_its_size() -> None:
    told = referee("boards").out
    assert all(name in told for name in shipped_boards())
    assert "15 × 15" in told
    assert referee("boards", "--json").json["standard"]["extent"] == [-7, -7, 7, 7]


def test_a_board_is_drawn_plain_when_the_output_is_no_terminal() -> None:
    drawn = referee("board", "standard").out.splitlines()
    assert drawn[2] == "-8  # # # # # # # # # # # # # # # # #"
    assert drawn[3] == "-7  # d     a       d       a     d #"
    assert drawn[10] == " 0  # d     a       c       a     d #"


def test_colour_on_demand_and_no_color_respected() -> None:
    assert "\x1b[" in referee("board", "standard", "--ansi").out
    assert "\x1b[" not in referee("board", "standard", "--ascii").out
    assert referee("board", "standard", "--ansi", "--ascii").status == 2


def test_a_window_of_an_infinite_board_as_json() -> None:
    told = referee("board", "infinite", "--window", -8, 100, 9, 103, "--json").json
    assert told == {"window": [-8, 100, 9, 103], "ids": load_board("infinite").window(-8, 100, 9, 103)}
    holes = referee("board", "standard", "--window", 7, 7, 8, 8, "--json").json
    assert holes["ids"] == [[4, None], [None, None]]


def test_a_window_turned_round_is_bad_usage() -> None:
    assert referee("board", "infinite", "--window", 5, 5, 0, 0).status == 2


def test_a_cell_says_which_square_and_why() -> None:
    told = referee("board", "standard", "--cell", 7, -7).out
    assert "(7, -7): square 4, drawn d" in told
    assert "_result_ := 4" in told
    assert "no square; the program says -1" in referee("board", "standard", "--cell", 8, 0).out
    assert referee("board", "standard", "--cell", 0, 0, "--json").json["square"] == 3


@pytest.mark.parametrize("word", ["FATED", "fated"])
def test_a_score_is_explained_step_by_step(word: str) -> None:
    told = referee("board", "standard", "--score", word, 0, 0, "down", "--json").json
    assert told["points"] == 22
    assert [(step["priority"], step["char"], step["after"]) for step in told["steps"]] == [
        (0, "F", 4), (0, "A", 5), (0, "T", 6), (0, "E", 7), (0, "D", 11), (1, "F", 22),
    ]  # fmt: skip


def test_a_lower_case_letter_in_a_word_is_a_blank() -> None:
    assert referee("board", "standard", "--score", "FATEd", 0, 0, "down", "--json").json["points"] == 14


def test_a_word_that_cannot_lie_there_is_refused() -> None:
    outside = referee("board", "standard", "--score", "FATED", 6, 0, "right")
    assert (outside.status, "no square" in outside.err) == (1, True)
    assert referee("board", "standard", "--score", "F4", 0, 0, "down").status == 1
    assert referee("board", "standard", "--score", "FATED", 0, 0, "up").status == 2


def test_check_says_ok_or_everything_that_is_wrong(tmp_path: Path) -> None:
    assert referee("board", "standard", "--check").out == "standard: ok\n"
    broken = tmp_path / "broken.toml"
    text = (boards_folder() / "standard.toml").read_text(encoding="utf-8")
    broken.write_text(
        text.replace("_y_ > 7)", "xabs > 7)").replace("* 3 + _acc_", "* three"), encoding="utf-8"
    )
    ran = referee("board", broken, "--check")
    assert ran.status == 1
    assert "xabs" in ran.err
    assert "three" in ran.err
    assert "^" in ran.err
    told = referee("board", broken, "--check", "--json")
    assert told.status == 1
    assert [error["line"] for error in told.json["errors"]] == [12, 40]


def test_squares_prints_the_programs() -> None:
    assert "priority 1: _result_ := _acc_ * 3" in referee("board", "standard", "--squares").out
    assert referee("board", "standard", "--squares", "--json").json["used_square"] == 0


def test_an_unknown_board_is_bad_usage_with_a_guess() -> None:
    ran = referee("board", "standrad")
    assert (ran.status, "Did you mean standard?" in ran.err) == (2, True)


def test_a_window_too_large_to_be_shown_is_bad_usage_and_not_tried() -> None:
    ran = referee("board", "infinite", "--window", 0, 0, 100_000, 100_000, timeout=30)
    assert ran.status == 2
    assert "10,000,200,001 squares" in ran.err
