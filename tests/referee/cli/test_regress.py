"""`referee regress` as typed: golden games come out the same, and what changes is shown where it changes."""

from pathlib import Path

import pytest

from tests.support.cli import Ran, referee

WORDS = "AB\nABA\nBA\nCAB\nDO\nGO\nODD\nON\nNO\nTO\nTOE\nTEN\nNET\nET\nRE\nER\nIT\nTI\n"
BOT = '''
"""Lays the first word it finds over the centre, then passes."""

from itertools import permutations

from scrabble_util.messages import CMGameOver, SMChange, SMPass, SMPlay

LENGTH = {length}


def start_game(board, alphabet, dictionary, num_players, player_number, starting_player, hand, pieces,
               timeout, connection):
    def first_move():
        x, y = board.center
        for chosen in permutations(list(hand), LENGTH):
            letters = [min(pieces[piece]) for piece in chosen]
            if "".join(letter.char for letter in letters) in dictionary:
                return SMPlay([((x + i, y), tile) for i, tile in enumerate(zip(chosen, letters))])
        return SMChange(list(hand)[:1])

    def play():
        mine, fresh = starting_player == player_number, True
        while True:
            if mine:
                connection.send(first_move() if fresh and player_number == 1 else SMPass())
                fresh = False
            message = connection.recv()
            if isinstance(message, CMGameOver):
                return
            mine = message.next_player == player_number

    return play
'''
MOODY = BOT.format(length=8).replace(
    "SMChange(list(hand)[:1])", "SMChange(list(hand)[: os.urandom(1)[0] % 7 + 1])"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words.txt").write_text(WORDS)
    (tmp_path / "mine.py").write_text(BOT.format(length=2))
    return tmp_path


def regress(folder: Path, *arguments: str) -> Ran:
    return referee("regress", *arguments, cwd=folder)


def record(folder: Path, *arguments: str) -> Ran:
    said = regress(
        folder, "record", "golden", "./mine.py", "passer", "--dictionary", "./words.txt", "--seeds", "1..4",
        "--workers", "1", *arguments,
    )  # fmt: skip
    assert said.status == 0, said.err
    return said


def test_golden_games_come_out_the_same_twice_and_from_any_folder(folder: Path) -> None:
    assert "8 golden games in golden" in record(folder, "--boards", "standard,infinite").out
    said = regress(folder, "check", "golden", "--twice")
    assert said.status == 0, said.out
    assert said.out == "8 of 8 golden games come out the same, and no bot changed its mind\n"
    (folder / "elsewhere").mkdir()
    assert regress(folder / "elsewhere", "check", "../golden").status == 0


def test_goldens_hold_no_clock_and_no_path_of_the_machine(folder: Path) -> None:
    record(folder)
    for path in (folder / "golden").iterdir():
        text = path.read_text()
        assert str(folder) not in text
        assert '"clock"' not in text


def test_a_changed_move_is_shown_with_turn_player_and_both_moves(folder: Path) -> None:
    record(folder)
    (folder / "mine.py").write_text(BOT.format(length=3))
    said = regress(folder, "check", "golden")
    assert said.status == 1
    assert "diverges at turn 1, mine's turn\n  - mine plays " in said.out
    assert "\n  + mine " in said.out
    first = said.out.splitlines()[0].partition(":")[0]
    assert f"  golden: referee replay golden/{first}.jsonl --turn 1\n" in said.out
    assert f"     now: referee replay golden/diverged/{first}.jsonl --turn 1\n" in said.out
    assert (folder / "golden" / "diverged" / f"{first}.jsonl").exists()
    shown = referee("replay", f"golden/diverged/{first}.jsonl", "--turn", "1", cwd=folder)
    assert shown.status == 0


def test_what_diverges_is_told_also_where_nothing_can_be_written(folder: Path) -> None:
    record(folder)
    (folder / "golden" / "diverged").write_text("a file, where a folder has to be")
    (folder / "mine.py").write_text(BOT.format(length=3))
    said = regress(folder, "check", "golden")
    assert said.status == 1
    assert "diverges at turn 1, mine's turn" in said.out
    assert "golden/diverged: File exists; the new records are not kept" in said.err


def test_commands_can_be_pasted_whatever_the_folder_is_called(folder: Path) -> None:
    said = regress(folder, "record", "my golden", "./mine.py", "passer", "--seeds", "1")
    assert "check them: referee regress check 'my golden'\n" in said.out
    (folder / "mine.py").write_text("from bots.anyword import start_game\n")
    said = regress(folder, "check", "my golden")
    assert "referee replay 'my golden/standard-1.jsonl' --turn 1\n" in said.out
    assert "referee replay 'my golden/diverged/standard-1.jsonl' --turn 1\n" in said.out


@pytest.mark.parametrize(
    ("bot", "says"),
    [("def start_game(:\n", "never started (could not be loaded: SyntaxError"), ("", "start_game")],
)
def test_a_golden_game_in_which_a_bot_was_at_fault_is_said(folder: Path, bot: str, says: str) -> None:
    (folder / "mine.py").write_text(bot)
    arguments = ("record", "golden", "./mine.py", "passer", "--seeds", "1..2", "--force")
    said = regress(folder, *arguments)
    assert said.status == 1
    assert "standard-2: mine never started" in said.err
    assert says in said.err
    assert [line.partition(":")[0] for line in regress(folder, *arguments, "--json").json["faults"]] == [
        "standard-1",
        "standard-2",
    ]


def test_json_says_the_same_and_nothing_else(folder: Path) -> None:
    record(folder)
    (folder / "mine.py").write_text(BOT.format(length=3))
    said = regress(folder, "check", "golden", "--json")
    assert said.status == 1
    assert said.json["games"] == 4
    assert said.json["same"] + len(said.json["diverging"]) == 4
    assert said.json["diverging"][0]["turn"] == 1
    assert said.json["diverging"][0]["player"] == "mine"


def test_a_bot_that_changes_its_mind_is_found_out(folder: Path) -> None:
    (folder / "mine.py").write_text(f"import os\n{MOODY}")
    record(folder, "--seeds", "1..12")
    said = regress(folder, "check", "golden", "--twice")
    assert said.status == 1
    assert "mine is not deterministic" in said.out


def test_another_dictionary_is_named_as_what_changed(folder: Path) -> None:
    record(folder)
    (folder / "words.txt").write_text(WORDS + "ZA\n")
    said = regress(folder, "check", "golden")
    assert said.status == 1
    assert "diverges before the deal" in said.out
    assert "another dictionary" in said.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "none"), "holds no golden games"),
        (("record", "new", "passer", "passer", "--seeds", "5..1"), "seeds run upwards"),
        (("record", "new", "passer", "passer", "--seeds", "one"), "is no seed"),
        (("record", "new", "passer", "passer", "--seeds", "1,1"), "names a seed twice"),
        (("record", "new", "passer", "pasesr"), "did you mean 'passer'"),
        (("record", "new", "passer"), "two bots at least"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(folder: Path, arguments: tuple[str, ...], says: str) -> None:
    said = regress(folder, *arguments)
    assert said.status == 2
    assert says in said.err
    assert not (folder / "new").exists()


def test_goldens_are_not_replaced_unless_one_forces_it(folder: Path) -> None:
    record(folder)
    again = regress(folder, "record", "golden", "passer", "passer", "--seeds", "1")
    assert again.status == 2
    assert "--force replaces them" in again.err
    record(folder, "--force", "--seeds", "1..2")
    assert len(list((folder / "golden").glob("*.jsonl"))) == 2


def test_a_missing_a_strange_and_a_damaged_golden_are_said(folder: Path) -> None:
    record(folder)
    golden = folder / "golden"
    (golden / "standard-2.jsonl").rename(golden / "strange.jsonl")
    assert (
        "1 golden games are missing, the first is standard-2.jsonl" in regress(folder, "check", "golden").err
    )
    (golden / "strange.jsonl").rename(golden / "standard-2.jsonl")
    (golden / "strange.jsonl").write_text("{}\n")
    assert "strange.jsonl is not named" in regress(folder, "check", "golden").err
    (golden / "strange.jsonl").unlink()
    (golden / "standard-2.jsonl").write_text("nonsense\n")
    said = regress(folder, "check", "golden")
    assert said.status == 1
    assert "standard-2.jsonl: line 1 is not JSON" in said.err
    assert "record the golden games anew with --force" in said.err
