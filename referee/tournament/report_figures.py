"""The figures of the page, as SVG: error bars, histories, distributions. Colours are the style sheet's.

A figure is text: it scales, prints, can be read aloud (each has a title), and needs no script. The classes
`b0` … `b7` are the colours of the bots, in the order of the table.
"""

import html
import math
from collections.abc import Iterable, Sequence

from referee.tournament.history import Spread, Step
from referee.tournament.shares import Interval
from referee.tournament.show import duration, plus_minus, signed

WIDTH = 720
_ROW = 34
_LEFT = 150
_RIGHT = 120
_COLOURS = 8
_BINS = 36


def colour(place: int) -> str:
    """Return the class that gives the bot at this place of the table its colour."""
    return f"b{place % _COLOURS}"


def elo_bars(names: Sequence[str], elo: Sequence[float], errors: Sequence[float]) -> str:
    """Draw each bot's Elo with its error bar."""
    reach = max((abs(value) + error for value, error in zip(elo, errors, strict=True)), default=1) or 1
    axis = _Axis(-reach, reach, _LEFT, WIDTH - _RIGHT)
    marks = _grid(axis, len(names), [signed(tick) for tick in axis.ticks()])
    for row, (name, value, error) in enumerate(zip(names, elo, errors, strict=True)):
        marks += _whisker(row, colour(row), axis, value - error, value, value + error)
        marks += [_label(row, name), _value(row, plus_minus(value, error))]
    return _svg("Elo of each bot against the pool, with 95% intervals", len(names), marks)


def share_bars(names: Sequence[str], shares: Sequence[Interval], fair: float) -> str:
    """Draw shares of the points with their intervals; the upright line is the fair share."""
    axis = _Axis(0, 1, _LEFT, WIDTH - _RIGHT)
    marks = _grid(axis, len(names), [f"{100 * tick:.0f}%" for tick in axis.ticks()], middle=fair)
    for row, (name, share) in enumerate(zip(names, shares, strict=True)):
        marks += _whisker(row, colour(row), axis, share.low, share.value, share.high)
        marks += [_label(row, name), _value(row, f"{100 * share.value:.1f}%")]
    return _svg("Share of the points, with 95% intervals", len(names), marks)


def score_curves(names: Sequence[str], scores: Sequence[Sequence[int]]) -> str:
    """Draw how each bot's points a game are spread: a hill a bot, a line at the mean."""
    everything = [score for mine in scores for score in mine]
    if not everything:
        return ""
    low, high = min(everything), max(everything)
    axis = _Axis(low, max(high, low + 1), _LEFT, WIDTH - _RIGHT)
    marks = _grid(axis, len(names), [f"{tick:g}".replace("-", "−") for tick in axis.ticks()], middle=None)
    for row, (name, mine) in enumerate(zip(names, scores, strict=True)):
        marks.append(_label(row, name))
        if not mine:
            continue
        marks.append(_hill(row, axis, mine))
        mean = sum(mine) / len(mine)
        x, y = axis.at(mean), _ROW * row
        marks.append(f'<line class="mean" x1="{x:.1f}" x2="{x:.1f}" y1="{y + 6}" y2="{y + _ROW - 4}"/>')
        marks.append(_value(row, f"mean {mean:.0f}".replace("-", "−")))
    return _svg("Points a game, how often", len(names), marks)


def _hill(row: int, axis: "_Axis", scores: Sequence[int]) -> str:
    width = (axis.high - axis.low) / _BINS
    counts = [0] * _BINS
    for score in scores:
        counts[min(_BINS - 1, int((score - axis.low) / width))] += 1
    base, tallest = _ROW * (row + 1) - 4, max(counts)
    points = [f"{axis.at(axis.low):.1f},{base}"]
    for number, count in enumerate(counts):
        top = base - (_ROW - 10) * count / tallest
        left, right = axis.at(axis.low + number * width), axis.at(axis.low + (number + 1) * width)
        points += [f"{left:.1f},{top:.1f}", f"{right:.1f},{top:.1f}"]
    points.append(f"{axis.at(axis.high):.1f},{base}")
    return f'<polygon class="hill {colour(row)}" points="{" ".join(points)}"/>'


def clock_bars(names: Sequence[str], clocks: Sequence[Spread | None]) -> str:
    """Draw the time a move took, on a scale of powers of ten: the middle half thick, the median a dot."""
    known = [clock for clock in clocks if clock is not None]
    if not known:
        return ""
    shortest = max(min(clock.low for clock in known), 1e-6)
    longest = max(clock.high for clock in known)
    low, high = math.floor(math.log10(shortest)), math.ceil(math.log10(max(longest, 2 * shortest)))
    axis = _Axis(low, max(high, low + 1), _LEFT, WIDTH - _RIGHT, whole=True)
    marks = _grid(axis, len(names), [duration(10.0**tick) for tick in axis.ticks()], middle=None)
    for row, (name, clock) in enumerate(zip(names, clocks, strict=True)):
        marks.append(_label(row, name))
        if clock is None:
            continue
        five = (clock.low, clock.quarter, clock.median, clock.three_quarters, clock.high)
        at = [axis.at(math.log10(max(value, shortest))) for value in five]
        y, kind = _ROW * row + _ROW / 2, colour(row)
        marks.append(f'<line class="bar {kind}" x1="{at[0]:.1f}" x2="{at[4]:.1f}" y1="{y}" y2="{y}"/>')
        marks.append(f'<line class="thick {kind}" x1="{at[1]:.1f}" x2="{at[3]:.1f}" y1="{y}" y2="{y}"/>')
        marks.append(f'<circle class="dot {kind}" cx="{at[2]:.1f}" cy="{y}" r="5"/>')
        marks.append(_value(row, f"{duration(clock.median)}, {duration(clock.high)}"))
    return _svg("Time a move took: median and 99th percentile at the right", len(names), marks)


