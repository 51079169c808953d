"""Schedules: who meets whom, how often, and that planning is a function of setting and results alone."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament import knockout, swiss
from referee.tournament.games import Played, played
from referee.tournament.schedule import games_foreseen, plan, to_play
from referee.tournament.setting import Format, ScheduleError, Venue
from tests.support.tournaments import better_first, by_strength, play_out, result, setting


def meetings_of(form: Format, bots: int, games: int, seats: int | None = None) -> Counter[tuple[int, ...]]:
    return Counter(pair.bots for pair in plan(setting(form, bots, games, seats=seats), Played()))


def test_a_match_plays_as_many_games_as_asked() -> None:
    how = setting(Format.MATCH, 2, 100)
    pairs = plan(how, Played())
    assert len(pairs) == 50
    assert len(to_play(pairs, Played())) == 100 == games_foreseen(how)


def test_an_odd_number_of_games_is_rounded_up_to_whole_pairs() -> None:
    assert games_foreseen(setting(Format.MATCH, 2, 99)) == 100


def test_a_round_robin_has_every_pairing_equally_often() -> None:
    met = meetings_of(Format.ROUND_ROBIN, 5, 6)
    assert set(met) == set(combinations(range(5), 2))
    assert set(met.values()) == {3}


def test_a_round_robin_cut_short_is_fair_too() -> None:
    pairs = plan(setting(Format.ROUND_ROBIN, 4, 10), Played())
    first_turn = [pair.bots for pair in pairs[:6]]
    assert sorted(first_turn) == sorted(combinations(range(4), 2))


def test_a_gauntlet_is_one_against_all() -> None:
    assert meetings_of(Format.GAUNTLET, 4, 4) == {(0, 1): 2, (0, 2): 2, (0, 3): 2}


def test_tables_seat_every_choice_of_bots_and_rotate_them() -> None:
    met = meetings_of(Format.TABLE, 4, 6, seats=3)
    assert met == dict.fromkeys(combinations(range(4), 3), 2)
    games = to_play(plan(setting(Format.TABLE, 4, 6, seats=3), Played()), Played())
    first_seats = Counter(game.seats[0] for game in games)
    assert set(first_seats.values()) == {6}


def test_each_pair_has_a_seed_of_its_own_that_depends_on_the_tournaments_seed() -> None:
    def seeds(seed: int) -> set[int]:
        return {pair.seed for pair in plan(setting(Format.ROUND_ROBIN, 4, 40, seed), Played())}

    assert len(seeds(1)) == 6 * 20
    assert not seeds(1) & seeds(2)


def test_venues_take_turns() -> None:
    venues = (Venue("standard", "english"), Venue("infinite", "english"))
    pairs = plan(setting(Format.MATCH, 2, 12, venues=venues), Played())
    assert Counter(pair.board for pair in pairs) == {"standard": 3, "infinite": 3}


@given(st.integers(2, 20), st.integers(0, 2**32))
def test_a_swiss_never_repeats_a_pairing_and_everyone_plays_or_sits_out_once_a_round(
    bots: int, luck: int
) -> None:
    how = setting(Format.SWISS, bots, 2, seed=luck)
    pairs, done = play_out(how, by_strength([0.0] * bots))
    assert len(pairs) == swiss.rounds_of(how) * (bots // 2)
    assert max(Counter(pair.bots for pair in pairs).values()) == 1
    for number in range(1, swiss.rounds_of(how) + 1):
        seated = [bot for pair in pairs if pair.round == number for bot in pair.bots]
        assert len(seated) == len(set(seated)) == bots - bots % 2
    points = sum(line[1] for line in swiss.standings(how, done))
    assert points == swiss.rounds_of(how) * ((bots + 1) // 2)


def test_a_swiss_of_more_rounds_than_opponents_allows_rematches() -> None:
    pairs, _ = play_out(setting(Format.SWISS, 4, 2, rounds=6), better_first)
    assert len(pairs) == 12


def test_in_a_swiss_the_best_wins_when_the_better_always_wins() -> None:
    how = setting(Format.SWISS, 9, 2)
    _, done = play_out(how, better_first)
    assert swiss.standings(how, done)[0][:2] == (0, 4.0)


def test_nobody_sits_out_twice_in_a_swiss() -> None:
    how = setting(Format.SWISS, 5, 2, rounds=5)
    pairs, _ = play_out(how, better_first)
    games_of = Counter(bot for pair in pairs for bot in pair.bots)
    assert set(games_of.values()) == {4}


def test_a_bracket_keeps_the_best_apart_until_the_final() -> None:
    assert knockout.bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert knockout.bracket(5) == [0, None, 3, 4, 1, None, 2, None]


@given(st.integers(2, 17), st.integers(0, 2**32))
def test_a_knockout_leaves_one_and_everyone_else_loses_once(bots: int, luck: int) -> None:
    how = setting(Format.KNOCKOUT, bots, 4, seed=luck)
    _, done = play_out(how, by_strength([0.0] * bots))
    ties = [tie for tie in knockout.ties(how, done) if tie.second is not None]
    losers = [tie.second if tie.winner == tie.first else tie.first for tie in ties]
    assert len(ties) == bots - 1
    assert len(set(losers)) == bots - 1
    assert knockout.ties(how, done)[-1].winner not in losers


def test_a_level_tie_is_prolonged_pair_by_pair_and_decided_by_the_points_at_last() -> None:
    how = setting(Format.KNOCKOUT, 2, 2)
    # Seat 1 wins always: every pair is split. The second bot wins its games by more.
    pairs, done = play_out(how, lambda spec: result(spec, (310, 300) if spec.seats[0] == 0 else (320, 300)))
    (tie,) = knockout.ties(how, done)
    assert len(pairs) == 1 + knockout.EXTRA_PAIRS == len(tie.pairs)
    assert tie.winner == 1


def test_a_tie_level_to_the_last_point_goes_to_the_better_seed() -> None:
    how = setting(Format.KNOCKOUT, 2, 2)
    _, done = play_out(how, lambda spec: result(spec, (300, 300)))
    assert knockout.ties(how, done)[-1].winner == 0


@pytest.mark.parametrize("form", [Format.SWISS, Format.KNOCKOUT, Format.ROUND_ROBIN])
def test_the_plan_does_not_depend_on_the_order_in_which_games_finished(form: Format) -> None:
    how = setting(form, 7, 4)
    pairs, done = play_out(how, by_strength([30.0 * bot for bot in range(7)]))
    backwards = played(reversed(list(done.games.values())))
    assert plan(how, backwards) == pairs


@pytest.mark.parametrize(
    ("form", "bots", "games", "rounds", "seats", "says"),
    [
        (Format.MATCH, 1, 2, None, None, "two bots"),
        (Format.MATCH, 3, 2, None, None, "round-robin"),
        (Format.MATCH, 2, 0, None, None, "at least one"),
        (Format.ROUND_ROBIN, 3, 2, 3, None, "swiss"),
        (Format.SWISS, 3, 2, 0, None, "at least one"),
        (Format.MATCH, 2, 2, None, 3, "table"),
        (Format.TABLE, 3, 2, None, 4, "from 2 to all 3"),
    ],
)
def test_an_impossible_setting_says_what_is_wrong(
    form: Format, bots: int, games: int, rounds: int | None, seats: int | None, says: str
) -> None:
    with pytest.raises(ScheduleError, match=says):
        setting(form, bots, games, rounds=rounds, seats=seats)
