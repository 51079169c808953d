"""What is shown while a tournament runs, and that showing it stays cheap."""

import io

from rich.console import Console

from referee.tournament.config import Config
from referee.tournament.games import Entrant, Played
from referee.tournament.progress import Display, Pace, count_line, fault_lines, screen
from referee.tournament.runner import Moment
from referee.tournament.schedule import plan
from referee.tournament.sprt import Follower, Sprt
from referee.tournament.store import VoidGame
from referee.tournament.summary import summarise
from referee.verdicts import Verdict
from tests.support.tournaments import better_first, play_out, result

CONFIG = Config(bots=(Entrant("one", "passer"), Entrant("two", "passer")), games=12, name="cup")


def moment(games: int = 12, fresh: int = 6, seconds: float = 3.0, sprt: Sprt | None = None) -> Moment:
    _, done = play_out(CONFIG.setting, better_first)
    some = Played(dict(list(done.games.items())[:games]))
    return Moment(CONFIG, some, 12, fresh, seconds, 0, Follower(sprt).state if sprt else None)


def drawn(now: Moment, last: list[str]) -> str:
    console = Console(file=io.StringIO(), width=120, record=True)
    console.print(screen(now, summarise(CONFIG, now.played), last))
    return console.export_text()


def test_the_line_says_how_far_how_fast_and_how_long_still() -> None:
    assert count_line(moment(8, fresh=4, seconds=2.0)) == "8 of 12 games, 2.0 a second, 2.0 s left"
    assert count_line(moment(12)) == "12 of 12 games, 2.0 a second, done"
    assert count_line(moment(8, fresh=0)) == "8 of 12 games"


def test_the_screen_has_the_table_with_error_bars_the_test_and_the_last_verdicts() -> None:
    text = drawn(moment(sprt=Sprt(0, 10)), ["two crashed in game 1/0-1/0/0"])
    assert "cup" in text
    assert "12 of 12 games" in text
    assert "±" in text
    assert "not decided yet whether one is better than two by 10 Elo" in text
    assert "two crashed in game 1/0-1/0/0" in text


def test_a_fault_is_told_in_one_line_with_its_first_reason() -> None:
    spec = plan(CONFIG.setting, Played())[0].games()[0]
    made = result(spec, (5, 3), (Verdict.FINISHED, Verdict.CRASHED))
    assert fault_lines(made, moment()) == ["two crashed in game 1/0-1/0/0"]
    told = result(spec, (5, 3), (Verdict.FINISHED, Verdict.CRASHED))
    object.__setattr__(told, "details", ("", "ValueError: no\nTraceback"))
    assert fault_lines(told, moment()) == ["two crashed in game 1/0-1/0/0: ValueError: no"]


def test_a_look_that_costs_much_is_taken_seldom() -> None:
    now = [0.0]
    pace = Pace(0.5, clock=lambda: now[0])
    assert pace.due()
    now[0] = 2.0  # the look took two seconds
    pace.looked(since=0.0)
    now[0] = 60.0
    assert not pace.due()
    now[0] = 102.0
    assert pace.due()


def test_the_display_draws_and_leaves_the_terminal_as_it_was() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, height=30)
    with Display(console) as display:
        now = moment()
        display.began(now)
        display.void(VoidGame("1/0-1/0/0", "a worker died"), now)
        for game in now.played.games.values():
            display.finished(game, now)
    text = out.getvalue()
    assert "one" in text
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h")  # the cursor comes back
