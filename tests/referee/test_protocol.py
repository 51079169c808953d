"""The protocol as `docs/protocol.md` tells it: a player made of nothing but sockets and msgpack, and strangers."""

import contextlib
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from referee.events import Played
from referee.launch import Launcher
from referee.match import play_match
from referee.match_options import MatchResult
from referee.verdicts import Verdict
from referee.watch import Opened
from tests.support.games import CHAMELEON
from tests.support.matches import Notebook, nothing_is_left, options

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with nothing_is_left(), Launcher() as shared:
        yield shared


class Client:
    """A line to the referee without any code of this project."""

    def __init__(self, opened: Opened) -> None:
        self.sock = socket.create_connection((opened.host, opened.port), timeout=20)

    def send(self, *content: Any) -> None:
        packed = msgpack.packb(content)
        self.sock.sendall(struct.pack(">I", len(packed)) + packed)

    def exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            chunk = self.sock.recv(count - len(data))
            if not chunk:
                raise EOFError
            data += chunk
        return data

    def recv(self) -> list[Any]:
        (size,) = struct.unpack(">I", self.exactly(4))
        content: list[Any] = msgpack.unpackb(self.exactly(size))
        return content

    def join(self, token: str, known: list[str] | None = None) -> list[Any]:
        self.send("Hello", 0, token, 1, known or [])
        setup = self.recv()
        if setup[0] == "Setup" and setup[6] not in (known or []):
            words = self.recv()
            assert words[0] == "Words"
        return setup


def raw_player(client: Client, token: str) -> list[list[Any]]:
    """Play a whole game: one word over the centre, a change, then passes. Return all that was heard."""
    setup = client.join(token)
    kind, turn, next_player, _bag, board, _alphabet, _dictionary, _players, me, _first, hand, pieces, *_ = (
        setup
    )
    assert kind == "Setup"
    (x, y), points = board[3], dict(dict(pieces)[hand[0]])
    script = [
        ["SMPlay", [[[x + i, y], [hand[i], [char, points[char]]]] for i, char in enumerate("CAT")]],
        ["SMChange", hand[:1]],
    ]
    client.send("Ready", turn)
    heard = []
    while True:
        message = client.recv()
        heard.append(message)
        kind, turn, next_player, _bag, *_ = message
        if kind == "CMGameOver":
            return heard
        if next_player == me:
            said, *fields = script.pop(0) if script else ["SMPass"]
            client.send(said, turn, *fields)


def with_clients(
    launcher: Launcher, bots: list[str], player: Callable[[Opened], None], **changes: Any
) -> tuple[MatchResult, Notebook]:
    """Play a match while `player` is at work in a thread of its own, started when the referee listens."""
    threads: list[threading.Thread] = []

    def start(opened: Opened) -> None:
        threads.append(threading.Thread(target=player, args=(opened,)))
        threads[0].start()

    seen = Notebook(on_opened=start)
    result = play_match(options(*bots, **changes), launcher, [seen])
    threads[0].join(20)
    return result, seen


def test_a_client_of_sockets_and_msgpack_plays_a_whole_game(launcher: Launcher) -> None:
    heard: list[list[Any]] = []

    def player(opened: Opened) -> None:
        client = Client(opened)
        heard.extend(raw_player(client, opened.tokens[1]))
        assert client.sock.recv(1) == b""
        client.sock.close()

    result, seen = with_clients(launcher, ["remote", "passer"], player)
    assert result.clean
    assert result.seats[0].log is None
    (played,) = seen.of_kind(Played)
    assert [message[0] for message in heard] == [
        "Start", "CMPlaySuccess", "CMPassed", "CMChangeSuccess", "CMPassed",
        "CMPassed", "CMPassed", "CMPassed", "CMGameOver",
    ]  # fmt: skip
    assert heard[1][1:4] == [2, 2, 23]
    assert heard[1][5:] == [played.points, [CHAMELEON] * 3]
    assert heard[-1][4] == [[1, result.scores[1]], [2, result.scores[2]]]


def test_a_word_list_that_the_client_has_is_not_sent(launcher: Launcher) -> None:
    kinds: list[str] = []

    def player(opened: Opened) -> None:
        first = Client(opened)
        setup = first.join(opened.tokens[1])
        first.sock.close()
        second = Client(opened)
        second.send("Hello", 0, opened.tokens[2], 1, [setup[6]])
        kinds.append(second.recv()[0])
        second.send("Ready", 1)
        kinds.append(second.recv()[0])
        second.sock.close()

    result, _ = with_clients(launcher, ["remote", "remote"], player)
    assert kinds == ["Setup", "Start"]
    assert result.seats[0].verdict is Verdict.NEVER_STARTED
    assert result.seats[0].detail == "hung up before it was ready"


