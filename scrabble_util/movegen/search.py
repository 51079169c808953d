"""The search of a whole window: all plays of a hand, or the best one.

For the best play, each anchor has a bound of what can be scored there with each number of pieces, worked out
when the board changed (`update.py`) and made a number by the points of the hand. The anchors are tried in order
of their bounds, and the search ends when no bound is left that reaches the best play found. Plays of the whole
hand are looked up (`whole_hand.py`), as the bonus would lift every bound; all others are walked to (`walk.py`).
"""

from typing import Any

import numpy as np

from scrabble_util.bits import numbers_at, start_of
from scrabble_util.movegen.hand import FREE_TILES, LAYERS, LEAST_POINTS, TILES, prepare
from scrabble_util.movegen.layout import (
    BOUNDLESS,
    CELL,
    CROSS,
    HEAD,
    LANE,
    LEFT,
    NONE,
    NOTHING,
    RIGHT,
    anchor_size,
)
from scrabble_util.movegen.outcome import (
    ALL,
    BEST,
    COLLECTED,
    COUNT,
    DEADLINE,
    FLOOR,
    NO_SCORE,
    SCORE,
    SEARCHED,
    STEPS,
    STOPPED,
    USED,
    WANTED,
)
from scrabble_util.movegen.tables import (
    BONUS,
    EXACTNESS,
    HAND_SIZE,
    HELD,
    POOL,
    REACH,
    SHARED,
    SHORTCUTS,
    SIDE,
    TABLE,
    anagrams_of,
    board_of,
    graph_of,
    hand_of,
    offers_of,
    pad_of,
    programs_of,
    result_of,
)
from scrabble_util.movegen.walk import is_late, lowered, walk
from scrabble_util.movegen.whole_hand import MEMORY_SLOTS, MOST_FREE, can_lay_whole_hand, lay_whole_hand
from scrabble_util.numba_setup import kernel
from scrabble_util.scoring import MOST_PLAY_POINTS

PRUNE = 1
"""Leave out anchors whose bound is too low."""
LOOK_UP = 2
"""Look plays of the whole hand up by their letters."""
ALL_SHORTCUTS = PRUNE | LOOK_UP
"""Each shortcut can be left out, and the answer stays the same."""

_SEED = 2
"""With a deadline, plays of so few pieces are tried first, so that there is something to play."""
_ENTRY_BITS = 22
"""An entry of the heap is a bound above the number of an anchor and the way to search it."""
_ENTRY = (1 << _ENTRY_BITS) - 1

anchor_numbers = kernel()(anchor_size)


@kernel(inline="always")
def _bound_of(anchors: Any, record: Any, reach: Any, count: Any, points: Any) -> Any:
    """Return what a play of `count` pieces at an anchor can score at most, with the points of this hand."""
    bound = anchors[record + HEAD + count - 1]
    if bound in (NOTHING, BOUNDLESS):
        return bound
    multipliers = record + HEAD + reach + count * (count - 1) // 2
    for index in range(count):
        bound += anchors[multipliers + index] * points[index]
    return min(max(bound, -MOST_PLAY_POINTS), BOUNDLESS)


