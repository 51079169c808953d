"""From spelled words to a minimised GADDAG and a table of anagrams, in numba over flat arrays.

A GADDAG holds each word once for each of its letters: from that letter backwards to the first, then a
separator, then forwards to the last. What follows the separator depends only on the part that was read
backwards, so the graph is put together of two tries: one of the words, and one of their beginnings spelled
backwards, whose nodes lead on into the first. Both are minimised into one set of nodes.

How the arrays are stored on disk and read is the subject of `lexicon.py`.
"""

from typing import Any

import numpy as np

from scrabble_util.lexicon_format import LINK_BITS, NARROW_SEPARATOR, WIDE_SEPARATOR
from scrabble_util.numba_setup import kernel, make_ready

_LINK_BITS = np.uint64(LINK_BITS)
_NARROW_SEPARATOR = np.uint64(NARROW_SEPARATOR)
_WIDE_SEPARATOR = np.uint64(WIDE_SEPARATOR)
_ONE = np.uint64(1)
_MIX_1 = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_MIX_3 = np.uint64(0x100000001B3)


def build_graph(spelled: Any, starts: Any, longest: int, wide: bool) -> Any:
    """Return the arcs of the graph of these words: see `lexicon.py` for what they look like.

    `spelled` holds the letters of all words, one after the other, `starts` where each begins (and the end);
    the words are sorted and each is there once.
    """
    make_ready(_graph)
    return _graph(spelled, starts, longest, wide)


def build_anagrams(spelled: Any, starts: Any, keys: Any) -> tuple[Any, Any, Any]:
    """Return (slots, starts, letters): the words ordered by their letters, and a hash table of them.

    The hash of a word is the sum of the keys of its letters. A slot holds the upper half of that, then the
    index of the first of the words with these letters (26 bits), then how many they are (6 bits).
    """
    make_ready(_fill_slots)
    count = starts.size - 1
    slots = np.zeros(1 << max(4, int(2 * count).bit_length()), np.uint64)
    if not count:
        return slots, np.zeros(1, np.uint32), np.zeros(0, np.uint8)
    hashes = np.add.reduceat(keys[spelled], starts[:-1])
    order = np.argsort(hashes, kind="stable")
    lengths = np.diff(starts)[order]
    ordered_starts = np.zeros(count + 1, np.int64)
    np.cumsum(lengths, out=ordered_starts[1:])
    gather = np.arange(spelled.size) + np.repeat(starts[:-1][order] - ordered_starts[:-1], lengths)
    _fill_slots(slots, hashes[order])
    return slots, ordered_starts.astype(np.uint32), spelled[gather]


@kernel("void(uint64[::1], uint64[::1])")
def _fill_slots(slots: Any, hashes: Any) -> None:
    """Enter the words, which come ordered by hash, into the table; a slot takes up to 63 of one hash."""
    last = np.uint64(slots.size - 1)
    first = 0
    while first < hashes.size:
        end = first + 1
        while end < hashes.size and hashes[end] == hashes[first] and end - first < 63:
            end += 1
        place = hashes[first] & last
        while slots[place]:
            place = (place + _ONE) & last
        upper = hashes[first] >> np.uint64(32) << np.uint64(32)
        slots[place] = upper | np.uint64(first << 6) | np.uint64(end - first)
        first = end


@kernel()
def _forward_trie(spelled: Any, starts: Any, longest: int) -> Any:
    """Return (number of nodes, parent, letter, whether a word ends there) of the trie of the words."""
    parent = np.zeros(spelled.size + 1, np.int32)
    letter = np.zeros(spelled.size + 1, np.uint8)
    ends = np.zeros(spelled.size + 1, np.bool_)
    path = np.zeros(longest + 1, np.int32)
    count = 1
    before = 0
    for word in range(starts.size - 1):
        start = starts[word]
        length = starts[word + 1] - start
        shared = 0
        if word > 0:
            shorter = min(length, start - before)
            while shared < shorter and spelled[start + shared] == spelled[before + shared]:
                shared += 1
        for index in range(shared, length):
            parent[count] = path[index]
            letter[count] = spelled[start + index]
            path[index + 1] = count
            count += 1
        ends[path[length]] = True
        before = start
    return count, parent, letter, ends


