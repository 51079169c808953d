"""Reading on after a mistake, so that a person is told all of them at once.

First the mistakes that tokens alone give away are set right (`mistakes.py`). Where the parser stops all the same,
the token that would let it go on is put in, or one is left out, or the rest of the statement is. A tree comes
back as long as nothing was left out: then the checker can find what is wrong besides.
"""

from copy import copy
from itertools import pairwise
from typing import Any

from lark import Lark, Token, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from scrabble_util.dsl import tree
from scrabble_util.dsl.diagnostics import Complaint
from scrabble_util.dsl.functions import FUNCTIONS
from scrabble_util.dsl.mistakes import correct, made, offset, shown

MAX_COMPLAINTS = 25
"""Who made more mistakes than this begins with the first ones; what is no program at all should not take long."""


def recover(lark: Lark, tokens: list[Token], failed: Token) -> tuple[tree.Block | None, list[Complaint]]:
    """Return all that is wrong with tokens that do not parse, and a tree with holes, where it can be trusted.

    There is always something: at the least, that the parser `failed` at a token.
    """
    declared = {str(name) for word, name in pairwise(tokens) if word.type == "DECLARE"}
    tokens, complaints = correct(tokens, declared)
    block = _Reader(lark.parse_interactive(""), tokens, complaints).read()
    if not complaints:
        complaints.append(Complaint(offset(failed), f"{shown(failed)} does not belong here"))
    # One mistake may be noticed twice at one place: what was said first is the most telling.
    complaints = [*{complaint.at: complaint for complaint in reversed(complaints)}.values()]
    if len(complaints) > MAX_COMPLAINTS:
        return None, sorted(complaints)[:MAX_COMPLAINTS]
    return block, complaints


