"""Says in its log which game it thinks it is: a bot whose state leaked would count on."""

from scrabble_util.messages import SMPass
from scrabble_util.state import State

games = []


def start_game(*setup):
    games.append(1)
    print(f"game number {len(games)}")
    state = State(*setup)

    def play():
        while not state.over:
            if state.is_my_turn:
                state.send(SMPass())
            state.receive()

    return play
