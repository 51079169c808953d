"""A play that was found: what is laid where, what it scores and why, and how to say it to the referee."""

from dataclasses import dataclass, field
from functools import cached_property

from scrabble_util.board import Board
from scrabble_util.messages import SMPlay
from scrabble_util.scoring import FormedWord, Step, bonus, explain_word, word_points, words_formed
from scrabble_util.types import Direction, Laid, Placement


@dataclass(frozen=True)
class Ground:
    """What a move is laid on: enough to score and explain it, whatever is played afterwards."""

    board: Board
    laid: Laid
    hand_size: int


@dataclass(frozen=True)
class Move:
    """A play, its pieces in the order of the word; two moves are equal if they lay the same for the same points."""

    placements: tuple[Placement, ...]
    score: int
    ground: Ground = field(compare=False, repr=False)

    @cached_property
    def words(self) -> tuple[FormedWord, ...]:
        """The words it makes: the main word first, then those across."""
        return words_formed(self.ground.laid, self.placements)

    @property
    def word(self) -> str:
        """The main word."""
        return self.words[0].text

    @property
    def direction(self) -> Direction:
        """Which way the main word runs."""
        return self.words[0].direction

    def to_message(self) -> SMPlay:
        """Return what to say to the referee."""
        return SMPlay(self.placements)

    def steps(self) -> tuple[tuple[FormedWord, tuple[Step, ...]], ...]:
        """Return each word with how its score comes about, program by program."""
        return tuple((word, explain_word(self.ground.board, word)) for word in self.words)

    def explain(self) -> str:
        """Say in words what the score is made of, a line for each word."""
        lines = [
            f"{_where(word)}: {word_points(self.ground.board, word)} ({_letters(word)})"
            for word in self.words
        ]
        extra = bonus(self.placements, self.ground.hand_size)
        if extra:
            lines.append(f"the whole hand: {extra}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"{_where(self.words[0])} {self.score}"


def _where(word: FormedWord) -> str:
    x, y = word.start
    return f"{word.text} ({x}, {y}) {word.direction.name.lower()}"


def _letters(word: FormedWord) -> str:
    """The letters with their points; those that lay there before in brackets."""
    shown = (f"{letter.char}{letter.points}" for letter in word.letters)
    return " ".join(text if fresh else f"[{text}]" for text, fresh in zip(shown, word.fresh, strict=True))
