"""`referee hint`, as typed: the best moves of a turn, the one that was played among them."""

import json
from pathlib import Path

import pytest

from referee.local_bots import play_bots
from referee.records import Header, record_bytes
from tests.support.cli import referee
from tests.support.games import english_setup


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A game of the greedy bot against itself, and its word list."""
    from bots import oxyphenbutazone

    setup = english_setup(seed=7)
    _, events = play_bots(setup, [oxyphenbutazone.start_game] * 2)
    folder = tmp_path_factory.mktemp("hint")
    game, words = folder / "game.jsonl", folder / "words.txt"
    game.write_bytes(record_bytes(Header.of(setup), events))
    assert setup.dictionary is not None
    words.write_text("\n".join(setup.dictionary))
    return game, words


def test_the_greedy_bot_played_the_first_move_of_the_list(record: tuple[Path, Path]) -> None:
    game, words = record
    told = referee("hint", game, 1, "--dictionary", words, "--json").json
    assert told["turn"] == told["player"] == 1
    assert len(told["hand"]) == 7
    assert told["moves"][0]["played"] is True
    scores = [move["score"] for move in told["moves"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == min(10, told["total"])


def test_it_is_a_list_that_a_person_can_read(record: tuple[Path, Path]) -> None:
    game, words = record
    lines = referee("hint", game, "--turn", 1, "--count", 2, "--dictionary", words).out.splitlines()
    assert lines[0].startswith("turn 1: player 1 with ")
    assert lines[1].startswith("  1. ")
    assert lines[1].endswith("(played)")
    assert len(lines) == 3


def test_scores_are_explained_word_by_word(record: tuple[Path, Path]) -> None:
    game, words = record
    told = referee("hint", game, 1, "--count", 1, "--explain", "--dictionary", words).out
    assert told.count("(") >= 3


def test_a_turn_that_was_not_played_is_a_wrong_command(record: tuple[Path, Path]) -> None:
    game, words = record
    ran = referee("hint", game, 999, "--dictionary", words)
    assert ran.status == 2
    assert "the game has turns 1 to" in ran.err


def test_another_dictionary_is_told_apart(record: tuple[Path, Path]) -> None:
    game, _ = record
    ran = referee("hint", game, 1)
    assert ran.status == 1
    assert "--dictionary FILE" in ran.err


def test_a_word_list_that_is_not_there_is_bad_usage_also_where_any_word_counted(
    record: tuple[Path, Path], tmp_path: Path
) -> None:
    game, _ = record
    header, _, events = game.read_text(encoding="utf-8").partition("\n")
    any_word = tmp_path / "any-word.jsonl"
    told = json.loads(header) | {"dictionary": None}
    any_word.write_text(json.dumps(told) + "\n" + events, encoding="utf-8")
    for command in ("hint", "explain"):
        ran = referee(command, any_word, "--turn", 1, "--dictionary", tmp_path / "none.txt")
        assert ran.status == 2
        assert ran.err.endswith("none.txt: no such word list\n")
        assert "contradicts" not in ran.err


@pytest.mark.parametrize("count", [0, -1])
def test_at_least_one_move_is_listed(record: tuple[Path, Path], count: int) -> None:
    assert referee("hint", record[0], 1, "--count", count).status == 2
