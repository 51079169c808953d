"""`referee play` as people use it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.match_view import message_text
from referee.launch import MARK
from referee.process_tree import is_dead, marked
from referee.records import read_record
from referee.verdicts import End
from scrabble_util.messages import CMPassed, SMPass
from tests.support.cli import ROOT, referee
from tests.support.matches import hostile, wait_until

WORDS = "AT ATE CAT CATS DO DOE GO HE IT NO OF OH ON TO TOE US".split()


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS))
    return path


def test_a_game_is_drawn_as_it_goes_and_summed_up(tmp_path: Path, words: Path) -> None:
    ran = referee("play", "anyword", "passer", "--seed", 5, "--dictionary", words, "--ascii", cwd=tmp_path)
    assert ran.status == 0, ran.err
    turns = re.findall(r"^turn (\d+): (\w+) (\w+)", ran.out, re.MULTILINE)
    assert turns[1][1:] == ("anyword", "plays") or turns[1][1:] == ("anyword", "changes")
    assert "seed 5" in ran.out
    (record,) = (tmp_path / "games").glob("*-5.jsonl")
    assert f"see it again: referee replay games/{record.name}" in ran.out
    assert read_record(record).result is not None
    again = referee("replay", record, "--ascii", cwd=tmp_path)
    assert again.status == 0
    verified = referee("verify", record, "--dictionary", words, cwd=tmp_path)
    assert verified.status == 0, verified.out


def test_json_is_one_document_with_the_facts(tmp_path: Path, words: Path) -> None:
    ran = referee(
        "play", "passer*3", "--json", "--seed", 9, "--record", "r.jsonl", "--dictionary", words, cwd=tmp_path
    )
    assert ran.status == 0
    facts = ran.json
    assert {name: facts[name] for name in ("seed", "turns", "record", "end", "clean")} == {
        "seed": 9, "turns": 9, "record": "r.jsonl", "end": "no plays", "clean": True,
    }  # fmt: skip
    assert set(facts["scores"]) == {"1", "2", "3"}
    assert facts["verdicts"] == {"1": "finished", "2": "finished", "3": "finished"}
    assert facts["winners"]
    assert [len(player["move_ms"]) for player in facts["players"].values()] == [3, 3, 3]


def test_the_same_seed_draws_the_same_game(tmp_path: Path, words: Path) -> None:
    play = ("play", "anyword*2", "--seed", 3, "--dictionary", words, "--ascii", "--no-record")
    first, second = (re.sub(r" *\[?\d+\.\d+ m?s\]?", "", referee(*play, cwd=tmp_path).out) for _ in range(2))
    assert first == second
    assert not (tmp_path / "games").exists()


def test_a_bot_at_fault_is_shown_with_its_own_traceback_and_makes_the_status_1(tmp_path: Path) -> None:
    bot = hostile("raises_in_start_game")
    ran = referee("play", bot, "passer", "--quiet", "--ascii", "--no-dictionary", cwd=tmp_path)
    assert ran.status == 1
    assert "raises_in_start_game never started: failed while setting up: ValueError: no luck today" in ran.out
    assert "  | ValueError: no luck today" in ran.out
    log = re.search(r"its whole log: (\S+)", ran.out)
    assert log is not None
    assert "no luck today" in (tmp_path / log[1]).read_text()


def test_lost_turns_are_told_in_the_summary(tmp_path: Path, words: Path) -> None:
    ran = referee(
        "play", hostile("hangs"), "passer", "--quiet", "--timeout", 60, "--dictionary", words, cwd=tmp_path
    )
    assert ran.status == 0, ran.err
    assert "hangs ran out of time in 3 turns" in ran.out


def test_a_log_that_cannot_be_written_costs_the_log_and_not_the_game(tmp_path: Path, words: Path) -> None:
    (tmp_path / "logs").write_text("a file, where a folder is needed")
    (tmp_path / "chatty.py").write_text("from bots.passer import start_game\nprint('hello')\n")
    arguments = ("--json", "--no-record", "--log-dir", "logs", "--dictionary", words)
    ran = referee("play", "./chatty.py", "passer", *arguments, cwd=tmp_path)
    assert ran.status == 1, ran.err
    assert ran.json["clean"]
    assert ran.json["notes"] == ["logs/1-chatty.log: this log is not complete: File exists"]
    assert ran.err == ""


def test_debug_shows_every_message_in_order(tmp_path: Path, words: Path) -> None:
    ran = referee(
        "play", "passer*2", "--debug", "--quiet", "--no-record", "--dictionary", words, "--names", "Ann,Bob",
        cwd=tmp_path,
    )  # fmt: skip
    lines = [line.split("  ")[-3:] for line in ran.out.splitlines() if "->" in line]
    assert ["Ann -> referee", "[turn 1]", "SMPass()"] in lines
    place = lines.index(["Ann -> referee", "[turn 1]", "SMPass()"])
    for name in ("Ann", "Bob"):
        told = next(line for line in lines[place:] if line[0] == f"referee -> {name}")
        assert told[1].startswith("[turn 2, next 2, bag ")
        assert told[2] == "CMPassed(player=1)"
    assert lines[-1][2].startswith("CMGameOver(scores=")


def test_messages_are_shown_as_a_bot_would_write_them() -> None:
    assert message_text(SMPass()) == "SMPass()"
    assert message_text(CMPassed(3, turn=1)) == "CMPassed(player=3)"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["paser", "passer"], "no bot is called 'paser'; did you mean 'passer'?"),
        (["./none.py", "passer"], "none.py: no such file"),
        (["passer"], "a game needs two players or more, not 1"),
        (["passer*2", "--board", "standart"], "standart"),
        (["passer*2", "--dictionary", "none.txt"], "none.txt: no such word list"),
        (["passer*2", "--hand-size", "60"], "there are only 100: use more tiles"),
        (["passer*2", "--tiles", "0"], "at least once"),
        (["passer*2", "--timeout", "0"], "a timeout of 0 ms"),
        (["passer*2", "--alphabet", "AA"], "repeats A"),
        (["passer*2", "--record", "/proc/none/r.jsonl"], "/proc/none"),
        (["passer*2", "--record", "r.jsonl", "--no-record"], "exclude each other"),
        (["passer*2", "--record", "."], "a record is a file, and this is a folder"),
        (["passer*2", "--pdb", "anyword"], "no seat has this bot; the seats are passer-1, passer-2"),
        (["passer*2", "--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
        (["passer*2", "--port", "99999"], "99999 is not in the range"),
        (["passer*2", "--memory", "0"], "0 is not in the range"),
        (["passer*2", "--setup-timeout", "0"], "0.0 is not in the range"),
        ([], "Missing argument"),
    ],
)
def test_a_wrong_command_is_told_in_a_sentence_with_status_2(
    arguments: list[str], problem: str, tmp_path: Path
) -> None:
    ran = referee("play", *arguments, cwd=tmp_path)
    assert ran.status == 2, ran.err
    assert problem in ran.err
    assert "Traceback" not in ran.err


def test_a_broken_board_is_wrong_and_not_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("nonsense = [")
    ran = referee("play", "passer*2", "--board", "bad.toml", cwd=tmp_path)
    assert ran.status == 1
    assert "bad.toml" in ran.err


def test_a_remote_seat_prints_what_a_player_needs_and_the_host_command_takes_it(
    tmp_path: Path, words: Path
) -> None:
    referee_process = subprocess.Popen(
        [sys.executable, "-c", "from referee.cli import main; main()", "play", "remote", "passer", "--quiet",
         "--json", "--no-record", "--dictionary", str(words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert referee_process.stderr is not None
    line = referee_process.stderr.readline()
    found = re.fullmatch(
        r"seat 1 \(remote\) waits 30 s for a player: host (\S+)  port (\d+)  token (\w+)\n", line
    )
    assert found is not None, line
    host = subprocess.run(
        [sys.executable, "-m", "scrabble_util.host", "passer", "--port", found[2], "--token", found[3]],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60, check=False,
    )  # fmt: skip
    out, _ = referee_process.communicate(timeout=60)
    assert host.returncode == 0
    assert referee_process.returncode == 0
    assert json.loads(out)["verdicts"] == {"1": "finished", "2": "finished"}


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_was_played_and_says_where(
    stop: signal.Signals, tmp_path: Path, words: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "from referee.cli import main; main()", "play", "passer", hostile("hangs"),
         "--record", "r.jsonl", "--dictionary", str(words), "--ascii"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdout is not None
    while "turn 1: passer passes" not in process.stdout.readline():
        assert process.poll() is None
    there = marked(MARK, f"{process.pid}-")
    process.send_signal(stop)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; what was played is in r.jsonl" in err
    assert "Traceback" not in err
    record = read_record(tmp_path / "r.jsonl")
    assert record.result is not None
    assert record.result.end is End.INTERRUPTED
    assert [event.turn for event in record.events] == [1, 1, 2]
    assert there
    assert wait_until(lambda: all(map(is_dead, there)))


FOREGROUND = """
import sys
from bots.passer import start_game as passer
TERMINAL = True
def start_game(*setup):
    print("your name?", flush=True)
    print("hello", sys.stdin.readline().strip(), flush=True)
    return passer(*setup)
"""


def test_a_bot_that_wants_the_terminal_has_input_and_output(tmp_path: Path, words: Path) -> None:
    (tmp_path / "person.py").write_text(FOREGROUND)
    done = subprocess.run(
        [sys.executable, "-c", "from referee.cli import main; main()", "play", "./person.py", "passer",
         "--no-record", "--dictionary", str(words)],
        input="Ann\n", capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("your name?\nhello Ann\n")


def test_a_terminal_bot_that_fails_gets_its_verdict_too(tmp_path: Path, words: Path) -> None:
    (tmp_path / "person.py").write_text(
        "TERMINAL = True\ndef start_game(*setup):\n    raise RuntimeError('no')\n"
    )
    ran = referee("play", "./person.py", "passer", "--no-record", "--dictionary", words, cwd=tmp_path)
    assert ran.status == 1
    assert "never started" in ran.out
    assert "RuntimeError: no" in ran.err


def test_the_help_page_shows_examples() -> None:
    ran = referee("play", "--help")
    assert ran.status == 0
    assert "referee play anyword*3 --board infinite --tiles 2" in ran.out
