"""The pure game: what is said too late or too early, and players who leave."""

import pytest

from referee.events import Left
from referee.game import NOTHING, Departure
from referee.verdicts import Verdict
from scrabble_util.messages import (
    CMForfeit,
    CMPlaySuccess,
    SMForfeit,
    SMPass,
)
from scrabble_util.types import Direction, Hand
from tests.support.games import (
    CHAMELEON,
    chameleon_play,
    chameleon_setup,
    only_event,
    say,
    sent_to,
    started,
)

CAT = chameleon_play("CAT", (0, 0), Direction.RIGHT)


# --- late, early, and not at all


def test_an_answer_that_comes_after_its_turn_is_dropped() -> None:
    game = started(chameleon_setup())
    game.deadline(1)
    assert game.receive(1, 1, CAT) is NOTHING
    assert (game.to_move, game.players_in, game.laid) == (2, (1, 2), {})


def test_a_second_answer_to_one_turn_is_dropped() -> None:
    game = started(chameleon_setup())
    say(game, SMPass())
    assert game.receive(1, 1, SMPass()) is NOTHING


def test_a_message_in_another_players_turn_is_a_fault() -> None:
    game = started(chameleon_setup(num_players=3))
    effects = game.receive(2, 1, SMPass())
    event = only_event(effects)
    assert isinstance(event, Left)
    assert (event.player, event.verdict) == (2, Verdict.OUT_OF_TURN)
    assert event.detail == "sent SMPass for turn 1, which is player 1's"
    assert (game.to_move, game.turn, game.players_in) == (1, 1, (1, 3))


def test_the_verdict_out_of_turn_does_not_hang_on_who_was_quicker() -> None:
    early, late = started(chameleon_setup(num_players=3)), started(chameleon_setup(num_players=3))
    early.receive(3, 1, SMPass())
    say(late, SMPass())
    late.receive(3, 1, SMPass())
    assert early.players_in == late.players_in == (1, 2)


@pytest.mark.parametrize("turn", [0, -1, 2, 99])
def test_a_turn_that_has_not_come_is_no_turn_of_the_player(turn: int) -> None:
    game = started(chameleon_setup(num_players=3))
    event = only_event(game.receive(1, turn, SMPass()))
    assert isinstance(event, Left) and event.verdict is Verdict.OUT_OF_TURN
    why = "no turn: they are counted from 1" if turn < 1 else "not to be played yet"
    assert event.detail == f"sent SMPass for turn {turn}, which is {why}"


# --- leaving


def test_a_player_who_forfeits_hears_that_and_nothing_more() -> None:
    game = started(chameleon_setup(num_players=3))
    effects = say(game, SMForfeit())
    message = CMForfeit(1, turn=2, next_player=2, bag=19)
    assert effects.messages == ((1, message), (2, message), (3, message))
    assert sent_to(say(game, SMPass()), 1) == []
    assert game.receive(1, 2, SMPass()) is NOTHING


def test_leaving_in_anothers_turn_leaves_the_turn_to_them() -> None:
    game = started(chameleon_setup(num_players=3))
    effects = game.leave(3, Verdict.CRASHED, "exit status 1")
    assert effects.messages[0] == (1, CMForfeit(3, turn=1, next_player=1, bag=19))
    assert only_event(effects) == Left(1, 3, Hand([CHAMELEON] * 7), Verdict.CRASHED, "exit status 1")
    assert say(game, CAT).messages[0][1] == CMPlaySuccess(
        CAT.moves, 10, Hand([CHAMELEON] * 3), turn=2, next_player=2, bag=16
    )


def test_leaving_twice_is_leaving_once() -> None:
    game = started(chameleon_setup(num_players=3))
    game.leave(3, Verdict.CRASHED)
    assert game.leave(3, Verdict.DISCONNECTED) is NOTHING


def test_the_pieces_of_one_who_left_stay_out_of_the_bag() -> None:
    game = started(chameleon_setup(num_players=3))
    game.leave(3, Verdict.CRASHED)
    assert game.bag_count == 19


def test_players_who_leave_together_hear_of_each_other_up_to_their_own_going() -> None:
    game = started(chameleon_setup(num_players=4, tiles=60))
    gone = [Departure(1, Verdict.NEVER_STARTED), Departure(3, Verdict.NEVER_STARTED)]
    effects = game.leave_together(gone)
    told = [(to, message.player) for to, message in effects.messages if isinstance(message, CMForfeit)]
    assert told == [(1, 1), (2, 1), (3, 1), (4, 1), (2, 3), (3, 3), (4, 3)]
    assert {message.next_player for _, message in effects.messages} == {2}
