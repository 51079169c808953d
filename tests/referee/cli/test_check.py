"""`referee check`, as typed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from referee.process_tree import below
from tests.support.cli import ROOT, referee

CRASHES = """
def start_game(*setup):
    connection = setup[-1]
    def play():
        print("about to fall")
        return connection.no_such_thing
    return play
"""


def test_a_good_bot_passes_with_status_0() -> None:
    told = referee("check", "passer", "--only", "hears-*", "--only", "sets-up")
    assert told.status == 0
    assert told.out.startswith("ok    sets-up ")
    assert told.out.endswith("passer: 9 of 9 situations passed\n")


def test_a_bad_one_shows_its_log_and_the_command_that_repeats_it(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(CRASHES)
    told = referee("check", "./bad.py", "--only", "first-move", "--only", "second-move", cwd=tmp_path)
    assert told.status == 1
    assert "FAIL  first-move   crashed: AttributeError" in told.out
    assert "  | about to fall" in told.out
    assert "  again: referee check ./bad.py --only first-move" in told.out
    assert "0 of 2 situations passed" in told.out


def test_json_is_one_document(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(CRASHES)
    told = referee("check", "./bad.py", "--only", "first-move", "--json", cwd=tmp_path)
    assert told.status == 1
    assert not told.json["passed"]
    (situation,) = told.json["situations"]
    assert situation["command"] == "referee check ./bad.py --only first-move"
    assert "about to fall" in situation["log_tail"]
    assert situation["sentence"].startswith("crashed: AttributeError")


def test_the_list_names_every_situation() -> None:
    told = referee("check", "--list").out
    assert "error-GPEEmptyMove" in told
    assert "board-infinite-holes" in told
    assert {"name", "about"} == set(referee("check", "--list", "--json").json[0])


def test_the_interrupt_key_stops_it_all(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(60)\n")
    check = subprocess.Popen(
        [sys.executable, "-c", "from referee.cli import main; main()", "check", "./slow.py"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    while not below(check.pid):
        time.sleep(0.05)
    check.send_signal(signal.SIGINT)
    told, _ = check.communicate(timeout=60)
    assert check.returncode == 130
    assert told.strip().endswith("interrupted")
    assert "ok" not in told


def test_bad_usage() -> None:
    assert referee("check").status == 2
    assert referee("check", "nobody").status == 2
    assert referee("check", "passer", "--only", "nowhere").status == 2
    assert "people are not checked" in referee("check", "console").err
    assert "remote is a seat for whoever connects" in referee("check", "remote").err
