"""Makes a record of the game that a GCG file tells.

The record is made by the rules: what the file says was laid, changed or passed is played through a `Game`, whose
points, words and end are then the record's. A GCG file tells racks, not draws, and often only the part of a rack
that somebody knew; `draws` finds hands that agree with every rack, and takes any pieces that are left for the
rest. A play that was challenged off comes out as refused if the dictionary refuses it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.events import Event, Played
from referee.game import Game
from referee.gcg import Grid, Rack
from referee.gcg_file import GcgError, GcgFile, Kind, Line
from referee.records import Header, Seat
from referee.rules.base import GameSetup
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import ServerMessage, SMChange, SMPass, SMPlay
from scrabble_util.reasons import piece_name
from scrabble_util.scoring import words_formed
from scrabble_util.types import Coord, Hand, Letter, PieceId, Placement, Tile


@dataclass(frozen=True)
class Imported:
    """A game as a record, and what had to be left out of it."""

    header: Header
    events: tuple[Event, ...]
    remarks: tuple[str, ...]


# --- the draws


class _Slot:
    """A piece in somebody's hand that nobody saw yet."""

    piece: PieceId | None = None


@dataclass
class _Seat:
    """What one player drew, in order, and holds: pieces where they are known, slots where they are not."""

    drawn: list[_Slot] = field(default_factory=list)
    held: list[_Slot] = field(default_factory=list)

    def draw(self, count: int) -> None:
        new = [_Slot() for _ in range(count)]
        self.drawn += new
        self.held += new

    def show(self, pieces: Iterable[PieceId]) -> list[_Slot]:
        """Find these pieces in the hand, taking unseen ones for those that are not known; [] where it cannot be."""
        free, shown = list(self.held), []
        for piece in pieces:
            slot = next((slot for slot in free if slot.piece == piece), None)
            if slot is None:
                slot = next((slot for slot in free if slot.piece is None), None)
            if slot is None:
                return []
            free.remove(slot)
            slot.piece = piece
            shown.append(slot)
        return shown

    def give(self, slots: Iterable[_Slot]) -> None:
        gone = set(map(id, slots))
        self.held = [slot for slot in self.held if id(slot) not in gone]


@dataclass(frozen=True)
class _Act:
    """A turn of the file: what was said, and what was known of the hand."""

    line: Line
    player: int
    rack: Hand
    message: ServerMessage
    withdrawn: bool = False

    @property
    def used(self) -> tuple[PieceId, ...]:
        """The pieces that leave the hand."""
        if isinstance(self.message, SMPlay) and not self.withdrawn:
            return tuple(tile.piece for _, tile in self.message.moves)
        return self.message.pieces if isinstance(self.message, SMChange) else ()


def draws(acts: Sequence[_Act], last: Mapping[int, Hand], setup: GameSetup) -> dict[int, tuple[PieceId, ...]]:
    """Return what each player drew, so that every rack of the file, and the `last` ones, can have been."""
    seats = {1: _Seat(), 2: _Seat()}
    bag = sum(setup.tiles.values())
    for seat in seats.values():
        seat.draw(setup.hand_size)
        bag -= setup.hand_size
    given_back: Counter[PieceId] = Counter()
    for act in acts:
        seat = seats[act.player]
        if len(act.rack) and not seat.show(act.rack):
            raise GcgError(
                f"line {act.line.number}: the rack {act.line.rack} cannot follow from the turns before"
            )
        slots = seat.show(act.used)
        if len(slots) < len(act.used):
            raise GcgError(f"line {act.line.number}: the pieces laid are not all in the rack {act.line.rack}")
        seat.give(slots)
        count = min(len(slots), bag)
        seat.draw(count)
        if isinstance(act.message, SMChange):
            given_back.update(act.used)
        else:
            bag -= count
    for player, hand in last.items():
        if len(hand) and not seats[player].show(hand):
            raise GcgError("the racks at the end of the file cannot follow from the turns before")
    return _fill(seats, setup, given_back)


def _fill(
    seats: Mapping[int, _Seat], setup: GameSetup, given_back: Counter[PieceId]
) -> dict[int, tuple[PieceId, ...]]:
    """Take any pieces that are left for what nobody saw: best such as were in the bag all the time."""
    seen = Counter(slot.piece for seat in seats.values() for slot in seat.drawn if slot.piece is not None)
    tiles = Counter(setup.tiles)
    short = sorted((seen - (tiles + given_back)).elements())
    if short:
        name = piece_name(short[0], setup.pieces)
        raise GcgError(f"{name} is in the racks more often than there are such pieces in the game")
    never_seen = tiles - seen
    left = iter([*never_seen.elements(), *(tiles + given_back - seen - never_seen).elements()])
    for seat in seats.values():
        for slot in seat.drawn:
            if slot.piece is None:
                slot.piece = next(left)
    return {
        player: tuple(slot.piece for slot in seat.drawn if slot.piece is not None)
        for player, seat in seats.items()
    }


# --- the game


