"""Golden records: whole seeded games on every board, kept as files and compared byte for byte.

When the rules, a board or the form of a record change on purpose, write them anew and read the diff:

    python -m tests.support.goldens
"""

from pathlib import Path

from referee.local import play_locally
from referee.records import Header, Seat, record_bytes
from scrabble_util.board_file import shipped_boards
from scrabble_util.dictionary import Dictionary
from scrabble_util.pieces import ENGLISH
from tests.support.games import english_setup
from tests.support.players import AnyMove, troublesome

FOLDER = Path(__file__).parents[1] / "goldens" / "records"

LEXICON = Dictionary(
    """AA AB AD AE AI AN AR AS AT AX BE BI BO BY DE DO ED EF EL EM EN ER ES ET EX FA GO HA HE HI HO ID IF IN IS IT
    JO KA LA LI LO MA ME MI MO MU MY NA NE NO NU OD OE OF OH ON OP OR OS OW OX OY PA PE PI QI RE SO TA TI TO UN UP
    US UT WE WO XI YE YO ZA ATE BARN CAT CATS DARE DEAR DOE EARN FATED FOUL GRAIN HELLO JUMP KNOW LINE LOW MOVE
    NOTE NOUS QUIT RATE STONE TEAR TOE VEX WORD YEAR ZOO RETAINS STAINER""".split()
)


def names() -> list[str]:
    """Return the name of every golden record: a board, and a number of players that differs from board to board."""
    return [f"{board}-{2 + number % 3}" for number, board in enumerate(shipped_boards())]


def play(name: str) -> bytes:
    """Play the game of a golden record."""
    board, _, players = name.rpartition("-")
    tiles = {piece: (count + 1) // 2 for piece, count in ENGLISH.tiles().items()}
    setup = english_setup(
        board, num_players=int(players), seed=len(name), tiles=tiles, dictionary=LEXICON, timeout=1000
    )
    _, events = play_locally(setup, [AnyMove(setup, troublesome)] * setup.num_players)
    seats = [Seat(number, f"any-{number}", "any") for number in range(1, setup.num_players + 1)]
    return record_bytes(Header.of(setup, seats), events)


def write_all() -> None:
    """Write every golden record anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.jsonl").write_bytes(play(name))


if __name__ == "__main__":
    write_all()
