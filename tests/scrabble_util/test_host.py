"""The inside of a bot's process: finding its function, playing one game, and saying how it went."""

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrabble_util.bot_place import BotError, BotPlace, find_bot
from scrabble_util.connection import Connection, ConnectionClosed
from scrabble_util.dictionary import Dictionary
from scrabble_util.handshake import Closed, Setup, Start, Words
from scrabble_util.host import Exit, Shelf, in_a_line, load_bot, main, play_game, print_error, run_bot
from scrabble_util.messages import ClientMessage, CMGameOver
from scrabble_util.types import Hand, Letter
from scrabble_util.wire import encode_to_player
from tests.support.games import board


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))


def a_setup(sha: str) -> Setup:
    return Setup(
        board=board().spec, alphabet="AB", dictionary=sha, num_players=2, player_number=2, starting_player=1,
        hand=Hand([1, 1]), pieces={1: frozenset({Letter("A", 1)})}, timeout=500, hand_size=2, tiles={1: 5},
        names=("one", "two"), turn=1, next_player=1, bag=1,
    )  # fmt: skip


OVER = CMGameOver(((1, 0), (2, 0)))


def line_with(*messages: ClientMessage) -> Connection:
    """A connection to a referee that has said all it has to say already."""
    ours, theirs = socket.socketpair()
    theirs.sendall(b"".join(map(encode_to_player, messages)))
    theirs.shutdown(socket.SHUT_WR)
    connection = Connection(ours)
    connection._keep = theirs  # type: ignore[attr-defined]
    return connection


def test_start_game_is_given_everything_in_order() -> None:
    given: list[object] = []

    def start_game(*setup: object) -> Callable[[], None]:
        given.extend(setup)
        return lambda: given.append(connection.recv())

    words = Dictionary(["AB", "BA"])
    connection = line_with(a_setup(words.sha256), Words("AB\nBA"), Start(turn=1, next_player=1), OVER)
    shelf = Shelf()
    assert play_game(start_game, connection, "t", shelf) is Exit.FINISHED
    spec, alphabet, dictionary, *numbers, line, over = given
    assert spec.spec == board().spec  # type: ignore[attr-defined]
    assert alphabet == "AB"
    assert isinstance(dictionary, Dictionary)
    assert list(dictionary) == ["AB", "BA"]
    assert dictionary.sha256 == words.sha256
    assert numbers == [2, 2, 1, Hand([1, 1]), {1: frozenset({Letter("A", 1)})}, 500]
    assert line is connection
    assert over == OVER
    assert connection.setup == a_setup(words.sha256)
    assert shelf.board(board().spec) is given[0], "a board is loaded once"


def play(*messages: ClientMessage, run: Callable[[Connection], object]) -> Exit:
    connection = line_with(a_setup("x"), Words("AB"), Start(), *messages)
    return play_game(lambda *_setup: lambda: run(connection), connection, "t", Shelf())


def test_returning_before_the_end_is_told_from_returning_at_the_end() -> None:
    assert play(OVER, run=lambda connection: connection.recv()) is Exit.FINISHED
    assert play(OVER, run=lambda _connection: None) is Exit.RETURNED


def test_a_bot_that_reads_on_after_the_end_has_finished() -> None:
    def reads_on(connection: Connection) -> None:
        while True:
            connection.recv()

    assert play(OVER, run=reads_on) is Exit.FINISHED
    assert play(Closed("stalled"), run=reads_on) is Exit.FINISHED
    assert play(run=reads_on) is Exit.FINISHED


def test_a_start_game_that_returns_no_function_is_told_so() -> None:
    connection = line_with(a_setup("x"), Words("AB"))
    with pytest.raises(BotError, match="it must return the function that plays the game"):
        play_game(lambda *_setup: None, connection, "t", Shelf())  # type: ignore[arg-type, return-value]


@pytest.fixture
def closed_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    yield port


