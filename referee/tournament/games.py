"""The words of a tournament: a bot, a pair, a game to be played, a game that was played.

The unit is the *pair*: one seed, played once from each seat order (every rotation at a table of three or
more). Each seat draws from its own stream of the bag, so luck is dealt to seats, and swapping them evens it
out. Everything here is plain data; who makes it is `schedule.py`'s and `runner.py`'s subject.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.verdicts import Verdict


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part: the name the tables show, and where it is, as it was typed."""

    name: str
    bot: str


@dataclass(frozen=True)
class GameSpec:
    """One game to be played; `seats` are entrants (by index) in seat order, the first one starts."""

    pair: str
    rotation: int
    round: int
    seats: tuple[int, ...]
    seed: int
    board: str
    dictionary: str

    @property
    def key(self) -> str:
        """What this game is called in the store: the same in every run of the same tournament."""
        return f"{self.pair}/{self.rotation}"


@dataclass(frozen=True)
class PairSpec:
    """One seed on one board, to be played from each seat order by `bots` (entrants, by index)."""

    round: int
    bots: tuple[int, ...]
    number: int
    seed: int
    board: str
    dictionary: str

    @property
    def id(self) -> str:
        """Round, bots and the pair's number among those of this pairing: ``1/0-2/7``."""
        return f"{self.round}/{'-'.join(map(str, self.bots))}/{self.number}"

    def games(self) -> tuple[GameSpec, ...]:
        """Return the games of the pair: both seat orders, or every rotation of a larger table."""
        return tuple(
            GameSpec(
                pair=self.id,
                rotation=turn,
                round=self.round,
                seats=self.bots[turn:] + self.bots[:turn],
                seed=self.seed,
                board=self.board,
                dictionary=self.dictionary,
            )
            for turn in range(len(self.bots))
        )


@dataclass(frozen=True)
class GameResult:
    """What came of a game. Every tuple runs in seat order; players are numbered from 1."""

    spec: GameSpec
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    turns: int
    timeouts: tuple[int, ...] = ()
    """How many turns each seat lost to the clock."""
    refused: tuple[int, ...] = ()
    """How many plays and changes of each seat were refused."""
    details: tuple[str, ...] = ()
    """More about each seat's verdict: a sentence, and where the bot was at fault the end of its log."""
    times: tuple[tuple[float, ...], ...] = ()
    """Seconds a move took, for each seat: the clock's, so never the same twice."""
    packed: bytes = b""
    """The game record as it travels and is stored: packed by who played, so that the runner need not."""

    @property
    def record(self) -> bytes:
        """The game record."""
        return unpack(self.packed)

    def share(self, seat: int) -> float:
        """Return what the seat (from 0) gets of the game: 1 for a win, 0 for a loss, a draw is shared.

        A game that nobody won (they all left together) is a draw of all.
        """
        if not self.winners:
            return 1 / len(self.spec.seats)
        return 1 / len(self.winners) if seat + 1 in self.winners else 0.0

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the entrants in groups, best first; those in one group are tied.

        Winners come first, then those who stayed by score, then those who left before the end by score.
        """
        if not self.winners:
            return (tuple(sorted(self.spec.seats)),)
        groups: dict[tuple[bool, bool, int], list[int]] = {}
        for seat, bot in enumerate(self.spec.seats):
            if seat + 1 in self.winners:
                place = (False, False, 0)
            else:
                place = (True, self.verdicts[seat].leaves, -self.scores[seat])
            groups.setdefault(place, []).append(bot)
        return tuple(tuple(sorted(groups[place])) for place in sorted(groups))


@dataclass(frozen=True)
class PairResult:
    """A pair of which every game was played."""

    spec: PairSpec
    games: tuple[GameResult, ...]

    def share(self, bot: int) -> float:
        """Return what the entrant got of the pair, from 0 to 1: quarters where two play."""
        shares = [game.share(game.spec.seats.index(bot)) for game in self.games]
        return sum(shares) / len(shares)

    def margin(self, bot: int) -> float:
        """Return by how many points a game the entrant was ahead of the best of the others, on average."""
        ahead = 0
        for game in self.games:
            seat = game.spec.seats.index(bot)
            ahead += game.scores[seat] - max(game.scores[:seat] + game.scores[seat + 1 :])
        return ahead / len(self.games)

    def first_seat_share(self) -> float:
        """Return what the first seat got of the pair."""
        return sum(game.share(0) for game in self.games) / len(self.games)


@dataclass(frozen=True)
class Played:
    """The games played so far, by key: what a schedule plans the next round from."""

    games: Mapping[str, GameResult] = field(default_factory=dict)

    def pair(self, spec: PairSpec) -> PairResult | None:
        """Return the result of a pair, or None while a game of it is missing."""
        games = [self.games.get(game.key) for game in spec.games()]
        complete = tuple(game for game in games if game is not None)
        return PairResult(spec, complete) if len(complete) == len(games) else None

    def pairs(self, specs: Iterable[PairSpec]) -> tuple[PairResult, ...]:
        """Return the results of those pairs that are complete, in the order asked."""
        found = [self.pair(spec) for spec in specs]
        return tuple(pair for pair in found if pair is not None)


def pack(record: bytes) -> bytes:
    """Make a record small."""
    return zlib.compress(record, 4)


def unpack(packed: bytes) -> bytes:
    """Return a record as it was."""
    return zlib.decompress(packed)


def played(results: Iterable[GameResult]) -> Played:
    """Gather results by the key of their game."""
    return Played({result.spec.key: result for result in results})
