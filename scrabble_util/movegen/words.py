"""Scores of words by running the programs of their squares, for squares that no sum and product can tell.

The programs come as a bundle: the plan (how many levels of priority there are, then for each square and level a
program, or -1; the used square first); the facts of each program; room for the characters, points and squares of
a word; the registers of all programs, their code, and the tables of characters that the code looks into.
"""

from typing import Any

import numpy as np

from scrabble_util.dsl.faults import STEP_BUDGET
from scrabble_util.dsl.kernel import FINE, run
from scrabble_util.movegen.cells import constant, factor, per_point, run_end, twin_of
from scrabble_util.movegen.layout import (
    ACROSS_BY_PROGRAM,
    ADDEND,
    BY_PROGRAM,
    CELL,
    FACTOR,
    HOOK,
    KIND,
    LAID,
    OFFSET,
    SLOPE,
    WHAT,
)
from scrabble_util.movegen.outcome import OFFER, OFFER_BITS, laid_at
from scrabble_util.movegen.tables import AREA, SIDE
from scrabble_util.numba_setup import kernel
from scrabble_util.scoring import MOST_WORD_POINTS

# The facts of a program: whether it is m * acc + k * points + c, and those; else where its code and its
# registers start.
IS_AFFINE, M, K, C, CODE, REGISTERS = range(6)
FACTS = 6
USED = 0
"""The used square's place in the plan."""


@kernel()
def _run_all(programs: Any, length: Any) -> Any:
    """Run the programs of the word that was put down, and return what it counts for in a play."""
    plan, facts, chars, points, rows, registers, code, tables = programs
    levels = plan[0]
    score = np.int64(0)
    for level in range(levels):
        for index in range(length):
            program = plan[1 + rows[index] * levels + level] * FACTS
            if program < 0:
                continue
            if facts[program + IS_AFFINE]:
                score = facts[program + M] * score + facts[program + K] * points[index] + facts[program + C]
                continue
            first = facts[program + REGISTERS]
            registers[first] = index
            registers[first + 1] = score
            registers[first + 2] = 0
            registers[first + 3] = length
            if (
                run(code, facts[program + CODE], registers, chars, points, length, tables, STEP_BUDGET)
                == FINE
            ):
                score = registers[first + 2]
    return max(-MOST_WORD_POINTS, min(MOST_WORD_POINTS, score))


@kernel()
def _put(programs: Any, index: Any, char: Any, points: Any, square: Any) -> None:
    """Put a letter of a word down."""
    programs[2][index] = char
    programs[3][index] = points
    programs[4][index] = square


@kernel()
def _spell(board: Any, offers: Any, programs: Any, start: Any, end: Any, piece: Any) -> None:
    """Put the cells from `start` to `end` down; `piece` is laid on one, the others have letters."""
    table, _, points, chars, squares, _ = board
    for cell in range(start, end + 1):
        place = cell if cell < table[AREA] else twin_of(cell, table[SIDE])
        if piece >> OFFER_BITS == cell:
            offer = piece & OFFER
            _put(programs, cell - start, offers[3][offer], offers[2][offer], squares[place])
        else:
            _put(programs, cell - start, chars[place], points[place], np.int64(USED))


@kernel()
def _across(board: Any, offers: Any, programs: Any, piece: Any) -> Any:
    """Return what the word across a piece scores, 0 if there is none."""
    table, cells, _, _, _, _ = board
    cell, offer = piece >> OFFER_BITS, piece & OFFER
    what = cells[cell * CELL + WHAT]
    if what & KIND != HOOK:
        return 0
    if not what & ACROSS_BY_PROGRAM:
        return cells[cell * CELL + SLOPE] * offers[2][offer] + cells[cell * CELL + OFFSET]
    other = twin_of(cell, table[SIDE])
    start, end = run_end(cells, other - 1, -1) + 1, run_end(cells, other + 1, 1) - 1
    _spell(board, offers, programs, start, end, other << OFFER_BITS | offer)
    return _run_all(programs, end - start + 1)


@kernel()
def exact_score(board: Any, offers: Any, programs: Any, laying: Any, count: Any, left: Any) -> Any:
    """Return what a play scores, without the bonus."""
    table, cells, points, chars, squares, _ = board
    score, flags = np.int64(0), np.int64(0)
    for index in range(count):
        score += _across(board, offers, programs, laying[index])
    first = laid_at(laying, left, np.int64(0)) >> OFFER_BITS
    last = laid_at(laying, left, count - 1) >> OFFER_BITS
    start, end = run_end(cells, first - 1, -1) + 1, run_end(cells, last + 1, 1) - 1
    total, product, next_piece = 0, 1, 0
    for cell in range(start, end + 1):
        what = cells[cell * CELL + WHAT]
        flags |= what
        place = cell if cell < table[AREA] else twin_of(cell, table[SIDE])
        if what & LAID:
            _put(programs, cell - start, chars[place], points[place], np.int64(USED))
            total += cells[cell * CELL + ADDEND]
            product *= cells[cell * CELL + FACTOR]
        else:
            offer = laid_at(laying, left, next_piece) & OFFER
            next_piece += 1
            _put(programs, cell - start, offers[3][offer], offers[2][offer], squares[place])
            total += per_point(what) * offers[2][offer] + constant(what)
            product *= factor(what)
    if flags & BY_PROGRAM:
        return score + _run_all(programs, end - start + 1)
    return score + total * product
