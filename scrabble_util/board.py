"""A loaded board: which square lies where.

A board is given as plain data (`BoardProg`), the form that crosses the wire and that `board_file.py` reads from
a TOML file. `make_board` compiles its programs, and reports everything that is wrong with them at once. The
loaded `Board` runs its program only where someone looks, a chunk of squares at a time, and remembers.
Drawing is left to `drawing.py`.
"""

import hashlib
import json
import logging
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scrabble_util.dsl.diagnostics import Diagnostic, Origin
from scrabble_util.dsl.faults import INT_MAX, INT_MIN
from scrabble_util.dsl.program import Kind, Program, ProgramErrors, ProgramFault, load_program
from scrabble_util.types import Coord, Letter

OUTSIDE = "#"
"""How a coordinate without a square is printed."""

_CHUNK_BITS = 4
_CHUNK = 1 << _CHUNK_BITS
_MOST_CHUNKS = 4096
"""How many chunks are looked at to find where a finite board ends."""

Window: TypeAlias = tuple[int, int, int, int]
"""x0, y0, x1, y1, all inclusive."""

FaultHandler: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class BoardProg:
    """A board as plain data: programs in source form. `docs/boards.md` tells what they mean."""

    prog: str
    squares: Mapping[int, Mapping[int, str]]
    used_square: int
    center: Coord
    is_infinite: bool
    pp_square: str
    title: str = ""
    about: str = ""

    def sha256(self) -> str:
        """The hash of what the board does: its title and description do not count."""
        squares = {
            str(key): {str(p): s for p, s in sorted(v.items())} for key, v in sorted(self.squares.items())
        }
        content = [self.prog, squares, self.used_square, list(self.center), self.is_infinite, self.pp_square]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Square:
    """What a letter laid here does to the score: programs by priority."""

    id: int
    programs: tuple[tuple[int, Program], ...]


