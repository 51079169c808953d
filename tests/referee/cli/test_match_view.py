"""What `--debug` prints of a message can be typed into a bot."""

from referee.cli.match_view import message_text
from scrabble_util.messages import RGPE, CMPlaySuccess, GPEEmptyTile, GPEWordOutsideBoard, SMPass, SMPlay
from scrabble_util.types import Coord, Hand, placements

MOVES = (((0, -1), (4, ("D", 2))), ((1, -1), (0, ("O", 0))))


def test_a_play_is_written_in_plain_tuples() -> None:
    text = message_text(SMPlay(MOVES))
    assert text == "SMPlay(moves=(((0, -1), (4, ('D', 2))), ((1, -1), (0, ('O', 0)))))"
    assert eval(text, {"SMPlay": SMPlay}) == SMPlay(MOVES)
    assert message_text(SMPass()) == "SMPass()"


def test_what_stands_in_every_message_is_left_out() -> None:
    told = CMPlaySuccess(placements(MOVES[:1]), 5, Hand([7]), turn=3, next_player=2, bag=80)
    assert message_text(told) == (
        "CMPlaySuccess(moves=(((0, -1), (4, ('D', 2))),), points=5, new_pieces=Hand([7]))"
    )


def test_errors_are_written_with_their_fields() -> None:
    told = RGPE((GPEEmptyTile(Coord(9, 9)), GPEWordOutsideBoard()), turn=2, next_player=2, bag=0)
    assert message_text(told) == "RGPE(errors=(GPEEmptyTile(coord=(9, 9)), GPEWordOutsideBoard()))"
