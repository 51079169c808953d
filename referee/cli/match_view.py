"""What `referee play` prints: each turn as it comes, every message with `--debug`, and the summary at the end."""

import dataclasses
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.events import Dealt, Ended, Event, Played
from referee.evidence import printable
from referee.game import Game
from referee.match_options import MatchOptions, MatchResult, SeatResult
from referee.telling import end_text, event_text, hand_text
from referee.watch import Opened, Watcher
from scrabble_util.drawing import Style, draw_board
from scrabble_util.handshake import Hello, Ready, Setup, Words
from scrabble_util.messages import ClientMessage, ServerMessage

Print = Callable[[str], None]

_TAIL_LINES = 12


class BestMove(Watcher):
    """Remembers the play that made the most points."""

    def __init__(self) -> None:
        """Wait for the first one."""
        self.play: Played | None = None

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        """Compare."""
        if isinstance(event, Played) and (self.play is None or event.points > self.play.points):
            self.play = event


class Doorman(Watcher):
    """Tells people who want to join from outside where to go."""

    def __init__(self, options: MatchOptions, print_: Print) -> None:
        """Print with `print_`."""
        self._options = options
        self._print = print_

    def opened(self, opened: Opened) -> None:
        """Print the address and the tokens."""
        for player, token in opened.tokens.items():
            name = self._options.seats[player - 1].name
            limit = self._options.limits.setup_seconds
            self._print(
                f"seat {player} ({name}) waits {limit:g} s for a player: "
                f"host {opened.host}  port {opened.port}  token {token}"
            )


class Drawing(Watcher):
    """Draws the board after each turn, with everybody's hand and points below."""

    def __init__(self, options: MatchOptions, style: Style, print_: Print) -> None:
        """Print with `print_`."""
        self._names = [seat.name for seat in options.seats]
        self._width = max(map(len, self._names))
        self._style = style
        self._print = print_

    def happened(self, event: Event, game: Game, seconds: float) -> None:
        """Print what happened and how the game stands."""
        pieces = game.setup.pieces
        text = event_text(event, lambda player: self._names[player - 1], pieces)
        if isinstance(event, Ended):
            self._print(text)
            return
        took = "" if isinstance(event, Dealt) else f"  [{seconds:.2f} s]"
        fresh = [coord for coord, _ in event.moves] if isinstance(event, Played) else []
        lines = [f"turn {event.turn}: {text}{took}", ""]
        if isinstance(event, Dealt | Played):
            lines += [draw_board(game.setup.board, game.laid, fresh=fresh, style=self._style), ""]
        for player, name in enumerate(self._names, start=1):
            left = "" if player in game.players_in else "  (left)"
            hand = hand_text(game.hand(player), pieces)
            mark = ">" if player == game.to_move else " "
            lines.append(f"{mark} {name:<{self._width}}  {game.score(player):>5}  {hand}{left}")
        self._print("\n".join([*lines, f"  {'bag':<{self._width}}  {game.bag_count:>5}", ""]))


