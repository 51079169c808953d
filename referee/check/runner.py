"""Plays a bot through situations, and says what became of it. Printing is left to the command."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic

from referee.check.cast import Cast
from referee.check.situations import BOT, Situation
from referee.check.twists import TwistedGame
from referee.events import Event, Played, Refused, TimedOut
from referee.game import Game
from referee.launch import Launcher
from referee.match import play_match
from referee.match_options import REMOTE, Limits, MatchOptions, SeatResult, SeatSpec
from referee.rules.base import GameSetup
from referee.verdicts import End
from referee.watch import Watcher
from scrabble_util.reasons import reasons

TIMEOUT = 5000
"""Milliseconds that a bot has for a move, where the situation does not say otherwise."""
_PATIENCE = 3
"""After so many situations in which the bot ran out of time, the rest is not tried."""
_ITSELF = "itself"


@dataclass(frozen=True)
class Outcome:
    """What became of a bot in one situation."""

    situation: Situation
    passed: bool
    sentence: str
    """What went wrong; empty where nothing did."""
    remarks: tuple[str, ...] = ()
    """What is no fault, but worth knowing."""
    log_tail: str = ""
    seconds: float = 0.0
    tried: bool = True
    """Whether it was tried at all: after some failures there is nothing more to learn."""


@dataclass
class _Notes(Watcher):
    """Keeps what happened to the bot."""

    player: int
    events: list[Event] = field(default_factory=list)

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        if getattr(event, "player", None) == self.player:
            self.events.append(event)


def run_all(
    bot: str,
    chosen: Iterable[Situation],
    launcher: Launcher,
    timeout: int = TIMEOUT,
    seed: int = 1,
    limits: Limits | None = None,
) -> Iterator[Outcome]:
    """Yield the outcome of each situation as it is known; give up on a bot that cannot even set up."""
    slow = 0
    hopeless = ""
    for situation in chosen:
        if hopeless:
            yield Outcome(situation, False, hopeless, tried=False)
            continue
        outcome = run_one(bot, situation, launcher, timeout, seed, limits)
        yield outcome
        slow += "ran out of time" in outcome.sentence
        if not outcome.passed and situation.name == "sets-up":
            hopeless = "not tried: the bot does not set up"
        elif slow >= _PATIENCE:
            hopeless = "not tried: the bot runs out of time again and again"


def run_one(
    bot: str,
    situation: Situation,
    launcher: Launcher,
    timeout: int = TIMEOUT,
    seed: int = 1,
    limits: Limits | None = None,
) -> Outcome:
    """Play one situation."""
    began = monotonic()
    options = replace(_options(bot, situation, timeout, seed), limits=limits or Limits())
    notes = _Notes(situation.player)
    scripts = {player: seat for player, seat in enumerate(situation.seats, 1) if callable(seat)}
    cast = Cast(
        scripts, launcher.library.board(options.board), launcher.library.dictionary(options.dictionary)
    )
    result = play_match(options, launcher, [cast, notes], make_game=_maker(situation))
    if result.game.end is End.INTERRUPTED:
        raise KeyboardInterrupt  # it stopped one game; whoever pressed the key wants them all to stop
    seat = result.seats[situation.player - 1]
    sentence = _fault(seat, notes.events, options.timeout, situation.excused)
    return Outcome(
        situation,
        passed=not sentence,
        sentence=sentence,
        remarks=_remarks(notes.events, situation),
        log_tail=seat.log_tail.strip(),
        seconds=monotonic() - began,
    )


def _options(bot: str, situation: Situation, timeout: int, seed: int) -> MatchOptions:
    names = {BOT: bot, _ITSELF: bot}
    seats = tuple(
        SeatSpec(f"script-{player}", REMOTE)
        if callable(seat)
        else SeatSpec(f"{seat}-{player}", names.get(seat, seat))
        for player, seat in enumerate(situation.seats, start=1)
    )
    return MatchOptions(
        seats=seats,
        # Each situation has a deal of its own, and always the same one.
        seed=random.Random(f"{seed} {situation.name}").randrange(2**31),
        board=situation.board,
        alphabet=situation.alphabet,
        dictionary=situation.dictionary,
        hand_size=situation.hand_size,
        tiles=situation.tiles,
        pieces=situation.pieces,
        timeout=situation.timeout or timeout,
    )


def _maker(situation: Situation) -> Callable[[GameSetup], Game]:
    twist = situation.twist
    return Game if twist is None else lambda setup: TwistedGame(setup, twist())


def _fault(seat: SeatResult, events: list[Event], timeout: int | None, excused: int) -> str:
    """Say what the bot did wrong; nothing where it did not."""
    if seat.verdict.is_fault:
        return f"{seat.verdict.value}: {seat.detail}" if seat.detail else seat.verdict.value
    late = [event.turn for event in events if isinstance(event, TimedOut)][excused:]
    if late:
        turns = f"turn {late[0]}" if len(late) == 1 else f"{len(late)} turns"
        return f"ran out of time in {turns}: a move may take {timeout} ms"
    return ""


def _remarks(events: list[Event], situation: Situation) -> tuple[str, ...]:
    remarks = []
    refused = [event for event in events if isinstance(event, Refused)]
    if situation.twist is None and refused:
        remarks.append(f"{len(refused)} refused, the first: {reasons(refused[0].errors)}")
    if situation.name.startswith("error-") and not refused:
        remarks.append("it neither played nor changed, so there was nothing to refuse")
    if situation.name.startswith("board-") and not any(isinstance(event, Played) for event in events):
        remarks.append("it never laid a word")
    return tuple(remarks)
