"""The help pages: complete, and in the same words from command to command."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from referee.cli import referee


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


COMMANDS = dict(commands(referee))


def options(command: click.Command) -> list[click.Option]:
    return [parameter for parameter in command.params if isinstance(parameter, click.Option)]


def help_of(path: tuple[str, ...]) -> str:
    shown = CliRunner().invoke(referee, [*path, "--help"], terminal_width=80)
    assert shown.exit_code == 0
    return shown.output


@pytest.mark.parametrize("path", [(), ("regress",)])
def test_a_list_of_commands_cuts_no_sentence_short(path: tuple[str, ...]) -> None:
    assert "..." not in help_of(path).partition("Commands:")[2]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_page_has_examples_that_name_its_command(path: tuple[str, ...]) -> None:
    assert f"Examples:\n    referee {' '.join(path)}" in help_of(path)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_says_what_it_is_and_what_it_takes(path: tuple[str, ...]) -> None:
    for option in options(COMMANDS[path]):
        assert option.help, option.name
        assert option.is_flag or option.metavar or isinstance(option.type, click.Choice), option.name


def test_an_option_is_written_alike_wherever_it_stands() -> None:
    told: dict[str, set[tuple[str | None, tuple[str, ...]]]] = {}
    for command in COMMANDS.values():
        for option in options(command):
            told.setdefault(max(option.opts, key=len), set()).add(
                (option.metavar, tuple(sorted(option.opts)))
            )
    assert {name: ways for name, ways in told.items() if len(ways) > 1} == {}
