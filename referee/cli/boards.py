"""`referee boards`: the boards that ship."""

import click

from referee.cli.output import print_json
from scrabble_util.board import Board
from scrabble_util.board_file import load_board, shipped_boards


def size_of(board: Board) -> str:
    """Say how large a board is: `15 × 15`, or that it never ends."""
    extent = board.extent()
    if extent is None:
        return "infinite"
    x0, y0, x1, y1 = extent
    return f"{x1 - x0 + 1} × {y1 - y0 + 1}"


@click.command("boards")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(as_json: bool) -> None:
    """List the boards that ship, with title and size.

    \b
    Examples:
      referee boards
      referee boards --json
    """
    boards = {name: load_board(name) for name in shipped_boards()}
    if as_json:
        rows = {
            name: {"title": b.spec.title, "about": b.spec.about, "size": size_of(b), "extent": b.extent()}
            for name, b in boards.items()
        }
        print_json(rows)
        return
    width = max(map(len, boards))
    for name, board in boards.items():
        click.echo(f"{name:<{width}}  {size_of(board):<9} {board.spec.about}")
