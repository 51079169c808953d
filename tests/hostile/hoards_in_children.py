"""Stays within its memory itself, and lets its children have more."""

import os
import time


def start_game(*setup):
    return play


def play():
    for _ in range(4):
        if os.fork() == 0:
            hoard = bytearray(60_000_000)
            time.sleep(300)
            print(len(hoard))
    time.sleep(300)
