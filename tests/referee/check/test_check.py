"""The conformance kit: good bots pass, and each kind of bad one is caught with the sentence that fits."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.check.runner import Outcome, run_all, run_one
from referee.check.situations import Situation, situations
from referee.check.twists import ERRORS, every_error
from referee.launch import Launcher
from scrabble_util.board_file import shipped_boards
from scrabble_util.bot_place import shipped_bots
from scrabble_util.messages import ClientMessage, GameplayError, SMChange, SMPlay

BY_NAME = {situation.name: situation for situation in situations()}


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with Launcher() as made:
        yield made


def bot_file(folder: Path, turn: str = "state.send(SMPass())", hear: str = "", before: str = "") -> str:
    """A bot that does as the test says in its turn and after each message."""
    path = folder / "tested.py"
    path.write_text(
        "import os, sys, time\n"
        "from scrabble_util.messages import *\n"
        "from scrabble_util.state import State\n"
        f"{before}\n"
        "def start_game(*setup):\n"
        "    state = State(*setup)\n"
        "    connection = setup[-1]\n"
        "    def play():\n"
        "        while not state.over:\n"
        "            if state.is_my_turn:\n"
        f"                {turn}\n"
        "            message = state.receive()\n"
        f"            {hear or 'pass'}\n"
        "    return play\n"
    )
    return str(path)


FEW_TILES = {1: 5, 5: 6, 9: 4, 14: 3, 15: 4, 18: 3, 19: 3, 20: 3, 4: 2, 12: 2, 0: 1}
"""Enough for a short game, to its end."""


def run(bot: str, name: str, launcher: Launcher, timeout: int = 5000) -> Outcome:
    situation = BY_NAME[name]
    if situation.tiles == 1:
        situation = replace(situation, tiles=FEW_TILES)
    return run_one(bot, situation, launcher, timeout)


def test_there_is_a_situation_for_every_error_message_and_board() -> None:
    assert set(ERRORS) == {kind.__name__ for kind in GameplayError.__subclasses__()}
    assert {f"error-{name}" for name in ERRORS} <= set(BY_NAME)
    assert {f"board-{name}" for name in shipped_boards()} <= set(BY_NAME)
    told = " ".join(situation.about for situation in BY_NAME.values())
    for kind in ClientMessage.__subclasses__():
        if kind.__name__.startswith("CM") and not kind.__name__.endswith(("Success", "GameOver")):
            assert kind.__name__ in told


def test_names_are_words_of_a_command_line_and_different() -> None:
    names = [situation.name for situation in situations()]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalnum() for name in names)


def test_errors_are_about_the_move_that_was_made() -> None:
    play = every_error(2, SMPlay([((3, 4), (9, ("I", 1)))]))
    assert str(play["GPEPlayerDoesNotHavePiece"]) == "[GPEPlayerDoesNotHavePiece(player=2, piece=9)]"
    assert "Coord(x=3, y=4)" in str(play["GPEEmptyTile"])
    assert "piece=7" in str(every_error(1, SMChange([7]))["GPEPieceDoesNotExist"])


BY_THE_CLOCK = ("one-second",)
"""What a busy machine may fail through no fault of the bot's."""
LONG = [name for name in BY_NAME if name.startswith(("board-", "hand-of-10"))]


def test_the_kit_has_a_game_against_the_clock() -> None:
    assert [BY_NAME[name].timeout for name in BY_THE_CLOCK] == [1000]


@pytest.mark.parametrize("name", [name for name in BY_NAME if name not in (*LONG, *BY_THE_CLOCK)])
def test_the_simplest_bot_passes(name: str, launcher: Launcher) -> None:
    outcome = run("passer", name, launcher)
    assert outcome.passed, outcome.sentence


QUICK = [
    "sets-up",
    "hears-played",
    "own-timeout",
    "must-change",
    "danish",
    "hand-of-1",
    "empty-bag",
    "odd-pieces",
]


PLAYERS = [bot for bot in shipped_bots() if bot not in ("passer", "console")]


@pytest.mark.parametrize("bot", PLAYERS)
@pytest.mark.parametrize("name", [*QUICK, *(f"error-{error}" for error in ERRORS)])
def test_the_bots_that_ship_pass_and_hear_every_error(name: str, bot: str, launcher: Launcher) -> None:
    outcome = run(bot, name, launcher)
    assert outcome.passed, outcome.sentence
    assert not outcome.remarks, outcome.remarks


@pytest.mark.parametrize("bot", PLAYERS)
@pytest.mark.parametrize("board", sorted(shipped_boards()))
def test_the_bots_that_ship_play_whole_games_on_every_board(board: str, bot: str, launcher: Launcher) -> None:
    outcome = run(bot, f"board-{board}", launcher)
    assert outcome.passed, outcome.sentence
    assert not outcome.remarks, outcome.remarks


# --- what bad bots do


