"""A record as GCG, the format that other Scrabble programs read.

GCG knows finite boards of up to 26 columns, counted from the upper left corner. What it cannot say (a refused
play, a player who left) becomes a pass or a note.
"""

import string
from collections.abc import Iterator

from referee.events import (
    Changed,
    Ended,
    Event,
    Left,
    Passed,
    Played,
    Refused,
    Result,
    Standing,
    TimedOut,
    WordPoints,
)
from referee.records import Record
from referee.telling import hand_text
from scrabble_util.board import Board, Window
from scrabble_util.reasons import reasons
from scrabble_util.types import Coord, Direction, Hand, Letter


class NoGcg(ValueError):
    """A game that GCG has no words for; handled by the command that was asked for it."""


def gcg_text(record: Record, board: Board) -> str:
    """Return the game as the text of a GCG file."""
    extent = board.extent()
    if extent is None:
        raise NoGcg("GCG has no words for an infinite board")
    if extent[2] - extent[0] >= len(string.ascii_uppercase):
        raise NoGcg(f"GCG knows 26 columns, and this board has {extent[2] - extent[0] + 1}")
    return "\n".join(_Writer(record, extent).lines()) + "\n"


class _Writer:
    """Writes one record, keeping the points that GCG repeats on every line."""

    def __init__(self, record: Record, extent: Window) -> None:
        self._record = record
        self._extent = extent
        self._scores: dict[int, int] = {}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file."""
        header = self._record.header
        yield "#character-encoding UTF-8"
        for seat in header.seats:
            yield f"#player{seat.player} {self._nick(seat.player)} {seat.name}"
        yield f"#description {header.board.title or 'a board of its own'}, seed {header.seed}"
        for event in self._record.events:
            yield from self._event(event)

    def _event(self, event: Event) -> Iterator[str]:
        pieces = self._record.header.pieces
        match event:
            case Played():
                main = event.words[0]
                place = f"{self._position(main)} {_word(event)}"
                yield self._move(event.player, event.hand, place, event.points)
            case Changed():
                yield self._move(event.player, event.hand, f"-{hand_text(event.pieces, pieces)}", 0)
            case Passed():
                yield self._move(event.player, event.hand, "-", 0)
            case TimedOut():
                yield self._move(event.player, event.hand, "-", 0)
                yield "#note ran out of time"
            case Refused():
                yield self._move(event.player, event.hand, "-", 0)
                yield f"#note refused: {reasons(event.errors, pieces)}"
            case Left():
                yield f"#note {self._nick(event.player)} left: {event.verdict.value}"
            case Ended():
                for standing in event.result.standings:
                    yield from self._reckoning(standing, event.result)

    def _move(self, player: int, hand: Hand, what: str, points: int) -> str:
        self._scores[player] = self._scores.get(player, 0) + points
        rack = f"{hand_text(hand, self._record.header.pieces)} " if hand else ""
        return f">{self._nick(player)}: {rack}{what} {points:+} {self._scores[player]}"

    def _reckoning(self, standing: Standing, result: Result) -> Iterator[str]:
        """Tell what the end did to a player: pieces left over stand in brackets."""
        player, pieces = standing.player, self._record.header.pieces
        if standing.lost:
            yield self._move(player, standing.hand, f"({hand_text(standing.hand, pieces)})", -standing.lost)
        if standing.gained:
            over = [piece for other in result.standings for piece in other.hand]
            yield self._move(player, standing.hand, f"({hand_text(over, pieces)})", standing.gained)

    def _nick(self, player: int) -> str:
        return self._record.header.name(player).replace(" ", "_")

    def _position(self, word: WordPoints) -> str:
        column = string.ascii_uppercase[word.start.x - self._extent[0]]
        row = word.start.y - self._extent[1] + 1
        return f"{row}{column}" if word.direction is Direction.RIGHT else f"{column}{row}"


def _word(event: Played) -> str:
    """Return the main word as GCG writes it: a dot for a letter that lay there, a small letter for a
    blank."""
    main = event.words[0]
    laid = {coord: letter for coord, (_, letter) in event.moves}
    coords = [main.direction.step(main.start, index) for index in range(len(main.text))]
    return "".join(_char(laid, coord) for coord in coords)


def _char(laid: dict[Coord, Letter], coord: Coord) -> str:
    letter = laid.get(coord)
    if letter is None:
        return "."
    return letter.char if letter.points else letter.char.lower()
