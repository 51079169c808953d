"""Sends passes as fast as it can, whoever's turn it is, and never reads."""

from scrabble_util.messages import SMPass
from scrabble_util.wire import encode_from_player


def start_game(*setup):
    connection = setup[-1]

    def play():
        many = encode_from_player(SMPass(), 1) * 10_000
        while True:
            connection._socket.sendall(many)

    return play
