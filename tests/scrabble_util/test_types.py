"""Coordinates, placements and hands."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrabble_util.messages import SMPlay
from scrabble_util.types import Coord, Direction, Hand, Letter, Placement, Tile

piece_lists = st.lists(st.integers(0, 26), max_size=12)


def test_plain_tuples_and_lists_are_as_good_as_named_ones() -> None:
    named = Placement(Coord(0, -1), Tile(4, Letter("D", 2)))
    assert SMPlay([((0, -1), (4, ("D", 2)))]).moves == (named,)
    assert SMPlay([[[0, -1], [4, ["D", 2]]]]).moves == (named,)  # type: ignore[list-item]


@pytest.mark.parametrize("wrong", [(0, 0, "A"), ((0, 0), ("A", 1)), ((0, 0), (1, "A")), 5, ((0, 0), 1)])
def test_a_piece_that_is_laid_in_another_form_is_told_the_right_one(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"a laid piece is \(\(x, y\), \(piece, \(char, points\)\)\), not "):
        SMPlay([wrong])  # type: ignore[list-item]


def test_y_grows_down() -> None:
    assert Direction.DOWN.step((3, 4)) == (3, 5)
    assert Direction.RIGHT.step((3, 4), -2) == (1, 4)
    assert Direction.RIGHT.across is Direction.DOWN


@given(piece_lists, piece_lists)
def test_hand_is_a_multiset(first: list[int], second: list[int]) -> None:
    hand = Hand(first)
    assert Counter(hand) == Counter(first)
    assert len(hand) == len(first)
    assert hand + second == Hand(first + second)
    assert (hand + second) - second == hand


def test_taking_what_is_not_there_raises() -> None:
    with pytest.raises(ValueError, match="piece 3"):
        Hand([3]) - [3, 3]
