"""Bots as processes: warm from the second game on, fresh in every game, given little, and gone when it is over."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.events import Passed
from referee.keeper import Log
from referee.launch import MARK, BotProcess, GameOrder, Launcher, bot_environment
from referee.match import run_match
from referee.process_tree import below, children, is_dead, marked, own_bytes, resident_bytes
from referee.verdicts import End, Verdict
from scrabble_util.bot_place import BotPlace
from scrabble_util.handshake import Ready
from tests.support.games import CHAMELEONS, board
from tests.support.matches import HOSTILE, Notebook, hostile, nothing_is_left, options, play, wait_until

ROOT = Path(__file__).parents[2]

PRINTS_ITS_PIDS = """
import os
from bots.passer import start_game as passer
loaded_by = os.getpid()
def start_game(*setup):
    print(f"{loaded_by} {os.getppid()} {os.getpid()} {VERSION}")
    return passer(*setup)
"""


@pytest.fixture
def launcher() -> Iterator[Launcher]:
    with nothing_is_left(), Launcher() as fresh:
        yield fresh


def told(launcher: Launcher, bot: Path, tmp_path: Path) -> list[list[str]]:
    """Play twice in the same seat, and return what the bot printed in each game."""
    lines = []
    for game in range(2):
        result, _ = play(launcher, str(bot), "passer", log_dir=tmp_path / f"{bot.stem}-{game}")
        assert result.clean, result.seats[0]
        assert result.seats[0].log is not None
        lines.append(result.seats[0].log.read_text().split())
    return lines


def test_a_bot_is_imported_once_and_each_game_is_a_child_of_its_own(
    launcher: Launcher, tmp_path: Path
) -> None:
    bot = tmp_path / "pids.py"
    bot.write_text(PRINTS_ITS_PIDS.replace("VERSION", "1"))
    (loaded, parent, own, _), (loaded_2, parent_2, own_2, _) = told(launcher, bot, tmp_path)
    assert loaded == parent == loaded_2 == parent_2
    assert len({own, own_2, parent}) == 3


def test_a_bot_that_was_changed_on_disk_is_loaded_anew(launcher: Launcher, tmp_path: Path) -> None:
    bot = tmp_path / "pids.py"
    bot.write_text(PRINTS_ITS_PIDS.replace("VERSION", "1"))
    first = told(launcher, bot, tmp_path)[1]
    bot.write_text(PRINTS_ITS_PIDS.replace("VERSION", "2"))
    os.utime(bot, ns=(1, 1))
    second = told(launcher, bot, tmp_path)[1]
    assert (first[3], second[3]) == ("1", "2")
    assert first[0] != second[0]


def test_a_module_beside_a_bot_that_was_changed_counts_too(launcher: Launcher, tmp_path: Path) -> None:
    bot, beside = tmp_path / "pids.py", tmp_path / "version_beside.py"
    bot.write_text("import version_beside\n" + PRINTS_ITS_PIDS.replace("VERSION", "version_beside.N"))
    beside.write_text("N = 1\n")
    first = told(launcher, bot, tmp_path)[1]
    beside.write_text("N = 22\n")
    os.utime(beside, ns=(1, 1))
    assert (first[3], told(launcher, bot, tmp_path)[1][3]) == ("1", "22")


def test_nothing_of_a_game_leaks_into_the_next(launcher: Launcher, tmp_path: Path) -> None:
    assert told(launcher, HOSTILE / "remembers.py", tmp_path) == [["game", "number", "1"]] * 2


def test_a_bot_whose_import_starts_threads_is_not_kept_warm(launcher: Launcher) -> None:
    result, _ = play(launcher, hostile("threads_on_import"), "passer")
    assert result.clean
    assert launcher.idle_count == 1


PREPARES = """
import os
from bots.passer import start_game as passer
prepared = []
def prepare(board, alphabet, dictionary, pieces, hand_size):
    prepared.append((os.getpid(), board.spec.title, len(dictionary), len(pieces), hand_size))
def start_game(*setup):
    print(len(prepared), prepared[-1][0] == os.getppid(), *prepared[-1][1:], sep="|")
    return passer(*setup)
