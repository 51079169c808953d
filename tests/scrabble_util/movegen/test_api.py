"""What a bot's author sees: moves that can be printed, explained and sent; positions that go their own way."""

import random
import threading
import time

import pytest

from scrabble_util.checks import Attempt, check_play
from scrabble_util.dictionary import Dictionary
from scrabble_util.lexicon import build_lexicon
from scrabble_util.messages import SMPlay
from scrabble_util.movegen import Position
from scrabble_util.pieces import ENGLISH
from scrabble_util.scoring import move_points
from scrabble_util.types import Coord, Direction, Hand, Letter
from tests.support.positions import LETTERS, as_plays, random_game, random_words, shipped, turns

WORDS = Dictionary("AT ATE CAT CATS FATED FOUL NOUS TO TOE TOES".split())


def pieces_of(word: str) -> list[int]:
    return [0 if char == "_" else ENGLISH.alphabet.index(char) + 1 for char in word]


def laid_word(word: str, x: int, y: int, direction: Direction) -> dict[Coord, Letter]:
    points = {letter.char: letter.points for piece in range(1, 27) for letter in ENGLISH.pieces[piece]}
    return {direction.step((x, y), index): Letter(char, points[char]) for index, char in enumerate(word)}


def test_a_move_is_printed_as_people_say_it() -> None:
    position = Position(shipped("standard"), WORDS, ENGLISH.pieces)
    moves = [move for move in position.moves(pieces_of("FATEDQQ")) if move.word == "FATED"]
    down = next(move for move in moves if str(move).startswith("FATED (0, 0) down"))
    assert str(down) == "FATED (0, 0) down 22"
    assert down.direction is Direction.DOWN
    assert down.explain() == "FATED (0, 0) down: 22 (F4 A1 T1 E1 D2)"


def test_a_move_explains_its_words_across_and_its_bonus() -> None:
    position = Position(
        shipped("standard"), WORDS, ENGLISH.pieces, 3, laid_word("CAT", 0, 0, Direction.RIGHT)
    )
    move = next(move for move in position.moves(pieces_of("TOE")) if len(move.placements) == 3)
    assert "the whole hand: 50" in move.explain()
    assert [word.text for word, _ in move.steps()] == [word.text for word in move.words]
    assert sum(steps[-1].after for _, steps in move.steps()) + 50 == move.score


def test_a_move_is_sent_as_it_is() -> None:
    position = Position(shipped("standard"), WORDS, ENGLISH.pieces)
    move = position.best_move(pieces_of("CATSQQQ"))
    assert move is not None
    assert move.to_message() == SMPlay(move.placements)


def test_a_move_can_be_explained_after_the_game_went_on() -> None:
    position = Position(shipped("standard"), WORDS, ENGLISH.pieces)
    first = position.best_move(pieces_of("CATSQQQ"))
    assert first is not None
    before = str(first)
    position.play(first.placements)
    position.play([((5, 5), (1, ("A", 1)))])
    assert str(first) == before


def test_plain_tuples_may_be_played() -> None:
    position = Position(shipped("standard"), WORDS, ENGLISH.pieces)
    position.play([((0, 0), (1, ("A", 1))), ((1, 0), (20, ("T", 1)))])
    assert position.laid == {(0, 0): ("A", 1), (1, 0): ("T", 1)}
    assert [move.word for move in position.moves(pieces_of("C"))] == ["CAT"]


def test_a_copy_goes_its_own_way() -> None:
    position = Position(shipped("infinite"), WORDS, ENGLISH.pieces)
    other = position.copy()
    move = other.best_move(pieces_of("CATSQQQ"))
    assert move is not None
    other.play(move.placements)
    assert not position.laid
    assert position.best_move(pieces_of("CATSQQQ")) == move
    assert other.best_move(pieces_of("TOESQQQ")) is not None


def test_no_move_is_none_and_an_empty_list() -> None:
    position = Position(shipped("standard"), WORDS, ENGLISH.pieces)
    assert position.best_move(pieces_of("QQQQQQQ")) is None
    assert list(position.moves(pieces_of("QQQQQQQ"))) == []
    assert position.best_move([]) is None
    assert position.moves([])[:3] == []


