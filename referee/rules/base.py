"""What a game is played with, and what a kind of game must answer.

`game.py` keeps what all games have in common: whose turn it is, who is in, the messages, what becomes of
a player at fault, the ends by leaving. A `Rules` says the rest for one kind of game: `start` sets a
`Table` with the pieces of this game on it, and the table is asked what a play, a change or an idle turn
comes to. Another kind of game on the same boards with the same messages is another module beside this
one, and a line in `rules/__init__.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.events import WordPoints
from referee.verdicts import End
from scrabble_util.board import Board
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import GameplayError
from scrabble_util.types import Hand, Laid, PieceId, Pieces, Placement

MOST_PIECES = 1_000_000
"""How many pieces a game may have: a number in somebody's record must not fill the memory."""


@dataclass(frozen=True, kw_only=True)
class GameSetup:
    """All that decides a game but for the players: same setup and same messages, same game."""

    board: Board
    alphabet: str
    pieces: Pieces
    tiles: Mapping[PieceId, int]
    """How many of each piece go into the bag."""
    hand_size: int
    num_players: int
    seed: int
    """Decides the deal. It is told to the record and to nobody else."""
    dictionary: Dictionary | None
    """The words that count; None where any word does (`--no-dictionary`)."""
    timeout: int | None = None
    """The time for a move in milliseconds, for the shell to keep; None: no limit."""
    rules: str = "scrabble"
    """The kind of game, by its name in `rules/__init__.py`."""
    draws: Mapping[int, Sequence[PieceId]] | None = None
    """What each seat draws, from the deal on, in a game played elsewhere; None where the seed decides."""

    def __post_init__(self) -> None:
        if self.num_players < 2:
            raise ValueError(f"a game needs two players or more, not {self.num_players}")
        if self.hand_size < 1:
            raise ValueError(f"a hand of {self.hand_size} pieces; it needs one piece or more")
        if self.timeout is not None and self.timeout < 1:
            raise ValueError(f"a timeout of {self.timeout} ms; it is a millisecond or more")
        for piece, count in self.tiles.items():
            if piece not in self.pieces:
                raise ValueError(f"the bag holds piece {piece}, which is none of the game's pieces")
            if count < 1:
                raise ValueError(f"piece {piece} is in the bag {count} times; a count is at least 1")
        if (many := sum(self.tiles.values())) > MOST_PIECES:
            raise ValueError(f"{many:,} pieces in the bag; a game has {MOST_PIECES:,} at most")
        needed, there = self.hand_size * self.num_players, sum(self.tiles.values())
        if there < needed:
            raise ValueError(
                f"{self.num_players} hands of {self.hand_size} take {needed} pieces; there are only {there}: "
                "use more tiles, smaller hands or fewer players"
            )


@dataclass(frozen=True, slots=True)
class Refusal:
    """A play or a change that breaks the rules, with all that is wrong with it."""

    errors: tuple[GameplayError, ...]


@dataclass(frozen=True, slots=True)
class PlayMade:
    """A good play: it is on the table now, and the player has drawn."""

    points: int
    words: tuple[WordPoints, ...]
    bonus: int
    drawn: Hand


@dataclass(frozen=True, slots=True)
class ChangeMade:
    """A good change: done, with what was drawn."""

    drawn: Hand


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What the end does to one player's points."""

    lost: int
    gained: int


class Table(Protocol):
    """One game in progress, as its rules see it: the board, the bag, the hands and the points."""

    @property
    def laid(self) -> Laid:
        """What lies on the board."""

    @property
    def bag_count(self) -> int:
        """How many pieces are left to draw."""

    def hand(self, player: int) -> Hand:
        """Return what the player holds; a player who left still has the last hand."""

    def score(self, player: int) -> int:
        """Return the points of the player so far."""

    def play(self, player: int, moves: tuple[Placement, ...]) -> PlayMade | Refusal:
        """Lay pieces for the player whose turn it is, or say what is wrong; a refusal costs the turn."""

    def change(self, player: int, pieces: tuple[PieceId, ...]) -> ChangeMade | Refusal:
        """Exchange pieces for the player whose turn it is, or say what is wrong; a refusal costs the turn."""

    def idle(self, player: int) -> None:
        """Note that the player's turn went by with nothing said: a pass or a timeout."""

    def leave(self, player: int) -> None:
        """Note that the player is no longer in."""

    def end(self) -> End | None:
        """Say whether the game is over by its own rules (not because players left)."""

    def reckon(self) -> Mapping[int, Reckoning]:
        """Return what the end of the game does to each player, those who left included."""


class Rules(Protocol):
    """One kind of game."""

    def start(self, setup: GameSetup) -> Table:
        """Fill the bag, deal the hands, and return the table."""
