"""What squares do to a score, as numbers that the search can add and multiply.

Most squares only multiply and add (`dsl/affine.py` finds that out). Where all programs that add run before all
that multiply, a word scores (sum) * (product), and a square is three numbers: what it adds for each point of its
letter, what it adds in any case, and what it multiplies the word by. Such a square is *plain*; the priority from
which on programs multiply is chosen so that as many squares as possible are.

A word over any other square is scored by running programs (`words.py`). For the search, such a square has three
numbers too: a bound (`envelope.py`). If a program's result is never farther from 0 than m * |acc| + k * |points|
+ c, whatever is laid, then a word is never worth more than the product of all m times the sum of all the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from scrabble_util.board import Board, Square
from scrabble_util.dsl.affine import Affine, affine
from scrabble_util.dsl.flatcode import code_book, flatten
from scrabble_util.dsl.kernel import tables_for
from scrabble_util.dsl.kind import Kind
from scrabble_util.dsl.program import Program
from scrabble_util.movegen.envelope import envelope
from scrabble_util.movegen.layout import (
    BOUNDLESS_CELL,
    BY_PROGRAM,
    CONSTANT_SHIFT,
    FACTOR_SHIFT,
    LEAST_PACKED,
    MOST_PACKED,
    PER_POINT_SHIFT,
)
from scrabble_util.movegen.walk import BOUNDED_SCORES, BOUNDLESS_SCORES, EXACT
from scrabble_util.movegen.words import FACTS
from scrabble_util.scoring import MOST_WORD_POINTS


@dataclass(frozen=True, slots=True)
class Effect:
    """What a square does, or the bound of it: points * per_point + constant are added, then factor multiplies."""

    per_point: int
    constant: int
    factor: int
    flags: int = 0

    @property
    def is_small(self) -> bool:
        """Whether the numbers fit into a cell."""
        numbers = (self.per_point, self.constant, self.factor)
        return all(LEAST_PACKED <= number <= MOST_PACKED for number in numbers)

    @property
    def only_raises(self) -> bool:
        """Whether no word is worth less for it."""
        return self.per_point >= 0 and self.constant >= 0 and self.factor >= 1

    def packed(self) -> int:
        """Return it as it stands in an empty cell, without the kind of the cell."""
        number = (
            (self.per_point & 0xFFFF) << PER_POINT_SHIFT
            | (self.constant & 0xFFFF) << CONSTANT_SHIFT
            | (self.factor & 0xFFFF) << FACTOR_SHIFT
            | self.flags
        )
        return number - (1 << 64) if number >> 63 else number


NO_BOUND = Effect(0, 0, 1, BY_PROGRAM | BOUNDLESS_CELL)
"""A square of which nothing is known."""


@dataclass(frozen=True)
class Squares:
    """All squares of a board, the used square first."""

    rows: dict[int, int]
    """The row of each square id."""
    effects: tuple[Effect, ...]
    exactness: int
    """What the sum and product of effects tell of a score: see `walk.py`."""
    registers: npt.NDArray[np.int64]
    """Of all programs, as they are before a run."""
    arrays: tuple[Any, ...]
    """The plan, the facts of programs, their code and its tables: see `words.py`."""


def lower(board: Board, most_points: int, longest: int, reach: int) -> Squares:
    """Work out what the squares of a board do, to words of up to so many letters of up to so many points each.

    `reach` is how many of the letters may be laid at once.
    """
    used = board.used_square
    squares = [used, *(square for square in board.squares.values() if square.id != used.id)]
    found = {id(p): affine(p.tree) for square in squares for _, p in square.programs}
    splits = sorted({priority for square in squares for priority, _ in square.programs})
    best: list[Effect | None] = []
    for split in [*splits, splits[-1] + 1 if splits else 0]:
        plain = [_plain(square, found, split) for square in squares]
        if not best or _count(plain) > _count(best):
            best = plain
    all_raise = all(effect.only_raises for effect in best if effect is not None)
    effects = [
        effect or (_bound(square, most_points, longest) if all_raise else NO_BOUND)
        for effect, square in zip(best, squares, strict=True)
    ]
    if not _fit(effects, most_points, longest, reach):
        effects = [NO_BOUND for _ in effects]
    flags = 0
    for effect in effects:
        flags |= effect.flags
    exactness = BOUNDLESS_SCORES if flags & BOUNDLESS_CELL else BOUNDED_SCORES if flags else EXACT
    rows = {square.id: row for row, square in enumerate(squares)}
    registers, *arrays = _arrays([] if exactness == EXACT else squares, found)
    return Squares(rows, tuple(effects), exactness, registers, tuple(arrays))


def _count(effects: Sequence[Effect | None]) -> tuple[int, bool]:
    """How good a choice is: a plain used square is worth the most, as every word across has one."""
    return sum(effect is not None for effect in effects), effects[0] is not None


def _plain(square: Square, found: dict[int, Affine | None], split: int) -> Effect | None:
    """Return the effect of a square whose programs add before priority `split` and multiply from there on."""
    per_point, constant, factor = 0, 0, 1
    for priority, program in square.programs:
        known = found[id(program)]
        if known is None:
            return None
        if priority < split and known.acc == 1:
            per_point += known.points
            constant += known.constant
        elif priority >= split and known.points == known.constant == 0:
            factor *= known.acc
        else:
            return None
    effect = Effect(per_point, constant, factor)
    return effect if effect.is_small else None


def _bound(square: Square, most_points: int, longest: int) -> Effect:
    """Return a bound of what a square that is not plain does."""
    per_point, constant, factor = 0, 0, 1
    for _, program in square.programs:
        known = envelope(program.tree, most_points, longest)
        if known is None:
            return NO_BOUND
        per_point += known.points
        constant += known.constant
        factor *= known.acc
    effect = Effect(per_point, constant, factor, BY_PROGRAM)
    return effect if effect.is_small else NO_BOUND


def _fit(effects: Sequence[Effect], most_points: int, longest: int, reach: int) -> bool:
    """Whether sum and product of any word, over squares that have bounds, are less than a word may count for."""
    added = max(abs(effect.per_point) * most_points + abs(effect.constant) for effect in effects)
    factor = max(abs(effect.factor) for effect in effects)
    product = int(factor**reach * abs(effects[0].factor) ** longest)
    return added * longest * product <= MOST_WORD_POINTS


def _arrays(squares: Sequence[Square], found: dict[int, Affine | None]) -> tuple[Any, ...]:
    """Return the registers, the plan, the facts, the code and the tables."""
    levels = sorted({priority for square in squares for priority, _ in square.programs})
    programs: list[Program] = [program for square in squares for _, program in square.programs]
    flat = [program for program in programs if found[id(program)] is None]
    book = code_book([flatten(program.tree, Kind.SQUARE) for program in flat])
    number = {id(program): index for index, program in enumerate(programs)}
    plan = np.full((len(squares), len(levels)), -1, np.int64)
    for row, square in enumerate(squares):
        for priority, program in square.programs:
            plan[row, levels.index(priority)] = number[id(program)]
    facts = np.zeros((len(programs), FACTS), np.int64)
    for index, program in enumerate(programs):
        known = found[id(program)]
        if known is not None:
            facts[index, :4] = 1, known.acc, known.points, known.constant
        else:
            facts[index, 4:] = book.entries[flat.index(program)]
    whole_plan = np.concatenate([[len(levels)], plan.reshape(-1)])
    return book.image, whole_plan, facts.reshape(-1), book.code, tables_for(book)
