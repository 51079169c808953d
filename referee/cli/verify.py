"""`referee verify`: play a record again through the rules."""

import click

from referee.cli.output import Wrong, print_json
from referee.cli.records import dictionary_of, record_from
from referee.events import PlayerEvent
from referee.records import Record
from referee.verify import Difference, verify


@click.command("verify", short_help="Play a record again through the rules: does it hold?")
@click.argument("path", metavar="RECORD")
@click.option(
    "--dictionary", metavar="FILE", help="The word list of the game, where it is not the one that ships."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(path: str, dictionary: str | None, as_json: bool) -> None:
    """Play a record again through the rules, and say whether every line of it holds.

    From the record only what the players said is taken; deal, hands, words, points, errors and the result
    must come out as they are written. Exit status 1: the record does not hold, or the game did not end in
    it.

    \b
    Examples:
      referee verify game.jsonl
      referee verify game.jsonl --dictionary mywords.txt
    """
    record = record_from(path)
    difference = verify(record, dictionary_of(record.header, dictionary))
    if as_json:
        print_json(_facts(record, difference))
        if difference is not None or record.result is None:
            raise SystemExit(1)
    elif difference is not None:
        raise Wrong(f"{path}: the record does not hold\n{difference}")
    elif record.result is None:
        raise Wrong(f"{path}: {_turns(record)} hold, but {_why_unfinished(record)}")
    else:
        click.echo(f"{path}: {_turns(record)} and the result hold")


def _facts(record: Record, difference: Difference | None) -> dict[str, object]:
    return {
        "ok": difference is None and record.result is not None,
        "turns": _turn_count(record),
        "complete": record.result is not None,
        "difference": None if difference is None else {"line": difference.line, "what": difference.sentence},
    }


def _turn_count(record: Record) -> int:
    return len({event.turn for event in record.events if isinstance(event, PlayerEvent)})


def _turns(record: Record) -> str:
    count = _turn_count(record)
    return "1 turn" if count == 1 else f"{count} turns"


def _why_unfinished(record: Record) -> str:
    where = "the last line is cut off" if record.truncated else "the last line is no result"
    return f"the game did not end: {where} (the referee was stopped)"
