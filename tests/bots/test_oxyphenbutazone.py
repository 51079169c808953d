"""The greedy bot plays the best move, changes when there is none, passes when it cannot, and is never late."""

import time

import pytest

from bots import oxyphenbutazone
from bots.oxyphenbutazone import choose, deadline
from referee.events import Played, Refused
from referee.local_bots import play_bots
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import SMChange, SMPass, SMPlay
from scrabble_util.movegen import Position
from scrabble_util.state import State
from scrabble_util.types import Hand
from tests.support.games import english_setup

WORDS = Dictionary("AT ATE CAT CATS DO DOE HE HELLO IT NO OF OH ON QIN STATE TO TOE US".split())


def told(hand: str, *, bag: int = 50, timeout: int | None = None) -> tuple[State, Position]:
    setup = english_setup("standard")
    board = load_board("standard")
    pieces = Hand([0 if char == "_" else setup.alphabet.index(char) + 1 for char in hand])
    state = State(board, setup.alphabet, WORDS, 2, 1, 1, pieces, setup.pieces, timeout, tiles=setup.tiles)
    state.bag = bag
    return state, Position(board, WORDS, setup.pieces, 7)


def test_it_plays_what_scores_most() -> None:
    message = choose(*told("ATSEZHH"), time.monotonic())
    assert isinstance(message, SMPlay)
    assert sorted(tile.letter.char for _, tile in message.moves) == ["E", "H"]


@pytest.mark.parametrize(("bag", "changed"), [(50, 7), (7, 7), (3, 3)])
def test_without_a_move_it_changes_what_the_bag_allows(bag: int, changed: int) -> None:
    message = choose(*told("ZZZZZZZ", bag=bag), time.monotonic())
    assert isinstance(message, SMChange)
    assert len(message.pieces) == changed


def test_without_a_move_and_a_bag_it_passes() -> None:
    assert choose(*told("ZZZZZZZ", bag=0), time.monotonic()) == SMPass()


def test_it_stops_thinking_before_its_time_is_over() -> None:
    assert deadline(None, 100.0) is None
    limit = deadline(50, 100.0)
    assert limit is not None
    assert 100.02 < limit < 100.045
    assert deadline(1, 100.0) == 100.0


def test_with_no_time_at_all_it_still_plays_or_says_so_at_once() -> None:
    state, position = told("ATSEZHH", timeout=1)
    assert choose(state, position, time.monotonic()) is not None


@pytest.mark.parametrize("board", ["standard", "carnival", "infinite-holes"])
def test_whole_games_without_a_refused_move(board: str) -> None:
    setup = english_setup(board, seed=3)
    _, events = play_bots(setup, [oxyphenbutazone.start_game, oxyphenbutazone.start_game])
    assert any(isinstance(event, Played) for event in events)
    assert not any(isinstance(event, Refused) for event in events)
