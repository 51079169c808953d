"""The moments of a record are those the game went through."""

from collections.abc import Callable

import pytest

from referee.events import Event
from referee.game import Effects, Game
from referee.replay import moments
from referee.rules.base import GameSetup
from referee.verdicts import Verdict
from scrabble_util.messages import SMChange, SMPass
from scrabble_util.types import Direction
from tests.support.games import chameleon_play, chameleon_setup, english_setup
from tests.support.players import AnyMove, troublesome


@pytest.mark.parametrize("players", [2, 3])
def test_every_moment_is_as_the_game_was(players: int) -> None:
    setup = english_setup(num_players=players, seed=3)
    choose = AnyMove(setup, troublesome)
    game = Game(setup)
    events: list[Event] = list(game.start().events)
    seen = [snapshot(game)]
    while not game.over:
        effects = game.receive(game.to_move, game.turn, choose(game.view(game.to_move)))
        events += effects.events
        seen.append(snapshot(game))
    told = list(moments(events))
    # The end is a moment of its own in the record, and one with the last turn in the game.
    assert [
        (dict(m.laid), dict(m.scores), dict(m.hands), m.players, m.bag) for m in [*told[:-2], told[-1]]
    ] == seen
    assert [moment.number for moment in told] == list(range(len(told)))


def snapshot(game: Game) -> tuple[object, ...]:
    players = range(1, game.setup.num_players + 1)
    return (
        dict(game.laid),
        {player: game.score(player) for player in players},
        {player: game.hand(player) for player in players},
        game.players_in,
        game.bag_count,
    )


def story(setup: GameSetup, *steps: Callable[[Game], Effects]) -> list[Event]:
    game = Game(setup)
    events = list(game.start().events)
    for step in steps:
        events += step(game).events
    return events


def test_fresh_is_what_the_event_covered_and_one_who_left_is_out() -> None:
    cat = chameleon_play("CAT", (0, 0), Direction.RIGHT)
    events = story(
        chameleon_setup(num_players=3),
        lambda game: game.receive(1, 1, cat),
        lambda game: game.receive(2, 2, SMChange([1])),
        lambda game: game.leave(1, Verdict.CRASHED),
        lambda game: game.receive(3, 3, SMPass()),
    )
    told = list(moments(events))
    assert [len(moment.fresh) for moment in told] == [0, 3, 0, 0, 0]
    assert told[1].fresh == {coord for coord, _ in cat.moves}
    assert [moment.players for moment in told] == [(1, 2, 3)] * 3 + [(2, 3)] * 2


def test_earlier_moments_do_not_change_with_later_ones() -> None:
    cat = chameleon_play("CAT", (0, 0), Direction.RIGHT)
    deal, _play = list(moments(story(chameleon_setup(), lambda game: game.receive(1, 1, cat))))
    assert deal.laid == {}
