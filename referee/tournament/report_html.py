"""A tournament as one page of HTML: tables, figures and a replay of every game, with nothing to load from anywhere.

What the figures show is computed by `summary.py` and `history.py`, how they are drawn is `report_figures.py`'s
subject; the style and the script lie in `assets/`. A policy in the page forbids the browser any network.
"""

import html
import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from referee.tournament import report_figures as figures
from referee.tournament.games import GameResult, PairResult
from referee.tournament.history import elo_history, move_seconds, scores_of
from referee.tournament.report_replay import Replays
from referee.tournament.show import (
    around,
    bracket_lines,
    duration,
    faults,
    notes,
    plus_minus,
    seat_sentence,
    special_column,
)
from referee.tournament.summary import Meeting, Summary, percent, verdict_sentence

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(summary: Summary, pairs: Sequence[PairResult], games: Sequence[GameResult], replays: Replays) -> str:
    """Return the whole page."""
    order = [line.bot for line in summary.standings]
    parts = [
        _section("Standings", _standings(summary), "Elo is measured from the mean of the pool; ± is 95%."),
        *_figures(summary, pairs, order),
        _seats(summary),
        _faults(summary, games),
        _games(),
    ]
    title = _text(summary.config.name)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_asset('report.css')}</style>\n</head>\n<body>\n<main>\n"
        f"{_head(summary)}\n{''.join(parts)}\n"
        "<footer>Intervals hold the true value in 95 of 100 cases; they are taken between pairs, the games of "
        "which share their luck.</footer>\n</main>\n"
        f'<script type="application/json" id="data">{_data(summary, order, games, replays)}</script>\n'
        f"<script>\n{_asset('report.js')}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return files("referee.tournament").joinpath("assets", name).read_text(encoding="utf-8")


def _text(text: object) -> str:
    return html.escape(str(text))


def _sentence(note: str) -> str:
    return f"{note}."


def _head(summary: Summary) -> str:
    setting = summary.config.setting
    facts = [
        setting.format.value.replace("-", " "),
        f"{summary.games} games in {summary.pairs} pairs",
        f"seed {setting.seed}",
        f"on {', '.join(summary.config.boards)}",
    ]
    if not summary.complete:
        facts.append(f"not finished: {summary.foreseen} games are foreseen")
    known = (verdict_sentence(summary), seat_sentence(summary))
    rest = "".join(f"<li>{_text(_sentence(note))}</li>" for note in notes(summary) if note not in known)
    return (
        f"<header><h1>{_text(summary.config.name)}</h1>"
        f'<p class="facts">{_text(", ".join(facts))}</p>'
        f'<p class="lead">{_text(_sentence(verdict_sentence(summary)))}</p>'
        f'<ul class="notes">{rest}</ul></header>'
    )


def _section(title: str, body: str, about: str = "", name: str = "") -> str:
    """Return a section; nothing where there is nothing to show."""
    if not body:
        return ""
    mark = f' id="{name}"' if name else ""
    said = f"<p>{_text(about)}</p>" if about else ""
    return f"<section{mark}><h2>{_text(title)}</h2>{said}{body}</section>\n"


def _swatch(place: int) -> str:
    return f'<span class="swatch {figures.colour(place)}"></span>'


