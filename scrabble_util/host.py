"""What runs a bot: find its `start_game`, join a game, set up, play.

This is the inside of a bot's process. `nest.py` keeps such a process warm for the referee; as a command it plays
one game from anywhere, in a seat that waits for a player (`referee play remote …` prints port and token):

    python -m scrabble_util.host ./my_bot.py --port 4711 --token TOKEN
"""

import argparse
import contextlib
import importlib
import importlib.util
import inspect
import os
import pdb
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from scrabble_util.board import Board, BoardProg, make_board
from scrabble_util.bot_place import BotError, BotPlace, find_bot
from scrabble_util.connection import Connection, ConnectionClosed
from scrabble_util.dictionary import Dictionary
from scrabble_util.handshake import Setup
from scrabble_util.resources import english_dictionary

StartGame: TypeAlias = Callable[..., Callable[[], None]]

PARAMETERS = (
    "board", "alphabet", "dictionary", "num_players", "player_number", "starting_player",
    "hand", "pieces", "timeout", "connection",
)  # fmt: skip
"""What `start_game` is given, in this order."""

TOKEN_VARIABLE = "SCRABBLE_TOKEN"
"""The environment variable that may hold the token: an argument could be seen by every process."""

_OURS = str(Path(__file__).parent)


class Exit(IntEnum):
    """The status a bot's process ends with, so that the referee can tell what happened."""

    FINISHED = 0
    """Played until the referee said that the game was over, or hung up."""
    RAISED = 80
    """The bot's code raised an error; the traceback is in the log."""
    RETURNED = 81
    """The bot's function returned before the game was over."""
    OUT_OF_MEMORY = 82
    """The bot's code raised `MemoryError`."""
    NOT_LOADED = 83
    """The bot could not be imported, or has no `start_game`."""
    NO_REFEREE = 84
    """There was no referee to connect to, or it refused the hello."""


@dataclass
class Shelf:
    """What was prepared before a game and may be used in it: boards that were loaded, word lists at hand."""

    boards: list[Board] = field(default_factory=list)
    dictionaries: dict[str, Dictionary] = field(default_factory=dict)

    def board(self, spec: BoardProg) -> Board:
        """Return the board of a spec, loaded now unless it was before."""
        for board in self.boards:
            if board.spec == spec:
                return board
        self.boards.append(make_board(spec))
        return self.boards[-1]

    def dictionary(self, sha: str, words: list[str] | None) -> Dictionary:
        """Return the word list of a hash, made of `words` where it is not at hand."""
        if words is not None:
            self.dictionaries[sha] = Dictionary(words, sha=sha)
        return self.dictionaries[sha]


def load_bot(place: BotPlace) -> ModuleType:
    """Import a bot; raise what it raises, or `BotError`."""
    if place.module is None:
        module = _import_file(Path(place.file))
    else:
        sys.path.insert(0, str(Path.cwd()))
        module = importlib.import_module(place.module)
    start_game = getattr(module, "start_game", None)
    if not callable(start_game):
        raise BotError(f"{module.__name__} has no function start_game({', '.join(PARAMETERS)})")
    try:
        inspect.signature(start_game).bind(*PARAMETERS)
    except TypeError:
        takes = f"start_game{inspect.signature(start_game)}"
        raise BotError(f"{module.__name__}: {takes} must take ({', '.join(PARAMETERS)})") from None
    return module


def _import_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BotError(f"{path}: no such file")
    # The bot's own folder comes first, as it does for a script: it may have modules and data beside it.
    sys.path.insert(0, str(path.parent))
    # A bot may be called as a module is that others need, such as random.py; it must not take its place.
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    name = f"bot_{path.stem}" if taken else path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path}: a bot is a Python file, and its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def play_game(start_game: StartGame, connection: Connection, token: str, shelf: Shelf) -> Exit:
    """Play one game to its end; what the bot's code raises comes out of here."""
    setup, words = connection.join(token, shelf.dictionaries)
    run: object = start_game(*_arguments(setup, words, shelf), connection)
    if not callable(run):
        if inspect.iscoroutine(run):
            run.close()  # else Python complains, behind what we have to say
        what = "None" if run is None else f"a {type(run).__name__}"
        raise BotError(f"start_game returned {what}; it must return the function that plays the game")
    connection.ready()
    try:
        run()
    except ConnectionClosed as closed:
        if not connection.over:
            say(f"the game is cut off: {closed}")
        return Exit.FINISHED
    return Exit.FINISHED if connection.over else Exit.RETURNED


