"""`referee import`: a record of a game that was played elsewhere."""

from pathlib import Path

import click

from referee.cli.output import Wrong, board_from, print_json
from referee.events import PlayerEvent
from referee.gcg import NotInGcg
from referee.gcg_file import GcgError, decode_gcg, parse_gcg
from referee.gcg_import import Imported, import_gcg
from referee.records import RecordError, RecordWriter
from referee.rules.base import GameSetup
from scrabble_util.dictionary import Dictionary, DictionaryError
from scrabble_util.pieces import ENGLISH_ALPHABET, pieces_of
from scrabble_util.resources import english_dictionary


@click.command("import", short_help="Make a record of the game in a GCG file.")
@click.argument("file", metavar="FILE.gcg", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The record; without, FILE.jsonl beside FILE.gcg.",
)
@click.option(
    "--board", default="standard", show_default=True, metavar="NAME|FILE", help="What was played on."
)
@click.option(
    "--dictionary",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A word list, one word a line; without, English.",
)
@click.option(
    "--alphabet", default=ENGLISH_ALPHABET, show_default="English", metavar="LETTERS", help="The letters."
)
@click.option("--hand-size", default=7, show_default=True, metavar="N", help="Pieces in a full hand.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(
    file: Path,
    output: Path | None,
    board: str,
    dictionary: Path | None,
    alphabet: str,
    hand_size: int,
    as_json: bool,
) -> None:
    """Make a record of the game in FILE.gcg, for `referee replay`, `verify`, `hint` and `explain`.

    The game is played again through the rules here. Where the file tells only part of a rack, any pieces that fit
    are taken for the rest. Words are checked if the dictionary has all that stood and refuses all that were
    challenged off; if not, the record says that words do not count.

    \b
    Examples:
      referee import final.gcg
      referee import final.gcg -o final.jsonl && referee replay final.jsonl --turn 5
    """
    target = output or file.with_suffix(".jsonl")
    game = _import(file, board, dictionary, alphabet, hand_size)
    try:
        with RecordWriter(target, game.header) as writer:
            for event in game.events:
                writer.write(event)
    except RecordError as error:
        raise Wrong(str(error)) from None
    turns = sum(isinstance(event, PlayerEvent) for event in game.events)
    if as_json:
        print_json({"record": str(target), "turns": turns, "remarks": list(game.remarks)})
        return
    for remark in game.remarks:
        click.echo(f"{file}: {remark}")
    click.echo(f"{target}: {turns} turns")


def _import(file: Path, board: str, dictionary: Path | None, alphabet: str, hand_size: int) -> Imported:
    try:
        pieces = pieces_of(alphabet)
        setup = GameSetup(
            board=board_from(board), alphabet=alphabet, pieces=pieces.pieces, tiles=pieces.tiles(),
            hand_size=hand_size, num_players=2, seed=0, dictionary=None,
        )  # fmt: skip
        words = Dictionary.from_file(dictionary or english_dictionary())
        return import_gcg(parse_gcg(decode_gcg(file.read_bytes())), setup, words)
    except OSError as error:
        raise Wrong(f"{file}: {error.strerror}") from None
    except DictionaryError as error:
        raise Wrong(str(error)) from None
    except (GcgError, NotInGcg) as error:
        raise Wrong(f"{file}: {error}") from None
    except ValueError as error:
        raise click.UsageError(str(error)) from None