def test_a_hand_that_is_too_large_is_told_apart() -> None:
    position = Position(shipped("standard"), WORDS, ENGLISH.pieces, 3)
    with pytest.raises(ValueError, match="a hand of 4 pieces"):
        position.best_move(pieces_of("CATS"))


@pytest.mark.parametrize("hand_size", [1, 2, 5, 9, 12, 15])
def test_hands_of_any_size_with_wildcards_are_the_twins(hand_size: int) -> None:
    rng = random.Random(hand_size)
    words = random_words(rng, "AEINR", count=25, longest=max(3, min(hand_size + 1, 9)))
    lexicon = build_lexicon(words, ENGLISH.alphabet)
    position = Position(shipped("course"), lexicon, ENGLISH.pieces, hand_size)
    game = random_game(hand_size, shipped("course"))
    game.words, game.lexicon, game.pieces = words, lexicon, ENGLISH.pieces
    game.hand_size, game.position = hand_size, position
    for hand, moves in turns(game, hand_size, 3, wildcards=2 if hand_size < 9 else 1):
        assert as_plays(moves) == game.twin().plays(hand)
        assert position.best_move(hand) == (moves[0] if moves else None)


def test_words_longer_than_a_hand_and_than_the_standard_board() -> None:
    long = "ANTIDISESTABLISHMENTARIANISM"
    words = sorted({long, long[:-1], long[1:], "IS", "AN", long[5:20]})
    lexicon = build_lexicon(words, ENGLISH.alphabet)
    laid = laid_word(long[3:26], -5, 2, Direction.DOWN)
    position = Position(shipped("infinite"), lexicon, ENGLISH.pieces, 7, laid)
    found = {move.word for move in position.moves(pieces_of("ANTISM_"))}
    assert {long, long[:-1], long[1:]} <= found
    best = position.best_move(pieces_of("ANTISM_"))
    assert best is not None
    assert best == position.moves(pieces_of("ANTISM_"))[0]


def test_the_referee_accepts_every_move_at_that_score() -> None:
    game = random_game(12, shipped("random"))
    for hand, moves in turns(game, 12, 6):
        laid = dict(game.position.laid)
        for move in moves[:200]:
            attempt = Attempt(
                1, move.placements, Hand(hand), game.pieces, game.board, laid, frozenset(game.words)
            )
            assert check_play(attempt) == ()
            assert move_points(game.board, laid, move.placements, game.hand_size) == move.score


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_answer_does_not_depend_on_the_number_of_threads(threads: int) -> None:
    for name in ("standard", "carnival", "infinite"):
        game = random_game(21, shipped(name))
        for hand, moves in turns(game, 21, 8, wildcards=2):
            position = Position(
                game.board, game.lexicon, game.pieces, game.hand_size, game.position.laid, threads=threads
            )
            assert position.best_move(hand) == (moves[0] if moves else None)


def crowded() -> tuple[Position, list[int], frozenset[str]]:
    """A crowded endless board, a hand with which everything can be spelled, and the words."""
    rng = random.Random(1)
    words = random_words(rng, LETTERS, count=3000, longest=9)
    lexicon = build_lexicon(words, ENGLISH.alphabet)
    position = Position(shipped("infinite"), lexicon, ENGLISH.pieces, 12)
    for _ in range(12):
        moves = position.moves(pieces_of("".join(rng.choices(LETTERS, k=5))))
        if moves:
            position.play(moves[rng.randrange(len(moves))].placements)
    return position, pieces_of("AEINRSTLO___"), frozenset(words)


def test_past_its_deadline_a_search_still_gives_some_legal_move() -> None:
    position, hand, words = crowded()
    move = position.best_move(hand, deadline=time.monotonic() - 1)
    assert move is not None
    attempt = Attempt(1, move.placements, Hand(hand), ENGLISH.pieces, position.board, position.laid, words)
    assert check_play(attempt) == ()


def test_a_deadline_ends_a_search_that_would_go_on() -> None:
    position, hand, _ = crowded()
    done = threading.Event()
    threading.Thread(
        target=lambda: (position.best_move(hand, time.monotonic() + 0.05), done.set()), daemon=True
    ).start()
    # No test of speed: without the deadline this would take many times as long.
    assert done.wait(30)
