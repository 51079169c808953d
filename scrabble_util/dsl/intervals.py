"""Arithmetic on intervals: between which numbers a result lies, when what it is made of lies between given ones.

`movegen/envelope.py` runs whole programs on them.
"""

from dataclasses import dataclass
from typing import TypeAlias

from scrabble_util.dsl.faults import INT_MAX, INT_MIN, divide


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from low to high."""

    low: int
    high: int

    def joined(self, other: "Interval") -> "Interval":
        """Return the smallest interval that holds both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


Pair: TypeAlias = tuple[Interval, Interval]

CONTRARY = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds where another does not."""


def compared(symbol: str, left: Interval, right: Interval) -> Pair | None:
    """Return what is left of two intervals where the comparison holds; None where it cannot."""
    match symbol:
        case "=":
            both = Interval(max(left.low, right.low), min(left.high, right.high))
            return (both, both) if both.low <= both.high else None
        case "<>":
            return None if left.low == left.high == right.low == right.high else (left, right)
        case "<" | "<=":
            gap = 1 if symbol == "<" else 0
            if left.low > right.high - gap:
                return None
            return (
                Interval(left.low, min(left.high, right.high - gap)),
                Interval(max(right.low, left.low + gap), right.high),
            )
    swapped = compared({">": "<", ">=": "<="}[symbol], right, left)
    return swapped and (swapped[1], swapped[0])


def quotients(left: Interval, right: Interval) -> Interval:
    """Return where left / right lies; the right side is not 0."""
    divisors = {right.low, right.high, *(number for number in (-1, 1) if number in right)} - {0}
    corners = [divide(a, b, 0) for a in (left.low, left.high) for b in divisors]
    if INT_MIN in left and -1 in right:
        return Interval(INT_MIN, INT_MAX)
    return Interval(min(corners), max(corners))


def remainders(left: Interval, right: Interval) -> Interval:
    """Return where left % right lies: closer to 0 than the right side, and not farther than the left one."""
    largest = max(-right.low, right.high) - 1
    return Interval(-min(largest, max(0, -left.low)), min(largest, max(0, left.high)))
