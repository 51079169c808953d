"""What can go wrong while a program runs, and the arithmetic that all evaluators share."""

from enum import Enum

STEP_BUDGET = 100_000
"""How many rounds the loops of one run may make together."""

INT_MIN = -(2**63)
INT_MAX = 2**63 - 1
CHAR_MAX = 65535


class FaultReason(Enum):
    """Why a run stopped without a result. The value is the sentence a person reads."""

    DIVISION_BY_ZERO = "division by zero"
    """The right side of `/` or `%` was 0."""
    INDEX_OUTSIDE_WORD = "there is no letter at this index of the word"
    """`pointValue` or `charValue` of an index below 0 or not below `wordLength`."""
    OUT_OF_STEPS = f"this loop does not end: the budget of {STEP_BUDGET:,} rounds a run is spent"
    """The loops of the run have made more rounds than the budget allows."""
    NOT_A_CHARACTER = f"a character's code is 0 to {CHAR_MAX}"
    """`intToChar` of a number that is no character's code."""


class Stop(Exception):
    """Raised by an evaluator, and turned into a ProgramFault by `program.py`, which knows the source."""

    def __init__(self, reason: FaultReason, at: int) -> None:
        super().__init__(reason, at)
        self.reason = reason
        self.at = at


def wrap(value: int) -> int:
    """Return the 64-bit two's complement number that `value` overflows to."""
    return ((value + 2**63) & (2**64 - 1)) - 2**63


def divide(left: int, right: int, at: int) -> int:
    """Divide two 64-bit numbers, truncating towards zero."""
    if right == 0:
        raise Stop(FaultReason.DIVISION_BY_ZERO, at)
    quotient = abs(left) // abs(right)
    return wrap(quotient if (left < 0) == (right < 0) else -quotient)


def remainder(left: int, right: int, at: int) -> int:
    """Return what `divide` leaves over: it has the sign of the left side."""
    if right == 0:
        raise Stop(FaultReason.DIVISION_BY_ZERO, at)
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest
