"""A summary as Markdown for people, and its games as CSV for spreadsheets."""

import csv
import io
import math
from collections.abc import Iterable, Sequence

from referee.tournament.games import GameResult
from referee.tournament.show import (
    around,
    bracket_lines,
    duration,
    faults,
    notes,
    plus_minus,
    special_column,
)
from referee.tournament.summary import Summary, percent

CSV_COLUMNS = (
    "game", "round", "seed", "board", "dictionary", "turns", "seat", "bot", "score", "won", "verdict",
    "timeouts", "refused", "seconds",
)  # fmt: skip


def markdown(summary: Summary) -> str:
    """Return the report: what it shows, the table, who against whom."""
    setting = summary.config.setting
    lines = [f"# {_plain(summary.config.name)}", ""]
    lines.append(
        f"{setting.format.value}, {summary.games} games in {summary.pairs} pairs, seed {setting.seed}, "
        f"on {', '.join(map(_plain, summary.config.boards))}"
    )
    lines += ["", *(f"- {_plain(note)}" for note in notes(summary)), "", *_standings(summary)]
    if len(summary.standings) > 2:
        lines += ["", "## Who against whom", "", *_cross(summary)]
    if summary.ties:
        lines += ["", "## Bracket", "", *(f"- {_plain(line)}" for line in bracket_lines(summary))]
    return "\n".join(lines) + "\n"


def _standings(summary: Summary) -> list[str]:
    special = special_column(summary)
    heads = ["", "bot", *([special[0]] if special else []), "Elo", "share of points", "won-drawn-lost"]
    heads += ["pairs", "score", "spread", "move (median, 99%)", "faults"]
    rows = []
    for place, line in enumerate(summary.standings):
        clock = line.clock
        rows.append(
            [
                str(place + 1),
                _plain(line.name),
                *([special[1][place]] if special else []),
                plus_minus(line.elo, line.error),
                percent(line.share),
                f"{line.won}-{line.drawn}-{line.lost}",
                f"{line.pairs_won}-{line.pairs_drawn}-{line.pairs_lost}",
                around(line.score),
                "–" if math.isnan(line.spread) else f"{line.spread:.1f}",
                f"{duration(clock.median)}, {duration(clock.p99)}" if clock else "–",
                faults(line),
            ]
        )
    return _table(heads, rows, left=(1, len(heads) - 1))


def _cross(summary: Summary) -> list[str]:
    names = [entrant.name for entrant in summary.config.bots]
    order = [line.bot for line in summary.standings]
    rows = []
    for one in order:
        met = [summary.meetings.get((one, other)) for other in order]
        rows.append([_plain(names[one]), *(percent(meeting.share) if meeting else "" for meeting in met)])
    return _table(["against", *(_plain(names[bot]) for bot in order)], rows, left=(0,))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int]) -> list[str]:
    rule = [":--" if column in left else "--:" for column in range(len(heads))]
    return ["| " + " | ".join(cells) + " |" for cells in (heads, rule, *rows)]


def _plain(text: str) -> str:
    """Write a name so that Markdown takes none of it for its own marks."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in text)


def games_csv(summary: Summary, games: Iterable[GameResult]) -> str:
    """Return a line for each seat of each game."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for game in games:
        spec = game.spec
        for seat, bot in enumerate(spec.seats):
            writer.writerow(
                [
                    spec.key, spec.round, spec.seed, spec.board, spec.dictionary, game.turns, seat + 1,
                    summary.config.bots[bot].name, game.scores[seat], game.share(seat),
                    game.verdicts[seat].value, game.timeouts[seat], game.refused[seat],
                    f"{sum(game.times[seat]):.3f}" if game.times else "",
                ]
            )  # fmt: skip
    return text.getvalue()