def _arguments(setup: Setup, words: list[str] | None, shelf: Shelf) -> tuple[Any, ...]:
    return (
        shelf.board(setup.board),
        setup.alphabet,
        shelf.dictionary(setup.dictionary, words),
        setup.num_players,
        setup.player_number,
        setup.starting_player,
        setup.hand,
        setup.pieces,
        setup.timeout,
    )


def log_error(error: BaseException) -> None:
    """Tell the log what the bot's code raised; what the code held is let go first, for telling takes memory."""
    traceback.clear_frames(error.__traceback__)
    print_error(error)


def run_bot(
    start_game: StartGame,
    address: tuple[str, int],
    token: str,
    shelf: Shelf,
    on_error: Callable[[BaseException], None] = log_error,
) -> int:
    """Connect and play one game; tell the log what went wrong, and return the status to exit with.

    `on_error` is shown what the bot raised while the referee still waits for it: `log_error`, or a debugger.
    """
    try:
        connection = Connection.open(*address)
    except (OSError, OverflowError) as error:  # the latter for a port that is none
        say(f"no game: {error}")
        return Exit.NO_REFEREE
    with connection:
        try:
            return play_game(start_game, connection, token, shelf)
        except ConnectionClosed as error:
            say(f"no game: {error}")
            return Exit.NO_REFEREE
        except SystemExit as stop:
            return _status(stop)
        except MemoryError as error:
            with contextlib.suppress(MemoryError):
                on_error(error)
            say("MemoryError: the bot wanted more memory than it may have")
            return Exit.OUT_OF_MEMORY
        except BaseException as error:
            on_error(error)
            return Exit.RAISED


def _status(stop: SystemExit) -> int:
    if stop.code is None or isinstance(stop.code, int):
        return (stop.code or 0) & 0xFF
    say(str(stop.code))
    return Exit.RAISED


def print_error(error: BaseException) -> None:
    """Print a traceback without the frames that are not the bot's business: those of this package and of import."""
    if isinstance(error, BotError):
        say(str(error))
        return
    told = traceback.TracebackException.from_exception(error)
    own = [
        frame
        for frame in told.stack
        if not frame.filename.startswith((_OURS, "<frozen ")) and "/importlib/" not in frame.filename
    ]
    # A file that is no Python has no code of its own that ran: the error says where it is.
    others = [] if isinstance(error, SyntaxError) else told.stack
    told.stack = traceback.StackSummary.from_list(own or others)
    say("".join(told.format()).rstrip())


def in_a_line(error: BaseException) -> str:
    """Return what was raised, and the first line of what it says."""
    try:
        text = str(error).strip().splitlines()
    except Exception:  # the bot's own class may fail at this, too
        text = []
    if isinstance(error, BotError) and text:
        return text[0]
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__


def debug_error(error: BaseException) -> None:
    """Let the person at the terminal look around where the bot's code failed, or was stopped with Ctrl-C."""
    print_error(error)
    pdb.post_mortem(error.__traceback__)


def say(text: str) -> None:
    """Write to the bot's log."""
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        # The bot closed its own output; its exit status still tells.
        return


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game in a seat that waits."""
    parser = argparse.ArgumentParser(prog="python -m scrabble_util.host", description=main.__doc__)
    parser.add_argument("bot", help="a bot that ships (passer), a file (./my_bot.py) or a module (mypkg.bot)")
    parser.add_argument("--host", default="127.0.0.1", help="where the referee is (default: this machine)")
    parser.add_argument("--port", type=int, required=True, help="the port that the referee printed")
    parser.add_argument("--token", help=f"the token that the referee printed (default: ${TOKEN_VARIABLE})")
    parser.add_argument("--pdb", action="store_true", help="debug what the bot raises, in this terminal")
    given = parser.parse_args(arguments)
    token = given.token or os.environ.pop(TOKEN_VARIABLE, "")
    try:
        module = load_bot(find_bot(given.bot))
    except Exception as error:
        print_error(error)
        return Exit.NOT_LOADED
    english = Dictionary.from_file(english_dictionary())
    shelf = Shelf(dictionaries={english.sha256: english})
    on_error = debug_error if given.pdb else log_error
    return run_bot(module.start_game, (given.host, given.port), token, shelf, on_error)


if __name__ == "__main__":
    sys.exit(main())
