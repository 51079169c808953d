"""Writes and writes, then fails, then would like to go on."""

import sys


def start_game(*setup):
    return play


def play():
    for number in range(20_000):
        print(f"line {number} " + "x" * 1000)
    sys.stdout.flush()
    raise RuntimeError("that was a lot")