def _standings(summary: Summary) -> str:
    special = special_column(summary)
    heads = ["Elo", "share of points", "won-drawn-lost", "pairs", "score", "spread", "move: median, 99%"]
    rows = []
    for place, line in enumerate(summary.standings):
        clock = line.clock
        cells = [special[1][place]] if special else []
        cells += [
            plus_minus(line.elo, line.error),
            percent(line.share),
            f"{line.won}-{line.drawn}-{line.lost}",
            f"{line.pairs_won}-{line.pairs_drawn}-{line.pairs_lost}",
            around(line.score),
            f"{line.spread:.1f}" if line.games > 1 else "–",
            f"{duration(clock.median)}, {duration(clock.p99)}" if clock else "–",
        ]
        rows.append(
            f'<tr><td class="dim">{place + 1}</td><td class="bot">{_swatch(place)}{_text(line.name)}</td>'
            + "".join(f"<td>{_text(cell)}</td>" for cell in cells)
            + "</tr>"
        )
    head = "".join(f"<th>{_text(name)}</th>" for name in ([special[0]] if special else []) + heads)
    return (
        f'<div class="scroll"><table><thead><tr><th></th><th class="left">bot</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _figures(summary: Summary, pairs: Sequence[PairResult], order: Sequence[int]) -> list[str]:
    lines = summary.standings
    names = [line.name for line in lines]
    bots = len(lines)
    return [
        _section(
            "Elo", figures.elo_bars(names, [line.elo for line in lines], [line.error for line in lines])
        ),
        _section(
            "Share of the points",
            figures.share_bars(names, [line.share for line in lines], summary.fair_share),
            f"The upright line is a fair share, {100 * summary.fair_share:.0f}%.",
        ),
        _section(
            "Who against whom", _cross(summary, order), "The row's share of the points against the column."
        ),
        _section("Bracket", _bracket(summary)),
        _section(
            "Elo against games played",
            figures.history_lines(names, order, elo_history(bots, pairs)),
        ),
        _section("Points a game", figures.score_curves(names, [scores_of(bot, pairs) for bot in order])),
        _section(
            "Time a move",
            figures.clock_bars(names, [move_seconds(bot, pairs) for bot in order]),
            "From the 5th to the 99th percentile, the middle half thick, the median a dot.",
        ),
    ]


def _cross(summary: Summary, order: Sequence[int]) -> str:
    if not summary.meetings:
        return ""
    names = [entrant.name for entrant in summary.config.bots]
    head = "".join(f"<th>{_text(names[bot])}</th>" for bot in order)
    rows = []
    for place, one in enumerate(order):
        cells = "".join(_cross_cell(summary.meetings.get((one, other))) for other in order)
        rows.append(f'<tr><th class="bot">{_swatch(place)}{_text(names[one])}</th>{cells}</tr>')
    return (
        f'<div class="scroll"><table class="cross"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cross_cell(meeting: Meeting | None) -> str:
    if meeting is None:
        return '<td class="dim">·</td>'
    lean = 2 * meeting.share.value - 1
    tone = "var(--good)" if lean > 0 else "var(--bad)"
    half = 50 * (meeting.share.high - meeting.share.low)
    return (
        f'<td style="--tone: {tone}; --much: {abs(lean):.2f}">{100 * meeting.share.value:.0f}% ±{half:.0f}'
        f"<small>{meeting.won}-{meeting.drawn}-{meeting.lost}, {around(meeting.margin, 0)} points</small></td>"
    )


def _bracket(summary: Summary) -> str:
    lines = "".join(f"<li>{_text(line)}</li>" for line in bracket_lines(summary))
    return f"<ul>{lines}</ul>" if lines else ""


def _seats(summary: Summary) -> str:
    if not summary.pairs:
        return ""
    figure = figures.share_bars(["first seat"], [summary.first_seat], summary.fair_share)
    return _section("Seats", figure, _sentence(seat_sentence(summary)))


def _faults(summary: Summary, games: Sequence[GameResult]) -> str:
    guilty = [line for line in summary.standings if line.faults or line.timeouts or line.refused]
    if not guilty:
        return _section("Faults", "<p>No bot left a game, ran out of time, or had a move refused.</p>")
    rows = "".join(
        f'<tr><td class="bot">{_text(line.name)}</td><td class="left wrap">{_text(faults(line))}</td></tr>'
        for line in guilty
    )
    names = [entrant.name for entrant in summary.config.bots]
    left = [(game, seat) for game in games for seat, verdict in enumerate(game.verdicts) if verdict.leaves]
    details = "".join(_fault(names, game, seat) for game, seat in left[:100])
    more = f"<p>… and {len(left) - 100} more</p>" if len(left) > 100 else ""
    return _section("Faults", f"<table><tbody>{rows}</tbody></table>{details}{more}")


def _fault(names: Sequence[str], game: GameResult, seat: int) -> str:
    who = _text(names[game.spec.seats[seat]])
    link = f'<a href="#game={_text(game.spec.key)}">{_text(game.spec.key)}</a>'
    detail = game.details[seat] if game.details else ""
    first = f": {_text(detail.splitlines()[0])}" if detail else ""
    head = f"{who} {_text(game.verdicts[seat].value)} in game {link}{first}"
    return f"<details><summary>{head}</summary><pre>{_text(detail or 'no more is known')}</pre></details>"


def _games() -> str:
    """Return the list of games and the replay: both are filled by the script."""
    replay = (
        '<section id="replay" hidden><h2 id="replay-title"></h2><p id="replay-facts"></p><div class="table-top"><div>'
        '<svg id="board" role="img" aria-label="the board"></svg><div class="controls">'
        '<button type="button" id="first" title="to the beginning">«</button>'
        '<button type="button" id="back" title="back (left arrow)">‹</button>'
        '<button type="button" id="on" title="on (right arrow)">›</button>'
        '<button type="button" id="last" title="to the end">»</button>'
        '<input type="range" id="slider" min="0" value="0" aria-label="moment">'
        '<output id="where"></output><button type="button" id="play">▶ play</button></div></div>'
        '<div><table><tbody id="players"></tbody></table>'
        '<p id="said" aria-live="polite"></p><svg id="curve" viewBox="0 0 300 70" role="img" '
        'aria-label="points as the game went"></svg><p id="bag" class="dim"></p><div id="moves"></div></div>'
        "</div></section>\n"
    )
    filters = (
        '<div class="filters"><label>bot <select id="bot"><option value="">any</option></select></label>'
        '<label>against <select id="against"><option value="">any</option></select></label>'
        '<label><input type="checkbox" id="faults"> with faults only</label><span id="count" class="dim"></span></div>'
    )
    table = (
        '<div class="scroll"><table><thead><tr><th class="left">game</th><th class="left">seats, in order</th>'
        '<th class="left">board</th><th>turns</th><th>seed</th></tr></thead><tbody id="games"></tbody></table></div>'
        '<p><button type="button" id="more" hidden>show more</button></p>'
        "<noscript>The games can be looked at with scripts switched on.</noscript>"
    )
    return replay + _section("Games", filters + table, "A game opens its replay.", "games-section")


def _data(summary: Summary, order: Sequence[int], games: Iterable[GameResult], replays: Replays) -> str:
    place = {bot: number for number, bot in enumerate(order)}
    said: dict[str, Any] = {
        "bots": [entrant.name for entrant in summary.config.bots],
        "colours": [figures.colour(place[bot]) for bot in range(len(summary.config.bots))],
        "games": [_game(game) for game in games],
        "boards": replays.boards(),
        "replays": replays.games,
    }
    # Inside a script element only "<" could end it early.
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _game(game: GameResult) -> dict[str, Any]:
    spec = game.spec
    return {
        "key": spec.key,
        "seats": spec.seats,
        "scores": game.scores,
        "winners": game.winners,
        "verdicts": [verdict.value for verdict in game.verdicts],
        "turns": game.turns,
        "seed": spec.seed,
        "board": spec.board,
    }
