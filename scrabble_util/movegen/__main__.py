"""Make ready what takes seconds once: `python -m scrabble_util.movegen` compiles and builds, and says so.

`make play` and `make test` run it, so that no bot has to do it in the time it has for setting up.
"""

from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.movegen.position import Position
from scrabble_util.pieces import ENGLISH
from scrabble_util.resources import english_dictionary


def main() -> None:
    """Compile the kernels, and build the English word graphs of the standard board and of endless ones."""
    words = Dictionary.from_file(english_dictionary())
    for board in ("standard", "infinite"):
        Position(load_board(board), words, ENGLISH.pieces, alphabet=ENGLISH.alphabet)


if __name__ == "__main__":
    main()
