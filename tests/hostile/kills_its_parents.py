"""Kills the processes above it, and leaves one of its own behind."""

import os
import signal
import time
from pathlib import Path


def parent(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def start_game(*setup):
    return play


def play():
    nest = os.getppid()
    keeper = parent(nest)
    if os.fork() == 0:
        os.setsid()
        print(f"pid {os.getpid()}", flush=True)
        time.sleep(300)
    time.sleep(0.3)
    os.kill(keeper, signal.SIGKILL)
    os.kill(nest, signal.SIGKILL)
    time.sleep(300)
