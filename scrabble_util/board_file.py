"""A board from its TOML file, with every error at its place in the file.

The fields and what they mean are told in `docs/boards.md`. Compiling the programs is left to `board.py`.
"""

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scrabble_util.board import Board, BoardErrors, BoardProg, make_board
from scrabble_util.dsl.diagnostics import Diagnostic, Origin
from scrabble_util.dsl.program import Kind, ProgramErrors, load_program
from scrabble_util.resources import boards_folder
from scrabble_util.toml_positions import KeyPath, Spot, positions
from scrabble_util.types import Coord

_SUFFIX = ".toml"
_FIELDS: Mapping[str, tuple[type, str]] = {
    "title": (str, "a text"),
    "about": (str, "a text"),
    "center": (list, "a pair [x, y]"),
    "is_infinite": (bool, "true or false"),
    "used_square": (int, "the id of a square"),
    "prog": (str, "a program, between '''"),
    "pp_square": (str, "a program, between '''"),
    "squares": (dict, "tables [squares.ID] with PRIORITY = 'program'"),
}
_OPTIONAL = {"title", "about"}


class BoardNotFound(ValueError):
    """There is no board of that name and no such file; handled by the command that was given it."""


def shipped_boards() -> list[str]:
    """Return the names of the boards that ship, the standard one first."""
    names = sorted(path.stem for path in boards_folder().glob(f"*{_SUFFIX}"))
    return sorted(names, key=lambda name: name != "standard")


def load_board(name_or_path: str | Path) -> Board:
    """Load a board by the name it ships under, or from a file; raise BoardNotFound or BoardErrors."""
    path = _find(str(name_or_path))
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BoardNotFound(f"{path}: {error.strerror}") from None
    file = path.name if path.parent == boards_folder() else str(path)
    try:
        return parse_board(raw.decode("utf-8-sig"), file)
    except UnicodeDecodeError as error:
        readable = raw.decode("utf-8", "replace")
        place = Origin(file, readable, len(raw[: error.start].decode()))
        raise BoardErrors([place.diagnostic(0, "this is not UTF-8; save the file as UTF-8")]) from None


def _find(name: str) -> Path:
    shipped = boards_folder() / f"{name}{_SUFFIX}"
    if "/" not in name and shipped.is_file():
        return shipped
    if Path(name).is_file():
        return Path(name)
    if Path(name).is_dir():
        raise BoardNotFound(f"{name}: a board is a file, and this is a folder")
    if "/" in name or name.endswith(_SUFFIX):
        raise BoardNotFound(f"{name}: no such file")
    near = difflib.get_close_matches(name, shipped_boards(), n=1)
    guess = f" Did you mean {near[0]}?" if near else ""
    raise BoardNotFound(
        f"there is no board called {name!r}.{guess} `referee boards` lists them; a file is given by its path"
    )


def parse_board(text: str, file: str) -> Board:
    """Make a board of the text of a file; `file` is the name that errors carry."""
    reader = _Reader(text, file)
    return make_board(reader.spec(), reader.origins())