"""


def test_what_a_bot_prepares_is_prepared_once_for_each_kind_of_game(
    launcher: Launcher, tmp_path: Path
) -> None:
    bot, words = tmp_path / "prepares.py", tmp_path / "words.txt"
    bot.write_text(PREPARES)
    words.write_text("AT\nTO\n")
    said = []
    for number, hand_size in enumerate((7, 7, 5, 7)):
        folder = tmp_path / str(number)
        play(launcher, str(bot), "passer", dictionary=str(words), hand_size=hand_size, log_dir=folder)
        said.append((folder / "1-prepares.log").read_text())
    title = board().spec.title
    assert said == [
        f"1|True|{title}|2|1|7\n",
        f"1|True|{title}|2|1|7\n",
        f"2|True|{title}|2|1|5\n",
        f"2|True|{title}|2|1|5\n",
    ]


def test_a_bot_that_fails_to_prepare_never_starts(launcher: Launcher, tmp_path: Path) -> None:
    bot, words = tmp_path / "prepares.py", tmp_path / "words.txt"
    bot.write_text("def start_game(*setup): ...\ndef prepare(*kind): raise KeyError('graph')\n")
    words.write_text("AT\nTO\n")
    result, _ = play(launcher, str(bot), "passer", dictionary=str(words))
    assert (result.seats[0].verdict, result.seats[0].detail) == (
        Verdict.NEVER_STARTED,
        "could not be loaded: KeyError: 'graph'",
    )


SLOWLY = """
import time
from bots.passer import start_game
def prepare(*kind):
    time.sleep(SECONDS)
"""


@pytest.mark.parametrize(("seconds", "verdict"), [(4, Verdict.FINISHED), (60, Verdict.NEVER_STARTED)])
def test_what_is_prepared_for_all_games_has_a_time_of_its_own(
    seconds: int, verdict: Verdict, launcher: Launcher, tmp_path: Path
) -> None:
    bot, words = tmp_path / "slowly.py", tmp_path / "words.txt"
    bot.write_text(SLOWLY.replace("SECONDS", str(seconds)))
    words.write_text("AT\nTO\n")
    play(launcher, "passer*2")
    limits = {"setup_seconds": 3, "prepare_seconds": 20 if verdict is Verdict.FINISHED else 1}
    result, _ = play(launcher, str(bot), "passer", dictionary=str(words), **limits)
    assert result.seats[0].verdict is verdict, result.seats[0]


def test_the_same_bot_in_several_seats_has_a_process_for_each(launcher: Launcher) -> None:
    result, _ = play(launcher, "passer*5")
    assert result.clean
    assert [seat.name for seat in result.seats] == [f"passer-{number}" for number in range(1, 6)]
    assert launcher.idle_count == 5
    play(launcher, "passer*2")
    assert launcher.idle_count == 5


def test_a_bot_is_given_little_of_the_environment() -> None:
    full = {
        "PATH": "/bin", "HOME": "/h", "LC_ALL": "C", "SECRET": "x", "SEED": "7", "PYTHONPATH": "/mine",
        "PYTHONSTARTUP": "x", "NUMBA_NUM_THREADS": "1", MARK: "another keeper's",
    }  # fmt: skip
    assert bot_environment(full) == {
        "PATH": "/bin", "HOME": "/h", "LC_ALL": "C", "NUMBA_NUM_THREADS": "1",
        "PYTHONPATH": f"{ROOT}{os.pathsep}/mine", "PYTHONHASHSEED": "0",
    }  # fmt: skip


LOOKS_AROUND = """
import os, sys
from pathlib import Path
from bots.passer import start_game as passer
def start_game(*setup):
    seen = [sys.argv, dict(os.environ), sys.stdin.read()]
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                seen.append((entry / "cmdline").read_text())
            except OSError:
                pass
    print(seen)
    for number in range(3, 256):
        try:
            print("FILE", os.readlink(f"/proc/self/fd/{number}"))
        except OSError:
            pass
    return passer(*setup)
