"""`referee play`: a match between bots, drawn as it goes."""

import asyncio
import os
import secrets
import signal
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console

from referee.cli.match_view import BestMove, Doorman, Drawing, Messages, facts, print_summary
from referee.cli.output import Wrong, bad_usage, chosen_style, pasteable, print_json, show
from referee.match import MatchError, play_match
from referee.match_options import Limits, MatchOptions, MatchResult, SeatSpec
from referee.records import RecordError
from referee.seats import seat_specs
from referee.verdicts import End
from referee.watch import Opened, Watcher
from scrabble_util.board import BoardErrors
from scrabble_util.board_file import BoardNotFound
from scrabble_util.bot_place import BotError
from scrabble_util.dictionary import DictionaryError
from scrabble_util.drawing import Style
from scrabble_util.pieces import ENGLISH_ALPHABET

_FOREVER = 7 * 24 * 3600.0
_MEGABYTE = 1024 * 1024
_SECONDS = click.FloatRange(min=0, min_open=True)
_WISHES = "SCRABBLE_CONSOLE"


@click.command("play")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@click.option("--board", default="standard", show_default=True, metavar="NAME|FILE", help="What to play on.")
@click.option("--hand-size", default=7, show_default=True, metavar="N", help="Pieces in a full hand.")
@click.option(
    "--tiles", default=1, show_default=True, metavar="N", help="How many sets of tiles to play with."
)
@click.option(
    "--timeout", type=int, metavar="MS", help="Milliseconds for a move; without, there is no limit."
)
@click.option("--seed", type=int, metavar="N", help="Deals the same pieces again; without, one is drawn.")
@click.option("--dictionary", metavar="FILE", help="A word list, one word a line; without, English.")
@click.option(
    "--alphabet", default=ENGLISH_ALPHABET, show_default="English", metavar="LETTERS", help="The letters."
)
@click.option("--no-dictionary", is_flag=True, help="Any word counts, for people who develop a bot.")
@click.option("--names", metavar="A,B,...", default="", help="What to call the players.")
@click.option("--record", type=Path, metavar="FILE", help="The record; without, one in ./games.")
@click.option("--no-record", is_flag=True, help="Keep no record.")
@click.option(
    "--log-dir", type=Path, metavar="DIR", help="Where the bots' logs go; without, beside the record."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen on."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="P",
    help="The port to listen on; without, a free one.",
)
@click.option("--setup-timeout", type=_SECONDS, default=30.0, show_default=True, metavar="S",
              help="Seconds to set up in.")  # fmt: skip
@click.option("--stall-timeout", type=_SECONDS, default=300.0, show_default=True, metavar="S",
              help="Seconds after which a bot without --timeout is given up.")  # fmt: skip
@click.option("--memory", type=click.IntRange(min=1), default=2048, show_default=True, metavar="MB",
              help="Memory of a bot.")  # fmt: skip
@click.option(
    "--pdb",
    metavar="BOT",
    help="Run this bot in the foreground, without clocks: breakpoint() works, and what it raises is debugged.",
)
@click.option("--strict", is_flag=True, help="Send a person's moves also when they are wrong.")
@click.option("--debug", is_flag=True, help="Show every message between the players and the referee.")
@click.option("--quiet", "-q", is_flag=True, help="Show the end only.")
@click.option("--ascii", "ascii_", is_flag=True, help="Plain text.")
@click.option("--ansi", is_flag=True, help="In colour, also when the output is no terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(
    bots: tuple[str, ...],
    board: str,
    hand_size: int,
    tiles: int,
    timeout: int | None,
    seed: int | None,
    dictionary: str | None,
    alphabet: str,
    no_dictionary: bool,
    names: str,
    record: Path | None,
    no_record: bool,
    log_dir: Path | None,
    host: str,
    port: int,
    setup_timeout: float,
    stall_timeout: float,
    memory: int,
    pdb: str | None,
    strict: bool,
    debug: bool,
    quiet: bool,
    ascii_: bool,
    ansi: bool,
    as_json: bool,
) -> int:
    """Play a match. A BOT is one that ships (passer), a file (./my_bot.py), a module (mypkg.bot), console, which is
    you at this terminal, or remote, a seat that waits for a player who connects with the token that is printed;
    BOT*3 sits in three seats.

    The exit status is 0 for a clean game, 1 when a bot was at fault or the record could not be kept, 2 when this
    command was wrong.

    \b
    Examples:
      referee play anyword passer
      referee play ./my_bot.py anyword --seed 7 --timeout 1000
      referee play anyword*3 --board infinite --tiles 2
      referee play ./my_bot.py passer --debug --no-dictionary
      referee play remote anyword --port 4711
      referee play console anyword              you against a bot
    """
    style = chosen_style(ascii_, ansi)
    if no_record and record is not None:
        bad_usage("--record and --no-record exclude each other")
    seed = secrets.randbelow(2**31) if seed is None else seed
    seats = _seats(bots, names, pdb)
    people = [seat for seat in seats if seat.terminal and not seat.debug]
    if people and as_json:
        bad_usage("--json prints one document and nothing else, and a person needs the screen")
    os.environ[_WISHES] = _wishes(style, strict, len(people) > 1, no_dictionary)
    path = None if no_record else record or _default_record(seed)
    if path is not None and path.is_dir():
        bad_usage(f"{path}: a record is a file, and this is a folder")
    limits = Limits(
        memory=memory * _MEGABYTE,
        setup_seconds=_FOREVER if pdb else setup_timeout,
        stall_seconds=_FOREVER if any(seat.terminal for seat in seats) else stall_timeout,
    )
    options = MatchOptions(
        seats=seats,
        seed=seed,
        board=board,
        alphabet=alphabet,
        dictionary=dictionary,
        check_words=not no_dictionary,
        hand_size=hand_size,
        tiles=tiles,
        timeout=None if pdb else timeout,
        limits=limits,
        host=host,
        port=port,
        record=path,
        log_dir=log_dir or (path.with_suffix(".logs") if path is not None else None),
    )
    best = BestMove()
    result = _play(options, [best, _Stopper(), *_watchers(options, style, quiet, debug, as_json)])
    if as_json:
        print_json(facts(result, best.play))
    else:
        _print_end(result, best, style)
    return _status(result)


