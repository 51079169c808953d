"""Bots of the usual kind (`start_game`) in one process, without sockets: for tests and for debugging.

Each bot runs in a thread of its own and talks to the same pure `Game` through queues. What a bot raises is
raised again to whoever called, with the bot's own traceback; there are no limits and no verdicts. Matches that
count are played by `match.py`.
"""

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from referee.events import Event, Result
from referee.game import Effects, Game
from referee.rules.base import GameSetup
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import ClientMessage, ServerMessage
from scrabble_util.pieces import ENGLISH_ALPHABET, pieces_of
from scrabble_util.resources import english_dictionary
from scrabble_util.types import PieceId

StartGame: TypeAlias = Callable[..., Callable[[], None]]

PATIENCE = 60.0
"""How many seconds a bot may think before the game is given up."""


class BotStopped(Exception):
    """A bot returned, or said nothing, while the game went on without it. Whoever called reads it."""


@dataclass(frozen=True)
class LocalSetup:
    """What a connection was told besides what `start_game` is given."""

    tiles: Mapping[PieceId, int]
    hand_size: int


class LocalConnection:
    """A bot's line to the game: the same `send` and `recv` as over TCP."""

    def __init__(self, setup: LocalSetup) -> None:
        """Make a line to a game that is about to start."""
        self.setup = setup
        self.turn = 1
        self.inbox: queue.Queue[ClientMessage] = queue.Queue()
        self.outbox: queue.Queue[tuple[int, ServerMessage] | Exception] = queue.Queue()

    def send(self, message: ServerMessage) -> None:
        """Say something to the referee, about the turn that was heard last."""
        if not isinstance(message, ServerMessage):
            raise TypeError(f"send() takes an SMPlay, SMPass, SMChange or SMForfeit, not {message!r}")
        self.outbox.put((self.turn, message))

    def recv(self) -> ClientMessage:
        """Wait for the next message."""
        message = self.inbox.get()
        self.turn = message.turn
        return message

    def run(self, play: Callable[[], None]) -> None:
        """Play, and leave what came of it in the outbox."""
        try:
            play()
        except Exception as error:
            self.outbox.put(error)
        else:
            self.outbox.put(BotStopped("returned before the game was over"))


def play_bots(
    setup: GameSetup, bots: Sequence[StartGame], patience: float = PATIENCE
) -> tuple[Result, tuple[Event, ...]]:
    """Play one game to its end; return the result and the events of the record."""
    if len(bots) != setup.num_players:
        raise ValueError(f"the game is for {setup.num_players} players, and {len(bots)} came")
    game = Game(setup)
    events = list(game.start().events)
    lines = {player: _seat(game, player, bot) for player, bot in enumerate(bots, start=1)}
    while game.result is None:
        effects = _next(game, lines[game.to_move], patience)
        events += effects.events
        for player, message in effects.messages:
            lines[player].inbox.put(message)
    return game.result, tuple(events)


def play_here(
    *bots: StartGame,
    board: str = "standard",
    seed: int = 1,
    hand_size: int = 7,
    alphabet: str = ENGLISH_ALPHABET,
    dictionary: str | Path | None = None,
    tiles: int = 1,
) -> tuple[Result, tuple[Event, ...]]:
    """Play one game as `referee play` would, but here: for the tests of one's own bot."""
    pieces = pieces_of(alphabet)
    setup = GameSetup(
        board=load_board(board), alphabet=alphabet, pieces=pieces.pieces, tiles=pieces.tiles(tiles),
        hand_size=hand_size, num_players=len(bots), seed=seed,
        dictionary=Dictionary.from_file(dictionary or english_dictionary()),
    )  # fmt: skip
    return play_bots(setup, bots)


def _seat(game: Game, player: int, bot: StartGame) -> LocalConnection:
    """Set a bot up and start its thread."""
    setup = game.setup
    line = LocalConnection(LocalSetup(setup.tiles, setup.hand_size))
    dictionary = setup.dictionary if setup.dictionary is not None else Dictionary()
    play = bot(
        setup.board, setup.alphabet, dictionary, setup.num_players, player, 1, game.hand(player), setup.pieces,
        setup.timeout, line,
    )  # fmt: skip
    threading.Thread(target=line.run, args=(play,), name=f"player {player}", daemon=True).start()
    return line


def _next(game: Game, line: LocalConnection, patience: float) -> Effects:
    """Wait for the player to move, and take in what they say."""
    player = game.to_move
    try:
        said = line.outbox.get(timeout=patience)
    except queue.Empty:
        raise BotStopped(f"player {player} said nothing for {patience:g} s in turn {game.turn}") from None
    if isinstance(said, Exception):
        said.add_note(f"player {player}, turn {game.turn} of the game")
        raise said
    return game.receive(player, *said)
