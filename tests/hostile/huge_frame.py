"""Announces a frame of 4 GB and sends it."""


def start_game(*setup):
    connection = setup[-1]

    def play():
        connection._socket.sendall(b"\xff\xff\xff\xff")
        while True:
            connection._socket.sendall(b"x" * 1_000_000)

    return play
