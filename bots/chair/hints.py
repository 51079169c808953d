"""Hints: the best moves, written so that a person can type them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bots.chair.typed import BLANK, is_blank
from scrabble_util.state import State
from scrabble_util.types import Pieces

if TYPE_CHECKING:
    from scrabble_util.movegen.move import Move


def best_moves(state: State, count: int) -> Sequence[str]:
    """Return the best so many moves, best first."""
    return [hint(move, state.pieces) for move in state.moves()[:count]]


def hint(move: Move, pieces: Pieces) -> str:
    """Write a move as it is typed, with its points and what its blanks are."""
    word = move.words[0]
    blanks = {coord: tile.letter.char for coord, tile in move.placements if is_blank(tile.piece, pieces)}
    text = "".join(
        BLANK if coord in blanks else letter.char
        for coord, letter in zip(word.coords, word.letters, strict=True)
    )
    told = f", the blank is {' and '.join(blanks.values())}" if blanks else ""
    x, y = word.start
    return f"{text} {x} {y} {word.direction.name.lower()}  for {move.score}{told}"
