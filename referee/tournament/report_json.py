"""A summary as one JSON document: for machines, and the data of the page."""

import math
from collections.abc import Iterable
from typing import Any

from referee.tournament.games import GameResult
from referee.tournament.shares import Interval
from referee.tournament.summary import Clock, Meeting, Standing, Summary, verdict_sentence

Json = dict[str, Any]


def document(summary: Summary, games: Iterable[GameResult] = ()) -> Json:
    """Return everything: who, the table, who against whom, seats, the test; and each game, where given."""
    setting = summary.config.setting
    names = [entrant.name for entrant in summary.config.bots]
    said: Json = {
        "name": summary.config.name,
        "format": setting.format.value,
        "seed": setting.seed,
        "boards": list(summary.config.boards),
        "dictionaries": list(summary.config.dictionaries),
        "bots": [{"name": entrant.name, "bot": entrant.bot} for entrant in summary.config.bots],
        "complete": summary.complete,
        "games": summary.games,
        "pairs": summary.pairs,
        "games_foreseen": summary.foreseen,
        "games_waiting": summary.waiting,
        "games_void": summary.voids,
        "sentence": verdict_sentence(summary),
        "standings": [_standing(place, line) for place, line in enumerate(summary.standings, start=1)],
        "meetings": [
            {"bot": names[one], "against": names[other], **_meeting(meeting)}
            for (one, other), meeting in sorted(summary.meetings.items())
        ],
        "first_seat": {
            "share": interval(summary.first_seat),
            "fair_share": summary.fair_share,
            "points_ahead": interval(summary.first_seat_margin),
        },
        "sprt": _test(summary),
    }
    if summary.ties:
        said["bracket"] = [
            {
                "round": tie.round,
                "first": names[tie.first],
                "second": names[tie.second] if tie.second is not None else None,
                "score": tie.score,
                "pairs": len(tie.pairs),
                "winner": names[tie.winner] if tie.winner is not None else None,
            }
            for tie in summary.ties
        ]
    played = [_game(names, game) for game in games]
    return {**said, "results": played} if played else said


def interval(estimate: Interval) -> Json:
    """Return an estimate with its 95 % interval; null for what is not known or has no end."""
    return {"value": number(estimate.value), "low": number(estimate.low), "high": number(estimate.high)}


def number(value: float) -> float | None:
    """Return a number that JSON can hold."""
    return value if math.isfinite(value) else None


def _standing(place: int, line: Standing) -> Json:
    said: Json = {
        "place": place,
        "bot": line.name,
        "elo": {"value": line.elo, "error": line.error},
        "share": interval(line.share),
        "games": {"played": line.games, "won": line.won, "drawn": line.drawn, "lost": line.lost},
        "pairs": {"won": line.pairs_won, "drawn": line.pairs_drawn, "lost": line.pairs_lost},
        "score": {**interval(line.score), "spread": number(line.spread)},
        "faults": {verdict.value: count for verdict, count in line.faults.items()},
        "timeouts": line.timeouts,
        "refused": line.refused,
        "seconds_a_move": _clock(line.clock),
    }
    if line.tournament_points is not None:
        said |= {"points": line.tournament_points, "buchholz": line.buchholz}
    if line.round_reached is not None:
        said["round_reached"] = line.round_reached
    return said


def _clock(clock: Clock | None) -> Json | None:
    return {"median": clock.median, "p99": clock.p99, "moves": clock.moves} if clock else None


def _meeting(meeting: Meeting) -> Json:
    return {
        "pairs": meeting.pairs,
        "won": meeting.won,
        "drawn": meeting.drawn,
        "lost": meeting.lost,
        "share": interval(meeting.share),
        "points_ahead": interval(meeting.margin),
    }


def _test(summary: Summary) -> Json | None:
    state = summary.test
    if state is None:
        return None
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model.value,
        "llr": state.llr,
        "bounds": list(test.bounds),
        "pairs": state.pairs,
        "decision": state.decision.value,
    }


def _game(names: list[str], game: GameResult) -> Json:
    spec = game.spec
    return {
        "game": spec.key,
        "round": spec.round,
        "seed": spec.seed,
        "board": spec.board,
        "dictionary": spec.dictionary,
        "seats": [names[bot] for bot in spec.seats],
        "scores": list(game.scores),
        "winners": list(game.winners),
        "verdicts": [verdict.value for verdict in game.verdicts],
        "timeouts": list(game.timeouts),
        "refused": list(game.refused),
        "turns": game.turns,
    }
