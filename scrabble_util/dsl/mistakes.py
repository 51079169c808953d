"""What people write who think of another language, or forget a bracket: recognised, told, and set right.

`parse.py` comes here only with a program that does not parse. Each correction looks at the tokens alone, and only
at what cannot be right in any program; what comes out may still not parse, but usually has no mistake left that
would hide the next one.
"""

from collections.abc import Iterator
from itertools import pairwise

from lark import Token

from scrabble_util.dsl.diagnostics import Complaint
from scrabble_util.dsl.kind import RESULT

KEYWORDS = ("declare", "if", "then", "else", "while", "do", "true", "false")

SYMBOLS: dict[str, tuple[str, str]] = {
    "==": ("COMPARE", "="),
    "!=": ("COMPARE", "<>"),
    "≠": ("COMPARE", "<>"),
    "=<": ("COMPARE", "<="),
    "≤": ("COMPARE", "<="),
    "=>": ("COMPARE", ">="),
    "≥": ("COMPARE", ">="),
    "&&": ("AND", "/\\"),
    "&": ("AND", "/\\"),
    "∧": ("AND", "/\\"),
    "and": ("AND", "/\\"),
    "||": ("OR", "\\/"),
    "|": ("OR", "\\/"),
    "∨": ("OR", "\\/"),
    "or": ("OR", "\\/"),
    "!": ("NOT", "~"),
    "¬": ("NOT", "~"),
    "not": ("NOT", "~"),
    "mod": ("MODULO", "%"),
    "div": ("DIVIDE", "/"),
    "÷": ("DIVIDE", "/"),
    "×": ("TIMES", "*"),
    "·": ("TIMES", "*"),
    "−": ("MINUS", "-"),
    "–": ("MINUS", "-"),
    "—": ("MINUS", "-"),
    "[": ("LPAR", "("),
    "]": ("RPAR", ")"),
    ":": ("ASSIGN", ":="),
}
"""What stands elsewhere for something of ours: the token it should be, and how that is written."""

COMMENTS = ("//", "#", "/*")
ELSE_IF_WORDS = ("elif", "elsif", "elseif", "elseIf")
DECLARING_WORDS = ("int", "var", "let", "val", "mutable", "const", "char", "bool")


def correct(tokens: list[Token], declared: set[str]) -> tuple[list[Token], list[Complaint]]:
    """Return the tokens set right and what was wrong with them. `declared` names are never foreign words."""
    complaints: list[Complaint] = []
    tokens = list(_with_our_symbols(tokens, declared, complaints))
    tokens = list(_with_our_declarations(tokens, complaints))
    tokens = list(_with_brackets_closed(tokens, complaints))
    tokens = _with_braces_for_bodies(tokens, complaints)
    tokens = list(_with_our_assignments(tokens, complaints))
    tokens = list(_with_single_semicolons(tokens, complaints))
    tokens = _with_conditions_in_brackets(tokens, complaints)
    tokens = _with_bodies_in_braces(tokens, complaints)
    return list(_with_nothing_empty(tokens, complaints)), complaints


def offset(token: Token) -> int:
    """Return where the token starts in the source."""
    assert token.start_pos is not None
    return token.start_pos


def made(kind: str, text: str, like: Token) -> Token:
    """Return a token that nobody wrote, standing where `like` stands."""
    return Token(kind, text, offset(like), end_pos=like.end_pos)


def shown(token: Token) -> str:
    """Return how a message speaks of a token."""
    return f"`{token}`" if token.type != "$END" else "the end of the program"


# --- words and symbols


def _with_our_symbols(
    tokens: list[Token], declared: set[str], complaints: list[Complaint]
) -> Iterator[Token]:
    for token in tokens:
        if token in ELSE_IF_WORDS and token not in declared:
            yield from (made("ELSE", "else", token), made("IF", "if", token))
            continue
        instead, message = token, ""
        if token.type in ("FOREIGN", "STRAY"):
            instead, message = _translated(token)
        elif token.type == "NAME" and token not in declared:
            instead, message = _translated_word(token)
        if message:
            complaints.append(Complaint(offset(token), message))
        if not token.startswith(COMMENTS):
            yield instead