def import_gcg(told: GcgFile, setup: GameSetup, dictionary: Dictionary) -> Imported:
    """Play a file through the rules; `setup` says on which board and with which pieces (its seed is not used).

    Words are checked with `dictionary` where that agrees with the game as it was played: else none is.
    """
    acts = _acts(told, setup)
    remarks = [
        f"line {line.number}: ({line.text}) {line.points:+} is left out: the record counts by the rules here"
        for line in told.lines
        if line.kind is Kind.OTHER and line.text in ("challenge", "time")
    ]
    last = _last_hands(told, setup)
    agreed = _agrees(acts, dictionary)
    if not agreed and any(act.withdrawn for act in acts):
        remarks.append("plays that were challenged off are passes in the record: no dictionary refuses them")
    if not agreed:
        remarks.append("words are not checked in the record: the game was played with another dictionary")
        acts = [replace(act, message=SMPass()) if act.withdrawn else act for act in acts]
    setup = replace(
        setup, seed=0, num_players=2, dictionary=dictionary if agreed else None,
        draws=draws(acts, last, setup),
    )  # fmt: skip
    seats = [Seat(player, told.names[nick], "gcg") for player, nick in enumerate(_order(told), start=1)]
    try:
        events = _play(acts, setup)
    except GcgError:
        raise
    except ValueError as error:
        raise GcgError(f"no hands can be found that fit the racks: {error}") from None
    return Imported(Header.of(setup, seats, {"imported": "gcg"}), events, tuple(remarks))


def _order(told: GcgFile) -> list[str]:
    """Return the nicknames in the order of play: who moves first in the file is player 1."""
    first = next((line.nick for line in told.lines), "")
    return sorted(told.names, key=lambda nick: nick != first)


def _last_hands(told: GcgFile, setup: GameSetup) -> dict[int, Hand]:
    rack, order = Rack.of(setup.pieces), _order(told)
    try:
        return {order.index(nick) + 1: rack.read(text) for nick, text in told.racks.items()}
    except ValueError as error:
        raise GcgError(f"the racks at the end: {error}") from None


def _acts(told: GcgFile, setup: GameSetup) -> list[_Act]:
    """Return the turns of the game, by the letters that lie when each is made."""
    grid, rack = Grid.of(setup.board), Rack.of(setup.pieces)
    turns = [line for line in told.lines if line.kind not in (Kind.OTHER, Kind.WITHDRAWN)]
    order = _order(told)
    withdrawn = {
        before.number
        for before, line in zip(told.lines, told.lines[1:], strict=False)
        if line.kind is Kind.WITHDRAWN
    }
    laid: dict[Coord, Letter] = {}
    acts: list[_Act] = []
    for line in turns:
        player = order.index(line.nick) + 1
        try:
            shown = rack.read(line.rack)
            message = _message(line, shown, grid, rack, laid)
        except ValueError as error:
            raise GcgError(f"line {line.number}: {error}") from None
        acts.append(_Act(line, player, shown, message, line.number in withdrawn))
        if isinstance(message, SMPlay) and line.number not in withdrawn:
            laid |= {coord: tile.letter for coord, tile in message.moves}
    return acts


def _message(line: Line, shown: Hand, grid: Grid, rack: Rack, laid: Mapping[Coord, Letter]) -> ServerMessage:
    if line.kind is Kind.PASS:
        return SMPass()
    if line.kind is Kind.CHANGE:
        if line.text.isdigit():
            # Only how many: any pieces of the rack will do.
            return SMChange(list(shown)[: int(line.text)]) if int(line.text) else SMPass()
        return SMChange(rack.read(line.text))
    start, direction = grid.coord(line.place)
    moves: list[Placement] = []
    here = start
    for char in re.sub(r"[()\[\]]", "", line.text):
        if here not in laid:
            if char not in rack.letters:
                raise ValueError(f"{char!r} in {line.text} is no letter of the game")
            letter = rack.letters[char]
            piece = rack.ids["?"] if char not in rack.ids else rack.ids[char]
            moves.append(Placement(here, Tile(piece, letter)))
        elif char != "." and char.upper() != laid[here].char:
            raise ValueError(f"{line.text} lays {char} over {laid[here].char} at ({here.x}, {here.y})")
        here = direction.step(here)
    return SMPlay(moves)


def _agrees(acts: Sequence[_Act], dictionary: Dictionary) -> bool:
    """Whether a dictionary has all words that stood and not all words of each play that was challenged off."""
    laid: dict[Coord, Letter] = {}
    for act in acts:
        if isinstance(act.message, SMPlay) and act.message.moves:
            words = words_formed(laid, act.message.moves)
            if all(word.text in dictionary for word in words) == act.withdrawn:
                return False
            if not act.withdrawn:
                laid |= {coord: tile.letter for coord, tile in act.message.moves}
    return True


def _play(acts: Sequence[_Act], setup: GameSetup) -> tuple[Event, ...]:
    game = Game(setup)
    events = list(game.start().events)
    for act in acts:
        number = act.line.number
        if game.over:
            raise GcgError(f"line {number}: by the rules the game was over before this")
        if act.player != game.to_move:
            raise GcgError(f"line {number}: it is not {act.line.nick}'s turn")
        effects = game.receive(act.player, game.turn, act.message)
        event = effects.events[0]
        if isinstance(act.message, SMPlay) and isinstance(event, Played) == act.withdrawn:
            raise GcgError(f"line {number}: the rules refuse {act.line.place} {act.line.text}")
        if isinstance(event, Played) and event.points != act.line.points:
            raise GcgError(
                f"line {number}: {act.line.text} scores {event.points} on this board, and the file says "
                f"{act.line.points}; was it played on another one (--board)?"
            )
        events += effects.events
    if not game.over:
        events += game.interrupt("the file ends here").events
    return tuple(events)
