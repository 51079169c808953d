"""Frames and messages: every message comes back as it was sent, and what is wrong is named."""

import dataclasses
import typing
from collections.abc import Mapping

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrabble_util import messages, wire
from scrabble_util.handshake import Closed, Hello, Ready, Setup, Start, Words
from scrabble_util.messages import (
    RGPE,
    ClientMessage,
    CMChangeSuccess,
    CMPlayed,
    GameplayError,
    GPEOccupiedTile,
    ServerMessage,
    SMChange,
    SMPlay,
)
from scrabble_util.types import Coord, Hand, Letter, Placement, Tile
from scrabble_util.wire import (
    FrameReader,
    Received,
    WireError,
    decode_from_player,
    decode_to_player,
    encode_from_player,
    encode_to_player,
)

INTS = st.integers(-(2**63), 2**63 - 1)
CHARS = st.characters(codec="utf-8")
LETTERS = st.builds(Letter, CHARS, INTS)
COORDS = st.builds(Coord, INTS, INTS)
PLACEMENTS = st.builds(Placement, COORDS, st.builds(Tile, INTS, LETTERS))
HANDS = st.builds(Hand, st.lists(INTS, max_size=9))
COUNTS = st.integers(0, 2**63 - 1)


def kinds(base: type) -> list[type]:
    return [
        kind
        for kind in vars(messages).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base
    ]


