"""Scrabble: the bag, the hands, what a play draws and scores, how the game ends and what that costs.

Whether a play is legal is asked of `scrabble_util/checks.py`, what it scores of
`scrabble_util/scoring.py`, in which order pieces come of `bag.py`. Whose turn it is, `game.py` knows.
"""

from collections.abc import Mapping

from referee.bag import Bag, GivenBag
from referee.events import WordPoints
from referee.rules.base import ChangeMade, GameSetup, PlayMade, Reckoning, Refusal
from referee.verdicts import End
from scrabble_util.board import Board
from scrabble_util.checks import Attempt, check_change, check_play
from scrabble_util.dsl.program import ProgramFault
from scrabble_util.scoring import FormedWord, bonus, play_points, program_runs
from scrabble_util.types import Coord, Hand, Laid, Letter, PieceId, Pieces, Placement

IDLE_ROUNDS = 3
"""So many turns of every player without a good play end the game."""


class Scrabble:
    """The tournament rules, on any board."""

    def start(self, setup: GameSetup) -> "ScrabbleTable":
        """Fill the bag and deal the hands, seat by seat."""
        return ScrabbleTable(setup)


class ScrabbleTable:
    """One game of Scrabble in progress."""

    def __init__(self, setup: GameSetup) -> None:
        """Fill the bag and deal."""
        self._setup = setup
        self._bag = (
            Bag(setup.tiles, setup.num_players, setup.seed)
            if setup.draws is None
            else GivenBag(setup.tiles, setup.draws)
        )
        self._laid: dict[Coord, Letter] = {}
        players = range(1, setup.num_players + 1)
        self._hands = {player: Hand(self._bag.draw(player, setup.hand_size)) for player in players}
        self._scores = dict.fromkeys(players, 0)
        self._idle_turns = dict.fromkeys(players, 0)  # since the last good play, of those still in
        self._went_out: int | None = None

    @property
    def laid(self) -> Laid:
        """The letters on the board."""
        return self._laid

    @property
    def bag_count(self) -> int:
        """How many pieces are left to draw."""
        return len(self._bag)

    def hand(self, player: int) -> Hand:
        """Return what the player holds."""
        return self._hands[player]

    def score(self, player: int) -> int:
        """Return the points of the plays so far."""
        return self._scores[player]

    def play(self, player: int, moves: tuple[Placement, ...]) -> PlayMade | Refusal:
        """Check a play, lay it, count its points and draw."""
        setup, hand = self._setup, self._hands[player]
        attempt = Attempt(player, moves, hand, setup.pieces, setup.board, self._laid, setup.dictionary)
        errors = check_play(attempt)
        if errors:
            self.idle(player)
            return Refusal(errors)
        words = tuple([_count(setup.board, word) for word in attempt.words])
        extra = bonus(moves, setup.hand_size)
        points = play_points([word.points for word in words], extra)
        self._scores[player] += points
        self._laid.update({coord: tile.letter for coord, tile in moves})
        self._idle_turns = dict.fromkeys(self._idle_turns, 0)
        drawn = Hand(self._bag.draw(player, len(moves)))
        self._hands[player] = hand - [tile.piece for _, tile in moves] + drawn
        if not self._hands[player]:
            self._went_out = player
        return PlayMade(points, words, extra, drawn)

    def change(self, player: int, pieces: tuple[PieceId, ...]) -> ChangeMade | Refusal:
        """Check a change, draw, and only then give the pieces back: nobody draws what they gave."""
        hand = self._hands[player]
        self.idle(player)
        errors = check_change(player, pieces, hand, self._setup.pieces, len(self._bag))
        if errors:
            return Refusal(errors)
        drawn = Hand(self._bag.draw(player, len(pieces)))
        self._bag.give_back(pieces)
        self._hands[player] = hand - pieces + drawn
        return ChangeMade(drawn)

    def idle(self, player: int) -> None:
        """Count a turn in which the player made no good play."""
        self._idle_turns[player] += 1

    def leave(self, player: int) -> None:
        """Stop waiting for the player; the hand stays out of the bag."""
        del self._idle_turns[player]

    def end(self) -> End | None:
        """Say whether somebody went out, or nobody can or will play any more."""
        if self._went_out is not None:
            return End.WENT_OUT
        return End.NO_PLAYS if min(self._idle_turns.values()) >= IDLE_ROUNDS else None

    def reckon(self) -> Mapping[int, Reckoning]:
        """Take from each player the points in hand, and give them all to the one who went out."""
        lost = {player: hand_points(hand, self._setup.pieces) for player, hand in self._hands.items()}
        everything = sum(lost.values())
        return {
            player: Reckoning(points, everything if player == self._went_out else 0)
            for player, points in lost.items()
        }


def _count(board: Board, word: FormedWord) -> WordPoints:
    """Return what a word scores, with the steps it comes about in."""
    points, letters = 0, word.letters
    steps: list[tuple[int, int, int, int]] = []
    for priority, index, program, square in program_runs(board, word):
        try:
            points = program.run((index, points), letters)
        except ProgramFault as fault:
            board.report(fault, word.text)
        steps.append((priority, index, square.id, points))
    return WordPoints(word.text, word.start, word.direction, points, tuple(steps))


def hand_points(hand: Hand, pieces: Pieces) -> int:
    """Return what a hand is worth: each piece counts the highest points it can be laid for."""
    return sum(
        count * max((letter.points for letter in pieces[piece]), default=0) for piece, count in hand.items()
    )
