"""The search from one anchor: every play that starts there, or the best of them.

From the anchor the word graph is walked to the left, one piece for each cell, and from every point of that walk
through the separator to the right, over the letters that lie there. Sum, product and words across are kept on
the way, so that a finished word is scored by three operations. The walk has a stack of its own instead of
calling itself.
"""

from typing import Any

import numpy as np

from scrabble_util.bits import bit_count, lowest_bit
from scrabble_util.movegen.cells import constant, factor, per_point
from scrabble_util.movegen.clock import monotonic_ns
from scrabble_util.movegen.graph import child, node_at, separator_of
from scrabble_util.movegen.hand import KINDS, LAYER, LAYERS
from scrabble_util.movegen.layout import (
    ADDEND,
    CELL,
    CROSS,
    FACTOR,
    HOOK,
    KIND,
    LAID,
    LANE,
    LEFT,
    LETTER,
    LINK,
    MASK,
    NONE,
    OFFSET,
    ONE,
    PRODUCT,
    RIGHT,
    ROOM,
    SLOPE,
    SUM,
    WHAT,
)
from scrabble_util.movegen.outcome import (
    ALL,
    COLLECTED,
    COUNT,
    DEADLINE,
    FLOOR,
    OFFER_BITS,
    ROW,
    SCORE,
    SPACE,
    STEPS,
    STOPPED,
    USED,
    VERTICAL,
    WANTED,
    improve,
)
from scrabble_util.movegen.tables import SIDE
from scrabble_util.movegen.words import exact_score
from scrabble_util.numba_setup import kernel
from scrabble_util.scoring import MOST_PLAY_POINTS

FRAME = 16
"""The numbers of a stack frame, of which these are used:"""
(
    _MASK, _LINK, _CELL, _STEP, _SUM, _PRODUCT, _ACROSS, _COUNT, _LEFT, _UNDO, _CANDIDATES, _LAYER, _AVAILABLE,
) = range(13)  # fmt: skip
PATIENCE = 2000
"""After so many steps the clock is looked at."""
RUN = 100
"""So many steps does it count to run the programs of a play."""

EXACT, BOUNDED_SCORES, BOUNDLESS_SCORES = range(3)
"""What the score that is kept on the way tells of the true one, on this board: it is the true one; it is a bound
of it, so that programs must be run when it would be the best; it may be anything."""


@kernel(inline="always")
def _push(
    stack: Any, top: Any, mask: Any, link: Any, cell: Any, step: Any, total: Any, product: Any, across: Any,
    count: Any, left: Any, undo: Any, available: Any, cross: Any,
) -> None:  # fmt: skip
    """Write a frame: a node, the cell to fill next, and what has come together on the way."""
    frame = top * FRAME
    stack[frame + _MASK] = np.int64(mask)
    stack[frame + _LINK] = np.int64(link)
    stack[frame + _CELL] = cell
    stack[frame + _STEP] = step
    stack[frame + _SUM] = total
    stack[frame + _PRODUCT] = product
    stack[frame + _ACROSS] = across
    stack[frame + _COUNT] = count
    stack[frame + _LEFT] = left
    stack[frame + _UNDO] = undo
    stack[frame + _CANDIDATES] = np.int64(mask & available & cross)
    stack[frame + _LAYER] = 0
    stack[frame + _AVAILABLE] = np.int64(available)


@kernel(inline="always")
def allowed(cells: Any, cell: Any) -> Any:
    """The letters that the word across an empty cell allows; none where there is no empty cell."""
    return np.uint64(cells[cell * CELL + CROSS])


@kernel(inline="always")
def kept(score: Any) -> Any:
    """Return the points of a play within what a play can score, as `scoring.play_points` does."""
    return max(-MOST_PLAY_POINTS, min(MOST_PLAY_POINTS, score))


