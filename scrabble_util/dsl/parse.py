"""From source to tree. Lark reads `grammar.lark` and makes an LALR parser of it, which does not recurse."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedToken

from scrabble_util.dsl import tree
from scrabble_util.dsl.diagnostics import Complaint
from scrabble_util.dsl.mistakes import offset as _offset
from scrabble_util.dsl.recover import recover

_TOO_LARGE = 2**64
"""Stands for any literal of more digits than a 64-bit number has: reading it in full could take long."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What reading a source gave: what is wrong with it, and a tree worth checking (None where there is none)."""

    block: tree.Block | None
    complaints: tuple[Complaint, ...]


class _KeepOddTokens:
    """Lark drops the terminals that no rule takes, but these are how mistakes are recognised."""

    always_accept = ("FOREIGN", "STRAY")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Change nothing."""
        return stream


def _operator(token: Token) -> tree.Operator:
    return tree.Operator(_offset(token), str(token))


class _Builder(Transformer[Token, Any]):
    """Makes tree nodes of grammar rules, as soon as each is complete: one method a rule."""

    def start(self, items: list[Any]) -> tree.Block:
        """Return the program's block."""
        (block,) = items
        return block  # type: ignore[no-any-return]

    def block(self, items: list[tree.Statement]) -> tree.Block:
        """Return the statements as they stand."""
        return tuple(items)

    def assign(self, items: list[Any]) -> tree.Assign:
        """`v := a`."""
        name, value = items
        return tree.Assign(_offset(name), str(name), value)

    def declare(self, items: list[Token]) -> tree.Declare:
        """`declare v`."""
        _, name = items
        return tree.Declare(_offset(name), str(name))

    def if_then(self, items: list[Any]) -> tree.If:
        """`if (b) then { s }`, with `else { s }` or without."""
        keyword, condition, _, then, *rest = items
        return tree.If(_offset(keyword), condition, then, rest[1] if rest else ())

    def while_do(self, items: list[Any]) -> tree.While:
        """`while (b) do { s }`."""
        keyword, condition, _, body = items
        return tree.While(_offset(keyword), condition, body)

    def disjunction(self, items: list[Any]) -> tree.Expression:
        """`p \\/ q \\/ r`, and `/\\` alike."""
        if len(items) == 1:
            return items[0]  # type: ignore[no-any-return]
        return tree.Logic(items[0].at, tuple(map(_operator, items[1::2])), tuple(items[::2]))

    conjunction = disjunction

    def compare(self, items: list[Any]) -> tree.Comparison:
        """`a < b`."""
        left, operator, right = items
        return tree.Comparison(left.at, left, _operator(operator), right)

    def sum(self, items: list[Any]) -> tree.Expression:
        """`a + b - c`, and `* / %` alike."""
        if len(items) == 1:
            return items[0]  # type: ignore[no-any-return]
        links = zip(map(_operator, items[1::2]), items[2::2], strict=True)
        return tree.Arithmetic(items[0].at, items[0], tuple(links))

    product = sum  # noqa: A003 - lark calls the method by the name of the rule

    def prefixed(self, items: list[Any]) -> tree.Expression:
        """`- a`, `~ b`, any number of them."""
        *operators, operand = items
        if not operators:
            return operand  # type: ignore[no-any-return]
        return tree.Prefixed(_offset(operators[0]), tuple(map(_operator, operators)), operand)

    def number(self, items: list[Token]) -> tree.Number:
        """`15`."""
        (token,) = items
        digits = token.lstrip("0")
        return tree.Number(_offset(token), int(digits or "0") if len(digits) < 20 else _TOO_LARGE)

    def character(self, items: list[Token]) -> tree.Character:
        """`'c'`."""
        (token,) = items
        return tree.Character(_offset(token), ord(token[1]))

    def truth(self, items: list[Token]) -> tree.Truth:
        """`true` or `false`."""
        (token,) = items
        return tree.Truth(_offset(token), token == "true")

    def variable(self, items: list[Token]) -> tree.Variable:
        """A name by itself."""
        (token,) = items
        return tree.Variable(_offset(token), str(token))

    def call(self, items: list[Any]) -> tree.Call:
        """`f(a)`."""
        name, *arguments = items
        return tree.Call(_offset(name), str(name), tuple(arguments))

    def hole(self, items: list[Token]) -> tree.Hole:
        """Something that is missing."""
        (token,) = items
        return tree.Hole(_offset(token))


@cache
def _lark() -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", transformer=_Builder(), postlex=_KeepOddTokens())


def parse(source: str) -> Parsed:
    """Read a program; what is wrong with it comes back as complaints, never as an exception."""
    tokens = [*_lark().lex(source), Token("$END", "", len(source), end_pos=len(source))]
    parser = _lark().parse_interactive("")
    try:
        for token in tokens:
            block = parser.feed_token(token)
    except UnexpectedToken:
        block, complaints = recover(_lark(), tokens, token)
    else:
        complaints = []
    too_deep = next((node for node, depth in tree.nodes(block or ()) if depth > tree.MAX_DEPTH), None)
    if too_deep is not None:
        message = f"nested too deeply: {tree.MAX_DEPTH} levels are the limit"
        return Parsed(None, (*complaints, Complaint(too_deep.at, message)))
    return Parsed(block, tuple(complaints))
