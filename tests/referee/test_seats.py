"""Who sits where: names people can tell apart, and bots that are there."""

import os
from pathlib import Path

import pytest

from referee.match_options import SeatSpec
from referee.seats import new_token, seat_specs, wants_terminal
from scrabble_util.bot_place import BotError, BotPlace, find_bot, shipped_bots


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "pkg" / "sub").mkdir(parents=True)
    (tmp_path / "pkg" / "__init__.py").write_text("raise RuntimeError('imported')")
    (tmp_path / "pkg" / "sub" / "bot.py").write_text("raise RuntimeError('imported')")
    return tmp_path


def names(*bots: str, given: tuple[str, ...] = ()) -> list[str]:
    return [seat.name for seat in seat_specs(bots, given)]


def test_one_bot_in_several_seats_is_numbered_in_order_of_the_seats() -> None:
    assert names("passer", "anyword") == ["passer", "anyword"]
    assert names("passer*3") == ["passer-1", "passer-2", "passer-3"]
    assert names("passer", "anyword", "passer") == ["passer-1", "anyword", "passer-2"]


def test_names_that_are_given_are_used_and_told_apart(folder: Path) -> None:
    assert names("passer*2", "./mine.py", given=("Ann",)) == ["Ann", "passer", "mine"]
    assert names("passer*2", given=("Ann", "Ann")) == ["Ann-1", "Ann-2"]
    assert names("passer*3", given=("passer-1", "", "")) == ["passer-1", "passer-2", "passer-3"]
    with pytest.raises(BotError, match="3 names for 2 seats"):
        names("passer*2", given=("a", "b", "c"))


def test_a_name_that_is_no_text_is_refused(folder: Path) -> None:
    with pytest.raises(BotError, match="is not text in UTF-8"):
        names("passer*2", given=(os.fsdecode(b"caf\xe9"),))


def test_a_bot_is_found_by_name_by_file_and_by_module_without_importing_it(folder: Path) -> None:
    assert find_bot("passer").module == "bots.passer"
    assert find_bot("./mine.py") == BotPlace(str(folder / "mine.py"))
    assert find_bot("pkg.sub.bot") == BotPlace(str(folder / "pkg" / "sub" / "bot.py"), "pkg.sub.bot")
    assert find_bot("pkg").file == str(folder / "pkg" / "__init__.py")
    assert [find_bot(text).name for text in ("passer", "./mine.py", "pkg.sub.bot")] == [
        "passer",
        "mine",
        "bot",
    ]


def test_remote_is_a_seat_without_a_bot() -> None:
    assert seat_specs(["remote", "remote"]) == (
        SeatSpec("remote-1", "remote"),
        SeatSpec("remote-2", "remote"),
    )


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("paser", "no bot is called 'paser'; did you mean 'passer'?"),
        ("xyzzy", "no bot is called 'xyzzy': name one that ships (anyword, "),
        ("./mime.py", "mime.py: no such file; did you mean mine.py?"),
        ("./pkg", "pkg: a bot is a Python file, and this is a folder"),
        ("passer*0", "passer*0: a bot can take 1 to 100 seats"),
        ("no.such.module", "no bot is called 'no.such.module'"),
        ("", "no bot is called ''"),
    ],
)
def test_a_bot_that_is_not_there_is_told_with_what_was_perhaps_meant(
    bot: str, problem: str, folder: Path
) -> None:
    with pytest.raises(BotError) as caught:
        seat_specs([bot])
    assert problem in str(caught.value)


def test_the_bots_that_ship_are_those_in_the_folder() -> None:
    assert {"passer", "anyword"} <= set(shipped_bots())
    assert not any(name.startswith("_") for name in shipped_bots())


def test_a_bot_that_wants_the_terminal_says_so_in_its_file(folder: Path) -> None:
    (folder / "person.py").write_text('"""A chair."""\n\nTERMINAL = True\n')
    assert wants_terminal("./person.py")
    assert not wants_terminal("./mine.py")
    assert not wants_terminal("remote")
    assert [seat.terminal for seat in seat_specs(["./person.py", "./mine.py"])] == [True, False]


def test_no_two_tokens_are_the_same() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len(new_token()) == 32
