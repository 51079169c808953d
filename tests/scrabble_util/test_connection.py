"""What a bot is handed: messages in order, turns kept, and an end that says why."""

import socket
import threading
from collections.abc import Iterator

import pytest

from scrabble_util.connection import Connection, ConnectionClosed, GameOver
from scrabble_util.handshake import Closed, Hello, Ready, Setup, Start, Words
from scrabble_util.messages import CMGameOver, CMPassed, SMPass, SMPlay
from scrabble_util.wire import FrameReader, Received, WireError, decode_from_player, encode_to_player
from tests.support.games import board


class Referee:
    """The other end of a connection, by hand."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.frames = FrameReader(1 << 20)

    def send(self, *messages: object) -> None:
        self.sock.sendall(b"".join(encode_to_player(message) for message in messages))  # type: ignore[arg-type]

    def heard(self) -> Received:
        while (frame := self.frames.take()) is None:
            self.frames.feed(self.sock.recv(65536))
        return decode_from_player(frame)


@pytest.fixture
def line() -> Iterator[tuple[Connection, Referee]]:
    ours, theirs = socket.socketpair()
    ours.settimeout(10)
    theirs.settimeout(10)
    with ours, theirs:
        yield Connection(ours), Referee(theirs)


def a_setup(dictionary: str = "abc") -> Setup:
    return Setup(
        board=board().spec, alphabet="AB", dictionary=dictionary, num_players=2, player_number=1,
        starting_player=1, hand=[1, 1], pieces={1: frozenset({("A", 1)})}, timeout=None, hand_size=2,
        tiles={1: 5}, names=("one", "two"), turn=1, next_player=1, bag=1,
    )  # type: ignore[arg-type]  # fmt: skip


def test_what_is_sent_carries_the_turn_that_was_heard_last(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    referee.send(CMPassed(2, turn=7, next_player=1))
    assert bot.recv() == CMPassed(2, turn=7, next_player=1)
    bot.send(SMPass())
    assert referee.heard() == Received(7, SMPass())


def test_messages_come_in_order_also_when_they_come_together(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    referee.send(*(CMPassed(2, turn=turn) for turn in range(5)))
    assert [bot.recv().turn for _ in range(5)] == list(range(5))


def test_joining_names_the_word_lists_at_hand_and_spares_the_words(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    referee.send(a_setup("abc"))
    setup, words = bot.join("secret", ["abc"])
    assert referee.heard().message == Hello("secret", 1, ("abc",))
    assert setup.board == board().spec
    assert words is None


def test_joining_without_the_word_list_gets_it(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    referee.send(a_setup("abc"), Words("AT\nTO"), Start(turn=1, next_player=1))
    assert bot.join("secret")[1] == ["AT", "TO"]
    assert bot.ready() == Start(turn=1, next_player=1)
    assert [referee.heard().message for _ in range(2)] == [Hello("secret", 1, ()), Ready()]


def test_nothing_comes_after_the_end_of_the_game(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    referee.send(CMGameOver(((1, 5),)))
    assert bot.recv() == CMGameOver(((1, 5),))
    assert bot.over
    with pytest.raises(GameOver):
        bot.recv()
    with pytest.raises(GameOver):
        bot.send(SMPass())


def test_a_referee_that_hangs_up_says_why(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    referee.send(Closed("the token is wrong"))
    with pytest.raises(ConnectionClosed, match="the token is wrong"):
        bot.recv()


def test_a_referee_that_is_gone_is_noticed_when_receiving_and_sending(
    line: tuple[Connection, Referee],
) -> None:
    bot, referee = line
    referee.sock.close()
    with pytest.raises(ConnectionClosed):
        bot.recv()
    with pytest.raises(ConnectionClosed):
        bot.send(SMPass())


def test_what_is_no_message_is_refused_where_it_is_sent(line: tuple[Connection, Referee]) -> None:
    bot, _ = line
    with pytest.raises(TypeError, match="send\\(\\) takes an SMPlay"):
        bot.send("pass")  # type: ignore[arg-type]
    with pytest.raises(WireError, match="SMPlay"):
        bot.send(SMPlay([((0, 0), (1, (object(), 1)))]))  # type: ignore[list-item]


def test_threads_may_send_at_once_without_mixing_their_bytes(line: tuple[Connection, Referee]) -> None:
    bot, referee = line
    play = SMPlay([((x, 0), (1, ("A", 1))) for x in range(500)])
    threads = [threading.Thread(target=lambda: [bot.send(play) for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert all(referee.heard().message == play for _ in range(80))
    for thread in threads:
        thread.join()


def test_who_closed_the_connection_itself_is_told_so(line: tuple[Connection, Referee]) -> None:
    bot, _ = line
    bot.close()
    with pytest.raises(ConnectionClosed, match="closed on this side"):
        bot.recv()
    with pytest.raises(ConnectionClosed, match="closed on this side"):
        bot.send(SMPass())
