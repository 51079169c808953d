"""`referee replay`: draw any moment of a recorded game."""

import sys

import click

from referee.cli.output import Wrong, chosen_style, print_json, show
from referee.cli.records import record_from, telling
from referee.event_json import event_to_json
from referee.events import Ended
from referee.records import Record
from referee.replay import Moment, moments
from referee.telling import event_lines, event_text, hand_text, result_lines, title_lines
from scrabble_util.board import Board, make_board
from scrabble_util.drawing import Style, draw_board


@click.command("replay", short_help="Tell a recorded game again, or draw any moment of it.")
@click.argument("path", metavar="RECORD")
@click.option("--turn", type=int, metavar="N", help="Draw the board as it was after turn N; 0 is the deal.")
@click.option("--step", is_flag=True, help="Draw one moment after the other; Enter goes on, q stops.")
@click.option("--ascii", "ascii_", is_flag=True, help="Plain text.")
@click.option("--ansi", is_flag=True, help="In colour, also when the output is no terminal.")
@click.option("--json", "as_json", is_flag=True, help="The moment as one JSON document instead of a drawing.")
def command(path: str, turn: int | None, step: bool, ascii_: bool, ansi: bool, as_json: bool) -> None:
    """Tell a recorded game again: all its turns and the last board, or any moment of it.

    The record is believed; `referee verify` checks it.

    \b
    Examples:
      referee replay game.jsonl
      referee replay game.jsonl --turn 12
      referee replay game.jsonl --step
    """
    if turn is not None and step:
        raise click.UsageError("--turn and --step exclude each other")
    if as_json and step:
        raise click.UsageError("--json goes with --turn, or alone for the last moment")
    record = record_from(path)
    if not record.events:
        raise Wrong(f"{path}: nothing happened in this game; the referee was stopped before the deal")
    with telling(path):
        story = list(moments(record.events))
    moment = story[-1] if turn is None else _after(story, turn)
    if as_json:
        print_json(_facts(record, moment))
        return
    with telling(path):
        board = make_board(record.header.board)
    style = chosen_style(ascii_, ansi)
    if step:
        _step(record, board, story, style)
    elif turn is None:
        show(
            "\n".join(
                [
                    *title_lines(record.header),
                    *event_lines(record),
                    "",
                    *_drawing(record, board, moment, style),
                ]
            )
        )
    else:
        show("\n".join(_drawing(record, board, moment, style)))


def _after(story: list[Moment], turn: int) -> Moment:
    """Return the last moment of a turn; the deal for turn 0."""
    last = story[-1].turn
    if not 0 <= turn <= last:
        raise click.UsageError(f"--turn {turn}: the game has turns 1 to {last} (and 0, the deal)")
    if turn == 0:
        return story[0]
    return [moment for moment in story if moment.turn <= turn and not isinstance(moment.event, Ended)][-1]


def _drawing(record: Record, board: Board, moment: Moment, style: Style) -> list[str]:
    """Draw one moment: what happened, the board, and how everybody stands."""
    header = record.header
    lines = [f"turn {moment.turn}: {event_text(moment.event, header.name, header.pieces)}", ""]
    lines += [draw_board(board, moment.laid, fresh=moment.fresh, style=style), ""]
    if isinstance(moment.event, Ended):
        return lines + result_lines(moment.event.result, header.name, header.pieces)
    width = max(len(header.name(player)) for player in moment.scores)
    for player, score in moment.scores.items():
        hand = hand_text(moment.hands[player], header.pieces)
        out = "" if player in moment.players else "  (left)"
        lines.append(f"{header.name(player):<{width}}  {score:>5}  {hand}{out}")
    return [*lines, f"{'bag':<{width}}  {moment.bag:>5}"]


def _step(record: Record, board: Board, story: list[Moment], style: Style) -> None:
    """Draw moment after moment, waiting for a key where somebody is there to press one."""
    for moment in story:
        show("\n".join([*_drawing(record, board, moment, style), ""]))
        if sys.stdin.isatty() and moment is not story[-1] and click.getchar() in ("q", "Q"):
            return


def _facts(record: Record, moment: Moment) -> dict[str, object]:
    return {
        "turn": moment.turn,
        "event": event_to_json(moment.event),
        "laid": [[x, y, char, points] for (x, y), (char, points) in moment.laid.items()],
        "fresh": sorted(moment.fresh),
        "scores": {str(player): score for player, score in moment.scores.items()},
        "hands": {str(player): list(hand) for player, hand in moment.hands.items()},
        "players": list(moment.players),
        "bag": moment.bag,
        "complete": record.result is not None,
    }
