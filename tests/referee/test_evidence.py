"""What is left of a process, and the verdict that follows from it."""

import signal

import pytest

from referee.evidence import ProcessEnd, last_line, printable, verdict_before_game, verdict_in_game
from referee.match_options import Limits
from referee.verdicts import Verdict
from scrabble_util.host import Exit

LIMITS = Limits(memory=2 * 1024**3, cpu_seconds=9, processes=5)


@pytest.mark.parametrize(
    ("end", "verdict", "detail"),
    [
        (ProcessEnd(-9, "memory"), Verdict.OUT_OF_MEMORY, "used more than 2 GB of memory"),
        (ProcessEnd(-9, "processes"), Verdict.CRASHED, "started more than 5 processes, and was stopped"),
        (ProcessEnd(-signal.SIGXCPU), Verdict.OUT_OF_CPU, "used more than 9 s of processor time"),
        (ProcessEnd(-signal.SIGSEGV), Verdict.CRASHED, "killed by SIGSEGV"),
        (ProcessEnd(-63), Verdict.CRASHED, "killed by signal 63"),
        (ProcessEnd(Exit.OUT_OF_MEMORY), Verdict.OUT_OF_MEMORY, "MemoryError: it may use 2 GB"),
        (ProcessEnd(Exit.RAISED, tail="  x\nKeyError: 7\n\n"), Verdict.CRASHED, "KeyError: 7"),
        (ProcessEnd(Exit.RAISED, tail="KeyError: 7\na warning", error="KeyError: 7"), Verdict.CRASHED,
         "KeyError: 7"),
        (ProcessEnd(Exit.RAISED), Verdict.CRASHED, "raised an error"),
        (ProcessEnd(0), Verdict.EXITED, "ended before the game was over, with exit status 0"),
        (ProcessEnd(Exit.RETURNED), Verdict.EXITED, "its function returned before the game was over"),
        (ProcessEnd(Exit.NO_REFEREE, tail="no game: gone"), Verdict.DISCONNECTED, "no game: gone"),
        (ProcessEnd(1), Verdict.EXITED, "exit status 1"),
    ],
)  # fmt: skip
def test_how_a_process_ended_decides_the_verdict(end: ProcessEnd, verdict: Verdict, detail: str) -> None:
    assert verdict_in_game(end, LIMITS) == (verdict, detail)


@pytest.mark.parametrize(
    ("end", "verdict", "detail"),
    [
        (ProcessEnd(Exit.NOT_LOADED, load_error="SyntaxError: invalid syntax"), Verdict.NEVER_STARTED,
         "could not be loaded: SyntaxError: invalid syntax"),
        (ProcessEnd(Exit.RAISED, tail="KeyError: 7"), Verdict.NEVER_STARTED,
         "failed while setting up: KeyError: 7"),
        (ProcessEnd(0), Verdict.NEVER_STARTED, "failed while setting up: its process ended"),
        (ProcessEnd(3), Verdict.NEVER_STARTED, "failed while setting up: exit status 3"),
        (ProcessEnd(-9, "memory"), Verdict.OUT_OF_MEMORY, "used more than 2 GB of memory"),
        (ProcessEnd(-signal.SIGXCPU), Verdict.OUT_OF_CPU, "used more than 9 s of processor time"),
    ],
)  # fmt: skip
def test_who_fails_before_the_game_never_started_unless_for_its_limits(
    end: ProcessEnd, verdict: Verdict, detail: str
) -> None:
    assert verdict_before_game(end, LIMITS) == (verdict, detail)


def test_of_a_traceback_the_last_line_says_what_went_wrong() -> None:
    assert last_line("Traceback\n  File\nValueError: no\n \n") == "ValueError: no"
    assert last_line(" \n") == ""


def test_what_a_bot_wrote_cannot_disturb_a_terminal() -> None:
    assert printable("a\tb é 漢") == "a\tb é 漢"
    assert printable("\x1b[2J\x07\x00\ud800") == r"\x1b[2J\x07\x00\ud800"
    assert last_line("x\nValueError: \x1b[31mred\n") == r"ValueError: \x1b[31mred"
