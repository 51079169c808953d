"""Haskell: its map of playable positions, and whole games that only it could have played."""

import random
from collections import Counter

import pytest

from bots import haskell
from bots.haskell import Freedom, Haskell, Way, WordIndex
from referee.events import Played, Refused
from referee.local_bots import play_bots
from scrabble_util.board_file import load_board, shipped_boards
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import CMPlayed, SMChange, SMPass, SMPlay
from scrabble_util.resources import english_dictionary
from scrabble_util.state import State
from scrabble_util.types import Coord, Direction, Hand
from tests.support.games import english_setup, lay

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN
WORDS = Dictionary("AT ATE CAT CATS DO DOE HE HELLO IT NO OF OH ON QIN STATE TO TOE US".split())


def player(hand: str, board: str = "standard", words: Dictionary = WORDS) -> Haskell:
    setup = english_setup(board)
    pieces = Hand([0 if char == "_" else setup.alphabet.index(char) + 1 for char in hand])
    return Haskell(
        State(load_board(board), setup.alphabet, words, 2, 2, 1, pieces, setup.pieces, tiles=setup.tiles)
    )


def other_lays(bot: Haskell, word: str, at: tuple[int, int], direction: Direction, bag: int = 80) -> None:
    moves = tuple(
        placement for placement in lay(word, at, direction) if placement.coord not in bot.state.laid
    )
    bot.state.apply(CMPlayed(1, moves, 0, turn=2, next_player=2, bag=bag))
    bot.note(moves)


def text(message: object) -> str:
    assert isinstance(message, SMPlay)
    return "".join(tile.letter.char for _, tile in message.moves)


def test_letters_of_a_word_are_playable_across_it() -> None:
    bot = player("ABC")
    other_lays(bot, "CAT", (0, 0), RIGHT)
    assert bot.playable == {
        Coord(0, 0): ("C", [Freedom(Way.DOWN, 3), Freedom(Way.UP, 3)]),
        Coord(1, 0): ("A", [Freedom(Way.DOWN, 3), Freedom(Way.UP, 3)]),
        Coord(2, 0): ("T", [Freedom(Way.DOWN, 3), Freedom(Way.UP, 3)]),
    }


def test_a_new_word_takes_away_what_lies_beside_it() -> None:
    bot = player("ABC")
    other_lays(bot, "CAT", (0, 0), RIGHT)
    other_lays(bot, "TOE", (2, 0), DOWN)
    assert Coord(2, 0) not in bot.playable
    assert set(bot.playable) == {(0, 0), (1, 0), (2, 1), (2, 2)}
    # what lies in the way shortens the freedoms of others: from A down one would come beside TOE
    assert bot.playable[Coord(1, 0)] == ("A", [Freedom(Way.UP, 3)])


def test_freedom_ends_at_the_edge_at_holes_and_before_other_letters() -> None:
    bot = player("ABCDEFG")
    other_lays(bot, "CAT", (0, 0), RIGHT)
    assert dict(bot.playable[Coord(0, 0)][1])[Way.DOWN] == 7
    assert dict(bot.playable[Coord(0, 0)][1])[Way.UP] == 7
    other_lays(bot, "AT", (0, 4), RIGHT)
    assert dict(bot.playable[Coord(0, 0)][1])[Way.DOWN] == 2


def test_words_begin_or_end_on_the_letter_that_lies_there() -> None:
    bot = player("TE")
    other_lays(bot, "CAT", (0, 0), RIGHT)
    message = bot.choose()
    assert text(message) == "TE"
    assert isinstance(message, SMPlay)
    assert [coord for coord, _ in message.moves] == [(1, 1), (1, 2)]
    bot = player("STAT")
    other_lays(bot, "HE", (0, 0), RIGHT)
    message = bot.choose()
    assert text(message) == "STAT"
    assert isinstance(message, SMPlay)
    assert [coord for coord, _ in message.moves] == [(1, -4), (1, -3), (1, -2), (1, -1)]


def test_the_first_word_is_the_longest_and_covers_the_centre() -> None:
    message = player("LLEHOXQ").choose()
    assert text(message) == "HELLO"
    assert isinstance(message, SMPlay)
    assert load_board("standard").center in [coord for coord, _ in message.moves]


def test_blanks_stay_in_the_hand() -> None:
    assert text(player("_AT").choose()) == "AT"
    assert isinstance(player("_A_").choose(), SMChange)


def test_without_a_word_it_changes_what_the_bag_allows_or_passes() -> None:
    bot = player("XQZ")
    assert bot.choose() == SMChange(bot.state.hand)
    other_lays(bot, "CAT", (0, 0), RIGHT, bag=2)
    assert bot.choose() == SMChange(list(bot.state.hand)[:2])
    other_lays(bot, "ATE", (1, 0), DOWN, bag=0)
    assert bot.choose() == SMPass()


def test_words_with_foreign_letters_are_left_out() -> None:
    index = WordIndex(["AT", "ÅT"], "AT", 5)
    assert index.from_hand(Counter("ATT")) == ["AT"]


ENGLISH = Dictionary.from_file(english_dictionary())
SHORT = Dictionary([word for word in ENGLISH if len(word) < 6])


@pytest.mark.parametrize("board", sorted(shipped_boards()))
def test_whole_games_are_played_without_a_refusal_and_as_a_beginner_would(board: str) -> None:
    setup = english_setup(board, dictionary=SHORT, seed=random.Random(board).randrange(1000), hand_size=6)
    _, events = play_bots(setup, [haskell.start_game, haskell.start_game])
    assert not [event for event in events if isinstance(event, Refused)]
    plays = [event for event in events if isinstance(event, Played)]
    assert len(plays) > 5
    for first, play in enumerate(plays):
        (word,) = play.words  # it forms no word across
        assert all(tile.piece for _, tile in play.moves)
        if first:
            fresh = {coord for coord, _ in play.moves}
            start, end = word.start, word.direction.step(word.start, len(word.text) - 1)
            assert (start in fresh) != (end in fresh)
