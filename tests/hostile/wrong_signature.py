"""Has a start_game that takes too little."""


def start_game(board, hand):
    return lambda: None
