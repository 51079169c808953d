"""Kernels that keep a window in step with what is laid: words across, anchors, and bounds of anchors.

Laying letters changes the words across the empty cells at the ends of the runs they join, and the anchors and
bounds of the lanes they touch. Nothing else is looked at.
"""

from typing import Any

import numpy as np

from scrabble_util.bits import numbers_at, start_of
from scrabble_util.movegen.cells import constant, factor, per_point, run_end, twin_of
from scrabble_util.movegen.graph import child, node_at, read_backwards, separator_of
from scrabble_util.movegen.layout import (
    ACROSS_BY_PROGRAM,
    ADDEND,
    BOUNDLESS,
    BOUNDLESS_CELL,
    BY_PROGRAM,
    CELL,
    CROSS,
    EMPTY,
    FACTOR,
    FLAGS,
    HEAD,
    HOLE,
    HOOK,
    KIND,
    LAID,
    LANE,
    LEFT,
    LETTER,
    LINK,
    MASK,
    NEXT,
    NONE,
    NOTHING,
    OFFSET,
    ONE,
    PRODUCT,
    RIGHT,
    ROOM,
    SLOPE,
    SUM,
    WHAT,
    WHOLE,
)
from scrabble_util.movegen.tables import (
    CENTER,
    DIRTY,
    EFFECTS,
    FIRST_COLUMN,
    FIRST_ROW,
    HEADS,
    LAST_COLUMN,
    LAST_ROW,
    REACH,
    SIDE,
    TABLE,
    USED_CONSTANT,
    USED_FACTOR,
    USED_FLAGS,
    USED_PER_POINT,
    board_of,
    graph_of,
)
from scrabble_util.numba_setup import kernel

_GREATEST = 1 << 31
"""Beyond this, products of bounds might not fit a number any more: then there is no bound."""


@kernel()
def _letters_between(arcs: Any, wide: Any, cells: Any, before: Any, cell: Any, after: Any) -> Any:
    """Return the mask of letters that make a word of the runs (before, cell) and (cell, after)."""
    separator = separator_of(wide)
    allowed = NONE
    mask, link = node_at(arcs, wide, NONE)
    there, mask, link = read_backwards(arcs, wide, cells, after - 1, cell + 1, mask, link)
    if not there:
        return allowed
    if after == cell + 1:  # nothing follows: read what comes before, and see what can end it
        there, mask, link = read_backwards(arcs, wide, cells, cell - 1, before + 1, mask, link)
        if not there or mask & separator == NONE:
            return allowed
        mask, link = child(arcs, wide, mask, link, separator)
        index = link >> ONE
        while mask:
            _, arc = node_at(arcs, wide, index)
            if arc & ONE:
                allowed |= mask & (~mask + ONE)
            index += ONE
            mask &= mask - ONE
        return allowed
    mask &= ~separator
    index = link >> ONE
    while mask:
        inner, arc = node_at(arcs, wide, index)
        there, inner, arc = read_backwards(arcs, wide, cells, cell - 1, before + 1, inner, arc)
        if there and arc & ONE:
            allowed |= mask & (~mask + ONE)
        index += ONE
        mask &= mask - ONE
    return allowed


@kernel()
def _look_across(arcs: Any, wide: Any, cells: Any, side: Any, cell: Any) -> None:
    """Work out the word through an empty cell along its lane, for the lane that crosses there."""
    before = run_end(cells, cell - 1, -1)
    after = run_end(cells, cell + 1, 1)
    other = twin_of(cell, side) * CELL
    what = cells[other + WHAT] & ~(KIND | ACROSS_BY_PROGRAM)
    if after - before == 2:
        cells[other + WHAT] = what | EMPTY
        return
    total, product, flags = 0, 1, what & BY_PROGRAM
    for place in range(before + 1, after):
        if place != cell:
            total += cells[place * CELL + ADDEND]
            product *= cells[place * CELL + FACTOR]
            flags |= cells[place * CELL + WHAT] & FLAGS
    if flags & BY_PROGRAM:
        flags |= ACROSS_BY_PROGRAM
    product *= factor(what)
    cells[other + CROSS] = np.int64(_letters_between(arcs, wide, cells, before, cell, after))
    cells[other + SLOPE] = per_point(what) * product
    cells[other + OFFSET] = (total + constant(what)) * product
    # A cell keeps whether its own square needs its program; of the others only whether the word across does.
    cells[other + WHAT] = what | HOOK | (flags & (ACROSS_BY_PROGRAM | BOUNDLESS_CELL))


# --- anchors