class _Stopper(Watcher):
    """Has the record ended as after Ctrl-C when the referee is asked to terminate."""

    def opened(self, opened: Opened) -> None:
        """Listen to signals: now there is something that must not be left behind."""
        loop, match = asyncio.get_running_loop(), asyncio.current_task()
        assert match is not None

        def stop(number: signal.Signals) -> None:
            loop.remove_signal_handler(number)
            match.cancel()

        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:  # under nohup a hang-up stays ignored
                loop.add_signal_handler(number, stop, number)


def _seats(bots: tuple[str, ...], names: str, pdb: str | None) -> tuple[SeatSpec, ...]:
    try:
        seats = seat_specs(bots, [name.strip() for name in names.split(",")] if names else [])
    except BotError as error:
        bad_usage(str(error))
    if pdb is None:
        return seats
    if not any(pdb in (seat.bot, seat.name) for seat in seats):
        bad_usage(f"--pdb {pdb}: no seat has this bot; the seats are {', '.join(s.name for s in seats)}")
    return tuple(
        replace(seat, terminal=True, debug=True) if pdb in (seat.bot, seat.name) else seat for seat in seats
    )


def _wishes(style: Style, strict: bool, shared: bool, any_word: bool) -> str:
    """Return how people at this terminal are to be served, as `bots/console.py` reads it."""
    told = {"strict": strict, "shared": shared, "any-word": any_word}
    return " ".join([style.value, *(wish for wish, wanted in told.items() if wanted)])


def _default_record(seed: int) -> Path:
    """Return a file no other referee writes to, though it may play the same seed in the same second."""
    return Path("games") / f"{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}-{seed}.jsonl"


def _watchers(options: MatchOptions, style: Style, quiet: bool, debug: bool, as_json: bool) -> list[Watcher]:
    """Return who prints what; a bot that has the terminal draws for itself."""

    def tell(text: str) -> None:
        # Where the output is one JSON document, what people are told goes to the other stream.
        click.echo(text, err=as_json)

    watchers: list[Watcher] = [Doorman(options, tell)]
    if debug:
        watchers.append(Messages(options, tell))
    if not quiet and not as_json and not any(seat.terminal for seat in options.seats):
        watchers.append(Drawing(options, style, show))
    return watchers


def _play(options: MatchOptions, watchers: list[Watcher]) -> MatchResult:
    """Play, and turn what can be wrong with the command into a sentence."""
    if any(seat.terminal for seat in options.seats):
        # Ctrl-C is for the one at the terminal, who may want to stay; what ends the bot ends the match.
        signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        return play_match(options, watchers=watchers)
    except (BoardNotFound, BotError, DictionaryError, RecordError, MatchError) as error:
        bad_usage(str(error))
    except BoardErrors as errors:
        raise Wrong(str(errors)) from None


def _print_end(result: MatchResult, best: BestMove, style: Style) -> None:
    console = Console(
        file=sys.stdout, no_color=style is Style.ASCII, force_terminal=style is Style.ANSI, width=100
    )
    replay = None
    if result.record is not None:
        replay = pasteable("replay", result.record)
    print_summary(console, result, best.play, style, replay)


def _status(result: MatchResult) -> int:
    if result.game.end is End.INTERRUPTED:
        kept = f"what was played is in {result.record}" if result.record else "no record was kept"
        click.echo(f"interrupted; {kept}", err=True)
        return 130
    return 0 if result.clean and not result.notes else 1
