"""A bot that does as a script says: `SCRABBLE_SCRIPT` names a JSON file, player -> what to say turn by turn.

A step is ["play", [[x, y, piece, char, points], ...]], ["change", [piece, ...]], ["pass"], ["forfeit"], or one of
the misdeeds below. When its script is at an end, it passes.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

from scrabble_util.messages import SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.state import State


def start_game(*setup):
    state = State(*setup)
    script = json.loads(Path(os.environ["SCRABBLE_SCRIPT"]).read_text()).get(str(state.player_number), [])
    steps = iter(script)

    def play():
        while not state.over:
            if state.is_my_turn:
                act(state, *next(steps, ["pass"]))
            state.receive()

    return play


def act(state, what, argument=None):
    match what:
        case "play":
            state.send(SMPlay([((x, y), (piece, (char, points))) for x, y, piece, char, points in argument]))
        case "change":
            state.send(SMChange(argument))
        case "pass":
            state.send(SMPass())
        case "forfeit":
            state.send(SMForfeit())
        case "sleep":
            time.sleep(argument)
            state.send(SMPass())
        case "raise":
            raise RuntimeError(argument)
        case "exit":
            sys.exit(argument)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "return":
            raise SystemExit(81)
        case "hang up":
            state.connection.close()
            time.sleep(60)
        case "bytes":
            state.connection._socket.sendall(bytes(argument))
        case "turn":  # a pass for another turn than the one that is to be played
            state.connection.turn += argument
            state.send(SMPass())
        case "memory":
            hoard = []
            while True:
                hoard.append(bytearray(50_000_000))
        case "cpu":
            while True:
                pass
