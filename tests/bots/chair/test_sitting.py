"""A person at the table, played by a script: asked again when wrong, told what happened, leaving cleanly."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bots import passer
from bots.chair.sitting import Habits, Sitting
from referee.events import Changed, Event, Left, Passed, Played, Refused
from referee.local_bots import play_bots
from referee.rules.base import GameSetup
from scrabble_util.drawing import Style
from scrabble_util.messages import ClientMessage
from scrabble_util.state import State
from tests.support.games import english_setup

CATS = (3, 1, 20, 19, 0, 5, 5)


class Script:
    """Types the lines it was given; keeps what was shown. A line `^C` is the interrupt key, `^D` the end of input."""

    style = Style.ASCII

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []
        self.prompts: list[str] = []

    def size(self) -> tuple[int, int]:
        return 80, 24

    def draw(self, text: str) -> None:
        self.shown.append(text)

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = self.lines.pop(0)
        if line == "^C":
            raise KeyboardInterrupt
        if line == "^D":
            raise EOFError
        return line

    def wait(self, receive: Callable[[], ClientMessage]) -> ClientMessage:
        return receive()

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def sit(script: Script, habits: Habits = Habits(), **changes: Any) -> list[Event]:  # noqa: B008
    """Play against one who passes, from a known hand, until the script has left."""
    changes.setdefault("draws", {1: (*CATS, *(9,) * 9), 2: (14,) * 7})
    changes.setdefault("tiles", {1: 9, 3: 2, 20: 6, 19: 4, 0: 2, 5: 12, 9: 20, 14: 9})
    setup: GameSetup = english_setup(**changes)

    def hints(state: State, count: int) -> Sequence[str]:
        return [f"hint {number} of {len(state.hand)}" for number in range(1, count + 1)]

    def start_game(*given: Any) -> Callable[[], None]:
        return Sitting(State(*given), ["me", "Pat"], script, habits, hints).play

    _, events = play_bots(setup, [start_game, passer.start_game])
    assert not script.lines
    return [event for event in events if getattr(event, "player", 0) == 1]


LEAVE = (":forfeit", "y")


def test_a_move_is_sent_and_told() -> None:
    script = Script("cat 0 0 right", *LEAVE)
    played = sit(script)[0]
    assert isinstance(played, Played)
    assert played.words[0].text == "CAT"
    assert "You laid CAT for 10. You drew 3." in script.text
    assert "Pat passed." in script.text
    assert "*C*A*T" in script.text


def test_a_wrong_move_is_refused_here_and_asked_again() -> None:
    script = Script("cat 3 3 right", "tac 0 0 right", "what", "", "cat 0 0 down", *LEAVE)
    events = sit(script)
    assert [type(event) for event in events] == [Played, Left]
    assert "The first word must cover the centre, (0, 0)." in script.text
    assert "TAC is not in the dictionary." in script.text
    assert "Say a move like" in script.text


def test_strict_sends_it_all_the_same() -> None:
    script = Script("tac 0 0 right", *LEAVE)
    events = sit(script, Habits(strict=True))
    assert [type(event) for event in events] == [Refused, Left]
    assert "The referee refused: TAC is not in the dictionary." in script.text
    assert "0 0 20T1 1 0 1A1 2 0 3C3" in script.text


def test_any_word_will_do_where_the_referee_checks_none() -> None:
    script = Script("tac 0 0 right", *LEAVE)
    assert isinstance(sit(script, Habits(any_word=True), dictionary=None)[0], Played)


def test_a_blank_is_asked_for() -> None:
    script = Script("c_ts 0 0 right", "a", *LEAVE)
    played = sit(script)[0]
    assert isinstance(played, Played)
    assert played.words[0].text == "CATS"
    assert script.prompts[1] == "Which letter is the blank? "


def test_hints_tiles_score_help_and_bonus_cost_no_turn() -> None:
    script = Script(":hint", ":hint 3", ":tiles", ":score", ":help", ":bonus", ":pass", *LEAVE)
    events = sit(script)
    assert [type(event) for event in events] == [Passed, Left]
    assert "hint 3 of 7" in script.text
    assert "Unseen: " in script.text
    assert "WORD X Y right" in script.text
    assert sum("your hand" in text for text in script.shown) == 3


def test_a_swap_is_checked_and_sent() -> None:
    script = Script(":swap zz", ":swap ee", *LEAVE)
    changed = sit(script)[0]
    assert isinstance(changed, Changed)
    assert changed.pieces == (5, 5)
    assert "You changed 2 pieces." in script.text


def test_no_more_can_be_swapped_than_the_bag_holds() -> None:
    script = Script(":swap ee", *LEAVE)
    tiles = {**dict.fromkeys(CATS, 1), 5: 2, 14: 7, 9: 1}
    (left,) = sit(script, tiles=tiles, draws={1: CATS, 2: (14,) * 7})
    assert isinstance(left, Left)
    assert "2 pieces were to be changed, and the bag holds 1." in script.text


@pytest.mark.parametrize("lines", [("^C", "y"), ("^C", "^C"), ("^C", "n", ":forfeit", "yes"), ("^D", "^D")])
def test_the_interrupt_key_asks_then_leaves_cleanly(lines: tuple[str, ...]) -> None:
    (left,) = sit(Script(*lines))
    assert isinstance(left, Left)
    assert left.verdict.value == "forfeited"


def test_interrupted_while_others_move_it_leaves_at_the_next_turn() -> None:
    class Impatient(Script):
        interrupts = 1

        def wait(self, receive: Callable[[], ClientMessage]) -> ClientMessage:
            if self.interrupts:
                self.interrupts -= 1
                raise KeyboardInterrupt
            return receive()

    events = sit(Impatient(":pass", "y"))
    assert [type(event) for event in events] == [Passed, Left]


def test_people_who_share_a_terminal_do_not_see_each_others_hand() -> None:
    script = Script("", "cat 0 0 right", "", *LEAVE)
    sit(script, Habits(shared=True))
    assert script.shown[0] == "It is me's turn."
    assert script.prompts[0] == "Press Enter to see your hand. "
    assert "your hand" not in script.shown[2]
    assert "You laid CAT for 10" in script.shown[3]


def test_in_colour_the_screen_is_drawn_again_after_each_message() -> None:
    script = Script("cat 0 0 right", *LEAVE)
    script.style = Style.ANSI
    sit(script)
    assert sum("your hand" in text for text in script.shown) >= 4
