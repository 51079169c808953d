"""`referee report`: what a stored tournament shows, for people, browsers and machines."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from referee.cli.output import Wrong, print_json
from referee.tournament.games import GameResult, Played, played
from referee.tournament.report_html import page
from referee.tournament.report_json import document
from referee.tournament.report_replay import replays_of
from referee.tournament.report_text import games_csv, markdown
from referee.tournament.show import final_word
from referee.tournament.store import Store, StoreError
from referee.tournament.summary import Summary, counted_pairs, summarise

_OUT = click.Path(dir_okay=False, path_type=Path, allow_dash=True)


@click.command("report", short_help="Report on a stored tournament.")
@click.argument("db", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--html", "html_out", type=_OUT, metavar="OUT", help="One page with figures and replays.")
@click.option("--md", "md_out", type=_OUT, metavar="OUT", help="Markdown.")
@click.option("--csv", "csv_out", type=_OUT, metavar="OUT", help="A line for each seat of each game.")
@click.option(
    "--records", type=click.Path(path_type=Path), metavar="DIR", help="Each game's record, as a file."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document, the games in it.")
def command(
    db: Path,
    html_out: Path | None,
    md_out: Path | None,
    csv_out: Path | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Report on a stored tournament, also on one that is still being played.

    Without an option the tables are printed. OUT may be - for standard output.

    \b
    Examples:
      referee report cup.db
      referee report cup.db --html cup.html
      referee report cup.db --md - --csv games.csv
      referee report cup.db --records games/     then: referee replay games/1_0-1_0_0.jsonl
    """
    try:
        with Store.open(db) as store:
            results = store.results()
            done = played(results)
            config = store.config()
            summary = summarise(config, done, len(store.voids()))
            games = _in_order(done)
            if html_out:
                pairs, _ = counted_pairs(config, done)
                _write(html_out, page(summary, pairs, games, replays_of(store.records())))
            if records:
                _write_records(store, records)
    except StoreError as error:
        raise Wrong(str(error)) from None
    if md_out:
        _write(md_out, markdown(summary))
    if csv_out:
        _write(csv_out, games_csv(summary, games))
    if as_json:
        print_json(document(summary, games))
    elif not (html_out or md_out or csv_out or records):
        _print(summary)


def _in_order(done: Played) -> Sequence[GameResult]:
    """Return the games by round, number of the pair and seat order."""

    def place(game: GameResult) -> tuple[int, int, str, int]:
        number = int(game.spec.pair.rsplit("/", 1)[1])
        return game.spec.round, number, game.spec.pair, game.spec.rotation

    return sorted(done.games.values(), key=place)


def _print(summary: Summary) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    console.print(final_word(summary, console.width))


def _write(out: Path, text: str) -> None:
    if str(out) == "-":
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{out}: {error.strerror}") from None


def _write_records(store: Store, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for key, record in store.records():
            (folder / f"{key.replace('/', '_')}.jsonl").write_bytes(record)
    except OSError as error:
        raise Wrong(f"{folder}: {error.strerror}") from None
