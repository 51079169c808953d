"""The three kinds of programs, and the names each may read."""

from enum import Enum

RESULT = "_result_"
"""Every program sets this one; it starts at 0."""


class Kind(Enum):
    """What a program is for. The value is how a message says it."""

    BOARD = "board"
    """Which square is at (x, y)."""
    SQUARE = "square"
    """What a square makes of the points so far; the only kind that is run on a word."""
    PRINTER = "pretty-printer"
    """Which character stands for a square."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names that such a program reads, in the order in which a run is given their values."""
        return {
            Kind.BOARD: ("_x_", "_y_"),
            Kind.SQUARE: ("_pos_", "_acc_"),
            Kind.PRINTER: ("_input_",),
        }[self]

    @property
    def has_word(self) -> bool:
        """Whether `wordLength`, `pointValue` and `charValue` mean anything."""
        return self is Kind.SQUARE


INPUTS: dict[str, Kind] = {name: kind for kind in Kind for name in kind.inputs}
"""Which kind of program each input belongs to."""
