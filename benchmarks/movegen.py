"""The move generator: whole greedy games in one process, and what they cost.

    python -m benchmarks.movegen                       the tables of docs/performance.md
    python -m benchmarks.movegen --json --seconds 20   the first figures alone, for machines

A greedy player always plays the best move. A turn of the first table is everything: finding the move, laying it,
drawing from the bag. Generations of all moves are made on the positions of such games. One thread; the seconds are
those of its processor, so that what else a shared machine does is not counted.
"""

import json
import random
import time
from dataclasses import dataclass, field

import click

from benchmarks.movegen_tables import print_tables
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.movegen import Position
from scrabble_util.pieces import ENGLISH
from scrabble_util.resources import english_dictionary
from scrabble_util.types import PieceId

HAND_SIZE = 7
PLAYERS = 2
MOST_IDLE_TURNS = 3 * PLAYERS
"""After so many turns without a play the game is over."""


@dataclass
class Tally:
    """What was counted while games were played."""

    games: int = 0
    turns: int = 0
    points: int = 0
    generations: int = 0
    moves: int = 0
    best_seconds: float = 0.0
    """For whole games of best moves."""
    all_seconds: float = 0.0
    """For generating all moves, and nothing else."""


@dataclass
class Table:
    """A game between greedy players: the bag, the hands, the points."""

    position: Position
    rng: random.Random
    bag: list[PieceId] = field(default_factory=list)
    hands: list[list[PieceId]] = field(default_factory=list)
    turns: int = 0
    points: int = 0

    def deal(self) -> None:
        """Fill the bag and the hands."""
        self.bag = [piece for piece, count in ENGLISH.tiles().items() for _ in range(count)]
        self.rng.shuffle(self.bag)
        self.hands = [[self.bag.pop() for _ in range(HAND_SIZE)] for _ in range(PLAYERS)]

    def play(self, tally: Tally | None = None) -> None:
        """Play to the end; with a tally, all moves are generated before each turn, and timed."""
        idle, player, position, bag = 0, 0, self.position, self.bag
        while idle < MOST_IDLE_TURNS:
            hand = self.hands[player]
            if tally is not None:
                generate_all(position, hand, tally)
            move = position.best_move(hand)
            self.turns += 1
            if move is None:
                idle += 1
                self.change(hand)
            else:
                idle = 0
                self.points += move.score
                position.play(move.placements)
                for _, tile in move.placements:
                    hand.remove(tile.piece)
                while bag and len(hand) < HAND_SIZE:
                    hand.append(bag.pop())
                if not hand:
                    return
            player = (player + 1) % PLAYERS

    def change(self, hand: list[PieceId]) -> None:
        """Put as many pieces back as the bag has others for."""
        count = min(len(hand), len(self.bag))
        drawn = [self.bag.pop() for _ in range(count)]
        self.bag += hand[:count]
        self.rng.shuffle(self.bag)
        hand[:count] = drawn


def generate_all(position: Position, hand: list[PieceId], tally: Tally) -> None:
    """Generate all moves of a hand, and note how long that took."""
    began = time.process_time()
    moves = position.moves(hand)
    tally.all_seconds += time.process_time() - began
    tally.generations += 1
    tally.moves += len(moves)


def play_for(start: Position, seconds: float, rng: random.Random, tally: Tally, all_moves: bool) -> None:
    """Play games from a position until the time is over."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        table = Table(start.copy(), rng)
        table.deal()
        if all_moves:
            table.play(tally)
            continue
        began = time.process_time()
        table.play()
        tally.best_seconds += time.process_time() - began
        tally.games += 1
        tally.turns += table.turns
        tally.points += table.points


def first_figures(seconds: float, seed: int = 1) -> dict[str, float]:
    """Play on the standard board, half of the time for best moves, half for all moves."""
    start = Position(
        load_board("standard"),
        Dictionary.from_file(english_dictionary()),
        ENGLISH.pieces,
        HAND_SIZE,
        threads=1,
    )
    rng, tally = random.Random(seed), Tally()
    play_for(start, 0.2, rng, Tally(), True)  # warm
    play_for(start, seconds / 2, rng, tally, False)
    play_for(start, seconds / 2, rng, tally, True)
    return {
        "best_turns_per_s": round(tally.turns / tally.best_seconds, 1),
        "all_generations_per_s": round(tally.generations / tally.all_seconds, 1),
        "moves_per_s": round(tally.moves / tally.all_seconds, 1),
        "games": tally.games,
        "mean_score": round(tally.points / (PLAYERS * tally.games), 2),
        "turns_per_game": round(tally.turns / tally.games, 3),
    }


@click.command(help=__doc__)
@click.option("--json", "as_json", is_flag=True, help="The first figures alone, as one JSON document.")
@click.option(
    "--seconds", default=10.0, show_default=True, help="How long to measure each of them, together."
)
@click.option("--seed", default=1, show_default=True, help="Deals the same games again.")
def main(as_json: bool, seconds: float, seed: int) -> None:
    """Measure and print."""
    figures = first_figures(seconds, seed)
    if as_json:
        print(json.dumps(figures))
        return
    print("greedy games on the standard board, one thread")
    for name, value in figures.items():
        print(f"{name:24s}{value:>14,}")
    print_tables()


if __name__ == "__main__":
    main()
