"""The bag: pieces that all seats share, drawn by each seat in a random order of its own.

Each seat's order is made from the seed and the number of the seat alone. A draw takes the next pieces of
that order that are still in the bag; so with the same seed a seat sees the same stream of pieces whoever
sits there, but for what the others took before. That is what makes two games with swapped seats a pair.

A game that was played elsewhere comes with its draws written down: `GivenBag` deals those again.

Only this module of the pure game knows chance. The bag knows no hands and no rules.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scrabble_util.types import Hand, PieceId


class Bag:
    """What is left to draw, and in which order each seat would draw it."""

    def __init__(self, tiles: Mapping[PieceId, int], seats: int, seed: int) -> None:
        """Fill the bag with `tiles` (piece -> how many), shuffled once for each of the seats 1..`seats`."""
        # A label is an index into _pieces: it tells two equal pieces apart, and a piece that went out of
        # the bag from the same piece given back, which gets a new label.
        self._pieces = [piece for piece, count in sorted(tiles.items()) for _ in range(count)]
        self._inside = set(range(len(self._pieces)))
        self._chance = {seat: random.Random(f"{seed}:{seat}") for seat in range(1, seats + 1)}
        self._orders: dict[int, list[int]] = {}
        for seat, chance in self._chance.items():
            order = list(range(len(self._pieces)))
            chance.shuffle(order)
            self._orders[seat] = order

    def __len__(self) -> int:
        return len(self._inside)

    def contents(self) -> Hand:
        """Return what is in the bag, in no order; for the referee, never for a player."""
        return Hand(self._pieces[label] for label in self._inside)

    def draw(self, seat: int, count: int) -> list[PieceId]:
        """Take up to `count` pieces out, the next ones of the seat's order; fewer when the bag runs empty."""
        drawn: list[PieceId] = []
        order, inside = self._orders[seat], self._inside
        while inside and len(drawn) < count:
            label = order.pop()
            # What another seat drew meanwhile still stands in this order, and is passed over.
            if label in inside:
                inside.remove(label)
                drawn.append(self._pieces[label])
        return drawn

    def give_back(self, pieces: Iterable[PieceId]) -> None:
        """Put pieces back, at a random place of every seat's order."""
        for piece in pieces:
            label = len(self._pieces)
            self._pieces.append(piece)
            self._inside.add(label)
            for seat, order in self._orders.items():
                order.insert(self._chance[seat].randint(0, len(order)), label)


class GivenBag:
    """A bag whose draws are known: each seat draws its own list of pieces, in that order."""

    def __init__(self, tiles: Mapping[PieceId, int], draws: Mapping[int, Sequence[PieceId]]) -> None:
        """Fill the bag with `tiles`; `draws` is what each seat draws from the deal to the end of the game."""
        self._inside = Counter(tiles)
        self._draws = {seat: list(reversed(pieces)) for seat, pieces in draws.items()}

    def __len__(self) -> int:
        return self._inside.total()

    def contents(self) -> Hand:
        """Return what is in the bag."""
        return Hand(self._inside.elements())

    def draw(self, seat: int, count: int) -> list[PieceId]:
        """Take up to `count` pieces out; raise ValueError where the list does not fit what the bag holds."""
        drawn: list[PieceId] = []
        for _ in range(min(count, len(self))):
            if not self._draws.get(seat):
                raise ValueError(f"player {seat} draws more pieces than are written down")
            piece = self._draws[seat].pop()
            if not self._inside[piece]:
                raise ValueError(f"player {seat} draws piece {piece}, of which the bag holds none")
            self._inside[piece] -= 1
            drawn.append(piece)
        return drawn

    def give_back(self, pieces: Iterable[PieceId]) -> None:
        """Put pieces back."""
        self._inside.update(pieces)
