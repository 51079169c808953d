"""Games in which everything happens that can: good and bad plays, changes, timeouts, late answers, departures.

`chaos` drives a pure `Game` with any word allowed, from a random number generator alone, and gives every
player's messages to a listener as they are sent.
"""

import random
from collections.abc import Callable

from referee.game import Effects, Game
from referee.rules.base import GameSetup
from referee.verdicts import Verdict
from scrabble_util.checks import Attempt, check_play
from scrabble_util.messages import ClientMessage, ServerMessage, SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.types import Coord, Direction, Placement, Tile

Listener = Callable[[int, ClientMessage | ServerMessage], None]
"""Called with (player, message) for each message a player sends or is sent, in order."""

FAULTS = tuple(verdict for verdict in Verdict if verdict.is_fault)


def chaos(setup: GameSetup, rng: random.Random, listen: Listener, check: Callable[[Game], None]) -> Game:
    """Play a whole game of accidents; `check` is called after each of them."""
    game = Game(setup)
    game.start()
    check(game)
    while not game.over:
        for player, message in _something_happens(game, rng, listen).messages:
            listen(player, message)
        check(game)
    return game


def _something_happens(game: Game, rng: random.Random, listen: Listener) -> Effects:
    player, dice = game.to_move, rng.random()
    if dice < 0.02:
        return game.leave(rng.choice(game.players_in), rng.choice(FAULTS))
    if dice < 0.06:
        late = SMChange(list(game.hand(player))[:1])
        listen(player, late)  # said, but the time was up before it came
        return game.deadline(game.turn)
    if dice < 0.08:
        return game.deadline(game.turn)
    message = _something_to_say(game, player, rng)
    listen(player, message)
    return game.receive(player, game.turn, message)


def _something_to_say(game: Game, player: int, rng: random.Random) -> ServerMessage:
    dice, hand = rng.random(), list(game.hand(player))
    if dice < 0.60:
        return SMPlay(_good_play(game, player, rng))
    if dice < 0.75:
        spots = [Coord(rng.randint(-9, 9), rng.randint(-9, 9)) for _ in range(rng.randint(0, 3))]
        return SMPlay([Placement(spot, _tile(game, rng.choice([*hand, 99]), rng)) for spot in spots])
    if dice < 0.90:
        return SMChange(rng.choices([*hand, *hand, 99], k=rng.randint(0, len(hand))))
    return SMPass() if dice < 0.99 else SMForfeit()


def _good_play(game: Game, player: int, rng: random.Random) -> tuple[Placement, ...]:
    """Try some lines through or beside what lies there; nothing where none of them can be laid."""
    setup, hand = game.setup, list(game.hand(player))
    for _ in range(8):
        rng.shuffle(hand)
        beside = rng.choice(list(game.laid) or [setup.board.center])
        direction = rng.choice(list(Direction))
        here = direction.step(beside, -rng.randint(0, 2))
        moves: list[Placement] = []
        for piece in hand[: rng.randint(1, len(hand))]:
            while here in game.laid:
                here = direction.step(here)
            moves.append(Placement(here, _tile(game, piece, rng)))
            here = direction.step(here)
        attempt = Attempt(
            player, tuple(moves), game.hand(player), setup.pieces, setup.board, game.laid, setup.dictionary
        )
        if not check_play(attempt):
            return tuple(moves)
    return ()


def _tile(game: Game, piece: int, rng: random.Random) -> Tile:
    letters = game.setup.pieces.get(piece) or game.setup.pieces[1]
    return Tile(piece, rng.choice(sorted(letters)))
