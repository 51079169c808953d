"""What a hand can be laid as, in tables that the search reads.

Every way to lay a piece is an *offer*: a letter, the piece, the points. Offers are numbered once for a game, in
order of letter, piece and points. For one hand, those of a letter are dealt into layers: the first offer of
each letter into the first layer, the second into the second. Without a blank there is one layer; then a letter
is a bit of a mask and nothing else.

The tables of a hand are (kind of piece, points, offer) for each layer and letter, the letters that a kind has
for each layer and kind, the letters available for each layer, then: how many there are of each kind, the kind
of each piece of the game, the most points of each tile in falling order, the letters of each free tile (one
with several letters), and the facts below.
"""

from typing import Any

import numpy as np

from scrabble_util.bits import lowest_bit
from scrabble_util.movegen.layout import NONE, ONE
from scrabble_util.numba_setup import kernel

LAYER = 64
"""The entries of a layer: one for each letter."""

LAYERS, KINDS, TILES, LEAST_POINTS, FREE_TILES, FIXED_HASH = range(6)
"""The facts of a hand: the last is the hash of the letters of all tiles that are not free."""
PIECES, OFFERS, MOST_LAYERS, MOST_TILES = range(6, 10)
"""And of the tables: how many pieces and offers the game has, and for how many layers and tiles there is room."""
FACTS = 10


def room(pieces: int, offers: int, most_layers: int, tiles: int) -> tuple[Any, ...]:
    """Make empty tables for hands of up to so many tiles."""
    entries = most_layers * LAYER
    facts = np.zeros(FACTS, np.int64)
    facts[[PIECES, OFFERS, MOST_LAYERS, MOST_TILES]] = pieces, offers, most_layers, tiles
    return (
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros(most_layers * tiles, np.uint64),
        np.zeros(most_layers, np.uint64),
        np.zeros(tiles, np.int64),
        np.zeros(pieces, np.int64),
        np.zeros(2 * tiles, np.int64),  # the second half is for work: the most points of each kind,
        np.zeros(2 * tiles, np.uint64),  # and the letters of each kind
        facts,
    )


@kernel()
def prepare(offers: Any, keys: Any, held: Any, hand: Any) -> None:
    """Fill the tables of a hand that has `held[piece]` of each piece."""
    offer_letter, offer_piece, offer_points, _ = offers
    (
        layer_kind,
        layer_points,
        layer_offer,
        kind_letters,
        available,
        counts,
        kind_of_piece,
        points,
        letters,
        facts,
    ) = hand
    half = facts[MOST_TILES]
    for piece in range(facts[PIECES]):
        kind_of_piece[piece] = -1
    for layer in range(facts[MOST_LAYERS]):
        available[layer] = NONE
    for index in range(facts[MOST_LAYERS] * half):
        kind_letters[index] = NONE
    kinds, layers, least = 0, 0, np.int64(1) << 62
    for offer in range(facts[OFFERS]):
        piece = offer_piece[offer]
        if held[piece] > 0 and kind_of_piece[piece] < 0:
            kind_of_piece[piece] = kinds
            counts[kinds] = held[piece]
            points[half + kinds] = offer_points[offer]
            letters[half + kinds] = NONE
            kinds += 1
    layer, before = 0, -1
    for offer in range(facts[OFFERS]):  # deal the offers into layers
        piece = offer_piece[offer]
        if held[piece] == 0:
            continue
        kind, letter, worth = kind_of_piece[piece], offer_letter[offer], offer_points[offer]
        layer = layer + 1 if letter == before else 0
        before = letter
        bit = ONE << np.uint64(letter)
        letters[half + kind] |= bit
        points[half + kind] = max(points[half + kind], worth)
        least = min(least, worth)
        layers = max(layers, layer + 1)
        layer_kind[layer * LAYER + letter] = kind
        layer_points[layer * LAYER + letter] = worth
        layer_offer[layer * LAYER + letter] = offer
        kind_letters[layer * kinds + kind] |= bit
        available[layer] |= bit
    tiles, free, code = 0, 0, NONE
    for kind in range(kinds):  # put the tiles' points in falling order, and hash the tiles that are not free
        worth, mask = points[half + kind], letters[half + kind]
        for _ in range(counts[kind]):
            place = tiles
            while place > 0 and points[place - 1] < worth:
                points[place] = points[place - 1]
                place -= 1
            points[place] = worth
            tiles += 1
            if mask & (mask - ONE):
                letters[free] = mask
                free += 1
            else:
                code += keys[lowest_bit(mask)]
    facts[LAYERS], facts[KINDS], facts[TILES] = layers, kinds, tiles
    facts[LEAST_POINTS], facts[FREE_TILES], facts[FIXED_HASH] = least, free, np.int64(code)
