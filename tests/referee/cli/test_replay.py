"""`referee replay` and `referee verify`, as typed."""

import json
from pathlib import Path

import pytest

from tests.support.cli import referee
from tests.support.goldens import FOLDER, LEXICON

GOLDEN = FOLDER / "standard-2.jsonl"


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_text("\n".join(LEXICON), encoding="utf-8")
    return path


# --- verify


def test_a_true_record_holds(words: Path) -> None:
    ran = referee("verify", GOLDEN, "--dictionary", words)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("turns and the result hold\n")
    told = referee("verify", GOLDEN, "--dictionary", words, "--json")
    assert told.json["ok"] and told.json["complete"] and told.json["difference"] is None


def test_a_tampered_record_does_not(words: Path, tmp_path: Path) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if '"event":"played"' in line)
    lines[at] = json.dumps(json.loads(lines[at]) | {"points": 1000})
    tampered = tmp_path / "tampered.jsonl"
    tampered.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = referee("verify", tampered, "--dictionary", words)
    assert ran.status == 1
    assert "the record does not hold" in ran.err
    assert f"line {at + 1}: turn " in ran.err and "points is 1000 in the record" in ran.err
    told = referee("verify", tampered, "--dictionary", words, "--json")
    assert told.status == 1
    assert told.json["difference"]["line"] == at + 1


def test_a_cut_off_record_is_called_unfinished(words: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(GOLDEN.read_bytes()[:-20])
    ran = referee("verify", short, "--dictionary", words)
    assert ran.status == 1
    assert "hold, but the game did not end: the last line is cut off" in ran.err


def test_another_dictionary_is_told(tmp_path: Path) -> None:
    ran = referee("verify", GOLDEN)
    assert ran.status == 1
    assert "give the right one with --dictionary FILE" in ran.err
    assert referee("verify", GOLDEN, "--dictionary", tmp_path / "none.txt").status == 2


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("hello\n", encoding="utf-8")
    ran = referee("verify", tmp_path / "x.jsonl")
    assert (ran.status, ran.out) == (1, "")
    assert "line 1 is not JSON" in ran.err
    assert referee("replay", tmp_path / "none.jsonl").status == 2


# --- replay


def test_the_whole_game_is_told_with_the_last_board_and_the_table() -> None:
    ran = referee("replay", GOLDEN)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Standard, seed 10: 1 any-1, 2 any-2"
    assert lines[1].endswith("2 hands are dealt; the bag holds 40")
    assert "any-1 plays " in lines[2]
    assert any(line.startswith("* any-") for line in lines[-2:])


def test_any_moment_can_be_drawn() -> None:
    first = referee("replay", GOLDEN, "--turn", 1)
    assert first.out.startswith("turn 1: any-1 plays ")
    assert "*" in first.out
    assert referee("replay", GOLDEN, "--turn", 0).out.startswith("turn 1: 2 hands are dealt")
    assert "\x1b[" in referee("replay", GOLDEN, "--turn", 1, "--ansi").out


def test_a_turn_that_was_not_played_is_bad_usage() -> None:
    ran = referee("replay", GOLDEN, "--turn", 99)
    assert ran.status == 2
    assert "the game has turns 1 to" in ran.err
    assert referee("replay", GOLDEN, "--turn", 1, "--step").status == 2


def test_a_moment_as_json() -> None:
    told = referee("replay", GOLDEN, "--turn", 1, "--json").json
    assert told["turn"] == 1
    assert told["event"]["event"] == "played"
    assert told["fresh"] == [cell[:2] for cell in sorted(told["laid"])]
    assert told["complete"]
    assert referee("replay", GOLDEN, "--json").json["event"]["event"] == "ended"


def test_all_moments_one_after_the_other() -> None:
    ran = referee("replay", GOLDEN, "--step")
    assert ran.out.count("turn ") >= len(GOLDEN.read_bytes().splitlines()) - 1


def test_a_cut_off_record_is_told_as_far_as_it_goes(tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    short.write_bytes(b"".join(lines[:5]) + lines[5][:9])
    ran = referee("replay", short, "--json")
    assert ran.status == 0
    assert not ran.json["complete"]
    short.write_bytes(lines[0])
    assert "nothing happened in this game" in referee("replay", short).err


# --- records that cannot be told


@pytest.mark.parametrize("command", ["replay", "hint", "explain", "export"])
def test_every_command_says_that_it_is_the_board_of_the_record_that_is_wrong(
    command: str, words: Path, tmp_path: Path
) -> None:
    header, _, events = GOLDEN.read_text(encoding="utf-8").partition("\n")
    told = json.loads(header)
    told["board"]["prog"] = "nonsense"
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(told) + "\n" + events, encoding="utf-8")
    turn = () if command == "export" else ("--turn", 1)
    dictionary = ("--dictionary", words) if command in ("hint", "explain") else ()
    ran = referee(command, broken, *turn, *dictionary)
    assert ran.status == 1
    assert "broken.jsonl: the board of the record cannot be loaded" in ran.err
    assert "contradicts" not in ran.err


@pytest.mark.parametrize("command", ["replay", "verify", "hint", "export"])
def test_a_folder_is_no_record(command: str, tmp_path: Path) -> None:
    ran = referee(command, tmp_path)
    assert ran.status == 2
    assert "a record is a file, and this is a folder" in ran.err