def _translated(token: Token) -> tuple[Token, str]:
    """Return what was meant by a foreign symbol, as far as that is clear, and the message."""
    if token in SYMBOLS:
        kind, ours = SYMBOLS[token]
        return made(kind, ours, token), f"`{token}` is not in the language: write `{ours}`"
    if token[0] == ":":
        return made("ASSIGN", ":=", token), "`:=` is written in one piece"
    if token.startswith(COMMENTS):
        return token, "there are no comments in the language"
    if token[0] in "0123456789":
        whole = token.partition(".")[0]
        return made("NUMBER", whole, token), f"numbers are whole; `{token}` is not"
    if token == "**":
        return made("TIMES", "*", token), "there is no `**`: multiply step by step"
    if token == "++":
        return token, ""  # what to say depends on what stands before it: see below
    if token[0] in "+-*/%":
        message = f"there is no `{token}`: write v := v {token[0]} …"
        return made("ASSIGN", ":=", token), message
    if token[0] in "\"'‘’´`“”" and len(token) > 1:
        return _translated_quote(token)
    if token == "'":
        return token, "a character is one character between two `'`, as in 'c'"
    if token.isprintable():
        return token, f"`{token}` is not in the language"
    return token, "an invisible character: delete it"


def _translated_quote(token: Token) -> tuple[Token, str]:
    if len(token) == 2 and token[1] not in "'‘’´`“”":
        return made("CHARACTER", f"{token}'", token), f"a `'` is missing: write '{token[1]}'"
    inside = token[1:-1]
    literal = made("CHARACTER", f"'{inside[:1] or ' '}'", token)
    if len(inside) == 1:
        return literal, f"a character stands between two `'`: write '{inside}'"
    if not inside:
        return literal, "a character is missing between the quotes: write ' ' for a blank"
    return literal, f"a character is one character between two `'`, as in '{inside[0]}'; there are no texts"


def _translated_word(token: Token) -> tuple[Token, str]:
    if token in SYMBOLS:
        kind, ours = SYMBOLS[token]
        return made(kind, ours, token), f"`{token}` is not in the language: write `{ours}`"
    if token.lower() in KEYWORDS:
        word = token.lower()
        return made(word.upper(), word, token), f"`{token}` is written in small letters: `{word}`"
    return token, ""


# --- statements of other languages


def _with_our_declarations(tokens: list[Token], complaints: list[Complaint]) -> Iterator[Token]:
    """`declare x := 3`, `declare x, y`, `int x`, `return x`, `x++`."""
    waiting = [*reversed(tokens)]
    while waiting:
        token = waiting.pop()
        after = [item.type for item in waiting[:-4:-1]]
        match token.type, *after:
            case "DECLARE", "NAME", ("ASSIGN" | "COMPARE"), *_:
                name, sign = waiting.pop(), waiting.pop()
                message = f"`declare` gives no value: write declare {name}; {name} := …"
                complaints.append(Complaint(offset(sign), message))
                yield from (token, name, made("SEMICOLON", ";", sign), name, made("ASSIGN", ":=", sign))
            case "DECLARE", "NAME", "COMMA", *_:
                name, comma = waiting.pop(), waiting.pop()
                message = f"`declare` takes one name: write declare {name}; declare …"
                complaints.append(Complaint(offset(comma), message))
                yield from (token, name, made("SEMICOLON", ";", comma))
                waiting.append(made("DECLARE", "declare", comma))
            case "DECLARE", "NAME", "NAME", *_ if waiting[-1] in DECLARING_WORDS:
                word = waiting.pop()
                message = f"every variable holds a number: write declare {waiting[-1]}"
                complaints.append(Complaint(offset(word), message))
                yield token
            case "NAME", "NAME", *_ if token in DECLARING_WORDS:
                complaints.append(Complaint(offset(token), f"a variable is made by: declare {waiting[-1]}"))
                waiting.append(made("DECLARE", "declare", token))
            case "NAME", *_ if token == "return":
                message = f"there is no `return`: a program sets {RESULT} := …"
                complaints.append(Complaint(offset(token), message))
                yield from (made("NAME", RESULT, token), made("ASSIGN", ":=", token))
            case "NAME", "LPAR", *_ if token == "for":
                message = "there is no `for`: declare a variable, and count it up in while (…) do { … }"
                complaints.append(Complaint(offset(token), message))
                yield from _counting_loop(token, waiting)
            case "NAME", "FOREIGN", *_ if waiting[-1] == "++":
                yield from _counted(token, waiting.pop(), "+", complaints)
            case "FOREIGN", *_ if token == "++":
                complaints.append(Complaint(offset(token), "there is no `++`: write v := v + 1"))
                yield token
            case "NAME", "MINUS", "MINUS", ("SEMICOLON" | "RBRACE" | "$END"):
                waiting.pop()
                yield from _counted(token, waiting.pop(), "-", complaints)
            case _:
                yield token


