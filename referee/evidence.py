"""From what is left of a bot's process to a verdict. Pure: the evidence goes in, verdict and sentence come out."""

import signal
from dataclasses import dataclass

from referee.match_options import Limits
from referee.verdicts import Verdict
from scrabble_util.host import Exit


@dataclass(frozen=True)
class ProcessEnd:
    """How a bot's process ended."""

    code: int
    """The exit status; minus the number of the signal where one killed it."""
    reason: str = ""
    """Why the keeper stopped it: `memory` or `processes`; empty where it did not."""
    tail: str = ""
    """The end of its log."""
    load_error: str = ""
    """The error that its import raised, in a line."""
    error: str = ""
    """The error that it raised in the game or before it, in a line; empty where that is not known."""


def verdict_in_game(end: ProcessEnd, limits: Limits) -> tuple[Verdict, str]:
    """Return the verdict on a bot whose process ended while the game was going on."""
    if end.reason == "memory":
        return Verdict.OUT_OF_MEMORY, f"used more than {_size(limits.memory)} of memory"
    if end.reason == "processes":
        return Verdict.CRASHED, f"started more than {limits.processes} processes, and was stopped"
    if end.code == -signal.SIGXCPU:
        return Verdict.OUT_OF_CPU, f"used more than {limits.cpu_seconds} s of processor time"
    if end.code < 0:
        return Verdict.CRASHED, f"killed by {_signal_name(-end.code)}"
    match end.code:
        case Exit.OUT_OF_MEMORY:
            return Verdict.OUT_OF_MEMORY, f"MemoryError: it may use {_size(limits.memory)}"
        case Exit.RAISED:
            return Verdict.CRASHED, last_line(end.error) or last_line(end.tail) or "raised an error"
        case Exit.RETURNED:
            return Verdict.EXITED, "its function returned before the game was over"
        case Exit.FINISHED:
            return Verdict.EXITED, "ended before the game was over, with exit status 0"
        case Exit.NO_REFEREE:
            return Verdict.DISCONNECTED, last_line(end.tail)
    return Verdict.EXITED, f"exit status {end.code}"


def verdict_before_game(end: ProcessEnd, limits: Limits) -> tuple[Verdict, str]:
    """Return the verdict on a bot whose process ended before it was ready."""
    if end.load_error:
        return Verdict.NEVER_STARTED, f"could not be loaded: {printable(end.load_error)}"
    verdict, detail = verdict_in_game(end, limits)
    if verdict in (Verdict.OUT_OF_MEMORY, Verdict.OUT_OF_CPU):
        return verdict, detail
    if end.code == Exit.RETURNED or end.code == Exit.FINISHED:
        detail = "its process ended"
    return Verdict.NEVER_STARTED, f"{_WHEN_SETTING_UP}: {detail}"


_WHEN_SETTING_UP = "failed while setting up"


def last_line(text: str) -> str:
    """Return the last line that says something: of a traceback, the error."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return printable(lines[-1])[:200] if lines else ""


def printable(line: str) -> str:
    """Return a line of a bot with what could disturb a terminal written out, as in a Python string."""
    return "".join(
        char if char.isprintable() or char == "\t" else char.encode("unicode_escape").decode()
        for char in line
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _size(count: int) -> str:
    return f"{count / 1024**3:.3g} GB" if count >= 1024**3 else f"{count / 1024**2:.3g} MB"
