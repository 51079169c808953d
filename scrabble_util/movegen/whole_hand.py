"""Plays of the whole hand, by looking up what its letters spell instead of walking the word graph.

A hash of letters that does not depend on their order leads to all words of exactly these letters. Those of a
hand and of what it would be laid around are few or none, where the walk would try every beginning; and the
bonus makes every such play look promising until it is known that no word is there.

Up to two tiles may be free to be one of several letters; with more, the walk is the better way.
"""

from typing import Any

import numpy as np

from scrabble_util.bits import lowest_bit
from scrabble_util.movegen.cells import constant, factor, per_point
from scrabble_util.movegen.hand import FIXED_HASH, FREE_TILES, LAYER, LAYERS, TILES
from scrabble_util.movegen.layout import (
    ADDEND,
    CELL,
    CROSS,
    FACTOR,
    HEAD,
    LAID,
    LEFT,
    LETTER,
    NONE,
    OFFSET,
    ONE,
    RIGHT,
    SLOPE,
    WHAT,
    WHOLE,
)
from scrabble_util.movegen.outcome import FLOOR, OFFER_BITS, improve
from scrabble_util.movegen.tables import REACH, SIDE
from scrabble_util.movegen.walk import BOUNDLESS_SCORES, EXACT, kept
from scrabble_util.movegen.words import exact_score
from scrabble_util.numba_setup import kernel

MOST_FREE = 2
"""With more free tiles than this, a whole hand is not looked up."""
MEMORY_SLOTS = 512
"""Slots of the memory of one search: hash of letters, and what came of it."""
_UPPER = np.uint64(32)
_COUNT = np.uint64(63)
_COUNT_BITS = np.uint64(6)
_FIRST = np.uint64((1 << 26) - 1)


@kernel()
def _is_there(slots: Any, last: Any, code: Any) -> Any:
    """Whether some word has (as good as surely) the letters of this hash."""
    place = code & last
    while slots[place]:
        if slots[place] >> _UPPER == code >> _UPPER:
            return True
        place = (place + ONE) & last
    return False


@kernel()
def _spells(slots: Any, last: Any, keys: Any, hand: Any, code: Any) -> Any:
    """Whether the hand spells a word with the letters of a hash."""
    free_letters, facts = hand[8], hand[9]
    free = facts[FREE_TILES]
    code += np.uint64(facts[FIXED_HASH])
    first = free_letters[0] if free > 0 else ONE
    while first:
        one = code + keys[lowest_bit(first)] if free > 0 else code
        # Of two tiles that are alike, either order comes to the same.
        second = ONE if free < 2 else first if free_letters[1] == free_letters[0] else free_letters[1]
        while second:
            if _is_there(slots, last, one + keys[lowest_bit(second)] if free > 1 else one):
                return True
            second &= second - ONE
        first &= first - ONE
    return False


@kernel()
def can_lay_whole_hand(graph: Any, anagrams: Any, board: Any, record: Any, hand: Any, pad: Any) -> Any:
    """Whether, at one of the places for a whole hand at an anchor, there is a word of the right letters."""
    anchors, keys, memory = board[5], graph[2], pad[5]
    reach = board[0][REACH]
    hashes = record + HEAD + reach + reach * (reach + 1) // 2
    places = np.uint64(anchors[record + WHOLE])
    while places:
        code = np.uint64(anchors[hashes + np.int64(lowest_bit(places))])
        places &= places - ONE
        slot = np.int64(code >> np.uint64(40) & np.uint64(MEMORY_SLOTS - 1)) * 2
        if memory[slot] != code or memory[slot + 1] == NONE:
            memory[slot] = code
            memory[slot + 1] = np.uint64(2) if _spells(anagrams[0], anagrams[1], keys, hand, code) else ONE
        if memory[slot + 1] == np.uint64(2):
            return True
    return False


@kernel()
def lay_whole_hand(
    graph: Any, anagrams: Any, board: Any, record: Any, offers: Any, hand: Any, programs: Any, pad: Any,
    result: Any, bonus: Any, exactness: Any,
) -> None:  # fmt: skip
    """Try all plays of the whole hand from an anchor."""
    keys, (table, cells, _, _, _, anchors) = graph[2], board
    free_letters, facts = hand[8], hand[9]
    reach, free = table[REACH], facts[FREE_TILES]
    hashes = record + HEAD + reach + reach * (reach + 1) // 2
    for left in range(reach + 1):
        if not anchors[record + WHOLE] >> left & 1:
            continue
        start = anchors[record + LEFT] - left + 1
        end = _end_of(cells, anchors[record + RIGHT], reach - left)
        code = np.uint64(anchors[hashes + left]) + np.uint64(facts[FIXED_HASH])
        first = free_letters[0] if free > 0 else ONE
        while first:
            one = code + keys[lowest_bit(first)] if free > 0 else code
            second = ONE if free < 2 else first if free_letters[1] == free_letters[0] else free_letters[1]
            while second:
                two = one + keys[lowest_bit(second)] if free > 1 else one
                _try_words(
                    anagrams, board, offers, hand, programs, pad, result, bonus, exactness, start, end, two
                )
                second &= second - ONE
            first &= first - ONE


