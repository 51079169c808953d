"""The pure game: how it is set up, whose turn it is, who hears what, what a seat may see."""

from dataclasses import replace
from typing import Any

import pytest

from referee.events import Changed, Dealt, Passed, Played, Refused, TimedOut
from referee.game import NOTHING, Game
from referee.rules.base import GameSetup
from referee.verdicts import Verdict
from scrabble_util.board import make_board
from scrabble_util.messages import (
    RGPE,
    CMChange,
    CMChangeSuccess,
    CMPassed,
    CMPlayed,
    CMPlayFailed,
    CMPlaySuccess,
    CMTimeOut,
    GPEEmptyMove,
    GPENotEnoughPieces,
    SMChange,
    SMForfeit,
    SMPass,
    SMPlay,
)
from scrabble_util.scoring import MOST_PLAY_POINTS
from scrabble_util.types import Direction, Hand
from scrabble_util.wire import encode_to_player
from tests.support.games import (
    CHAMELEON,
    board,
    chameleon_play,
    chameleon_setup,
    english_setup,
    only_event,
    say,
    started,
)

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN
CAT = chameleon_play("CAT", (0, 0), RIGHT)


# --- setting up


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"num_players": 1}, "two players or more"),
        ({"hand_size": 0}, "one piece or more"),
        ({"timeout": 0}, "a millisecond or more"),
        ({"tiles": {CHAMELEON: 13}}, "2 hands of 7 take 14 pieces; there are only 13"),
        ({"tiles": {CHAMELEON: 10**30}}, "a game has 1,000,000 at most"),
        ({"tiles": {77: 40}}, "piece 77, which is none of the game's pieces"),
        ({"tiles": {CHAMELEON: 0}}, "a count is at least 1"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        replace(chameleon_setup(), **changes)


def test_rules_that_nobody_wrote_are_refused() -> None:
    with pytest.raises(ValueError, match="no rules are called 'chess'; there are: scrabble"):
        Game(chameleon_setup(rules="chess"))


def test_the_start_deals_and_gives_the_first_turn_to_player_1() -> None:
    game = Game(english_setup(num_players=3))
    effects = game.start()
    assert effects.messages == ()
    assert only_event(effects) == Dealt(1, tuple((p, game.hand(p)) for p in (1, 2, 3)), 79)
    assert (game.turn, game.to_move, game.bag_count) == (1, 1, 79)
    assert [len(game.hand(player)) for player in (1, 2, 3)] == [7, 7, 7]


def test_misuse_of_the_game_itself_raises() -> None:
    game = Game(chameleon_setup())
    with pytest.raises(RuntimeError, match="start"):
        game.receive(1, 1, SMPass())
    game.start()
    with pytest.raises(RuntimeError, match="already"):
        game.start()
    with pytest.raises(ValueError, match="nobody leaves a game for the verdict 'timed out'"):
        game.leave(1, Verdict.TIMED_OUT)


# --- what is said in a turn, and who hears what


def test_the_points_of_any_board_can_be_sent() -> None:
    spec = replace(board().spec, squares={0: {0: "_result_ := 9223372036854775807"}}, prog="_result_ := 0")
    game = started(chameleon_setup(board=make_board(spec), hand_size=3))
    effects = say(game, CAT)
    assert game.score(1) == MOST_PLAY_POINTS
    for _, message in effects.messages:
        assert encode_to_player(message)


def test_a_good_play_is_told_to_the_mover_with_new_pieces_and_to_the_others_without() -> None:
    game = started(chameleon_setup(num_players=3))
    effects = say(game, CAT)
    stand = {"turn": 2, "next_player": 2, "bag": 40 - 21 - 3}
    played = CMPlayed(1, CAT.moves, 10, **stand)
    drawn = Hand([CHAMELEON] * 3)
    assert effects.messages == ((1, CMPlaySuccess(CAT.moves, 10, drawn, **stand)), (2, played), (3, played))
    assert game.score(1) == 10
    assert len(game.hand(1)) == 7
    event = only_event(effects)
    assert isinstance(event, Played)
    assert (event.points, event.score, event.bonus, event.drawn, event.bag) == (10, 10, 0, drawn, 16)
    assert [(word.text, word.points) for word in event.words] == [("CAT", 10)]


def test_words_across_score_too_and_letters_that_lay_there_count_on_the_used_square() -> None:
    game = started(chameleon_setup(dictionary=None))
    say(game, chameleon_play("FOUL", (0, 0), DOWN), chameleon_play("NOUS", (-2, 2), RIGHT, skip=[2]))
    event = only_event(say(game, chameleon_play("TOE", (-1, 1), DOWN, skip=[1])))
    assert isinstance(event, Played)
    assert [(word.text, word.points) for word in event.words] == [("TOE", 4), ("TO", 3), ("EL", 2)]
    assert event.points == 9
    # (priority, index, square, points after): the O of TOE is on square 0, the used square.
    assert event.words[0].steps == ((0, 0, 1, 2), (0, 1, 0, 3), (0, 2, 0, 4))


def test_the_bonus_is_for_a_whole_hand_and_not_for_the_rest_of_one() -> None:
    game = started(chameleon_setup(tiles=7, hand_size=3, dictionary=None))
    whole = only_event(say(game, CAT))
    assert isinstance(whole, Played) and whole.bonus == 50
    assert len(game.hand(1)) == 1
    say(game, SMPass())
    rest = say(game, chameleon_play("S", (3, 0), RIGHT)).events[0]
    assert isinstance(rest, Played) and rest.bonus == 0


def test_players_who_hear_the_same_thing_get_the_same_object() -> None:
    effects = say(started(chameleon_setup(num_players=4, tiles=60)), CAT)
    assert len({id(message) for _, message in effects.messages}) == 2


def test_a_bad_play_costs_the_turn_and_is_told_with_its_errors_to_the_mover_only() -> None:
    game = started(chameleon_setup(num_players=3))
    effects = say(game, SMPlay([]))
    stand = {"turn": 2, "next_player": 2, "bag": 19}
    failed = CMPlayFailed(1, (), **stand)
    assert effects.messages == ((1, RGPE((GPEEmptyMove(),), **stand)), (2, failed), (3, failed))
    assert only_event(effects) == Refused(1, 1, Hand([CHAMELEON] * 7), SMPlay([]), (GPEEmptyMove(),))


def test_a_bad_play_leaves_board_hand_and_points_as_they_were() -> None:
    game = started(chameleon_setup())
    before = game.view(1)
    say(game, chameleon_play("XQZ", (0, 0), RIGHT))
    assert replace(game.view(1), turn=1, next_player=1) == before


def test_a_change_draws_as_many_and_tells_the_others_only_how_many() -> None:
    game = started(english_setup())
    before = game.hand(1)
    given = list(before)[:3]
    effects = say(game, SMChange(given))
    (_, mine), (_, theirs) = effects.messages
    assert isinstance(mine, CMChangeSuccess) and len(mine.new_pieces) == 3
    assert theirs == CMChange(1, 3, turn=2, next_player=2, bag=86)
    assert game.hand(1) == before - given + mine.new_pieces
    assert only_event(effects) == Changed(1, 1, before, tuple(given), mine.new_pieces)


def test_nobody_draws_back_what_they_change() -> None:
    setup = english_setup(tiles={1: 7, 2: 7, 3: 7}, dictionary=None)
    for seed in range(20):
        game = started(replace(setup, seed=seed))
        in_bag = Hand([1] * 7 + [2] * 7 + [3] * 7) - game.hand(1) - game.hand(2)
        say(game, SMChange(game.hand(1)))
        assert game.hand(1) == in_bag


def test_a_bad_change_is_a_failed_play_of_nothing_to_the_others() -> None:
    game = started(chameleon_setup(tiles=15))
    effects = say(game, SMChange([CHAMELEON, CHAMELEON]))
    (_, mine), (_, theirs) = effects.messages
    assert mine == RGPE((GPENotEnoughPieces(2, 1),), turn=2, next_player=2, bag=1)
    assert theirs == CMPlayFailed(1, (), turn=2, next_player=2, bag=1)


def test_a_pass_is_told_to_all() -> None:
    game = started(chameleon_setup())
    effects = say(game, SMPass())
    passed = CMPassed(1, turn=2, next_player=2, bag=26)
    assert effects.messages == ((1, passed), (2, passed))
    assert only_event(effects) == Passed(1, 1, Hand([CHAMELEON] * 7))


def test_a_timeout_is_a_pass_that_is_told_to_all() -> None:
    game = started(chameleon_setup())
    effects = game.deadline(1)
    message = CMTimeOut(1, turn=2, next_player=2, bag=26)
    assert effects.messages == ((1, message), (2, message))
    assert only_event(effects) == TimedOut(1, 1, Hand([CHAMELEON] * 7))


def test_a_deadline_of_a_turn_that_was_played_does_nothing() -> None:
    game = started(chameleon_setup())
    say(game, SMPass())
    assert game.deadline(1) is NOTHING
    assert game.to_move == 2


def test_turns_go_round_the_players_who_are_in() -> None:
    game = started(chameleon_setup(num_players=4, tiles=60))
    movers = []
    for _ in range(9):
        movers.append(game.to_move)
        say(game, SMForfeit() if len(movers) == 3 else SMPass())
    assert movers == [1, 2, 3, 4, 1, 2, 4, 1, 2]


# --- what a seat may see


def test_a_view_shows_the_own_hand_and_what_all_can_see() -> None:
    game = started(english_setup(num_players=3))
    view = game.view(2)
    assert view.hand == game.hand(2)
    assert (view.players, view.turn, view.next_player, view.bag) == ((1, 2, 3), 1, 1, 79)
    assert view.scores == {1: 0, 2: 0, 3: 0}


def test_a_view_is_a_picture_that_does_not_change_with_the_game() -> None:
    game = started(chameleon_setup())
    view = game.view(1)
    say(game, CAT)
    assert view.laid == {}
    assert len(game.view(1).laid) == 3


def test_a_view_is_the_same_whatever_is_hidden() -> None:
    def twin(setup: GameSetup) -> Any:
        game = started(setup)
        say(game, chameleon_play("CAT", (0, 0), RIGHT), SMPass())
        return game.view(1)

    setup = chameleon_setup()
    assert twin(setup) == twin(replace(setup, seed=99))
