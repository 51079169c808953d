"""`referee regress`: keep golden games, and see whether they still come out the same."""

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from referee.cli.output import Wrong, pasteable, print_json
from referee.records import RecordError, read_record, without_clock
from referee.tournament.config import seen_from, word_list
from referee.tournament.games import GameResult, GameSpec
from referee.tournament.play import missing_parts, seating
from referee.tournament.regress import (
    DESCRIPTION,
    DIVERGED,
    Divergence,
    Golden,
    RegressError,
    compare,
    description,
    lines,
    make_golden,
    missing_files,
    parse_seeds,
    read_golden,
    unexpected_files,
)
from referee.tournament.workers import LocalWorkers, cores

_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
_WORKERS = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Games at once (one a core)."
)


@click.group("regress", short_help="Keep golden games, and see whether they come out the same.")
def command() -> None:
    """Keep golden games of your bots, and see whether they still come out the same.

    \b
    Examples:
      referee regress record golden ./mine.py haskell --seeds 1..50 --boards standard,infinite
      referee regress check golden
    """


@command.command("record")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.argument("bots", metavar="BOT BOT...", nargs=-1, required=True)
@click.option(
    "--seeds", default="1..10", show_default=True, metavar="SEEDS", help="Such as 1..50, or 3,7,9..12."
)
@click.option("--boards", default="standard", show_default=True, metavar="B,B...", help="Names or files.")
@click.option("--dictionary", metavar="FILE", help="A word list, one word a line; without, English.")
@click.option("--hand-size", type=int, metavar="N", help="Pieces in a hand (7).")
@click.option("--tiles", type=int, metavar="N", help="How many sets of pieces go into the bag (1).")
@click.option("--alphabet", metavar="LETTERS", help="The letters played with (English).")
@click.option("--force", is_flag=True, help="Replace golden games that are there.")
@_WORKERS
@_JSON
def record(folder: Path, bots: tuple[str, ...], workers: int | None, as_json: bool, **options: Any) -> int:
    """Play games, one for each seed and board, and keep them in DIR.

    The bots take seats in the order given. There is no timeout: nothing depends on how fast the machine is.
    Exit status 1 if a bot was at fault in one.

    \b
    Examples:
      referee regress record golden ./mine.py haskell --seeds 1..50
      referee regress record golden ./mine.py ./mine.py --boards standard,infinite --force
    """
    try:
        golden = _golden(folder, bots, options)
        if (folder / DESCRIPTION).exists() and not options["force"]:
            raise RegressError(f"{folder} holds golden games already; --force replaces them")
        names = dict(golden.games())
        played = dict(_play(golden, folder, names.items(), workers))
    except RegressError as error:
        raise click.UsageError(str(error)) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for stale in folder.glob("*.jsonl"):
            stale.unlink()
        for name, result in played.items():
            (folder / f"{name}.jsonl").write_bytes(_steady(result))
        (folder / DESCRIPTION).write_text(description(golden), encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{folder}: {error.strerror}") from None
    faults = [line for name, result in played.items() for line in _faults(golden, name, result)]
    if as_json:
        print_json({"folder": str(folder), "games": list(played), "faults": faults})
    else:
        for line in faults:
            click.echo(line, err=True)
        how = pasteable("regress", "check", folder)
        click.echo(f"{len(played)} golden games in {folder}; check them: {how}")
    return 1 if faults else 0


@command.command("check", short_help="Play the golden games of DIR again, and compare.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--twice", is_flag=True, help="Play each game twice, and say which bots are not deterministic.")
@_WORKERS
@_JSON
def check(folder: Path, twice: bool, workers: int | None, as_json: bool) -> int:
    """Play the golden games of DIR again, and show where they come out otherwise.

    Exit status 1 if any does. New records of such games go to DIR/diverged.

    \b
    Examples:
      referee regress check golden
      referee regress check golden --twice
    """
    try:
        golden = read_golden(folder)
        _all_there(golden, folder)
        games = list(golden.games())
        _all_whole(folder, [name for name, _ in games])
        again = dict(_play(golden, folder, games, workers))
        second = dict(_play(golden, folder, games, workers)) if twice else {}
    except RegressError as error:
        raise click.UsageError(str(error)) from None
    try:
        diverging = [found for name, _ in games if (found := _against_golden(folder, name, again[name]))]
        moody = [
            found
            for name, result in second.items()
            if (found := compare(name, _steady(again[name]), _steady(result)))
        ]
    except OSError as error:
        raise Wrong(f"{error.filename}: {error.strerror}") from None
    try:
        _keep(folder, {found.game: again[found.game].record for found in diverging})
    except OSError as error:
        click.echo(f"{folder / DIVERGED}: {error.strerror}; the new records are not kept", err=True)
    if as_json:
        print_json(_facts(folder, len(games), diverging, moody if twice else None))
    else:
        _tell(folder, len(games), diverging, moody, twice)
    return 1 if diverging or moody else 0


def _golden(folder: Path, bots: tuple[str, ...], options: dict[str, Any]) -> Golden:
    """Make the description: files are named as seen from the folder of the goldens."""
    values: dict[str, Any] = {
        "bots": [seen_from(folder, bot) for bot in bots],
        "boards": [seen_from(folder, board.strip()) for board in options["boards"].split(",")],
        "seeds": list(parse_seeds(options["seeds"])),
    }
    if options["dictionary"]:
        values["dictionary"] = seen_from(folder, word_list(options["dictionary"]))
    for name in ("hand_size", "tiles", "alphabet"):
        if options[name] is not None:
            values[name] = options[name]
    return make_golden(values, "regress record")


def _faults(golden: Golden, name: str, result: GameResult) -> Iterator[str]:
    """Say which bots were at fault in a game: it would be kept as what is right."""
    for entrant, verdict, detail in zip(golden.config.bots, result.verdicts, result.details, strict=True):
        if verdict.is_fault:
            why = f" ({detail.splitlines()[0]})" if detail else ""
            yield f"{name}: {entrant.name} {verdict.value}{why}; mend it, and record anew with --force"


def _all_there(golden: Golden, folder: Path) -> None:
    missing = missing_files(golden, folder)
    if missing:
        raise RegressError(
            f"{folder}: {len(missing)} golden games are missing, the first is {missing[0]}.jsonl; "
            "put them back, or record them anew with --force"
        )
    extra = unexpected_files(golden, folder)
    if extra:
        raise RegressError(f"{folder}/{extra[0]} is not named by {DESCRIPTION}; remove it, or record anew")


def _all_whole(folder: Path, names: list[str]) -> None:
    """Refuse golden games that cannot be read before any game is played."""
    for name in names:
        try:
            read_record(folder / f"{name}.jsonl")
        except RecordError as error:
            raise Wrong(f"{error}\nput it back, or record the golden games anew with --force") from None


def _play(
    golden: Golden, folder: Path, games: Iterable[tuple[str, GameSpec]], workers: int | None
) -> Iterator[tuple[str, GameResult]]:
    """Play games, several at once; yield them in order."""
    complaints = missing_parts(golden.config, folder)
    if complaints:
        raise RegressError("\n".join(complaints))
    with (
        tempfile.TemporaryDirectory(prefix="referee-regress-") as scratch,
        closing(LocalWorkers(workers or cores())) as pool,
    ):
        seats = seating(golden.config, folder.resolve(), Path(scratch))
        under_way: list[tuple[str, Future[GameResult]]] = [
            (name, pool.executor().submit(seats, spec)) for name, spec in games
        ]
        for name, future in under_way:
            try:
                yield name, future.result()
            except BrokenExecutor:
                raise Wrong(
                    f"{name}: the process that played it died; nothing is said about your bots"
                ) from None


def _steady(result: GameResult) -> bytes:
    """Return a record as goldens are kept: without what may differ from run to run."""
    return without_clock(result.record)


def _against_golden(folder: Path, name: str, result: GameResult) -> Divergence | None:
    return compare(name, (folder / f"{name}.jsonl").read_bytes(), _steady(result))


def _keep(folder: Path, records: dict[str, bytes]) -> None:
    """Keep the new records of games that came out otherwise, and only those."""
    shutil.rmtree(folder / DIVERGED, ignore_errors=True)
    for name, record in records.items():
        (folder / DIVERGED).mkdir(exist_ok=True)
        (folder / DIVERGED / f"{name}.jsonl").write_bytes(record)


def _tell(
    folder: Path, games: int, diverging: list[Divergence], moody: list[Divergence], twice: bool
) -> None:
    for found in moody:
        who = found.player or "the game"
        click.echo(f"{found.game}: {who} is not deterministic; two runs part at turn {found.turn}")
        click.echo(f"  - {found.before}\n  + {found.after}")
    for found in diverging:
        click.echo("\n".join(lines(found)))
        turn = ("--turn", found.turn) if found.turn else ()
        for what, place in (("golden", folder), ("   now", folder / DIVERGED)):
            click.echo(f"  {what}: {pasteable('replay', place / f'{found.game}.jsonl', *turn)}")
    same = f"{games - len(diverging)} of {games} golden games come out the same"
    steady = ", and no bot changed its mind" if twice and not moody else ""
    click.echo(same + steady)


def _facts(
    folder: Path, games: int, diverging: list[Divergence], moody: list[Divergence] | None
) -> dict[str, Any]:
    def fact(found: Divergence) -> dict[str, Any]:
        return {
            "game": found.game,
            "turn": found.turn,
            "player": found.player,
            "golden": found.before,
            "now": found.after,
            "scores": {"golden": found.scores[0], "now": found.scores[1]},
        }

    return {
        "folder": str(folder),
        "games": games,
        "same": games - len(diverging),
        "diverging": [fact(found) for found in diverging],
        "not_deterministic": None if moody is None else [fact(found) for found in moody],
    }
