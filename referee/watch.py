"""Following a match while it is played: what the terminal, the page and `--debug` are made of."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.events import Event
from referee.game import Game
from scrabble_util.handshake import Hello, Ready
from scrabble_util.messages import ClientMessage, ServerMessage


@dataclass(frozen=True)
class Opened:
    """Where the referee listens, and the tokens of the seats that wait for a player from outside."""

    host: str
    port: int
    tokens: Mapping[int, str]


class Watcher:
    """Follows a match; a subclass overrides what it wants to see. What it raises stops the match."""

    wants_messages = False
    """Whether `heard` and `sent` are to be called: with none who wants them, messages cost nothing more."""

    def opened(self, opened: Opened) -> None:
        """The referee listens, and the bots are being started."""

    def ready(self, player: int) -> None:
        """A player has set up."""

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        """Something happened, and is in the record; the game stands as after it. The move took `seconds`."""

    def heard(self, player: int, turn: int, message: ServerMessage | Hello | Ready) -> None:
        """A player said something."""

    def sent(self, player: int, message: ClientMessage) -> None:
        """A player was told something."""