class _Reader:
    """Reads the fields of one file, and knows where each stands."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.wrong: list[Diagnostic] = []
        try:
            self.fields: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BoardErrors([self.syntax_error(error)]) from None
        self.spots = positions(text)

    def spec(self) -> BoardProg:
        """Return the board as plain data; raise BoardErrors where the file does not say what it should."""
        for name in self.fields:
            if name not in _FIELDS:
                near = difflib.get_close_matches(name, _FIELDS, n=1)
                guess = f"; did you mean `{near[0]}`?" if near else f"; a board has {', '.join(_FIELDS)}"
                self.complain_of_key((name,), f"`{name}` is no field of a board{guess}")
        for name, (kind, meaning) in _FIELDS.items():
            value = self.fields.get(name)
            if value is None and name not in _OPTIONAL:
                self.complain((), f"`{name}` is missing: {meaning}")
            elif value is not None and (
                not isinstance(value, kind) or (kind is int and isinstance(value, bool))
            ):
                self.complain((name,), f"`{name}` must be {meaning}")
        center = self.center()
        squares = self.squares()
        if self.wrong:
            self.check_programs(squares)
            raise BoardErrors(sorted(self.wrong, key=lambda d: (d.line, d.column)))
        fields = self.fields
        return BoardProg(
            prog=fields["prog"],
            squares=squares,
            used_square=fields["used_square"],
            center=center,
            is_infinite=fields["is_infinite"],
            pp_square=fields["pp_square"],
            title=fields.get("title", ""),
            about=fields.get("about", ""),
        )

    def center(self) -> Coord:
        value = self.fields.get("center")
        if not isinstance(value, list):
            return Coord(0, 0)
        if len(value) != 2 or not all(type(part) is int for part in value):
            self.complain(("center",), "`center` must be a pair of whole numbers: center = [0, 0]")
            return Coord(0, 0)
        return Coord(*value)

    def squares(self) -> dict[int, dict[int, str]]:
        tables = self.fields.get("squares")
        if not isinstance(tables, dict):
            return {}
        squares: dict[int, dict[int, str]] = {}
        for key, table in tables.items():
            path = ("squares", key)
            number = self.whole_number(key, path, "the id of a square")
            if not isinstance(table, dict):
                self.complain(path, f"square {key} must be a table: [squares.{key}] with 0 = '_result_ := …'")
            elif number is not None:
                squares[number] = self.programs(path, table)
        return squares

    def programs(self, path: KeyPath, table: dict[str, Any]) -> dict[int, str]:
        programs: dict[int, str] = {}
        for key, source in table.items():
            number = self.whole_number(key, (*path, key), "a priority")
            if not isinstance(source, str):
                self.complain((*path, key), "a program must be a text, between '''")
            elif number is not None:
                programs[number] = source
        return programs

    def check_programs(self, squares: Mapping[int, Mapping[int, str]]) -> None:
        """Complain about the programs of a file whose fields are wrong: people are told all at once."""
        origins = self.origins()
        named = [("prog", Kind.BOARD, self.fields.get("prog"))]
        named += [("pp_square", Kind.PRINTER, self.fields.get("pp_square"))]
        for key, programs in squares.items():
            named += [(f"squares.{key}.{priority}", Kind.SQUARE, programs[priority]) for priority in programs]
        for name, kind, source in named:
            if isinstance(source, str):
                try:
                    load_program(source, kind, name, origins.get(name))
                except ProgramErrors as errors:
                    self.wrong += errors.diagnostics

    def whole_number(self, key: str, path: KeyPath, what: str) -> int | None:
        if key.removeprefix("-").isdecimal() and str(int(key)) == key:
            return int(key)
        self.complain_of_key(path, f"`{key}` must be {what}: a whole number")
        return None

    def origins(self) -> dict[str, Origin]:
        """Where each part of the board stands, by the names that `make_board` uses."""
        return {".".join(path): self.origin(spot) for path, spot in self.spots.items()}

    def origin(self, spot: Spot) -> Origin:
        return Origin(self.file, self.text, spot.start, spot.chars or None)

    def complain(self, path: KeyPath, message: str) -> None:
        """Complain of a value."""
        self.complain_at(self.spots[path].start if path in self.spots else 0, message)

    def complain_of_key(self, path: KeyPath, message: str) -> None:
        """Complain of the name that a value was given."""
        self.complain_at(self.spots[path].key if path in self.spots else 0, message)

    def complain_at(self, place: int, message: str) -> None:
        self.wrong.append(Origin(self.file, self.text, place).diagnostic(0, message))

    def syntax_error(self, error: tomllib.TOMLDecodeError) -> Diagnostic:
        """Tell of a file that is no TOML; the library says where only in its message."""
        message = str(error)
        place = message.rpartition("(at line ")[2].rstrip(")")
        line, _, column = place.partition(", column ")
        reason = message.partition(" (at ")[0]
        if reason in _UNCLOSED:
            quote = next(quote for quote in _UNCLOSED[reason] if quote in self.text)
            return Origin(self.file, self.text, self.text.rindex(quote)).diagnostic(
                0, f"this is not TOML: the text that begins here is never closed: {quote} is missing"
            )
        hint = next((f". {hint}" for part, hint in _HINTS.items() if part in reason), "")
        lines = self.text.split("\n")
        at_line = int(line) if line.isdecimal() else len(lines)
        at_column = int(column) if column.isdecimal() else 1
        return Origin.at(self.file, self.text, at_line, at_column).diagnostic(
            0, f"this is not TOML: {reason[:1].lower()}{reason[1:]}{hint}"
        )


_UNCLOSED = {
    'Expected "\'"': ("'",),
    "Expected \"'''\"": ("'''",),
    "Unterminated string": ('"""', '"'),
}
"""What the library says at the end of a file, and the quotes of which the last one began the text."""

_HINTS = {
    "escape": "In \"…\" a backslash starts an escape: put programs between '''",
    "character '\\n'": "The text is not closed on its line; one of several lines stands between '''",
    "after a statement": "A text ends at the next quote of its kind: put programs between '''",
    "Invalid value": "A value is a number, true, false, [x, y] or a text in quotes",
    "Invalid statement": "A line is `name = value` or [squares.ID]",
    "Cannot overwrite": "This name has a value already",
}
"""What to do about some of the library's reasons, by a part of each."""
