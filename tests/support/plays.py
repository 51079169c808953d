"""Ways to "play" a game for tests of the runner: functions that travel to worker processes."""

import os
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path

from referee.tournament.games import GameResult, GameSpec, pack
from tests.support.tournaments import better_first, by_strength


@dataclass(frozen=True)
class ByStrength:
    """Who wins is drawn by strength from the game's seed; the record says what was played."""

    elo: tuple[float, ...]
    seconds: float = 0.0

    def __call__(self, spec: GameSpec) -> GameResult:
        time.sleep(self.seconds)
        return replace(by_strength(self.elo)(spec), packed=pack(f"{spec}\n".encode()))


@dataclass(frozen=True)
class FailsOnce:
    """Raises the first time it is asked for the game with this key."""

    key: str
    folder: Path

    def __call__(self, spec: GameSpec) -> GameResult:
        if spec.key == self.key and _first_time(self.folder):
            raise OSError("no more file descriptors")
        return better_first(spec)


@dataclass(frozen=True)
class DiesOnce:
    """Takes its worker process down the first time it is asked for the game with this key."""

    key: str
    folder: Path

    def __call__(self, spec: GameSpec) -> GameResult:
        if spec.key == self.key and _first_time(self.folder):
            os.kill(os.getpid(), signal.SIGKILL)
        return better_first(spec)


@dataclass(frozen=True)
class AlwaysDies:
    """Takes its worker process down whenever it is asked for the game with this key."""

    key: str

    def __call__(self, spec: GameSpec) -> GameResult:
        if spec.key == self.key:
            os.kill(os.getpid(), signal.SIGKILL)
        return better_first(spec)


def _first_time(folder: Path) -> bool:
    try:
        (folder / "happened").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
