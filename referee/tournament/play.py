"""One game of a tournament, played by `match.py`; and the test of each bot before the first game.

A `Seating` travels to the workers. A worker keeps its launcher from game to game, so that bots stay warm, and the
folder for the files of the game that is on.
"""

import functools
import json
import tempfile
import threading
from collections import Counter
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from referee.events import Event, Left, PlayerEvent, Refused, TimedOut
from referee.game import Game
from referee.launch import Launcher
from referee.library import Library
from referee.match import play_match
from referee.match_options import REMOTE, Limits, MatchOptions, MatchResult, SeatSpec
from referee.records import line_bytes
from referee.seats import wants_terminal
from referee.tournament.config import ENGLISH, Config, found_from
from referee.tournament.games import Entrant, GameResult, GameSpec, pack
from referee.tournament.workers import Workers
from referee.verdicts import End, Verdict
from referee.watch import Watcher
from scrabble_util.bot_place import BotError
from scrabble_util.pieces import ENGLISH_ALPHABET, pieces_of
from scrabble_util.types import PieceId

CHECK_SECONDS = 60.0
"""How long a bot may think about a move of its test, in a tournament without a timeout."""
CHECK_SETUP_SECONDS = 120.0
"""How long it may set up for its test: the first time on a machine there may be things to compile."""
_FEW_BOTS = 4
"""Up to so many bots are loaded by every worker at the start; of more, each loads those it comes to play with."""


class GameVoid(Exception):
    """A game that did not come to an end of its own: the runner plays it again."""


@dataclass(frozen=True)
class Seating:
    """How the games of a tournament are played: picklable, and called with a game."""

    bots: tuple[Entrant, ...]
    folder: str
    """Where the files of bots, boards and word lists are seen from."""
    scratch: str
    """Where records and logs are written while a game is on; whoever made it removes it."""
    hand_size: int
    tiles: int
    timeout: int | None
    alphabet: str

    def __call__(self, spec: GameSpec) -> GameResult:
        """Play a game in this process, with the bots in theirs."""
        options = self.options(spec, self._desk())
        tally = Tally()
        result = self.match(options, tally)
        if result.game.end is End.INTERRUPTED:
            raise GameVoid(result.game.detail or "the game was interrupted")
        assert options.record is not None
        record = options.record.read_bytes()
        typed = [self.bots[bot].bot for bot in spec.seats]
        if typed != [seat.bot for seat in options.seats]:
            record = name_bots(record, typed)
        return _game_result(spec, result, tally, record)

    def match(self, options: MatchOptions, watcher: Watcher) -> MatchResult:
        """Play a match with bots that stay warm for the next."""
        return play_match(options, _launcher(threading.get_ident()), [watcher])

    def options(self, spec: GameSpec, folder: Path) -> MatchOptions:
        """Return the match that this game is."""
        return MatchOptions(
            seats=tuple(self._seat(bot) for bot in spec.seats),
            seed=spec.seed,
            board=self._found(spec.board),
            alphabet=self.alphabet,
            dictionary=None if spec.dictionary == ENGLISH else self._found(spec.dictionary),
            hand_size=self.hand_size,
            tiles=self.tiles,
            timeout=self.timeout,
            record=folder / "record.jsonl",
            log_dir=folder,
        )

    def check(self, bot: int, board: str, dictionary: str) -> str | None:
        """Let a bot play a short game against itself; return what is wrong with it, or None."""
        spec = GameSpec("check", 0, 0, (bot, bot), 1, board, dictionary)
        options = replace(
            self.options(spec, self._desk()),
            seats=tuple(replace(self._seat(bot), name=f"{self.bots[bot].name}-{n}") for n in (1, 2)),
            tiles=short_bag(self.alphabet, 2 * self.hand_size),
            limits=Limits(stall_seconds=CHECK_SECONDS, setup_seconds=CHECK_SETUP_SECONDS),
            record=None,
        )
        tally = Tally()
        result = self.match(options, tally)
        return _complaint(self.bots[bot], result, tally.answers)

    def _seat(self, bot: int) -> SeatSpec:
        return SeatSpec(self.bots[bot].name, self._found(self.bots[bot].bot))

    def _found(self, name: str) -> str:
        return found_from(Path(self.folder), name)

    def _desk(self) -> Path:
        """Return a folder of this thread's own: every game writes over the files of the one before."""
        return Path(_folder(threading.get_ident(), self.scratch).name)


