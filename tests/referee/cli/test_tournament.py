"""`referee tournament` as typed: real bots in real processes, every kind of bad input, going on."""

import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee.cli.tournament import command
from referee.records import parse_record
from referee.tournament.store import VERSION, Store
from referee.verdicts import Verdict
from tests.support.cli import Ran, referee
from tests.support.matches import hostile

CHANCY = '''
"""A bot with luck: with one hand of three it raises in its second turn."""

from scrabble_util.messages import CMGameOver, SMPass


def start_game(board, alphabet, dictionary, num_players, player_number, starting_player, hand, pieces,
               timeout, connection):
    def play():
        mine, first = starting_player == player_number, True
        while True:
            if mine:
                if not first and sum(hand) % 3 == 0:
                    raise RuntimeError("a bad hand")
                connection.send(SMPass())
                first = False
            message = connection.recv()
            if isinstance(message, CMGameOver):
                return
            mine = message.next_player == player_number

    return play
'''


def tournament(folder: Path, *arguments: str) -> Ran:
    return referee("tournament", *arguments, cwd=folder)


def test_a_match_is_played_stored_and_told(tmp_path: Path) -> None:
    said = tournament(tmp_path, "passer", "passer", "--games", "6", "--db", "cup.db", "--workers", "1")
    assert said.status == 0, said.err
    assert "passer-1" in said.out
    assert "no difference between passer-1 and passer-2 is shown" in said.out
    assert "testing 2 bots" in said.err
    with Store.open(tmp_path / "cup.db") as store:
        games = store.results()
        assert len(games) == 6
        first = parse_record(store.record(games[0].spec.key) or b"")
    assert first.header.seed == games[0].spec.seed
    assert [seat.bot for seat in first.header.seats] == ["passer", "passer"]
    assert all(len(times) == 3 for times in games[0].times)


def test_a_pair_deals_each_seat_the_same_stream(tmp_path: Path) -> None:
    tournament(tmp_path, "passer", "passer", "--games", "2", "--db", "cup.db", "--quiet")
    with Store.open(tmp_path / "cup.db") as store:
        one, other = (parse_record(record) for _, record in store.records())
    assert one.events[0] == other.events[0]
    assert [seat.name for seat in one.header.seats] == [seat.name for seat in reversed(other.header.seats)]


def test_faults_go_to_the_bot_that_made_them_with_its_log(tmp_path: Path) -> None:
    (tmp_path / "chancy.py").write_text(CHANCY)
    said = tournament(
        tmp_path, "./chancy.py", "passer", "--games", "12", "--db", "cup.db", "--json",
    )  # fmt: skip
    assert said.status == 0, said.err
    chancy = next(line for line in said.json["standings"] if line["bot"] == "chancy")
    assert 0 < chancy["faults"]["crashed"] < 12
    with Store.open(tmp_path / "cup.db") as store:
        crashed = [game for game in store.results() if Verdict.CRASHED in game.verdicts]
        record = store.record(crashed[0].spec.key) or b""
    detail = crashed[0].details[crashed[0].verdicts.index(Verdict.CRASHED)]
    assert "RuntimeError: a bad hand" in detail
    header = parse_record(record).header
    assert {seat.bot for seat in header.seats} == {"./chancy.py", "passer"}


def test_tables_of_three_and_several_boards(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(
        'bots = ["passer*3"]\nformat = "table"\ngames = 6\nboards = ["standard", "infinite"]\nname = "cup"\n'
    )
    said = tournament(tmp_path, "cup.toml", "--json")
    assert said.status == 0, said.err
    assert said.json["games"] == 6
    assert said.json["first_seat"]["fair_share"] == pytest.approx(1 / 3)
    with Store.open(tmp_path / "cup.db") as store:
        assert {game.spec.board for game in store.results()} == {"standard", "infinite"}
        assert "passer*3" in store.config_file()


def test_greedy_beats_haskell_and_the_sentence_says_so(tmp_path: Path) -> None:
    said = referee(
        "tournament", "oxyphenbutazone", "haskell", "--sprt", "0", "200", "--games", "200", "--db", "cup.db",
        "--json", cwd=tmp_path, timeout=300,
    )  # fmt: skip
    assert said.status == 0, said.err
    assert said.json["sprt"]["decision"] == "accepted"
    assert said.json["sentence"].startswith(
        "oxyphenbutazone is better than haskell: 200 Elo rather than 0, with confidence 95% (LLR "
    )
    assert said.json["games"] < 200
    assert said.json["complete"]


def test_an_option_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text('bots = ["passer*2"]\ngames = 100\nseed = 3\n')
    said = tournament(tmp_path, "cup.toml", "--games", "2", "--db", "small.db", "--json")
    assert (said.json["games"], said.json["seed"], said.json["db"]) == (2, 3, "small.db")


def test_what_is_complete_is_told_again_without_playing(tmp_path: Path) -> None:
    first = tournament(tmp_path, "passer", "passer", "--games", "2", "--db", "cup.db", "--json")
    again = tournament(tmp_path, "--resume", "cup.db", "--json")
    assert again.json == first.json


def nothing_stored(folder: Path) -> bool:
    return not list(folder.glob("*.db*"))


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ((), 2, "no bots"),
        (("passer",), 2, "two bots at least"),
        (("passer", "pasesr"), 2, "did you mean 'passer'"),
        (("passer", "./none.py"), 2, "none.py: no such file"),
        (("passer", "remote"), 2, "a remote seat waits for a person; here bots play alone"),
        (("passer", "passer", "--board", "standrad"), 2, "standrad"),
        (("passer", "passer", "--dictionary", "./none.txt"), 2, "no such word list"),
        (("passer", "passer", "--games", "0"), 2, "games is 0"),
        (("passer", "passer", "passer", "--sprt", "0", "10"), 2, "sprt decides between two bots"),
        (("passer", "passer", "--sprt", "10", "0"), 2, "must be below"),
        (("passer", "passer", "--alpha", "0.1"), 2, "go with --sprt"),
        (("passer", "passer", "--format", "round_robin"), 2, "round-robin"),
        (("none.toml",), 2, "No such file"),
        (("--resume", "none.db"), 2, "'none.db' does not exist"),
    ],
)
def test_a_wrong_command_says_what_is_wrong_and_plays_nothing(
    tmp_path: Path, arguments: tuple[str, ...], status: int, says: str
) -> None:
    said = tournament(tmp_path, *arguments)
    assert says in said.err
    assert said.status == status
    assert said.out == ""
    assert "Traceback" not in said.err
    assert nothing_stored(tmp_path)


