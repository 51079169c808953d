"""Comparing a game with its golden: what people are told of a difference, whatever it is."""

import tomllib
from dataclasses import replace
from typing import Any

import pytest

from referee.events import Ended, Event, Played
from referee.records import Header, parse_record, record_bytes
from referee.tournament.config import Config
from referee.tournament.regress import (
    Golden,
    RegressError,
    compare,
    description,
    lines,
    make_golden,
    parse_seeds,
)
from tests.referee.tournament.test_report import game_record

RECORD, EVENTS = game_record("standard")


def changed(number: int, **fields: Any) -> bytes:
    """The game with one event otherwise."""
    header: Header = parse_record(RECORD).header
    events: list[Event] = list(EVENTS)
    events[number] = replace(events[number], **fields)
    return record_bytes(header, events)


def test_the_same_game_does_not_diverge() -> None:
    assert compare("standard-1", RECORD, RECORD) is None


def test_a_changed_score_is_shown_as_both_scores() -> None:
    played = EVENTS[1]
    assert isinstance(played, Played)
    found = compare("standard-1", RECORD, changed(1, points=played.points + 5, score=played.score + 5))
    assert found is not None
    assert (found.turn, found.player) == (1, "player 1")
    assert f"for {played.points} point" in found.before
    assert f"for {played.points + 5} points" in found.after


def test_a_difference_that_words_do_not_show_is_told_by_its_field() -> None:
    found = compare("standard-1", RECORD, changed(1, bag=3))
    assert found is not None
    assert found.before.endswith("; bag 84")
    assert found.after.endswith("; bag 3")


def test_a_game_that_ends_early_diverges_where_it_ends() -> None:
    ended = EVENTS[-1]
    assert isinstance(ended, Ended)
    short = record_bytes(parse_record(RECORD).header, [*EVENTS[:3], ended])
    found = compare("standard-1", RECORD, short)
    assert found is not None
    assert found.turn == 3
    assert found.after.startswith("the game is over")


def test_lines_say_where_and_what_and_how_both_games_ended() -> None:
    found = compare("standard-1", RECORD, changed(1, bag=3))
    assert found is not None
    said = lines(found)
    assert said[0] == "standard-1: diverges at turn 1, player 1's turn"
    assert [line[:4] for line in said[1:]] == ["  - ", "  + ", "  fi"]


@pytest.mark.parametrize(
    ("text", "seeds"), [("7", (7,)), ("1..4", (1, 2, 3, 4)), ("1, 5..6,9", (1, 5, 6, 9)), ("0..0", (0,))]
)
def test_seeds_are_read_as_people_write_them(text: str, seeds: tuple[int, ...]) -> None:
    assert parse_seeds(text) == seeds


def test_a_description_is_read_as_it_was_written() -> None:
    values = {
        "bots": ['./a "b".py', "passer"], "boards": ["standard", "./odd.toml"], "seeds": [1, 2], "hand_size": 5,
        "alphabet": "ABÆ",
    }  # fmt: skip
    golden = make_golden(values, "here")
    assert make_golden(tomllib.loads(description(golden)), "there") == golden
    assert [name for name, _ in golden.games()] == ["standard-1", "standard-2", "odd-1", "odd-2"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"sedes": [1]}, "no field 'sedes'"),
        ({"seeds": []}, "wanted is a list"),
        ({"seeds": [True]}, "wanted is a list"),
        ({"boards": ["a/x.toml", "b/x.toml"]}, "called alike"),
        ({"hand_size": 0}, "hand_size is 0"),
    ],
)
def test_a_description_that_is_wrong_says_so(change: dict[str, Any], says: str) -> None:
    values: dict[str, Any] = {"bots": ["passer", "passer"], "seeds": [1], **change}
    with pytest.raises(RegressError, match=says):
        make_golden(values, "here")


def test_games_of_a_golden_set_have_no_timeout() -> None:
    golden = Golden(Config(), (1,))
    assert golden.config.timeout is None
