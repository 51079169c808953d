"""`referee board`: draw a board, check it, and ask it questions."""

import click

from referee.cli.output import Wrong, board_from, chosen_style, print_json, show
from referee.explain import cell_facts, cell_lines, score_facts, score_lines, square_facts, square_lines
from scrabble_util.board import Board, BoardErrors, Window
from scrabble_util.board_file import BoardNotFound, load_board
from scrabble_util.drawing import draw_board, shown_window
from scrabble_util.pieces import ENGLISH_ALPHABET, pieces_of
from scrabble_util.types import Coord, Direction

_DIRECTION = click.Choice(["right", "down"])
_MOST_CELLS = 1_000_000


@click.command("board")
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--window", type=(int, int, int, int), metavar="X0 Y0 X1 Y1", help="Draw this part of the board."
)
@click.option("--squares", is_flag=True, help="Print the programs of the squares.")
@click.option("--check", is_flag=True, help="Say `ok`, or print everything that is wrong with the board.")
@click.option("--cell", type=(int, int), metavar="X Y", help="Say which square is there, and why.")
@click.option(
    "--score", type=(str, int, int, _DIRECTION), metavar="WORD X Y right|down",
    help="Explain what a word laid there scores; a lower-case letter among capitals is a blank.",
)  # fmt: skip
@click.option(
    "--alphabet",
    default=ENGLISH_ALPHABET,
    show_default="English",
    metavar="LETTERS",
    help="The letters, for --score.",
)
@click.option("--ascii", "ascii_", is_flag=True, help="Plain text.")
@click.option("--ansi", is_flag=True, help="In colour, also when the output is no terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(
    name: str,
    window: Window | None,
    squares: bool,
    check: bool,
    cell: tuple[int, int] | None,
    score: tuple[str, int, int, str] | None,
    alphabet: str,
    ascii_: bool,
    ansi: bool,
    as_json: bool,
) -> None:
    """Draw a board, or ask it something. NAME is a board that ships, FILE a board of yours.

    \b
    Examples:
      referee board standard
      referee board infinite --window -20 -20 20 20
      referee board ./mine.toml --check
      referee board standard --cell 7 7
      referee board standard --score FATED 0 0 down
      referee board carnival --squares
    """
    if check:
        _check(name, as_json)
        return
    if sum((squares, cell is not None, score is not None, window is not None)) > 1:
        raise click.UsageError(
            "--squares, --cell, --score and --window are four questions: ask one at a time"
        )
    board = board_from(name)
    if squares:
        _answer(square_facts(board), square_lines(board), as_json)
    elif cell is not None:
        _answer(cell_facts(board, Coord(*cell)), cell_lines(board, Coord(*cell)), as_json)
    elif score is not None:
        _score(board, score, alphabet, as_json)
    else:
        _draw(board, window, ascii_, ansi, as_json)


def _answer(facts: object, lines: list[str], as_json: bool) -> None:
    if as_json:
        print_json(facts)
    else:
        click.echo("\n".join(lines))


def _check(name: str, as_json: bool) -> None:
    try:
        load_board(name)
    except BoardNotFound as error:
        raise click.UsageError(str(error)) from None
    except BoardErrors as errors:
        if as_json:
            print_json({"ok": False, "errors": [diagnostic.as_json() for diagnostic in errors.diagnostics]})
            raise SystemExit(1) from None
        count = len(errors.diagnostics)
        raise Wrong(f"{errors}\n\n{name}: {count} {'error' if count == 1 else 'errors'}") from None
    _answer({"ok": True, "errors": []}, [f"{name}: ok"], as_json)


def _score(board: Board, score: tuple[str, int, int, str], alphabet: str, as_json: bool) -> None:
    word, x, y, way = score
    try:
        letters = pieces_of(alphabet).letters_of(word)
        facts = score_facts(board, letters, Coord(x, y), Direction[way.upper()])
    except ValueError as error:
        raise Wrong(str(error)) from None
    _answer(facts, score_lines(facts, way), as_json)


def _draw(board: Board, window: Window | None, ascii_: bool, ansi: bool, as_json: bool) -> None:
    if window is not None and (window[0] > window[2] or window[1] > window[3]):
        raise click.UsageError("--window takes X0 Y0 X1 Y1, the upper left and the lower right corner")
    if (
        window is not None
        and (cells := (window[2] - window[0] + 1) * (window[3] - window[1] + 1)) > _MOST_CELLS
    ):
        raise click.UsageError(f"--window has {cells:,} squares; {_MOST_CELLS:,} are shown at the most")
    if as_json:
        shown = window or shown_window(board, {})
        print_json({"window": list(shown), "ids": board.window(*shown)})
    else:
        show(draw_board(board, window=window, style=chosen_style(ascii_, ansi)))
