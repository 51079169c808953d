"""Before the game: newcomers say hello, get their setup, and are ready, or fail to be.

A connection with a wrong token is turned away and disturbs nobody. A seat is *settled* when its player is ready or
has failed; the lobby calls back when all are, and the game begins.
"""

from collections.abc import Callable, Mapping, Sequence

from referee.evidence import verdict_before_game
from referee.game import Departure
from referee.line import Line, Phase, Seat
from referee.match_options import Limits
from referee.verdicts import Verdict
from referee.watch import Watcher
from scrabble_util.handshake import PROTOCOL_VERSION, Hello, Ready, Words
from scrabble_util.messages import ClientMessage
from scrabble_util.wire import Received, WireError, decode_from_player, encode_to_player

_STRANGERS = 32
"""How many connections may be open that have not said which seat they want."""


class Lobby:
    """Where players wait until everybody is settled."""

    def __init__(
        self,
        seats: Mapping[int, Seat],
        words: Callable[[], str],
        limits: Limits,
        watchers: Sequence[Watcher],
        on_settled: Callable[[], None],
    ) -> None:
        """Expect the players of these seats; `words` gives the text of the word list, should anybody need it."""
        self._seats = seats
        self._words = words
        self._limits = limits
        self._watchers = watchers
        self._on_settled = on_settled
        self._settled = False
        self.strangers: dict[Line, None] = {}
        """Connections that have not found a seat."""

    def opened(self, line: Line) -> None:
        """Take a new connection, which has to say who it is."""
        if len(self.strangers) >= _STRANGERS:
            # Whoever has said nothing for longest goes: a crowd of silent ones keeps no player out.
            longest = next(iter(self.strangers))
            del self.strangers[longest]
            longest.transport.abort()
        self.strangers[line] = None

    def lost(self, line: Line) -> None:
        """Forget a connection that is gone."""
        self.strangers.pop(line, None)

    # --- hello

    def meet(self, line: Line) -> None:
        """Look at what a newcomer says, and find its seat."""
        try:
            frame = line.frames.take()
            if frame is None:
                return
            received = decode_from_player(frame)
        except WireError as error:
            self._turn_away(line, f"the first frame must be a Hello: {error}")
            return
        hello = received.message
        if not isinstance(hello, Hello):
            self._turn_away(line, f"the first frame must be a Hello, not {type(hello).__name__}")
        elif hello.version != PROTOCOL_VERSION:
            ours = f"this referee speaks version {PROTOCOL_VERSION} of the protocol"
            self._turn_away(line, f"{ours}, not {hello.version}")
        else:
            self._find_seat(line, hello)

    def _find_seat(self, line: Line, hello: Hello) -> None:
        seat = next((seat for seat in self._seats.values() if seat.entry.token == hello.token), None)
        if seat is None:
            self._turn_away(line, "no seat of this game has that token")
        elif seat.phase is not Phase.EXPECTED:
            self._turn_away(line, "the seat of that token was taken before: a player connects once")
        else:
            self.strangers.pop(line, None)
            line.seat, seat.line = seat, line
            self._welcome(seat, line, hello)

    def _turn_away(self, line: Line, reason: str) -> None:
        line.frames.clear()
        line.hang_up(reason)

    def _welcome(self, seat: Seat, line: Line, hello: Hello) -> None:
        seat.phase = Phase.SETTING_UP
        setup = seat.entry.setup
        self._tell_heard(seat, Received(0, hello))
        self._send(seat, line, setup)
        if setup.dictionary not in hello.dictionaries:
            words = Words(self._words(), turn=setup.turn, next_player=setup.next_player, bag=setup.bag)
            self._send(seat, line, words)
        self.set_up(seat, line)

    # --- ready, or not

    def set_up(self, seat: Seat, line: Line) -> None:
        """Look at what a player says who has the setup: it must be ready."""
        try:
            frame = line.frames.take()
            if frame is None:
                return
            received = decode_from_player(frame)
        except WireError as error:
            self.fail(seat, Verdict.PROTOCOL_ERROR, str(error))
            return
        self._tell_heard(seat, received)
        if not isinstance(received.message, Ready):
            self.fail(seat, Verdict.PROTOCOL_ERROR, f"sent {type(received.message).__name__} before Ready")
            return
        seat.phase = Phase.READY
        for watcher in self._watchers:
            watcher.ready(seat.player)
        self._check_settled()

    def fail(self, seat: Seat, verdict: Verdict, detail: str) -> None:
        """Note that a seat will not be ready; its player leaves when the game begins."""
        if not seat.is_settling:
            return
        seat.phase = Phase.GONE
        seat.trouble = Departure(seat.player, verdict, detail)
        if seat.line is not None:
            seat.line.hang_up(f"{verdict.value}: {detail}")
        self._check_settled()

    def fail_with_evidence(self, seat: Seat) -> None:
        """Fail a seat whose connection or process is gone, for the reason that the process shows."""
        if seat.bot is not None and seat.bot.end is not None:
            self.fail(seat, *verdict_before_game(seat.bot.end, self._limits))
        else:
            self.fail(seat, Verdict.NEVER_STARTED, "hung up before it was ready")

    def fail_late(self, elapsed: float) -> float | None:
        """Fail the seats whose time for setting up is over; say in how many seconds the next one's is."""
        left: list[float] = []
        for seat in self._seats.values():
            if not seat.is_settling:
                continue
            prepared = seat.bot.preparing_seconds if seat.bot is not None else 0.0
            limit = self._limits.setup_seconds
            rest = limit + min(prepared, self._limits.prepare_seconds) - elapsed
            if rest > 0:
                left.append(rest)
                continue
            what = "did not connect" if seat.phase is Phase.EXPECTED else "was not ready"
            self.fail(seat, Verdict.NEVER_STARTED, f"{what} within {limit:g} s")
        return min(left, default=None)

    def _check_settled(self) -> None:
        if not self._settled and not any(seat.is_settling for seat in self._seats.values()):
            self._settled = True
            self._on_settled()

    # --- talk

    def _send(self, seat: Seat, line: Line, message: ClientMessage) -> None:
        if line.is_open:
            line.transport.write(encode_to_player(message))
        for watcher in self._watchers:
            if watcher.wants_messages:
                watcher.sent(seat.player, message)

    def _tell_heard(self, seat: Seat, received: Received) -> None:
        for watcher in self._watchers:
            if watcher.wants_messages:
                watcher.heard(seat.player, received.turn, received.message)
