"""From a game of the schedule to a match and back: names, bags, and what is missing before anything starts."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any

import pytest

from referee.tournament import play
from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameSpec
from referee.tournament.play import check_bots, missing_parts, name_bots, seating, short_bag
from scrabble_util.pieces import DANISH, ENGLISH_ALPHABET

CONFIG = Config(bots=(Entrant("mine", "./mine.py"), Entrant("passer", "passer")), timeout=50)


def test_a_game_becomes_a_match_with_the_bots_in_their_seats(tmp_path: Path) -> None:
    spec = GameSpec("1/0-1/3", 1, 1, (1, 0), 77, "standard", "english")
    options = seating(CONFIG, tmp_path, tmp_path).options(spec, tmp_path)
    assert [seat.name for seat in options.seats] == ["passer", "mine"]
    assert [seat.bot for seat in options.seats] == ["passer", str(tmp_path / "mine.py")]
    assert (options.seed, options.board, options.dictionary, options.timeout) == (77, "standard", None, 50)


def test_files_of_boards_and_words_are_found_from_the_descriptions_folder(tmp_path: Path) -> None:
    spec = GameSpec("1/0-1/3", 0, 1, (0, 1), 77, "./odd.toml", "./words.txt")
    options = seating(CONFIG, tmp_path, tmp_path).options(spec, tmp_path)
    assert options.board == str(tmp_path / "odd.toml")
    assert options.dictionary == str(tmp_path / "words.txt")


def test_a_record_names_bots_as_they_were_typed_and_is_otherwise_the_same() -> None:
    header = {
        "record": 1,
        "seats": [{"player": 1, "bot": "/home/me/mine.py"}, {"player": 2, "bot": "passer"}],
    }
    record = json.dumps(header).encode() + b'\n{"event":"dealt"}\n'
    named = name_bots(record, ["./mine.py", "passer"])
    assert b"/home/me" not in named
    first, rest = named.split(b"\n", 1)
    assert [seat["bot"] for seat in json.loads(first)["seats"]] == ["./mine.py", "passer"]
    assert rest == b'{"event":"dealt"}\n'


@pytest.mark.parametrize("alphabet", [ENGLISH_ALPHABET, DANISH.alphabet, "AB"])
@pytest.mark.parametrize("size", [2, 14, 40])
def test_the_bag_of_a_test_game_holds_exactly_the_hands(alphabet: str, size: int) -> None:
    assert sum(short_bag(alphabet, size).values()) == size


def test_everything_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    config = Config(
        bots=(
            Entrant("a", "./none.py"),
            Entrant("b", "remote"),
            Entrant("c", "console"),
            Entrant("d", "passer"),
        ),
        boards=("standard", "standrad"),
        dictionaries=("english", "./none.txt"),
    )
    complaints = missing_parts(config, tmp_path)
    assert len(complaints) == 5
    assert "none.py: no such file" in complaints[0]
    assert "a remote seat waits for a person" in complaints[1]
    assert "c is for a person at a terminal" in complaints[2]
    assert "standrad" in complaints[3]
    assert "none.txt" in complaints[4]


class Clerk(Executor):
    """Writes down which bots are to be tested; the first test of each is answered, no other ever is.

    As workers they are three, who die with the first test that is asked of a `killer`, so many times.
    """

    def __init__(self, killer: int = -1, deaths: int = 0) -> None:
        self.asked: Counter[int] = Counter()
        self.killer, self.deaths, self.broken = killer, deaths, False

    def executor(self) -> Executor:
        return self

    def renew(self) -> Executor:
        self.asked.clear()
        self.broken = False
        return self

    def capacity(self) -> int:
        return 3

    def close(self) -> None:
        pass

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        if self.broken:
            raise BrokenExecutor
        if args[0] == self.killer and self.deaths:
            self.deaths, self.broken = self.deaths - 1, True
            answer.set_exception(BrokenExecutor())
        elif not self.asked[args[0]]:
            answer.set_result(None)
        self.asked[args[0]] += 1
        return answer


@pytest.mark.parametrize(("bots", "times"), [(2, 3), (5, 1)])
def test_few_bots_are_loaded_by_every_worker_and_each_is_waited_for_once(
    tmp_path: Path, bots: int, times: int
) -> None:
    config = Config(bots=tuple(Entrant(f"bot{n}", f"./bot{n}.py") for n in range(bots)))
    clerk = Clerk()
    assert check_bots(seating(config, tmp_path, tmp_path), config, clerk) == []
    assert clerk.asked == dict.fromkeys(range(bots), times)


@pytest.mark.parametrize("killer", range(3))
def test_a_worker_that_dies_in_a_test_costs_time_and_a_bot_that_kills_it_is_found_out(
    tmp_path: Path, killer: int
) -> None:
    config = Config(bots=tuple(Entrant(f"bot{n}", f"./bot{n}.py") for n in range(3)))
    seats = seating(config, tmp_path, tmp_path)
    assert check_bots(seats, config, Clerk(killer, deaths=1)) == []
    assert check_bots(seats, config, Clerk(killer, deaths=9)) == [
        f"bot{killer}: the worker died in its test game, twice"
    ]


@pytest.fixture
def worker() -> Iterator[None]:
    """What plays in this process ends its bots with the test, not with the process."""
    yield
    play._launcher(threading.get_ident()).close()
    play._launcher.cache_clear()
    play._folder.cache_clear()


@pytest.mark.usefixtures("worker")
def test_a_worker_writes_over_the_files_of_the_last_game_and_returns_the_record_of_this_one(
    tmp_path: Path,
) -> None:
    seats = seating(Config(bots=(Entrant("one", "passer"), Entrant("two", "passer"))), tmp_path, tmp_path)
    games = [
        GameSpec("1/0-1/0", turn, 1, (turn, 1 - turn), seed, "standard", "english")
        for turn, seed in enumerate((5, 6))
    ]
    records = [seats(game).record.splitlines() for game in games]
    assert [json.loads(record[0])["seed"] for record in records] == [5, 6]
    assert [json.loads(record[0])["seats"][0]["name"] for record in records] == ["one", "two"]
    (desk,) = tmp_path.iterdir()
    assert {file.name for file in desk.iterdir()} >= {"record.jsonl"}
