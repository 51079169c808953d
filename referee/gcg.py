"""GCG, the format that players' own tools read (Quackle, Macondo, Woogles): the words of it, and writing it.

A GCG file has a line for each event of a two-player game: who, with which rack, laid what where, for how many
points, and the total after it. Rows are numbered from 1, columns lettered from A, over the extent of the board:
the centre of a board of 15 by 15 is H8. A row first (`8D`) is a word that runs right, a column first (`D8`) one
that runs down. Blanks are lower case in a play and `?` in a rack; a dot stands for a letter that lay there.

What GCG has no words for raises `NotInGcg`. Reading is the subject of `gcg_file.py` and `gcg_import.py`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.events import (
    Changed,
    Ended,
    Event,
    Left,
    Passed,
    Played,
    PlayerEvent,
    Refused,
    Standing,
    TimedOut,
)
from referee.records import Header, Record
from referee.replay import moments
from referee.verdicts import End
from scrabble_util.board import Board, Window, make_board
from scrabble_util.messages import GPEWordNotInDictionary, SMPlay
from scrabble_util.reasons import reasons
from scrabble_util.scoring import move_points, words_formed
from scrabble_util.types import Coord, Direction, Hand, Laid, Letter, PieceId, Pieces, Placement

BLANK = "?"
WIDEST = 21
"""The most rows and columns that any of the tools knows."""


class NotInGcg(Exception):
    """A game that GCG cannot express; handled by the command that was to write it."""


@dataclass(frozen=True)
class Grid:
    """The part of the board that has names in GCG."""

    x0: int
    y0: int
    x1: int
    y1: int

    @classmethod
    def of(cls, board: Board) -> "Grid":
        """Return the grid of a board."""
        extent: Window | None = board.extent()
        if extent is None:
            raise NotInGcg("the board is infinite, and GCG knows only boards with an edge")
        grid = cls(*extent)
        if max(grid.x1 - grid.x0, grid.y1 - grid.y0) >= WIDEST:
            raise NotInGcg(
                f"the board has more than {WIDEST} rows or columns, and GCG's tools know no such board"
            )
        return grid

    def place(self, coord: Coord, direction: Direction) -> str:
        """Return where a word begins, and by the order of its parts, which way it runs."""
        row, column = str(coord.y - self.y0 + 1), chr(ord("A") + coord.x - self.x0)
        return row + column if direction is Direction.RIGHT else column + row

    def coord(self, place: str) -> tuple[Coord, Direction]:
        """Return what a place means; raise ValueError where it is none."""
        found = re.fullmatch(r"(\d+)([A-Za-z])|([A-Za-z])(\d+)", place)
        if found is None:
            raise ValueError(f"{place!r} is no place on a board; one is like 8D or D8")
        row, column = found[1] or found[4], found[2] or found[3]
        coord = Coord(ord(column.upper()) - ord("A") + self.x0, int(row) - 1 + self.y0)
        if not (self.x0 <= coord.x <= self.x1 and self.y0 <= coord.y <= self.y1):
            raise ValueError(f"{place} is outside the board")
        return coord, Direction.RIGHT if found[1] else Direction.DOWN


@dataclass(frozen=True)
class Rack:
    """How pieces are written: one with one letter as that, one that can be any letter as `?`."""

    chars: Mapping[PieceId, str]
    ids: Mapping[str, PieceId]
    letters: Mapping[str, Letter]
    """What a piece is laid as, by its letter; in lower case what the blank is laid as."""

    @classmethod
    def of(cls, pieces: Pieces) -> "Rack":
        """Find the characters of the pieces."""
        chars: dict[PieceId, str] = {}
        letters: dict[str, Letter] = {}
        for piece, options in sorted(pieces.items()):
            if len(options) == 1:
                (letter,) = options
                chars[piece] = letter.char
                letters[letter.char] = letter
            elif all(letter.points == 0 for letter in options):
                chars[piece] = BLANK
                letters |= {letter.char.lower(): letter for letter in options}
            else:
                raise NotInGcg(f"piece {piece} can be several letters; GCG knows single letters and blanks")
        ids = {char: piece for piece, char in chars.items()}
        if len(ids) < len(chars):
            raise NotInGcg("two pieces have the same letter, and GCG cannot tell them apart")
        odd = [char for char in ids if char != BLANK and not (char.isalpha() and char != char.lower())]
        if odd:
            raise NotInGcg(f"the piece {odd[0]!r} is no capital letter")
        return cls(chars, ids, letters)

    def write(self, pieces: Iterable[PieceId]) -> str:
        """Return pieces as a rack: letters in order, blanks last."""
        return "".join(
            sorted((self.chars[piece] for piece in pieces), key=lambda char: (char == BLANK, char))
        )

    def read(self, text: str) -> Hand:
        """Return the pieces of a rack; raise ValueError where there is no such piece."""
        missing = [char for char in text if char not in self.ids]
        if missing:
            raise ValueError(f"no piece is written {missing[0]!r}")
        return Hand(self.ids[char] for char in text)

    def is_blank(self, piece: PieceId) -> bool:
        """Whether a piece is written as a blank."""
        return self.chars[piece] == BLANK


# --- writing


def gcg_lines(record: Record) -> list[str]:
    """Return the lines of a GCG file that tells a game; raise `NotInGcg` where it cannot be told."""
    if record.header.num_players != 2:
        raise NotInGcg(f"the game has {record.header.num_players} players, and GCG is for two")
    return list(_Writer(record.header).lines(record.events))


class _Writer:
    """Tells one game."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.board = make_board(header.board)
        self.grid = Grid.of(self.board)
        self.rack = Rack.of(header.pieces)
        self.nicks = _nicks(header)
        self.scores = {1: 0, 2: 0}

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        yield "#character-encoding UTF-8"
        for player in (1, 2):
            yield f"#player{player} {self.nicks[player]} {self.header.name(player)}"
        title = self.header.board.title or "unnamed"
        yield f"#description Played on the board {title!r}, hands of {self.header.hand_size}"
        laid: Laid = {}
        hands: Mapping[int, Hand] = {}
        ended = False
        for moment in moments(events):
            event = moment.event
            if isinstance(event, PlayerEvent):
                yield from self.turn(event, laid)
            elif isinstance(event, Ended) and event.result.end is not End.INTERRUPTED:
                ended = True
                yield from self.reckoning(event)
            laid, hands = moment.laid, moment.hands
        if not ended:
            yield from self.racks(hands)

    def turn(self, event: PlayerEvent, laid: Laid) -> Iterator[str]:
        """Tell what a player did."""
        match event:
            case Played(moves=moves, points=points):
                self.scores[event.player] += points
                yield self.line(event, self.play(laid, moves), points)
            case Changed(pieces=pieces):
                yield self.line(event, f"-{self.rack.write(pieces)}", 0)
            case Refused(said=SMPlay(moves), errors=errors) if isinstance(errors[0], GPEWordNotInDictionary):
                points = move_points(self.board, laid, moves, self.header.hand_size)
                self.scores[event.player] += points
                yield self.line(event, self.play(laid, moves), points)
                self.scores[event.player] -= points
                yield self.line(event, "--", -points)
                yield f"#note {reasons(errors, self.header.pieces)}"
            case Refused(errors=errors):
                yield self.line(event, "-", 0)
                yield f"#note Refused, which cost the turn: {reasons(errors, self.header.pieces)}"
            case Passed():
                yield self.line(event, "-", 0)
            case TimedOut():
                yield self.line(event, "-", 0)
                yield "#note Ran out of time."
            case Left(verdict=verdict):
                yield f"#note {self.nicks[event.player]} left the game: {verdict.value}."

    def line(self, event: PlayerEvent, what: str, points: int) -> str:
        total = self.scores[event.player]
        if total < 0 or (points < 0 and what != "--"):
            raise NotInGcg(f"turn {event.turn} has points below zero, which GCG cannot write")
        sign = "-" if what == "--" else "+"
        return (
            f">{self.nicks[event.player]}: {self.rack.write(event.hand)} {what} {sign}{abs(points)} {total}"
        )

    def play(self, laid: Laid, moves: tuple[Placement, ...]) -> str:
        """Write the place and the word of a play."""
        word = words_formed(laid, moves)[0]
        blanks = {coord for coord, tile in moves if self.rack.is_blank(tile.piece)}
        text = "".join(
            "." if not fresh else letter.char.lower() if coord in blanks else letter.char
            for coord, letter, fresh in zip(word.coords, word.letters, word.fresh, strict=True)
        )
        return f"{self.grid.place(word.start, word.direction)} {text}"

    def reckoning(self, event: Ended) -> Iterator[str]:
        """Tell what the end did to the points: first the gain of the one who went out, then the losses."""
        standings = event.result.standings
        for standing in sorted(standings, key=lambda standing: not standing.gained):
            if standing.gained:
                others = self.rack.write(piece for other in standings for piece in other.hand)
                yield self.final(standing, f"({others})", standing.gained)
            if standing.lost:
                rack = self.rack.write(standing.hand)
                yield self.final(standing, f"{rack} ({rack})", -standing.lost)

    def final(self, standing: Standing, what: str, points: int) -> str:
        self.scores[standing.player] += points
        return f">{self.nicks[standing.player]}: {what} {points:+} {self.scores[standing.player]}"

    def racks(self, hands: Mapping[int, Hand]) -> Iterator[str]:
        """Tell who holds what in a game that was not played to its end."""
        for player, hand in sorted(hands.items()):
            yield f"#rack{player} {self.rack.write(hand)}"


def _nicks(header: Header) -> dict[int, str]:
    """Return a short name without blanks for each player."""
    names = {player: re.sub(r"[\s:]+", "_", header.name(player)) for player in (1, 2)}
    return names if names[1] != names[2] else {player: f"{name}_{player}" for player, name in names.items()}
