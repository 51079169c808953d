"""The examples of the tutorial play whole games without a fault, and keep to a page."""

import importlib.util
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from bots import anyword, haskell, passer
from referee.events import Refused, TimedOut
from referee.launch import Launcher
from referee.local_bots import play_here
from referee.match import play_match
from referee.match_options import MatchOptions
from referee.seats import seat_specs
from referee.watch import Watcher
from scrabble_util.board_file import load_board
from scrabble_util.dictionary import Dictionary
from scrabble_util.pieces import ENGLISH
from scrabble_util.state import State
from scrabble_util.types import Hand

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PAGE = 110
"""Lines of a page, at most."""


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("board", ["standard", "infinite-holes"])
def test_an_example_beats_the_bot_that_passes_and_is_never_refused(path: Path, board: str) -> None:
    random.seed(1)
    result, events = play_here(load(path).start_game, passer.start_game, board=board, seed=5)
    assert result.winners == (1,)
    assert not [event for event in events if isinstance(event, Refused)]


@pytest.mark.parametrize(
    "path", [*EXAMPLES, *(Path(bot.__file__) for bot in (passer, anyword))], ids=lambda p: p.stem
)
def test_every_step_of_the_tutorial_is_a_page_at_most(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= PAGE


def test_the_parallel_one_decides_when_its_time_is_up() -> None:
    lookahead = load(ROOT / "examples/lookahead.py")
    assert lookahead.time_for_a_move(None) == 1.0
    assert lookahead.time_for_a_move(1000) == 0.6
    state = State(
        load_board("standard"), ENGLISH.alphabet, Dictionary(["CAT", "AT"]), 2, 1, 1, Hand([3, 1, 20]), ENGLISH.pieces,
        tiles=ENGLISH.tiles(),
    )  # fmt: skip
    with ThreadPoolExecutor(2) as pool:
        message = lookahead.choose(state, pool, deadline=0.0)
    assert message == state.moves()[0].to_message()


def test_the_parallel_one_is_never_late() -> None:
    class Late(Watcher):
        count = 0

        def happened(self, event: object, game: object, seconds: float) -> None:
            self.count += isinstance(event, TimedOut)

    late = Late()
    seats = seat_specs([str(ROOT / "examples/lookahead.py"), "haskell"])
    with Launcher() as launcher:
        result = play_match(MatchOptions(seats=seats, seed=3, timeout=10_000), launcher, [late])
    assert result.clean
    assert late.count == 0
    assert result.winners == (1,)


def test_the_beginner_beats_the_bot_that_passes() -> None:
    assert play_here(haskell.start_game, passer.start_game, seed=2)[0].winners == (1,)


def test_the_tutorial_shows_the_examples_as_they_are() -> None:
    page = (ROOT / "docs/write-a-bot.md").read_text()
    for path in EXAMPLES:
        shown = f"```python\n# file: {path.name}\n{path.read_text()}```"
        assert shown in page or f"(../examples/{path.name})" in page
    assert "```python\n# file: any_move.py\n" + (ROOT / "examples/any_move.py").read_text() in page
