"""The pure game: an event in, messages and record events out. No socket, no clock, no chance, no print.

A `Game` is made of a `GameSetup` and driven by whoever has the players: the TCP server, the in-process
runner, `verify`, the tests. It takes

    start()                           deal; call it once, first
    receive(player, turn, message)    a player said something, meant for that turn
    leave(player, verdict, detail)    a player is gone, or must go
    leave_together(departures)        several at once
    deadline(turn)                    the time for a move is up
    interrupt(detail)                 the referee must stop

and each of them returns `Effects`: the messages to send, in order, and the events for the record. What a
player does wrong is data; calling this class wrongly raises.

What all kinds of games have in common is here: whose turn it is, who is in, what becomes of a fault, and
the ends by leaving. What a play means and scores is asked of the rules (`rules/`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from referee.events import (
    Changed,
    Dealt,
    Ended,
    Event,
    Left,
    Passed,
    Played,
    Refused,
    Result,
    Standing,
    TimedOut,
)
from referee.rules import rules_named
from referee.rules.base import GameSetup, Reckoning, Refusal
from referee.verdicts import End, Verdict
from scrabble_util.messages import (
    NOBODY,
    RGPE,
    ClientMessage,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPassed,
    CMPlayed,
    CMPlayFailed,
    CMPlaySuccess,
    CMTimeOut,
    ServerMessage,
    SMChange,
    SMForfeit,
    SMPass,
    SMPlay,
)
from scrabble_util.types import Hand, Laid


@dataclass(frozen=True, slots=True)
class Effects:
    """What follows from an event.

    `messages` are (player, message), to be sent in this order; players who hear the same thing get the same
    object, so that it need be put into bytes only once. A player who left is sent their own `CMForfeit` and
    nothing after it. `events` go into the record.
    """

    messages: tuple[tuple[int, ClientMessage], ...] = ()
    events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.messages or self.events)


NOTHING = Effects()


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who is gone, or must go, and why."""

    player: int
    verdict: Verdict
    detail: str = ""

    def __post_init__(self) -> None:
        if not self.verdict.leaves:
            raise ValueError(f"nobody leaves a game for the verdict {self.verdict.value!r}")


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see of the game: never the seed, the bag's order, or another hand."""

    player: int
    hand: Hand
    laid: Laid
    scores: Mapping[int, int]
    """Points so far; final points when the game is over."""
    players: tuple[int, ...]
    """Who is still in."""
    turn: int
    next_player: int
    """Who is to move; 0 when the game is over."""
    bag: int
    """How many pieces are left to draw."""


