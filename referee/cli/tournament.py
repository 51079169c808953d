"""`referee tournament`: plays a tournament, or goes on with one."""

import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from referee.cli.output import Wrong, pasteable, print_json
from referee.tournament.config import Config, ConfigError, load_config, override
from referee.tournament.games import played
from referee.tournament.play import check_bots, missing_parts, seating
from referee.tournament.progress import Display, PlainLines, Silent
from referee.tournament.report_json import document
from referee.tournament.runner import RunError, Runner, Watcher
from referee.tournament.setting import Format, Setting
from referee.tournament.show import final_word
from referee.tournament.sprt import Model
from referee.tournament.store import Store, StoreError, must_be_new
from referee.tournament.summary import Summary, summarise
from referee.tournament.workers import ClusterWorkers, LocalWorkers, Workers, WorkersError, cores

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended, by custom."""

_FIELDS = (
    "name", "format", "games", "rounds", "seats", "seed", "boards", "dictionaries", "alphabet", "hand_size",
    "tiles", "timeout", "workers", "db",
)  # fmt: skip


@dataclass(frozen=True)
class Job:
    """A tournament that is to be played: a new one, or (with `stored`) one that goes on."""

    config: Config
    text: str
    folder: Path
    path: Path
    stored: bool

    def open(self) -> Store:
        """Open the store, or begin it."""
        if self.stored:
            return Store.open(self.path)
        return Store.create(self.path, self.config, self.text, self.folder)


@click.command("tournament", short_help="Play bots against each other, many games.")
@click.argument("what", metavar="[CONFIG.toml] [BOT BOT...]", nargs=-1)
@click.option(
    "--resume", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Go on with a stored one.",
)  # fmt: skip
@click.option("--format", type=click.Choice([form.value for form in Format]), help="Who meets whom.")
@click.option("--games", type=int, metavar="N", help="Games each pairing plays (100), in whole pairs.")
@click.option("--rounds", type=int, metavar="N", help="Rounds of a Swiss.")
@click.option("--seats", type=int, metavar="N", help="Players at a table of format table.")
@click.option(
    "--board", "boards", multiple=True, metavar="NAME|FILE", help="What to play on; may be repeated."
)
@click.option(
    "--dictionary", "dictionaries", multiple=True, metavar="FILE", help="Word list; may be repeated."
)
@click.option("--seed", type=int, metavar="N", help="Decides every game's deal (1).")
@click.option(
    "--timeout", type=int, metavar="MS", help="Milliseconds for a move; without, there is no limit."
)
@click.option("--hand-size", type=int, metavar="N", help="Pieces in a hand (7).")
@click.option("--tiles", type=int, metavar="N", help="How many sets of pieces go into the bag (1).")
@click.option("--alphabet", metavar="LETTERS", help="The letters played with (English).")
@click.option("--sprt", type=float, nargs=2, metavar="ELO0 ELO1", help="Stop when it is clear which holds.")
@click.option("--alpha", type=float, metavar="P", help="How often ELO0 may be refused wrongly (0.05).")
@click.option("--beta", type=float, metavar="P", help="How often ELO1 may be refused wrongly (0.05).")
@click.option(
    "--sprt-model", type=click.Choice([model.value for model in Model]), help="Unit of the two Elos."
)
@click.option("--workers", type=int, metavar="N", help="Games at once (one a core).")
@click.option("--insist", is_flag=True, help="Use more workers than there are cores.")
@click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster (extra `cluster`).")
@click.option("--db", metavar="FILE", help="Where the results go (NAME.db).")
@click.option("--name", metavar="NAME", help="What the tournament is called (tournament).")
@click.option("--quiet", "-q", is_flag=True, help="Show nothing while it runs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(what: tuple[str, ...], resume: Path | None, **options: Any) -> int:
    """Play bots against each other, many games, and say who is better and how sure that is.

    The unit is the pair: one seed, played from each seat order, so that luck evens out. Everything is stored
    as it finishes; a tournament that was stopped, by whatever, goes on with --resume.

    \b
    Examples:
      referee tournament oxyphenbutazone haskell --games 200
      referee tournament ./mine.py ./old.py --sprt 0 10 --board standard --board infinite
      referee tournament oxyphenbutazone haskell passer --format gauntlet --db cup.db
      referee tournament cup.toml --workers 4
      referee tournament --resume cup.db
    """
    try:
        given = _given(options)
        job = _new_job(what, given) if resume is None else _old_job(resume, what, given)
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    except StoreError as error:
        raise Wrong(str(error)) from None
    try:
        _conduct(job, options)
        _show(job, options["as_json"])
    except StoreError as error:
        raise Wrong(str(error)) from None
    except (RunError, WorkersError) as error:
        raise Wrong(f"{error}\n{_how_to_go_on(job)}") from None
    except KeyboardInterrupt:
        click.echo(f"\nstopped; {_how_to_go_on(job)}", err=True)
        return INTERRUPTED
    return 0


# --- what is to be played


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of the description that options say."""
    given = {name: options[name] for name in _FIELDS if options[name] not in (None, ())}
    bounds = options["sprt"]
    extra = {"alpha": options["alpha"], "beta": options["beta"], "model": options["sprt_model"]}
    said = {name: value for name, value in extra.items() if value is not None}
    if bounds:
        given["sprt"] = {"elo0": bounds[0], "elo1": bounds[1], **said}
    elif said:
        raise click.UsageError("--alpha, --beta and --sprt-model go with --sprt ELO0 ELO1")
    return given