class BoardErrors(ValueError):
    """Everything that is wrong with a board, each with its place; handled by whoever was given the board."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n\n".join(diagnostic.render() for diagnostic in diagnostics))
        self.diagnostics = diagnostics


def _log_fault(text: str) -> None:
    logging.getLogger(__name__).warning("%s", text)


@dataclass
class Board:
    """A board that answers `square(coord)` anywhere; make one with `make_board` or `load_board`."""

    spec: BoardProg
    prog: Program
    squares: Mapping[int, Square]
    printer: Program
    on_fault: FaultHandler = _log_fault
    _chunks: dict[tuple[int, int], list[Square | None]] = field(default_factory=dict, repr=False)
    _reported: set[str] = field(default_factory=set, repr=False)
    _extent: Window | None = field(default=None, repr=False)
    _printed: dict[int | None, str] = field(default_factory=lambda: {None: OUTSIDE}, repr=False)

    def __post_init__(self) -> None:
        self.center = self.spec.center
        self.is_infinite = self.spec.is_infinite
        self.used_square = self.squares[self.spec.used_square]
        self.sha256 = self.spec.sha256()

    def square(self, coord: tuple[int, int]) -> Square | None:
        """Return the square at a coordinate, None where there is none."""
        x, y = coord
        key = (x >> _CHUNK_BITS, y >> _CHUNK_BITS)
        chunk = self._chunks.get(key)
        if chunk is None:
            chunk = self._chunks[key] = self._fill(key)
        return chunk[(y & _CHUNK - 1) << _CHUNK_BITS | x & _CHUNK - 1]

    def window(self, x0: int, y0: int, x1: int, y1: int) -> list[list[int | None]]:
        """Return the square ids of a part of the board, a row for each y; None for a hole."""
        return [
            [None if (square := self.square((x, y))) is None else square.id for x in range(x0, x1 + 1)]
            for y in range(y0, y1 + 1)
        ]

    def extent(self) -> Window | None:
        """Return the smallest window that holds every square; None for an infinite board.

        Squares that lie a whole chunk or more away from all others are not looked for: no word gets there. Of a
        board that says it is finite and has no end, a large part around the centre is returned.
        """
        if self.is_infinite:
            return None
        if self._extent is None:
            self._extent = self._find_extent()
        return self._extent

    def printed(self, square_id: int | None) -> str:
        """Return the character the board prints for a square (`#` where there is none)."""
        if square_id not in self._printed:
            assert square_id is not None
            try:
                char = chr(self.printer.run((square_id,)))
            except (ProgramFault, ValueError, OverflowError) as fault:
                self.report(fault, f"square {square_id}")
                char = "?"
            stands_alone = char.isprintable() and not unicodedata.combining(char)
            self._printed[square_id] = char if stands_alone else "?"
        return self._printed[square_id]

    def report(self, fault: Exception, where: str) -> None:
        """Tell of a program that failed at a coordinate or on a word; the same failure is told once."""
        key = str(fault)
        if key not in self._reported:
            self._reported.add(key)
            self.on_fault(f"{fault} ({where})")

    def _fill(self, key: tuple[int, int]) -> list[Square | None]:
        """Run the board's program over one chunk."""
        x0, y0 = key[0] << _CHUNK_BITS, key[1] << _CHUNK_BITS
        if min(x0, y0) < INT_MIN or max(x0, y0) > INT_MAX:
            return [None] * (_CHUNK * _CHUNK)  # the language's numbers do not reach so far
        return [self._evaluate(x, y) for y in range(y0, y0 + _CHUNK) for x in range(x0, x0 + _CHUNK)]

    def _evaluate(self, x: int, y: int) -> Square | None:
        try:
            return self.squares.get(self.prog.run((x, y)))
        except ProgramFault as fault:
            self.report(fault, f"at ({x}, {y})")
            return None

    def _find_extent(self) -> Window:
        """Look at the centre's chunk, then at the neighbours of every chunk that holds a square."""
        first = (self.center.x >> _CHUNK_BITS, self.center.y >> _CHUNK_BITS)
        waiting, seen = deque([first]), {first}
        xs, ys = [self.center.x], [self.center.y]
        while waiting:
            key = waiting.popleft()
            x0, y0 = key[0] << _CHUNK_BITS, key[1] << _CHUNK_BITS
            held = [
                (x, y)
                for y in range(y0, y0 + _CHUNK)
                for x in range(x0, x0 + _CHUNK)
                if self.square((x, y)) is not None
            ]
            if not held:
                continue
            xs += {x for x, _ in held}
            ys += {y for _, y in held}
            near = {(key[0] + dx, key[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - seen
            if len(seen) + len(near) <= _MOST_CHUNKS:
                seen |= near
                waiting += sorted(near)
        return min(xs), min(ys), max(xs), max(ys)


def make_board(spec: BoardProg, origins: Mapping[str, Origin] | None = None) -> Board:
    """Compile a board's programs; raise BoardErrors with everything that is wrong.

    `origins` tells where things stand in a file, by name: "prog", "pp_square", "used_square", "center",
    "squares", "squares.4" and "squares.4.1" (the program of square 4 at priority 1).
    """
    return _Maker(spec, origins or {}).make()


class _Maker:
    """Collects what is wrong while it makes a board, so that all of it can be told at once."""

    def __init__(self, spec: BoardProg, origins: Mapping[str, Origin]) -> None:
        self.spec = spec
        self.origins = origins
        self.wrong: list[Diagnostic] = []

    def make(self) -> Board:
        spec = self.spec
        prog = self.program(spec.prog, Kind.BOARD, "prog")
        printer = self.program(spec.pp_square, Kind.PRINTER, "pp_square")
        squares = {key: self.square(key, programs) for key, programs in sorted(spec.squares.items())}
        if not squares:
            self.complain("squares", "a board needs squares: add [squares.0] with 0 = '_result_ := …'")
        if spec.used_square not in squares:
            self.complain("used_square", f"there is no square {spec.used_square}; {_known(squares)}")
        self.check_numbers()
        if prog is None or printer is None or self.wrong:
            raise BoardErrors(sorted(self.wrong, key=lambda d: (d.line, d.column)))
        board = Board(spec, prog, squares, printer)
        self.check_center(board)
        self.check_squares_run(board)
        self.check_squares_print(board)
        if self.wrong:
            raise BoardErrors(sorted(self.wrong, key=lambda d: (d.line, d.column)))
        return board

    def program(self, source: str, kind: Kind, name: str) -> Program | None:
        try:
            return load_program(source, kind, name, self.origins.get(name))
        except ProgramErrors as errors:
            self.wrong += errors.diagnostics
            return None

    def square(self, key: int, programs: Mapping[int, str]) -> Square:
        name = f"squares.{key}"
        if not programs:
            self.complain(name, f"square {key} has no programs; give it one: 0 = '_result_ := …'")
        loaded = (
            (priority, self.program(source, Kind.SQUARE, f"{name}.{priority}"))
            for priority, source in sorted(programs.items())
        )
        return Square(key, tuple((priority, program) for priority, program in loaded if program is not None))

    def check_numbers(self) -> None:
        """The numbers of a board are those of its language, which also the wire can carry."""
        if not all(INT_MIN <= number <= INT_MAX for number in self.spec.center):
            self.complain("center", f"the centre lies too far out: {_LARGEST}")
        for key, programs in self.spec.squares.items():
            for name, number in [(f"squares.{key}", key), *((f"squares.{key}.{p}", p) for p in programs)]:
                if not INT_MIN <= number <= INT_MAX:
                    self.complain(name, f"the number {number} is too large: {_LARGEST}")

    def check_center(self, board: Board) -> None:
        """The first word must cover the centre, so a square must be there."""
        x, y = board.center
        try:
            result = board.prog.run((x, y))
        except ProgramFault as fault:
            self.wrong.append(self.at_fault(fault, f"at the centre ({x}, {y})"))
            return
        if result not in board.squares:
            self.complain(
                "center",
                f"the centre ({x}, {y}) has no square: `prog` says {result} there; {_known(board.squares)}",
            )

    def check_squares_run(self, board: Board) -> None:
        """A square's program that fails on every word tried is wrong whatever is laid on it."""
        for square in board.squares.values():
            for _, program in square.programs:
                faults = [fault for trial in _TRIALS if (fault := _fault_of(program, *trial)) is not None]
                if len(faults) == len(_TRIALS):
                    self.wrong.append(self.at_fault(faults[0], "on every word that was tried"))

    def check_squares_print(self, board: Board) -> None:
        """The printer must give a character for every square there is."""
        for key in board.squares:
            try:
                board.printer.run((key,))
            except ProgramFault as fault:
                self.wrong.append(self.at_fault(fault, f"for square {key}"))
                return

    def at_fault(self, fault: ProgramFault, where: str) -> Diagnostic:
        return replace(fault.diagnostic, message=f"{fault.program} fails {where}: {fault.reason.value}")

    def complain(self, name: str, message: str) -> None:
        origin = self.origins.get(name) or Origin.of_source("", f"<{name}>")
        self.wrong.append(origin.diagnostic(0, message))


_LARGEST = f"numbers go from {INT_MIN} to {INT_MAX}"


def _known(squares: Mapping[int, object]) -> str:
    ids = ", ".join(map(str, sorted(squares)))
    return f"the squares are {ids}" if ids else "there are no squares"


_TRIALS = tuple(
    (index, tuple(Letter(char, 1 + place % 3) for place, char in enumerate(word)))
    for word in ("AT", "WORD", "QUIXOTRY", "INTERNATIONALLY")
    for index in (0, 1, len(word) - 1)
)
"""Words, and places in them, that a square's program is tried on at load."""


def _fault_of(program: Program, index: int, word: tuple[Letter, ...]) -> ProgramFault | None:
    try:
        program.run((index, 0), word)
    except ProgramFault as fault:
        return fault
    return None