@kernel()
def _bound(
    cells: Any, keys: Any, anchors: Any, record: Any, reach: Any, start: Any, inner_hash: Any, inner_flags: Any,
    effects: Any,
) -> None:  # fmt: skip
    """Bound what plays from an anchor can score, for each number of pieces, whatever the hand.

    The score of a play is base + the sum of (multiplier * points) over its pieces. Of all plays with n pieces,
    the greatest base and, place by place, the greatest multipliers in order are kept. `effects` is a scratch
    pad: per-point and slope of each cell, then the sorted multipliers.
    """
    bases = record + HEAD
    multipliers = bases + reach
    hashes = multipliers + reach * (reach + 1) // 2
    for index in range(reach):
        anchors[bases + index] = NOTHING
    for index in range(multipliers, hashes):
        anchors[index] = 0
    anchors[record + WHOLE] = 0
    slopes, ordered = reach, 2 * reach
    left_product, left_offsets, left_sum, left_flags = 1, 0, 0, 0
    for left in range(min(anchors[record + ROOM], reach) + 1):
        if left > 0:
            at = (anchors[record + LEFT] - left + 1) * CELL
            what = cells[at + WHAT]
            effects[left - 1] = per_point(what)
            effects[slopes + left - 1] = cells[at + SLOPE]
            left_sum += constant(what)
            left_product *= factor(what)
            left_offsets += cells[at + OFFSET]
            left_flags |= what
        elif start:  # the anchor is an empty cell, to be filled first
            continue
        total, product = anchors[record + SUM] + left_sum, anchors[record + PRODUCT] * left_product
        offsets, flags, code = left_offsets, left_flags | inner_flags, inner_hash
        count, cell = left, anchors[record + RIGHT]
        while True:
            if count > 0:
                _widen(anchors, bases + count - 1, multipliers + count * (count - 1) // 2, effects,
                       slopes, ordered, count, total, product, offsets, flags)  # fmt: skip
            if count == reach:
                anchors[record + WHOLE] |= 1 << left
                anchors[hashes + left] = np.int64(code)
                break
            at = cell * CELL
            what = cells[at + WHAT]
            if what & KIND == HOLE or cells[at + CROSS] == 0:
                break
            effects[count] = per_point(what)
            effects[slopes + count] = cells[at + SLOPE]
            total += constant(what)
            product *= factor(what)
            offsets += cells[at + OFFSET]
            flags |= what
            count += 1
            cell += 1
            what = cells[cell * CELL + WHAT]
            while what & LAID:
                total += cells[cell * CELL + ADDEND]
                product *= cells[cell * CELL + FACTOR]
                flags |= what
                code += keys[what & LETTER]
                cell += 1
                what = cells[cell * CELL + WHAT]


@kernel()
def _widen(
    anchors: Any, base: Any, multipliers: Any, effects: Any, slopes: Any, ordered: Any,
    count: Any, total: Any, product: Any, offsets: Any, flags: Any,
) -> None:  # fmt: skip
    """Widen the bound of plays with `count` pieces so that it holds for one more place for them."""
    bound = total * product + offsets
    if flags & BOUNDLESS_CELL or abs(product) > _GREATEST or abs(total) > _GREATEST or abs(bound) > _GREATEST:
        anchors[base] = BOUNDLESS
        return
    anchors[base] = max(anchors[base], bound)
    for index in range(count):
        effect = effects[index] * product + effects[slopes + index]
        if abs(effect) > _GREATEST:
            anchors[base] = BOUNDLESS
            return
        place = ordered + index
        while place > ordered and effects[place - 1] < effect:
            effects[place] = effects[place - 1]
            place -= 1
        effects[place] = effect
    for index in range(count):
        anchors[multipliers + index] = max(anchors[multipliers + index], effects[ordered + index])


