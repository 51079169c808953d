"""`referee export`: a record in a form that other programs, or people, read."""

import json
from pathlib import Path

import click

from referee.cli.output import Wrong
from referee.cli.records import record_from, telling
from referee.gcg import NotInGcg, gcg_lines
from referee.records import Record
from referee.replay import moments
from referee.telling import event_lines, result_lines, title_lines
from scrabble_util.board import make_board
from scrabble_util.drawing import draw_board


@click.command("export")
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["gcg", "json", "txt"]), default="gcg", show_default=True,
    help="gcg: for Quackle, Macondo and Woogles; json: one document; txt: the game in words.",
)  # fmt: skip
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to; without, it is printed.",
)
def command(record: Path, form: str, output: Path | None) -> None:
    """Write RECORD in another format.

    GCG tells games of two players, on boards with an edge, with single letters and blanks. A game that it cannot
    tell is refused with the reason, and exit status 1; json and txt tell every game.

    \b
    Examples:
      referee export game.jsonl                      as GCG, on the screen
      referee export game.jsonl -o game.gcg          then open game.gcg in Quackle
      referee export game.jsonl --format txt         the game in words
      referee export game.jsonl --format json | jq .events[0]
    """
    game = record_from(str(record))
    try:
        with telling(str(record)):
            text = _text(game, form)
    except NotInGcg as error:
        raise Wrong(f"{record}: {error}. `--format txt` and `--format json` tell any game.") from None
    if output is None:
        click.echo(text)
        return
    try:
        output.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{output}: {error.strerror}") from None


def _text(record: Record, form: str) -> str:
    if form == "gcg":
        return "\n".join(gcg_lines(record))
    if form == "txt":
        return "\n".join(_story(record))
    return json.dumps({"header": record.lines[0], "events": record.lines[1:]}, ensure_ascii=False)


def _story(record: Record) -> list[str]:
    """Tell the whole game: each turn, the board at the end, the reckoning."""
    header = record.header
    lines = [*title_lines(header), "", *event_lines(record)]
    for last in list(moments(record.events))[-1:]:
        lines += ["", draw_board(make_board(header.board), last.laid)]
    if record.result is not None:
        lines += ["", *result_lines(record.result, header.name, header.pieces)]
    return lines
