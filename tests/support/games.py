"""Small games for tests: setups, pieces that can be anything, and players that do as they are told."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from referee.events import Event
from referee.game import Effects, Game
from referee.local import Chooser
from referee.rules.base import GameSetup
from scrabble_util.board import Board
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import ServerMessage, SMPass, SMPlay
from scrabble_util.pieces import ENGLISH
from scrabble_util.types import Coord, Direction, Letter, Pieces, Placement, Tile

WORDS = Dictionary("AT ATE CAT CATS DO DOE FATED GO HE HELLO IT NO NOUS FOUL OF OH ON QIN TO TOE US".split())

POINTS = {letter.char: letter.points for letter in ENGLISH.letters_of(ENGLISH.alphabet)}
CHAMELEON = 1
"""A piece that can be laid as every letter, at the points of that letter: hands hold no surprises."""
CHAMELEONS: Pieces = {CHAMELEON: frozenset(Letter(char, points) for char, points in POINTS.items())}


@cache
def board(name: str = "standard") -> Board:
    """Return a board that ships, loaded once."""
    return load_board(name)


def english_setup(board_name: str = "standard", **changes: Any) -> GameSetup:
    """A game as people play it, but with few words."""
    base = GameSetup(
        board=board(board_name),
        alphabet=ENGLISH.alphabet,
        pieces=ENGLISH.pieces,
        tiles=ENGLISH.tiles(),
        hand_size=7,
        num_players=2,
        seed=1,
        dictionary=WORDS,
    )
    return replace(base, **changes)


def chameleon_setup(tiles: int = 40, board_name: str = "standard", **changes: Any) -> GameSetup:
    """A game in which every piece can be any letter."""
    return english_setup(board_name, pieces=CHAMELEONS, tiles={CHAMELEON: tiles}, **changes)


def lay(
    word: str, at: tuple[int, int], direction: Direction, skip: Iterable[int] = (), piece: int | None = None
) -> tuple[Placement, ...]:
    """Return the placements of a word, but for the letters (by index) that lie there already.

    Pieces are English ones, or all the piece given; a lower-case letter is a blank.
    """
    moves = []
    for index, char in enumerate(word):
        if index in skip:
            continue
        upper = char.upper()
        if piece is not None:
            tile = Tile(piece, Letter(upper, POINTS[upper]))
        elif char == upper:
            tile = Tile(ENGLISH.alphabet.index(char) + 1, Letter(char, POINTS[char]))
        else:
            tile = Tile(0, Letter(upper, 0))
        moves.append(Placement(Coord(*direction.step(at, index)), tile))
    return tuple(moves)


def chameleon_play(word: str, at: tuple[int, int], direction: Direction, skip: Iterable[int] = ()) -> SMPlay:
    """Return a play of chameleons."""
    return SMPlay(lay(word, at, direction, skip, CHAMELEON))


def scripted(messages: Iterable[ServerMessage]) -> Chooser:
    """Return a player that says these things, one a turn, and then passes."""
    script = iter(messages)
    return lambda _view: next(script, SMPass())


def started(setup: GameSetup) -> Game:
    """Return a game that has been started."""
    game = Game(setup)
    game.start()
    return game


def say(game: Game, *messages: ServerMessage) -> Effects:
    """Let the players to move say these things, one after the other; return what followed from the last."""
    effects = Effects()
    for message in messages:
        effects = game.receive(game.to_move, game.turn, message)
    return effects


def only_event(effects: Effects) -> Event:
    """Return the one event that followed."""
    (event,) = effects.events
    return event


def sent_to(effects: Effects, player: int) -> list[str]:
    """Return the names of the messages that a player is sent."""
    return [type(message).__name__ for to, message in effects.messages if to == player]
