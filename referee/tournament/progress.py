"""Shows a run while it goes: a display that changes in place on a terminal, plain lines elsewhere.

Both write to standard error: standard output is for what comes of the tournament. A display costs little
however many games there are: the more a look at the table costs, the more seldom it is taken.
"""

import time
from collections import deque
from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from referee.tournament import sprt
from referee.tournament.games import GameResult
from referee.tournament.runner import Moment
from referee.tournament.show import duration, plus_minus, standings_table
from referee.tournament.store import VoidGame
from referee.tournament.summary import Summary, summarise

_LAST = 6
"""How many verdicts are shown."""
_SHARE_OF_TIME = 0.02
"""What part of the time may go into drawing."""


class Silent:
    """Shows nothing."""

    def began(self, moment: Moment) -> None:
        """Say nothing."""

    def finished(self, result: GameResult, moment: Moment) -> None:
        """Say nothing."""

    def void(self, game: VoidGame, moment: Moment) -> None:
        """Say nothing."""

    def ticked(self, moment: Moment) -> None:
        """Say nothing."""


class Pace:
    """Says when the next look is due: not sooner than `least` seconds, and seldom where a look is dear."""

    def __init__(self, least: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._least = least
        self._clock = clock
        self._due = clock()

    def due(self) -> bool:
        """Whether it is time for a look."""
        return self._clock() >= self._due

    def looked(self, since: float) -> None:
        """Say that a look was taken that began at `since`."""
        now = self._clock()
        self._due = now + max(self._least, (now - since) / _SHARE_OF_TIME)

    def now(self) -> float:
        """Return the time."""
        return self._clock()


class PlainLines:
    """A line now and then: for logs, CI, and terminals that cannot redraw."""

    def __init__(self, write: Callable[[str], None], every: float = 5.0) -> None:
        self._write = write
        self._pace = Pace(every)

    def began(self, moment: Moment) -> None:
        """Say what is to come."""
        done = len(moment.played.games)
        resumed = f", {done} of them played before" if done else ""
        self._write(f"{moment.config.name}: {moment.foreseen} games{resumed}")

    def finished(self, result: GameResult, moment: Moment) -> None:
        """Tell of faults at once, of the rest when it is time."""
        for line in fault_lines(result, moment):
            self._write(line)
        self.ticked(moment)

    def void(self, game: VoidGame, moment: Moment) -> None:
        """Tell of a game that is played again."""
        self._write(
            f"void: game {game.key} failed for the referee's own reasons ({game.reason}); played again"
        )

    def ticked(self, moment: Moment) -> None:
        """Write a line when it is time."""
        if not self._pace.due() or not moment.fresh:
            return
        start = self._pace.now()
        summary = summarise(moment.config, moment.played, moment.voids)
        table = "; ".join(f"{line.name} {plus_minus(line.elo, line.error)}" for line in summary.standings[:4])
        self._write(f"{count_line(moment)}; Elo {table}")
        self._pace.looked(start)


class Display:
    """The display on a terminal; use it in a `with`."""

    def __init__(self, console: Console) -> None:
        self._pace = Pace(0.5)
        self._last: deque[str] = deque(maxlen=_LAST)
        self._summary: Summary | None = None
        self._live = Live(console=console, auto_refresh=False, transient=True)

    def __enter__(self) -> "Display":
        self._live.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.__exit__(None, None, None)

    def began(self, moment: Moment) -> None:
        """Draw for the first time."""
        self.ticked(moment)

    def finished(self, result: GameResult, moment: Moment) -> None:
        """Remember what is worth telling, and draw when it is time."""
        self._last.extend(fault_lines(result, moment))
        self.ticked(moment)

    def void(self, game: VoidGame, moment: Moment) -> None:
        """Remember a game that is played again."""
        self._last.append(f"void: {game.key}: {game.reason}; played again")
        self.ticked(moment)

    def ticked(self, moment: Moment) -> None:
        """Draw when it is time."""
        if not self._pace.due():
            return
        start = self._pace.now()
        summary = summarise(moment.config, moment.played, moment.voids)
        self._live.update(screen(moment, summary, list(self._last)), refresh=True)
        self._pace.looked(start)


def screen(moment: Moment, summary: Summary, last: list[str]) -> RenderableType:
    """Lay out the display: how far, the table, the test, the last verdicts."""
    head = Table.grid(padding=(0, 2))
    done = len(moment.played.games)
    bar = ProgressBar(total=max(moment.foreseen, 1), completed=done, width=30)
    head.add_row(Text(moment.config.name, style="bold"), bar, Text(count_line(moment)))
    parts: list[RenderableType] = [head, Text(), standings_table(summary, details=False)]
    if moment.test is not None:
        names = [entrant.name for entrant in moment.config.bots]
        parts += [Text(), Text(sprt.sentence(moment.test, names[0], names[1]))]
    if last:
        parts += [Text(), Text("last verdicts", style="bold"), *(Text(line, style="yellow") for line in last)]
    return Group(*parts)


def count_line(moment: Moment) -> str:
    """Say how far the run is: games done and to come, the rate, the time left."""
    done = len(moment.played.games)
    line = f"{done} of {moment.foreseen} games"
    if moment.fresh and moment.seconds > 0:
        rate = moment.fresh / moment.seconds
        left = (moment.foreseen - done) / rate
        line += f", {rate:.1f} a second, " + (f"{duration(left)} left" if done < moment.foreseen else "done")
    return line


def fault_lines(result: GameResult, moment: Moment) -> list[str]:
    """Say who left a game before its end, and why."""
    return [
        f"{moment.config.bots[bot].name} {verdict.value} in game {result.spec.key}"
        + (f": {detail.splitlines()[0]}" if detail else "")
        for bot, verdict, detail in zip(
            result.spec.seats, result.verdicts, result.details or ("",) * len(result.verdicts), strict=True
        )
        if verdict.leaves
    ]
