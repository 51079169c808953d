"""The bag conserves pieces, and deals each seat its own stream."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bag import Bag, GivenBag
from scrabble_util.pieces import tiles
from scrabble_util.types import Hand

TILES = tiles()


def test_a_seat_draws_the_same_pieces_whatever_number_of_seats_there_is() -> None:
    assert Bag(TILES, 2, seed=7).draw(1, 20) == Bag(TILES, 5, seed=7).draw(1, 20)


def test_seats_and_seeds_draw_in_orders_of_their_own() -> None:
    streams = {tuple(Bag(TILES, 4, seed).draw(seat, 30)) for seed in (1, 2, 3) for seat in (1, 2, 3, 4)}
    assert len(streams) == 12


def test_the_deal_of_a_seed_never_changes() -> None:
    bag = Bag(TILES, 2, seed=1)
    assert [bag.draw(1, 7), bag.draw(2, 7)] == [[21, 14, 8, 0, 17, 19, 23], [2, 9, 5, 9, 14, 21, 18]]


def test_a_draw_of_more_than_there_is_takes_what_there_is() -> None:
    bag = Bag({1: 2, 2: 1}, 2, seed=0)
    assert sorted(bag.draw(2, 5)) == [1, 1, 2]
    assert bag.draw(1, 1) == []
    assert len(bag) == 0


def test_pieces_given_back_to_an_empty_bag_can_be_drawn_by_every_seat() -> None:
    bag = Bag({1: 3}, 3, seed=0)
    bag.draw(1, 3)
    bag.give_back([9, 8])
    assert sorted(bag.draw(3, 2)) == [8, 9]


def test_what_is_given_back_comes_at_a_random_place() -> None:
    places: Counter[int] = Counter()
    for seed in range(300):
        bag = Bag({1: 9}, 2, seed)
        bag.give_back([2])
        places[bag.draw(1, 10).index(2)] += 1
    assert set(places) == set(range(10))


@given(
    st.dictionaries(st.integers(0, 5), st.integers(1, 4), min_size=1),
    st.integers(0, 99),
    st.lists(st.tuples(st.integers(1, 3), st.integers(0, 4), st.booleans()), max_size=30),
)
def test_no_piece_is_lost_or_made(
    counts: dict[int, int], seed: int, steps: list[tuple[int, int, bool]]
) -> None:
    bag = Bag(counts, 3, seed)
    outside: list[int] = []
    for seat, count, back in steps:
        if back:
            bag.give_back(outside[:count])
            del outside[:count]
        else:
            there = len(bag)
            drawn = bag.draw(seat, count)
            assert len(drawn) == min(count, there)
            outside += drawn
        assert Counter([*bag.contents(), *outside]) == Counter(counts)
        assert len(bag) == len(bag.contents())


def test_given_draws_come_in_their_order_and_stop_with_the_bag() -> None:
    bag = GivenBag({1: 2, 2: 2}, {1: [2, 1, 1], 2: [2]})
    assert bag.draw(1, 2) == [2, 1]
    assert bag.draw(2, 1) == [2]
    assert bag.contents() == Hand([1])
    assert bag.draw(1, 3) == [1]
    assert len(bag) == 0


def test_given_draws_that_do_not_fit_the_bag_are_refused() -> None:
    with pytest.raises(ValueError, match="piece 2, of which the bag holds none"):
        GivenBag({1: 2}, {1: [2]}).draw(1, 1)
    with pytest.raises(ValueError, match="more pieces than are written down"):
        GivenBag({1: 2}, {1: [1]}).draw(1, 2)


def test_what_is_given_back_can_be_drawn_again() -> None:
    bag = GivenBag({1: 1, 2: 1}, {1: [1, 2, 1]})
    assert bag.draw(1, 2) == [1, 2]
    bag.give_back([1])
    assert bag.draw(1, 1) == [1]