@kernel()
def lowered(limit: Any, bounds: Any, state: Any, lane: Any, side: Any) -> Any:
    """Return the greatest number of pieces, up to the limit, with which a play on a lane can still be the best."""
    floor = state[FLOOR]
    # With the same score, a play further down the order of ties would not be.
    if (
        state[COUNT] > 0
        and state[SCORE] == floor
        and (state[VERTICAL] < (lane >= side) or (state[VERTICAL] == 0 and state[ROW] < lane < side))
    ):
        floor += 1
    while limit > 0 and bounds[limit] < floor:
        limit -= 1
    return limit


@kernel()
def walk(
    graph: Any, board: Any, record: Any, offers: Any, hand: Any, programs: Any, pad: Any, result: Any,
    hand_size: Any, bonus: Any, limit: Any, exactness: Any,
) -> None:  # fmt: skip
    """Search the plays of up to `limit` pieces from the anchor at `record`.

    The bounds in the pad, for each number of pieces, lower the limit as better plays are found.
    """
    arcs, wide, _ = graph
    table, cells, _, _, _, anchors = board
    layer_kind, layer_points, layer_offer, kind_letters, hand_available, counts, _, _, _, facts = hand
    stack, masks, laying, bounds, _, _, clock = pad
    state, scores, sizes, pieces = result
    layers, kinds = facts[LAYERS], facts[KINDS]
    collecting = state[WANTED] == ALL
    separator = separator_of(wide)
    letters = ~separator
    lane = anchors[record + LANE]
    vertical = lane >= table[SIDE]
    room, right = anchors[record + ROOM], anchors[record + RIGHT]
    right_cross = allowed(cells, right)
    floor, steps, found, used = state[FLOOR], state[STEPS], state[COLLECTED], state[USED]
    patience, union = PATIENCE, NONE
    for layer in range(layers):
        union |= hand_available[layer]
        masks[layer] = masks[layers + layer] = hand_available[layer]
    top = -1
    mask, link = np.uint64(anchors[record + MASK]), np.uint64(anchors[record + LINK])
    total, product = anchors[record + SUM], anchors[record + PRODUCT]
    cell = anchors[record + LEFT]
    if room > 0 and mask & union & allowed(cells, cell):
        top += 1
        _push(stack, top, mask, link, cell, -1, total, product, 0, 0, 0, -1, hand_available[0],
              allowed(cells, cell))  # fmt: skip
    if mask & separator:
        mask, link = child(arcs, wide, mask, link, separator)
        if mask & union & right_cross:
            top += 1
            _push(stack, top, mask, link, right, 1, total, product, 0, 0, 0, -1, hand_available[0],
                  right_cross)  # fmt: skip
    while top >= 0:
        frame = top * FRAME
        mask, link = np.uint64(stack[frame + _MASK]), np.uint64(stack[frame + _LINK])
        cell, step = stack[frame + _CELL], stack[frame + _STEP]
        total, product = stack[frame + _SUM], stack[frame + _PRODUCT]
        across, count, left = stack[frame + _ACROSS], stack[frame + _COUNT], stack[frame + _LEFT]
        candidates, layer = np.uint64(stack[frame + _CANDIDATES]), stack[frame + _LAYER]
        available = np.uint64(stack[frame + _AVAILABLE])
        at = cell * CELL
        what, slope, offset = cells[at + WHAT], cells[at + SLOPE], cells[at + OFFSET]
        while True:
            if candidates == NONE:
                if layer + 1 < layers:
                    layer += 1
                    candidates = mask & allowed(cells, cell) & masks[top * layers + layer]
                    continue
                kind = stack[frame + _UNDO]
                if kind >= 0:
                    counts[kind] += 1
                top -= 1
                break
            letter = lowest_bit(candidates)
            candidates &= candidates - ONE
            steps += 1
            patience -= 1
            if patience < 0:
                patience = PATIENCE
                if state[DEADLINE] > 0 and is_late(state, clock):
                    _give_back(stack, top, counts)
                    top = -1
                    break
            new_mask, new_link = node_at(
                arcs, wide, (link >> ONE) + bit_count(mask & ((ONE << letter) - ONE))
            )
            entry = layer * LAYER + np.int64(letter)
            kind, points = layer_kind[entry], layer_points[entry]
            new_total = total + per_point(what) * points + constant(what)
            new_product = product * factor(what)
            new_across = across + slope * points + offset
            laying[count] = cell << OFFER_BITS | layer_offer[entry]
            new_count, new_left, next_cell = count + 1, left, right
            if step < 0:
                new_left += 1
            else:  # go on over the letters that lie there
                next_cell = cell + 1
                there = cells[next_cell * CELL + WHAT]
                while there & LAID:
                    bit = ONE << np.uint64(there & LETTER)
                    if new_mask & letters & bit == NONE:
                        break
                    new_mask, new_link = child(arcs, wide, new_mask, new_link, bit)
                    new_total += cells[next_cell * CELL + ADDEND]
                    new_product *= cells[next_cell * CELL + FACTOR]
                    next_cell += 1
                    there = cells[next_cell * CELL + WHAT]
                if there & LAID:
                    continue
            # A single piece with words both ways is laid along the row.
            if new_link & ONE and not (vertical and new_count == 1 and what & KIND == HOOK):
                score = new_total * new_product + new_across
                if exactness != EXACT and (
                    collecting or score + bonus >= floor or exactness == BOUNDLESS_SCORES
                ):
                    score = exact_score(board, offers, programs, laying, new_count, new_left)
                    patience -= RUN
                if new_count == hand_size:
                    score += bonus
                score = kept(score)
                if collecting:
                    if found < state[SPACE]:
                        scores[found] = score
                        sizes[found] = new_left << 8 | new_count
                        for index in range(new_count):
                            pieces[used + index] = laying[index]
                        used += new_count
                    found += 1
                elif score >= floor:
                    improve(state, laying, new_count, new_left, score, table[SIDE])
                    floor = state[FLOOR]
                    limit = lowered(limit, bounds, state, lane, table[SIDE])
            if new_count >= limit:
                continue
            # What the next piece can be: a kind of which this was the last is no longer there.
            new_available, union = available, available
            if counts[kind] == 1:
                new_available &= ~kind_letters[kind]
                union = new_available
            if layers > 1:
                for index in range(1, layers):
                    rest = masks[top * layers + index]
                    if counts[kind] == 1:
                        rest &= ~kind_letters[index * kinds + kind]
                    masks[(top + 1) * layers + index] = rest
                    masks[(top + 2) * layers + index] = rest
                    union |= rest
            union &= new_mask
            below = top
            if step > 0:
                cross = allowed(cells, next_cell)
                if union & cross:
                    top += 1
                    _push(stack, top, new_mask, new_link, next_cell, 1, new_total, new_product, new_across,
                          new_count, left, kind, new_available, cross)  # fmt: skip
            else:
                cross = allowed(cells, cell - 1)
                if new_left < room and union & cross:
                    top += 1
                    _push(stack, top, new_mask, new_link, cell - 1, -1, new_total, new_product, new_across,
                          new_count, new_left, kind, new_available, cross)  # fmt: skip
                if new_mask & separator:
                    new_mask, new_link = child(arcs, wide, new_mask, new_link, separator)
                    union = new_available
                    for index in range(1, layers):
                        union |= masks[(below + 1) * layers + index]
                    if new_mask & union & right_cross:
                        undo = kind if top == below else -1
                        top += 1
                        _push(stack, top, new_mask, new_link, right, 1, new_total, new_product, new_across,
                              new_count, new_left, undo, new_available, right_cross)  # fmt: skip
            if top > below:
                counts[kind] -= 1
                stack[frame + _CANDIDATES] = np.int64(candidates)
                stack[frame + _LAYER] = layer
                break
    state[STEPS], state[COLLECTED], state[USED] = steps, found, used


@kernel()
def is_late(state: Any, clock: Any) -> Any:
    """Look at the clock; note whether it is past the deadline."""
    if monotonic_ns(clock) > state[DEADLINE]:
        state[STOPPED] = 1
    return state[STOPPED] == 1


@kernel()
def _give_back(stack: Any, top: Any, counts: Any) -> None:
    """Take all pieces back into the hand."""
    for index in range(top + 1):
        kind = stack[index * FRAME + _UNDO]
        if kind >= 0:
            counts[kind] += 1