"""


def test_a_bot_sees_no_seed_no_token_and_no_file_of_the_referee(launcher: Launcher, tmp_path: Path) -> None:
    bot = tmp_path / "looks.py"
    bot.write_text(LOOKS_AROUND)
    seen = Notebook()
    seed = 918273645564738291
    match = options(
        str(bot), "remote", seed=seed, log_dir=tmp_path, record=tmp_path / "r.jsonl", setup_seconds=3
    )
    asyncio.run(run_match(match, launcher, [seen]))
    text = (tmp_path / "1-looks.log").read_text()
    assert str(seed) not in text
    assert seen.where[0].tokens[2] not in text
    files = [line.split()[1].split(":")[0] for line in text.splitlines() if line.startswith("FILE")]
    assert files.count("socket") == 1, "its own connection, and nothing else"
    assert set(files) <= {"socket", "pipe"}


def test_when_the_referee_is_killed_its_bots_go_with_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from tests.support.matches import *; print('go', flush=True);"
        "play_match(options(hostile('ignores_signals'), 'passer', stall_seconds=60))"
    )
    referee = subprocess.Popen([sys.executable, "-c", code, str(ROOT)], stdout=subprocess.PIPE, cwd=tmp_path)
    mark = f"{referee.pid}-"
    assert wait_until(lambda: len(marked(MARK, mark)) == 6), "two keepers, two nests, two bots"
    there = marked(MARK, mark)
    referee.send_signal(signal.SIGKILL)
    referee.communicate()
    assert wait_until(lambda: all(map(is_dead, there)))


def test_a_match_that_is_cancelled_ends_as_interrupted_and_leaves_nothing(
    launcher: Launcher, tmp_path: Path
) -> None:
    async def cancel_in_the_middle() -> Notebook:
        seen = Notebook()
        match = options(hostile("hangs"), "passer", stall_seconds=60)
        task = asyncio.create_task(run_match(match, launcher, [seen]))
        while len([m for _, _, m in seen.heard_messages if isinstance(m, Ready)]) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        task.cancel()
        result = await task
        assert result.game.end is End.INTERRUPTED
        assert set(result.verdicts.values()) == {Verdict.INTERRUPTED}
        assert result.winners == ()
        return seen

    seen = asyncio.run(cancel_in_the_middle())
    assert seen.of_kind(Passed) == []


def test_matches_may_run_side_by_side_in_one_loop(launcher: Launcher) -> None:
    async def several() -> list[int]:
        matches = [run_match(options("passer*2", seed=seed), launcher) for seed in range(4)]
        return [result.turns for result in await asyncio.gather(*matches)]

    assert asyncio.run(several()) == [6, 6, 6, 6]


def test_a_launcher_that_is_closed_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    with nothing_is_left():
        launcher = Launcher()
        place = BotPlace(hostile("hangs_on_import"))
        keeper_count = 3
        for _ in range(keeper_count):
            launcher.start(place, options("passer*2").limits, _order(tmp_path))
        assert wait_until(lambda: len(below(os.getpid())) == 2 * keeper_count)
        launcher.close()


def _order(folder: Path) -> GameOrder:
    return GameOrder(
        host="127.0.0.1", port=9, token="t", log=folder / "bot.log", board=board().spec, alphabet="A",
        pieces=CHAMELEONS, hand_size=7, dictionary="x", dictionary_path=None,
    )  # fmt: skip


# --- the parts


def test_a_log_of_any_size_keeps_its_limit_its_beginning_and_its_end(tmp_path: Path) -> None:
    log = Log(tmp_path / "sub" / "bot.log", limit=1000)
    for number in range(10_000):
        log.write(b"line %d\n" % number)
    assert log.tail.endswith("line 9999\n")
    log.close()
    text = (tmp_path / "sub" / "bot.log").read_text()
    assert text.startswith("line 0\n")
    assert text.endswith("line 9999\n")
    assert "[the log is full: " in text
    assert len(text) < 1000 + 8192 + 100


def test_a_device_is_never_taken_for_the_log_of_another_game(tmp_path: Path) -> None:
    device = tmp_path / "device"
    os.mkfifo(device)
    Log(device, limit=10).close()
    assert device.is_fifo()


def test_a_log_that_fits_is_kept_as_it_is_and_an_empty_one_not_at_all(tmp_path: Path) -> None:
    log = Log(tmp_path / "bot.log", limit=10)
    log.write(b"0123456789")
    log.close()
    assert (tmp_path / "bot.log").read_bytes() == b"0123456789"
    (tmp_path / "empty.log").write_text("of the game before")
    Log(tmp_path / "empty.log", limit=10).close()
    assert not (tmp_path / "empty.log").exists()


def test_a_log_that_cannot_be_written_keeps_its_tail_and_says_why(tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    log = Log(full, limit=1000)
    log.write(b"one\n")
    log.write(b"two\n")
    log.close()
    assert log.tail == "one\ntwo\n"
    assert log.error == f"{full}: this log is not complete: Is a directory"


def test_the_processes_below_one_are_found_with_their_memory() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"],
        stdin=subprocess.PIPE,
    )
    try:
        assert wait_until(lambda: len(below(child.pid)) == 1)
        (grandchild,) = below(child.pid)
        assert child.pid in children(os.getpid())
        assert {child.pid, grandchild} <= set(below(os.getpid()))
        assert wait_until(lambda: resident_bytes(grandchild) > 5_000_000)
        assert 0 < own_bytes(grandchild) <= resident_bytes(grandchild) * 1.5
        assert not is_dead(child.pid)
    finally:
        child.communicate(b"\n")
    assert is_dead(child.pid)
    assert below(child.pid) == []
    assert resident_bytes(child.pid) == own_bytes(child.pid) == 0


def test_a_second_game_starts_no_interpreter(launcher: Launcher) -> None:
    play(launcher, "passer*2")
    before = set(below(os.getpid()))
    play(launcher, "passer*2")
    assert set(below(os.getpid())) == before


def test_a_bot_process_reports_how_its_process_ended(launcher: Launcher, tmp_path: Path) -> None:
    async def start() -> BotProcess:
        place, limits = BotPlace(hostile("exits_on_import")), options("passer*2").limits
        bot = launcher.start(place, limits, _order(tmp_path))
        ended = asyncio.Event()
        bot.watch(ended.set)
        await asyncio.wait_for(ended.wait(), 20)
        await bot.clear()
        launcher.release(bot)
        return bot

    bot = asyncio.run(start())
    assert bot.end is not None
    assert bot.end.code == 7
    assert not bot.reusable
