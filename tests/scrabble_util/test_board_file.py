"""Board files: the shipped ones load, broken ones say what is wrong and where."""

from pathlib import Path

import pytest

from scrabble_util.board import BoardErrors
from scrabble_util.board_file import BoardNotFound, load_board, parse_board, shipped_boards

GOOD = """
title = "Tiny"
center = [0, 0]
is_infinite = false
used_square = 0
prog = '''
if (_x_ * _x_ < 5 /\\ _y_ * _y_ < 5) then { _result_ := 0 } else { _result_ := -1 }
'''
pp_square = "_result_ := charToInt('.')"
[squares.0]
0 = '_result_ := pointValue(_pos_) + _acc_'
"""


def errors(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(BoardErrors) as caught:
        parse_board(text, "mine.toml")
    return [(d.line, d.column, d.message) for d in caught.value.diagnostics]


def test_the_boards_that_ship() -> None:
    wanted = {"standard", "course", "infinite", "holes", "infinite-holes", "random", "infinite-random"}
    assert wanted < set(shipped_boards())
    assert shipped_boards()[0] == "standard"


@pytest.mark.parametrize("name", shipped_boards())
def test_a_shipped_board_loads_without_complaint_and_tells_about_itself(name: str) -> None:
    board = load_board(name)
    told: list[str] = []
    board.on_fault = told.append
    board.window(-40, -40, 40, 40)
    assert not told
    assert board.spec.title
    assert board.spec.about.endswith(".") or "`seed`" in board.spec.about
    assert board.is_infinite == name.startswith("infinite")


def test_a_good_file_loads_with_any_line_ends() -> None:
    for text in (GOOD, GOOD.replace("\n", "\r\n")):
        assert parse_board(text, "mine.toml").extent() == (-2, -2, 2, 2)


def test_an_error_in_a_program_points_into_the_file() -> None:
    text = GOOD.replace("_y_ * _y_", "_y_ * yabs")
    [(line, column, message)] = errors(text)
    assert text.split("\n")[line - 1][column - 1 :].startswith("yabs")
    assert "yabs" in message


def test_an_error_in_an_escaped_program_points_into_the_file() -> None:
    text = GOOD.replace("\"_result_ := charToInt('.')\"", '"\\u005fresult_ := nothing"')
    [(line, column, _)] = errors(text)
    assert text.split("\n")[line - 1][column - 1 :].startswith("nothing")


def test_errors_of_all_programs_come_at_once() -> None:
    text = GOOD.replace("_y_ * _y_", "_y_ * yabs").replace("+ _acc_", "+ acc").replace("'.'", "dot")
    assert {line for line, _, _ in errors(text)} == {7, 9, 11}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("used_square = 0", "used_square = 5", "there is no square 5; the squares are 0"),
        ("center = [0, 0]", "center = [9, 9]", "the centre (9, 9) has no square: `prog` says -1"),
        ("center = [0, 0]", "center = [0]", "`center` must be a pair"),
        ("center = [0, 0]", "centre = [0, 0]", "did you mean `center`?"),
        ("is_infinite = false", "is_infinite = 1", "`is_infinite` must be true or false"),
        ("is_infinite = false\n", "", "`is_infinite` is missing"),
        ("0 = '_result_ := pointValue(_pos_) + _acc_'", "", "square 0 has no programs"),
        ("0 = '_result_ := pointValue(_pos_) + _acc_'", "0 = 3", "a program must be a text"),
        ("[squares.0]", "[squares.zero]", "`zero` must be the id of a square"),
        ("\n0 = '", "\nfirst = '", "`first` must be a priority"),
        ("prog = '''", "prog = \"\\/\"\nx = '''", "this is not TOML"),
        ("is_infinite = false", "is_infinite = False", "true, false, [x, y] or a text in quotes"),
        ("is_infinite = false", "is_infinite: false", "expected '=' after a key"),
        ("center = [0, 0]", "center = [0, 0]\ncenter = [1, 1]", "This name has a value already"),
        ("used_square = 0", "(0) = used_square", "A line is `name = value`"),
        ("pointValue(_pos_)", "charToInt('a')", "A text ends at the next quote of its kind"),
        ("pointValue(_pos_)", "1 / 0", "division by zero"),
        ("_result_ := 0 }", "while (true) do { _result_ := 0 } }", "at the centre (0, 0)"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, said: str) -> None:
    assert old in GOOD
    assert any(said in message for _, _, message in errors(GOOD.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("+ _acc_'", "+ _acc_", "'_result_", "never closed: ' is missing"),
        ("\n'''\n", "\n", "'''", "never closed: ''' is missing"),
        ('pp_square = "', 'pp_square = """', '"""', 'never closed: """ is missing'),
        ("used_square = 0", "about = 'x\nused_square = 0", "", "The text is not closed on its line"),
        ("used_square", "usedsquare", "usedsquare", "did you mean `used_square`?"),
        ("\n0 = '", "\nfirst = '", "first", "`first` must be a priority"),
    ],
)
def test_the_place_is_where_the_mistake_was_made(old: str, new: str, place: str, said: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new)
    [(line, column)] = [(line, column) for line, column, message in errors(text) if said in message]
    assert text.split("\n")[line - 1][column - 1 :].startswith(place)


def test_a_board_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoardNotFound, match=r"Did you mean standard\?"):
        load_board("standrad")
    with pytest.raises(BoardNotFound, match="no such file"):
        load_board("./missing.toml")
    with pytest.raises(BoardNotFound, match="this is a folder"):
        load_board(tmp_path)


def test_a_file_that_is_not_utf8_is_told_with_the_place(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"about = ''\ntitle = '\xe6'")
    with pytest.raises(BoardErrors, match=r"latin.toml:2:10: this is not UTF-8"):
        load_board(latin)


def test_wrong_fields_and_wrong_programs_are_told_at_once() -> None:
    wrong = GOOD.replace("is_infinite", "is_infinit").replace("pointValue(_pos_)", "pointValu(_pos_)", 1)
    told = [message for _, _, message in errors(wrong)]
    assert any("is_infinit` is no field" in message for message in told)
    assert any("pointValu" in message for message in told)
