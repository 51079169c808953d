"""The tables behind the first figures of `benchmarks.movegen`: endless boards, programs, threads, start, memory.

Each figure stands beside the one it is to be compared with: the slow twin, or one thread of the same run.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.lexicon import build_lexicon
from scrabble_util.movegen import Position
from scrabble_util.movegen.twin import Twin
from scrabble_util.pieces import ENGLISH
from scrabble_util.resources import english_dictionary
from scrabble_util.types import PieceId

Result = TypeVar("Result")

TILES = [piece for piece, count in ENGLISH.tiles().items() for _ in range(count)]
HAND_SIZE = 7
MARKS = (100, 1000, 5000)
"""How many tiles lie on the endless board when turns are timed."""
SAMPLE = 40
"""Turns that are timed at each mark."""
FEW_WORDS = 50
"""The twin is given every n-th word: with all of them a turn takes it minutes."""


def say(*cells: object) -> None:
    """Print a line of a table."""
    print("  ".join(f"{cell:>14,.1f}" if isinstance(cell, float) else f"{cell!s:>14}" for cell in cells))


def timed(action: Callable[..., Result], *arguments: object) -> tuple[Result, float]:
    """Return what a call gives, and how many microseconds it took."""
    began = time.perf_counter()
    result = action(*arguments)
    return result, (time.perf_counter() - began) * 1e6


def mean(numbers: Sequence[float]) -> float:
    """Return the mean."""
    return sum(numbers) / len(numbers)


def random_hand(rng: random.Random, size: int = HAND_SIZE) -> list[PieceId]:
    """Draw a hand out of a full bag."""
    return rng.sample(TILES, size)


def grow(position: Position, tiles: int, rng: random.Random) -> None:
    """Play greedily until so many tiles lie there."""
    while len(position.laid) < tiles:
        move = position.best_move(random_hand(rng))
        if move is not None:
            position.play(move.placements)


def endless(words: Dictionary) -> None:
    """How a turn on `infinite` grows with what lies there."""
    print("\nendless board: microseconds a turn (greedy play, hands out of a full bag)")
    say("tiles laid", "anchors tried", "best move", "two threads", "all moves", "laying it")
    rng = random.Random(1)
    board = load_board("infinite")
    position = Position(board, words, ENGLISH.pieces, HAND_SIZE, threads=1)
    for mark in MARKS:
        grow(position, mark, rng)
        two = Position(board, words, ENGLISH.pieces, HAND_SIZE, position.laid, threads=2)
        tried, best, pair, everything, laying = [], [], [], [], []
        for _ in range(SAMPLE):
            hand, copy = random_hand(rng), position.copy()
            move, time_of_best = timed(position.best_move, hand)
            tried.append(float(position.searched))
            best.append(time_of_best)
            pair.append(timed(two.best_move, hand)[1])
            everything.append(timed(position.moves, hand)[1])
            if move is not None:
                laying.append(timed(copy.play, move.placements)[1])
        say(len(position.laid), mean(tried), mean(best), mean(pair), mean(everything), mean(laying))


def programs(words: Dictionary) -> None:
    """What a turn costs where squares are programs that must be run."""
    print("\nmicroseconds a turn of greedy games, by board")
    say("board", "best move", "two threads", "all moves", "moves")
    for name in ("standard", "carnival", "holes"):
        rng = random.Random(1)
        start = Position(load_board(name), words, ENGLISH.pieces, HAND_SIZE, threads=1)
        best, pair, everything, counts = [], [], [], []
        for _ in range(4):
            position, tiles = start.copy(), rng.sample(TILES, len(TILES))
            while len(tiles) >= HAND_SIZE:
                hand, tiles = tiles[:HAND_SIZE], tiles[HAND_SIZE:]
                move, time_of_best = timed(position.best_move, hand)
                two = Position(
                    position.board, position.lexicon, ENGLISH.pieces, HAND_SIZE, position.laid, threads=2
                )
                two.best_move(hand)
                best.append(time_of_best)
                pair.append(timed(two.best_move, hand)[1])
                moves, time_of_all = timed(position.moves, hand)
                everything.append(time_of_all)
                counts.append(float(len(moves)))
                if move is not None:
                    position.play(move.placements)
        say(name, mean(best), mean(pair), mean(everything), mean(counts))


def beside_the_twin(words: Dictionary) -> None:
    """The same search, by trying everything in plain Python."""
    few = words.words[::FEW_WORDS]
    print(f"\nall moves beside the slow twin, with every {FEW_WORDS}th word ({len(few):,}): microseconds")
    say("tiles laid", "fast", "twin", "times as fast")
    board, rng = load_board("standard"), random.Random(1)
    position = Position(board, build_lexicon(few, ENGLISH.alphabet), ENGLISH.pieces, HAND_SIZE)
    for _ in range(3):
        hand = random_hand(rng)
        while not position.moves(hand):
            hand = random_hand(rng)
        moves, fast = timed(position.moves, hand)
        twin = Twin(board, frozenset(few), ENGLISH.pieces, HAND_SIZE, dict(position.laid))
        plays, slow = timed(twin.plays, hand)
        assert len(plays) == len(moves)
        say(len(position.laid), fast, slow, slow / fast)
        position.play(moves[0].placements)


START = """
import time
from pathlib import Path
began = time.perf_counter()
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.movegen import Position
from scrabble_util.pieces import ENGLISH
from scrabble_util.resources import english_dictionary
position = Position(load_board("standard"), Dictionary.from_file(english_dictionary()), ENGLISH.pieces)
position.best_move([1, 2, 3, 4, 5, 6, 7])
seconds = time.perf_counter() - began
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(seconds, int(status["VmHWM"].split()[0]) / 1024)
"""
"""A process that finds its first move: seconds, and megabytes at most."""


def start_and_memory() -> None:
    """From nothing to the first move, with an empty cache and with a full one."""
    print("\nfrom the start of the program to its first move")
    say("", "seconds", "megabytes")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "XDG_CACHE_HOME": folder}
        for name in ("cold", "warm", "warm again"):
            ran = subprocess.run(
                [sys.executable, "-c", START], env=environment, capture_output=True, text=True, check=True
            )
            say(name, *map(float, ran.stdout.split()))
        sizes = [path.stat().st_size for path in Path(folder).rglob("*.lexicon")]
    print(f"the word graph on disk, mapped by all processes: {sum(sizes) / 2**20:.1f} megabytes")


def print_tables() -> None:
    """Measure and print everything."""
    words = Dictionary.from_file(english_dictionary())
    programs(words)
    endless(words)
    beside_the_twin(words)
    start_and_memory()
