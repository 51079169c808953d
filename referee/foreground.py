"""A bot in the referee's own terminal: for a person at the console, or for a debugger.

It has the referee's input and output, no log, no limits and no keeper: whoever sits at the terminal is trusted.
To a match it looks like any other bot (`launch.BotProcess`).
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from referee.evidence import ProcessEnd
from referee.launch import GameOrder, bot_environment
from scrabble_util.host import TOKEN_VARIABLE

_PATIENCE = 1.0
"""Seconds the bot has to end after it was asked to."""


class ForegroundBot:
    """A bot that shares the terminal, in one game."""

    log: Path | None = None
    tail = ""
    preparing_seconds = 0.0
    log_error = ""

    def __init__(self, bot: str, order: GameOrder, *, debug: bool = False) -> None:
        """Start the bot, as it is named on the command line; with `debug`, under the debugger."""
        self.end: ProcessEnd | None = None
        self._on_end: Callable[[], None] = lambda: None
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "scrabble_util.host",
                bot,
                "--host",
                order.host,
                "--port",
                str(order.port),
                *(["--pdb"] if debug else []),
            ],
            env=bot_environment(os.environ) | {TOKEN_VARIABLE: order.token},
        )
        self._death = os.pidfd_open(self._process.pid)

    def watch(self, on_end: Callable[[], None]) -> None:
        """Call back when the process has ended; needs a running event loop."""
        self._on_end = on_end
        asyncio.get_running_loop().add_reader(self._death, self._note_end)

    async def clear(self, patience: float = 0.0) -> None:
        """End it, after waiting `patience` seconds for it to end by itself."""
        for wait, blow in ((patience, signal.SIGTERM), (_PATIENCE, signal.SIGKILL)):
            for _ in range(int(wait / 0.01)):
                if self._process.poll() is not None:
                    break
                await asyncio.sleep(0.01)
            if self._process.poll() is None:
                self._process.send_signal(blow)
        self._process.wait()
        if self._death >= 0:
            asyncio.get_running_loop().remove_reader(self._death)
            os.close(self._death)
            self._death = -1

    def _note_end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._death)
        self.end = ProcessEnd(self._process.wait())
        self._on_end()
