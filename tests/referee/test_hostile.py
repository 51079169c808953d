"""Bots that do wrong: each is given its verdict, nothing of it is left, and the others play on unharmed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.events import Left, Passed, TimedOut
from referee.launch import Launcher
from referee.match_options import MatchResult
from referee.process_tree import is_dead
from referee.verdicts import End, Verdict
from tests.support.matches import (
    SCRIPTED,
    Notebook,
    hostile,
    nothing_is_left,
    pids_told,
    play,
    write_script,
)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the scripted bots find what to do; they look when a game begins."""
    path = tmp_path_factory.mktemp("script") / "script.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCRABBLE_SCRIPT", str(path))
        yield path


@pytest.fixture(scope="module")
def warm_launcher(script: Path) -> Iterator[Launcher]:
    with nothing_is_left(), Launcher() as shared:
        play(shared, "passer*2")
        yield shared


@pytest.fixture
def launcher(warm_launcher: Launcher) -> Iterator[Launcher]:
    with nothing_is_left(warm_launcher):
        yield warm_launcher


def play_three(launcher: Launcher, bot: str, tmp_path: Path, **changes: Any) -> tuple[MatchResult, Notebook]:
    """Play with the bot in the first seat; the two others pass to the end and must not notice a thing."""
    result, seen = play(launcher, bot, "passer*2", log_dir=tmp_path, **changes)
    for seat in result.seats[1:]:
        assert seat.verdict is Verdict.FINISHED
        assert seat.log is None
    assert result.game.end is End.NO_PLAYS
    passed = [event.player for event in seen.of_kind(Passed) if event.player != 1]
    assert passed in ([2, 3] * 3, [2, 3] * 4)
    return result, seen


NEVER, PROTOCOL = Verdict.NEVER_STARTED, Verdict.PROTOCOL_ERROR

