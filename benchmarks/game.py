"""What the pure game costs: microseconds of processor time a turn, without sockets and bots.

python -m benchmarks.game [--json]
"""

import gc
import json
import sys
import time
from collections.abc import Callable, Sequence

from referee.event_json import event_to_json
from referee.events import Event
from referee.game import Game
from referee.rules.base import GameSetup
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import SMChange, SMPass, SMPlay
from scrabble_util.pieces import ENGLISH
from scrabble_util.types import Coord, Direction, Letter, Placement, Tile

GAMES = 2000
ROUNDS = 5
ANY = 1
"""A piece that can be every letter, so that the plays do not hang on the deal."""


def setup() -> GameSetup:
    """Return a game on the standard board in which every piece can be every letter."""
    letters = frozenset(letter for piece in range(1, 27) for letter in ENGLISH.pieces[piece])
    return GameSetup(
        board=load_board("standard"),
        alphabet=ENGLISH.alphabet,
        pieces={ANY: letters},
        tiles={ANY: 100},
        hand_size=7,
        num_players=2,
        seed=1,
        dictionary=Dictionary(["CATS", "HELLO", "SH"]),
    )


def play(word: str, x: int, y: int) -> SMPlay:
    """Return a play of a whole word to the right."""
    points = {letter.char: letter.points for piece in range(1, 27) for letter in ENGLISH.pieces[piece]}
    return SMPlay(
        Placement(Direction.RIGHT.step(Coord(x, y), index), Tile(ANY, Letter(char, points[char])))
        for index, char in enumerate(word)
    )


def begun(setup: GameSetup) -> Game:
    """Return a game after the deal."""
    game = Game(setup)
    game.start()
    return game


def measure(prepare: Callable[[], Sequence[Game]], do: Callable[[Game], object]) -> float:
    """Return the microseconds that one call costs: the best of some rounds, each over many games."""
    best = float("inf")
    for _ in range(ROUNDS):
        games = prepare()
        gc.collect()
        before = time.process_time()
        for game in games:
            do(game)
        best = min(best, (time.process_time() - before) / len(games))
    return best * 1e6


def main() -> None:
    """Print the table."""
    any_letter = setup()
    cats, hello = play("CATS", 0, 0), play("HELLO", 3, 1)

    def new() -> list[Game]:
        return [begun(any_letter) for _ in range(GAMES)]

    def after_cats() -> list[Game]:
        games = new()
        for game in games:
            game.receive(1, 1, cats)
        return games

    (event,) = begun(any_letter).receive(1, 1, cats).events
    rows: list[tuple[str, float]] = [
        (
            "new game, 100 tiles",
            measure(lambda: [begun(any_letter)] * (GAMES // 4), lambda _: begun(any_letter)),
        ),
        ("pass", measure(new, lambda game: game.receive(1, 1, SMPass()))),
        ("change of 4 pieces", measure(new, lambda game: game.receive(1, 1, SMChange([ANY] * 4)))),
        ("play of 4 letters, 1 word", measure(new, lambda game: game.receive(1, 1, cats))),
        ("play of 5 letters, 2 words", measure(after_cats, lambda game: game.receive(2, 2, hello))),
        ("view of a seat", measure(after_cats, lambda game: game.view(2))),
        ("a play as a line of the record", measure(after_cats, lambda _: line(event))),
    ]
    if "--json" in sys.argv[1:]:
        print(json.dumps({name: round(microseconds, 2) for name, microseconds in rows}, ensure_ascii=False))
        return
    for name, microseconds in rows:
        print(f"{name:<32} {microseconds:8.1f} µs")


def line(event: Event) -> str:
    """Return an event as it is written."""
    return json.dumps(event_to_json(event), ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
