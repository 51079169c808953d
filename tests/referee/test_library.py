"""Boards and word lists, each loaded once for as long as it does not change."""

import os
from pathlib import Path

from referee.library import Library
from scrabble_util.board_file import load_board
from scrabble_util.resources import boards_folder, english_dictionary


def test_what_is_asked_for_again_is_the_same_object(tmp_path: Path) -> None:
    library = Library()
    spec = load_board("infinite").spec
    assert library.board("standard") is library.board("standard")
    assert library.board(spec) is library.board(load_board("infinite").spec)
    assert library.dictionary(("AT", "TO")) is library.dictionary(("AT", "TO"))
    assert library.dictionary(None) is library.dictionary(str(english_dictionary()))


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    library = Library()
    board, words = tmp_path / "board.toml", tmp_path / "words.txt"
    board.write_bytes((boards_folder() / "standard.toml").read_bytes())
    words.write_text("AT\n")
    first = library.board(str(board)), library.dictionary(str(words))
    assert (library.board(str(board)), library.dictionary(str(words))) == first
    board.write_bytes((boards_folder() / "infinite.toml").read_bytes())
    words.write_text("AT\nTO\n")
    for path in (board, words):
        os.utime(path, ns=(7, 7))
    assert library.board(str(board)).is_infinite
    assert list(library.dictionary(str(words))) == ["AT", "TO"]
