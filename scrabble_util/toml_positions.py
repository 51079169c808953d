"""Where each value of a TOML file stands.

Python's `tomllib` reads TOML but forgets positions, and an error in a board's program must point into the file.
This scanner walks over a file that `tomllib` has already accepted and notes, for each key path, where its value
begins and, for a string, which place of the file each of its characters came from.
"""

from dataclasses import dataclass
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str, ...]

_END = "\0"  # TOML allows no such character
_SIMPLE_ESCAPES = 'btnfr"\\e'
_UNICODE_ESCAPES = {"x": 2, "u": 4, "U": 8}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value begins, and its key; for a string, the file offset of each character and of its end."""

    start: int
    key: int
    chars: tuple[int, ...] = ()


def positions(text: str) -> dict[KeyPath, Spot]:
    """Return the place of every key path's value in a valid TOML text (line ends as in the file)."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.found


class _Scanner:
    """A cursor over the text; each method reads one construct of TOML."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[KeyPath, Spot] = {}

    def document(self) -> None:
        table: KeyPath = ()
        self.blank(newlines=True)
        while self.at < len(self.text):
            if self.peek() == "[":
                start = self.at
                self.at += 2 if self.text.startswith("[[", self.at) else 1
                table = self.key()
                self.found.setdefault(table, Spot(start, start))
                while self.peek() == "]":
                    self.at += 1
            else:
                self.pair(table)
            self.blank(newlines=True)

    def pair(self, table: KeyPath) -> None:
        start = self.at
        path = table + self.key()
        self.at += 1  # the equals sign
        self.blank(newlines=False)
        for length in range(len(table) + 1, len(path)):
            self.found.setdefault(path[:length], Spot(start, start))
        self.value(path, start)

    def key(self) -> KeyPath:
        parts: list[str] = []
        while True:
            self.blank(newlines=False)
            if self.peek() in "'\"":
                start = self.at
                self.string()
                parts.append(self.text[start + 1 : self.at - 1])
            else:
                start = self.at
                while self.peek().isalnum() or self.peek() in ("-", "_"):
                    self.at += 1
                parts.append(self.text[start : self.at])
            self.blank(newlines=False)
            if self.peek() != ".":
                return tuple(parts)
            self.at += 1

    def value(self, path: KeyPath, key: int) -> None:
        start = self.at
        opening = self.peek()
        chars: tuple[int, ...] = ()
        if opening in "'\"":
            chars = self.string()
        elif opening == "{":
            self.inline_table(path)
        elif opening == "[":
            self.array(path)
        else:
            while self.peek() not in f"{_END}\n,]}}#":
                self.at += 1
        self.found[path] = Spot(start, key, chars)

    def inline_table(self, path: KeyPath) -> None:
        self.at += 1
        self.blank(newlines=True)
        while self.peek() != "}":
            self.pair(path)
            self.comma()
        self.at += 1

    def array(self, path: KeyPath) -> None:
        self.at += 1
        self.blank(newlines=True)
        index = 0
        while self.peek() != "]":
            self.value((*path, str(index)), self.at)
            self.comma()
            index += 1
        self.at += 1

    def comma(self) -> None:
        self.blank(newlines=True)
        if self.peek() == ",":
            self.at += 1
            self.blank(newlines=True)

    def string(self) -> tuple[int, ...]:
        """Read a string of any of the four kinds; return where each of its characters stands."""
        quote = self.peek()
        closing = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(closing)
        if len(closing) == 3:
            self.newline()
        chars: list[int] = []
        while not self.closes(closing):
            if quote == '"' and self.peek() == "\\":
                self.escape(chars)
            else:
                chars.append(self.at)
                self.at += 2 if self.text.startswith("\r\n", self.at) else 1
        chars.append(self.at)
        self.at += len(closing)
        return tuple(chars)

    def closes(self, closing: str) -> bool:
        """Whether the string ends here; up to two more quotes before the closing three belong to it."""
        if not self.text.startswith(closing, self.at):
            return self.at >= len(self.text)
        return len(closing) == 1 or not self.text.startswith(closing, self.at + 1)

    def escape(self, chars: list[int]) -> None:
        start = self.at
        kind = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if kind in _UNICODE_ESCAPES:
            self.at += _UNICODE_ESCAPES[kind]
        elif kind not in _SIMPLE_ESCAPES:  # a backslash at the end of a line swallows white space
            while self.peek() in (" ", "\t", "\r", "\n"):
                self.at += 1
            return
        chars.append(start)

    def newline(self) -> None:
        self.at += 2 if self.text.startswith("\r\n", self.at) else int(self.peek() == "\n")

    def blank(self, *, newlines: bool) -> None:
        space = " \t\r\n" if newlines else " \t"
        while self.at < len(self.text):
            if self.text[self.at] in space:
                self.at += 1
            elif newlines and self.text[self.at] == "#":
                while self.peek() not in f"{_END}\n":
                    self.at += 1
            else:
                return

    def peek(self) -> str:
        """The character at the cursor."""
        return self.text[self.at] if self.at < len(self.text) else _END
