"""For programs: a match by a function call, as the course knows it."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from referee.launch import Launcher
from referee.match import play_match
from referee.match_options import MatchOptions, MatchResult
from referee.seats import name_seats, own_name
from scrabble_util.board import Board, BoardProg
from scrabble_util.bot_place import BotError
from scrabble_util.dictionary import Dictionary
from scrabble_util.types import PieceId

Bot: TypeAlias = str | Path | ModuleType | Callable[..., object]
"""A bot as on the command line, or the module, or its function `start_game`."""


def start_game(
    board: str | Path | BoardProg | Board = "standard",
    alphabet: str | None = None,
    dictionary: Dictionary | Iterable[str] | str | Path | None = None,
    hand_size: int = 7,
    timeout: int | None = None,
    tiles: int | Mapping[PieceId, int] = 1,
    seed: int = 0,
    port: int = 0,
    players: Sequence[tuple[str, Bot]] = (),
    *,
    record: Path | None = None,
    launcher: Launcher | None = None,
) -> MatchResult:
    """Play a match between `players`, (name, bot) in seat order, and return what came of it.

    `timeout` is in milliseconds. `dictionary` is a word list, the words, or a file; None is English. A `launcher`
    keeps the bots warm from one call to the next.

        result = referee.start_game(seed=7, players=[("Ann", "anyword"), ("Bob", "passer")])
    """
    defaults = MatchOptions(seats=(), seed=seed)
    # A bot that is not there is an error of the caller, not a fault of a player: its name is looked up in any case.
    bots = [(own_name(text), text) for text in (bot_text(bot) for _, bot in players)]
    options = MatchOptions(
        seats=name_seats(bots, [name for name, _ in players]),
        seed=seed,
        board=_board(board),
        alphabet=defaults.alphabet if alphabet is None else alphabet,
        dictionary=_dictionary(dictionary),
        hand_size=hand_size,
        timeout=timeout,
        tiles=tiles,
        port=port,
        record=record,
    )
    return play_match(options, launcher)


def bot_text(bot: Bot) -> str:
    """Return a bot as it is named on the command line: one of this program is found by its file."""
    if isinstance(bot, str | Path):
        return str(bot)
    try:
        file = inspect.getsourcefile(bot)
    except TypeError:
        file = None
    if file is None:
        raise BotError(f"{bot!r} is in no file, and a bot is started from its file")
    if not isinstance(bot, ModuleType) and getattr(bot, "__name__", "") != "start_game":
        raise BotError(
            f"a bot's function is called start_game, and this one {getattr(bot, '__name__', bot)!r}"
        )
    return file


def _board(board: str | Path | BoardProg | Board) -> str | BoardProg:
    if isinstance(board, Board):
        return board.spec
    return board if isinstance(board, BoardProg) else str(board)


def _dictionary(dictionary: Dictionary | Iterable[str] | str | Path | None) -> str | tuple[str, ...] | None:
    if isinstance(dictionary, Dictionary) and dictionary.path is not None:
        return str(dictionary.path)
    if dictionary is None or isinstance(dictionary, str):
        return dictionary
    return str(dictionary) if isinstance(dictionary, Path) else tuple(dictionary)
