"""The pure game: how it ends, what is reckoned then, and who wins."""

from typing import Any

import pytest

from referee.events import Ended, Left
from referee.game import NOTHING, Departure, Effects
from referee.verdicts import End, Verdict
from scrabble_util.messages import (
    CMGameOver,
    SMChange,
    SMForfeit,
    SMPass,
    SMPlay,
)
from scrabble_util.types import Direction
from tests.support.games import (
    CHAMELEON,
    chameleon_play,
    chameleon_setup,
    english_setup,
    say,
    sent_to,
    started,
)

CAT = chameleon_play("CAT", (0, 0), Direction.RIGHT)


def result_of(effects: Effects) -> Any:
    event = effects.events[-1]
    assert isinstance(event, Ended)
    return event.result


def test_going_out_ends_the_game_and_gains_what_the_others_lose() -> None:
    game = started(chameleon_setup(tiles=6, hand_size=3))
    effects = say(game, CAT)
    result = result_of(effects)
    # CAT: 5 points, doubled by the centre, and the whole hand; player 2 holds three pieces worth 10 at most.
    assert (result.end, result.scores, result.winners) == (End.WENT_OUT, ((1, 60 + 30), (2, -30)), (1,))
    assert sent_to(effects, 1) == ["CMPlaySuccess", "CMGameOver"]
    assert sent_to(effects, 2) == ["CMPlayed", "CMGameOver"]
    assert effects.messages[-1][1] == CMGameOver(result.scores, turn=1, next_player=0, bag=0)
    assert (game.over, game.to_move, game.score(1)) == (True, 0, 90)


def test_an_empty_hand_is_not_the_end_while_the_bag_can_fill_it() -> None:
    game = started(chameleon_setup(tiles=7, hand_size=3))
    assert not result_or_none(say(game, CAT))
    assert len(game.hand(1)) == 1


def result_or_none(effects: Effects) -> bool:
    return any(isinstance(event, Ended) for event in effects.events)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_three_rounds_without_a_good_play_end_the_game(players: int) -> None:
    game = started(chameleon_setup(num_players=players))
    say(game, CAT)
    nothing = [SMPass(), SMChange([CHAMELEON]), SMPlay([]), chameleon_play("XX", (0, 1), Direction.RIGHT)]
    for turn in range(3 * players):
        assert not game.over
        if turn == 4:
            effects = game.deadline(game.turn)
        else:
            effects = say(game, nothing[turn % 4])
    assert result_of(effects).end is End.NO_PLAYS
    assert result_of(effects).scores[0] == (1, 10 - 70)


def test_a_good_play_starts_the_three_rounds_again() -> None:
    game = started(chameleon_setup())
    say(game, *[SMPass()] * 5, CAT, *[SMPass()] * 5)
    assert not game.over
    assert result_of(say(game, SMPass())).end is End.NO_PLAYS


def test_a_good_play_counts_for_all_also_when_the_one_who_made_it_leaves() -> None:
    game = started(chameleon_setup(num_players=3))
    say(game, *[SMPass()] * 6, CAT, SMPass(), SMPass())
    game.leave(1, Verdict.CRASHED)
    say(game, *[SMPass()] * 3)
    assert not game.over
    assert result_of(say(game, SMPass())).end is End.NO_PLAYS


def test_three_rounds_are_three_turns_of_each_player_still_in() -> None:
    game = started(chameleon_setup(num_players=3))
    say(game, *[SMPass()] * 8)
    # Players 1 and 2 have had their three turns; only player 3, who has had two, was waited for.
    assert result_of(game.leave(3, Verdict.CRASHED)).end is End.NO_PLAYS


def test_the_turns_of_one_who_left_do_not_count_for_the_others() -> None:
    game = started(chameleon_setup(num_players=3))
    say(game, *[SMPass()] * 7)  # 1 has had three turns, 2 and 3 two each
    game.leave(1, Verdict.CRASHED)
    say(game, SMPass())
    assert not game.over
    assert result_of(say(game, SMPass())).end is End.NO_PLAYS


def test_the_last_one_left_wins_whatever_the_points() -> None:
    game = started(chameleon_setup())
    effects = say(game, CAT, SMPass(), SMForfeit())
    result = result_of(effects)
    assert (result.end, result.winners, result.scores) == (End.ONE_LEFT, (2,), ((1, -60), (2, -70)))
    assert sent_to(effects, 1) == ["CMForfeit"]
    assert sent_to(effects, 2) == ["CMForfeit", "CMGameOver"]


def test_nobody_wins_when_the_last_players_leave_together() -> None:
    game = started(chameleon_setup())
    effects = game.leave_together([Departure(p, Verdict.NEVER_STARTED) for p in (1, 2)])
    result = result_of(effects)
    assert (result.end, result.winners) == (End.NOBODY_LEFT, ())
    assert [standing.verdict for standing in result.standings] == [Verdict.NEVER_STARTED] * 2
    assert [type(event) for event in effects.events] == [Left, Left, Ended]


def test_an_interrupted_game_has_no_reckoning_and_no_winner() -> None:
    game = started(chameleon_setup(num_players=3))
    say(game, CAT)
    game.leave(2, Verdict.CRASHED)
    effects = game.interrupt("stopped from the keyboard")
    result = result_of(effects)
    assert (result.end, result.winners, result.scores) == (End.INTERRUPTED, (), ((1, 10), (2, 0), (3, 0)))
    verdicts = [standing.verdict for standing in result.standings]
    assert verdicts == [Verdict.INTERRUPTED, Verdict.CRASHED, Verdict.INTERRUPTED]
    assert [to for to, _ in effects.messages] == [1, 3]


def test_a_tie_has_several_winners() -> None:
    game = started(chameleon_setup())
    assert result_of(say(game, *[SMPass()] * 6)).winners == (1, 2)


def test_one_who_left_keeps_the_points_pays_for_the_hand_and_does_not_win() -> None:
    game = started(chameleon_setup(num_players=3))
    say(game, CAT, SMPass(), SMPass(), SMForfeit(), *[SMPass()] * 3)
    assert not game.over
    result = result_of(say(game, SMPass()))
    standing = result.standings[0]
    assert (standing.points, standing.lost, standing.score) == (10, 70, -60)
    assert standing.verdict is Verdict.FORFEITED
    assert result.winners == (2, 3)


def test_one_who_goes_out_also_gains_the_hands_of_those_who_left() -> None:
    game = started(chameleon_setup(num_players=3, tiles=9, hand_size=3))
    game.leave(3, Verdict.CRASHED)
    assert result_of(say(game, CAT)).scores == ((1, 60 + 60), (2, -30), (3, -30))


def test_a_piece_in_hand_counts_its_highest_points_and_a_blank_none() -> None:
    game = started(english_setup(tiles={0: 14}))
    assert result_of(say(game, *[SMPass()] * 6)).scores == ((1, 0), (2, 0))


def test_after_the_end_nothing_happens() -> None:
    game = started(chameleon_setup())
    say(game, SMForfeit())
    assert game.receive(2, game.turn, SMPass()) is NOTHING
    assert game.deadline(game.turn) is NOTHING
    assert game.leave(2, Verdict.EXITED) is NOTHING
    assert game.interrupt() is NOTHING
