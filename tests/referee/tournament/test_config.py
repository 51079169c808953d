"""The description of a tournament: read strictly, overridden by options, kept word for word."""

from pathlib import Path

import pytest

from referee.tournament.config import (
    READERS,
    Config,
    ConfigError,
    found_from,
    from_json,
    load_config,
    override,
    read_config,
    to_json,
)
from referee.tournament.setting import Format, Venue
from referee.tournament.sprt import Model, Sprt

WHOLE = """
name = "spring"
format = "round-robin"
games = 40
seed = 7
boards = ["standard", "infinite", "./odd.toml"]
dictionaries = ["english"]
timeout = 500
hand_size = 6
tiles = 2
workers = 2
db = "spring.db"
bots = ["oxyphenbutazone", { bot = "./mine.py", name = "mine" }, "passer*2"]
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_everything(tmp_path: Path) -> None:
    config, text, folder = load_config(write(tmp_path, WHOLE), {})
    assert (text, folder) == (WHOLE, tmp_path)
    assert [bot.name for bot in config.bots] == ["oxyphenbutazone", "mine", "passer-1", "passer-2"]
    assert config.setting.format is Format.ROUND_ROBIN
    assert config.setting.venues[:2] == (Venue("standard", "english"), Venue("infinite", "english"))
    assert (config.games, config.timeout, config.hand_size, config.tiles) == (40, 500, 6, 2)


def test_paths_in_a_file_are_seen_from_its_folder_and_kept_as_typed(tmp_path: Path) -> None:
    config, _, folder = load_config(write(tmp_path, WHOLE), {})
    assert config.bots[1].bot == "./mine.py"
    assert found_from(folder, config.bots[1].bot) == str(tmp_path / "mine.py")
    assert found_from(folder, config.boards[2]) == str(tmp_path / "odd.toml")
    assert found_from(folder, "standard") == "standard"


def test_paths_in_options_are_seen_from_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cups").mkdir()
    config, _, folder = load_config(write(tmp_path / "cups", WHOLE), {"bots": ("./a.py", "passer")})
    assert found_from(folder, config.bots[0].bot) == str(tmp_path / "a.py")
    alone, _, here = load_config(None, {"bots": ("./a.py", "passer")})
    assert (alone.bots[0].bot, here) == ("./a.py", tmp_path)


def test_a_word_list_is_a_file_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cups").mkdir()
    path = write(tmp_path / "cups", 'bots = ["passer", "passer"]\ndictionaries = ["english", "twl06"]')
    config, _, folder = load_config(path, {})
    assert [found_from(folder, name) for name in config.dictionaries] == [
        "english",
        str(tmp_path / "cups" / "twl06"),
    ]
    config, _, folder = load_config(path, {"dictionaries": ("sowpods",)})
    assert found_from(folder, config.dictionaries[0]) == str(tmp_path / "sowpods")


def test_bots_get_names_people_can_tell_apart() -> None:
    config, _, _ = load_config(None, {"bots": ("haskell", "./my/bot.py", "pkg.mod", "haskell")})
    assert [bot.name for bot in config.bots] == ["haskell-1", "bot", "mod", "haskell-2"]


def test_options_win_over_the_file(tmp_path: Path) -> None:
    config, _, _ = load_config(write(tmp_path, WHOLE), {"games": 2, "boards": ("holes",), "seed": 9})
    assert (config.games, config.boards, config.seed, config.name) == (2, ("holes",), 9, "spring")


def test_bots_alone_are_enough() -> None:
    two, _, _ = load_config(None, {"bots": ("passer", "passer")})
    assert two.setting.format is Format.MATCH
    three, _, _ = load_config(None, {"bots": ("passer*3",)})
    assert three.setting.format is Format.ROUND_ROBIN


def test_a_config_survives_the_store() -> None:
    sprt = Sprt(0, 10, alpha=0.1, model=Model.NORMALIZED)
    config = read_config({"bots": ["a", "b"], "sprt": {"elo0": 0, "elo1": 5}}, "here")
    for one in (config, Config(bots=config.bots, sprt=sprt, format=Format.MATCH, timeout=3)):
        assert from_json(to_json(one), "there") == one


def test_every_field_of_a_config_can_be_written_in_a_file() -> None:
    assert set(READERS) == set(Config.__dataclass_fields__)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("gmaes = 4", "there is no field 'gmaes' (did you mean 'games'?)"),
        ("boads = ['x']", "did you mean 'boards'"),
        ("games = 'many'", "games is 'many'; wanted is a whole number, 1 or more"),
        ("games = 0", "games is 0"),
        ("games = true", "a whole number"),
        ("format = 'swis'", "(did you mean 'swiss'?)"),
        ("boards = []", "boards is []"),
        ("rounds = 3", 'rounds belongs to format "swiss"'),
        ("sprt = { elo0 = 0 }", "a table with elo0 and elo1"),
        ("sprt = { elo0 = 0, elo1 = 5, aplha = 0.1 }", "did you mean 'alpha'"),
        ("sprt = { elo0 = 9, elo1 = 5 }", "the first Elo must be below the second"),
        ("sprt = { elo0 = 0, elo1 = 5, model = 'normal' }", "did you mean 'normalized'"),
        ("format = 'round-robin'\nsprt = { elo0 = 0, elo1 = 5 }", "sprt decides between two bots"),
        ("x = = 3", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_what_was_meant(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write(tmp_path, f'bots = ["passer", "passer"]\n{line}\n'), {})
    assert says in str(caught.value)
    assert str(tmp_path / "cup.toml") in str(caught.value)


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ("[]", "a list of bots"),
        ("['passer', 3]", "each a text or a table"),
        ("[{ bot = 'a', nmae = 'b' }, 'c']", "each a text or a table"),
        ("[{ bot = 'a', name = 5 }, 'c']", "each a text or a table"),
        ("[{ bot = 'a', name = '' }, 'c']", "each a text or a table"),
        ("[{ bot = '' }, 'c']", "each a text or a table"),
        ("[{ name = 'a' }, 'c']", "each a text or a table"),
        ("[{ bot = 'a', name = 'x' }, { bot = 'b', name = 'x' }]", "that no other has"),
        ("['only']", "two bots at least"),
    ],
)
def test_bots_that_cannot_be_are_refused(tmp_path: Path, bots: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write(tmp_path, f"bots = {bots}"), {})
    assert says in str(caught.value)


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        read_config({"bots": ["a", "b"], "gmaes": 3, "seed": -1, "format": "x"}, "here")
    assert len(caught.value.complaints) == 3


def test_no_bots_and_no_file_are_clear_errors(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no bots"):
        read_config({}, "here")
    with pytest.raises(ConfigError, match="No such file"):
        load_config(tmp_path / "none.toml", {})
    bad = tmp_path / "latin.toml"
    bad.write_bytes(b"name = '\xe6'")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_config(bad, {})


def test_going_on_may_change_how_but_not_what_is_played() -> None:
    config = read_config({"bots": ["a", "b"]}, "here")
    assert override(config, {"workers": 3}, "here").workers == 3
    with pytest.raises(ConfigError, match="seed is fixed"):
        override(config, {"seed": 3, "workers": 2}, "here")
    with pytest.raises(ConfigError, match="db is fixed"):
        override(config, {"db": "other.db"}, "here")
    with pytest.raises(ConfigError, match="workers is 0; wanted is a whole number, 1 or more"):
        override(config, {"workers": 0}, "here")
