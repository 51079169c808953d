"""Returns no game."""


def start_game(*setup):
    return None
