"""The table and all that stands beside it."""

import math

import pytest

from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameResult, GameSpec, played
from referee.tournament.schedule import plan
from referee.tournament.setting import Format
from referee.tournament.sprt import Decision, Sprt
from referee.tournament.summary import clock_of, counted_pairs, summarise, verdict_sentence
from referee.verdicts import Verdict
from tests.support.tournaments import better_first, by_strength, play_out, result


def config(bots: int, form: Format | None = None, games: int = 20, **more: object) -> Config:
    entrants = tuple(Entrant(f"bot{number}", "passer") for number in range(bots))
    return Config(bots=entrants, format=form, games=games, **more)  # type: ignore[arg-type]


def test_every_game_is_in_the_table_once() -> None:
    what = config(4)
    _, done = play_out(what.setting, by_strength([0, 20, 40, 60]))
    summary = summarise(what, done)
    assert summary.games == len(done.games) == 6 * 20
    assert summary.complete
    assert sum(line.won for line in summary.standings) == sum(line.lost for line in summary.standings)
    assert all(line.games == line.won + line.drawn + line.lost == 60 for line in summary.standings)


def test_the_best_stands_first_and_the_sentence_says_so() -> None:
    what = config(3)
    _, done = play_out(what.setting, better_first)
    summary = summarise(what, done)
    assert [line.bot for line in summary.standings] == [0, 1, 2]
    assert verdict_sentence(summary).startswith("bot0 is first with 100.0% [")


def test_a_match_says_who_is_better_only_when_the_interval_does() -> None:
    what = config(2, games=40)
    _, clear = play_out(what.setting, better_first)
    assert verdict_sentence(summarise(what, clear)).startswith(
        "bot0 is better than bot1, with confidence 95%"
    )
    _, even = play_out(what.setting, lambda spec: result(spec, (300, 200)))
    assert verdict_sentence(summarise(what, even)).startswith("no difference between")


def test_the_advantage_of_the_first_seat_is_seen_although_pairs_even_it_out() -> None:
    what = config(2, games=40)
    _, done = play_out(what.setting, lambda spec: result(spec, (320, 300)))
    summary = summarise(what, done)
    assert summary.first_seat.value == 1.0
    assert summary.first_seat.low > summary.fair_share == 0.5
    assert summary.first_seat_margin.value == 20
    assert summary.standings[0].share.value == 0.5


def test_a_game_whose_twin_is_missing_waits() -> None:
    what = config(2)
    first = plan(what.setting, played([]))[0].games()[0]
    summary = summarise(what, played([result(first, (1, 0))]))
    assert (summary.games, summary.waiting) == (0, 1)
    assert not summary.complete


def faulty(spec: GameSpec) -> GameResult:
    verdicts = [Verdict.CRASHED if bot == 1 else Verdict.FINISHED for bot in spec.seats]
    return result(spec, [100 for _ in spec.seats], verdicts)


def test_faults_are_counted_for_the_bot_that_made_them_by_verdict() -> None:
    what = config(3)
    _, done = play_out(what.setting, faulty)
    lines = {line.bot: line for line in summarise(what, done).standings}
    assert lines[1].faults == {Verdict.CRASHED: 40}
    assert lines[1].won == 0
    assert not lines[0].faults


def test_clocks_are_the_median_and_the_99th_percentile() -> None:
    clock = clock_of(number / 100 for number in range(1, 201))
    assert clock is not None
    assert (clock.median, clock.p99, clock.moves) == (1.0, 1.98, 200)
    assert clock_of([]) is None


def test_mean_points_and_spread_are_those_of_the_games() -> None:
    what = config(2, games=4)
    scores = iter([(300, 200), (200, 340), (320, 200), (200, 360)])
    _, done = play_out(what.setting, lambda spec: result(spec, next(scores)))
    line = next(line for line in summarise(what, done).standings if line.bot == 0)
    assert line.score.value == (300 + 340 + 320 + 360) / 4
    assert line.spread == pytest.approx(25.82, abs=0.01)


def test_the_cross_table_is_the_same_read_both_ways() -> None:
    what = config(3, Format.TABLE, games=30)
    _, done = play_out(what.setting, by_strength([0, 50, 100]))
    meetings = summarise(what, done).meetings
    for (one, other), meeting in meetings.items():
        back = meetings[other, one]
        assert (meeting.won, meeting.drawn, meeting.lost) == (back.lost, back.drawn, back.won)
        assert meeting.margin.value == pytest.approx(-back.margin.value)


def test_tables_of_three_have_a_fair_share_of_a_third() -> None:
    what = config(3, Format.TABLE, games=9)
    _, done = play_out(what.setting, by_strength([0, 0, 0]))
    summary = summarise(what, done)
    assert summary.fair_share == pytest.approx(1 / 3)
    assert sum(line.share.value for line in summary.standings) == pytest.approx(1)


def test_a_decided_test_counts_the_pairs_up_to_the_decision_and_no_more() -> None:
    what = config(2, games=2000, sprt=Sprt(0, 50))
    pairs, done = play_out(what.setting, better_first)
    summary = summarise(what, done)
    assert summary.test is not None
    assert summary.test.decision is Decision.ACCEPTED
    assert summary.pairs == summary.test.pairs < len(pairs)
    assert summary.waiting == 2 * (len(pairs) - summary.pairs)
    assert summary.complete
    assert verdict_sentence(summary).startswith("bot0 is better than bot1: 50 Elo rather than 0")


def test_the_test_waits_at_a_gap_whatever_was_played_beyond_it() -> None:
    what = config(2, games=2000, sprt=Sprt(0, 50))
    pairs, done = play_out(what.setting, better_first)
    gap = pairs[3].games()[1].key
    holed = played(game for key, game in done.games.items() if key != gap)
    _, state = counted_pairs(what, holed)
    assert state is not None
    assert state.pairs == 3


def test_a_knockout_is_placed_by_the_round_reached() -> None:
    what = config(5, Format.KNOCKOUT, games=2)
    _, done = play_out(what.setting, better_first)
    summary = summarise(what, done)
    assert [(line.bot, line.round_reached) for line in summary.standings[:2]] == [(0, 4), (1, 3)]
    assert summary.ties[-1].winner == 0


def test_a_swiss_is_placed_by_points_then_buchholz() -> None:
    what = config(6, Format.SWISS, games=2)
    _, done = play_out(what.setting, better_first)
    lines = summarise(what, done).standings
    keys = [(line.tournament_points, line.buchholz) for line in lines]
    assert keys == sorted(keys, reverse=True)
    assert lines[0].bot == 0


def test_nothing_played_gives_an_empty_table_not_an_error() -> None:
    summary = summarise(config(3), played([]))
    assert summary.games == 0
    assert math.isnan(summary.standings[0].score.value)
    assert verdict_sentence(summary) == "nothing has been played yet"