def _counted(name: Token, sign: Token, operator: str, complaints: list[Complaint]) -> Iterator[Token]:
    message = f"there is no `{operator}{operator}`: write {name} := {name} {operator} 1"
    complaints.append(Complaint(offset(name), message))
    yield from (name, made("ASSIGN", ":=", sign), made("HOLE", "", sign))


def _counting_loop(keyword: Token, waiting: list[Token]) -> Iterator[Token]:
    """Leave out the head of a `for`, up to its closing bracket or its body."""
    depth = 0
    while waiting[-1].type not in ("LBRACE", "$END"):
        kind = waiting.pop().type
        depth += (kind == "LPAR") - (kind == "RPAR")
        if depth == 0:
            break
    yield made("WHILE", "while", keyword)
    yield from (made("LPAR", "(", keyword), made("HOLE", "", keyword), made("RPAR", ")", keyword))
    if waiting[-1].type != "DO":
        yield made("DO", "do", keyword)


def _with_our_assignments(tokens: list[Token], complaints: list[Complaint]) -> Iterator[Token]:
    """`x = 3` as a statement, `:=` in a condition."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.type == "LPAR") - (token.type == "RPAR")
        starts = place < 2 or tokens[place - 2].type in (
            "SEMICOLON",
            "LBRACE",
            "RBRACE",
            "THEN",
            "ELSE",
            "DO",
        )
        if token.type == "COMPARE" and starts and place and tokens[place - 1].type == "NAME":
            complaints.append(Complaint(offset(token), f"`{token}` compares; `:=` assigns"))
            yield made("ASSIGN", ":=", token)
        elif token.type == "ASSIGN" and depth > 0:
            complaints.append(Complaint(offset(token), "`:=` assigns; `=` compares"))
            yield made("COMPARE", "=", token)
        else:
            yield token


def _with_single_semicolons(tokens: list[Token], complaints: list[Complaint]) -> Iterator[Token]:
    """`;;`, a `;` with nothing before it, and `; else`."""
    before = "LBRACE"
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        message = ""
        if token.type == "SEMICOLON" and before == "LBRACE":
            message = "there is no statement before this `;`"
        elif token.type == "SEMICOLON" and before == "SEMICOLON":
            message = "one `;` is enough: there is no statement between these two"
        elif token.type == "SEMICOLON" and after.type == "ELSE":
            message = "`else` belongs to the `if` before it: no `;` between `}` and `else`"
        if message:
            complaints.append(Complaint(offset(token), message))
        else:
            yield token
            before = token.type


# --- brackets and braces

_CLOSING = {"LPAR": "RPAR", "LBRACE": "RBRACE"}
_NEVER_IN_BRACKETS = ("SEMICOLON", "LBRACE", "RBRACE", "THEN", "DO", "ELSE", "DECLARE", "WHILE", "IF", "$END")


def _with_brackets_closed(tokens: list[Token], complaints: list[Complaint]) -> Iterator[Token]:
    """Close what is left open, where it must end at the latest; leave out what closes nothing."""
    opened: list[Token] = []
    for token in tokens:
        while opened and opened[-1].type == "LPAR" and token.type in _NEVER_IN_BRACKETS:
            complaints.append(Complaint(offset(opened.pop()), "this `(` is never closed: a `)` is missing"))
            yield made("RPAR", ")", token)
        while opened and token.type == "$END":
            complaints.append(Complaint(offset(opened.pop()), "this `{` is never closed: a `}` is missing"))
            yield made("RBRACE", "}", token)
        if token.type in _CLOSING:
            opened.append(token)
        elif token.type in _CLOSING.values():
            if not opened or _CLOSING[opened[-1].type] != token.type:
                complaints.append(Complaint(offset(token), f"this `{token}` closes nothing"))
                continue
            opened.pop()
        yield token


def _end_of_group(tokens: list[Token], start: int) -> int:
    """Return where the bracket or brace at `start` is closed. All of them are, by now."""
    depth = 0
    for place in range(start, len(tokens)):
        depth += (tokens[place].type in _CLOSING) - (tokens[place].type in _CLOSING.values())
        if depth == 0:
            return place
    raise AssertionError("brackets are balanced")


def _with_braces_for_bodies(tokens: list[Token], complaints: list[Complaint]) -> list[Token]:
    """`then ( … )`."""
    for place, (keyword, bracket) in enumerate(pairwise(tokens)):
        if keyword.type in ("THEN", "ELSE", "DO") and bracket.type == "LPAR":
            complaints.append(Complaint(offset(bracket), f"`{keyword}` needs braces: {keyword} {{ … }}"))
            end = _end_of_group(tokens, place + 1)
            tokens[place + 1] = made("LBRACE", "{", bracket)
            tokens[end] = made("RBRACE", "}", tokens[end])
    return tokens


def _with_conditions_in_brackets(tokens: list[Token], complaints: list[Complaint]) -> list[Token]:
    """`if x = 1 then`, and `if (a) /\\ (b) then`."""
    place = 0
    while place < len(tokens):
        keyword = tokens[place]
        place += 1
        if keyword.type not in ("IF", "WHILE"):
            continue
        end = place
        while tokens[end].type not in _NEVER_IN_BRACKETS:
            end += 1
        if end == place:
            continue  # no condition at all: the grammar says so
        if tokens[place].type == "LPAR" and _end_of_group(tokens, place) == end - 1:
            continue
        word = "then" if keyword.type == "IF" else "do"
        message = f"the whole condition stands in brackets: {keyword} (…) {word} {{ … }}"
        complaints.append(Complaint(offset(tokens[place]), message))
        tokens.insert(end, made("RPAR", ")", tokens[end]))
        tokens.insert(place, made("LPAR", "(", tokens[place]))
    return tokens


def _with_bodies_in_braces(tokens: list[Token], complaints: list[Complaint]) -> list[Token]:
    """`then x := 1`, and `else if`."""
    place = 0
    while place < len(tokens):
        keyword = tokens[place]
        place += 1
        body = tokens[place : place + 1]
        if keyword.type not in ("THEN", "ELSE", "DO") or body[0].type in ("LBRACE", "$END", "SEMICOLON"):
            continue
        found = f"{keyword} {{ {body[0]} … }}" if body[0].type in ("IF", "WHILE") else f"{keyword} {{ … }}"
        complaints.append(Complaint(offset(body[0]), f"`{keyword}` needs braces: {found}"))
        end = _end_of_statement(tokens, place)
        tokens.insert(end, made("RBRACE", "}", tokens[end]))
        tokens.insert(place, made("LBRACE", "{", tokens[place]))
    return tokens


def _end_of_statement(tokens: list[Token], start: int) -> int:
    """Return where the statement at `start`, which stands without braces, ends."""
    compound = tokens[start].type in ("IF", "WHILE")
    place = start
    while tokens[place].type not in ("SEMICOLON", "RBRACE", "$END"):
        if tokens[place].type == "ELSE" and not compound:
            return place
        place = (_end_of_group(tokens, place) if tokens[place].type in _CLOSING else place) + 1
    return place


def _with_nothing_empty(tokens: list[Token], complaints: list[Complaint]) -> Iterator[Token]:
    """`{ }`, and a program with nothing in it."""
    before = "START"
    for token in tokens:
        if before == "LBRACE" and token.type == "RBRACE":
            complaints.append(
                Complaint(offset(token), "there is nothing between these braces: write a statement")
            )
            yield made("HOLE", "", token)
        elif before == "START" and token.type == "$END":
            complaints.append(Complaint(offset(token), f"the program is empty: write {RESULT} := …"))
            yield made("HOLE", "", token)
        yield token
        before = token.type