@kernel()
def _slot_of(parent: int, letter: int, size: int) -> Any:
    """Where to look for a child in a hash table of this many slots."""
    key = np.uint64(parent) << np.uint64(6) | np.uint64(letter)
    return key * _MIX_1 >> np.uint64(20) & np.uint64(size - 1)


@kernel()
def _enter_all(table: Any, parent: Any, letter: Any, count: int) -> None:
    for node in range(1, count):
        slot = _slot_of(parent[node], letter[node], table.size)
        while table[slot] >= 0:
            slot = (slot + _ONE) & np.uint64(table.size - 1)
        table[slot] = node


@kernel()
def _backward_trie(forward_count: int, parent: Any, letter: Any) -> Any:
    """Return (number of nodes, parent, letter, origin) of the trie of beginnings spelled backwards.

    The origin is the node of the forward trie whose beginning is spelled on the way here; -1 where what is
    spelled begins no word.
    """
    capacity = 64
    while capacity < 2 * forward_count:
        capacity *= 2
    back_parent = np.zeros(capacity, np.int32)
    back_letter = np.zeros(capacity, np.uint8)
    origin = np.full(capacity, -1, np.int32)
    table = np.full(2 * capacity, -1, np.int32)
    count = 1
    for beginning in range(1, forward_count):
        node = 0
        walk = beginning
        while walk != 0:
            here = letter[walk]
            slot = _slot_of(node, here, table.size)
            child = table[slot]
            while child >= 0 and (back_parent[child] != node or back_letter[child] != here):
                slot = (slot + _ONE) & np.uint64(table.size - 1)
                child = table[slot]
            if child < 0:
                if count == capacity:
                    capacity *= 2
                    old_parent, old_letter, old_origin = back_parent, back_letter, origin
                    back_parent = np.zeros(capacity, np.int32)
                    back_letter = np.zeros(capacity, np.uint8)
                    origin = np.full(capacity, -1, np.int32)
                    for known in range(count):
                        back_parent[known] = old_parent[known]
                        back_letter[known] = old_letter[known]
                        origin[known] = old_origin[known]
                    table = np.full(2 * capacity, -1, np.int32)
                    _enter_all(table, back_parent, back_letter, count)
                    continue
                child = count
                back_parent[child] = node
                back_letter[child] = here
                table[slot] = child
                count += 1
            node = child
            walk = parent[walk]
        origin[node] = beginning
    return count, back_parent, back_letter, origin


@kernel()
def _children(count: int, parent: Any) -> Any:
    """Return (last, children): the children of node v are children[last[v - 1]:last[v]], from 0 for the root."""
    last = np.zeros(count + 1, np.int32)
    for node in range(1, count):
        last[parent[node] + 1] += 1
    for node in range(count):
        last[node + 1] += last[node]
    children = np.zeros(count, np.int32)
    for node in range(1, count):  # moves each entry from where the children begin to where they end
        children[last[parent[node]]] = node
        last[parent[node]] += 1
    return last, children


@kernel()
def _minimise(
    node_count: int, parent: Any, letter: Any, ends: Any, tail: Any,
    masks: Any, enders: Any, firsts: Any, targets: Any, register: Any, used: Any,
) -> Any:  # fmt: skip
    """Give each node of a trie the class of all nodes from which the same can be spelled.

    `tail[v]` is the class behind the separator, -1 for none. A class has a mask of letters, a mask of those
    that end a word, and its children's classes in `targets`; `used` counts (classes, targets) so far.
    """
    last, children = _children(node_count, parent)
    class_of = np.zeros(node_count, np.int32)
    below = np.zeros(64, np.int32)
    last_slot = np.uint64(register.size - 1)
    for node in range(node_count - 1, -1, -1):  # children come after their parents
        low, high = last[node - 1] if node else 0, last[node]
        for index in range(low + 1, high):  # sort the children by letter
            child = children[index]
            place = index
            while place > low and letter[children[place - 1]] > letter[child]:
                children[place] = children[place - 1]
                place -= 1
            children[place] = child
        mask, ending, count = np.uint64(0), np.uint64(0), 0
        for index in range(low, high):
            child = children[index]
            bit = _ONE << np.uint64(letter[child])
            mask |= bit
            if ends[child]:
                ending |= bit
            below[count] = class_of[child]
            count += 1
        if tail[node] >= 0:
            mask |= _ONE << _WIDE_SEPARATOR
            below[count] = tail[node]
            count += 1
        code = mask * _MIX_1 ^ ending * _MIX_2
        for index in range(count):
            code = (code ^ np.uint64(below[index])) * _MIX_3
            code ^= code >> np.uint64(29)
        slot = code * _MIX_1 >> np.uint64(24) & last_slot
        while True:
            known = register[slot]
            if known < 0:
                known = used[0]
                register[slot] = known
                masks[known], enders[known], firsts[known] = mask, ending, used[1]
                for index in range(count):
                    targets[used[1] + index] = below[index]
                used[0] += 1
                used[1] += count
                break
            if masks[known] == mask and enders[known] == ending:
                same = 0
                while same < count and targets[firsts[known] + same] == below[same]:
                    same += 1
                if same == count:
                    break
            slot = (slot + _ONE) & last_slot
        class_of[node] = known
    return class_of


