"""The kit catches each hostile bot, with the sentence that says what it does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.check.runner import run_all
from referee.check.situations import situations
from referee.launch import Launcher
from referee.match_options import Limits

FOLDER = Path(__file__).parents[2] / "hostile"
SHORT = [
    situation for situation in situations() if situation.name in ("sets-up", "first-move", "hears-forfeit")
]
LIMITS = Limits(setup_seconds=4, memory=200_000_000, processes=20, log_bytes=50_000)
QUICK, PATIENT = 300, 20_000

CAUGHT = {
    "chatters_out_of_turn": "out of turn: sent SMPass for turn 2, which is player 2's",
    "closes_its_output": "out of turn: sent SMPass",
    "daemon_on_import": "never started: failed while setting up: its process ended",
    "does_not_read": "out of turn: sent SMPass for turn 5, which is not to be played yet",
    "exits_in_start_game": "never started: failed while setting up: exit status 3",
    "exits_on_import": "never started: failed while setting up: exit status 7",
    "fills_log": "crashed: RuntimeError: that was a lot",
    "floods": "protocol error: flooded the referee",
    "forks_children": "exited: exit status 5",
    "forks_without_end": "crashed: started more than 20 processes, and was stopped",
    "garbage": "protocol error: not msgpack",
    "half_a_frame": "ran out of time in 2 turns: a move may take 300 ms",
    "hangs": "ran out of time in 2 turns: a move may take 300 ms",
    "hangs_in_start_game": "never started: was not ready within 4 s",
    "hangs_on_import": "never started: did not connect within 4 s",
    "hoards_in_children": "out of memory: used more than 191 MB of memory",
    "huge_frame": "protocol error: a frame of 4,294,967,295 bytes; at most 65,536 are allowed",
    "ignores_signals": "ran out of time in 2 turns: a move may take 300 ms",
    "kills_its_parents": "crashed: killed by SIGKILL",
    "no_start_game": "has no function start_game(board, alphabet, ",
    "raises_in_start_game": "never started: failed while setting up: ValueError: no luck today",
    "raises_on_import": "never started: could not be loaded: ZeroDivisionError: division by zero",
    "returns_a_coroutine": "start_game returned a coroutine; it must return the function that plays the game",
    "returns_at_once": "exited: its function returned before the game was over",
    "returns_nothing": "start_game returned None; it must return the function that plays the game",
    "speaks_before_ready": "protocol error: sent SMPass before Ready",
    "wrong_signature": "start_game(board, hand) must take (board, alphabet, ",
}
HARMLESS = {"remembers", "threads_on_import", "wrong_token", "scripted"}
"""What these try, the referee does not even notice: they play a clean game."""


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with Launcher() as made:
        yield made


def test_there_is_a_sentence_for_every_hostile_bot() -> None:
    there = {path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_")}
    assert there == CAUGHT.keys() | HARMLESS


@pytest.mark.parametrize("name", CAUGHT)
def test_each_is_caught_with_the_right_sentence(name: str, launcher: Launcher) -> None:
    timeout = QUICK if "ran out of time" in CAUGHT[name] else PATIENT
    outcomes = list(run_all(str(FOLDER / f"{name}.py"), SHORT, launcher, timeout, limits=LIMITS))
    faults = [outcome.sentence for outcome in outcomes if not outcome.passed and outcome.tried]
    assert any(CAUGHT[name] in fault for fault in faults), faults
