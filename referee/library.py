"""Boards and word lists by name, each loaded once: reading them costs more than a game does."""

from pathlib import Path

from scrabble_util.board import Board, BoardProg, make_board
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.resources import english_dictionary


class Library:
    """Loads what a match asks for, and remembers it for as long as the file does not change."""

    def __init__(self) -> None:
        """Start empty."""
        self._boards: dict[tuple[str, int], Board] = {}
        self._specs: list[Board] = []
        self._files: dict[tuple[Path, int], Dictionary] = {}
        self._lists: dict[tuple[str, ...], Dictionary] = {}

    def board(self, wanted: str | BoardProg) -> Board:
        """Return a board by shipped name or file, or of plain data."""
        if isinstance(wanted, BoardProg):
            return self._board_of(wanted)
        key = (wanted, _changed(Path(wanted)))
        if key not in self._boards:
            self._boards[key] = load_board(wanted)
        return self._boards[key]

    def dictionary(self, wanted: str | tuple[str, ...] | None) -> Dictionary:
        """Return a word list by file, or of words; the English one where none is asked for."""
        if isinstance(wanted, tuple):
            if wanted not in self._lists:
                self._lists[wanted] = Dictionary(wanted)
            return self._lists[wanted]
        path = english_dictionary() if wanted is None else Path(wanted).resolve()
        key = (path, _changed(path))
        if key not in self._files:
            self._files[key] = Dictionary.from_file(path)
        return self._files[key]

    def _board_of(self, spec: BoardProg) -> Board:
        for board in self._specs:
            if board.spec == spec:
                return board
        self._specs.append(make_board(spec))
        return self._specs[-1]


def _changed(path: Path) -> int:
    """Return when a file was last changed; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
