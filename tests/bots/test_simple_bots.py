"""The two simplest bots, played through the referee."""

from collections.abc import Iterator

import pytest

from referee.events import Played
from referee.launch import Launcher
from referee.verdicts import End
from scrabble_util.dictionary import Dictionary
from scrabble_util.pieces import ENGLISH
from scrabble_util.resources import english_dictionary
from tests.support.matches import play


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with Launcher() as shared:
        yield shared


def test_passer_passes(launcher: Launcher) -> None:
    result, seen = play(launcher, "passer*2")
    assert (result.game.end, result.turns) == (End.NO_PLAYS, 6)
    assert not seen.of_kind(Played)


@pytest.mark.parametrize("board", ["standard", "infinite", "holes", "carnival"])
def test_anyword_plays_legal_words_only(board: str, launcher: Launcher) -> None:
    words = tuple(word for word in Dictionary.from_file(english_dictionary()) if len(word) <= 4)
    english = {"pieces": ENGLISH.pieces, "tiles": ENGLISH.tiles(), "dictionary": words, "stall_seconds": 60}
    result, seen = play(launcher, "anyword", "anyword", board=board, **english)
    assert result.clean, [seat.log_tail for seat in result.seats]
    assert len(seen.of_kind(Played)) >= 8
    assert not [event for event in seen.events if type(event).__name__ == "Refused"]
