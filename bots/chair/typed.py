"""What a person types, understood: moves as people say them, the raw form of messages, and commands.

Pure: text and a state in, a command out. Whether a move is legal is asked of `scrabble_util/checks.py` by whoever
plays; what cannot be understood raises `NotUnderstood` with a sentence for the person.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from scrabble_util.messages import SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.state import State
from scrabble_util.types import Coord, Direction, Hand, Letter, PieceId, Pieces, Placement, Tile

BLANK = "_"
"""How a person writes a blank."""

AskBlank: TypeAlias = Callable[[], str]
"""Asks the person which letter a blank is to be; returns what was typed."""

HELP = """\
WORD X Y right     lay a word from (x, y); down, h and v will do, too: fated 7 7 v
                   letters that lie there already are part of the word; _ is a blank
0 0 4D2 0 1 5E1    the same in raw form: x y, then piece id, letter and points
:hint [N]          the best move, or the N best
:swap LETTERS      give letters back and draw others (_ for a blank)
:pass              do nothing this turn
:tiles             what is still unseen: in the bag and in other hands
:score             how everybody stands
:bonus             show or hide the bonus squares
:forfeit           leave the game (Ctrl-C asks first)
:help              this page"""


class NotUnderstood(Exception):
    """Something a person typed that means nothing; the chair says why and asks again."""


@dataclass(frozen=True)
class Hint:
    """Show the best moves."""

    count: int = 1


@dataclass(frozen=True)
class ToggleBonus:
    """Show or hide the bonus squares."""


@dataclass(frozen=True)
class ShowScore:
    """Show how everybody stands."""


@dataclass(frozen=True)
class ShowTiles:
    """Show what is unseen."""


@dataclass(frozen=True)
class ShowHelp:
    """Show what can be typed."""


Said: TypeAlias = SMPlay | SMChange | SMPass | SMForfeit
Command: TypeAlias = Said | Hint | ToggleBonus | ShowScore | ShowTiles | ShowHelp

_DIRECTIONS = {
    "right": Direction.RIGHT, "r": Direction.RIGHT, "h": Direction.RIGHT, "across": Direction.RIGHT,
    "down": Direction.DOWN, "d": Direction.DOWN, "v": Direction.DOWN,
}  # fmt: skip
_MOVE = re.compile(r"(?P<word>[^\s:\d-]\S*)\s+(?P<x>-?\d+)\s+(?P<y>-?\d+)\s+(?P<way>[A-Za-z]+)")
_RAW_PIECE = re.compile(r"(-?\d+)\s+(-?\d+)\s+(-?\d+)([^\d\s-])(-?\d+)")
_SIMPLE: dict[str, Command] = {
    "pass": SMPass(),
    "forfeit": SMForfeit(),
    "bonus": ToggleBonus(),
    "score": ShowScore(),
    "tiles": ShowTiles(),
    "help": ShowHelp(),
    "hint": Hint(),
}


def understand(text: str, state: State, ask_blank: AskBlank) -> Command:
    """Return what a line means; raise `NotUnderstood`."""
    text = text.strip()
    if text.startswith(":"):
        return _command(text[1:].split(), state)
    if re.fullmatch(rf"{_RAW_PIECE.pattern}(\s+{_RAW_PIECE.pattern})*", text):
        return raw_play(text)
    found = _MOVE.fullmatch(text)
    if found is None:
        raise NotUnderstood(
            "Say a move like  FATED 7 7 down , or a command like  :hint ; :help tells them all."
        )
    direction = _DIRECTIONS.get(found["way"].lower())
    if direction is None:
        raise NotUnderstood(f"{found['way']} is no direction: say right or down (h or v).")
    return word_play(found["word"], Coord(int(found["x"]), int(found["y"])), direction, state, ask_blank)


def _command(words: list[str], state: State) -> Command:
    name, arguments = (words[0].lower(), words[1:]) if words else ("", [])
    if name == "swap":
        return SMChange(swapped("".join(arguments), state.hand, state.pieces))
    if name == "hint" and arguments:
        if len(arguments) > 1 or not arguments[0].isdigit() or arguments[0] == "0":
            raise NotUnderstood("Say :hint, or how many you want: :hint 5.")
        return Hint(int(arguments[0]))
    command = _SIMPLE.get(name)
    if command is None:
        raise NotUnderstood(f"There is no command :{name}; :help tells them all.")
    if arguments:
        raise NotUnderstood(f":{name} stands alone.")
    return command


def raw_play(text: str) -> SMPlay:
    """Return the play of the raw form: x y, piece id, letter, points, and so on."""
    return SMPlay(
        ((int(x), int(y)), (int(piece), (char, int(points))))
        for x, y, piece, char, points in _RAW_PIECE.findall(text)
    )


def raw_text(moves: tuple[Placement, ...]) -> str:
    """Return a play in the raw form."""
    return " ".join(f"{x} {y} {piece}{char}{points}" for (x, y), (piece, (char, points)) in moves)


def word_play(word: str, start: Coord, direction: Direction, state: State, ask_blank: AskBlank) -> SMPlay:
    """Return the play that lays a word: only the letters that do not lie there yet."""
    left = state.hand
    moves: list[Placement] = []
    for index, typed in enumerate(word):
        here = direction.step(start, index)
        lies = state.laid.get(here)
        char = _spelled(typed, state.alphabet)
        if lies is not None:
            if char != lies.char:
                raise NotUnderstood(
                    f"At ({here.x}, {here.y}) lies {lies.char}, and {word} needs {typed} there."
                )
            continue
        tile = _blank(left, state, ask_blank) if typed == BLANK else _tile(char, left, state)
        left = left - [tile.piece]
        moves.append(Placement(here, tile))
    if not moves:
        raise NotUnderstood(f"{word} lies there already: a move lays at least one piece.")
    return SMPlay(moves)


def _spelled(typed: str, alphabet: str) -> str:
    """Return the letter that was meant: the case does not matter."""
    return typed if typed in alphabet else typed.upper()


def _tile(char: str, left: Hand, state: State) -> Tile:
    """Take the piece of a letter from what is left: the one that can be least else, never a blank."""
    pieces = state.pieces
    options = [
        (len(pieces[piece]), -letter.points, Tile(piece, letter))
        for piece, _ in left.items()
        for letter in pieces[piece]
        if letter.char == char and not is_blank(piece, pieces)
    ]
    if options:
        return min(options)[2]
    blank = any(is_blank(piece, pieces) for piece in left)
    raise NotUnderstood(
        _too_few(char, state.hand, pieces)
        + (f"; write {BLANK} in its place to lay the blank." if blank else ".")
    )


def _too_few(typed: str, hand: Hand, pieces: Pieces) -> str:
    """Say how many pieces of a letter, or blanks, there are in a hand that should hold more."""
    what = "blank" if typed == BLANK else typed.upper()
    held = sum(_is_called(piece, typed, pieces) for piece in hand)
    return f"You hold only {held} {what}" if held else f"You hold no {what}"


def _blank(left: Hand, state: State, ask_blank: AskBlank) -> Tile:
    """Take a blank from what is left, and ask what it is to be."""
    piece = next((piece for piece in left if is_blank(piece, state.pieces)), None)
    if piece is None:
        raise NotUnderstood(f"{_too_few(BLANK, state.hand, state.pieces)}.")
    answer = _spelled(ask_blank().strip(), state.alphabet)
    letter = next((letter for letter in state.pieces[piece] if letter.char == answer), None)
    if letter is None:
        raise NotUnderstood(f"The blank cannot be {answer!r}.")
    return Tile(piece, letter)


def swapped(letters: str, hand: Hand, pieces: Pieces) -> list[PieceId]:
    """Return the pieces that are meant by a row of letters."""
    if not letters:
        raise NotUnderstood("Say which letters to give back: :swap QV_ (_ is a blank).")
    left, given = hand, []
    for typed in letters:
        piece = next((piece for piece in left if _is_called(piece, typed, pieces)), None)
        if piece is None:
            raise NotUnderstood(f"{_too_few(typed, hand, pieces)}.")
        left = left - [piece]
        given.append(piece)
    return given


def _is_called(piece: PieceId, typed: str, pieces: Pieces) -> bool:
    if is_blank(piece, pieces):
        return typed == BLANK
    return any(letter.char in (typed, typed.upper()) for letter in pieces[piece])


def is_blank(piece: PieceId, pieces: Pieces) -> bool:
    """Whether a piece can be several letters, for nothing."""
    letters = pieces.get(piece, frozenset())
    return len(letters) > 1 and all(letter.points == 0 for letter in letters)


def piece_label(piece: PieceId, pieces: Pieces) -> tuple[str, str]:
    """Return what is drawn of a piece in the hand: its letter, and its points below."""
    letters: list[Letter] = sorted(pieces.get(piece, ()))
    if is_blank(piece, pieces):
        return BLANK, "0"
    chars = "/".join(dict.fromkeys(letter.char for letter in letters)) or f"#{piece}"
    points = sorted({letter.points for letter in letters})
    return chars, "/".join(map(str, points))
