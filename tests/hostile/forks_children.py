"""Starts processes that hold its connection open, leave its session, and ignore signals; then it exits."""

import os
import signal
import subprocess
import sys
import time


def start_game(*setup):
    return play


def play():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if os.fork() == 0:
                print(f"pid {os.getpid()}")
                while True:
                    time.sleep(1)
            os._exit(0)
    stray = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True, env={}
    )
    print(f"pid {stray.pid}")
    time.sleep(0.3)
    sys.exit(5)