class _Reader:
    """The parser, the tokens still to be read, and what was found wrong."""

    def __init__(self, parser: InteractiveParser, tokens: list[Token], complaints: list[Complaint]) -> None:
        self.parser: Any = parser
        self.before = Token("START", "", 0, end_pos=0)
        self.ahead = tokens[::-1]
        self.complaints = complaints
        self.trusted = True

    def read(self) -> tree.Block | None:
        block: tree.Block | None = None
        ways = (self.leave_out_foreign, self.put_in, self.put_instead, self.leave_out, self.skip_statement)
        while self.ahead and len(self.complaints) <= MAX_COMPLAINTS:
            try:
                block = self.parser.feed_token(self.ahead[-1])
            except UnexpectedToken:
                if not any(way() for way in ways):
                    return None
            else:
                self.before = self.ahead.pop()
        return block if self.trusted and not self.ahead else None

    def reads(self, *tokens: Token) -> bool:
        """Whether the parser could go on with these tokens."""
        trial = self.parser.copy(deepcopy_values=False)
        trial.parser_state.parse_conf = copy(trial.parser_state.parse_conf)
        trial.parser_state.parse_conf.callbacks = {}
        try:
            for token in tokens:
                trial.feed_token(token)
        except UnexpectedToken:
            return False
        return True

    def complain(self, at: int | None, message: str) -> None:
        self.complaints.append(Complaint(at or 0, message))

    # --- ways to go on, the least harmful first

    def leave_out_foreign(self) -> bool:
        """Leave out what was complained about already."""
        found = self.ahead[-1]
        if found.type not in ("FOREIGN", "STRAY"):
            return False
        self.ahead.pop()
        hole = made("HOLE", "", found)
        if self.reads(hole, self.ahead[-1]):
            self.ahead.append(hole)
        return True

    def put_in(self) -> bool:
        """Put in the one token that is missing here, if then two more can be read."""
        found = self.ahead[-1]
        for kind, text in MISSING:
            token = made(kind, text, found)
            if self.reads(token, *self.ahead[:-3:-1]):
                self.complain(*self.missing(kind, text))
                self.ahead.append(token)
                self.trusted &= kind != "ASSIGN" and self.before not in FUNCTIONS
                return True
        return False

    def missing(self, kind: str, text: str) -> tuple[int | None, str]:
        """Return where a missing token should stand, and what to say about it."""
        before, found = self.before, self.ahead[-1]
        between = f"is missing between {shown(before)} and {shown(found)}"
        match kind:
            case "SEMICOLON":
                return before.end_pos, f"a `;` {between}"
            case "THEN" | "DO":
                head = "if" if kind == "THEN" else "while"
                return offset(found), f"`{text}` is missing: {head} (…) {text} {{ … }}"
            case "HOLE":
                return offset(found), f"a value is missing before {shown(found)}"
            case "NAME":
                return before.end_pos, "`declare` needs a name"
            case "ASSIGN" if found.type == "LPAR":
                return offset(
                    before
                ), f"`{before}(…)` alone is no statement: v := {before}(…) keeps its value"
            case "ASSIGN":
                return offset(found), f"`:=` {between}"
            case _ if before in FUNCTIONS:
                return offset(before), f"`{before}` needs brackets: {before}({found})"
        return offset(found), f"an operator {between}"

    def put_instead(self) -> bool:
        """Put in a keyword, or the name that `declare` needs, in place of something else."""
        found = self.ahead[-1]
        named = [("NAME", "_")] if self.before.type == "DECLARE" else []
        for kind, text in (("THEN", "then"), ("DO", "do"), *named):
            if found.type != "$END" and self.reads(made(kind, text, found), self.ahead[-2]):
                wanted = "a name" if kind == "NAME" else f"`{text}`"
                self.complain(offset(found), f"{wanted} is expected here, not {shown(found)}")
                self.ahead[-1] = made(kind, text, found)
                return True
        return False

    def leave_out(self) -> bool:
        """Leave out one token, a brace with the one that closes it."""
        found = self.ahead[-1]
        if found.type in ("$END", "IF", "WHILE") or not self.reads(self.ahead[-2]):
            return False
        self.complain(offset(found), self.expectation())
        self.ahead.pop()
        self.trusted = False
        if found.type == "LBRACE":
            del self.ahead[self.end_of_block()]
        return True

    def skip_statement(self) -> bool:
        """Leave out the rest of the statement, and what was read of it."""
        self.complain(offset(self.ahead[-1]), self.expectation())
        self.trusted = False
        depth = 0
        while self.ahead[-1].type != "$END":
            kind = self.ahead[-1].type
            if depth == 0 and kind in ("SEMICOLON", "RBRACE"):
                break
            depth += (kind == "LBRACE") - (kind == "RBRACE")
            self.ahead.pop()
        hole = made("HOLE", "", self.ahead[-1])
        state = self.parser.parser_state
        while state.value_stack and not self.reads(hole, self.ahead[-1]):
            state.value_stack.pop()
            state.state_stack.pop()
        self.ahead.append(hole)
        return self.reads(hole, self.ahead[-2])

    def end_of_block(self) -> int:
        """Return which of the tokens ahead closes the brace that was left out."""
        depth = 1
        place = len(self.ahead)
        while depth:
            place -= 1
            depth += (self.ahead[place].type == "LBRACE") - (self.ahead[place].type == "RBRACE")
        return place

    def expectation(self) -> str:
        """Return what could stand here instead of what does."""
        found = self.ahead[-1]
        accepted = self.parser.accepts()
        match found.type:
            case "LBRACE":
                return "braces stand after `then`, `else` and `do` only"
            case "ELSE":
                return "this `else` has no `if` with braces before it"
            case "IF" | "WHILE" if "NUMBER" in accepted:
                return f"`{found}` is a statement and has no value: assign inside its braces"
        if self.before.type in ("IF", "WHILE"):
            return f"`{self.before}` needs a condition in brackets: {self.before} (…)"
        if self.before.type == "DECLARE":
            return "`declare` needs a name: a letter or `_`, then letters, digits and `_`"
        if "IF" in accepted:
            return f"a statement is expected here (v := …, declare v, if, while), not {shown(found)}"
        if "NUMBER" in accepted:
            return f"a value is expected here, not {shown(found)}"
        if "ASSIGN" in accepted:
            return f"`{self.before}` alone is no statement: {self.before} := … assigns"
        return f"{shown(found)} does not belong here"


MISSING = (
    ("SEMICOLON", ";"),
    ("THEN", "then"),
    ("DO", "do"),
    ("HOLE", ""),
    ("ASSIGN", ":="),
    ("PLUS", "+"),
    ("NAME", "_"),
)
"""What is most often forgotten; a `+` for any operator."""
