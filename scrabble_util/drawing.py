"""Boards as text: plain, or in colour for a terminal.

A cell is two columns wide, so that a board looks square; three where a character fills two by itself.
Coordinates stand at the edges: y before each row, x above each column with its digits stacked. What is
computed elsewhere comes in; what is printed goes out as a string, and whoever asked prints it.
"""

import unicodedata
from collections.abc import Collection, Mapping
from enum import Enum

from scrabble_util.board import OUTSIDE, Board, Window
from scrabble_util.types import Coord, Letter

_MARGIN = 1
_INFINITE_REACH = 7
_WIDEST = 250
"""A board with more columns or rows than this is shown where it is in use, as an infinite one is."""

_RESET = "\x1b[0m"
_DIM = "\x1b[2m"
_FRESH = "\x1b[1;97;41m"
_LAID = "\x1b[1;94m"
_SQUARES = ("", "\x1b[30;106m", "\x1b[97;44m", "\x1b[30;105m", "\x1b[97;101m", "\x1b[30;103m", "\x1b[30;102m")


class Style(Enum):
    """How a board is drawn."""

    ASCII = "ascii"
    """Plain text: letters and the board's own characters, a star before new letters."""
    ANSI = "ansi"
    """The same in colour; new letters on red, older ones in blue."""


def draw_board(
    board: Board,
    laid: Mapping[Coord, Letter] | None = None,
    *,
    fresh: Collection[tuple[int, int]] = (),
    window: Window | None = None,
    style: Style = Style.ASCII,
    bonus: bool = True,
) -> str:
    """Draw a part of a board (by default all of it, or all of it that is in use) with the letters on it."""
    laid = laid or {}
    x0, y0, x1, y1 = window or shown_window(board, laid)
    labels = [str(y) for y in range(y0, y1 + 1)]
    indent = max(map(len, labels)) + 1
    wide = any(
        map(_is_wide, {board.printed(key) for key in board.squares} | {char for char, _ in laid.values()})
    )
    pad = " " if wide else ""
    lines = _column_labels(x0, x1, indent, pad, style)
    for y, label in zip(range(y0, y1 + 1), labels, strict=True):
        cells = "".join(_cell(board, laid, Coord(x, y), fresh, pad, style, bonus) for x in range(x0, x1 + 1))
        lines.append(f"{_faint(label.rjust(indent - 1), style)} {cells}".rstrip())
    return "\n".join(lines)


def shown_window(board: Board, laid: Mapping[Coord, Letter]) -> Window:
    """Return the part of a board that people want to see: all of it, or what is in use of one without end."""
    extent = board.extent()
    if extent is not None and max(extent[2] - extent[0], extent[3] - extent[1]) < _WIDEST:
        x0, y0, x1, y1 = extent
        return x0 - _MARGIN, y0 - _MARGIN, x1 + _MARGIN, y1 + _MARGIN
    cx, cy = board.center
    xs = [cx - _INFINITE_REACH, cx + _INFINITE_REACH]
    ys = [cy - _INFINITE_REACH, cy + _INFINITE_REACH]
    for x, y in laid:
        xs += [x - _MARGIN, x + _MARGIN]
        ys += [y - _MARGIN, y + _MARGIN]
    return min(xs), min(ys), max(xs), max(ys)


def _column_labels(x0: int, x1: int, indent: int, pad: str, style: Style) -> list[str]:
    """The x coordinates with their digits stacked, so that each fits over its column."""
    labels = [str(x) for x in range(x0, x1 + 1)]
    height = max(map(len, labels))
    rows = zip(*(label.rjust(height) for label in labels), strict=True)
    return [_faint((" " * (indent + 1) + f" {pad}".join(row)).rstrip(), style) for row in rows]


def _cell(
    board: Board,
    laid: Mapping[Coord, Letter],
    coord: Coord,
    fresh: Collection[tuple[int, int]],
    pad: str,
    style: Style,
    bonus: bool,
) -> str:
    """Two columns of text for one coordinate; three where a narrow character is padded."""
    letter = laid.get(coord)
    if letter is not None:
        char = _padded(letter[0].lower() if letter[1] == 0 else letter[0], pad)
        if style is Style.ANSI:
            return f"{_FRESH if coord in fresh else _LAID} {char}{_RESET}"
        return f"*{char}" if coord in fresh else f" {char}"
    square = board.square(coord)
    if square is None:
        return _faint(f" {OUTSIDE}{pad}", style)
    char = _padded(board.printed(square.id) if bonus else " ", pad)
    colour = _SQUARES[square.id % len(_SQUARES)] if bonus and style is Style.ANSI else ""
    return f"{colour} {char}{_RESET}" if colour else f" {char}"


def _is_wide(char: str) -> bool:
    """Whether a terminal gives a character two columns, as it does for Chinese and for faces."""
    return any(unicodedata.east_asian_width(part) in "WF" for part in char)


def _padded(char: str, pad: str) -> str:
    return char if _is_wide(char) else char + pad


def _faint(text: str, style: Style) -> str:
    return f"{_DIM}{text}{_RESET}" if style is Style.ANSI else text