@kernel()
def _sift_up(heap: Any, place: Any) -> None:
    entry = heap[place]
    while place > 0 and heap[(place - 1) // 2] < entry:
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = entry


@kernel()
def _sift_down(heap: Any, size: Any) -> None:
    entry, place = heap[0], 0
    while True:
        below = 2 * place + 1
        if below + 1 < size and heap[below + 1] > heap[below]:
            below += 1
        if below >= size or heap[below] <= entry:
            break
        heap[place] = heap[below]
        place = below
    heap[place] = entry


@kernel()
def _gather(
    graph: Any, anagrams: Any, board: Any, hand: Any, pad: Any, most: Any, look_up: Any, bonus: Any, hand_size: Any,
    prune: Any, part: Any, parts: Any,
) -> Any:  # fmt: skip
    """Put all that there is to search into the heap; return how many entries there are."""
    window, cells, anchors = board[0], board[1], board[5]
    points, heap = hand[7], pad[4]
    letters = NONE
    for layer in range(hand[9][LAYERS]):
        letters |= hand[4][layer]
    reach = window[REACH]
    step = anchor_numbers(reach)
    size = 0
    for number in range(part, window[POOL], parts):
        record = number * step
        if anchors[record + LANE] < 0:
            continue
        # An empty anchor must be filled with what the word across allows.
        left = anchors[record + LEFT]
        if anchors[record + RIGHT] == left + 1 and np.uint64(cells[left * CELL + CROSS]) & letters == NONE:
            continue
        bound = NOTHING
        for count in range(1, most + 1):
            extra = bonus if count == hand_size else 0
            bound = max(bound, _bound_of(anchors, record, reach, count, points) + extra)
        if bound > NOTHING + bonus:
            heap[size] = (bound if prune else BOUNDLESS) << _ENTRY_BITS | number << 1
            _sift_up(heap, size)
            size += 1
        if look_up and can_lay_whole_hand(graph, anagrams, board, record, hand, pad):
            bound = _bound_of(anchors, record, reach, hand_size, points) + bonus
            heap[size] = (bound if prune else BOUNDLESS) << _ENTRY_BITS | number << 1 | 1
            _sift_up(heap, size)
            size += 1
    return size


@kernel(f"void({TABLE}, {TABLE}, {TABLE}, int64, int64)")
def find_best(game: Any, window: Any, room: Any, part: Any, parts: Any) -> None:
    """Find the best play of the hand that is held.

    The table of the room has an address for the best score that any search of this turn has found, here or
    elsewhere; each of `parts` searches takes its part of the anchors.
    """
    game, window, room = start_of(game), start_of(window), start_of(room)
    graph, anagrams, board, offers = graph_of(game), anagrams_of(game), board_of(window), offers_of(game)
    hand, programs, pad, result = hand_of(room), programs_of(game, room), pad_of(room), result_of(room)
    state, bounds, heap, memory, clock = result[0], pad[3], pad[4], pad[5], pad[6]
    hand_size, bonus, exactness = game[HAND_SIZE], game[BONUS], game[EXACTNESS]
    anchors, shared = board[5], numbers_at(room[SHARED])
    reach, points, facts = window[REACH], hand[7], hand[9]
    prepare(offers, graph[2], numbers_at(room[HELD]), hand)
    state[SCORE], state[COUNT], state[FLOOR], state[STOPPED] = NO_SCORE, 0, shared[0], 0
    state[STEPS], state[COLLECTED], state[SEARCHED], state[WANTED] = 0, 0, 0, BEST
    tiles = min(facts[TILES], reach)
    if tiles == 0:
        return
    prune = game[SHORTCUTS] & PRUNE != 0 and facts[LEAST_POINTS] >= 0
    look_up = (
        game[SHORTCUTS] & LOOK_UP != 0
        and facts[TILES] == hand_size
        and hand_size == reach
        and facts[FREE_TILES] <= MOST_FREE
    )
    if look_up:
        for index in range(2 * MEMORY_SLOTS):
            memory[index] = NONE
    most = tiles - 1 if look_up else tiles
    size = _gather(graph, anagrams, board, hand, pad, most, look_up, bonus, hand_size, prune, part, parts)
    step = anchor_numbers(reach)
    deadline, seeds = state[DEADLINE], size
    state[DEADLINE] = 0
    while size > 0 and not state[STOPPED]:
        seeding = deadline > 0 and seeds > 0 and state[COUNT] == 0
        if seeding:  # first of all some play, however late it is
            seeds -= 1
            entry = heap[seeds] & ~1
        else:
            state[DEADLINE] = deadline
            entry = heap[0]
            size -= 1
            heap[0] = heap[size]
            _sift_down(heap, size)
            state[FLOOR] = max(state[FLOOR], shared[0])
            if entry >> _ENTRY_BITS < state[FLOOR] or (deadline and is_late(state, clock)):
                break
        record = ((entry & _ENTRY) >> 1) * step
        state[SEARCHED] += 1
        if entry & 1:
            lay_whole_hand(
                graph, anagrams, board, record, offers, hand, programs, pad, result, bonus, exactness
            )
        else:
            for count in range(1, most + 1):
                extra = bonus if count == hand_size else 0
                bound = _bound_of(anchors, record, reach, count, points) + extra
                bounds[count] = bound if prune else BOUNDLESS
            limit = min(_SEED, most) if seeding else most
            limit = lowered(limit, bounds, state, anchors[record + LANE], window[SIDE])
            if limit > 0:
                walk(graph, board, record, offers, hand, programs, pad, result, hand_size, bonus, limit,
                     exactness)  # fmt: skip
        shared[0] = max(shared[0], state[FLOOR])


@kernel(f"void({TABLE}, {TABLE}, {TABLE})")
def find_all(game: Any, window: Any, room: Any) -> None:
    """Find all plays of the hand that is held; more than there is room for are counted and not kept."""
    game, window, room = start_of(game), start_of(window), start_of(room)
    graph, board, offers = graph_of(game), board_of(window), offers_of(game)
    hand, programs, pad, result = hand_of(room), programs_of(game, room), pad_of(room), result_of(room)
    state, anchors = result[0], board[5]
    prepare(offers, graph[2], numbers_at(room[HELD]), hand)
    state[COLLECTED], state[STEPS], state[DEADLINE], state[STOPPED] = 0, 0, 0, 0
    state[FLOOR], state[WANTED], state[USED] = NO_SCORE, ALL, 0
    most = min(hand[9][TILES], window[REACH])
    if most == 0:
        return
    step = anchor_numbers(window[REACH])
    for number in range(window[POOL]):
        if anchors[number * step + LANE] >= 0:
            walk(graph, board, number * step, offers, hand, programs, pad, result, game[HAND_SIZE], game[BONUS],
                 most, game[EXACTNESS])  # fmt: skip
