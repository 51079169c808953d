"""Loading and running a program through the face of the language."""

import subprocess
import sys

import pytest

from scrabble_util.dsl.program import FaultReason, Kind, Origin, ProgramErrors, ProgramFault, load_program


def test_the_face_of_the_language_brings_in_neither_numpy_nor_numba() -> None:
    code = "import sys, scrabble_util.dsl.program; sys.exit(bool({'numpy', 'numba'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_square_program_reads_the_word_the_index_and_the_points_so_far() -> None:
    triple = load_program("_result_ := pointValue(_pos_) * 3 + _acc_", Kind.SQUARE, "squares.2.0")
    assert triple.run((1, 4), [("Q", 10), ("I", 1), ("N", 1)]) == 7


def test_a_board_program_reads_the_coordinate() -> None:
    board = load_program("if (_x_ = 0 /\\ _y_ = 0) then { _result_ := 1 }", Kind.BOARD, "prog")
    assert (board.run((0, 0)), board.run((0, 1))) == (1, 0)


def test_a_printer_program_reads_the_square() -> None:
    assert load_program("_result_ := charToInt('a') + _input_", Kind.PRINTER, "pp_square").run((2,)) == 99


def test_a_fault_tells_reason_place_and_program() -> None:
    program = load_program("_result_ := 1;\n_result_ := 1 / _x_", Kind.BOARD, "prog")
    with pytest.raises(ProgramFault) as caught:
        program.run((0, 0))
    assert caught.value.reason is FaultReason.DIVISION_BY_ZERO
    assert caught.value.position == (2, 15)
    assert caught.value.program == "prog"
    assert str(caught.value) == "<program>:2:15: `prog`: division by zero"


def test_errors_are_placed_in_the_file_that_the_program_stands_in() -> None:
    text = "title = 'x'\nprog = '''\n  _result_ := xabs'''\n"
    source = "  _result_ := xabs"
    with pytest.raises(ProgramErrors) as caught:
        load_program(source, Kind.BOARD, "prog", Origin.at("b.toml", text, line=3, column=1))
    assert str(caught.value) == (
        "b.toml:3:15: `xabs` is not declared here; did you mean `_x_`?\n"
        "      _result_ := xabs'''\n"
        "                  ^"
    )
