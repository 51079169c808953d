"""What people are shown of a tournament: any name as it is, and no claim on a handful of games."""

import io

import pytest
from rich.console import Console

from referee.tournament.config import Config
from referee.tournament.games import Entrant
from referee.tournament.setting import Format
from referee.tournament.show import final_word, seat_sentence
from referee.tournament.summary import Summary, summarise
from tests.support.tournaments import better_first, play_out, result


def shown(summary: Summary, width: int = 200) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(final_word(summary, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("name", ["[red]x", "a[/b]", "v2[1]", ":smile:"])
def test_a_name_is_shown_as_it_is_whatever_is_in_it(name: str) -> None:
    bots = tuple(Entrant(text, "passer") for text in (name, "two", "three"))
    what = Config(bots=bots, games=2)
    _, done = play_out(what.setting, better_first)
    text = shown(summarise(what, done))
    rows = [line for line in text.splitlines() if name in line]
    assert len(rows) == 4  # its line, the heading and the line of the cross table, the sentence


def test_a_narrow_terminal_gets_two_tables_and_loses_no_figure() -> None:
    bots = tuple(Entrant(text, "passer") for text in ("oxyphenbutazone", "two"))
    what = Config(bots=bots, games=20)
    _, done = play_out(what.setting, better_first)
    summary = summarise(what, done)
    wide, narrow = shown(summary, 200), shown(summary, 80)
    assert "…" not in narrow
    assert set(wide.split()) == set(narrow.split())
    assert wide.count("oxyphenbutazone") == narrow.count("oxyphenbutazone") - 1


@pytest.mark.parametrize(("pairs", "matters"), [(2, False), (5, False), (6, True)])
def test_a_few_pairs_do_not_show_that_the_first_seat_matters(pairs: int, matters: bool) -> None:
    bots = (Entrant("one", "passer"), Entrant("two", "passer"))
    what = Config(bots=bots, format=Format.MATCH, games=2 * pairs)
    _, done = play_out(what.setting, lambda spec: result(spec, (320, 300)))
    assert seat_sentence(summarise(what, done)).startswith("the first seat matters") is matters
