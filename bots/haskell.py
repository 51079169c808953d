"""Haskell, the beginner: lays one word across the end of another, and takes the longest it finds.

It keeps a map of the letters it could build on. Each has its *freedoms*: a way to go from that letter, and how
many free squares there are that way. A word that goes down or right begins on the letter that lies there, one
that goes up or left ends on it. So it never extends a word and never lays one beside another; it misses most
moves, which is what makes it a beginner. Blanks (and any piece that can be several letters) stay in its hand.

Of several longest words it takes the first in the alphabet, then the topmost and leftmost letter to build on,
then the first way in the order of `Way`. When it finds nothing, it changes what the bag allows, else passes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from scrabble_util.board import Board
from scrabble_util.checks import Attempt, check_play
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import SMChange, SMPass, SMPlay
from scrabble_util.state import State, Stream
from scrabble_util.types import Coord, Direction, Hand, Pieces, Placement, Tile


class Way(Enum):
    """Where a word goes from the letter it is built on: a direction, and forwards or backwards along it."""

    RIGHT = (Direction.RIGHT, 1)
    """The word begins on the letter."""
    DOWN = (Direction.DOWN, 1)
    """The word begins on the letter."""
    LEFT = (Direction.RIGHT, -1)
    """The word ends on the letter."""
    UP = (Direction.DOWN, -1)
    """The word ends on the letter."""

    def step(self, coord: Coord, distance: int) -> Coord:
        """Return the coordinate so many squares away, this way."""
        direction, sign = self.value
        return direction.step(coord, sign * distance)


class Freedom(NamedTuple):
    """How far one may go from a letter."""

    way: Way
    distance: int


class Spot(NamedTuple):
    """A word, and where it would lie."""

    word: str
    start: Coord
    direction: Direction


class WordIndex:
    """The words by their first and by their last letter, longest first; words too long to lay are left out."""

    def __init__(self, words: Iterable[str], alphabet: str, longest: int) -> None:
        self._bits = {char: 1 << index for index, char in enumerate(alphabet)}
        self._by_end: dict[tuple[str, bool], list[tuple[int, str]]] = {}
        self.all: list[tuple[int, str]] = []
        known = self._bits.keys()
        fitting = [word for word in words if 2 <= len(word) <= longest and known >= set(word)]
        for word in sorted(fitting, key=lambda word: (-len(word), word)):
            entry = self._mask(word), word
            self.all.append(entry)
            self._by_end.setdefault((word[0], True), []).append(entry)
            self._by_end.setdefault((word[-1], False), []).append(entry)

    def _mask(self, letters: Iterable[str]) -> int:
        return sum(self._bits[char] for char in set(letters))

    def on(self, letter: str, begins: bool, hand: Counter[str]) -> list[str]:
        """Return the words that begin (or end) with a letter and whose other letters are in the hand."""
        return self._spelled(self._by_end.get((letter, begins), []), hand + Counter(letter))

    def from_hand(self, hand: Counter[str]) -> list[str]:
        """Return the words that the hand spells alone."""
        return self._spelled(self.all, hand)

    def _spelled(self, words: list[tuple[int, str]], letters: Counter[str]) -> list[str]:
        missing = ~self._mask(letters)
        return [word for mask, word in words if not mask & missing and Counter(word) <= letters]


class Haskell:
    """The player: a state, the words, and the map of playable positions."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.words = WordIndex(state.dictionary, state.alphabet, state.hand_size + 1)
        self.playable: dict[Coord, tuple[str, list[Freedom]]] = {}
        self.single = {
            piece: next(iter(letters)) for piece, letters in state.pieces.items() if len(letters) == 1
        }

    def note(self, moves: Iterable[Placement]) -> None:
        """Bring the map up to date after a play: on its letters one may build, beside them one may not."""
        fresh = [coord for coord, _ in moves]
        for coord in fresh:
            for way in Way:
                self.playable.pop(way.step(coord, 1), None)
        waiting = {*self.playable, *fresh}
        self.playable = {
            coord: (self.state.laid[coord].char, self.freedoms(coord))
            for coord in sorted(waiting, key=by_row)
        }

    def freedoms(self, coord: Coord) -> list[Freedom]:
        """Return all ways to go from a letter that lies on the board."""
        found = (Freedom(way, self.free_distance(coord, way)) for way in Way)
        return [freedom for freedom in found if freedom.distance]

    def free_distance(self, coord: Coord, way: Way) -> int:
        """Count the free squares from a letter: each is there, empty, and touches no other letter."""
        laid, across = self.state.laid, way.value[0].across
        if way.step(coord, -1) in laid:
            return 0  # the letter is in the middle of a word that way
        for distance in range(1, self.state.hand_size + 1):
            here = way.step(coord, distance)
            touching = (across.step(here), across.step(here, -1), way.step(here, 1))
            if (
                here in laid
                or self.state.board.square(here) is None
                or any(side in laid for side in touching)
            ):
                return distance - 1
        return self.state.hand_size

    def choose(self) -> SMPlay | SMChange | SMPass:
        """Decide what to say."""
        found = self.best_play()
        if found:
            return SMPlay(found)
        count = self.state.can_change
        return SMChange(list(self.state.hand)[:count]) if count else SMPass()

    def best_play(self) -> tuple[Placement, ...]:
        """Return the longest word that can be laid; nothing where there is none."""
        letters = Counter(self.single[piece].char for piece in self.state.hand if piece in self.single)
        found = self.crossings(letters) if self.state.laid else self.openings(letters)
        for spot in sorted(found, key=lambda spot: (-len(spot.word), spot.word)):
            moves = self.placed(spot)
            if self.is_legal(moves):
                return moves
        return ()

    def crossings(self, letters: Counter[str]) -> Iterator[Spot]:
        """Yield the longest word for each freedom of each letter that lies on the board."""
        spelled: dict[tuple[str, bool], list[str]] = {}
        for coord, (char, freedoms) in self.playable.items():
            for way, distance in freedoms:
                direction, sign = way.value
                key = char, sign > 0
                if key not in spelled:
                    spelled[key] = self.words.on(*key, letters)
                word = next((word for word in spelled[key] if len(word) - 1 <= distance), None)
                if word is not None:
                    yield Spot(word, coord if sign > 0 else way.step(coord, len(word) - 1), direction)

    def openings(self, letters: Counter[str]) -> Iterator[Spot]:
        """Yield the words of the hand at every place over the centre."""
        center = self.state.board.center
        for word in self.words.from_hand(letters):
            for direction in Direction:
                for before in range(len(word)):
                    yield Spot(word, direction.step(center, -before), direction)

    def placed(self, spot: Spot) -> tuple[Placement, ...]:
        """Return the pieces that the hand must lay for a word; the letter that lies there is not among them."""
        held: dict[str, list[Tile]] = {}
        for piece in self.state.hand:
            if piece in self.single:
                held.setdefault(self.single[piece].char, []).append(Tile(piece, self.single[piece]))
        coords = (spot.direction.step(spot.start, index) for index in range(len(spot.word)))
        return tuple(
            Placement(coord, held[char].pop())
            for coord, char in zip(coords, spot.word, strict=True)
            if coord not in self.state.laid
        )

    def is_legal(self, moves: tuple[Placement, ...]) -> bool:
        """Ask the referee's own rules."""
        state = self.state
        attempt = Attempt(
            state.player_number, moves, state.hand, state.pieces, state.board, state.laid, state.dictionary
        )
        return not check_play(attempt)


def by_row(coord: Coord) -> tuple[int, int]:
    """Order coordinates as one reads: from the top, then from the left."""
    return coord.y, coord.x


def start_game(
    board: Board,
    alphabet: str,
    dictionary: Dictionary,
    num_players: int,
    player_number: int,
    starting_player: int,
    hand: Hand,
    pieces: Pieces,
    timeout: int | None,
    connection: Stream,
) -> Callable[[], None]:
    """Sort the words, then return the function that plays the game."""
    state = State(
        board, alphabet, dictionary, num_players, player_number, starting_player, hand, pieces, timeout, connection
    )  # fmt: skip
    haskell = Haskell(state)

    def play() -> None:
        while not state.over:
            if state.is_my_turn:
                state.send(haskell.choose())
            before = state.last_play
            state.receive()
            if state.last_play is not before and state.last_play is not None:
                haskell.note(state.last_play.moves)

    return play