def answering(*messages: ClientMessage) -> int:
    """A referee on a port that says these things to whoever comes first."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        line, _ = server.accept()
        with server, line:
            line.sendall(b"".join(map(encode_to_player, messages)))
            line.shutdown(socket.SHUT_WR)
            while line.recv(1000):
                pass

    threading.Thread(target=serve).start()
    port: int = server.getsockname()[1]
    return port


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (KeyError("x"), Exit.RAISED),
        (MemoryError(), Exit.OUT_OF_MEMORY),
        (SystemExit(5), 5),
        (SystemExit(), 0),
        (SystemExit("done for"), Exit.RAISED),
        (KeyboardInterrupt(), Exit.RAISED),
        (ConnectionClosed("gone"), Exit.NO_REFEREE),
    ],
)
def test_the_exit_status_tells_what_happened(error: BaseException, status: int) -> None:
    def start_game(*_setup: object) -> Callable[[], None]:
        raise error

    port = answering(a_setup("x"), Words("AB"))
    assert run_bot(start_game, ("127.0.0.1", port), "t", Shelf()) == status


def test_no_referee_is_no_crash(closed_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bot(lambda *_: lambda: None, ("127.0.0.1", closed_port), "t", Shelf()) == Exit.NO_REFEREE
    port = answering(Closed("no seat of this game has that token"))
    assert run_bot(lambda *_: lambda: None, ("127.0.0.1", port), "t", Shelf()) == Exit.NO_REFEREE
    assert "no game: no seat of this game has that token" in capsys.readouterr().err


def test_a_traceback_is_shortened_to_the_bots_own_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failing.py").write_text("def start_game(*setup):\n    helper()\ndef helper():\n    1 / 0\n")
    module = load_bot(find_bot(str(tmp_path / "failing.py")))
    port = answering(a_setup("x"), Words("AB"))
    assert run_bot(module.start_game, ("127.0.0.1", port), "t", Shelf()) == Exit.RAISED
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if line.startswith("  File")] == [
        f'  File "{tmp_path}/failing.py", line 2, in start_game',
        f'  File "{tmp_path}/failing.py", line 4, in helper',
    ]
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_where_the_memory_ran_out_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "eater.py").write_text("def start_game(*setup):\n    raise MemoryError\n")
    module = load_bot(find_bot(str(tmp_path / "eater.py")))
    port = answering(a_setup("x"), Words("AB"))
    assert run_bot(module.start_game, ("127.0.0.1", port), "t", Shelf()) == Exit.OUT_OF_MEMORY
    assert f'File "{tmp_path}/eater.py", line 2, in start_game' in capsys.readouterr().err


@pytest.mark.parametrize("address", [("no such host", 1), ("127.0.0.1", 99999)])
def test_an_address_that_is_none_is_no_crash(
    address: tuple[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_bot(lambda *_: lambda: None, address, "t", Shelf()) == Exit.NO_REFEREE
    assert capsys.readouterr().err.startswith("no game: ")


def test_of_a_file_that_is_no_python_the_place_is_told_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.py").write_text("def start_game(:\n")
    assert main([str(tmp_path / "broken.py"), "--port", "1", "--token", "t"]) == Exit.NOT_LOADED
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if line.startswith("  File")] == [f'  File "{tmp_path}/broken.py", line 1']


def test_an_error_in_a_line_is_its_kind_and_the_first_line_it_says() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert in_a_line(ValueError("one\ntwo")) == "ValueError: one"
    assert in_a_line(AssertionError()) == "AssertionError"
    assert in_a_line(BotError("no such file")) == "no such file"
    assert in_a_line(Mute()) == "Mute"


def test_an_error_that_has_no_frame_of_the_bots_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    print_error(ValueError("plain"))
    assert capsys.readouterr().err == "ValueError: plain\n"


def test_a_bot_may_be_called_as_a_module_that_others_need(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("def start_game(*setup): ...\n")
    before = sys.modules["random"]
    assert load_bot(find_bot(str(tmp_path / "random.py"))).__name__ == "bot_random"
    assert sys.modules["random"] is before


def test_a_bot_finds_the_modules_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("N = 7\n")
    (tmp_path / "near.py").write_text("import beside_it\ndef start_game(*setup): return beside_it.N\n")
    assert load_bot(find_bot(str(tmp_path / "near.py"))).start_game() == 7


def test_a_bot_that_cannot_be_run_is_told_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(BotError, match="no such file"):
        load_bot(BotPlace(str(tmp_path / "none.py")))
    with pytest.raises(BotError, match=r"empty has no function start_game\(board, alphabet, "):
        load_bot(BotPlace(str(tmp_path / "empty.py")))
    (tmp_path / "bot.txt").write_text("")
    with pytest.raises(BotError, match=r"its name ends in \.py"):
        load_bot(BotPlace(str(tmp_path / "bot.txt")))
    assert main([str(tmp_path / "empty.py"), "--port", "1", "--token", "t"]) == Exit.NOT_LOADED
    assert "empty has no function start_game" in capsys.readouterr().err