def _new_job(what: tuple[str, ...], given: dict[str, Any]) -> Job:
    """Read the description of a new tournament, and refuse one that cannot be played."""
    has_file = bool(what) and what[0].endswith(".toml")
    bots = what[1:] if has_file else what
    options = {**given, "bots": bots} if bots else given
    config, text, folder = load_config(Path(what[0]) if has_file else None, options)
    complaints = missing_parts(config, folder)
    if complaints:
        raise ConfigError("tournament", complaints)
    path = Path(config.store)
    must_be_new(path)
    _warn_of_unused(config.setting)
    return Job(config, text, folder, path, stored=False)


def _warn_of_unused(setting: Setting) -> None:
    """Say where nothing will be played although the description names it."""
    unused = setting.unused_venues
    if unused:
        places = ", ".join(f"{venue.board} with {venue.dictionary}" for venue in unused)
        enough = len(setting.venues) * setting.table_size
        click.echo(
            f"{setting.games} games a pairing are too few to play everywhere; not played on: {places} "
            f"(--games {enough} plays on all)",
            err=True,
        )


def _old_job(path: Path, what: tuple[str, ...], given: dict[str, Any]) -> Job:
    """Read the description of a stored tournament; how it is run may be changed, what is played may not."""
    if what:
        raise click.UsageError("--resume goes on with the bots of the stored tournament; name no others")
    with Store.open(path) as store:
        config = override(store.config(), given, str(path))
        complaints = missing_parts(config, store.folder())
        if complaints:
            raise ConfigError(str(path), complaints)
        return Job(config, store.config_file(), store.folder(), path, stored=True)


# --- playing


def _conduct(job: Job, options: dict[str, Any]) -> None:
    """Play what is left to play: test the bots, then run."""
    if job.stored and _summary(job).complete:
        return
    quiet = options["quiet"] or options["as_json"]
    with (
        _stopped_by_sigterm(),
        tempfile.TemporaryDirectory(prefix="referee-tournament-") as scratch,
        closing(_workers(job.config, options)) as workers,
    ):
        seats = seating(job.config, job.folder, Path(scratch))
        if not quiet:
            click.echo(f"testing {len(job.config.bots)} bots ...", err=True)
        complaints = check_bots(seats, job.config, workers)
        if complaints:
            raise Wrong("\n".join(complaints) + "\nnothing was played")
        with job.open() as store, _watcher(quiet) as watcher:
            Runner(store, job.config, workers, seats, watcher).run()


def _workers(config: Config, options: dict[str, Any]) -> Workers:
    """Return who plays: the cluster asked for, or processes here, one a core unless one insists."""
    if options["scheduler"]:
        return ClusterWorkers(options["scheduler"])
    wanted, have = config.workers or cores(), cores()
    if wanted > have and not options["insist"]:
        click.echo(
            f"{wanted} workers on {have} cores would take time from each other: using {have} "
            f"(--insist uses {wanted})",
            err=True,
        )
        wanted = have
    return LocalWorkers(wanted)


def _watcher(quiet: bool) -> AbstractContextManager[Watcher]:
    """Return who shows the run: nobody, a display on a terminal, or lines."""
    if quiet:
        return nullcontext(Silent())
    console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        return Display(console)
    return nullcontext(PlainLines(lambda line: click.echo(line, err=True)))


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Take a request to end as Ctrl-C: it is asked for by those who have no keyboard."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# --- telling


def _summary(job: Job) -> Summary:
    with Store.open(job.path) as store:
        return summarise(job.config, played(store.results()), len(store.voids()))


def _show(job: Job, as_json: bool) -> None:
    summary = _summary(job)
    if as_json:
        print_json({**document(summary), "db": str(job.path)})
        return
    console = Console(width=None if sys.stdout.isatty() else 200)
    console.print(final_word(summary, console.width))
    report = pasteable("report", job.path, "--html", "report.html")
    click.echo(f"\nresults: {job.path}    report: {report}")


def _how_to_go_on(job: Job) -> str:
    if not job.path.exists():
        return "nothing was played yet; start it again"
    return f"what was played is stored; go on with: {pasteable('tournament', '--resume', job.path)}"
