"""Which variable a name means at each place of a program; for whatever goes through a tree in its order."""

from collections.abc import Iterator
from contextlib import contextmanager

from scrabble_util.dsl.kind import RESULT, Kind


class Scopes:
    """The names visible now. Each variable of the program has a number of its own, in order of declaration.

    The inputs come first (0, 1, ...), then `_result_`, then what the program declares.
    """

    def __init__(self, kind: Kind) -> None:
        names = (*kind.inputs, RESULT)
        self._open: list[dict[str, int]] = [{name: number for number, name in enumerate(names)}]
        self.count = len(names)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """A branch or a loop body: what is declared inside ends with it."""
        self._open.append({})
        yield
        self._open.pop()

    def declare(self, name: str) -> int | None:
        """Make a variable in the innermost scope; None when that scope has one of this name."""
        innermost = self._open[-1]
        if name in innermost:
            return None
        innermost[name] = self.count
        self.count += 1
        return innermost[name]

    def find(self, name: str) -> int | None:
        """Return the nearest variable of this name."""
        return next((scope[name] for scope in reversed(self._open) if name in scope), None)

    def __getitem__(self, name: str) -> int:
        """Return the nearest variable of this name, which a checked program has."""
        number = self.find(name)
        if number is None:
            raise KeyError(name)
        return number

    def visible(self) -> list[str]:
        """Return every name that means something here, the nearest first."""
        return [name for scope in reversed(self._open) for name in reversed(scope)]
