"""What a schedule is made from: the form of the tournament, how many bots, where and how often they meet.

A setting holds no results and no bots, only their number: two tournaments of one setting have the same
pairs with the same seeds, whoever plays in them.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import count, islice

from referee.tournament.games import PairSpec


class Format(Enum):
    """The forms of a tournament; the value is what the config file and `--format` say."""

    MATCH = "match"
    """Two bots, one against the other."""
    ROUND_ROBIN = "round-robin"
    """Everyone against everyone."""
    GAUNTLET = "gauntlet"
    """The first bot against each of the others."""
    SWISS = "swiss"
    """Rounds in which those with like scores meet, and nobody meets twice while that can be helped."""
    KNOCKOUT = "knockout"
    """A bracket, seeded in the order the bots are given: who loses is out."""
    TABLE = "table"
    """Tables of three or more: every choice of that many bots sits down together."""


class ScheduleError(ValueError):
    """A setting from which no schedule can be made: handled by the command that was given it."""


@dataclass(frozen=True)
class Venue:
    """Where a game is played: a board and a dictionary, each by name or path."""

    board: str
    dictionary: str


@dataclass(frozen=True)
class Setting:
    """The form of a tournament; `games` is how many each pairing (or table) plays, in each round it meets."""

    format: Format
    bots: int
    games: int
    seed: int
    venues: tuple[Venue, ...]
    rounds: int | None = None
    """Swiss: how many rounds; None for as many as a knockout of that size would have."""
    seats: int | None = None
    """Table: how many sit at one; None for everybody."""

    def __post_init__(self) -> None:
        for broken in _complaints(self):
            raise ScheduleError(broken)

    @property
    def table_size(self) -> int:
        """How many bots play in one game."""
        return (self.seats or self.bots) if self.format is Format.TABLE else 2

    @property
    def pairs_each(self) -> int:
        """How many pairs a pairing plays: enough whole ones for the games asked for."""
        return -(-self.games // self.table_size)

    @property
    def unused_venues(self) -> tuple[Venue, ...]:
        """Where no pair will be played: venues take turns, and a pairing with few pairs does not see all."""
        return self.venues[self.pairs_each :]


def _complaints(setting: Setting) -> Iterator[str]:
    """Yield what is wrong with a setting, as sentences."""
    if setting.bots < 2:
        yield f"two bots at least are needed, and {setting.bots} was given; name another"
    if setting.format is Format.MATCH and setting.bots > 2:
        yield f'a match is between two bots, and {setting.bots} were given; try format "round-robin"'
    if setting.games < 1:
        yield f"games is {setting.games}; each pairing must play at least one"
    if not setting.venues:
        yield "no board to play on; name one with boards"
    if setting.rounds is not None and setting.format is not Format.SWISS:
        yield f'rounds belongs to format "swiss"; this one is "{setting.format.value}"'
    if setting.rounds is not None and setting.rounds < 1:
        yield f"rounds is {setting.rounds}; a Swiss has at least one"
    if setting.seats is not None and setting.format is not Format.TABLE:
        yield f'seats belongs to format "table"; this one is "{setting.format.value}"'
    if setting.seats is not None and not 2 <= setting.seats <= setting.bots:
        yield f"seats is {setting.seats}; a table seats from 2 to all {setting.bots} bots"


def pair_seed(setting: Setting, round_number: int, bots: tuple[int, ...], number: int) -> int:
    """Return the seed of a pair: unlike any other's, and the same in every run."""
    text = f"{setting.seed}:{round_number}:{bots}:{number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def meeting(setting: Setting, round_number: int, bots: tuple[int, ...]) -> Iterator[PairSpec]:
    """Yield the pairs of one pairing without end; the venues take turns."""
    for number in count():
        venue = setting.venues[number % len(setting.venues)]
        yield PairSpec(
            round=round_number,
            bots=bots,
            number=number,
            seed=pair_seed(setting, round_number, bots, number),
            board=venue.board,
            dictionary=venue.dictionary,
        )


def meetings(setting: Setting, round_number: int, pairings: list[tuple[int, ...]]) -> tuple[PairSpec, ...]:
    """Return the pairs of several pairings, in turn, so that a tournament cut short is a fair one too."""
    each = [list(islice(meeting(setting, round_number, bots), setting.pairs_each)) for bots in pairings]
    return tuple(pair for same_number in zip(*each, strict=True) for pair in same_number)
