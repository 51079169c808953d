"""Tries to take other seats: with guessed tokens, and with its own once more. Then it plays on, innocently."""

import sys

from scrabble_util.connection import Connection, ConnectionClosed
from scrabble_util.messages import SMPass
from scrabble_util.state import State


def start_game(*setup):
    state = State(*setup)
    host, port = state.connection._socket.getpeername()
    frame = sys._getframe()
    while "token" not in frame.f_locals:
        frame = frame.f_back
    own = frame.f_locals["token"]
    for token in ("", "0" * 32, own, "x" * 10_000):
        try:
            with Connection.open(host, port) as other:
                other.join(token)
                print("got a seat with", token)
        except ConnectionClosed as closed:
            print("refused:", closed)

    def play():
        while not state.over:
            if state.is_my_turn:
                state.send(SMPass())
            state.receive()

    return play
