"""Notes between the processes that keep a bot."""

import socket
from collections.abc import Iterator

import pytest

from scrabble_util.channel import Channel
from scrabble_util.frames import WireError, framed


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    ours, theirs = socket.socketpair()
    yield Channel(ours), Channel(theirs)
    ours.close()
    theirs.close()


def test_notes_arrive_in_order_with_their_fields(ends: tuple[Channel, Channel]) -> None:
    one, other = ends
    one.send("load", place={"file": "a.py"}, limits={"memory": 5})
    one.send("play", board=[1, [2, "x"]])
    assert other.receive() == {"kind": "load", "place": {"file": "a.py"}, "limits": {"memory": 5}}
    assert other.receive_now() == [{"kind": "play", "board": (1, (2, "x"))}]
    assert other.receive_now() == []
    assert not other.closed


def test_an_end_that_is_gone_is_noticed_by_both_ways_of_receiving_and_by_sending(
    ends: tuple[Channel, Channel],
) -> None:
    one, other = ends
    one.send("last")
    one.close()
    assert other.receive() == {"kind": "last"}
    assert other.receive() is None
    assert other.closed
    assert other.receive_now() == []
    other.send("to nobody")
    assert other.closed


@pytest.mark.parametrize("content", [b"\x07", b"\x80", b"\x81\xa4kind\x01"])
def test_what_is_no_note_is_an_error(ends: tuple[Channel, Channel], content: bytes) -> None:
    one, other = ends
    one.socket.sendall(framed(content))
    with pytest.raises(WireError, match="a note is a mapping with a kind"):
        other.receive_now()