def strategy_of(hint: object) -> st.SearchStrategy[object]:
    """Any value of an annotation, without the help of the code under test."""
    known: Mapping[object, st.SearchStrategy[object]] = {
        int: INTS,
        str: st.text(st.characters(codec="utf-8"), max_size=12),
        bool: st.booleans(),
        Hand: HANDS,
        Letter: LETTERS,
        Coord: COORDS,
        Placement: PLACEMENTS,
    }
    if hint in known:
        return known[hint]
    if hint is GameplayError:
        return st.one_of([anything(kind) for kind in kinds(GameplayError)])
    arguments = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if origin is tuple and arguments[-1] is ...:
        return st.lists(strategy_of(arguments[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(strategy_of, arguments))
    if origin is frozenset:
        return st.frozensets(strategy_of(arguments[0]), max_size=4)
    if origin is Mapping:
        return st.dictionaries(strategy_of(arguments[0]), strategy_of(arguments[1]), max_size=4)
    if type(None) in arguments:
        return st.none() | strategy_of(arguments[0])
    assert isinstance(hint, type)
    return anything(hint)


def anything(kind: type) -> st.SearchStrategy[typing.Any]:
    hints = typing.get_type_hints(kind)
    given_fields = {}
    for field in dataclasses.fields(kind):
        given_fields[field.name] = COUNTS if field.kw_only else strategy_of(hints[field.name])
    return st.builds(kind, **given_fields)


TO_PLAYER = [*kinds(ClientMessage), Setup, Words, Start, Closed]
FROM_PLAYER = [*kinds(ServerMessage), Hello, Ready]


def frame(content: object) -> bytes:
    packed: bytes = msgpack.packb(content)
    return packed


@pytest.mark.parametrize("kind", TO_PLAYER, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_message_to_a_player_comes_back_as_it_was_sent(kind: type, data: st.DataObject) -> None:
    message = data.draw(anything(kind))
    assert decode_to_player(encode_to_player(message)[4:]) == message


@pytest.mark.parametrize("kind", FROM_PLAYER, ids=lambda kind: kind.__name__)
@given(data=st.data(), turn=COUNTS)
def test_every_message_of_a_player_comes_back_with_its_turn(
    kind: type, data: st.DataObject, turn: int
) -> None:
    message = data.draw(anything(kind))
    assert decode_from_player(encode_from_player(message, turn)[4:]) == Received(turn, message)


def test_placements_come_back_named() -> None:
    sent = SMPlay([((0, 0), (4, ("D", 2)))])
    message = decode_from_player(encode_from_player(sent, 1)[4:]).message
    assert isinstance(message, SMPlay)
    assert message.moves[0].tile.letter.char == "D"


def test_a_frame_is_a_length_and_a_list_of_plain_values() -> None:
    moves = (Placement(Coord(-1, 2), Tile(0, Letter("E", 0))),)
    sent = encode_to_player(CMPlayed(2, moves, 7, turn=5, next_player=1, bag=40))
    assert int.from_bytes(sent[:4], "big") == len(sent) - 4
    assert msgpack.unpackb(sent[4:]) == ["CMPlayed", 5, 1, 40, 2, [[[-1, 2], [0, ["E", 0]]]], 7]


def test_a_hand_is_a_list_of_piece_ids_and_an_error_starts_with_its_kind() -> None:
    assert msgpack.unpackb(encode_to_player(CMChangeSuccess(Hand([3, 1, 3])))[4:])[4:] == [[1, 3, 3]]
    error = GPEOccupiedTile(Letter("A", 1), Coord(0, 0), Letter("B", 3))
    assert msgpack.unpackb(encode_to_player(RGPE((error,)))[4:])[4:] == [
        [["GPEOccupiedTile", ["A", 1], [0, 0], ["B", 3]]]
    ]


class Index:
    """An integer that is not an int, as those of numpy are."""

    def __index__(self) -> int:
        return 7


def test_integers_of_other_libraries_are_sent_as_integers() -> None:
    sent = encode_from_player(SMChange([Index()]), 1)  # type: ignore[list-item]
    assert decode_from_player(sent[4:]).message == SMChange([7])


@given(st.data())
def test_frames_come_out_whole_whatever_chunks_go_in(data: st.DataObject) -> None:
    contents = data.draw(st.lists(st.binary(max_size=40), max_size=6))
    stream = b"".join(len(content).to_bytes(4, "big") + content for content in contents)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader, out = FrameReader(limit=40), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        reader.feed(stream[start:end])
        while (taken := reader.take()) is not None:
            out.append(taken)
    assert out == contents
    assert reader.waiting == 0


def test_what_there_is_of_a_frame_is_told_in_words() -> None:
    reader = FrameReader(limit=2000)
    assert reader.half == ""
    reader.feed(b"\0\0")
    assert reader.half == "2 of the 4 bytes of a length"
    reader.feed(b"\4\0" + b"x" * 1000)
    assert reader.half == "1,000 of the 1,024 bytes of a frame"


def test_the_limit_is_the_last_length_that_is_taken() -> None:
    reader = FrameReader(limit=100)
    reader.feed((100).to_bytes(4, "big") + b"x" * 100)
    assert reader.take() == b"x" * 100
    reader.feed((101).to_bytes(4, "big"))
    with pytest.raises(WireError, match="101 bytes"):
        reader.take()


def test_a_frame_over_the_limit_is_refused_from_its_length_alone() -> None:
    reader = FrameReader(limit=100)
    reader.feed((4 * 1024**3 - 1).to_bytes(4, "big"))
    with pytest.raises(WireError, match=r"a frame of 4,294,967,295 bytes; at most 100 are allowed"):
        reader.take()


PLAY = [[0, 0], [1, ["A", 1]]]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (["SMPlay", 1, [PLAY, PLAY, [[0, 0], [1, ["A", "x"]]]]],
         "SMPlay.moves[2].tile.letter.points: expected an integer, got 'x'"),
        (["SMPlay", 1, [[[0, 0], [1, ["AB", 1]]]]],
         "SMPlay.moves[0].tile.letter.char: expected one character, got 'AB'"),
        (["SMPlay", 1, [[[0, 0], [1, ["", 1]]]]],
         "SMPlay.moves[0].tile.letter.char: expected one character, got ''"),
        (["SMPlay", 1, [[[0, True], [1, ["A", 1]]]]],
         "SMPlay.moves[0].coord.y: expected an integer, got True"),
        (["SMPlay", 1, [[[0, 0, 0], [1, ["A", 1]]]]],
         "SMPlay.moves[0].coord: expected 2 fields (x, y), got 3"),
        (["SMPlay", 1, [[[2**63, 0], [1, ["A", 1]]]]],
         "SMPlay.moves[0].coord.x: expected an integer of 64 bits, got 9223372036854775808"),
        (["SMPlay", 1, [7]], "SMPlay.moves[0]: expected a list of 2 fields (coord, tile), got 7"),
        (["SMPlay", 1, 7], "SMPlay.moves: expected a list, got 7"),
        (["SMPlay", 1, "ab"], "SMPlay.moves: expected a list, got 'ab'"),
        (["SMPlay", 1], "SMPlay: expected 1 field (moves), got 0"),
        (["SMPass", 1, 2], "SMPass: expected no fields, got 1"),
        (["SMChange", 1, [1, None]], "SMChange.pieces[1]: expected an integer, got None"),
        (["SMPass"], "SMPass: the turn is missing"),
        (["SMPass", -1], "SMPass.turn: expected an integer, 0 or more, got -1"),
        (["SMPass", "1"], "SMPass.turn: expected an integer, 0 or more, got '1'"),
        (["Hello", 0, 5, 1, []], "Hello.token: expected a string, got 5"),
        ([], "a frame is a list that starts with the kind of message"),
        ({"kind": "SMPass"}, "a frame is a list that starts with the kind of message"),
        (["CMPassed", 1, 1, 1, 1],
         "'CMPassed' is no kind of message; expected one of SMPlay, SMPass, SMForfeit, SMChange, Hello, Ready"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_players_message_is_named(content: object, problem: str) -> None:
    with pytest.raises(WireError) as caught:
        decode_from_player(frame(content))
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (["RGPE", 1, 1, 1, [["GPENothing"]]], "RGPE.errors[0]: expected one of GPEEmptyMove, "),
        (["RGPE", 1, 1, 1, [["GPEEmptyTile", [0, "y"]]]], "RGPE.errors[0].GPEEmptyTile.coord.y: expected an"),
        (["RGPE", 1, 1, 1, [7]], "RGPE.errors[0]: expected a list that starts with a kind, got 7"),
        (["CMPassed", 1, 1], "CMPassed: the turn, the next player or the bag is missing"),
        (["CMPassed", 1, -3, 1, 1], "CMPassed.next_player: expected an integer, 0 or more, got -3"),
        (
            ["CMPlaySuccess", 1, 1, 1, [], 4, ["E"]],
            "CMPlaySuccess.new_pieces[0]: expected an integer, got 'E'",
        ),
    ],
)
def test_what_is_wrong_in_a_referees_message_is_named(content: object, problem: str) -> None:
    with pytest.raises(WireError) as caught:
        decode_to_player(frame(content))
    assert str(caught.value).startswith(problem)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_wire_error(junk: bytes) -> None:
    for decode in (decode_from_player, decode_to_player):
        try:
            decode(junk)
        except WireError:
            continue


@pytest.mark.parametrize("junk", [b"", b"\xc1", b"\x91" * 5000, b"\xdd\xff\xff\xff\xff", b"\x91\xa1\xff"])
def test_bytes_that_are_not_msgpack_are_a_wire_error(junk: bytes) -> None:
    with pytest.raises(WireError):
        decode_from_player(junk)


@pytest.mark.parametrize(
    "message",
    [SMPlay([((0, 0), (1, (object(), 1)))]), SMChange([2**70]), SMChange([object()])],  # type: ignore[list-item]
)
def test_what_cannot_be_sent_is_told_to_the_sender(message: ServerMessage) -> None:
    with pytest.raises(WireError, match="cannot be sent"):
        encode_from_player(message, 1)


def test_the_kinds_on_the_wire_are_all_the_messages_there_are() -> None:
    """A message that is added to messages.py must be added to the tables of the wire."""
    assert set(wire._TO_PLAYER) == {kind.__name__ for kind in TO_PLAYER}
    assert set(wire._FROM_PLAYER) == {kind.__name__ for kind in FROM_PLAYER}
