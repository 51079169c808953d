"""A game's and a pair's outcome, as the statistics read them."""

from referee.tournament.games import PairSpec, played
from referee.verdicts import Verdict
from tests.support.tournaments import result

PAIR = PairSpec(round=1, bots=(0, 1), number=0, seed=5, board="standard", dictionary="english")
TABLE = PairSpec(round=1, bots=(0, 1, 2), number=0, seed=5, board="standard", dictionary="english")


def test_a_pair_plays_one_seed_from_both_seat_orders() -> None:
    first, second = PAIR.games()
    assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert first.seed == second.seed == 5
    assert first.key != second.key


def test_a_table_plays_every_rotation() -> None:
    assert [game.seats for game in TABLE.games()] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_a_win_is_the_bots_whatever_its_seat() -> None:
    games = PAIR.games()
    pair = played([result(games[0], (300, 250)), result(games[1], (200, 310))]).pair(PAIR)
    assert pair is not None
    assert (pair.share(0), pair.share(1)) == (1.0, 0.0)
    assert pair.margin(0) == (50 + 110) / 2
    assert pair.first_seat_share() == 0.5


def test_a_draw_is_shared_and_a_pair_of_a_win_and_a_draw_gives_three_quarters() -> None:
    games = PAIR.games()
    pair = played([result(games[0], (300, 250)), result(games[1], (200, 200))]).pair(PAIR)
    assert pair is not None
    assert pair.share(0) == 0.75
    assert pair.share(1) == 0.25


def test_a_pair_with_a_missing_game_has_no_result() -> None:
    assert played([result(PAIR.games()[0], (1, 2))]).pair(PAIR) is None


def test_who_left_is_ranked_behind_all_who_stayed() -> None:
    crashed = (Verdict.CRASHED, Verdict.FINISHED, Verdict.FINISHED)
    assert result(TABLE.games()[0], (400, 100, 200), crashed).ranking() == ((2,), (1,), (0,))


def test_equal_scores_are_one_group_of_the_ranking() -> None:
    assert result(TABLE.games()[1], (100, 100, 300)).ranking() == ((0,), (1, 2))


def test_a_game_that_everybody_left_is_a_draw_of_all() -> None:
    both = result(PAIR.games()[0], (10, 20), (Verdict.CRASHED, Verdict.CRASHED))
    assert [both.share(0), both.share(1)] == [0.5, 0.5]
    assert both.ranking() == ((0, 1),)