@kernel()
def _find_anchors(
    graph: Any, board: Any, heads: Any, effects: Any, lane: Any, low: Any, high: Any, center: Any
) -> Any:
    """Find the anchors of a lane anew. Return whether the pool had records enough.

    The window answers for those whose last cell stands from `low` to `high` in the lane. `heads` has the
    first record of each lane, and at the end the first free one. `center` is the cell that a first word must
    cover, -1 when it has been laid.
    """
    arcs, wide, keys = graph
    table, cells, _, _, _, anchors = board
    side, reach = table[SIDE], table[REACH]
    free = 2 * side
    while heads[lane] >= 0:  # give the old records back
        record = heads[lane]
        heads[lane] = anchors[record + NEXT]
        anchors[record + LANE] = -1
        anchors[record + NEXT] = heads[free]
        heads[free] = record
    first = lane * side
    cell, limit = first, first
    root_mask, root_link = node_at(arcs, wide, NONE)
    while cell < first + side:
        what = cells[cell * CELL + WHAT]
        kind = what & KIND
        if kind == HOLE:
            cell += 1
            limit = cell
            continue
        is_run = kind & LAID != 0
        if not is_run and cell != center:
            beside = cells[(cell - 1) * CELL + WHAT] | cells[(cell + 1) * CELL + WHAT]
            if kind != HOOK or beside & LAID:
                cell += 1
                continue
        start, total, product, flags, code = cell, 0, 1, 0, NONE
        if is_run:
            while what & LAID:
                total += cells[cell * CELL + ADDEND]
                product *= cells[cell * CELL + FACTOR]
                flags |= what
                code += keys[what & LETTER]
                cell += 1
                what = cells[cell * CELL + WHAT]
            known, mask, link = read_backwards(arcs, wide, cells, cell - 1, start, root_mask, root_link)
        else:
            cell += 1
            known, mask, link = True, root_mask, root_link
        if known and low <= cell - 1 - first <= high:
            record = heads[free]
            if record < 0:
                return False
            heads[free] = anchors[record + NEXT]
            anchors[record + NEXT] = heads[lane]
            heads[lane] = record
            anchors[record + LANE] = lane
            anchors[record + LEFT] = start - 1 if is_run else start
            anchors[record + ROOM] = start - limit + (0 if is_run else 1)
            anchors[record + RIGHT] = cell
            anchors[record + MASK] = np.int64(mask)
            anchors[record + LINK] = np.int64(link)
            anchors[record + SUM] = total
            anchors[record + PRODUCT] = product
            _bound(cells, keys, anchors, record, reach, 0 if is_run else 1, code, flags, effects)
        limit = cell + 1 if is_run else cell
    return True


@kernel(f"boolean({TABLE}, {TABLE})")
def find_anchors(game: Any, window: Any) -> Any:
    """Find the anchors of all dirty lanes. Return False if the pool is full: grow it and call again."""
    return _clean(start_of(game), start_of(window))


@kernel()
def _clean(game: Any, window: Any) -> Any:
    graph, board = graph_of(game), board_of(window)
    heads, dirty, effects = numbers_at(window[HEADS]), numbers_at(window[DIRTY]), numbers_at(window[EFFECTS])
    side, center = window[SIDE], window[CENTER]
    for lane in range(2 * side):
        if not dirty[lane]:
            continue
        if lane < side:
            where, first, last = lane, window[FIRST_ROW], window[LAST_ROW]
            low, high, middle = window[FIRST_COLUMN], window[LAST_COLUMN], center
        else:
            where, first, last = lane - side, window[FIRST_COLUMN], window[LAST_COLUMN]
            low, high = window[FIRST_ROW], window[LAST_ROW]
            middle = twin_of(center, side) if center >= 0 else center
        if first <= where <= last and not _find_anchors(
            graph, board, heads, effects, lane, low, high, middle
        ):
            return False
        dirty[lane] = 0
    return True


# --- laying


@kernel(f"boolean({TABLE}, {TABLE}, {TABLE}, int64)")
def lay(game: Any, window: Any, letters: Any, count: Any) -> Any:
    """Lay letters and put everything in step; return what `find_anchors` does.

    `letters` has four numbers for each: its cell in the first half, the letter, its points, its character.
    """
    game, window, letters = start_of(game), start_of(window), start_of(letters)
    arcs, wide, _ = graph_of(game)
    _, cells, points, chars, _, _ = board_of(window)
    side, dirty = window[SIDE], numbers_at(window[DIRTY])
    for index in range(0, 4 * count, 4):
        place, worth = letters[index], letters[index + 2]
        points[place], chars[place] = worth, letters[index + 3]
        for half in range(2):
            cell = place if half == 0 else twin_of(place, side)
            cells[cell * CELL + CROSS] = 0
            cells[cell * CELL + ADDEND] = game[USED_PER_POINT] * worth + game[USED_CONSTANT]
            cells[cell * CELL + FACTOR] = game[USED_FACTOR]
            cells[cell * CELL + WHAT] = LAID | letters[index + 1] | game[USED_FLAGS]
            dirty[cell // side] = 1
    for index in range(0, 4 * count, 4):
        for half in range(2):
            cell = letters[index] if half == 0 else twin_of(letters[index], side)
            for step in range(-1, 2, 2):
                end = run_end(cells, cell, step)
                if cells[end * CELL + WHAT] & KIND != HOLE:
                    _look_across(arcs, wide, cells, side, end)
                    dirty[twin_of(end, side) // side] = 1
    return _clean(game, window)
