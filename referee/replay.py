"""The moments of a game, from its record: what lay where, who held what, who had how many points.

Nothing is judged here, and no dictionary is needed: the record is believed (`verify.py` is for those who
do not). Drawing is left to whoever asks for a moment.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.events import Changed, Dealt, Ended, Event, Left, Played
from scrabble_util.types import Coord, Hand, Laid, Letter


@dataclass(frozen=True)
class Moment:
    """How the game stood after an event."""

    number: int
    """Which event of the record it was, from 0."""
    event: Event
    laid: Laid
    fresh: frozenset[Coord]
    """The coordinates that this event covered."""
    scores: Mapping[int, int]
    hands: Mapping[int, Hand]
    players: tuple[int, ...]
    """Who was still in."""
    bag: int

    @property
    def turn(self) -> int:
        """The turn in which the event happened."""
        return self.event.turn


@dataclass
class _Story:
    """What is kept from event to event."""

    laid: dict[Coord, Letter] = field(default_factory=dict)
    fresh: frozenset[Coord] = frozenset()
    scores: dict[int, int] = field(default_factory=dict)
    hands: dict[int, Hand] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    bag: int = 0

    def go_on(self, event: Event) -> None:
        self.fresh = frozenset()
        match event:
            case Dealt():
                self.hands = dict(event.hands)
                self.scores = dict.fromkeys(self.hands, 0)
                self.players = tuple(self.hands)
                self.bag = event.bag
            case Played():
                self.laid |= {coord: tile.letter for coord, tile in event.moves}
                self.fresh = frozenset(coord for coord, _ in event.moves)
                self.scores[event.player] = event.score
                self.hands[event.player] = event.hand - [tile.piece for _, tile in event.moves] + event.drawn
                self.bag = event.bag
            case Changed():
                self.hands[event.player] = event.hand - event.pieces + event.drawn
            case Left():
                self.players = tuple(player for player in self.players if player != event.player)
            case Ended():
                self.scores = dict(event.result.scores)


def moments(events: Iterable[Event]) -> Iterator[Moment]:
    """Yield how the game stood after each event."""
    story = _Story()
    for number, event in enumerate(events):
        story.go_on(event)
        yield Moment(
            number,
            event,
            MappingProxyType(dict(story.laid)),
            story.fresh,
            MappingProxyType(dict(story.scores)),
            MappingProxyType(dict(story.hands)),
            story.players,
            story.bag,
        )
