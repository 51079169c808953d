"""What a move forms and what it scores.

A word collects the programs of the squares under its letters (the used square for a letter that lay there
before), and runs them in order of priority from zero points. A move scores the sum over the words it forms,
and a bonus where it lays the whole hand. Whether the move is allowed is the subject of `checks.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from scrabble_util.board import Board, Square
from scrabble_util.dsl.program import Program, ProgramFault
from scrabble_util.types import Coord, Direction, Laid, Letter, Placement

WHOLE_HAND_BONUS = 50
MOST_PLAY_POINTS = 1_000_000_000_000
"""A play scores no more, and loses no more, so that the points of any game fit the numbers of the wire."""
MOST_WORD_POINTS = 1 << 50
"""A word counts for no more in a play, so that the sum over its words fits a number."""
_PRIORITY = itemgetter(0)


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word of two letters or more that a move makes, with which of its letters are new."""

    start: Coord
    direction: Direction
    letters: tuple[Letter, ...]
    fresh: tuple[bool, ...]

    @property
    def text(self) -> str:
        """The word itself."""
        return "".join([letter[0] for letter in self.letters])

    @property
    def coords(self) -> tuple[Coord, ...]:
        """Where its letters lie."""
        return tuple(self.direction.step(self.start, index) for index in range(len(self.letters)))


@dataclass(frozen=True, slots=True)
class Step:
    """One program's part in a word's score."""

    priority: int
    index: int
    """Which letter of the word its square lies under."""
    letter: Letter
    coord: Coord
    square: int
    program: Program
    before: int
    after: int
    fault: ProgramFault | None = None
    """What went wrong; the points stayed as they were."""


def words_formed(laid: Laid, moves: Sequence[Placement]) -> tuple[FormedWord, ...]:
    """Return the words a move makes on one row or column: the main word first, then the words across."""
    new = {placement.coord: placement.tile.letter for placement in moves}
    direction = _direction(laid, moves)
    words = [_word_through(laid, new, moves[0].coord, direction)]
    words += [_word_through(laid, new, coord, direction.across) for coord in sorted(new)]
    return tuple(word for word in words if word is not None)


def _direction(laid: Laid, moves: Sequence[Placement]) -> Direction:
    """The way the main word runs; a single piece counts as laid along the row if that makes a word."""
    x, y = moves[0].coord
    if any(placement.coord[1] != y for placement in moves):
        return Direction.DOWN
    if len(moves) > 1 or (x - 1, y) in laid or (x + 1, y) in laid:
        return Direction.RIGHT
    return Direction.DOWN


def _word_through(
    laid: Laid, new: Mapping[Coord, Letter], coord: tuple[int, int], direction: Direction
) -> FormedWord | None:
    """Return the word that runs through a new letter, or None for a single letter."""
    dx, dy = direction.value
    x, y = coord
    while (before := (x - dx, y - dy)) in laid or before in new:
        x, y = before
    after = (x + dx, y + dy)
    if after not in laid and after not in new:
        return None
    start = Coord(x, y)
    letters: list[Letter] = []
    fresh: list[bool] = []
    here = start
    while (letter := new.get(here) or laid.get(here)) is not None:
        letters.append(letter)
        fresh.append(here in new)
        here = Coord(here[0] + dx, here[1] + dy)
    return FormedWord(start, direction, tuple(letters), tuple(fresh))


def program_runs(board: Board, word: FormedWord) -> list[tuple[int, int, Program, Square]]:
    """Return (priority, index, program, square) of all programs of a word, in the order they run.

    A letter that lay there before stands on the used square.
    """
    x, y = word.start
    dx, dy = word.direction.value
    runs: list[tuple[int, int, Program, Square]] = []
    for index, fresh in enumerate(word.fresh):
        square = board.square((x + dx * index, y + dy * index)) if fresh else board.used_square
        if square is not None:
            runs += [(priority, index, program, square) for priority, program in square.programs]
    runs.sort(key=_PRIORITY)  # and by index among those of one priority: the sort is stable
    return runs


def word_points(board: Board, word: FormedWord) -> int:
    """Return what a word scores."""
    points = 0
    for _, index, program, _ in program_runs(board, word):
        try:
            points = program.run((index, points), word.letters)
        except ProgramFault as fault:
            board.report(fault, word.text)
    return points


def explain_word(board: Board, word: FormedWord) -> tuple[Step, ...]:
    """Return how a word's score comes about, program by program; the last step's `after` is the score."""
    steps: list[Step] = []
    points = 0
    for priority, index, program, square in program_runs(board, word):
        before, failure = points, None
        try:
            points = program.run((index, points), word.letters)
        except ProgramFault as fault:
            failure = fault
        coord = word.direction.step(word.start, index)
        letter = word.letters[index]
        steps.append(Step(priority, index, letter, coord, square.id, program, before, points, failure))
    return tuple(steps)


def bonus(moves: Sequence[Placement], hand_size: int) -> int:
    """Return the extra points for laying the whole hand at once."""
    return WHOLE_HAND_BONUS if len(moves) == hand_size else 0


def play_points(points_of_words: Iterable[int], extra: int) -> int:
    """Return the points of a play: the sum over its words and the bonus, kept within what a play can score."""
    total = sum([_within(MOST_WORD_POINTS, points) for points in points_of_words])
    return _within(MOST_PLAY_POINTS, total + extra)


def _within(most: int, points: int) -> int:
    return max(-most, min(most, points))


def move_points(board: Board, laid: Laid, moves: Sequence[Placement], hand_size: int) -> int:
    """Return what a legal move scores."""
    words = words_formed(laid, moves)
    return play_points([word_points(board, word) for word in words], bonus(moves, hand_size))
