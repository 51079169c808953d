"""A match by a function call."""

from pathlib import Path

import pytest

import bots.passer
import referee
from referee.launch import Launcher
from referee.match_options import MatchResult
from referee.records import read_record
from scrabble_util.board_file import load_board
from scrabble_util.bot_place import BotError
from scrabble_util.dictionary import Dictionary
from scrabble_util.pieces import ENGLISH_ALPHABET, tiles


def test_a_match_is_played_with_everything_named_as_in_the_course(tmp_path: Path) -> None:
    with Launcher() as launcher:
        for board, dictionary in (
            ("standard", ["AT", "TO"]),
            (load_board("infinite"), Dictionary(["AT", "TO"])),
            (load_board("infinite").spec, None),
        ):
            result = referee.start_game(
                board=board,
                alphabet=ENGLISH_ALPHABET,
                dictionary=dictionary,
                hand_size=5,
                timeout=20_000,
                tiles=tiles(1),
                seed=7,
                port=0,
                players=[("Ann", "passer"), ("Bob", bots.passer), ("Bob", bots.passer.start_game)],
                record=tmp_path / "game.jsonl",
                launcher=launcher,
            )
            assert isinstance(result, MatchResult)
            assert result.clean
            assert [seat.name for seat in result.seats] == ["Ann", "Bob-1", "Bob-2"]
            header = read_record(tmp_path / "game.jsonl").header
            assert (header.seed, header.hand_size, header.timeout) == (7, 5, 20_000)


@pytest.mark.parametrize("bot", ["nobody", Path("nobody.py"), lambda *setup: None, len])
def test_a_bot_that_is_not_there_is_the_callers_error(bot: object) -> None:
    with pytest.raises(BotError):
        referee.start_game(players=[("Ann", bot), ("Bob", "passer")])  # type: ignore[list-item]


def test_the_package_gives_nothing_else_away() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'stop_game'"):
        _ = referee.stop_game
