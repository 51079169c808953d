"""The pure game: whose turn it is, who hears what, what becomes of faults, how it ends."""

from dataclasses import replace
from typing import Any

import pytest

from referee.events import Changed, Dealt, Ended, Event, Left, Passed, Played, Refused, TimedOut
from referee.game import NOTHING, Departure, Effects, Game
from referee.rules.base import GameSetup
from referee.verdicts import End, Verdict
from scrabble_util.board import make_board
from scrabble_util.messages import (
    RGPE,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
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
    say,
    sent_to,
    started,
)

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN
CAT = chameleon_play("CAT", (0, 0), RIGHT)


def only_event(effects: Effects) -> Event:
    (event,) = effects.events
    return event


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


# --- the ends


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
    nothing = [SMPass(), SMChange([CHAMELEON]), SMPlay([]), chameleon_play("XX", (0, 1), RIGHT)]
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
