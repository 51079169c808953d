"""The tree of a program: frozen nodes, each with the offset in the source that a message about it points at.

A chain of operators (`a + b - c`, `p /\\ q /\\ r`, `- - x`) is one node, so that depth is that of brackets
and bodies alone, and everything that goes through the tree can do so by plain recursion, one call a node.
`parse.py` builds trees and sees to MAX_DEPTH; `check.py` says whether a tree means anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

MAX_DEPTH = 600
"""How deep nodes may be nested: Python's own limit is 1000 calls, and the caller needs some of them."""


@dataclass(frozen=True, slots=True)
class Number:
    """A literal: not negative, and possibly too large (the checker says so)."""

    at: int
    value: int


@dataclass(frozen=True, slots=True)
class Character:
    """A literal such as 'c', as its code."""

    at: int
    code: int


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    at: int
    value: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """A name standing for its value; also `wordLength`."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function and what it is applied to; a checked tree has one argument."""

    at: int
    name: str
    arguments: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator where it stands: `+ - * / %`, `= <> < <= > >=`, `/\\`, `\\/`, `~`."""

    at: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Prefixed:
    """Prefix operators (`-`, `~`), the outermost first, and their operand."""

    at: int
    operators: tuple[Operator, ...]
    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A chain of `+ -` or of `* / %`: first, then each operator with its right side, from left to right."""

    at: int
    first: "Expression"
    rest: "tuple[tuple[Operator, Expression], ...]"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two numbers compared."""

    at: int
    left: "Expression"
    operator: Operator
    right: "Expression"


@dataclass(frozen=True, slots=True)
class Logic:
    """A chain of `/\\` or of `\\/`, decided from left to right by the first side that can."""

    at: int
    operators: tuple[Operator, ...]
    operands: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a value or a statement is missing. Only in the tree of a program that does not parse."""

    at: int


Expression: TypeAlias = (
    Number | Character | Truth | Variable | Call | Prefixed | Arithmetic | Comparison | Logic | Hole
)


@dataclass(frozen=True, slots=True)
class Assign:
    """`v := a`."""

    at: int
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Declare:
    """`declare v`; points at the name."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class If:
    """`if (b) then { s } else { s }`; no `else` is an empty block."""

    at: int
    condition: Expression
    then: "Block"
    otherwise: "Block"


@dataclass(frozen=True, slots=True)
class While:
    """`while (b) do { s }`."""

    at: int
    condition: Expression
    body: "Block"


Statement: TypeAlias = Assign | Declare | If | While | Hole
Block: TypeAlias = tuple[Statement, ...]
"""Statements in order; each block but the outermost opens a scope."""

Node: TypeAlias = Expression | Statement


def children(node: Node) -> "tuple[Node, ...]":
    """Return the nodes directly below, in the order in which they stand."""
    match node:
        case Call(_, _, arguments):
            return arguments
        case Prefixed(_, _, operand):
            return (operand,)
        case Arithmetic(_, first, rest):
            return (first, *(operand for _, operand in rest))
        case Comparison(_, left, _, right):
            return (left, right)
        case Logic(_, _, operands):
            return operands
        case Assign(_, _, value):
            return (value,)
        case If(_, condition, then, otherwise):
            return (condition, *then, *otherwise)
        case While(_, condition, body):
            return (condition, *body)
    return ()


def nodes(block: Block) -> Iterator[tuple[Node, int]]:
    """Yield every node with its depth, from 1, in the order of the source; without recursion."""
    waiting: list[tuple[Node, int]] = [(statement, 1) for statement in reversed(block)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting.extend((child, depth + 1) for child in reversed(children(node)))
