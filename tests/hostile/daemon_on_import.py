"""Leaves a process behind that has left its session, and ends while it is imported."""

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(f"pid {os.getpid()}", flush=True)
        time.sleep(300)
    os._exit(0)
time.sleep(0.3)
os._exit(0)
