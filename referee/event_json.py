"""Events to and from the plain objects of a record's lines: what `docs/records.md` tells field by field.

Only the form is here. Files are `records.py`'s subject; whether an event is true, `verify.py` finds out.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

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
    Result,
    Standing,
    TimedOut,
    WordPoints,
)
from referee.verdicts import End, Verdict
from scrabble_util.messages import GameplayError, SMChange, SMPlay
from scrabble_util.types import Coord, Direction, Hand, Letter, Placement, Tile

Json: TypeAlias = dict[str, Any]

KINDS: Mapping[type[Event], str] = {
    Dealt: "dealt",
    Played: "played",
    Changed: "changed",
    Refused: "refused",
    Passed: "passed",
    TimedOut: "timed out",
    Left: "left",
    Ended: "ended",
}
"""What each event is called in a record."""

_ERRORS = {error.__name__: error for error in GameplayError.__subclasses__()}
_DIRECTIONS = {direction: direction.name.lower() for direction in Direction}


# --- to plain objects


def event_to_json(event: Event) -> Json:
    """Return the line of a record that tells this event, without its clock."""
    line: Json = {"event": KINDS[type(event)], "turn": event.turn}
    if isinstance(event, PlayerEvent):
        line["player"] = event.player
        line["hand"] = list(event.hand)
    if isinstance(event, Played):
        line["moves"] = moves_to_json(event.moves)
        line["words"] = [_word_to_json(word) for word in event.words]
        line["bonus"] = event.bonus
        line["points"] = event.points
        line["score"] = event.score
        line["drawn"] = list(event.drawn)
        line["bag"] = event.bag
    elif isinstance(event, Changed):
        line["pieces"] = list(event.pieces)
        line["drawn"] = list(event.drawn)
    elif isinstance(event, Refused):
        line["said"] = _said_to_json(event.said)
        line["errors"] = [error_to_json(error) for error in event.errors]
    elif isinstance(event, Left):
        line["verdict"] = event.verdict.value
        line["detail"] = event.detail
    elif isinstance(event, Dealt):
        line["hands"] = {str(player): list(hand) for player, hand in event.hands}
        line["bag"] = event.bag
    elif isinstance(event, Ended):
        line |= _result_to_json(event.result)
    return line


def moves_to_json(moves: tuple[Placement, ...]) -> list[list[int | str]]:
    """Return [x, y, piece, char, points] of each piece laid."""
    return [[x, y, piece, char, points] for (x, y), (piece, (char, points)) in moves]


def error_to_json(error: GameplayError) -> Json:
    """Return the name of an error, and its fields by name."""
    # Named tuples are lists in JSON without more ado.
    return {"error": type(error).__name__} | {f.name: getattr(error, f.name) for f in fields(error)}


def _word_to_json(word: WordPoints) -> Json:
    return {
        "text": word.text,
        "start": word.start,
        "direction": _DIRECTIONS[word.direction],
        "points": word.points,
        "steps": word.steps,
    }


def _said_to_json(said: SMPlay | SMChange) -> Json:
    return {"play": moves_to_json(said.moves)} if isinstance(said, SMPlay) else {"change": list(said.pieces)}


def _result_to_json(result: Result) -> Json:
    return {
        "end": result.end.value,
        "detail": result.detail,
        "turns": result.turns,
        "standings": [_standing_to_json(standing) for standing in result.standings],
        "winners": list(result.winners),
    }


def _standing_to_json(standing: Standing) -> Json:
    return {
        "player": standing.player,
        "verdict": standing.verdict.value,
        "detail": standing.detail,
        "points": standing.points,
        "hand": list(standing.hand),
        "lost": standing.lost,
        "gained": standing.gained,
        "score": standing.score,
    }


# --- from plain objects


def event_from_json(line: Json) -> Event:
    """Return the event that a line tells; raise KeyError, TypeError or ValueError where it tells none."""
    kind, turn = line["event"], _whole(line["turn"])
    if kind == "dealt":
        hands = tuple((int(player), _hand(hand)) for player, hand in line["hands"].items())
        return Dealt(turn, hands, _whole(line["bag"]))
    if kind == "ended":
        return Ended(turn, _result_from_json(line))
    about = (turn, _whole(line["player"]), _hand(line["hand"]))
    match kind:
        case "played":
            words = tuple(_word_from_json(word) for word in line["words"])
            rest = (_whole(line["bonus"]), _whole(line["points"]), _whole(line["score"]))
            moves = moves_from_json(line["moves"])
            return Played(*about, moves, words, *rest, _hand(line["drawn"]), _whole(line["bag"]))
        case "changed":
            return Changed(*about, tuple(map(_whole, line["pieces"])), _hand(line["drawn"]))
        case "refused":
            return Refused(*about, _said_from_json(line["said"]), tuple(map(_error, line["errors"])))
        case "passed":
            return Passed(*about)
        case "timed out":
            return TimedOut(*about)
        case "left":
            return Left(*about, Verdict(line["verdict"]), str(line["detail"]))
    raise ValueError(f"there is no event {kind!r}; it is one of {', '.join(KINDS.values())}")


def moves_from_json(moves: list[Any]) -> tuple[Placement, ...]:
    """Return the pieces laid, of [x, y, piece, char, points] each."""
    return tuple(
        Placement(Coord(_whole(x), _whole(y)), Tile(_whole(piece), Letter(str(char), _whole(points))))
        for x, y, piece, char, points in moves
    )


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _hand(pieces: list[Any]) -> Hand:
    return Hand(map(_whole, pieces))


def _coord(pair: list[Any]) -> Coord:
    x, y = pair
    return Coord(_whole(x), _whole(y))


def _letter(pair: list[Any]) -> Letter:
    char, points = pair
    return Letter(str(char), _whole(points))


_FIELD_READERS: Mapping[str, Any] = {
    "coord": _coord,
    "center": _coord,
    "coords": lambda pairs: tuple(map(_coord, pairs)),
    "letter": _letter,
    "current": _letter,
    "word": str,
}
"""How a field of an error is read, where it is no whole number."""


def _error(raw: Json) -> GameplayError:
    kind = _ERRORS.get(raw["error"])
    if kind is None:
        raise ValueError(f"there is no error {raw['error']!r}")
    return kind(*(_FIELD_READERS.get(field.name, _whole)(raw[field.name]) for field in fields(kind)))


def _word_from_json(word: Json) -> WordPoints:
    steps = tuple((_whole(p), _whole(i), _whole(s), _whole(after)) for p, i, s, after in word["steps"])
    direction = Direction[str(word["direction"]).upper()]
    return WordPoints(str(word["text"]), _coord(word["start"]), direction, _whole(word["points"]), steps)


def _said_from_json(said: Json) -> SMPlay | SMChange:
    if "play" in said:
        return SMPlay(moves_from_json(said["play"]))
    return SMChange(map(_whole, said["change"]))


def _result_from_json(line: Json) -> Result:
    standings = tuple(_standing_from_json(standing) for standing in line["standings"])
    winners = tuple(map(_whole, line["winners"]))
    return Result(End(line["end"]), str(line["detail"]), _whole(line["turns"]), standings, winners)


def _standing_from_json(raw: Json) -> Standing:
    return Standing(
        player=_whole(raw["player"]),
        verdict=Verdict(raw["verdict"]),
        detail=str(raw["detail"]),
        points=_whole(raw["points"]),
        hand=_hand(raw["hand"]),
        lost=_whole(raw["lost"]),
        gained=_whole(raw["gained"]),
    )