class Messages(Watcher):
    """Prints every message between each player and the referee, with the seconds since the start."""

    wants_messages = True

    def __init__(
        self, options: MatchOptions, print_: Print, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Print with `print_`."""
        self._names = [seat.name for seat in options.seats]
        self._print = print_
        self._clock = clock
        self._began = clock()

    def heard(self, player: int, turn: int, message: ServerMessage | Hello | Ready) -> None:
        """Print what a player said."""
        self._line(f"{self._names[player - 1]} -> referee", f"turn {turn}", message)

    def sent(self, player: int, message: ClientMessage) -> None:
        """Print what a player was told."""
        standing = f"turn {message.turn}, next {message.next_player}, bag {message.bag}"
        self._line(f"referee -> {self._names[player - 1]}", standing, message)

    def _line(self, way: str, standing: str, message: object) -> None:
        self._print(f"{self._clock() - self._began:9.3f}  {way}  [{standing}]  {message_text(message)}")


def message_text(message: object) -> str:
    """Return a message as it would be written in a bot, without what stands in every message."""
    match message:
        case Hello():
            return f"Hello(version={message.version})"
        case Setup():
            hand = list(message.hand)
            return f"Setup(player_number={message.player_number}, hand={hand}, timeout={message.timeout}, …)"
        case Words():
            return f"Words({len(message.text):,} characters)"
    return _written(message)


def _written(value: object) -> str:
    """Return a value as one types it: named tuples as plain ones, which is how a bot may write them."""
    if dataclasses.is_dataclass(value):
        standing = ("turn", "next_player", "bag") if isinstance(value, ClientMessage) else ()
        names = [field.name for field in dataclasses.fields(value) if field.name not in standing]
        return f"{type(value).__name__}({', '.join(f'{n}={_written(getattr(value, n))}' for n in names)})"
    if isinstance(value, tuple):
        inside = ", ".join(map(_written, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    return repr(value)


def print_summary(
    console: Console, result: MatchResult, best: Played | None, style: Style, replay: str | None
) -> None:
    """Print the table, the best move, the faults with their logs, the seed and how to see the game again."""
    names = {seat.player: seat.name for seat in result.seats}
    console.print(_table(result, style))
    console.print(Text(f"{_turns(result.turns)}; {end_text(result.game, names.__getitem__)}"))
    if best is not None:
        word = best.words[0].text if best.words else "?"
        console.print(
            Text(f"best move: {word} by {names[best.player]} in turn {best.turn}, {best.points} points")
        )
    for seat in result.seats:
        if seat.verdict.is_fault:
            for line in fault_lines(seat):
                console.print(Text(line), soft_wrap=True)
        if seat.timeouts:
            console.print(Text(f"{seat.name} ran out of time in {_turns(seat.timeouts)}"))
    for note in result.notes:
        console.print(Text(note), soft_wrap=True)
    console.print(Text(f"seed {result.seed}"))
    if replay is not None:
        console.print(Text(f"record {result.record}\nsee it again: {replay}"), soft_wrap=True)


def fault_lines(seat: SeatResult) -> list[str]:
    """Return what a bot did wrong: the verdict, the end of its log, and where the whole log is."""
    detail = f": {seat.detail}" if seat.detail else ""
    lines = [f"{seat.name} {seat.verdict.value}{detail}"]
    tail = seat.log_tail.rstrip().splitlines()[-_TAIL_LINES:]
    lines += [f"  | {printable(line)}" for line in tail]
    if seat.log is not None:
        lines.append(f"  its whole log: {seat.log}")
    return lines


def _table(result: MatchResult, style: Style) -> Table:
    table = Table(box=box.ASCII if style is Style.ASCII else box.SIMPLE_HEAD, highlight=False)
    table.add_column("")
    table.add_column("player")
    table.add_column("points", justify="right")
    table.add_column("verdict")
    table.add_column("turns", justify="right")
    table.add_column("time a move", justify="right")
    for seat in sorted(result.seats, key=lambda seat: (seat.verdict.leaves, -seat.score)):
        table.add_row(
            "*" if seat.player in result.winners else "",
            Text(f"{seat.player} {seat.name}"),
            str(seat.score),
            seat.verdict.value,
            str(len(seat.move_seconds)),
            _milliseconds(seat.move_seconds),
        )
    return table


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _milliseconds(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.1f} ms" if seconds else "-"


def facts(result: MatchResult, best: Played | None) -> dict[str, object]:
    """Return a result as the document of `--json`."""
    return {
        "seed": result.seed,
        "turns": result.turns,
        "scores": {str(player): score for player, score in result.scores.items()},
        "winners": list(result.winners),
        "verdicts": {str(player): verdict.value for player, verdict in result.verdicts.items()},
        "record": _path(result.record),
        "end": result.game.end.value,
        "clean": result.clean,
        "players": {
            str(seat.player): {
                "name": seat.name,
                "bot": seat.bot,
                "detail": seat.detail,
                "timeouts": seat.timeouts,
                "log": _path(seat.log),
                "log_tail": seat.log_tail,
                "move_ms": [round(took * 1000, 3) for took in seat.move_seconds],
            }
            for seat in result.seats
        },
        "best": None if best is None else _best_facts(best),
        "notes": list(result.notes),
    }


def _best_facts(best: Played) -> dict[str, object]:
    return {
        "turn": best.turn,
        "player": best.player,
        "points": best.points,
        "words": [word.text for word in best.words],
    }


def _path(path: Path | None) -> str | None:
    return None if path is None else str(path)
