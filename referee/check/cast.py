"""The other players of a situation: small scripts that connect like any player from outside.

Each plays in a thread of the kit, over the real wire. What it does in its n-th turn, its script says.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeAlias

from referee.watch import Opened, Watcher
from scrabble_util.board import Board
from scrabble_util.connection import Connection, ConnectionClosed
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import ServerMessage, SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.state import State
from scrabble_util.types import Direction, Placement, Tile
from scrabble_util.wire import WireError

Script: TypeAlias = Callable[[int, State], ServerMessage | None]
"""Says what to send in one's n-th turn (from 1); None hangs up."""


class Cast(Watcher):
    """Seats the scripted players once the referee listens."""

    def __init__(self, scripts: Mapping[int, Script], board: Board, dictionary: Dictionary) -> None:
        """Take the script of each player who is not a bot."""
        self._scripts = scripts
        self._board = board
        self._dictionary = dictionary
        self._threads: list[threading.Thread] = []

    def opened(self, opened: Opened) -> None:
        """Let everybody connect."""
        for player, script in self._scripts.items():
            arguments = (opened, opened.tokens[player], script)
            thread = threading.Thread(target=self._act, args=arguments, name=f"actor {player}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def _act(self, opened: Opened, token: str, script: Script) -> None:
        try:
            with Connection.open(opened.host, opened.port) as connection:
                self._play(connection, token, script)
        except (ConnectionClosed, OSError, WireError):
            return  # the game is over for this player; what became of the bot is all that counts

    def _play(self, connection: Connection, token: str, script: Script) -> None:
        setup, _ = connection.join(token, [self._dictionary.sha256])
        state = State(
            self._board, setup.alphabet, self._dictionary, setup.num_players, setup.player_number,
            setup.starting_player, setup.hand, setup.pieces, setup.timeout, connection,
        )  # fmt: skip
        connection.ready()
        turns = 0
        while not state.over:
            if state.is_my_turn:
                turns += 1
                message = script(turns, state)
                if message is None:
                    return
                state.send(message)
            state.receive()


# --- scripts


def passes(until: int = 3) -> Script:
    """Pass, and leave in the turn after `until`."""
    return lambda turn, _: SMPass() if turn <= until else SMForfeit()


def first(act: Script, until: int = 3) -> Script:
    """Do something in the first turn, then pass, then leave."""
    return lambda turn, state: act(turn, state) if turn == 1 else passes(until)(turn, state)


def opens(_: int, state: State) -> ServerMessage:
    """Lay any word of the hand over the centre."""
    moves = opening(state)
    return SMPlay(moves) if moves else SMPass()


def changes(_: int, state: State) -> ServerMessage:
    """Change two pieces."""
    return SMChange(list(state.hand)[:2])


def plays_nonsense(_: int, state: State) -> ServerMessage:
    """Lay a piece far away, which is refused."""
    piece = next(iter(state.hand))
    letter = min(state.pieces[piece])
    x, y = state.board.center
    return SMPlay([((x + 1000, y), (piece, letter))])


def changes_nonsense(_: int, state: State) -> ServerMessage:
    """Change a piece that does not exist, which is refused."""
    return SMChange([max(state.pieces) + 1])


def forfeits(_: int, __: State) -> ServerMessage:
    """Leave."""
    return SMForfeit()


def hangs_up(_: int, __: State) -> None:
    """Close the connection without a word."""


def opening(state: State) -> tuple[Placement, ...]:
    """Return the first word of the dictionary that the hand can lay over the centre, going right."""
    held = Counter(piece for piece in state.hand if len(state.pieces[piece]) == 1)
    tiles: dict[str, list[Tile]] = {}
    for piece in held.elements():
        (letter,) = state.pieces[piece]
        tiles.setdefault(letter.char, []).append(Tile(piece, letter))
    have = Counter({char: len(pieces) for char, pieces in tiles.items()})
    for word in state.dictionary:
        coords = [Direction.RIGHT.step(state.board.center, index) for index in range(len(word))]
        if (
            2 <= len(word) <= len(state.hand)
            and Counter(word) <= have
            and all(map(state.board.square, coords))
        ):
            return tuple(
                Placement(coord, tiles[char].pop()) for coord, char in zip(coords, word, strict=True)
            )
    return ()
