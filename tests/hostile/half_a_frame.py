"""Sends half a frame and waits."""

import time

from scrabble_util.messages import SMPass
from scrabble_util.wire import encode_from_player


def start_game(*setup):
    connection = setup[-1]

    def play():
        connection._socket.sendall(encode_from_player(SMPass(), 1)[:-2])
        time.sleep(300)

    return play
