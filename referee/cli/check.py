"""`referee check`: put a bot through the conformance kit."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

import click

from referee.check.runner import TIMEOUT, Outcome, run_all
from referee.check.situations import Situation, situations
from referee.cli.output import pasteable, print_json
from referee.launch import Launcher
from referee.match_options import REMOTE
from scrabble_util.bot_place import BotError, find_bot

_PERSON = "console"
_TAIL_LINES = 15


@click.command("check", short_help="Play a bot through scripted situations.")
@click.argument("bot", required=False)
@click.option("--only", multiple=True, metavar="SITUATION", help="Only this one; * stands for any letters.")
@click.option("--list", "list_", is_flag=True, help="List the situations, and stop.")
@click.option(
    "--timeout", type=click.IntRange(min=1), default=TIMEOUT, show_default=True, metavar="MS",
    help="Milliseconds for a move.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Decides the deals.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(
    bot: str | None, only: Sequence[str], list_: bool, timeout: int, seed: int, as_json: bool
) -> None:
    """Play BOT through scripted situations, and say which it does not survive.

    Each situation is a game of its own, with the bot in a process of its own: every error and every message it can
    hear, timeouts, players who leave, whole games on every board, odd hands and odd letters. It passes if it plays
    on to the end, in time. Exit status 1 if a situation failed.

    \b
    Examples:
      referee check ./my_bot.py
      referee check ./my_bot.py --only 'error-*'
      referee check ./my_bot.py --only board-infinite
      referee check --list
    """
    chosen = _chosen(only)
    if list_:
        _list(chosen, as_json)
        return
    if bot is None:
        raise click.UsageError("which bot? A name (haskell), a file (./my_bot.py) or a module (mypkg.bot)")
    _must_be_a_bot(bot)
    outcomes = []
    with Launcher() as launcher:
        for outcome in run_all(bot, chosen, launcher, timeout, seed):
            outcomes.append(outcome)
            if not as_json:
                click.echo(_row(outcome, max(len(situation.name) for situation in chosen)))
    if as_json:
        print_json(_facts(bot, outcomes))
    else:
        click.echo("\n".join(_summary(bot, outcomes)))
    if not all(outcome.passed for outcome in outcomes):
        raise SystemExit(1)


def _chosen(patterns: Sequence[str]) -> list[Situation]:
    known = situations()
    if not patterns:
        return list(known)
    for pattern in patterns:
        if not any(fnmatchcase(situation.name, pattern) for situation in known):
            raise click.UsageError(
                f"there is no situation {pattern!r}; `referee check --list` names them all"
            )
    return [
        situation for situation in known if any(fnmatchcase(situation.name, pattern) for pattern in patterns)
    ]


def _must_be_a_bot(bot: str) -> None:
    if bot == _PERSON:
        raise click.UsageError("console is a person at the terminal, and people are not checked")
    if bot == REMOTE:
        raise click.UsageError("remote is a seat for whoever connects; name the bot itself")
    try:
        find_bot(bot)
    except BotError as error:
        raise click.UsageError(str(error)) from None


def _list(chosen: Sequence[Situation], as_json: bool) -> None:
    if as_json:
        print_json([{"name": situation.name, "about": situation.about} for situation in chosen])
        return
    width = max(len(situation.name) for situation in chosen)
    for situation in chosen:
        click.echo(f"{situation.name:<{width}}  {situation.about}")


def _row(outcome: Outcome, width: int) -> str:
    """One line of the table."""
    state = "ok  " if outcome.passed else "FAIL" if outcome.tried else "-   "
    remarks = f" ({'; '.join(outcome.remarks)})" if outcome.remarks else ""
    told = outcome.situation.about + remarks if outcome.passed else outcome.sentence
    return f"{state}  {outcome.situation.name:<{width}}  {told}"


def _summary(bot: str, outcomes: Sequence[Outcome]) -> list[str]:
    """What failed, with the end of the log and the command that repeats it; then the verdict."""
    lines: list[str] = []
    for outcome in outcomes:
        if outcome.passed or not outcome.tried:
            continue
        lines += ["", f"{outcome.situation.name}: {outcome.situation.about}", f"  {outcome.sentence}"]
        lines += [f"  | {line}" for line in outcome.log_tail.splitlines()[-_TAIL_LINES:]]
        lines.append(f"  again: {_command(bot, outcome.situation)}")
    passed = sum(outcome.passed for outcome in outcomes)
    return [*lines, "", f"{bot}: {passed} of {len(outcomes)} situations passed"]


def _command(bot: str, situation: Situation) -> str:
    return pasteable("check", bot, "--only", situation.name)


def _facts(bot: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "bot": bot,
        "passed": all(outcome.passed for outcome in outcomes),
        "situations": [
            {
                "name": outcome.situation.name,
                "about": outcome.situation.about,
                "passed": outcome.passed,
                "tried": outcome.tried,
                "sentence": outcome.sentence,
                "remarks": list(outcome.remarks),
                "log_tail": outcome.log_tail,
                "seconds": round(outcome.seconds, 3),
                "command": _command(bot, outcome.situation),
            }
            for outcome in outcomes
        ],
    }