@kernel()
def _end_of(cells: Any, cell: Any, count: Any) -> Any:
    """Return the cell behind a word that takes `count` more pieces from here on."""
    while count > 0 or cells[cell * CELL + WHAT] & LAID:
        if not cells[cell * CELL + WHAT] & LAID:
            count -= 1
        cell += 1
    return cell


@kernel()
def _try_words(
    anagrams: Any, board: Any, offers: Any, hand: Any, programs: Any, pad: Any, result: Any,
    bonus: Any, exactness: Any, start: Any, end: Any, code: Any,
) -> None:  # fmt: skip
    """Try all words with the letters of this hash on the cells from `start` to before `end`."""
    slots, last, word_starts, word_letters = anagrams
    cells = board[1]
    place = code & last
    while slots[place]:
        slot = slots[place]
        place = (place + ONE) & last
        if slot >> _UPPER != code >> _UPPER:
            continue
        first = np.int64(slot >> _COUNT_BITS & _FIRST)
        for word in range(first, first + np.int64(slot & _COUNT)):
            spelled = np.int64(word_starts[word])
            if np.int64(word_starts[word + 1]) - spelled == end - start and _fits(
                cells, start, end, word_letters, spelled
            ):
                _lay_word(
                    board,
                    offers,
                    hand,
                    programs,
                    pad,
                    result,
                    bonus,
                    exactness,
                    start,
                    end,
                    word_letters,
                    spelled,
                )


@kernel()
def _fits(cells: Any, start: Any, end: Any, word_letters: Any, spelled: Any) -> Any:
    """Whether a word agrees with the letters that lie there, and with the words across."""
    for cell in range(start, end):
        letter = np.int64(word_letters[spelled + cell - start])
        what = cells[cell * CELL + WHAT]
        if what & LAID:
            if what & LETTER != letter:
                return False
        elif not cells[cell * CELL + CROSS] >> letter & 1:
            return False
    return True


@kernel()
def _lay_word(
    board: Any, offers: Any, hand: Any, programs: Any, pad: Any, result: Any, bonus: Any, exactness: Any,
    start: Any, end: Any, word_letters: Any, spelled: Any,
) -> None:  # fmt: skip
    """Lay a word that fits, in every way that the hand's pieces allow."""
    cells = board[1]
    layer_kind, _, layer_offer, _, hand_available, counts, _, _, _, facts = hand
    stack, laying = pad[0], pad[2]
    tiles, layers = facts[TILES], facts[LAYERS]
    # The stack holds, for each piece: its cell, its letter, the layer it was taken from.
    index = 0
    for cell in range(start, end):
        if not cells[cell * CELL + WHAT] & LAID:
            stack[3 * index] = cell
            stack[3 * index + 1] = word_letters[spelled + cell - start]
            index += 1
    index = 0
    stack[2] = -1
    while index >= 0:
        letter, layer = stack[3 * index + 1], stack[3 * index + 2]
        if layer >= 0:
            counts[layer_kind[layer * LAYER + letter]] += 1
        layer += 1
        while layer < layers and not (
            hand_available[layer] >> np.uint64(letter) & ONE
            and counts[layer_kind[layer * LAYER + letter]] > 0
        ):
            layer += 1
        if layer >= layers:
            index -= 1
            continue
        stack[3 * index + 2] = layer
        counts[layer_kind[layer * LAYER + letter]] -= 1
        laying[index] = stack[3 * index] << OFFER_BITS | layer_offer[layer * LAYER + letter]
        if index + 1 < tiles:
            index += 1
            stack[3 * index + 2] = -1
        else:
            _score(board, offers, hand, programs, pad, result, bonus, exactness, start, end)


@kernel()
def _score(
    board: Any, offers: Any, hand: Any, programs: Any, pad: Any, result: Any, bonus: Any, exactness: Any,
    start: Any, end: Any,
) -> None:  # fmt: skip
    """Score the pieces being laid, and keep them if they are the best."""
    table, cells = board[0], board[1]
    laying, state, points_of = pad[2], result[0], offers[2]
    tiles, left = hand[9][TILES], np.int64(0)
    total, product, score, index = 0, 1, bonus, 0
    for cell in range(start, end):
        at = cell * CELL
        what = cells[at + WHAT]
        if what & LAID:
            total += cells[at + ADDEND]
            product *= cells[at + FACTOR]
        else:
            points = points_of[laying[index] & ((1 << OFFER_BITS) - 1)]
            index += 1
            total += per_point(what) * points + constant(what)
            product *= factor(what)
            score += cells[at + SLOPE] * points + cells[at + OFFSET]
    score += total * product
    if exactness != EXACT and (score >= state[FLOOR] or exactness == BOUNDLESS_SCORES):
        score = bonus + exact_score(board, offers, programs, laying, tiles, left)
    score = kept(score)
    if score >= state[FLOOR]:
        improve(state, laying, tiles, left, score, table[SIDE])
