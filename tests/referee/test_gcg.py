"""Records as GCG, for other Scrabble programs."""

import pytest

from referee.events import Event
from referee.game import Game
from referee.gcg import NoGcg, gcg_text
from referee.records import Header, Seat, parse_record, record_bytes
from referee.rules.base import GameSetup
from referee.verdicts import Verdict
from scrabble_util.board import BoardProg, make_board
from scrabble_util.messages import ServerMessage, SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.types import Coord, Direction
from tests.support.games import english_setup, lay

SEATS = [Seat(1, "oxy", "oxy"), Seat(2, "my bot", "mine")]


def gcg(setup: GameSetup, *said: ServerMessage, leave: bool = False) -> list[str]:
    game = Game(setup)
    events: list[Event] = list(game.start().events)
    for message in said:
        events += game.receive(game.to_move, game.turn, message).events
    if leave:
        events += game.leave(game.to_move, Verdict.CRASHED).events
    record = parse_record(record_bytes(Header.of(setup, SEATS), events))
    return gcg_text(record, setup.board).splitlines()


def test_a_game_of_every_kind_of_turn() -> None:
    setup = english_setup(tiles={1: 2, 20: 2, 5: 2, 0: 1, 15: 1}, hand_size=4, seed=4)
    hands = Game(setup)
    assert list(hands.hand(1)) == [0, 1, 5, 20] and list(hands.hand(2)) == [1, 5, 15, 20]
    assert gcg(
        setup,
        SMPlay(lay("aT", (0, 0), Direction.RIGHT)),
        SMPlay(lay("TOE", (1, 0), Direction.DOWN, skip=[0])),
        SMPass(),
        SMChange([1]),
        leave=True,
    ) == [
        "#character-encoding UTF-8",
        "#player1 oxy oxy",
        "#player2 my_bot my bot",
        "#description Standard, seed 4",
        ">oxy: AET? 8H aT +2 2",
        ">my_bot: AEOT I8 .OE +4 4",
        ">oxy: AE - +0 2",
        ">my_bot: AT - +0 4",
        "#note refused: 1 pieces were to be changed, and the bag holds 0.",
        "#note oxy left: crashed",
        ">oxy: AE (AE) -2 0",
        ">my_bot: AT (AT) -2 2",
    ]


def test_going_out_gains_the_pieces_left_over() -> None:
    setup = english_setup(tiles={1: 2, 20: 2}, hand_size=2, seed=3)
    hands = Game(setup)
    assert list(hands.hand(1)) == [1, 20] == list(hands.hand(2))
    lines = gcg(setup, SMPlay(lay("AT", (0, 0), Direction.DOWN)))
    assert lines[4:] == [
        ">oxy: AT H8 AT +54 54",
        ">oxy: (AT) +2 56",
        ">my_bot: AT (AT) -2 -2",
    ]


def test_a_forfeit_is_a_note() -> None:
    assert gcg(english_setup(), SMForfeit())[4] == "#note oxy left: forfeited"


def test_an_infinite_board_has_no_gcg() -> None:
    with pytest.raises(NoGcg, match="infinite"):
        gcg(english_setup("infinite"), SMPass())


def test_a_board_of_more_than_26_columns_has_no_gcg() -> None:
    wide = make_board(
        BoardProg(
            prog="if (_x_ >= 0 /\\ _x_ < 27 /\\ _y_ = 0) then { _result_ := 0 } else { _result_ := 1 }",
            squares={0: {0: "_result_ := _acc_ + pointValue(_pos_)"}},
            used_square=0,
            center=Coord(13, 0),
            is_infinite=False,
            pp_square="_result_ := 46",
        )
    )
    with pytest.raises(NoGcg, match="26 columns, and this board has 27"):
        gcg(english_setup(board=wide), SMPass())
