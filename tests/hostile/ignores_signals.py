"""Never says anything, and will not be ended politely."""

import signal
import time


def start_game(*setup):
    def play():
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1)

    return play
