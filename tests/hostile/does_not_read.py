"""Plays its part without ever reading: it guesses when it is its turn."""

import time

from scrabble_util.messages import SMPass


def start_game(*setup):
    connection, player, players = setup[-1], setup[4], setup[3]

    def play():
        for turn in range(player, 10_000, players):
            connection.turn = turn
            connection.send(SMPass())
            time.sleep(0.01)

    return play
