"""From a game of the schedule to a match and back: names, bags, and what is missing before anything starts."""

import json
from pathlib import Path

import pytest

from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameSpec
from referee.tournament.play import missing_parts, name_bots, seating, short_bag
from scrabble_util.pieces import DANISH, ENGLISH_ALPHABET

CONFIG = Config(bots=(Entrant("mine", "./mine.py"), Entrant("passer", "passer")), timeout=50)


def test_a_game_becomes_a_match_with_the_bots_in_their_seats(tmp_path: Path) -> None:
    spec = GameSpec("1/0-1/3", 1, 1, (1, 0), 77, "standard", "english")
    options = seating(CONFIG, tmp_path, tmp_path).options(spec, tmp_path)
    assert [seat.name for seat in options.seats] == ["passer", "mine"]
    assert [seat.bot for seat in options.seats] == ["passer", str(tmp_path / "mine.py")]
    assert (options.seed, options.board, options.dictionary, options.timeout) == (77, "standard", None, 50)


def test_files_of_boards_and_words_are_found_from_the_descriptions_folder(tmp_path: Path) -> None:
    spec = GameSpec("1/0-1/3", 0, 1, (0, 1), 77, "./odd.toml", "./words.txt")
    options = seating(CONFIG, tmp_path, tmp_path).options(spec, tmp_path)
    assert options.board == str(tmp_path / "odd.toml")
    assert options.dictionary == str(tmp_path / "words.txt")


def test_a_record_names_bots_as_they_were_typed_and_is_otherwise_the_same() -> None:
    header = {
        "record": 1,
        "seats": [{"player": 1, "bot": "/home/me/mine.py"}, {"player": 2, "bot": "passer"}],
    }
    record = json.dumps(header).encode() + b'\n{"event":"dealt"}\n'
    named = name_bots(record, ["./mine.py", "passer"])
    assert b"/home/me" not in named
    first, rest = named.split(b"\n", 1)
    assert [seat["bot"] for seat in json.loads(first)["seats"]] == ["./mine.py", "passer"]
    assert rest == b'{"event":"dealt"}\n'


@pytest.mark.parametrize("alphabet", [ENGLISH_ALPHABET, DANISH.alphabet, "AB"])
@pytest.mark.parametrize("size", [2, 14, 40])
def test_the_bag_of_a_test_game_holds_exactly_the_hands(alphabet: str, size: int) -> None:
    assert sum(short_bag(alphabet, size).values()) == size


def test_everything_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    config = Config(
        bots=(
            Entrant("a", "./none.py"),
            Entrant("b", "remote"),
            Entrant("c", "console"),
            Entrant("d", "passer"),
        ),
        boards=("standard", "standrad"),
        dictionaries=("english", "./none.txt"),
    )
    complaints = missing_parts(config, tmp_path)
    assert len(complaints) == 5
    assert "none.py: no such file" in complaints[0]
    assert "starts its bots itself" in complaints[1]
    assert "c is for a person at a terminal" in complaints[2]
    assert "standrad" in complaints[3]
    assert "none.txt" in complaints[4]
