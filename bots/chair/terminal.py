"""A person's terminal: drawing in place, line editing with history, and Ctrl-C where it belongs.

Several people may share one terminal, each with a process of their own. Then only the one whose turn it is reads
and draws, and only that one hears Ctrl-C.
"""

import contextlib
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from scrabble_util.drawing import Style
from scrabble_util.messages import ClientMessage

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_HISTORY_LENGTH = 500


class PersonTerminal:
    """Standard input and output, used by a person."""

    def __init__(self, style: Style, *, shared: bool = False, history: Path | None = None) -> None:
        """Use the terminal; lines typed are kept in the file `history`, where one is given."""
        self.style = style
        self._shared = shared
        self._hear_interrupts(not shared)
        self._history = history if sys.stdin.isatty() else None
        if sys.stdin.isatty():
            _edit_lines(history)

    def size(self) -> tuple[int, int]:
        """Return columns and lines."""
        size = shutil.get_terminal_size()
        return size.columns, size.lines

    def draw(self, text: str) -> None:
        """Draw a screen: in place on a terminal that can, below the last one else."""
        self._write((_CLEAR if self.style is Style.ANSI else "\n") + text + "\n")

    def say(self, text: str) -> None:
        """Print below what was drawn."""
        self._write(text + "\n")

    def ask(self, prompt: str) -> str:
        """Read a line."""
        with self._listening():
            line = input(prompt)
        if self._history is not None and line:
            _keep_line(self._history)
        return line

    def wait(self, receive: Callable[[], ClientMessage]) -> ClientMessage:
        """Wait for a message."""
        return receive()

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    @contextlib.contextmanager
    def _listening(self) -> Iterator[None]:
        """Let Ctrl-C through while this person is asked."""
        self._hear_interrupts(True)
        try:
            yield
        finally:
            self._hear_interrupts(not self._shared)

    def _hear_interrupts(self, hear: bool) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler if hear else signal.SIG_IGN)


def _edit_lines(history: Path | None) -> None:
    """Have `input` edit lines and remember them."""
    import readline  # changes what `input` does by being imported

    readline.set_history_length(_HISTORY_LENGTH)
    if history is not None:
        with contextlib.suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True)
            history.touch()
            readline.read_history_file(history)


def _keep_line(history: Path) -> None:
    """Write the last line to the file at once: the process may be ended before it can say goodbye."""
    import readline

    with contextlib.suppress(OSError):
        readline.append_history_file(1, history)
