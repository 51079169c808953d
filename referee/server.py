"""The TCP shell around a `Game`: bytes in, messages out, clocks kept. What follows from them is the game's to say.

The rule that keeps a record the same under any scheduling of the players: *what a player sends, and that a player
is gone, is looked at when it is that player's turn*, in the order in which it was sent. Until then bytes wait, up
to a bound; past it the referee stops reading.

Nothing here starts a process or writes a file: `match.py` puts it together. `lobby.py` is what comes before.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from referee.events import Event, Left
from referee.evidence import verdict_in_game
from referee.game import Departure, Effects, Game
from referee.line import Entry, Line, Phase, Seat
from referee.lobby import Lobby
from referee.match_options import Limits
from referee.verdicts import Verdict
from referee.watch import Watcher
from scrabble_util.handshake import Start
from scrabble_util.messages import ClientMessage, ServerMessage
from scrabble_util.wire import Received, WireError, decode_from_player, encode_to_player

_LATE = 1000
"""How many answers of one player may come too late in a game; more is a flood."""
_EVIDENCE_SECONDS = 2.0
"""How long the end of a process is waited for when a connection breaks, to tell a crash from a hang-up."""
_SETTLE_SECONDS = 0.05
"""How long bytes are waited for that a process sent before it ended."""
_GATHER_SECONDS = 0.002
"""How long a message may wait for a player who is not to move, so that several are sent at once.

