"""`referee play --pdb`: a bot in the foreground, in a real terminal."""

import sys
from pathlib import Path

import pexpect

from tests.support.cli import ROOT

FAILS = """
from scrabble_util.messages import SMPass
from scrabble_util.state import State

def start_game(*setup):
    state = State(*setup)
    def play():
        secret = 42
        state.send(SMPass())
        while not state.is_my_turn:
            state.receive()
        state.send(SMPas())
    return play
"""
STOPS = FAILS.replace(
    "state.send(SMPas())", "breakpoint()\n        state.send(SMPass())\n        state.receive()"
)


def play(folder: Path, source: str, *arguments: str) -> "pexpect.spawn[str]":
    (folder / "mine.py").write_text(source)
    command = [
        "-c",
        "from referee.cli import main; main()",
        "play",
        "./mine.py",
        "passer",
        "--no-record",
        *arguments,
    ]
    return pexpect.spawn(
        sys.executable, command, cwd=str(folder), encoding="utf-8", timeout=60, dimensions=(50, 120),
        env={"PYTHONPATH": str(ROOT), "PATH": "", "TERM": "xterm", "HOME": str(folder)},
    )  # fmt: skip


def test_what_the_bot_raises_is_debugged_while_the_referee_waits(tmp_path: Path) -> None:
    game = play(tmp_path, FAILS, "--pdb", "./mine.py", "--timeout", "100", "--ascii")
    game.expect("NameError: name 'SMPas' is not defined")
    game.expect(r"\(Pdb\) ")
    game.sendline("p secret")
    game.expect("42")
    game.expect(r"\(Pdb\) ")
    game.sendline("q")
    game.expect("mine.*crashed")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 1


def test_a_breakpoint_stops_in_the_bots_own_code(tmp_path: Path) -> None:
    game = play(tmp_path, STOPS, "--pdb", "mine", "--ascii")
    game.expect(r"\(Pdb\) ")
    game.sendline("p state.turn")
    game.expect("3")
    game.sendline("c")
    game.expect("its function returned before the game was over")
    game.expect(pexpect.EOF)
    game.close()
    assert "\x1b[1m" not in (game.before or "")


def test_a_bot_that_has_no_seat_cannot_be_debugged(tmp_path: Path) -> None:
    game = play(tmp_path, STOPS, "--pdb", "other.py")
    game.expect("no seat has this bot")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 2