def history_lines(names: Sequence[str], order: Sequence[int], steps: Sequence[Step]) -> str:
    """Draw Elo against games played, with bands as wide as the error bars."""
    if len(steps) < 2:
        return ""
    height, top, bottom, left, right = 300, 12, 34, 56, WIDTH - _RIGHT - 20
    games = _Axis(0, steps[-1].games, left, right)
    settled = steps[len(steps) // 6 :]
    reach = max(abs(step.elo[bot]) + step.error[bot] for step in settled for bot in order)
    elo = _Axis(-reach, reach, height - bottom, top)
    marks = [f'<clipPath id="plot"><rect x="{left}" y="{top}" width="{right - left}" '
             f'height="{height - top - bottom}"/></clipPath>']  # fmt: skip
    for tick in elo.ticks():
        kind = "zero" if tick == 0 else "grid"
        marks.append(
            f'<line class="{kind}" x1="{left}" x2="{right}" y1="{elo.at(tick):.1f}" y2="{elo.at(tick):.1f}"/>'
        )
        marks.append(
            f'<text class="tick end" x="{left - 8}" y="{elo.at(tick) + 4:.1f}">{signed(tick)}</text>'
        )
    for tick in games.ticks():
        marks.append(f'<text class="tick" x="{games.at(tick):.1f}" y="{height - 12}">{tick:g}</text>')
    marks.append(f'<text class="tick end" x="{right + 44}" y="{height - 12}">games</text>')
    curves = []
    for place, bot in enumerate(order):
        upper = [f"{games.at(s.games):.1f},{elo.at(s.elo[bot] + s.error[bot]):.1f}" for s in steps]
        lower = [f"{games.at(s.games):.1f},{elo.at(s.elo[bot] - s.error[bot]):.1f}" for s in reversed(steps)]
        line = [f"{games.at(s.games):.1f},{elo.at(s.elo[bot]):.1f}" for s in steps]
        curves.append(f'<polygon class="band {colour(place)}" points="{" ".join(upper + lower)}"/>')
        curves.append(f'<polyline class="line {colour(place)}" points="{" ".join(line)}"/>')
    marks.append(f'<g clip-path="url(#plot)">{"".join(curves)}</g>')
    marks += _end_labels(names, order, steps[-1], elo, right)
    return _svg("Elo against games played, with 95% bands", 0, marks, height=height)


def _end_labels(
    names: Sequence[str], order: Sequence[int], last: Step, elo: "_Axis", right: float
) -> list[str]:
    """Name each curve at its end, pushed apart where they would overlap."""
    marks = []
    free = -math.inf
    for place, bot in sorted(enumerate(order), key=lambda item: elo.at(last.elo[item[1]])):
        y = max(elo.at(last.elo[bot]) + 4, free)
        free = y + 15
        marks.append(
            f'<text class="name {colour(place)}" x="{right + 6}" y="{y:.1f}">{_short(names[place], 16)}</text>'
        )
    return marks


class _Axis:
    """A scale: values from `low` to `high` lie between two places of the figure."""

    def __init__(self, low: float, high: float, start: float, end: float, whole: bool = False) -> None:
        self.low, self.high, self.start, self.end = low, high, start, end
        self._whole = whole

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round numbers along the scale, about five of them."""
        span = self.high - self.low
        step = 10 ** math.floor(math.log10(span / 4))
        step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 6)
        step = max(step, 1.0) if self._whole else step
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [number * step + 0.0 for number in range(first, last + 1)]


def _grid(axis: _Axis, rows: int, labels: Sequence[str], middle: float | None = 0.0) -> list[str]:
    """Draw the upright lines with their numbers below, and a stronger one in the middle."""
    bottom = _ROW * rows
    marks = []
    for tick, text in zip(axis.ticks(), labels, strict=True):
        x = axis.at(tick)
        marks.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{bottom}"/>')
        marks.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 18}">{text}</text>')
    if middle is not None:
        x = axis.at(middle)
        marks.append(f'<line class="zero" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{bottom}"/>')
    return marks


def _whisker(row: int, kind: str, axis: _Axis, low: float, value: float, high: float) -> list[str]:
    y = _ROW * row + _ROW / 2
    left, middle, right = axis.at(low), axis.at(value), axis.at(high)
    return [
        f'<line class="bar {kind}" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>',
        *(
            f'<line class="bar {kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 5}" y2="{y + 5}"/>'
            for x in (left, right)
        ),
        f'<circle class="dot {kind}" cx="{middle:.1f}" cy="{y}" r="5"/>',
    ]


def _label(row: int, name: str) -> str:
    return f'<text class="name" x="0" y="{_ROW * row + _ROW / 2 + 5}">{_short(name, 19)}</text>'


def _value(row: int, text: str) -> str:
    y = _ROW * row + _ROW / 2 + 5
    return f'<text class="value end" x="{WIDTH}" y="{y}">{html.escape(text)}</text>'


def _short(name: str, most: int) -> str:
    return html.escape(name if len(name) <= most else name[: most - 1] + "…")


def _svg(title: str, rows: int, marks: Iterable[str], height: int | None = None) -> str:
    tall = height or _ROW * rows + 26
    return (
        f'<svg viewBox="0 0 {WIDTH} {tall}" role="img" aria-label="{html.escape(title)}">'
        f"<title>{html.escape(title)}</title>{''.join(marks)}</svg>"
    )
