"""`referee hint`: the best moves there were in a turn of a recorded game."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from referee.cli.output import Wrong, print_json, show
from referee.cli.records import record_from, telling, words_for
from referee.events import Played, PlayerEvent
from referee.records import Record
from referee.replay import Moment, moments
from referee.telling import hand_text
from scrabble_util.board import make_board
from scrabble_util.types import Placement

if TYPE_CHECKING:
    from scrabble_util.movegen import Move, Moves


@click.command("hint", short_help="List the best moves of a turn of a recorded game.")
@click.argument("path", metavar="RECORD")
@click.argument("turn", type=int, required=False)
@click.option("--turn", "chosen", type=int, metavar="N", help="The turn, from 1; without, the last one.")
@click.option(
    "--count", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="How many moves."
)
@click.option("--explain", is_flag=True, help="Say what each score is made of.")
@click.option(
    "--dictionary", metavar="FILE", help="The word list of the game, where it is not the one that ships."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(
    path: str,
    turn: int | None,
    chosen: int | None,
    count: int,
    explain: bool,
    dictionary: str | None,
    as_json: bool,
) -> None:
    """List the best moves of the player to move in a turn of a recorded game, the best first.

    Moves of the same score are in the order in which the greedy bot prefers them. The move that was played is
    marked.

    \b
    Examples:
      referee hint game.jsonl --turn 12
      referee hint game.jsonl --turn 12 --explain --count 3
    """
    if turn is not None and chosen is not None:
        raise click.UsageError("name the turn once: after the record, or with --turn")
    record = record_from(path)
    before, event = _turn(record, path, turn if turn is not None else chosen)
    moves = _moves(record, path, before, event.player, dictionary)
    if as_json:
        print_json(_facts(before, event, moves, count))
        return
    header = record.header
    hand = hand_text(before.hands[event.player], header.pieces)
    lines = [f"turn {event.turn}: {header.name(event.player)} with {hand}, {len(moves):,} moves"]
    for rank, move in enumerate(moves[:count], start=1):
        mark = "  (played)" if _is_played(move, event) else ""
        lines.append(f"{rank:>3}. {move.score:>5}  {_place(move)}{mark}")
        if explain:
            lines += [f"            {line}" for line in move.explain().splitlines()]
    show("\n".join(lines))


def _turn(record: Record, path: str, turn: int | None) -> tuple[Moment, PlayerEvent]:
    """Return how the game stood before a turn, and what was done in it."""
    with telling(path):
        story = list(moments(record.events))
    turns = {
        moment.turn: (before, moment.event)
        for before, moment in reversed(list(pairwise(story)))
        if isinstance(moment.event, PlayerEvent) and moment.turn > 0
    }
    if not turns:
        raise Wrong(f"{path}: nobody had a turn in this game")
    wanted = max(turns) if turn is None else turn
    if wanted not in turns:
        raise click.UsageError(f"turn {wanted}: the game has turns {min(turns)} to {max(turns)}")
    return turns[wanted]


def _moves(record: Record, path: str, before: Moment, player: int, dictionary: str | None) -> "Moves":
    from scrabble_util.movegen import Position  # numba: only this command pays for it

    header = record.header
    words = words_for(header, dictionary)
    with telling(path):
        board = make_board(header.board)
    position = Position(board, words, header.pieces, header.hand_size, before.laid, alphabet=header.alphabet)
    return position.moves(before.hands[player])


def _is_played(move: "Move", event: PlayerEvent) -> bool:
    return isinstance(event, Played) and frozenset(move.placements) == frozenset(event.moves)


def _place(move: "Move") -> str:
    x, y = move.words[0].start
    return f"{move.word} ({x}, {y}) {move.direction.name.lower()}"


def _laid(placements: Sequence[Placement]) -> list[list[object]]:
    return [[x, y, piece, char, points] for (x, y), (piece, (char, points)) in placements]


def _facts(before: Moment, event: PlayerEvent, moves: "Moves", count: int) -> dict[str, object]:
    best = moves[:count]
    return {
        "turn": event.turn,
        "player": event.player,
        "hand": list(before.hands[event.player]),
        "total": len(moves),
        "moves": [
            {
                "score": move.score,
                "word": move.word,
                "start": list(move.words[0].start),
                "direction": move.direction.name.lower(),
                "words": [word.text for word in move.words],
                "laid": _laid(move.placements),
                "played": _is_played(move, event),
            }
            for move in best
        ],
    }