CASES = [
    ("exits_on_import", NEVER, "exit status 7", {}),
    ("daemon_on_import", NEVER, "its process ended", {}),
    ("raises_on_import", NEVER, "could not be loaded: ZeroDivisionError: division by zero", {}),
    ("hangs_on_import", NEVER, "did not connect within 3 s", {"setup_seconds": 3}),
    ("no_start_game", NEVER, "has no function start_game(board, alphabet, ", {}),
    ("wrong_signature", NEVER, "start_game(board, hand) must take (board, alphabet, ", {}),
    ("raises_in_start_game", NEVER, "ValueError: no luck today", {}),
    ("exits_in_start_game", NEVER, "exit status 3", {}),
    ("hangs_in_start_game", NEVER, "was not ready within 3 s", {"setup_seconds": 3}),
    ("returns_a_coroutine", NEVER, "start_game returned a coroutine; it must return", {}),
    ("returns_nothing", NEVER, "it must return the function that plays the game", {}),
    ("speaks_before_ready", PROTOCOL, "sent SMPass before Ready", {}),
    ("returns_at_once", Verdict.EXITED, "its function returned before the game was over", {}),
    ("hangs", Verdict.STALLED, "said nothing for 1 s", {"stall_seconds": 1}),
    ("ignores_signals", Verdict.STALLED, "said nothing for 1 s", {"stall_seconds": 1}),
    ("half_a_frame", Verdict.STALLED, "said nothing for 1 s but 7 of the 9 bytes of a frame", {"stall_seconds": 1}),
    ("floods", PROTOCOL, "flooded the referee", {}),
    ("chatters_out_of_turn", Verdict.OUT_OF_TURN, "sent SMPass for turn 2, which is player 2's", {}),
    ("huge_frame", PROTOCOL, "a frame of 4,294,967,295 bytes; at most 65,536 are allowed", {}),
    ("garbage", PROTOCOL, "not msgpack", {}),
    ("forks_children", Verdict.EXITED, "exit status 5", {}),
    ("forks_without_end", Verdict.CRASHED, "started more than 20 processes", {"stall_seconds": 20}),
    ("hoards_in_children", Verdict.OUT_OF_MEMORY, "used more than 191 MB", {
        "stall_seconds": 20, "memory": 200_000_000,
    }),
    ("fills_log", Verdict.CRASHED, "RuntimeError: that was a lot", {"log_bytes": 50_000, "stall_seconds": 20}),
    ("closes_its_output", Verdict.CRASHED, "RuntimeError: nobody hears this", {}),
    ("kills_its_parents", Verdict.CRASHED, "killed by SIGKILL", {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "verdict", "detail", "changes"), CASES, ids=[case[0] for case in CASES])
def test_a_bot_that_does_wrong_gets_its_verdict_and_is_gone(
    name: str, verdict: Verdict, detail: str, changes: dict[str, Any], tmp_path: Path, launcher: Launcher
) -> None:
    result, seen = play_three(launcher, hostile(name), tmp_path, **changes)
    seat = result.seats[0]
    assert (seat.verdict, detail in seat.detail) == (verdict, True), seat.detail
    assert [(event.player, event.verdict) for event in seen.of_kind(Left)] == [(1, verdict)]
    if seat.log is not None:
        assert all(map(is_dead, pids_told(seat.log.read_text())))


SCRIPTS = [
    (["raise", "out of ideas"], Verdict.CRASHED, "RuntimeError: out of ideas", {}),
    (["raise", "out of ideas\nand of\nwords"], Verdict.CRASHED, "RuntimeError: out of ideas", {}),
    (["exit", 0], Verdict.EXITED, "exit status 0", {}),
    (["exit", 9], Verdict.EXITED, "exit status 9", {}),
    (["kill"], Verdict.CRASHED, "killed by SIGKILL", {}),
    (["hang up"], Verdict.DISCONNECTED, "closed its connection", {}),
    (["forfeit"], Verdict.FORFEITED, "", {}),
    (["turn", 1], Verdict.OUT_OF_TURN, "sent SMPass for turn", {}),
    (["bytes", [0, 0, 0, 1, 0xC0]], PROTOCOL, "a frame is a list", {}),
    (["bytes", [0, 0, 0, 0]], PROTOCOL, "not msgpack", {}),
    (["memory"], Verdict.OUT_OF_MEMORY, "MemoryError", {"stall_seconds": 20}),
    (["cpu"], Verdict.OUT_OF_CPU, "used more than 2 s of processor time", {
        "cpu_seconds": 2, "stall_seconds": 30,
    }),
]  # fmt: skip


SLOW = ("memory", "cpu", "hang up")
LATER = [(1, *case) for case in SCRIPTS] + [(0, *case) for case in SCRIPTS if case[0][0] not in SLOW]


@pytest.mark.parametrize(
    ("turns_before", "step", "verdict", "detail", "changes"), LATER, ids=[f"{c[1]}-{c[0]}" for c in LATER]
)
def test_a_bot_may_go_wrong_in_its_first_turn_or_later(
    step: list[Any], verdict: Verdict, detail: str, changes: dict[str, Any], turns_before: int,
    tmp_path: Path, launcher: Launcher, script: Path,
) -> None:  # fmt: skip
    write_script(script, p1=[["pass"]] * turns_before + [step])
    result, _ = play_three(launcher, SCRIPTED, tmp_path, **changes)
    assert (result.seats[0].verdict, detail in result.seats[0].detail) == (verdict, True), result.seats[0]


def test_who_floods_before_its_turn_is_not_read_until_then_and_then_goes(launcher: Launcher) -> None:
    result, seen = play(launcher, "passer", hostile("floods"), "passer")
    assert result.seats[1].verdict is Verdict.OUT_OF_TURN
    assert [seat.verdict for seat in result.seats[::2]] == [Verdict.FINISHED] * 2
    assert [event.turn for event in seen.of_kind(Left)] == [2]


def test_a_file_that_is_not_python_is_told_so(tmp_path: Path, launcher: Launcher) -> None:
    (tmp_path / "broken.py").write_text("def start_game(:\n")
    result, _ = play_three(launcher, str(tmp_path / "broken.py"), tmp_path)
    assert result.seats[0].verdict is NEVER
    assert "SyntaxError" in result.seats[0].detail
    assert 'broken.py", line 1' in result.seats[0].log_tail


def test_a_traceback_in_the_log_begins_with_the_bots_own_code(tmp_path: Path, launcher: Launcher) -> None:
    result, _ = play_three(launcher, hostile("raises_in_start_game"), tmp_path)
    lines = result.seats[0].log_tail.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert "raises_in_start_game.py" in lines[1]
    assert lines[-1] == "ValueError: no luck today"


def test_a_log_keeps_its_beginning_and_its_end(tmp_path: Path, launcher: Launcher) -> None:
    result, _ = play_three(launcher, hostile("fills_log"), tmp_path, log_bytes=50_000, stall_seconds=20)
    log = result.seats[0].log
    assert log is not None
    text = log.read_text()
    assert len(text) < 70_000
    assert text.startswith("line 0 ")
    assert "bytes were left out here]" in text
    assert text.endswith("RuntimeError: that was a lot\n")


def test_seats_cannot_be_taken_with_other_tokens(tmp_path: Path, launcher: Launcher) -> None:
    result, _ = play(launcher, hostile("wrong_token"), "passer*2", log_dir=tmp_path)
    assert result.clean, result.seats[0]
    log = result.seats[0].log
    assert log is not None
    assert log.read_text().splitlines() == [
        "refused: no seat of this game has that token",
        "refused: no seat of this game has that token",
        "refused: the seat of that token was taken before: a player connects once",
        "refused: no seat of this game has that token",
    ]


def test_a_bot_that_is_too_slow_loses_its_turns_and_stays(tmp_path: Path, launcher: Launcher) -> None:
    result, seen = play_three(launcher, hostile("hangs"), tmp_path, timeout=150)
    assert result.seats[0].verdict is Verdict.FINISHED
    assert [event.player for event in seen.of_kind(TimedOut)] == [1, 1, 1]
    assert result.clean


def test_an_answer_that_comes_too_late_is_dropped(launcher: Launcher, script: Path) -> None:
    write_script(
        script,
        p1=[["sleep", 0.8], ["sleep", 0.0]],
        p2=[["sleep", 0.7], ["sleep", 0.0], ["sleep", 0.0]],
    )
    result, seen = play(launcher, SCRIPTED, SCRIPTED, timeout=600)
    assert [(type(e), e.turn, e.player) for e in seen.events if isinstance(e, TimedOut | Passed)][:3] == [
        (TimedOut, 1, 1),
        (TimedOut, 2, 2),
        (Passed, 3, 1),
    ]
    assert result.clean


def test_a_bot_that_does_not_read_what_it_is_sent_must_go(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.line.UNREAD_LIMIT", -1)
    result, _ = play(launcher, "passer*2")
    assert result.game.end is End.NOBODY_LEFT
    assert [(seat.verdict, seat.detail) for seat in result.seats] == [
        (PROTOCOL, "does not read what it is sent")
    ] * 2


def test_when_nobody_starts_nobody_wins(launcher: Launcher) -> None:
    result, _ = play(launcher, hostile("exits_on_import"), hostile("no_start_game"))
    assert result.game.end is End.NOBODY_LEFT
    assert result.winners == ()
    assert not result.clean
