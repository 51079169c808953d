"""`referee export` and `referee import`, as typed."""

from pathlib import Path

import pytest

from referee.game import Game
from referee.records import Header, RecordWriter, read_record
from referee.rules.base import GameSetup
from scrabble_util.messages import SMPlay
from scrabble_util.types import Direction
from tests.support.cli import referee
from tests.support.games import english_setup, lay

GCG = "#player1 A Ann\n#player2 B Bob\n>A: CATSXYZ 8G CAT +10 10\n>B: OREGEN? - +0 0\n"


def write(path: Path, setup: GameSetup) -> Path:
    game = Game(setup)
    with RecordWriter(path, Header.of(setup)) as writer:
        for event in game.start().events:
            writer.write(event)
        for event in game.receive(1, 1, SMPlay(lay("CAT", (0, 0), Direction.RIGHT))).events:
            writer.write(event)
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    draws = {1: (3, 1, 20, 5, 5, 5, 5, 9, 9, 9), 2: (1,) * 7}
    return write(tmp_path / "game.jsonl", english_setup(draws=draws))


def test_a_record_is_printed_as_gcg_or_written_to_a_file(record: Path) -> None:
    printed = referee("export", record)
    assert printed.status == 0
    assert ">player_1: ACEEEET 8H CAT +10 10" in printed.out
    target = record.with_suffix(".gcg")
    assert referee("export", record, "-o", target).out == ""
    assert target.read_text() == printed.out


def test_json_is_one_document_with_every_line(record: Path) -> None:
    told = referee("export", record, "--format", "json").json
    assert told["header"]["hand_size"] == 7
    assert [event["event"] for event in told["events"]] == ["dealt", "played"]


def test_txt_tells_the_game_in_words(record: Path) -> None:
    told = referee("export", record, "--format", "txt").out
    assert "player 1 plays CAT right from (0, 0) for 10 points, 10 in all" in told
    assert " C A T" in told


def test_what_gcg_cannot_tell_is_said_with_status_1(tmp_path: Path) -> None:
    draws = {1: (3, 1, 20, 5, 5, 5, 5, 9, 9, 9), 2: (1,) * 7}
    endless = write(tmp_path / "endless.jsonl", english_setup("infinite", draws=draws))
    told = referee("export", endless)
    assert told.status == 1
    assert "the board is infinite" in told.err
    assert "--format txt" in told.err
    assert referee("export", endless, "--format", "txt").status == 0


def test_a_file_that_is_no_record_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    assert referee("export", tmp_path / "x").status == 1
    assert referee("export", tmp_path / "missing").status == 2
    assert referee("export", tmp_path / "x", "--format", "pdf").status == 2


def test_a_gcg_file_becomes_a_record_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "game.gcg"
    file.write_text(GCG)
    told = referee("import", file)
    assert told.status == 0
    record = read_record(tmp_path / "game.jsonl")
    assert [record.header.name(player) for player in (1, 2)] == ["Ann", "Bob"]
    assert referee("import", file, "--json", "-o", tmp_path / "other.jsonl").json == {
        "record": str(tmp_path / "other.jsonl"), "turns": 2, "remarks": [],
    }  # fmt: skip
    assert ">Ann: ACSTXYZ 8G CAT +10 10" in referee("export", tmp_path / "game.jsonl").out


def test_a_wrong_gcg_file_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "game.gcg"
    file.write_text(GCG.replace("+10 10", "+11 11"))
    told = referee("import", file)
    assert told.status == 1
    assert "game.gcg: line 3: CAT scores 10 on this board" in told.err
    assert not (tmp_path / "game.jsonl").exists()
    assert referee("import", tmp_path / "none.gcg").status == 2
    assert referee("import", file, "--board", "nowhere").status == 2
