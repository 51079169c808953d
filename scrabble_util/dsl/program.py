"""The face of the language: a program is loaded once (`load_program`) and run many times (`Program.run`)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scrabble_util.dsl.check import check
from scrabble_util.dsl.diagnostics import Diagnostic, Origin
from scrabble_util.dsl.faults import STEP_BUDGET, FaultReason, Stop
from scrabble_util.dsl.kind import Kind
from scrabble_util.dsl.parse import parse
from scrabble_util.dsl.pycode import Runner, compile_program
from scrabble_util.dsl.tree import Block
from scrabble_util.dsl.walk import Word

__all__ = ["FaultReason", "Kind", "Origin", "Program", "ProgramErrors", "ProgramFault", "load_program"]


class ProgramErrors(Exception):
    """A program that cannot be loaded, with everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(diagnostic.render() for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


class ProgramFault(Exception):
    """A run that stopped without a result."""

    def __init__(self, program: "Program", reason: FaultReason, at: int) -> None:
        self.program = program.name
        self.reason = reason
        self.diagnostic = program.origin.diagnostic(at, f"`{program.name}`: {reason.value}")
        super().__init__(f"{self.diagnostic.file}:{self.line}:{self.column}: {self.diagnostic.message}")

    @property
    def line(self) -> int:
        """The line, from 1, in the file that the program stands in."""
        return self.diagnostic.line

    @property
    def column(self) -> int:
        """The column, from 1."""
        return self.diagnostic.column

    @property
    def position(self) -> tuple[int, int]:
        """Line and column, from 1, in the file that the program stands in."""
        return self.line, self.column


@dataclass(frozen=True, eq=False)
class Program:
    """A checked program, ready to run."""

    name: str
    """What the board's file calls it: "prog", "squares.4.1" (square id and priority), "pp_square"."""
    kind: Kind
    source: str = field(repr=False)
    tree: Block = field(repr=False)
    origin: Origin = field(repr=False)

    @cached_property
    def _runner(self) -> Runner:
        return compile_program(self.tree, self.kind)

    def run(self, inputs: Sequence[int], word: Word = (), budget: int = STEP_BUDGET) -> int:
        """Return the result for these 64-bit inputs (see `Kind.inputs`), this word; raises ProgramFault."""
        try:
            return self._runner(inputs, word, budget)
        except Stop as stop:
            raise ProgramFault(self, stop.reason, stop.at) from None


def load_program(source: str, kind: Kind, name: str, origin: Origin | None = None) -> Program:
    """Parse and check; raises ProgramErrors with all that is wrong."""
    origin = origin or Origin.of_source(source)
    parsed = parse(source)
    complaints = list(parsed.complaints)
    if parsed.block is not None:
        told = {complaint.at for complaint in complaints}
        complaints += [item for item in check(parsed.block, kind) if item.at not in told]
    if complaints or parsed.block is None:
        raise ProgramErrors(origin.diagnostics(complaints))
    return Program(name, kind, source, parsed.block, origin)
