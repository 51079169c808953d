"""`referee new-bot`: start a bot of one's own."""

from pathlib import Path

import click

from referee.bot_template import BadName, bot_files
from referee.cli.output import Wrong, bad_usage, pasteable


@click.command("new-bot", short_help="Write a bot that works and waits to be changed.")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Where to; without, here.",
)
def command(name: str, folder: Path) -> None:
    """Write NAME.py, a bot that works and waits to be changed, and test_NAME.py.

    Nothing is written over: where one of the files is there already, none is written.

    \b
    Examples:
      referee new-bot mine
      referee play ./mine.py passer
    """
    try:
        files = {folder / file: text for file, text in bot_files(name).items()}
    except BadName as error:
        bad_usage(str(error))
    there = [path for path in files if path.exists()]
    if there:
        raise Wrong(f"{there[0]} is there already; choose another name, or move it away")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{folder}: {error.strerror}") from None
    bot, test = files
    given = bot if bot.is_absolute() or folder != Path() else f"./{bot}"
    click.echo(f"wrote {bot} and {test}\n")
    steps = {
        pasteable("play", given, "passer"): "watch it play",
        pasteable("check", given): "does it survive everything?",
        f"pytest {test}": "its own tests",
    }
    width = max(map(len, steps))
    click.echo("\n".join(["Next:", *(f"  {step:<{width}}   {why}" for step, why in steps.items())]))
