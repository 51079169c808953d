"""What is wrong with a program, and where: positions, messages, and how they are shown.

The stages before complain about an offset in a program's source (`Complaint`). An `Origin` knows the file
that the source stands in, so that the person is shown the line of that file (`Diagnostic`).
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

SHOWN_COLUMNS = 110
"""A longer line is cut to this much around the caret."""


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    """One thing wrong, at an offset in the source of a program."""

    at: int
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong, for a person: line and column count from 1."""

    file: str
    line: int
    column: int
    message: str
    source_line: str

    def render(self) -> str:
        """Return the message, the line and a caret under the column."""
        line, column = _excerpt(_visible(self.source_line), self.column - 1)
        margin = "".join("\t" if char == "\t" else " " * _width(char) for char in line[:column])
        return f"{self.file}:{self.line}:{self.column}: {self.message}\n    {line}\n    {margin}^"

    def as_json(self) -> dict[str, str | int]:
        """Return the facts as plain data."""
        return {"file": self.file, "line": self.line, "column": self.column, "message": self.message}


def _visible(line: str) -> str:
    """Return a line as it can be shown: what a terminal would hide or obey becomes a mark."""
    hidden = ("Cc", "Cf", "Cs")
    return "".join(
        "\ufffd" if char != "\t" and unicodedata.category(char) in hidden else char for char in line
    )


def _width(char: str) -> int:
    """Return how many columns a terminal gives a character."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _excerpt(line: str, column: int) -> tuple[str, int]:
    """Cut a long line around the column; return it and where the column is now."""
    if len(line) <= SHOWN_COLUMNS:
        return line, column
    start = max(0, min(column - SHOWN_COLUMNS // 2, len(line) - SHOWN_COLUMNS))
    cut = line[start : start + SHOWN_COLUMNS]
    if start + SHOWN_COLUMNS < len(line):
        cut += "…"
    return (f"…{cut}", column - start + 1) if start else (cut, column)


@dataclass(frozen=True)
class Origin:
    """Where the source of a program stands: a file, its text, and where in it each character came from.

    `offsets` holds the place in `text` of each character of the source, for sources that were not copied
    letter by letter (escapes, line ends left out); otherwise the source stands in one piece at `start`.
    """

    file: str
    text: str
    start: int = 0
    offsets: Sequence[int] | None = None

    @classmethod
    def of_source(cls, source: str, file: str = "<program>") -> "Origin":
        """Return the origin of a source that is a file by itself."""
        return cls(file, source)

    @classmethod
    def at(cls, file: str, text: str, line: int, column: int) -> "Origin":
        """Return the origin of a source that stands in one piece, its first character at line and column."""
        origin = cls(file, text)
        return cls(file, text, origin._line_starts[line - 1] + column - 1)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(place + 1 for place, char in enumerate(self.text) if char == "\n")]

    def _place(self, offset: int) -> int:
        """Return where in the file's text this offset of the source is; its end is just past its last."""
        if self.offsets is None:
            return self.start + offset
        if offset < len(self.offsets):
            return self.offsets[offset]
        return self.offsets[-1] + 1 if self.offsets else self.start

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file, from 1."""
        place = self._place(offset)
        line = bisect_right(self._line_starts, place)
        return line, place - self._line_starts[line - 1] + 1

    def diagnostic(self, at: int, message: str) -> Diagnostic:
        """Return the complaint as a person should see it."""
        line, column = self.position(at)
        start = self._line_starts[line - 1]
        end = self.text.find("\n", start)
        text = self.text[start:] if end < 0 else self.text[start:end]
        return Diagnostic(self.file, line, column, message, text.rstrip("\r"))

    def diagnostics(self, complaints: Iterable[Complaint]) -> tuple[Diagnostic, ...]:
        """Return all of them, in the order of the source, each once."""
        return tuple(self.diagnostic(item.at, item.message) for item in sorted(set(complaints)))
