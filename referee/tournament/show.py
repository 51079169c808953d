"""A summary as text for people: tables for the terminal (rich), one figure written one way everywhere.

The live display, the final word of `referee tournament` and `referee report` all draw from here.
"""

import math

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.tournament.setting import Format
from referee.tournament.shares import Interval
from referee.tournament.summary import FEWEST_PAIRS, Standing, Summary, percent, verdict_sentence

_ANY_WIDTH = 10_000
"""Columns of a terminal on which any table has room: to find how wide it wants to be."""


def signed(value: float, digits: int = 0) -> str:
    """Write a number with its sign, with a true minus; nothing for what is not known."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text[1:] if float(f"{value:.{digits}f}") == 0 else text


def plus_minus(value: float, error: float) -> str:
    """Write an Elo with its error bar."""
    return f"{signed(value)} ±{error:.0f}" if math.isfinite(error) else signed(value)


def around(mean: Interval, digits: int = 1) -> str:
    """Write a mean with half the width of its interval."""
    if math.isnan(mean.value):
        return "–"
    half = (mean.high - mean.low) / 2
    value = f"{mean.value:.{digits}f}".replace("-", "−")
    return value + (f" ±{half:.{digits}f}" if math.isfinite(half) else "")


def duration(seconds: float) -> str:
    """Write a time for people: 0.8 ms, 12 ms, 3.2 s, 4:05, 2:10:00."""
    if seconds < 0.0995:
        return f"{1000 * seconds:.2g} ms" if seconds < 0.00995 else f"{1000 * seconds:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def games(count: int) -> str:
    """Write a number of games."""
    return f"{count} game" if count == 1 else f"{count} games"


def faults(line: Standing) -> str:
    """Write a bot's faults: what it left for, turns lost to the clock, refused plays."""
    parts = [
        f"{verdict.value} {count}" for verdict, count in sorted(line.faults.items(), key=lambda f: -f[1])
    ]
    parts += [f"timed out {line.timeouts}"] if line.timeouts else []
    parts += [f"refused {line.refused}"] if line.refused else []
    return ", ".join(parts) or "none"


def special_column(summary: Summary) -> tuple[str, list[str]] | None:
    """Return the heading and the cells of the column that only this form of tournament has."""
    form = summary.config.setting.format
    if form is Format.SWISS:
        return "points (Buchholz)", [
            f"{line.tournament_points:g} ({line.buchholz:g})" for line in summary.standings
        ]
    if form is Format.KNOCKOUT:
        last = max((tie.round for tie in summary.ties), default=0)
        return "reached", [
            "winner" if (line.round_reached or 1) > last else f"round {line.round_reached}"
            for line in summary.standings
        ]
    return None


def standings_table(summary: Summary, results: bool = True, details: bool = True) -> Table:
    """Draw the table: who stands where, and the details that are not for a display that changes."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    special = special_column(summary) if results else None
    table.add_column("", justify="right")
    table.add_column("bot", style="bold", no_wrap=True)
    if special:
        table.add_column(special[0], justify="right")
    if results:
        for heading in ("Elo", "share of points", "won-drawn-lost", "pairs"):
            table.add_column(heading, justify="right", no_wrap=True)
    if details:
        for heading in ("score", "spread", "move (median, 99%)"):
            table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("faults")
    for place, line in enumerate(summary.standings, start=1):
        # A name is a Text: in plain strings rich takes brackets for its own markup.
        cells: list[RenderableType] = [str(place), Text(line.name)]
        cells += [special[1][place - 1]] if special else []
        if results:
            cells += [
                plus_minus(line.elo, line.error),
                percent(line.share),
                f"{line.won}-{line.drawn}-{line.lost}",
                f"{line.pairs_won}-{line.pairs_drawn}-{line.pairs_lost}",
            ]
        if details:
            clock = line.clock
            cells += [
                around(line.score),
                "–" if math.isnan(line.spread) else f"{line.spread:.1f}",
                f"{duration(clock.median)}, {duration(clock.p99)}" if clock else "–",
                faults(line),
            ]
        table.add_row(*cells)
    return table


def cross_table(summary: Summary) -> Table:
    """Draw who did how against whom: the row's share against the column."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("against")
    order = [line.bot for line in summary.standings]
    names = [entrant.name for entrant in summary.config.bots]
    for bot in order:
        table.add_column(Text(names[bot]), justify="right", no_wrap=True)
    for one in order:
        cells = [_cell(summary, one, other) for other in order]
        table.add_row(Text(names[one]), *cells)
    return table


def _cell(summary: Summary, one: int, other: int) -> str:
    meeting = summary.meetings.get((one, other))
    if meeting is None:
        return "" if one != other else "·"
    half = 100 * (meeting.share.high - meeting.share.low) / 2
    return f"{100 * meeting.share.value:.0f}% ±{half:.0f}"


def bracket_lines(summary: Summary) -> list[str]:
    """Write the bracket of a knockout, a line a tie."""
    names = [entrant.name for entrant in summary.config.bots]
    lines = []
    for tie in summary.ties:
        if tie.second is None:
            lines.append(f"round {tie.round}: {names[tie.first]} goes on")
            continue
        score = f"{tie.score:g}–{2 * len(tie.pairs) - tie.score:g}"
        winner = f"{names[tie.winner]} wins" if tie.winner is not None else "being played"
        lines.append(f"round {tie.round}: {names[tie.first]} {score} {names[tie.second]}, {winner}")
    return lines


def seat_sentence(summary: Summary) -> str:
    """Say what the first seat is worth."""
    share, fair = summary.first_seat, summary.fair_share
    clear = not share.low <= fair <= share.high and summary.pairs >= FEWEST_PAIRS
    worth = "the first seat matters" if clear else "no advantage of the first seat is shown"
    return (
        f"{worth}: it took {percent(share)} of the points, {around(summary.first_seat_margin)} points ahead"
    )


def notes(summary: Summary) -> list[str]:
    """Say what one should know besides the table."""
    said = [verdict_sentence(summary)]
    if summary.pairs:
        said.append(seat_sentence(summary))
    if summary.waiting:
        why = "the test was decided before them" if summary.complete else "their pairs are not complete"
        said.append(f"{games(summary.waiting)} stored but not counted: {why}")
    if summary.voids:
        said.append(
            f"{games(summary.voids)} failed for the referee's own reasons, kept apart and played again"
        )
    return said


def final_word(summary: Summary, width: int) -> RenderableType:
    """Draw everything a person wants to see at the end; where it is too narrow for one table, in two."""
    whole = standings_table(summary)
    parts: list[RenderableType] = [whole]
    if Console(width=_ANY_WIDTH).measure(whole).maximum > width:
        parts = [standings_table(summary, details=False), Text(), standings_table(summary, results=False)]
    if len(summary.standings) > 2:
        parts += [Text(), cross_table(summary)]
    if summary.ties:
        parts += [Text(), *map(Text, bracket_lines(summary))]
    parts += [Text(), *map(Text, notes(summary))]
    return Group(*parts)
