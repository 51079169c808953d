"""A game in words: one line an event, a table at the end.

Text is made here and printed by whoever asked; how a board is drawn is `drawing.py`'s subject, and what is wrong
with a move, `scrabble_util/reasons.py` says.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from referee.events import (
    Changed,
    Dealt,
    Ended,
    Event,
    Left,
    Passed,
    Played,
    Refused,
    Result,
    TimedOut,
)
from referee.records import Header, Record
from referee.verdicts import End
from scrabble_util.messages import SMPlay
from scrabble_util.reasons import reasons
from scrabble_util.types import Coord, Piece, PieceId, Pieces, Placement

Namer: TypeAlias = Callable[[int], str]
"""Gives the name of a player."""

_MANY_LETTERS = 4


def piece_text(piece: Piece) -> str:
    """Return how a piece is written: its letter, a few letters in brackets, `?` for one that can be many."""
    letters = sorted({letter.char for letter in piece})
    if len(letters) == 1:
        return letters[0]
    return f"[{''.join(letters)}]" if letters and len(letters) <= _MANY_LETTERS else "?"


def hand_text(hand: Iterable[PieceId], pieces: Pieces) -> str:
    """Return pieces as a row of letters, blanks last."""
    texts = [piece_text(pieces.get(piece, frozenset())) for piece in hand]
    return "".join(sorted(texts, key=lambda text: (text == "?", text)))


def title_lines(header: Header) -> list[str]:
    """Return who plays where."""
    players = ", ".join(f"{seat.player} {seat.name}" for seat in header.seats)
    return [f"{header.board.title or 'A board'}, seed {header.seed}: {players}"]


def event_lines(record: Record) -> list[str]:
    """Return a line for each event, with its turn."""
    width = len(str(record.events[-1].turn)) if record.events else 1
    name, pieces = record.header.name, record.header.pieces
    return [f"{event.turn:>{width}}  {event_text(event, name, pieces)}" for event in record.events]


def event_text(event: Event, name: Namer, pieces: Pieces) -> str:
    """Return what happened, in one line."""
    match event:
        case Dealt():
            return f"{len(event.hands)} hands are dealt; the bag holds {event.bag}"
        case Played():
            return f"{name(event.player)} {_play_text(event)} for {_count(event.points, 'point')}, {event.score} in all"
        case Changed():
            return f"{name(event.player)} changes {hand_text(event.pieces, pieces)}"
        case Refused():
            return f"{name(event.player)} {_attempted(event)}, refused: {reasons(event.errors, pieces)}"
        case Passed():
            return f"{name(event.player)} passes"
        case TimedOut():
            return f"{name(event.player)} runs out of time"
        case Left():
            return f"{name(event.player)} leaves: {event.verdict.value}{_detail(event.detail)}"
        case Ended():
            return f"the game is over: {end_text(event.result, name)}{_detail(event.result.detail)}"
    raise TypeError(f"{event!r} is no event of a game")


def _play_text(event: Played) -> str:
    """Return what was played; what each word made, where the points are not all of one word."""
    if not event.words:
        return f"lays {_letters(event.moves)}"
    main, *others = event.words
    text = f"plays {main.text} {main.direction.name.lower()} from {_coord(main.start)}"
    if not others and not event.bonus:
        return text
    across = "".join(f", {word.text} {word.points}" for word in others)
    bonus = f", the whole hand {event.bonus}" if event.bonus else ""
    return f"{text} ({main.text} {main.points}{across}{bonus})"


def _letters(moves: tuple[Placement, ...]) -> str:
    return "".join(letter.char for _, (_, letter) in moves)


def _attempted(event: Refused) -> str:
    if isinstance(event.said, SMPlay):
        return f"tries to lay {_letters(event.said.moves) or 'nothing'}"
    return f"tries to change {_count(len(event.said.pieces), 'piece')}"


def _coord(coord: Coord) -> str:
    return f"({coord[0]}, {coord[1]})"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _detail(detail: str) -> str:
    return f" ({detail})" if detail else ""


def end_text(result: Result, name: Namer) -> str:
    """Return how a game ended, in words."""
    stayed = [standing for standing in result.standings if not standing.verdict.leaves]
    match result.end:
        case End.WENT_OUT:
            out = next(standing.player for standing in stayed if not standing.hand)
            return f"{name(out)} went out"
        case End.NO_PLAYS:
            return "three rounds went by without a play"
        case End.ONE_LEFT:
            return f"only {name(stayed[0].player)} is left"
        case End.NOBODY_LEFT:
            return "nobody is left"
        case End.INTERRUPTED:
            return "the referee was stopped"


def result_lines(result: Result, name: Namer, pieces: Pieces) -> list[str]:
    """Return the table of the end: a line for each player, the best first, winners with a star."""
    standings = sorted(result.standings, key=lambda standing: (standing.verdict.leaves, -standing.score))
    width = max(len(name(standing.player)) for standing in standings)
    lines = []
    for standing in standings:
        sums = [f"{standing.points}"]
        if standing.lost:
            sums.append(f"- {standing.lost} for {hand_text(standing.hand, pieces)}")
        if standing.gained:
            sums.append(f"+ {standing.gained} from the others")
        star = "*" if standing.player in result.winners else " "
        verdict = (
            "" if not standing.verdict.leaves else f"  {standing.verdict.value}{_detail(standing.detail)}"
        )
        how = f"  = {' '.join(sums)}" if len(sums) > 1 else ""
        lines.append(f"{star} {name(standing.player):<{width}}  {standing.score:>5}{how}{verdict}")
    return lines
