"""What happened in a game, as frozen dataclasses: the lines of a record before they are JSON.

`game.py` makes them, `records.py` writes and reads them. An event names the turn in which it happened,
and says all that is needed to tell it again: the hand before, what was said, what came of it.
"""

from dataclasses import dataclass

from referee.verdicts import End, Verdict
from scrabble_util.messages import GameplayError, SMChange, SMPlay
from scrabble_util.types import Coord, Direction, Hand, PieceId, Placement


@dataclass(frozen=True, slots=True)
class WordPoints:
    """A word that a play formed, and how its points came about."""

    text: str
    start: Coord
    direction: Direction
    points: int
    steps: tuple[tuple[int, int, int, int], ...]
    """The square programs that were run, in order: (priority, index in the word, square id, points after)."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in `turn`."""

    turn: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The game began: everybody's first hand, and how many pieces the bag still holds."""

    hands: tuple[tuple[int, Hand], ...]
    bag: int


@dataclass(frozen=True, slots=True)
class PlayerEvent(Event):
    """Something a player did or suffered, holding `hand` before it."""

    player: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Played(PlayerEvent):
    """Laid pieces, and it was good: `points` in all (words and bonus), which makes `score`."""

    moves: tuple[Placement, ...]
    words: tuple[WordPoints, ...]
    bonus: int
    points: int
    score: int
    drawn: Hand
    bag: int


@dataclass(frozen=True, slots=True)
class Changed(PlayerEvent):
    """Gave pieces back and drew as many."""

    pieces: tuple[PieceId, ...]
    drawn: Hand


@dataclass(frozen=True, slots=True)
class Refused(PlayerEvent):
    """Said something that breaks the rules, which cost the turn."""

    said: SMPlay | SMChange
    errors: tuple[GameplayError, ...]


@dataclass(frozen=True, slots=True)
class Passed(PlayerEvent):
    """Did nothing, by choice."""


@dataclass(frozen=True, slots=True)
class TimedOut(PlayerEvent):
    """Said nothing in time."""


@dataclass(frozen=True, slots=True)
class Left(PlayerEvent):
    """Left the game; the pieces of `hand` leave with the player."""

    verdict: Verdict
    detail: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands at the end."""

    player: int
    verdict: Verdict
    detail: str
    points: int
    """What the plays made."""
    hand: Hand
    """The pieces left over."""
    lost: int
    """The points of those pieces."""
    gained: int
    """What the others lost, for the player who went out."""

    @property
    def score(self) -> int:
        """The final points."""
        return self.points - self.lost + self.gained


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: standings in order of player, the winners (several when tied, perhaps none)."""

    end: End
    detail: str
    turns: int
    standings: tuple[Standing, ...]
    winners: tuple[int, ...]

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """(player, final points), as `CMGameOver` tells them."""
        return tuple((standing.player, standing.score) for standing in self.standings)


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over; nothing comes after this."""

    result: Result