STRANGERS = [
    (b"\x00\x00\x00\x01\x07", "the first frame must be a Hello: a frame is a list"),
    (b"\xff\xff\xff\xff", "the first frame must be a Hello: a frame of 4,294,967,295 bytes"),
    (b"GET / HTTP/1.1\r\n\r\n", "the first frame must be a Hello: a frame of 1,195,725,856 bytes"),
    (["SMPass", 1], "the first frame must be a Hello, not SMPass"),
    (["Hello", 0, "guess", 1, []], "no seat of this game has that token"),
    (["Hello", 0, "guess", 2, []], "this referee speaks version 1 of the protocol, not 2"),
    (["Hello", 0, 7, 1, []], "the first frame must be a Hello: Hello.token: expected a string, got 7"),
]


def test_strangers_are_told_why_they_cannot_play_and_the_seat_stays_free(launcher: Launcher) -> None:
    told: list[str] = []

    def player(opened: Opened) -> None:
        silent = Client(opened)
        for first, _ in STRANGERS:
            client = Client(opened)
            if isinstance(first, bytes):
                client.sock.sendall(first)
            else:
                client.send(*first)
            told.append(client.recv()[-1])
            client.sock.close()
        client = Client(opened)
        raw_player(client, opened.tokens[1])
        client.sock.close()
        silent.sock.close()

    result, _ = with_clients(launcher, ["remote", "passer"], player)
    assert result.clean
    for reason, (_, expected) in zip(told, STRANGERS, strict=True):
        assert reason.startswith(expected)


def test_a_crowd_of_silent_strangers_keeps_no_player_out(launcher: Launcher) -> None:
    def player(opened: Opened) -> None:
        crowd = [Client(opened) for _ in range(40)]
        first = crowd[0].sock
        first.settimeout(20)
        with contextlib.suppress(ConnectionResetError):
            assert first.recv(1) == b""
        client = Client(opened)
        raw_player(client, opened.tokens[1])
        for one in (client, *crowd):
            one.sock.close()

    result, _ = with_clients(launcher, ["remote", "passer"], player)
    assert result.clean


def test_a_remote_player_who_hangs_up_in_the_game_is_disconnected(launcher: Launcher) -> None:
    def player(opened: Opened) -> None:
        client = Client(opened)
        client.join(opened.tokens[1])
        client.send("Ready", 1)
        assert client.recv()[0] == "Start"
        client.sock.close()

    result, _ = with_clients(launcher, ["remote", "passer"], player)
    assert (result.seats[0].verdict, result.seats[0].detail) == (Verdict.DISCONNECTED, "hung up")


def test_a_remote_seat_that_nobody_takes_never_starts(launcher: Launcher) -> None:
    result, seen = with_clients(launcher, ["remote", "passer"], lambda _opened: None, setup_seconds=2)
    assert (result.seats[0].verdict, result.seats[0].detail) == (
        Verdict.NEVER_STARTED,
        "did not connect within 2 s",
    )
    assert list(seen.where[0].tokens) == [1]


@pytest.mark.parametrize("cut", [1, 3])
def test_bytes_may_come_in_any_pieces(cut: int, launcher: Launcher) -> None:
    def player(opened: Opened) -> None:
        client = Client(opened)
        client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        whole = client.sock.sendall

        class Drip:
            def sendall(self, data: bytes) -> None:
                for start in range(0, len(data), cut):
                    whole(data[start : start + cut])

            def __getattr__(self, name: str) -> Any:
                return getattr(sock, name)

        sock = client.sock
        client.sock = Drip()  # type: ignore[assignment]
        raw_player(client, opened.tokens[1])
        client.sock.close()

    result, _ = with_clients(launcher, ["remote", "passer"], player)
    assert result.clean


def test_the_frames_of_the_page_are_what_it_says_they_are() -> None:
    """The example of the page, byte by byte."""
    lines = re.findall(r"^(?:->|<-) ((?:[0-9a-f]{2} )+) +(\[.*\])$", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(lines) == 5
    for hexadecimal, content in lines:
        frame = bytes.fromhex(hexadecimal)
        assert int.from_bytes(frame[:4], "big") == len(frame) - 4, content
        assert msgpack.unpackb(frame[4:]) == eval(content)