@kernel()
def _lay_out(masks: Any, enders: Any, firsts: Any, targets: Any, used: Any, root: int, wide: bool) -> Any:
    """Write the classes as arcs, those near the root first; the arc at 0 leads to the root."""
    classes = used[0]
    place = np.full(classes, -1, np.int64)
    queue = np.zeros(classes, np.int32)
    queue[0] = root
    place[root] = 1
    head, tail, free = 0, 1, 1
    while head < tail:
        here = queue[head]
        head += 1
        size = 0
        mask = masks[here]
        while mask:
            size += 1
            mask &= mask - _ONE
        place[here] = free
        free += size
        for index in range(firsts[here], firsts[here] + size):
            child = targets[index]
            if place[child] < 0:
                place[child] = 0
                queue[tail] = child
                tail += 1
    arcs = np.zeros((free + 1) * (2 if wide else 1), np.uint64)
    _write_arc(arcs, 0, masks[root], place[root], False, wide)
    for position in range(tail):
        here = queue[position]
        mask = masks[here]
        index = 0
        while mask:
            bit = mask & (~mask + _ONE)
            mask ^= bit
            child = targets[firsts[here] + index]
            ending = enders[here] & bit != np.uint64(0)
            _write_arc(arcs, place[here] + index, masks[child], place[child], ending, wide)
            index += 1
    return arcs


@kernel()
def _write_arc(arcs: Any, index: int, mask: Any, children: int, ending: bool, wide: bool) -> None:
    link = np.uint64(children) << _ONE | np.uint64(ending)
    if wide:
        arcs[2 * index] = link
        arcs[2 * index + 1] = mask
    else:
        separator = mask >> _WIDE_SEPARATOR
        letters = mask ^ separator << _WIDE_SEPARATOR
        arcs[index] = (letters | separator << _NARROW_SEPARATOR) << _LINK_BITS | link


@kernel("uint64[::1](uint8[::1], int64[::1], int64, boolean)")
def _graph(spelled: Any, starts: Any, longest: int, wide: bool) -> Any:
    count, parent, letter, ends = _forward_trie(spelled, starts, longest)
    back_count, back_parent, back_letter, origin = _backward_trie(count, parent, letter)
    nodes = count + back_count
    masks = np.zeros(nodes, np.uint64)
    enders = np.zeros(nodes, np.uint64)
    firsts = np.zeros(nodes, np.int32)
    targets = np.zeros(nodes + count, np.int32)
    size = 64
    while size < 2 * nodes:
        size *= 2
    register = np.full(size, -1, np.int32)
    used = np.zeros(2, np.int64)
    tail = np.full(count, -1, np.int32)
    class_of = _minimise(count, parent, letter, ends, tail, masks, enders, firsts, targets, register, used)
    back_tail = np.full(back_count, -1, np.int32)
    back_ends = np.zeros(back_count, np.bool_)
    for node in range(back_count):
        if origin[node] >= 0:
            back_ends[node] = ends[origin[node]]
            if masks[class_of[origin[node]]] != np.uint64(0):
                back_tail[node] = class_of[origin[node]]
    class_of = _minimise(
        back_count, back_parent, back_letter, back_ends, back_tail,
        masks, enders, firsts, targets, register, used,
    )  # fmt: skip
    return _lay_out(masks, enders, firsts, targets, used, class_of[0], wide)
