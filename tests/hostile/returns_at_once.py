"""Returns from the game before it has begun to play."""


def start_game(*setup):
    return lambda: None
