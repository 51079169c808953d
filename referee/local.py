"""A whole game inside one process: plain Python players, the same `Game`, no sockets.

For tests, benchmarks and experiments. A player is a function that is shown its `View` when it is to move and
returns what it says. What a player raises is the caller's own error and is not turned into a verdict; bots
that may fail are played through `match.py`.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from referee.events import Event, Result
from referee.game import Effects, Game, View
from referee.rules.base import GameSetup
from scrabble_util.messages import ServerMessage

Chooser: TypeAlias = Callable[[View], ServerMessage]


def play_locally(
    setup: GameSetup, players: Sequence[Chooser], watch: Callable[[Effects], None] | None = None
) -> tuple[Result, tuple[Event, ...]]:
    """Play to the end; return the result and the events of the record. `watch` is shown all effects."""
    if len(players) != setup.num_players:
        raise ValueError(f"the game is for {setup.num_players} players, and {len(players)} came")
    game = Game(setup)
    events: list[Event] = []
    effects = game.start()
    while True:
        events += effects.events
        if watch is not None:
            watch(effects)
        if game.result is not None:
            return game.result, tuple(events)
        player = game.to_move
        effects = game.receive(player, game.turn, players[player - 1](game.view(player)))
