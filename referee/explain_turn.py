"""One turn of a recorded game in words: how a play scored, or why a move was refused.

Facts come as plain data for `--json`; the lines for people are made from the same facts. What the best move would
have been is found by the move generator, which whoever asks passes in.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from referee.events import Played, PlayerEvent, Refused
from referee.explain import step_facts
from referee.records import Header, Record
from referee.replay import Moment, moments
from referee.telling import event_text, hand_text
from scrabble_util.board import Board
from scrabble_util.reasons import reason
from scrabble_util.scoring import FormedWord, explain_word, words_formed
from scrabble_util.types import Hand, Laid, Placement

Facts: TypeAlias = dict[str, Any]

BestMove: TypeAlias = Callable[[Laid, Hand], tuple[tuple[Placement, ...], int] | None]
"""Finds the play of a hand that scores most, with its points; None where there is none."""


class NoSuchTurn(ValueError):
    """A turn that the game did not have; handled by the command that was asked for it."""


def turn_facts(record: Record, board: Board, turn: int, best: BestMove) -> list[Facts]:
    """Return what each player did in a turn (one, but for those who left meanwhile), and what was the best."""
    facts = [
        _facts(event, before, record.header, board, best)
        for event, before in _turns(record)
        if event.turn == turn
    ]
    if not facts:
        last = max((event.turn for event in record.events), default=0)
        raise NoSuchTurn(f"nobody did anything in turn {turn}; the game has turns 1 to {last}")
    return facts


def _turns(record: Record) -> Iterator[tuple[PlayerEvent, Laid]]:
    """Yield each thing a player did, with what lay on the board before it."""
    before: Moment | None = None
    for moment in moments(record.events):
        if isinstance(moment.event, PlayerEvent):
            yield moment.event, before.laid if before is not None else {}
        before = moment


def _facts(event: PlayerEvent, laid: Laid, header: Header, board: Board, best: BestMove) -> Facts:
    facts: Facts = {
        "turn": event.turn,
        "player": event.player,
        "name": header.name(event.player),
        "hand": hand_text(event.hand, header.pieces),
        "told": event_text(event, header.name, header.pieces),
    }
    match event:
        case Played(moves=moves, bonus=bonus, points=points):
            facts["points"] = points
            facts["bonus"] = bonus
            facts["words"] = [word_facts(board, word) for word in words_formed(laid, moves)]
        case Refused(errors=errors):
            facts["errors"] = [
                {"error": type(error).__name__, "reason": reason(error, header.pieces)} for error in errors
            ]
    found = best(laid, event.hand)
    facts["best"] = None if found is None else _best_facts(laid, *found)
    return facts


def word_facts(board: Board, word: FormedWord) -> Facts:
    """Return how one word scored, program by program."""
    steps = explain_word(board, word)
    return {
        "word": word.text,
        "start": list(word.start),
        "direction": word.direction.name.lower(),
        "fresh": list(word.fresh),
        "points": steps[-1].after if steps else 0,
        "steps": [step_facts(step) for step in steps],
    }


def _best_facts(laid: Laid, moves: tuple[Placement, ...], points: int) -> Facts:
    word = words_formed(laid, moves)[0]
    return {
        "word": word.text,
        "start": list(word.start),
        "direction": word.direction.name.lower(),
        "points": points,
        "moves": [[x, y, piece, char, points] for (x, y), (piece, (char, points)) in moves],
    }


# --- for people


def turn_lines(facts: Facts) -> list[str]:
    """Say it in words."""
    lines = [f"turn {facts['turn']}, {facts['name']} holds {facts['hand'] or 'nothing'}", facts["told"]]
    for word in facts.get("words", []):
        lines += ["", *_word_lines(word)]
    if facts.get("bonus"):
        lines += ["", f"the whole hand: {facts['bonus']} points more"]
    for error in facts.get("errors", []):
        lines.append(f"  {error['reason']}  ({error['error']})")
    return [*lines, "", best_line(facts["best"], facts.get("points"))]


def _word_lines(word: Facts) -> list[str]:
    x, y = word["start"]
    lines = [f"{word['word']} {word['direction']} from ({x}, {y}): {word['points']} points"]
    for step in word["steps"]:
        old = "" if word["fresh"][step["index"]] else ", which lay there"
        lines.append(f"  {step['char']}{old} on square {step['square']}: {step['text']}")
    return lines


def best_line(best: Facts | None, points: int | None) -> str:
    """Say what the best move would have been."""
    if best is None:
        return "no play was possible with this hand"
    if points is not None and points >= best["points"]:
        return "no play scores more"
    x, y = best["start"]
    more = f", {best['points'] - points} more" if points is not None else ""
    return (
        f"the best play: {best['word']} {best['direction']} from ({x}, {y}) for {best['points']} points{more}"
    )
