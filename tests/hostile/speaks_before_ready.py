"""Plays before it is ready."""

from scrabble_util.messages import SMPass


def start_game(*setup):
    connection = setup[-1]
    connection.send(SMPass())
    return connection.recv
