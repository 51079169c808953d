"""`referee explain`: why a move was refused or how it scored, and what would have been best."""

import click

from referee.cli.output import print_json
from referee.cli.records import record_from, telling, words_for
from referee.explain_turn import BestMove, NoSuchTurn, turn_facts, turn_lines
from referee.records import Header
from scrabble_util.board import Board, make_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.types import Hand, Laid, Placement


@click.command("explain", short_help="Say in words what happened in a turn of a record.")
@click.argument("path", metavar="RECORD")
@click.option("--turn", type=int, required=True, metavar="N", help="The turn to explain.")
@click.option(
    "--dictionary", metavar="FILE", help="The word list of the game, where it is not the one that ships."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(path: str, turn: int, dictionary: str | None, as_json: bool) -> None:
    """Say in words what happened in a turn of RECORD: how the play scored, word by word and square by square, or why
    it was refused; and what the best play would have been.

    \b
    Examples:
      referee explain game.jsonl --turn 7
      referee explain game.jsonl --turn 7 --json
    """
    record = record_from(path)
    words = words_for(record.header, dictionary)
    with telling(path):
        board = make_board(record.header.board)
        try:
            facts = turn_facts(record, board, turn, _best_move(record.header, board, words))
        except NoSuchTurn as error:
            raise click.UsageError(f"--turn {turn}: {error}") from None
    if as_json:
        print_json(facts[0] | {"others": facts[1:]} if len(facts) > 1 else facts[0])
    else:
        click.echo("\n\n".join("\n".join(turn_lines(one)) for one in facts))


def _best_move(header: Header, board: Board, words: Dictionary) -> BestMove:
    def best(laid: Laid, hand: Hand) -> tuple[tuple[Placement, ...], int] | None:
        # Only here: a record is read and told without loading the search.
        from scrabble_util.movegen.position import Position

        position = Position(board, words, header.pieces, header.hand_size, laid, alphabet=header.alphabet)
        move = position.best_move(hand)
        return None if move is None else (move.placements, move.score)

    return best