def test_a_misspelt_field_names_the_one_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text('bots = ["passer*2"]\ngmaes = 4\n')
    said = tournament(tmp_path, "cup.toml")
    assert said.status == 2
    assert "cup.toml: there is no field 'gmaes' (did you mean 'games'?)" in said.err
    assert nothing_stored(tmp_path)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("raises_on_import", "raises_on_import: "),
        ("no_start_game", "start_game"),
        ("exits_on_import", "exits_on_import: "),
    ],
)
def test_a_bot_that_does_not_load_is_found_out_before_the_first_game(
    tmp_path: Path, name: str, says: str
) -> None:
    said = tournament(tmp_path, "passer", hostile(name), "--db", "cup.db")
    assert said.status == 1
    assert says in said.err
    assert "nothing was played" in said.err
    assert nothing_stored(tmp_path)


def test_a_store_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "tournament.db").write_text("my thesis")
    said = tournament(tmp_path, "passer", "passer")
    assert said.status == 1
    assert "exists already" in said.err
    assert (tmp_path / "tournament.db").read_text() == "my thesis"


def test_a_store_of_a_newer_referee_is_refused(tmp_path: Path) -> None:
    tournament(tmp_path, "passer", "passer", "--games", "2", "--db", "cup.db", "--quiet")
    connection = sqlite3.connect(tmp_path / "cup.db")
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    said = tournament(tmp_path, "--resume", "cup.db")
    assert said.status == 1
    assert "newer referee" in said.err


def test_what_is_fixed_cannot_be_changed_when_going_on(tmp_path: Path) -> None:
    tournament(tmp_path, "passer", "passer", "--games", "2", "--db", "cup.db", "--quiet")
    assert "seed is fixed" in tournament(tmp_path, "--resume", "cup.db", "--seed", "9").err
    assert "name no others" in tournament(tmp_path, "--resume", "cup.db", "passer").err


def test_too_many_workers_are_cut_to_the_cores_unless_one_insists(tmp_path: Path) -> None:
    said = tournament(tmp_path, "passer", "passer", "--games", "2", "--workers", "500", "--db", "cup.db")
    assert "500 workers on " in said.err
    assert said.status == 0


def test_a_board_that_no_game_is_played_on_is_named(tmp_path: Path) -> None:
    boards = ("--board", "standard", "--board", "infinite")
    said = tournament(tmp_path, "passer", "passer", "--games", "2", *boards, "--db", "few.db", "--json")
    assert "not played on: infinite with english (--games 4 plays on all)" in said.err
    said = tournament(tmp_path, "passer", "passer", "--games", "4", *boards, "--db", "all.db", "--json")
    assert said.err == ""
    with Store.open(tmp_path / "all.db") as store:
        assert {game.spec.board for game in store.results()} == {"standard", "infinite"}


@pytest.mark.parametrize("before", ["load_config", "missing_parts"])
def test_ctrl_c_before_anything_began_is_no_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"referee.cli.tournament.{before}", pressed)
    with pytest.raises(click.Abort):
        command.main(["passer", "passer"], standalone_mode=False)


def test_a_limit_on_the_size_of_files_loses_nothing(tmp_path: Path) -> None:
    """As near to a full disk as a test can come: writes beyond a size fail in the midst of the run."""
    db = tmp_path / "cup.db"
    tournament(tmp_path, "passer", "passer", "--games", "40", "--db", "cup.db", "--quiet")
    whole = db.stat().st_size
    db.unlink()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (whole // 2, resource.RLIM_INFINITY))

    code = (
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); from referee.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "tournament", "passer", "passer", "--games", "40", "--db", "cup.db"],
        cwd=tmp_path, preexec_fn=limit, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "Every game stored so far is safe" in done.stderr
    with Store.open(db) as store:
        kept = len(store.results())
    assert 0 < kept < 40
    said = tournament(tmp_path, "--resume", "cup.db", "--json")
    assert said.json["games"] == 40
