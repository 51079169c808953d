"""Real matches for tests: real processes over the real server, with few words and small limits."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.events import Event
from referee.game import Game
from referee.launch import MARK, Launcher
from referee.match import play_match
from referee.match_options import Limits, MatchOptions, MatchResult
from referee.process_tree import below, is_dead, marked
from referee.seats import seat_specs
from referee.watch import Opened, Watcher
from scrabble_util.messages import ClientMessage
from tests.support.games import CHAMELEON, CHAMELEONS, WORDS

HOSTILE = Path(__file__).parents[1] / "hostile"
SCRIPTED = str(HOSTILE / "scripted.py")
LIMITS = Limits(setup_seconds=60, stall_seconds=30, memory=400_000_000, open_files=64, processes=20)


def hostile(name: str) -> str:
    """Return a bot of the house of horrors, as it is named on the command line."""
    return str(HOSTILE / f"{name}.py")


def options(*bots: str, **changes: Any) -> MatchOptions:
    """A match in which every piece can be any letter, with few words."""
    base = MatchOptions(
        seats=seat_specs(bots), seed=1, dictionary=tuple(WORDS), pieces=CHAMELEONS, tiles={CHAMELEON: 40},
        limits=LIMITS,
    )  # fmt: skip
    limits = {name: changes.pop(name) for name in list(changes) if name in vars(LIMITS)}
    return replace(base, limits=replace(LIMITS, **limits), **changes)


@dataclass
class Notebook(Watcher):
    """Keeps everything that can be seen of a match."""

    wants_messages = True
    events: list[Event] = field(default_factory=list)
    sent_messages: list[tuple[int, ClientMessage]] = field(default_factory=list)
    heard_messages: list[tuple[int, int, object]] = field(default_factory=list)
    where: list[Opened] = field(default_factory=list)
    on_opened: Callable[[Opened], None] = lambda _opened: None

    def opened(self, opened: Opened) -> None:
        self.where.append(opened)
        self.on_opened(opened)

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        self.events.append(event)

    def sent(self, player: int, message: ClientMessage) -> None:
        self.sent_messages.append((player, message))

    def heard(self, player: int, turn: int, message: object) -> None:
        self.heard_messages.append((player, turn, message))

    def sent_to(self, player: int, kind: type) -> list[Any]:
        """The messages of a kind that a player was sent."""
        return [message for to, message in self.sent_messages if to == player and isinstance(message, kind)]

    def of_kind(self, kind: type) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def write_script(path: Path, **scripts: list[list[Any]]) -> None:
    """Tell the scripted bots what to do: `p1=[["pass"], ...]`."""
    path.write_text(json.dumps({name[1:]: steps for name, steps in scripts.items()}))


def play(launcher: Launcher, *bots: str, **changes: Any) -> tuple[MatchResult, Notebook]:
    """Play a match and return what came of it, with all that was seen of it."""
    notebook = Notebook()
    return play_match(options(*bots, **changes), launcher, [notebook]), notebook


@contextmanager
def nothing_is_left(launcher: Launcher | None = None) -> Iterator[None]:
    """Check that no process, no socket and no file is left of what happens inside, but for warm bots."""

    def idle() -> int:
        return launcher.idle_count if launcher is not None else 0

    def others() -> list[str]:
        # Every warm bot has one socket here, and two processes: its keeper and its nest.
        files = open_files()
        for _ in range(idle()):
            files.remove("socket")
        return files

    def processes() -> list[int]:
        return [pid for pid in below(os.getpid()) if not is_dead(pid)]

    # Tests that ran before may have left something of Python's own, such as multiprocessing's tracker.
    before, not_ours = others(), len(processes()) - 2 * idle()
    yield
    alive = processes()
    assert len(alive) - 2 * idle() <= not_ours, f"processes {alive} are left, and {idle()} bots are warm"
    assert set(marked(MARK, f"{os.getpid()}-")) <= set(alive), (
        "processes are left that have lost their parents"
    )
    assert others() == before


def open_files() -> list[str]:
    """What this process has open, by kind: two sockets are the same."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(entry.readlink()).split("[")[0].split(":")[0])
        except FileNotFoundError:
            continue  # the listing itself
    return sorted(found)


def pids_told(log: str) -> list[int]:
    """Return the processes that a bot wrote it started."""
    return [int(line.split()[1]) for line in log.splitlines() if line.startswith("pid ")]


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait for something that happens in another process."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
