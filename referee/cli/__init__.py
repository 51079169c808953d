"""The command `referee`: one small module a command, loaded only when it is asked for."""

import importlib
import sys
from collections.abc import Mapping
from io import TextIOWrapper

import click

COMMANDS: Mapping[str, str] = {
    "play": "referee.cli.play",
    "boards": "referee.cli.boards",
    "board": "referee.cli.board",
    "replay": "referee.cli.replay",
    "verify": "referee.cli.verify",
    "hint": "referee.cli.hint",
    "export": "referee.cli.export",
    "import": "referee.cli.import_",
    "new-bot": "referee.cli.new_bot",
    "check": "referee.cli.check",
    "explain": "referee.cli.explain",
    "tournament": "referee.cli.tournament",
    "report": "referee.cli.report",
    "regress": "referee.cli.regress",
}
"""Command name -> module with a click command called `command`; help lists them in this order."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return the command."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return super().get_command(ctx, cmd_name)
        command = importlib.import_module(module).command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scrabble-referee")
def referee() -> None:
    """Run games of generalised Scrabble between bots, on boards that are programs.

    \b
    Try:
      referee play anyword passer    a match, drawn as it goes
      referee boards                 the boards that ship
      referee board standard         draw one
    """


def main() -> None:
    """Run the command line; the exit status is 0 clean, 1 the thing asked about is wrong, 2 bad usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack a board's characters, or a bot's
    try:
        status = referee.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)