Waking a process costs more than all the rest of a turn; with quick players this saves every second time."""


class GameServer:
    """Runs one game for the players who connect: `listen`, `seat` them, wait for `over`, `close`."""

    def __init__(
        self,
        game: Game,
        words: Callable[[], str],
        limits: Limits,
        on_event: Callable[[Event, float], None],
        watchers: Sequence[Watcher] = (),
    ) -> None:
        """Serve a game that has been started.

        `words` gives the text of the word list, should anybody need it; `on_event` is told of every event, with
        the seconds since its turn began.
        """
        self._game = game
        self._limits = limits
        self._on_event = on_event
        self._watchers = [watcher for watcher in watchers if watcher.wants_messages]
        self._loop = asyncio.get_running_loop()
        self._seats: dict[int, Seat] = {}
        self._lobby = Lobby(self._seats, words, limits, watchers, self._start)
        self._server: asyncio.Server | None = None
        self._running = False
        self._timer: asyncio.TimerHandle | None = None
        self._armed = 0
        """The turn whose clock runs."""
        self._turn_began = 0.0
        self._deadline = 0.0
        self._gathering = False
        self.over: asyncio.Future[None] = self._loop.create_future()
        """Done when the game is; carries what went wrong in the referee itself, if anything did."""

    async def listen(self, host: str, port: int) -> int:
        """Accept players; return the port."""
        self._server = await self._loop.create_server(lambda: Line(self), host, port)
        return int(self._server.sockets[0].getsockname()[1])

    def seat(self, entries: Mapping[int, Entry]) -> None:
        """Set the table; the time for setting up begins."""
        for player, entry in entries.items():
            seat = self._seats[player] = Seat(player, entry)
            if seat.bot is not None:
                seat.bot.watch(self._guarded(self._bot_ended, seat))
        self._turn_began = self._loop.time()
        self._timer = self._later(self._limits.setup_seconds, self._look_at_setup)

    def _look_at_setup(self) -> None:
        rest = self._lobby.fail_late(self._loop.time() - self._turn_began)
        if rest is not None and not self._running:
            self._timer = self._later(rest, self._look_at_setup)

    def interrupt(self, detail: str) -> None:
        """End the game where it stands."""
        self._apply(self._game.interrupt(detail))

    async def close(self) -> None:
        """Hang up on everybody and stop listening."""
        self._disarm()
        lines = [seat.line for seat in self._seats.values() if seat.line is not None]
        lines += self._lobby.strangers
        for line in lines:
            line.hang_up()
        if self._server is not None:
            self._server.close()
        # Who does not read must not keep us: what is not taken after a moment is dropped.
        for patience in range(25):
            if all(line.lost for line in lines):
                break
            await asyncio.sleep(0 if patience < 5 else 0.005)
        for line in lines:
            if not line.lost:
                line.transport.abort()
        if self._server is not None:
            await self._server.wait_closed()

    # --- what happens on the connections, and to the processes

    def line_opened(self, line: Line) -> None:
        """Somebody has connected."""
        self._lobby.opened(line)

    def line_has_data(self, line: Line) -> None:
        """Look at what came, if it is time for that."""
        try:
            seat = line.seat
            if seat is None:
                self._lobby.meet(line)
            elif self._running and seat.player == self._game.to_move:
                self._advance()
            elif seat.phase is Phase.SETTING_UP:
                self._lobby.set_up(seat, line)
            else:
                line.pause_if_flooded()
        except Exception as error:
            self._fail(error)

    def line_lost(self, line: Line) -> None:
        """Note that a connection is gone; what follows is settled at the player's turn."""
        self._lobby.lost(line)
        if line.seat is not None:
            self._guarded(self._player_is_gone, line.seat)()

    def _bot_ended(self, seat: Seat) -> None:
        """A process is gone. What it sent before may still be on its way."""
        if seat.line is None or seat.line.lost:
            self._player_is_gone(seat)
        else:
            self._later(_SETTLE_SECONDS, self._player_is_gone, seat)

    def _player_is_gone(self, seat: Seat) -> None:
        """A player's connection or process is gone, and all it sent has come."""
        seat.bot_is_gone = seat.bot is not None and seat.bot.end is not None
        if seat.is_settling:
            if seat.bot is None or seat.bot_is_gone:
                self._lobby.fail_with_evidence(seat)
            else:
                self._later(_EVIDENCE_SECONDS, self._lobby.fail_with_evidence, seat)
        elif self._running and seat.player == self._game.to_move:
            self._advance()

    # --- the game

    def _start(self) -> None:
        """Everybody is settled: begin."""
        self._disarm()
        self._running = True
        game = self._game
        start = Start(turn=game.turn, next_player=game.to_move, bag=game.bag_count)
        self._turn_began = self._loop.time()
        for seat in self._seats.values():
            if seat.phase is Phase.READY:
                self._send(seat, start, encode_to_player(start))
        self._flush_all()
        missing = [seat.trouble for seat in self._seats.values() if seat.trouble is not None]
        if missing:
            self._apply(game.leave_together(missing))
        self._advance()

    def _advance(self) -> None:
        """Take turns for as long as there is something to go on; then wait for the player to move."""
        game = self._game
        while not game.over:
            if not self._take_turn(self._seats[game.to_move]):
                return
        self._finish()

    def _take_turn(self, seat: Seat) -> bool:
        """Look at the next thing the player to move has sent; say whether there was any."""
        if seat.trouble is not None:
            self._leave(seat, seat.trouble.verdict, seat.trouble.detail)
            return True
        line = seat.line
        assert line is not None
        try:
            frame = line.frames.take()
            if frame is not None:
                self._receive(seat, decode_from_player(frame))
                return True
        except WireError as error:
            self._leave(seat, Verdict.PROTOCOL_ERROR, str(error))
            return True
        if line.lost or seat.bot_is_gone:
            return self._take_leave(seat, line)
        if self._armed != self._game.turn:
            self._arm()
            line.resume()
        return False

    def _receive(self, seat: Seat, received: Received) -> None:
        turn, message = received
        for watcher in self._watchers:
            watcher.heard(seat.player, turn, message)
        if not isinstance(message, ServerMessage):
            self._leave(seat, Verdict.PROTOCOL_ERROR, f"sent {type(message).__name__} during the game")
            return
        effects = self._game.receive(seat.player, turn, message)
        if effects:
            self._apply(effects)
            return
        seat.late += 1
        if seat.late > _LATE:
            self._leave(seat, Verdict.PROTOCOL_ERROR, f"flooded the referee: over {_LATE:,} late answers")

    def _take_leave(self, seat: Seat, line: Line) -> bool:
        """The player to move is gone, and all it sent was looked at: find out why, and take it out."""
        self._disarm()
        if seat.bot is None:
            self._leave(seat, Verdict.DISCONNECTED, "hung up")
            return True
        if seat.bot.end is None:
            self._later(_EVIDENCE_SECONDS, self._leave_without_evidence, seat, self._game.turn)
            return False
        if line.is_open:
            # Something holds the connection open though the bot is gone.
            line.transport.abort()
        self._leave(seat, *verdict_in_game(seat.bot.end, self._limits))
        return True

    def _leave_without_evidence(self, seat: Seat, turn: int) -> None:
        if self._game.turn == turn and not self._game.over:
            seat.trouble = Departure(seat.player, Verdict.DISCONNECTED, "closed its connection")
            self._advance()

    def _leave(self, seat: Seat, verdict: Verdict, detail: str) -> None:
        self._apply(self._game.leave(seat.player, verdict, detail))

    # --- clocks

    def _arm(self) -> None:
        """Start the clock of the turn."""
        self._armed = self._game.turn
        timeout = self._game.setup.timeout
        self._deadline = self._turn_began + (
            self._limits.stall_seconds if timeout is None else timeout / 1000
        )
        # A timer that runs already is left to run: it looks at the deadline when it is through. Setting one for
        # every turn would cost more than reading the answer.
        if self._timer is None or self._timer.when() > self._deadline:
            self._disarm()
            self._timer = self._loop.call_at(self._deadline, self._look_at_clock)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_at_clock(self) -> None:
        """A timer is through: the time of this turn is up, or that of an earlier one would have been."""
        self._timer = None
        if self._game.over or self._armed != self._game.turn:
            return
        if self._loop.time() < self._deadline:
            self._timer = self._loop.call_at(self._deadline, self._look_at_clock)
            return
        try:
            self._time_is_up()
            self._advance()
        except Exception as error:
            self._fail(error)

    def _time_is_up(self) -> None:
        game = self._game
        if game.setup.timeout is not None:
            self._apply(game.deadline(game.turn))
        else:
            seat = self._seats[game.to_move]
            half = seat.line.frames.half if seat.line is not None else ""
            said = f"said nothing for {self._limits.stall_seconds:g} s"
            self._leave(seat, Verdict.STALLED, f"{said} but {half}" if half else said)

    # --- what follows

    def _apply(self, effects: Effects) -> None:
        """Send and tell what the game says."""
        now = self._loop.time()
        took = now - self._turn_began
        last: ClientMessage | None = None
        data = b""
        for player, message in effects.messages:
            if message is not last:
                last, data = message, encode_to_player(message)
            self._send(self._seats.get(player), message, data)
        if self._game.over:
            self._flush_all()
        else:
            self._flush(self._seats[self._game.to_move])
            if not self._gathering:
                self._gathering = True
                self._later(_GATHER_SECONDS, self._flush_all)
        for event in effects.events:
            self._on_event(event, took)
            if isinstance(event, Left):
                self._part_with(self._seats[event.player], event)
        self._turn_began = now

    def _send(self, seat: Seat | None, message: ClientMessage, data: bytes) -> None:
        """Have something sent to a player who is there: not before it was ready, not after it left."""
        if seat is None or seat.line is None or seat.phase is not Phase.READY:
            return
        seat.line.put(data)
        for watcher in self._watchers:
            watcher.sent(seat.player, message)

    def _flush(self, seat: Seat) -> None:
        if seat.line is not None and not seat.line.flush():
            seat.trouble = Departure(seat.player, Verdict.PROTOCOL_ERROR, "does not read what it is sent")
            seat.line.transport.abort()

    def _flush_all(self) -> None:
        self._gathering = False
        for seat in self._seats.values():
            self._flush(seat)

    def _part_with(self, seat: Seat, event: Left) -> None:
        seat.phase = Phase.GONE
        if seat.line is not None:
            seat.line.frames.clear()
            seat.line.hang_up(
                f"{event.verdict.value}: {event.detail}" if event.detail else event.verdict.value
            )

    def _finish(self) -> None:
        self._running = False
        self._disarm()
        if not self.over.done():
            self.over.set_result(None)

    def _fail(self, error: Exception) -> None:
        """Something is wrong with the referee itself: whoever waits for the end is told."""
        self._running = False
        if not self.over.done():
            self.over.set_exception(error)

    def _later(self, seconds: float, call: Callable[..., None], *arguments: object) -> asyncio.TimerHandle:
        return self._loop.call_later(seconds, self._guarded(call, *arguments))

    def _guarded(self, call: Callable[..., None], *arguments: object) -> Callable[[], None]:
        """Return a callback whose errors reach whoever waits for the end of the game."""

        def guarded() -> None:
            if self.over.done():
                return
            try:
                call(*arguments)
            except Exception as error:
                self._fail(error)

        return guarded