class Game:
    """One game, from the deal to the result."""

    def __init__(self, setup: GameSetup) -> None:
        """Set up a game; `start` deals and begins it."""
        self.setup = setup
        self.turn = 0
        """The turn that is to be played, from 1; 0 before the start. At the end: the last that was played."""
        self.to_move = NOBODY
        """Who is to play it; 0 before the start and when the game is over."""
        self.result: Result | None = None
        """How it ended; None while it goes on."""
        self._players = tuple(range(1, setup.num_players + 1))
        self._in = list(self._players)
        self._gone: dict[int, Departure] = {}
        self._table = rules_named(setup.rules).start(setup)
        self._movers = [NOBODY]  # who was to move in each turn; there is no turn 0

    # --- what can be asked

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def players_in(self) -> tuple[int, ...]:
        """Who is still in, in seat order."""
        return tuple(self._in)

    @property
    def laid(self) -> Laid:
        """The letters on the board, as they are now."""
        return self._table.laid

    @property
    def bag_count(self) -> int:
        """How many pieces are left to draw."""
        return self._table.bag_count

    def hand(self, player: int) -> Hand:
        """Return what a player holds: for the referee's own use; a player is shown `view`."""
        return self._table.hand(player)

    def score(self, player: int) -> int:
        """Return the points of a player as they are now; final when the game is over."""
        return dict(self.result.scores)[player] if self.result else self._table.score(player)

    def view(self, player: int) -> View:
        """Return what this seat may see now. The one place that decides it."""
        return View(
            player=player,
            hand=self._table.hand(player),
            laid=MappingProxyType(dict(self._table.laid)),
            scores={seat: self.score(seat) for seat in self._players},
            players=tuple(self._in),
            turn=self.turn,
            next_player=self.to_move,
            bag=self._table.bag_count,
        )

    # --- what can happen

    def start(self) -> Effects:
        """Begin: turn 1 is player 1's. Players learn it from the shell, with their hand (`view`)."""
        if self.turn:
            raise RuntimeError("this game has been started already")
        self._begin_turn(self._players[0])
        hands = tuple((player, self._table.hand(player)) for player in self._players)
        return Effects(events=(Dealt(self.turn, hands, self._table.bag_count),))

    def receive(self, player: int, turn: int, message: ServerMessage) -> Effects:
        """Take what a player said for a turn.

        What was said for a turn of the player's own that is over came too late, and is dropped. What was
        said for a turn of somebody else, or one that has not come, is a fault at any time. After the end,
        and from a player who left, nothing counts.
        """
        self._must_be_started()
        if self.over or player in self._gone:
            return NOTHING
        if player != self.to_move or turn != self.turn:
            return self._misplaced(player, turn, message)
        if isinstance(message, SMPlay):
            return self._play(player, message)
        if isinstance(message, SMPass):
            return self._pass(player)
        if isinstance(message, SMChange):
            return self._change(player, message)
        if isinstance(message, SMForfeit):
            return self.leave(player, Verdict.FORFEITED)
        raise TypeError(f"{message!r} is no message to the server")

    def leave(self, player: int, verdict: Verdict, detail: str = "") -> Effects:
        """Take a player out of the game, whoever's turn it is."""
        return self.leave_together([Departure(player, verdict, detail)])

    def leave_together(self, departures: Sequence[Departure]) -> Effects:
        """Take several players out at once, such as all who never started: none wins by another's going.

        Whoever is out already is passed over. When the player to move goes, the turn goes on to the next.
        """
        self._must_be_started()
        going = [departure for departure in departures if departure.player not in self._gone]
        if self.over or not going:
            return NOTHING
        heard_by = tuple(self._in)
        events: list[Event] = []
        for gone in going:
            self._in.remove(gone.player)
            self._gone[gone.player] = gone
            self._table.leave(gone.player)
            hand = self._table.hand(gone.player)
            events.append(Left(self.turn, gone.player, hand, gone.verdict, gone.detail))
        ended = self._go_on(turn_is_over=self.to_move in self._gone)
        stand = self._stand()
        messages: list[tuple[int, ClientMessage]] = []
        for gone in going:
            message = CMForfeit(gone.player, **stand)
            messages += [(player, message) for player in heard_by]
            heard_by = tuple(player for player in heard_by if player != gone.player)
        return self._effects(messages, events, ended)

    def deadline(self, turn: int) -> Effects:
        """Say that the time for this turn is up; nothing happens if it has been played meanwhile."""
        self._must_be_started()
        if self.over or turn != self.turn:
            return NOTHING
        player = self.to_move
        event = TimedOut(turn, player, self._table.hand(player))
        self._table.idle(player)
        ended = self._go_on()
        return self._effects(self._to_all(CMTimeOut(player, **self._stand())), [event], ended)

    def interrupt(self, detail: str = "") -> Effects:
        """End the game where it stands: no reckoning, no winner."""
        self._must_be_started()
        if self.over:
            return NOTHING
        return self._effects([], [], self._finish(End.INTERRUPTED, detail))

    # --- one turn

    def _play(self, player: int, message: SMPlay) -> Effects:
        turn, hand = self.turn, self._table.hand(player)
        made = self._table.play(player, message.moves)
        if isinstance(made, Refusal):
            return self._refuse(player, hand, message, made)
        event = Played(
            turn, player, hand, message.moves, made.words, made.bonus, made.points,
            self._table.score(player), made.drawn, self._table.bag_count,
        )  # fmt: skip
        ended = self._go_on()
        stand = self._stand()
        mine = CMPlaySuccess(message.moves, made.points, made.drawn, **stand)
        theirs = CMPlayed(player, message.moves, made.points, **stand)
        return self._effects(self._to_mover_and_others(player, mine, theirs), [event], ended)

    def _change(self, player: int, message: SMChange) -> Effects:
        turn, hand = self.turn, self._table.hand(player)
        made = self._table.change(player, message.pieces)
        if isinstance(made, Refusal):
            return self._refuse(player, hand, message, made)
        event = Changed(turn, player, hand, message.pieces, made.drawn)
        ended = self._go_on()
        stand = self._stand()
        mine = CMChangeSuccess(made.drawn, **stand)
        theirs = CMChange(player, len(message.pieces), **stand)
        return self._effects(self._to_mover_and_others(player, mine, theirs), [event], ended)

    def _refuse(self, player: int, hand: Hand, said: SMPlay | SMChange, refusal: Refusal) -> Effects:
        event = Refused(self.turn, player, hand, said, refusal.errors)
        ended = self._go_on()
        stand = self._stand()
        mine = RGPE(refusal.errors, **stand)
        theirs = CMPlayFailed(player, said.moves if isinstance(said, SMPlay) else (), **stand)
        return self._effects(self._to_mover_and_others(player, mine, theirs), [event], ended)

    def _pass(self, player: int) -> Effects:
        event = Passed(self.turn, player, self._table.hand(player))
        self._table.idle(player)
        ended = self._go_on()
        return self._effects(self._to_all(CMPassed(player, **self._stand())), [event], ended)

    def _misplaced(self, player: int, turn: int, message: ServerMessage) -> Effects:
        """Tell an answer that came too late from one that nobody asked for."""
        # Whose turn it was decides, and not whether it is over by now: else the verdict on one who speaks out
        # of turn would hang on whether the message or the other player's answer came first.
        if 0 < turn < self.turn and self._movers[turn] == player:
            return NOTHING
        whose = "no turn: they are counted from 1"
        if turn > 0:
            whose = f"player {self._movers[turn]}'s" if turn <= self.turn else "not to be played yet"
        said = type(message).__name__
        return self.leave(player, Verdict.OUT_OF_TURN, f"sent {said} for turn {turn}, which is {whose}")

    # --- from turn to turn

    def _begin_turn(self, player: int) -> None:
        self.turn += 1
        self.to_move = player
        self._movers.append(player)

    def _go_on(self, turn_is_over: bool = True) -> Ended | None:
        """Settle what follows: the end of the game, the next turn, or (when another left) this turn still."""
        end = End.NOBODY_LEFT if not self._in else End.ONE_LEFT if len(self._in) == 1 else self._table.end()
        if end is not None:
            return self._finish(end)
        if turn_is_over:
            later = [player for player in self._in if player > self.to_move]
            self._begin_turn(later[0] if later else self._in[0])
        return None

    def _finish(self, end: End, detail: str = "") -> Ended:
        cut_short = end is End.INTERRUPTED
        staying = Verdict.INTERRUPTED if cut_short else Verdict.FINISHED
        reckoning = {} if cut_short else self._table.reckon()
        standings = tuple(self._standing(player, staying, reckoning.get(player)) for player in self._players)
        rivals = [] if cut_short else [standing for standing in standings if standing.player in self._in]
        best = max((standing.score for standing in rivals), default=0)
        winners = tuple(standing.player for standing in rivals if standing.score == best)
        self.result = Result(end, detail, self.turn, standings, winners)
        self.to_move = NOBODY
        return Ended(self.turn, self.result)

    def _standing(self, player: int, staying: Verdict, reckoning: Reckoning | None) -> Standing:
        gone = self._gone.get(player)
        return Standing(
            player,
            verdict=gone.verdict if gone else staying,
            detail=gone.detail if gone else "",
            points=self._table.score(player),
            hand=self._table.hand(player),
            lost=reckoning.lost if reckoning else 0,
            gained=reckoning.gained if reckoning else 0,
        )

    # --- what is sent

    def _stand(self) -> dict[str, int]:
        """Return what every message tells besides its own fields."""
        return {"turn": self.turn, "next_player": self.to_move, "bag": self._table.bag_count}

    def _to_all(self, message: ClientMessage) -> list[tuple[int, ClientMessage]]:
        return [(player, message) for player in self._in]

    def _to_mover_and_others(
        self, mover: int, mine: ClientMessage, theirs: ClientMessage
    ) -> list[tuple[int, ClientMessage]]:
        return [(player, mine if player == mover else theirs) for player in self._in]

    def _effects(
        self, messages: list[tuple[int, ClientMessage]], events: list[Event], ended: Ended | None
    ) -> Effects:
        """Put it together, with the end of the game behind what ended it."""
        if ended is not None:
            messages = messages + self._to_all(CMGameOver(ended.result.scores, **self._stand()))
            events = [*events, ended]
        return Effects(tuple(messages), tuple(events))

    def _must_be_started(self) -> None:
        if not self.turn:
            raise RuntimeError("start() the game first")