class Tally(Watcher):
    """Counts, by player, what the result of a match does not tell."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.timeouts: Counter[int] = Counter()
        self.refused: Counter[int] = Counter()
        self.answers = 0
        """Turns in which anyone said anything."""

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        """Count the turns lost to the clock, and the refused plays."""
        if isinstance(event, TimedOut):
            self.timeouts[event.player] += 1
        elif isinstance(event, PlayerEvent) and not isinstance(event, Left):
            self.answers += 1
            self.refused[event.player] += isinstance(event, Refused)


def seating(config: Config, folder: Path, scratch: Path) -> Seating:
    """Return how the games of this tournament are played."""
    return Seating(
        bots=config.bots,
        folder=str(folder),
        scratch=str(scratch),
        hand_size=config.hand_size,
        tiles=config.tiles,
        timeout=config.timeout,
        alphabet=config.alphabet or ENGLISH_ALPHABET,
    )


def missing_parts(config: Config, folder: Path) -> list[str]:
    """Return what is wrong with the bots, boards and word lists that a tournament names, without starting a bot."""
    complaints: list[str] = []
    library = Library()
    for entrant in config.bots:
        if entrant.bot == REMOTE:
            complaints.append("a remote seat waits for a person; here bots play alone")
            continue
        try:
            if wants_terminal(found_from(folder, entrant.bot)):
                complaints.append(f"{entrant.name} is for a person at a terminal; here bots play alone")
        except BotError as error:
            complaints.append(str(error))
    for board in config.boards:
        try:
            library.board(found_from(folder, board))
        except ValueError as error:
            complaints.append(str(error))
    for words in config.dictionaries:
        try:
            library.dictionary(None if words == ENGLISH else found_from(folder, words)).sha256  # noqa: B018
        except ValueError as error:
            complaints.append(str(error))
    return complaints


def check_bots(seats: Seating, config: Config, workers: Workers) -> list[str]:
    """Test each bot once, on the first board; return what is wrong, for each that cannot play.

    Where there are few bots the other workers make the same tests at the same time. Nobody waits for those: they
    are for the bots to be loaded everywhere when the first game begins. When a worker dies, what it took with it
    is tested again, one bot at a time, so that one that kills its worker is not taken for the others.
    """
    # Two entrants of one bot need one test.
    first_of = {entrant.bot: number for number, entrant in reversed(list(enumerate(config.bots)))}
    numbers = sorted(first_of.values())
    test = functools.partial(seats.check, board=config.boards[0], dictionary=config.dictionaries[0])
    tests: dict[int, Future[str | None]] = {}
    with suppress(BrokenExecutor):  # what was not handed out is tested again
        tests.update((number, workers.executor().submit(test, number)) for number in numbers)
        if len(numbers) <= _FEW_BOTS:
            for number in numbers * (workers.capacity() - 1):
                workers.executor().submit(test, number)
    complaints: dict[int, str | None] = {}
    for number, answer in tests.items():
        with suppress(BrokenExecutor, CancelledError):
            complaints[number] = answer.result()
    untested = [number for number in numbers if number not in complaints]
    if untested:
        workers.renew()
    for number in untested:
        try:
            complaints[number] = workers.executor().submit(test, number).result()
        except (BrokenExecutor, CancelledError):
            complaints[number] = f"{config.bots[number].name}: the worker died in its test game, twice"
            workers.renew()
    return [complaint for number in numbers if (complaint := complaints[number])]


def name_bots(record: bytes, bots: list[str]) -> bytes:
    """Write the bots of a record as they were typed: the paths they were found at are one machine's own."""
    first, end, rest = record.partition(b"\n")
    header = json.loads(first)
    for seat, bot in zip(header["seats"], bots, strict=True):
        seat["bot"] = bot
    assert end
    return line_bytes(header) + rest


def short_bag(alphabet: str, size: int) -> dict[PieceId, int]:
    """Return a bag of so many pieces, as mixed as can be: enough for a game of a few turns."""
    left = pieces_of(alphabet).tiles()
    bag: Counter[PieceId] = Counter()
    while bag.total() < size:
        for piece in sorted(left, key=lambda piece: -left[piece]):
            if bag.total() < size:
                bag[piece] += 1
    return dict(bag)


@functools.cache
def _launcher(thread: int) -> Launcher:
    """Return this thread's launcher; its bots end with the process, whatever way that ends."""
    return Launcher()


@functools.cache
def _folder(thread: int, scratch: str) -> "tempfile.TemporaryDirectory[str]":
    """Return this thread's folder in the scratch folder; on another machine that is not there, and the usual
    place will do. It goes with the scratch folder, or when the process ends."""
    return tempfile.TemporaryDirectory(dir=scratch if Path(scratch).is_dir() else None)


def _complaint(entrant: Entrant, result: MatchResult, answers: int) -> str | None:
    """Say why a bot cannot play, by its test game; one that answered can, whatever came of it later."""
    if answers:
        return None
    faulty = next((seat for seat in result.seats if seat.verdict.is_fault), None)
    if faulty is None:
        return f"{entrant.name}: did not answer once in time in its test game"
    tail = f"\n{faulty.log_tail.rstrip()}" if faulty.log_tail.strip() else ""
    detail = f" ({faulty.detail})" if faulty.detail else ""
    return f"{entrant.name}: {faulty.verdict.value}{detail} in its test game{tail}"


def _game_result(spec: GameSpec, result: MatchResult, tally: Tally, record: bytes) -> GameResult:
    players = range(1, len(spec.seats) + 1)
    return GameResult(
        spec=spec,
        scores=tuple(seat.score for seat in result.seats),
        winners=result.winners,
        verdicts=tuple(seat.verdict for seat in result.seats),
        turns=result.turns,
        timeouts=tuple(tally.timeouts[player] for player in players),
        refused=tuple(tally.refused[player] for player in players),
        details=tuple(
            "\n".join(part for part in (seat.detail, seat.log_tail.strip()) if part)
            if seat.verdict is not Verdict.FINISHED
            else ""
            for seat in result.seats
        ),
        times=tuple(seat.move_seconds for seat in result.seats),
        packed=pack(record),
    )
