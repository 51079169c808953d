"""What the referee costs: turns a second over the whole TCP path, beside a bare echo; games a second, warm.

    python -m benchmarks.referee [--json] [--seconds 5]

The bare echo is an asyncio server that sends every frame back, and a client that waits for it: what a turn would
cost if a referee had nothing to do. Turns are played by bots that answer at once, each in its own process.
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.staircase import step
from referee.events import Event, Passed, Played
from referee.game import Game
from referee.launch import Launcher
from referee.line import Entry, Line
from referee.match import game_setup, play_match
from referee.match_options import Limits, MatchOptions
from referee.seats import seat_specs
from referee.server import GameServer
from referee.watch import Watcher
from scrabble_util.handshake import PROTOCOL_VERSION, Hello, Ready, Setup
from scrabble_util.messages import SMPass, SMPlay
from scrabble_util.types import Letter
from scrabble_util.wire import encode_from_player

_HERE = Path(__file__).parent
_PLAYING = str(_HERE / "staircase.py")
_PASSING = str(_HERE / "staircase_passing.py")
_FRAME = encode_from_player(SMPlay([((9, 9), (1, ("A", 1)))]), 100)
_CLIENT = """
import socket, sys
size, port, count = map(int, sys.argv[1:])
line = socket.create_connection(("127.0.0.1", port))
line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
frame = bytes(size)
for _ in range(count):
    line.sendall(frame)
    left = size
    while left:
        left -= len(line.recv(left))
"""


class Stopwatch(Watcher):
    """Notes when the first turn and the last one were over."""

    def __init__(self) -> None:
        """Wait for a turn."""
        self.first = self.last = 0.0
        self.turns = -1

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        """Note the time."""
        if isinstance(event, Played | Passed):
            self.turns += 1
            self.last = time.perf_counter()
            self.first = self.first or self.last

    @property
    def turns_per_second(self) -> float:
        """The turns between the two, by the time between them."""
        return self.turns / (self.last - self.first)


def options(bot: str, turns: int, record: Path | None, seed: int = 1) -> MatchOptions:
    """Return a match in which so many turns are played, if all of them are plays."""
    return MatchOptions(
        seats=seat_specs([f"{bot}*2"]),
        seed=seed,
        board="infinite",
        dictionary=("AA",),
        pieces={1: frozenset({Letter("A", 1)})},
        tiles={1: turns + 7},
        record=record,
    )


class _Echo(asyncio.Protocol):
    """Sends everything back, and stops when its client has gone."""

    def __init__(self, gone: "asyncio.Future[float]") -> None:
        self._gone = gone
        self._began = 0.0
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._began = self._began or time.perf_counter()
        self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone.set_result(time.perf_counter() - self._began)


async def _echo(count: int) -> float:
    loop = asyncio.get_running_loop()
    gone: asyncio.Future[float] = loop.create_future()
    server = await loop.create_server(lambda: _Echo(gone), "127.0.0.1", 0, family=socket.AF_INET)
    port = server.sockets[0].getsockname()[1]
    client = subprocess.Popen([sys.executable, "-c", _CLIENT, str(len(_FRAME)), str(port), str(count)])
    seconds = await gone
    server.close()
    client.wait()
    return count / seconds


def echo_rate(count: int = 20_000) -> tuple[float, float]:
    """Return round trips a second of a bare echo, and the server's own microseconds for one."""
    began = time.process_time()
    rate = asyncio.run(_echo(count))
    return rate, (time.process_time() - began) / count * 1e6


def turn_rate(bot: str, turns: int, folder: Path) -> tuple[float, float]:
    """Return turns a second of one long game with its record, and the referee's own microseconds for one."""
    watch = Stopwatch()
    with Launcher() as launcher:
        # The first game goes where no game has been before, and so computes the squares of the board.
        play_match(options(bot, turns, None), launcher)
        began = time.process_time()
        result = play_match(options(bot, turns, folder / "long.jsonl"), launcher, [watch])
        own = time.process_time() - began
    assert result.clean, result
    return watch.turns_per_second, own / result.turns * 1e6


def game_rate(seconds: float, folder: Path) -> tuple[float, int]:
    """Return whole games a second, warm, each from its start to its record; and the turns of a game."""
    games = 0
    with Launcher() as launcher:
        first = play_match(options(_PLAYING, 24, folder / "0.jsonl"), launcher)
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            games += 1
            play_match(options(_PLAYING, 24, folder / f"{games}.jsonl", seed=games), launcher)
        return games / (time.perf_counter() - began), first.turns


