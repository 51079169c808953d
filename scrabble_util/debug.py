"""`debug_print`: what a bot wants to say while it is being written.

A bot's standard error is the log that the referee keeps of it, so that is where the line goes. Each line is
written at one stroke, whole, whichever thread says it; `print` from two threads can come out mixed.
"""

import os
import sys
import threading
from datetime import datetime


def debug_print(*values: object, sep: str = " ") -> None:
    """Write the values to the bot's log, as `print` would, with the time of day and the thread."""
    # `print(..., file=sys.stderr)` may still hold back what it was given before.
    sys.stderr.flush()
    data = debug_line(sep.join(map(str, values)), datetime.now(), threading.current_thread().name).encode()
    while data:
        data = data[os.write(sys.stderr.fileno(), data) :]


def debug_line(text: str, now: datetime, thread: str) -> str:
    """Return the line of the log: time, thread (where it is not the main one), text, each line of it indented."""
    who = "" if thread == "MainThread" else f"[{thread}] "
    body = text.replace("\n", "\n             ")
    return f"{now:%H:%M:%S}.{now.microsecond // 1000:03} {who}{body}\n"
