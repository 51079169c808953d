"""Whole games in one process."""

import pytest

from referee.events import Dealt, Ended
from referee.game import Effects, View
from referee.local import play_locally
from referee.records import Header, record_bytes
from referee.verdicts import End
from scrabble_util.messages import ServerMessage
from scrabble_util.types import Direction
from tests.support.games import chameleon_play, chameleon_setup, english_setup, scripted
from tests.support.players import AnyMove, troublesome


def test_a_game_is_played_from_the_deal_to_the_end() -> None:
    seen: list[Effects] = []
    cat = chameleon_play("CAT", (0, 0), Direction.RIGHT)
    result, events = play_locally(chameleon_setup(), [scripted([cat]), scripted([])], seen.append)
    assert result.end is End.NO_PLAYS
    assert isinstance(events[0], Dealt) and isinstance(events[-1], Ended)
    assert events == tuple(event for effects in seen for event in effects.events)
    assert result.turns == 7


def test_the_same_seed_gives_the_same_record_a_hundred_times() -> None:
    setup = english_setup(tiles={0: 1, 1: 6, 3: 2, 5: 6, 15: 4, 20: 6}, num_players=3, hand_size=4)
    players = [AnyMove(setup, troublesome)] * 3
    records = {record_bytes(Header.of(setup), play_locally(setup, players)[1]) for _ in range(100)}
    assert len(records) == 1


def test_too_few_players_are_refused() -> None:
    with pytest.raises(ValueError, match="for 2 players, and 1 came"):
        play_locally(chameleon_setup(), [scripted([])])


def test_what_a_player_raises_is_the_callers() -> None:
    def broken(view: View) -> ServerMessage:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_locally(chameleon_setup(), [broken, broken])
