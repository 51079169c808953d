"""A turn in words: how it scored, why it was refused, what would have been best."""

from collections.abc import Sequence

import pytest

from referee.events import Event
from referee.explain_turn import NoSuchTurn, turn_facts, turn_lines
from referee.game import Game
from referee.records import Header, Record, parse_record, record_bytes
from scrabble_util.messages import ServerMessage, SMPass, SMPlay
from scrabble_util.types import Direction, Hand, Laid, Placement
from tests.support.games import board, english_setup, lay

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN
DRAWS = {1: (3, 1, 20, 19, 24, 25, 26, 9, 9, 9, 9), 2: (15, 5, 20, 8, 17, 22, 22, 1, 1, 1)}
CATS = lay("CATS", (-1, 0), RIGHT)


def record(*messages: ServerMessage) -> Record:
    setup = english_setup(draws=DRAWS)
    game = Game(setup)
    events: list[Event] = list(game.start().events)
    for message in messages:
        events += game.receive(game.to_move, game.turn, message).events
    return parse_record(record_bytes(Header.of(setup), events))


def best(laid: Laid, hand: Hand) -> tuple[tuple[Placement, ...], int] | None:
    return (CATS, 12) if not laid else None


def lines(turn: int, *messages: ServerMessage) -> Sequence[str]:
    return turn_lines(turn_facts(record(*messages), board(), turn, best)[0])


def test_a_play_is_told_word_by_word_and_square_by_square() -> None:
    told = lines(2, SMPlay(lay("CAT", (-1, 0), RIGHT)), SMPlay(lay("TOE", (1, 0), DOWN, skip=[0])))
    assert told[0] == "turn 2, player 2 holds EHOQTVV"
    assert told[3:7] == [
        "TOE down from (1, 0): 4 points",
        "  T, which lay there on square 0: 0 + 1 = 1",
        "  O on square 1: 1 + 1·2 = 3",
        "  E on square 0: 3 + 1 = 4",
    ]
    assert told[-1] == "no play was possible with this hand"


def test_the_best_play_is_compared() -> None:
    told = lines(1, SMPlay(lay("CAT", (-1, 0), RIGHT)))
    assert told[-1] == "the best play: CATS right from (-1, 0) for 12 points, 2 more"
    assert lines(1, SMPlay(CATS))[-1] == "no play scores more"
    assert lines(1, SMPass())[-1] == "the best play: CATS right from (-1, 0) for 12 points"


def test_a_refusal_is_told_with_every_reason() -> None:
    told = lines(1, SMPlay(lay("TAC", (0, 0), RIGHT)))
    assert "  TAC is not in the dictionary.  (GPEWordNotInDictionary)" in told
    facts = turn_facts(record(SMPlay(())), board(), 1, best)[0]
    assert facts["errors"] == [{"error": "GPEEmptyMove", "reason": "There is no piece in the move."}]
    assert "points" not in facts


def test_a_turn_that_was_not_played_is_named() -> None:
    with pytest.raises(NoSuchTurn, match="the game has turns 1 to 1"):
        turn_facts(record(SMPass()), board(), 9, best)
