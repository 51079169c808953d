"""The fast search finds exactly what the slow twin finds, at the same scores, in the same order, on any board."""

import random

import pytest

from scrabble_util.movegen.search import ALL_SHORTCUTS, LOOK_UP, PRUNE
from scrabble_util.types import Coord, Letter
from tests.support.positions import as_plays, random_game, scattered, shipped, turns

BOARDS = (
    "standard",
    "course",
    "holes",
    "island",
    "random",
    "carnival",
    "infinite",
    "infinite-holes",
    "infinite-random",
)
SEEDS = range(9)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_all_moves_are_those_of_the_twin_in_its_order(name: str, seed: int) -> None:
    game = random_game(seed, shipped(name))
    for hand, moves in turns(game, seed, 6):
        twin = game.twin()
        plays = twin.plays(hand)
        assert as_plays(moves) == plays
        ordered = sorted(plays.items(), key=lambda item: twin.rank(*item))
        assert [(frozenset(move.placements), move.score) for move in moves] == ordered


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(100, 125))
def test_the_best_move_is_the_first_of_all_with_and_without_shortcuts(name: str, seed: int) -> None:
    game = random_game(seed, shipped(name))
    for hand, moves in turns(game, seed, 8, wildcards=3):
        for shortcuts in (ALL_SHORTCUTS, PRUNE, LOOK_UP, 0):
            assert game.again(shortcuts).best_move(hand) == (moves[0] if moves else None)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(200, 206))
def test_a_position_kept_in_step_is_one_made_anew(name: str, seed: int) -> None:
    game = random_game(seed, shipped(name))
    for hand, moves in turns(game, seed, 8):
        assert list(game.again().moves(hand)) == list(moves)


@pytest.mark.parametrize("name", ["standard", "carnival", "infinite-holes"])
@pytest.mark.parametrize("seed", range(300, 310))
def test_letters_that_make_no_words_are_played_around(name: str, seed: int) -> None:
    game = random_game(seed, shipped(name))
    rng = random.Random(seed)
    laid = scattered(rng, game.board, "".join(set("".join(game.words))), 12, 4)
    position = game.again(laid=laid)
    hand = [piece for piece in list(game.pieces)[: game.hand_size] if piece]
    twin = game.twin()
    plays = type(twin)(game.board, twin.words, game.pieces, game.hand_size, laid).plays(hand)
    assert as_plays(position.moves(hand)) == plays


def test_far_apart_letters_are_all_found_without_one_large_window() -> None:
    game = random_game(3, shipped("infinite"))
    far = 1_000_000
    laid = {
        Coord(x + index, y): Letter(char, 1)
        for x, y in ((0, 0), (far, -far), (-far, 3 * far), (127, 128), (-129, -128))
        for index, char in enumerate(game.words[-1])
    }
    position = game.again(laid=laid)
    hand = [piece for piece in game.pieces if piece][:2]
    twin = type(game.twin())(game.board, frozenset(game.words), game.pieces, game.hand_size, laid)
    assert as_plays(position.moves(hand)) == twin.plays(hand)