class _Nowhere(asyncio.Transport):
    """A connection whose other end is nobody."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Drop it."""

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


def _setup(game: Game, player: int) -> Setup:
    setup = game.setup
    return Setup(
        board=setup.board.spec,
        alphabet=setup.alphabet,
        dictionary="",
        num_players=2,
        player_number=player,
        starting_player=1,
        hand=game.view(player).hand,
        pieces=setup.pieces,
        timeout=None,
        hand_size=setup.hand_size,
        tiles=setup.tiles,
        names=("one", "two"),
    )


async def _work(passes: int, turns: int) -> list[float]:
    """Play a game without sockets; return how long each turn took from the bytes in to the bytes out."""
    match = options(_PLAYING, turns, None)
    launcher = Launcher()
    game = Game(game_setup(match, launcher, launcher.library.dictionary(match.dictionary)))
    game.start()
    server = GameServer(game, lambda: "AA", Limits(), lambda _event, _seconds: None)
    server.seat({player: Entry(str(player), _setup(game, player), None) for player in (1, 2)})
    lines = {player: Line(server) for player in (1, 2)}
    for player, line in lines.items():
        line.connection_made(_Nowhere())
        line.data_received(encode_from_player(Hello(str(player), PROTOCOL_VERSION, ())))
        line.data_received(encode_from_player(Ready()))
    took, laid = [], 1
    while not game.over:
        message: SMPass | SMPlay = SMPass()
        if game.turn % 6 >= passes:
            coords = [step(0), step(1)] if laid == 1 else [step(laid)]
            message = SMPlay([(coord, (1, ("A", 1))) for coord in coords])
            laid += 1
        frame, line = encode_from_player(message, game.turn), lines[game.to_move]
        began = time.perf_counter()
        line.data_received(frame)
        if isinstance(message, SMPass) == bool(passes):
            took.append(time.perf_counter() - began)
    return took


def own_work(passes: int, turns: int = 2000) -> float:
    """Return the microseconds of the referee's own code for a turn: the median, which noise hardly moves."""
    return statistics.median(asyncio.run(_work(passes, turns))) * 1e6


def measure(seconds: float) -> dict[str, float]:
    """Take all the figures; the echo before and after, for what else the machine does in the meantime."""
    turns = int(seconds * 2_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, echo_own = echo_rate()
        playing, playing_own = turn_rate(_PLAYING, turns, folder)
        passing, passing_own = turn_rate(_PASSING, turns // 6, folder)
        echo = (before + echo_rate()[0]) / 2
        cores = os.sched_getaffinity(0)
        pass_work, play_work = own_work(5), own_work(0)
        games, length = game_rate(seconds, folder)
        os.sched_setaffinity(0, {min(cores)})
        one_core, _ = game_rate(seconds, folder)
        os.sched_setaffinity(0, cores)
    return {
        "echo_per_s": round(echo),
        "playing_turns_per_s": round(playing),
        "passing_turns_per_s": round(passing),
        "echo_own_us": round(echo_own, 1),
        "playing_own_us": round(playing_own, 1),
        "passing_own_us": round(passing_own, 1),
        "playing_against_echo": round(playing / echo, 2),
        "passing_against_echo": round(passing / echo, 2),
        "pass_work_us": round(pass_work, 1),
        "play_work_us": round(play_work, 1),
        "games_per_s": round(games, 1),
        "games_per_s_one_core": round(one_core, 1),
        "turns_per_game": length,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.referee", description=main.__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long a measurement takes, about")
    given = parser.parse_args(arguments)
    found = measure(given.seconds)
    if given.json:
        print(json.dumps(found))
        return
    own = found["echo_own_us"]
    print(
        f"bare echo of a frame     {found['echo_per_s']:>8,} round trips a second; {own} µs of the server each"
    )
    for kind in ("passing", "playing"):
        rate, share, own = (found[f"{kind}_{what}"] for what in ("turns_per_s", "against_echo", "own_us"))
        print(
            f"{kind} bots             {rate:>8,} turns a second, {share:.0%} of the echo; {own} µs of the referee each"
        )
    for kind in ("pass", "play"):
        work = found[f"{kind}_work_us"]
        print(f"the referee's code, {kind} {work:>8} µs from the bytes in to the bytes out, without sockets")
    turns = found["turns_per_game"]
    print(f"whole games, warm        {found['games_per_s']:>8} a second ({turns} turns, with their records)")
    print(f"the same on one core     {found['games_per_s_one_core']:>8} a second")


if __name__ == "__main__":
    main()
