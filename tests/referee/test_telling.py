"""What happened, in words."""

import pytest

from referee.events import Ended, Event
from referee.game import Departure, Effects
from referee.telling import event_text, hand_text, piece_text, result_lines
from referee.verdicts import Verdict
from scrabble_util.messages import SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.pieces import ENGLISH
from scrabble_util.types import Direction, Hand, Letter
from tests.support.games import CHAMELEON, CHAMELEONS, chameleon_play, chameleon_setup, say, started


def name(player: int) -> str:
    return {1: "oxy", 2: "mine"}.get(player, f"third {player}")


def told(effects: Effects) -> list[str]:
    return [event_text(event, name, CHAMELEONS) for event in effects.events]


CAT = chameleon_play("CAT", (0, 0), Direction.RIGHT)


def test_a_play_tells_the_word_its_place_and_the_points() -> None:
    assert told(say(started(chameleon_setup()), CAT)) == [
        "oxy plays CAT right from (0, 0) for 10 points, 10 in all"
    ]


def test_a_play_of_several_words_or_with_a_bonus_tells_each_part() -> None:
    game = started(chameleon_setup(hand_size=3))
    assert told(say(game, CAT)) == [
        "oxy plays CAT right from (0, 0) (CAT 10, the whole hand 50) for 60 points, 60 in all"
    ]
    assert told(say(game, chameleon_play("AT", (3, -1), Direction.DOWN, skip=[])))[0].startswith(
        "mine tries to lay AT, refused: CATT is not in the dictionary."
    )


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (SMPass(), "oxy passes"),
        (SMChange([CHAMELEON, CHAMELEON]), "oxy changes ??"),
        (SMForfeit(), "oxy leaves: forfeited"),
        (SMPlay([]), "oxy tries to lay nothing, refused: There is no piece in the move."),
        (SMChange([9]), "oxy tries to change 1 piece, refused: There is no piece 9 in this game."),
    ],
)
def test_each_thing_that_can_be_said(message: SMPass, text: str) -> None:
    assert told(say(started(chameleon_setup()), message))[0] == text


def test_what_is_suffered() -> None:
    game = started(chameleon_setup(num_players=3))
    assert told(game.deadline(1)) == ["oxy runs out of time"]
    assert told(game.leave(3, Verdict.CRASHED, "exit status 1")) == [
        "third 3 leaves: crashed (exit status 1)"
    ]


def ends() -> dict[str, Event]:
    def end(effects: Effects) -> Event:
        return effects.events[-1]

    never = Verdict.NEVER_STARTED
    return {
        "oxy went out": end(say(started(chameleon_setup(tiles=6, hand_size=3)), CAT)),
        "three rounds went by without a play": end(say(started(chameleon_setup()), *[SMPass()] * 6)),
        "only mine is left": end(say(started(chameleon_setup()), SMForfeit())),
        "nobody is left": end(
            started(chameleon_setup()).leave_together([Departure(1, never), Departure(2, never)])
        ),
        "the referee was stopped (from the keyboard)": end(
            started(chameleon_setup()).interrupt("from the keyboard")
        ),
    }


@pytest.mark.parametrize("text", list(ends()))
def test_each_end(text: str) -> None:
    assert event_text(ends()[text], name, CHAMELEONS) == f"the game is over: {text}"


def test_the_table_shows_how_the_final_points_come_about() -> None:
    event = ends()["oxy went out"]
    assert isinstance(event, Ended)
    assert result_lines(event.result, name, CHAMELEONS) == [
        "* oxy      90  = 60 + 30 from the others",
        "  mine    -30  = 0 - 30 for ???",
    ]


def test_the_table_puts_those_who_left_last_with_their_verdict() -> None:
    effects = say(started(chameleon_setup()), CAT, SMPass(), SMForfeit())
    event = effects.events[-1]
    assert isinstance(event, Ended)
    assert result_lines(event.result, name, CHAMELEONS) == [
        "* mine    -70  = 0 - 70 for ???????",
        "  oxy     -60  = 10 - 70 for ???????  forfeited",
    ]


def test_hands_are_rows_of_letters_with_blanks_last() -> None:
    assert hand_text(Hand([0, 26, 1, 1]), ENGLISH.pieces) == "AAZ?"
    assert hand_text([99], ENGLISH.pieces) == "?"
    assert piece_text(frozenset({Letter("Q", 10), Letter("U", 1)})) == "[QU]"
