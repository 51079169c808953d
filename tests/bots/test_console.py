"""A person plays at a real terminal: whole games, typed by a script."""

import re
import sys
from pathlib import Path

import pexpect

from referee.events import Changed, Left, Passed, Played, Refused
from referee.records import Record, read_record
from referee.verdicts import End, Verdict
from tests.support.cli import ROOT

PROMPT, BLANK, LEAVE, HAND = (
    "> ",
    r"Which letter is the blank\? ",
    r"Leave the game\? \[y/N\] ",
    "to see your hand",
)
HINT = re.compile(
    r"(?P<move>[A-Z_]+ -?\d+ -?\d+ \w+)  for (?P<points>-?\d+)(, the blank is (?P<blanks>[A-Z and]+))?"
)


class Chair:
    """A terminal with somebody at it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.record = folder / "game.jsonl"
        command = [
            "-c",
            "from referee.cli import main; main()",
            "play",
            *arguments,
            "--record",
            str(self.record),
        ]
        self.terminal: pexpect.spawn[str] = pexpect.spawn(
            sys.executable, command, cwd=str(folder), encoding="utf-8", timeout=120, dimensions=(60, 120),
            env={"PYTHONPATH": str(ROOT), "PATH": "", "TERM": "xterm", "HOME": str(folder)},
        )  # fmt: skip
        self.seen = ""
        self.blanks = 0
        """How often it was asked what a blank is."""

    def wait(self, *patterns: str) -> str:
        """Wait for one of these, and return which; what came before is kept."""
        found = self.terminal.expect([*patterns, pexpect.EOF])
        self.seen += self.terminal.before or ""
        return [*patterns, "end"][found]

    def say(self, text: str, *answers: str) -> str:
        """Type a line, then wait for a prompt."""
        self.terminal.sendline(text)
        return self.wait(*(answers or (PROMPT, BLANK)))

    @property
    def latest(self) -> str:
        """What was printed since the last prompt."""
        return self.terminal.before or ""

    def end(self) -> Record:
        """Wait for the summary, and read the record."""
        if not self.terminal.flag_eof:
            assert self.wait() == "end"
        self.terminal.close()
        return read_record(self.record)

    def play_hints_to_the_end(self) -> None:
        """Do what the hint says, turn after turn; swap or pass where it says nothing."""
        while True:
            assert self.say(":hint") == PROMPT
            found = HINT.search(self.latest)
            if found is None:
                came = self.say(":pass")
            else:
                came = self.say(found["move"])
                for letter in (found["blanks"] or "").split(" and ") if came == BLANK else []:
                    came = self.say(letter)
                    self.blanks += 1
            if came == "end":
                return


def events(record: Record, player: int) -> list[object]:
    return [event for event in record.events if getattr(event, "player", 0) == player]


def test_a_whole_game_with_hints_a_swap_a_blank_and_a_refused_move(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "passer", "--seed", "11", "--ansi")
    assert chair.wait(PROMPT) == PROMPT
    assert "\x1b[H\x1b[2J" in chair.seen, "the board is drawn in place"
    assert "your hand" in chair.seen
    chair.say(":help")
    assert ":swap LETTERS" in chair.latest
    chair.say("qqq 0 0 right")
    assert "You hold no Q" in chair.latest
    chair.say(":hint 3")
    hints = HINT.findall(chair.latest)
    assert len(hints) == 3
    word, _, _, _ = hints[0][0].split()
    chair.say(f"{word} -7 5 right")
    assert "The first word must cover the centre" in chair.latest
    hand = re.findall(r"your hand  ([A-Z_ ]+)", chair.seen)[-1].split()
    chair.say(f":swap {hand[0]}{hand[1]}")
    assert "You changed 2 pieces." in chair.latest
    chair.say(":score")
    assert "you 0" in chair.latest
    chair.say(":bonus")
    chair.play_hints_to_the_end()
    record = chair.end()
    assert chair.terminal.exitstatus == 0
    assert record.result is not None
    assert record.result.end is End.WENT_OUT
    mine = events(record, 1)
    assert [type(event) for event in mine[:1]] == [Changed]
    assert not [event for event in mine if isinstance(event, Refused | Passed)]
    pieces = [tile.piece for event in mine if isinstance(event, Played) for _, tile in event.moves]
    assert 0 in pieces
    assert chair.blanks, "the person was asked what a blank is"


def test_a_whole_game_in_plain_text_on_an_infinite_board(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "passer", "--board", "infinite", "--seed", "3", "--ascii")
    assert chair.wait(PROMPT) == PROMPT
    chair.play_hints_to_the_end()
    record = chair.end()
    assert record.result is not None
    assert record.result.end is End.WENT_OUT
    assert "*" in chair.seen
    assert "\x1b[H" not in chair.seen, "plain text moves no cursor"
    assert "The game is over." in chair.seen


def test_the_raw_form_and_strict_send_what_is_wrong(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "passer", "--seed", "3", "--ascii", "--strict")
    chair.wait(PROMPT)
    chair.say("0 0 99A1 0 1 0O0")
    assert "The referee refused: There is no piece 99" in chair.latest
    chair.terminal.sendintr()
    chair.wait(LEAVE)
    chair.say("y", "forfeited")
    record = chair.end()
    refused, left = events(record, 1)
    assert isinstance(refused, Refused)
    assert isinstance(left, Left)
    assert left.verdict is Verdict.FORFEITED
    assert chair.terminal.exitstatus == 0


def test_ctrl_c_asks_first_and_a_no_goes_on(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "passer", "--seed", "3", "--ascii")
    chair.wait(PROMPT)
    chair.terminal.sendintr()
    chair.wait(LEAVE)
    assert chair.say("n") == PROMPT
    assert chair.say(":pass") == PROMPT
    chair.say(":forfeit", LEAVE)
    chair.say("yes", "forfeited")
    passed, left = events(chair.end(), 1)
    assert isinstance(passed, Passed)
    assert isinstance(left, Left)


def test_lines_typed_are_remembered_for_the_next_game(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "passer", "--seed", "3", "--ascii")
    chair.wait(PROMPT)
    chair.say(":tiles")
    chair.terminal.send("\x1b[A\r")  # the arrow up brings it back
    chair.wait(PROMPT)
    assert "Unseen: 93 pieces" in chair.latest
    chair.terminal.sendintr()
    chair.wait(LEAVE)
    chair.say("y", "forfeited")
    chair.end()
    assert ":tiles" in (tmp_path / ".local/state/scrabble-referee/history").read_text()


def test_two_people_share_a_terminal_and_do_not_see_each_others_hand(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "console", "--seed", "3", "--ansi", "--names", "Ann,Bob")
    chair.wait(HAND)
    assert "It is Ann's turn." in chair.seen
    assert "your hand  " not in chair.seen
    assert chair.say("") == PROMPT
    chair.say(":pass", HAND)
    assert "It is Bob's turn." in chair.latest
    assert chair.say("") == PROMPT
    assert "Ann passed." in chair.latest
    chair.terminal.sendintr()
    chair.wait(LEAVE)
    chair.say("y", "forfeited")
    record = chair.end()
    assert record.result is not None
    assert record.result.winners == (1,)


def test_a_person_and_json_exclude_each_other(tmp_path: Path) -> None:
    chair = Chair(tmp_path, "console", "passer", "--json")
    chair.wait("a person needs the screen")
    chair.wait()
    chair.terminal.close()
    assert chair.terminal.exitstatus == 2
    assert not chair.record.exists()
