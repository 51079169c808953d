"""What the commands share when they print: plain or in colour, JSON, and how to fail."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from scrabble_util.board import Board, BoardErrors
from scrabble_util.board_file import BoardNotFound, load_board
from scrabble_util.drawing import Style


class Wrong(click.ClickException):
    """The thing asked about is wrong (exit status 1); the message stands alone, without usage."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        """Print the message as it is."""
        click.echo(self.message, file=file or sys.stderr)


def chosen_style(ascii_: bool, ansi: bool) -> Style:
    """Return the style asked for, or the one that suits the output."""
    if ascii_ and ansi:
        raise click.UsageError("--ascii and --ansi exclude each other")
    if ascii_ or ansi:
        return Style.ASCII if ascii_ else Style.ANSI
    plain = not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Style.ASCII if plain else Style.ANSI


def show(text: str) -> None:
    """Print text whose style was chosen already: click would take the colours off again."""
    click.echo(text, color=True)


def pasteable(*words: object) -> str:
    """Return a command of ours as it can be pasted into this shell, also where `referee` is not on the path."""
    name, called = "referee", Path(sys.argv[0])
    if shutil.which(name) is None and called.name == name:
        name = os.path.relpath(called)
    return shlex.join([name, *map(str, words)])


def print_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, ensure_ascii=False))


def bad_usage(message: str) -> NoReturn:
    """Leave with exit status 2 and a sentence."""
    raise click.UsageError(message)


def board_from(name: str) -> Board:
    """Load a board by name or file; a board that is not there is bad usage, a broken one is wrong."""
    try:
        return load_board(name)
    except BoardNotFound as error:
        bad_usage(str(error))
    except BoardErrors as errors:
        raise Wrong(str(errors)) from None
