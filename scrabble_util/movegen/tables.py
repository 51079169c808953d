"""The three tables that kernels are handed, and the bundles of pointers that they make of them.

A table is an array of numbers: some stand for themselves, the others are addresses of arrays (`bits.py`). One
table is made for a game, one for each window of the board, and one for each thread's room to work in.
"""

from typing import Any

import numpy as np

from scrabble_util.bits import bytes_at, halves_at, masks_at, numbers_at, words_at
from scrabble_util.numba_setup import kernel

# --- a game: numbers,
(
    WIDE, LAST_SLOT, HAND_SIZE, BONUS, EXACTNESS, SHORTCUTS,
    USED_PER_POINT, USED_CONSTANT, USED_FACTOR, USED_FLAGS,
) = range(10)  # fmt: skip
# and addresses: the word graph and its anagrams, the offers of pieces, the programs of squares.
(
    ARCS, KEYS, SLOTS, WORD_STARTS, WORD_LETTERS,
    OFFER_LETTERS, OFFER_PIECES, OFFER_POINTS, OFFER_CHARS,
    PLAN, PROGRAM_FACTS, CODE, CHARACTERS,
) = range(10, 23)  # fmt: skip
GAME = 23

# --- a window: cells of a side and of a half, the most pieces of a play, how many anchors the pool holds, the cell
# that a first word must cover (-1 when it is laid), what the window answers for,
(
    SIDE, AREA, REACH, POOL, CENTER, FIRST_COLUMN, LAST_COLUMN, FIRST_ROW, LAST_ROW,
) = range(9)  # fmt: skip
# and addresses: cells; points, characters and squares by cell; anchors; heads of lanes; dirty lanes; room.
CELLS, POINTS, CHARS, ROWS, ANCHORS, HEADS, DIRTY, EFFECTS = range(9, 17)
WINDOW = 17

# --- room to work in: the tables of a hand (`hand.py`), then the rest.
HAND_TABLES = 10
HELD, STACK, STACK_MASKS, LAYING, BOUNDS, HEAP, MEMORY, CLOCK = range(HAND_TABLES, HAND_TABLES + 8)
STATE, SCORES, SIZES, PIECES, SHARED = range(HAND_TABLES + 8, HAND_TABLES + 13)
WORD_CHARS, WORD_POINTS, WORD_SQUARES, REGISTERS = range(HAND_TABLES + 13, HAND_TABLES + 17)
ROOM = HAND_TABLES + 17

TABLE = "int64[::1]"
"""How a table is called in a signature."""


@kernel()
def graph_of(game: Any) -> Any:
    """The word graph: arcs, whether they are wide, keys of letters."""
    return masks_at(game[ARCS]), game[WIDE] != 0, masks_at(game[KEYS])


@kernel()
def anagrams_of(game: Any) -> Any:
    """Words by their letters: slots, the last of them, where words start, their letters."""
    return (
        masks_at(game[SLOTS]),
        np.uint64(game[LAST_SLOT]),
        words_at(game[WORD_STARTS]),
        bytes_at(game[WORD_LETTERS]),
    )


@kernel()
def offers_of(game: Any) -> Any:
    """Every way to lay a piece of the game: letter, number of the piece, points, character."""
    return (
        numbers_at(game[OFFER_LETTERS]),
        numbers_at(game[OFFER_PIECES]),
        numbers_at(game[OFFER_POINTS]),
        numbers_at(game[OFFER_CHARS]),
    )


@kernel()
def board_of(window: Any) -> Any:
    """A window: the table itself, cells; points, characters and squares by cell; anchors."""
    return (
        window,
        numbers_at(window[CELLS]),
        numbers_at(window[POINTS]),
        numbers_at(window[CHARS]),
        numbers_at(window[ROWS]),
        numbers_at(window[ANCHORS]),
    )


@kernel()
def hand_of(room: Any) -> Any:
    """What a hand can be laid as: see `hand.py`."""
    return (
        numbers_at(room[0]), numbers_at(room[1]), numbers_at(room[2]), masks_at(room[3]), masks_at(room[4]),
        numbers_at(room[5]), numbers_at(room[6]), numbers_at(room[7]), masks_at(room[8]), numbers_at(room[9]),
    )  # fmt: skip


@kernel()
def programs_of(game: Any, room: Any) -> Any:
    """What squares do, and room for a word: see `words.py`."""
    return (
        numbers_at(game[PLAN]),
        numbers_at(game[PROGRAM_FACTS]),
        numbers_at(room[WORD_CHARS]),
        numbers_at(room[WORD_POINTS]),
        numbers_at(room[WORD_SQUARES]),
        numbers_at(room[REGISTERS]),
        numbers_at(game[CODE]),
        halves_at(game[CHARACTERS]),
    )


@kernel()
def pad_of(room: Any) -> Any:
    """Room to search in: stack, masks of the stack, pieces being laid, bounds, heap, memory, clock."""
    return (
        numbers_at(room[STACK]),
        masks_at(room[STACK_MASKS]),
        numbers_at(room[LAYING]),
        numbers_at(room[BOUNDS]),
        numbers_at(room[HEAP]),
        masks_at(room[MEMORY]),
        numbers_at(room[CLOCK]),
    )


@kernel()
def result_of(room: Any) -> Any:
    """What a search has found: state, and of all plays the scores, sizes and pieces: see `outcome.py`."""
    return (
        numbers_at(room[STATE]),
        numbers_at(room[SCORES]),
        numbers_at(room[SIZES]),
        numbers_at(room[PIECES]),
    )