def test_a_bot_that_does_not_know_an_error_is_caught_there_and_only_there(
    tmp_path: Path, launcher: Launcher
) -> None:
    bot = bot_file(
        tmp_path,
        turn="state.send(SMChange(list(state.hand)[:1]))",
        hear="assert not isinstance(message, RGPE) or isinstance(message.errors[0], GPEEmptyMove), message.errors[0]",
    )
    assert run(bot, "error-GPEEmptyMove", launcher).passed
    outcome = run(bot, "error-GPENotEnoughPieces", launcher)
    assert outcome.sentence == "crashed: AssertionError: GPENotEnoughPieces(wanted=7, available=3)"
    assert "tested.py" in outcome.log_tail
    assert "assert not isinstance(message, RGPE)" in outcome.log_tail


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("CMPlayed", "hears-played"),
        ("CMChange", "hears-changed"),
        ("CMPlayFailed", "hears-play-failed"),
        ("CMPlayFailed", "hears-change-failed"),
        ("CMTimeOut", "hears-timeout"),
        ("CMTimeOut", "own-timeout"),
        ("CMForfeit", "hears-forfeit"),
        ("CMForfeit", "hears-hang-up"),
        ("CMGameOver", "sets-up"),
    ],
)
def test_a_bot_that_stumbles_over_a_message_is_caught(
    message: str, name: str, tmp_path: Path, launcher: Launcher
) -> None:
    bot = bot_file(tmp_path, hear=f"assert not isinstance(message, {message}), '{message}!'")
    outcome = run(bot, name, launcher)
    if message == "CMGameOver":
        assert outcome.passed  # nothing that happens after the end counts
    else:
        assert outcome.sentence == f"crashed: AssertionError: {message}!"


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"before": "raise ValueError('no')"}, "never started: could not be loaded: ValueError: no"),
        ({"before": "sys.exit(3)"}, "never started: could not be loaded: SystemExit: 3"),
        ({"turn": "sys.exit(3)"}, "exited: exit status 3"),
        ({"turn": "return"}, "exited: its function returned before the game was over"),
        ({"turn": "os._exit(7)"}, "exited: exit status 7"),
        ({"turn": "os.kill(os.getpid(), 9)"}, "crashed: killed by SIGKILL"),
        ({"turn": "1 / 0"}, "crashed: ZeroDivisionError: division by zero"),
        ({"turn": "connection._socket.close(); time.sleep(9)"}, "disconnected: closed its connection"),
        ({"turn": "connection._socket.sendall(b'hello, referee')"}, "protocol error: a frame of 1,751,477,356 bytes; "
         "at most 65,536 are allowed"),
        ({"hear": "connection.send(SMPass())"}, "out of turn: "),
    ],
)  # fmt: skip
def test_faults_are_named(parts: dict[str, str], sentence: str, tmp_path: Path, launcher: Launcher) -> None:
    outcome = run(bot_file(tmp_path, **parts), "first-move", launcher)
    assert not outcome.passed
    assert outcome.sentence.startswith(sentence), outcome.sentence


def test_a_bot_that_is_too_slow_is_told_by_how_much(tmp_path: Path, launcher: Launcher) -> None:
    bot = bot_file(tmp_path, turn="time.sleep(30)")
    outcome = run(bot, "first-move", launcher, timeout=50)
    assert "ran out of time in" in outcome.sentence
    assert "a move may take 50 ms" in outcome.sentence


def test_its_own_timeouts_are_excused_where_the_kit_made_them(launcher: Launcher) -> None:
    assert BY_NAME["own-timeout"].excused == 2
    assert run("passer", "own-timeout", launcher).passed


def test_refused_moves_are_no_fault_but_remarked(tmp_path: Path, launcher: Launcher) -> None:
    outcome = run(bot_file(tmp_path, turn="state.send(SMPlay([]))"), "first-move", launcher)
    assert outcome.passed
    assert outcome.remarks == ("2 refused, the first: There is no piece in the move.",)


def test_after_a_bot_that_does_not_set_up_nothing_more_is_tried(tmp_path: Path, launcher: Launcher) -> None:
    bot = bot_file(tmp_path, before="raise ValueError('no')")
    outcomes = list(run_all(bot, situations(), launcher))
    assert [outcome.tried for outcome in outcomes].count(True) == 1
    assert outcomes[-1].sentence == "not tried: the bot does not set up"


def test_after_three_slow_situations_nothing_more_is_tried(tmp_path: Path, launcher: Launcher) -> None:
    bot = bot_file(tmp_path, turn="time.sleep(30)")
    names = ["first-move", "second-move", "hears-passed", "hears-changed"]
    chosen: list[Situation] = [BY_NAME[name] for name in names]
    outcomes = list(run_all(bot, chosen, launcher, timeout=40))
    assert [outcome.tried for outcome in outcomes] == [True, True, True, False]
