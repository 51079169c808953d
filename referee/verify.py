"""Plays a record again through the rules, and says whether every line of it holds.

From a record only what the players said and suffered is taken (their plays, changes and passes, timeouts and
leavings); hands, words, points, errors and the result must then come out as they are written.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.event_json import Json, event_to_json
from referee.events import (
    Changed,
    Dealt,
    Ended,
    Event,
    Left,
    Passed,
    Played,
    PlayerEvent,
    Refused,
    TimedOut,
)
from referee.game import Departure, Effects, Game
from referee.records import VOLATILE, Record, RecordError, header_to_json, line_bytes
from referee.verdicts import End
from scrabble_util.board import BoardErrors
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import SMChange, SMPass, SMPlay


@dataclass(frozen=True)
class Difference:
    """The first place where a record does not say what the rules say."""

    line: int
    """The line of the file, from 1."""
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


def verify(record: Record, dictionary: Dictionary | None) -> Difference | None:
    """Play a record again; return the first difference, None when it holds as far as it goes."""
    sentence = _compare(record.lines[0], header_to_json(record.header))
    if sentence is not None:
        return Difference(1, sentence)
    try:
        game = Game(record.header.setup(dictionary))
    except (BoardErrors, RecordError, ValueError) as error:
        return Difference(1, str(error))
    at = 0
    while at < len(record.events):
        line = at + 2
        cause = _cause(record.events, at)
        objection = _objection(game, cause[0])
        if objection is not None:
            return Difference(line, objection)
        try:
            effects = _again(game, cause)
        except ValueError as error:
            return Difference(line, str(error))
        for event in effects.events:
            if at == len(record.events):
                return None  # the referee was stopped before it wrote what followed
            sentence = _compare(record.lines[at + 1], event_to_json(event))
            if sentence is not None:
                return Difference(at + 2, f"{_whose(event)}: {sentence}")
            at += 1
    return None


def _cause(events: Sequence[Event], at: int) -> Sequence[Event]:
    """Return the event at this place; with it, those who left at the same moment."""
    first, until = events[at], at + 1
    if isinstance(first, Left):
        while until < len(events) and isinstance(events[until], Left) and events[until].turn == first.turn:
            until += 1
    return events[at:until]


def _objection(game: Game, event: Event) -> str | None:
    """Say why this event cannot come now, if so."""
    if game.over:
        return "the game was over before this line"
    if isinstance(event, Dealt) != (game.turn == 0):
        return "a record begins with the deal, and has only one"
    if event.turn != max(game.turn, 1):
        return f"the record says turn {event.turn}, and turn {game.turn} is to be played"
    if isinstance(event, Left):
        return None if event.player in game.players_in else f"player {event.player} is not in the game"
    if isinstance(event, PlayerEvent) and event.player != game.to_move:
        return f"turn {game.turn} is player {game.to_move}'s, and not player {event.player}'s"
    if isinstance(event, Ended) and event.result.end is not End.INTERRUPTED:
        return f"the record ends the game ({event.result.end.value}), and by the rules it goes on"
    return None


def _again(game: Game, cause: Sequence[Event]) -> Effects:
    """Let happen again what a player said or suffered."""
    event = cause[0]
    match event:
        case Dealt():
            return game.start()
        case Left():
            going = [event for event in cause if isinstance(event, Left)]
            return game.leave_together([Departure(left.player, left.verdict, left.detail) for left in going])
        case TimedOut():
            return game.deadline(event.turn)
        case Ended():
            return game.interrupt(event.result.detail)
        case Played():
            return game.receive(event.player, event.turn, SMPlay(event.moves))
        case Changed():
            return game.receive(event.player, event.turn, SMChange(event.pieces))
        case Refused():
            return game.receive(event.player, event.turn, event.said)
        case Passed():
            return game.receive(event.player, event.turn, SMPass())
    raise TypeError(f"{event!r} is no event of a game")


def _compare(told: Json, again: Json) -> str | None:
    """Say in words where a line of the record differs from the one that came out, if it does."""
    line = {key: value for key, value in told.items() if key not in VOLATILE}
    return _difference("", line, json.loads(line_bytes(again)))


def _whose(event: Event) -> str:
    return (
        f"turn {event.turn}, player {event.player}"
        if isinstance(event, PlayerEvent)
        else f"turn {event.turn}"
    )


def _difference(place: str, told: Any, again: Any) -> str | None:
    """Find the first place where two JSON values differ."""
    if isinstance(told, dict) and isinstance(again, dict):
        for key in again | told:
            inner = f"{place}.{key}" if place else key
            if key not in told or key not in again:
                return f"{inner} stands only in {'the rules' if key in again else 'the record'}"
            found = _difference(inner, told[key], again[key])
            if found is not None:
                return found
        return None
    if isinstance(told, list) and isinstance(again, list) and len(told) == len(again):
        pairs = enumerate(zip(told, again, strict=True))
        return next((found for n, pair in pairs if (found := _difference(f"{place}[{n}]", *pair))), None)
    if told == again and type(told) is type(again):
        return None
    return f"{place} is {_json(told)} in the record and {_json(again)} by the rules"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
