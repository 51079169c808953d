"""One match, from the setup to the record: puts the pure game, the server, the bots and the record together.

    with Launcher() as launcher:
        result = play_match(MatchOptions(seats=seat_specs(["passer*2"]), seed=1), launcher)

A launcher that lives longer than a match keeps its bots warm for the next one.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from referee.events import Event, Left, PlayerEvent, TimedOut
from referee.foreground import ForegroundBot
from referee.game import Game
from referee.launch import BotProcess, GameOrder, Launcher
from referee.line import Entry
from referee.match_options import REMOTE, MatchOptions, MatchResult, SeatResult
from referee.records import Header, RecordError, RecordWriter
from referee.records import Seat as RecordSeat
from referee.rules.base import GameSetup
from referee.seats import new_token, place_of
from referee.server import GameServer
from referee.watch import Opened, Watcher
from scrabble_util.dictionary import Dictionary
from scrabble_util.handshake import Setup
from scrabble_util.pieces import pieces_of

_STARTING_PLAYER = 1
_PATIENCE = 0.5
"""Seconds a bot has to end by itself after the game."""


class MatchError(ValueError):
    """A match that cannot be played as it is asked for, in a sentence for whoever asked."""


def play_match(
    options: MatchOptions,
    launcher: Launcher | None = None,
    watchers: Sequence[Watcher] = (),
    make_game: Callable[[GameSetup], Game] = Game,
) -> MatchResult:
    """Play a match and return what came of it; Ctrl-C ends the game, keeps the record, and returns that.

    `make_game` may give a game that bends the rules, as `check/` does.
    """
    if launcher is not None:
        return asyncio.run(run_match(options, launcher, watchers, make_game))
    with Launcher() as own:
        return asyncio.run(run_match(options, own, watchers, make_game))


async def run_match(
    options: MatchOptions,
    launcher: Launcher,
    watchers: Sequence[Watcher] = (),
    make_game: Callable[[GameSetup], Game] = Game,
) -> MatchResult:
    """Play a match in an event loop that is running; cancelling it interrupts the game, which then ends."""
    dictionary = launcher.library.dictionary(options.dictionary)
    if options.check_words:
        dictionary.read()  # while no clock runs
    setup = game_setup(options, launcher, dictionary)
    header = Header.of(setup, _record_seats(options), {"check_words": options.check_words})
    match = _Match(options, make_game(setup), dictionary, launcher, watchers)
    if options.record is None:
        return await match.run(None)
    try:
        options.record.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        folder = options.record.parent
        raise MatchError(f"{folder}: no record can be written there: {error.strerror}") from error
    with RecordWriter(options.record, header, _now()) as record:
        return await match.run(record)


def game_setup(options: MatchOptions, launcher: Launcher, dictionary: Dictionary) -> GameSetup:
    """Return the setup of the game that is asked for; raise `MatchError` where it makes no sense."""
    board = launcher.library.board(options.board)
    try:
        own = pieces_of(options.alphabet)
        return GameSetup(
            board=board,
            alphabet=options.alphabet,
            pieces=own.pieces if options.pieces is None else options.pieces,
            tiles=own.tiles(options.tiles) if isinstance(options.tiles, int) else dict(options.tiles),
            hand_size=options.hand_size,
            num_players=len(options.seats),
            seed=options.seed,
            dictionary=dictionary if options.check_words else None,
            timeout=options.timeout,
        )
    except ValueError as error:
        raise MatchError(str(error)) from error


class _Match:
    """A match while it is played."""

    def __init__(
        self,
        options: MatchOptions,
        game: Game,
        dictionary: Dictionary,
        launcher: Launcher,
        watchers: Sequence[Watcher],
    ) -> None:
        self._options = options
        self._setup = setup = game.setup
        self._dictionary = dictionary
        self._launcher = launcher
        self._watchers = watchers
        self._game = game
        self._record: RecordWriter | None = None
        self._bots: dict[int, BotProcess | ForegroundBot] = {}
        self._notes: list[str] = []
        self._clearing: dict[int, asyncio.Task[None]] = {}
        self._seconds: dict[int, list[float]] = {player: [] for player in range(1, setup.num_players + 1)}
        self._timeouts: Counter[int] = Counter()
        self._began = 0.0

    async def run(self, record: RecordWriter | None) -> MatchResult:
        """Play it, clear up behind it, and sum it up."""
        self._record = record
        self._began = asyncio.get_running_loop().time()
        effects = self._game.start()
        server = GameServer(self._game, self._words, self._options.limits, self._happened, self._watchers)
        try:
            for event in effects.events:
                self._happened(event, 0.0)
            await self._serve(server)
        finally:
            await server.close()
            await self._clear_all()
        return self._result()

    async def _serve(self, server: GameServer) -> None:
        options = self._options
        try:
            port = await self._listen(server)
            tokens = {player: new_token() for player in self._seconds}
            remote = {n: tokens[n] for n, seat in enumerate(options.seats, 1) if seat.bot == REMOTE}
            for watcher in self._watchers:
                watcher.opened(Opened(options.host, port, remote))
            server.seat({player: self._entry(player, token, port) for player, token in tokens.items()})
            await server.over
        except asyncio.CancelledError:
            # Ctrl-C, or whoever runs us wants to stop: the record is to end like one.
            server.interrupt("the referee was stopped")

    async def _listen(self, server: GameServer) -> int:
        host, port = self._options.host, self._options.port
        try:
            return await server.listen(host, port)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise MatchError(f"cannot listen on {host}, port {port}: {reason}") from error

    # --- the seats

    def _entry(self, player: int, token: str, port: int) -> Entry:
        return Entry(token, self._player_setup(player), self._start_bot(player, token, port))

    def _player_setup(self, player: int) -> Setup:
        setup, view = self._setup, self._game.view(player)
        return Setup(
            board=setup.board.spec,
            alphabet=setup.alphabet,
            dictionary=self._dictionary.sha256,
            num_players=setup.num_players,
            player_number=player,
            starting_player=_STARTING_PLAYER,
            hand=view.hand,
            pieces=setup.pieces,
            timeout=setup.timeout,
            hand_size=setup.hand_size,
            tiles=setup.tiles,
            names=tuple(seat.name for seat in self._options.seats),
            turn=view.turn,
            next_player=view.next_player,
            bag=view.bag,
        )

    def _start_bot(self, player: int, token: str, port: int) -> BotProcess | ForegroundBot | None:
        seat = self._options.seats[player - 1]
        place = place_of(seat)
        if place is None:
            return None
        order = GameOrder(
            host=_reachable(self._options.host),
            port=port,
            token=token,
            log=self._log(f"{player}-{_file_name(seat.name)}.log"),
            board=self._setup.board.spec,
            alphabet=self._setup.alphabet,
            pieces=self._setup.pieces,
            hand_size=self._setup.hand_size,
            dictionary=self._dictionary.sha256,
            dictionary_path=self._dictionary.path,
        )
        bot = (
            ForegroundBot(seat.bot, order, debug=seat.debug)
            if seat.terminal
            else self._launcher.start(place, self._options.limits, order)
        )
        self._bots[player] = bot
        return bot

    def _log(self, name: str) -> Path | None:
        return None if self._options.log_dir is None else self._options.log_dir / name

    def _words(self) -> str:
        return "\n".join(self._dictionary.words)

    # --- what happens

    def _happened(self, event: Event, seconds: float) -> None:
        log = None
        if isinstance(event, Left):
            log = self._clear(event.player)
        elif isinstance(event, PlayerEvent):
            self._seconds[event.player].append(seconds)
            self._timeouts[event.player] += isinstance(event, TimedOut)
        if self._record is not None:
            at = asyncio.get_running_loop().time() - self._began
            try:
                self._record.write(event, {"at": round(at, 6), "took": round(seconds, 6)}, log)
            except RecordError as error:
                self._notes.append(str(error))
        for watcher in self._watchers:
            watcher.happened(event, self._game, seconds)

    # --- clearing up

    def _clear(self, player: int) -> dict[str, object] | None:
        """Have a bot that left cleared away, now; return what the record says of its log."""
        bot = self._bots.get(player)
        if bot is None:
            return None
        if player not in self._clearing:
            self._clearing[player] = asyncio.create_task(bot.clear())
        return {"path": None if bot.log is None else str(bot.log), "tail": bot.tail}

    async def _clear_all(self) -> None:
        for player, bot in self._bots.items():
            if player not in self._clearing:
                self._clearing[player] = asyncio.create_task(bot.clear(_PATIENCE))
        await asyncio.gather(*self._clearing.values())
        self._notes += [bot.log_error for bot in self._bots.values() if bot.log_error]
        for bot in self._bots.values():
            if isinstance(bot, BotProcess):
                self._launcher.release(bot)

    def _result(self) -> MatchResult:
        game = self._game.result
        assert game is not None
        seats = []
        for spec, standing in zip(self._options.seats, game.standings, strict=True):
            bot = self._bots.get(standing.player)
            seats.append(
                SeatResult(
                    player=standing.player,
                    name=spec.name,
                    bot=spec.bot,
                    score=standing.score,
                    verdict=standing.verdict,
                    detail=standing.detail,
                    log=bot.log if bot is not None and bot.log is not None and bot.log.exists() else None,
                    log_tail=bot.tail if bot is not None and standing.verdict.is_fault else "",
                    move_seconds=tuple(self._seconds[standing.player]),
                    timeouts=self._timeouts[standing.player],
                )
            )
        return MatchResult(self._options.seed, game, tuple(seats), self._options.record, tuple(self._notes))


def _record_seats(options: MatchOptions) -> list[RecordSeat]:
    return [RecordSeat(n, seat.name, _portable(seat.bot)) for n, seat in enumerate(options.seats, start=1)]


def _portable(bot: str) -> str:
    """Return a bot as it was asked for, but for where it lies on this machine."""
    return Path(bot).name if Path(bot).is_absolute() else bot


def _reachable(host: str) -> str:
    """Return the address by which a process of this machine reaches a server that listens on `host`."""
    return "127.0.0.1" if host in ("", "0.0.0.0", "::") else host


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name)


def _now() -> dict[str, str]:
    return {"began": datetime.now(UTC).isoformat(timespec="milliseconds")}
