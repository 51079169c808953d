"""Squares of every kind are scored as the referee scores them, and bounds never hide the best move."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from scrabble_util.board import Board, BoardProg, make_board
from scrabble_util.lexicon import build_lexicon
from scrabble_util.movegen import Position
from scrabble_util.movegen.search import ALL_SHORTCUTS
from scrabble_util.movegen.squares import NO_BOUND, Effect, lower
from scrabble_util.movegen.walk import BOUNDED_SCORES, BOUNDLESS_SCORES, EXACT
from scrabble_util.scoring import MOST_PLAY_POINTS
from scrabble_util.types import Coord, Letter
from tests.support.positions import as_plays, random_game, shipped, turns

PLAIN = "_result_ := _acc_ + pointValue(_pos_)"
DOUBLE = "_result_ := _acc_ * 2"
TAIL = "_result_ := _acc_ + pointValue(wordLength - 1)"


def board(squares: Mapping[int, Mapping[int, str]], used: int = 0, side: int = 5) -> Board:
    """A board of 2 * side + 1 squares each way, its squares in turn along diagonals."""
    count = len(squares)
    prog = f"""
    declare n; n := (_x_ * 2 + _y_ * 3) % {count}; if (n < 0) then {{ n := n + {count} }};
    if (_x_ < -{side} \\/ _x_ > {side} \\/ _y_ < -{side} \\/ _y_ > {side}) then {{ _result_ := -1 }}
    else {{ _result_ := n }}
    """
    return make_board(BoardProg(prog, squares, used, Coord(0, 0), False, "_result_ := 65 + _input_"))


KINDS: dict[str, tuple[dict[int, dict[int, str]], int, int]] = {
    "letters and words": ({0: {0: PLAIN}, 1: {0: PLAIN, 1: DOUBLE}}, 0, EXACT),
    "priorities of any size": ({0: {-7: PLAIN}, 1: {-7: PLAIN, 900: DOUBLE}, 2: {-8: PLAIN}}, 0, EXACT),
    "a square that negates": ({0: {0: PLAIN}, 1: {0: PLAIN, 1: "_result_ := -_acc_"}}, 0, EXACT),
    "a square that takes everything": ({0: {0: PLAIN}, 1: {0: PLAIN, 1: "_result_ := 0 * _acc_"}}, 0, EXACT),
    "letters that cost": ({0: {0: "_result_ := _acc_ - pointValue(_pos_)"}, 1: {0: PLAIN, 1: DOUBLE}}, 0, EXACT),
    "a used square of its own": ({0: {0: PLAIN}, 1: {0: "_result_ := _acc_ + 3", 1: DOUBLE}}, 1, EXACT),
    "added after it was multiplied": (
        {0: {0: PLAIN}, 1: {0: PLAIN, 1: DOUBLE}, 2: {0: PLAIN, 2: "_result_ := _acc_ + 10"}}, 0, BOUNDED_SCORES,
    ),
    "order matters within a level": (
        {0: {0: PLAIN}, 1: {0: DOUBLE}, 2: {0: "_result_ := 3 * _acc_ - 1"}}, 0, BOUNDED_SCORES,
    ),
    "a neighbour, which may be missing": (
        {0: {0: PLAIN}, 1: {0: "_result_ := _acc_ + pointValue(_pos_ + 1)"}}, 0, BOUNDED_SCORES,
    ),
    "the used square looks at the word": ({0: {0: PLAIN}, 1: {0: TAIL, 3: DOUBLE}}, 1, BOUNDED_SCORES),
    "powers, without a bound": ({0: {0: PLAIN}, 1: {0: PLAIN, 1: "_result_ := _acc_ * _acc_"}}, 0, BOUNDLESS_SCORES),
    "a program beside one that negates": (
        {0: {0: PLAIN}, 1: {0: TAIL}, 2: {0: PLAIN, 5: "_result_ := -_acc_"}}, 0, BOUNDLESS_SCORES,
    ),
    "numbers too large for a cell": (
        {0: {0: PLAIN}, 1: {0: "_result_ := _acc_ + 1000000 * pointValue(_pos_)"}}, 0, BOUNDLESS_SCORES,
    ),
    "large products": (
        {0: {0: PLAIN}, 1: {0: PLAIN, 1: "_result_ := 80 * _acc_"}}, 0, EXACT,
    ),
    "large products below nothing": (
        {0: {0: PLAIN}, 1: {0: PLAIN, 1: "_result_ := -80 * _acc_"}}, 0, EXACT,
    ),
    "powers beyond the most points of a play": (
        {0: {0: PLAIN}, 1: {0: "_result_ := _acc_ + 30", 1: "_result_ := _acc_ * _acc_ * _acc_ * _acc_"}}, 0,
        BOUNDLESS_SCORES,
    ),
    "powers below the least points of a play": (
        {0: {0: "_result_ := -9223372036854775807 - 1"}}, 0, BOUNDLESS_SCORES,
    ),
    "products that fit no number": (
        {0: {0: PLAIN}, 1: {0: PLAIN, 1: "_result_ := 30000 * _acc_"}}, 1, BOUNDLESS_SCORES,
    ),
    "bounds whose product fits no number": (
        {0: {0: PLAIN}, 1: {0: PLAIN, 1: "if (wordLength > 2) then { _result_ := 30000 * _acc_ }"}}, 0,
        BOUNDLESS_SCORES,
    ),
    "a program that never ends": (
        {0: {0: PLAIN}, 1: {0: "while (_pos_ > 0) do { _acc_ := _acc_ + 1 }; _result_ := _acc_ + 2"}}, 0,
        BOUNDED_SCORES,
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_search_agrees_with_the_twin(kind: str, seed: int) -> None:
    squares, used, exactness = KINDS[kind]
    game = random_game(seed, board(squares, used), most_tiles=5)
    assert lower(game.board, 10, 5, 7).exactness == exactness
    # A run to the end of its budget takes the twin a while: one turn will do.
    for hand, moves in turns(game, seed, 1 if "never" in kind else 5, wildcards=1):
        assert as_plays(moves) == game.twin().plays(hand)
        for shortcuts in (ALL_SHORTCUTS, 0):
            assert game.again(shortcuts).best_move(hand) == (moves[0] if moves else None)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "never" not in kind])
def test_a_letter_worth_what_no_piece_is_does_not_mislead_the_search(kind: str) -> None:
    squares, used, _ = KINDS[kind]
    game = random_game(1, board(squares, used), most_tiles=4)
    rng = random.Random(kind)
    laid = {
        Coord(index, 0): Letter(char, rng.choice([-40, 0, 99])) for index, char in enumerate(game.words[-1])
    }
    position = game.again(laid=laid)
    hand = [piece for piece in game.pieces if piece][: game.hand_size]
    moves = position.moves(hand)
    assert position.best_move(hand) == (moves[0] if moves else None)


@pytest.mark.parametrize("factor", [300, -300])
def test_a_play_that_is_worth_more_than_any_may_score_is_found_with_what_it_may(factor: int) -> None:
    squares = {0: {0: PLAIN, 1: f"_result_ := {factor} * _acc_"}, 1: {0: PLAIN}}
    everywhere = make_board(replace(board(squares, used=1).spec, prog="_result_ := 0", is_infinite=True))
    lexicon = build_lexicon(["AAAAA"], "A")
    position = Position(everywhere, lexicon, {1: frozenset({Letter("A", 5)})}, 5)
    assert lower(position.board, 5, 5, 5).exactness == EXACT
    best = position.best_move([1] * 5)
    assert best is not None and best.score == (MOST_PLAY_POINTS if factor > 0 else -MOST_PLAY_POINTS)
    assert {move.score for move in position.moves([1] * 5)} == {best.score}


def test_the_usual_squares_are_plain_numbers() -> None:
    squares = lower(shipped("standard"), 10, 15, 7)
    found = {key: squares.effects[row] for key, row in squares.rows.items()}
    assert squares.exactness == EXACT
    assert found == {
        0: Effect(1, 0, 1), 1: Effect(2, 0, 1), 2: Effect(3, 0, 1), 3: Effect(1, 0, 2), 4: Effect(1, 0, 3),
    }  # fmt: skip


def test_a_square_is_plain_by_what_it_does_and_not_by_how_it_is_written() -> None:
    written = """
    declare i; declare sum;
    while (i < 3) do { sum := sum + pointValue(_pos_); i := i + 1 };
    if (i = 3) then { _result_ := sum + _acc_ } else { _result_ := 0 }
    """
    assert lower(board({0: {4: written}}), 10, 15, 7).effects == (Effect(3, 0, 1),)


def test_carnival_has_bounds_for_all_its_squares() -> None:
    squares = lower(shipped("carnival"), 10, 17, 7)
    assert squares.exactness == BOUNDED_SCORES
    assert NO_BOUND not in squares.effects
