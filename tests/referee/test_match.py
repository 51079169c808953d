"""Matches over the real server with real processes: every error, every end, on every kind of board."""

import errno
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.events import Changed, Dealt, Ended, Event, Left, Passed, Played, Refused
from referee.launch import Launcher
from referee.match import MatchError, play_match
from referee.records import RecordWriter, read_record, without_clock
from referee.verdicts import End, Verdict
from referee.verify import verify
from scrabble_util.messages import (
    RGPE,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPassed,
    CMPlayed,
    CMPlayFailed,
    CMPlaySuccess,
    GameplayError,
    GPEEmptyMove,
    GPEEmptyTile,
    GPEFirstWordNotOverCenter,
    GPEFirstWordTooShort,
    GPEInvalidPieceInst,
    GPENotEnoughPieces,
    GPEOccupiedTile,
    GPEPieceDoesNotExist,
    GPEPlayerDoesNotHavePiece,
    GPEWordNotAdjacent,
    GPEWordNotConnected,
    GPEWordNotInDictionary,
    GPEWordNotOnRowOrColumn,
    GPEWordOutsideBoard,
)
from scrabble_util.types import Coord, Hand, Letter
from tests.support.games import CHAMELEON, POINTS, WORDS, board
from tests.support.matches import SCRIPTED, nothing_is_left, options, play, write_script


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("script") / "script.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCRABBLE_SCRIPT", str(path))
        yield path


@pytest.fixture(scope="module")
def launcher(script: Path) -> Iterator[Launcher]:
    with nothing_is_left(), Launcher() as shared:
        yield shared


BOARDS = ("standard", "infinite", "holes", "infinite-holes")
FAR = 2**40


def tile(x: int, y: int, char: str = "A", piece: int = CHAMELEON, points: int | None = None) -> list[Any]:
    return [x, y, piece, char, POINTS[char] if points is None else points]


def word(text: str, x: int, y: int) -> list[list[Any]]:
    """A word to the right, each letter a piece of its own."""
    return [tile(x + index, y, char) for index, char in enumerate(text)]


def hole_of(name: str) -> Coord:
    """The nearest coordinate right of the centre that has no square; far outside where all have one."""
    x, y = board(name).center
    return next(
        (Coord(x + n, y) for n in range(1, 200) if board(name).square((x + n, y)) is None), Coord(FAR, y)
    )


def errors_on(name: str) -> list[tuple[list[list[Any]], tuple[GameplayError, ...]]]:
    """Scripts that each end in a refused move, with the errors that it must bring."""
    x, y = board(name).center
    a = Letter("A", POINTS["A"])
    first = ["play", word("AT", x, y)]
    hole = hole_of(name)
    cases: list[tuple[list[list[Any]], tuple[GameplayError, ...]]] = [
        ([["play", []]], (GPEEmptyMove(),)),
        ([["change", []]], (GPEEmptyMove(),)),
        ([["play", [tile(x, y, piece=9)]]], (GPEPieceDoesNotExist(9),)),
        ([["change", [9]]], (GPEPieceDoesNotExist(9),)),
        ([["play", word("ATE", x, y)]], (GPEPlayerDoesNotHavePiece(1, CHAMELEON),)),
        ([["play", [tile(x, y, points=3)]]], (GPEInvalidPieceInst(CHAMELEON, Letter("A", 3)),)),
        ([first, ["play", [tile(x, y)]]], (GPEOccupiedTile(a, Coord(x, y), a),)),
        ([["play", [tile(x, y), tile(x, y + 1), tile(x + 1, y)]]],
         (GPEWordNotOnRowOrColumn((Coord(x, y), Coord(x, y + 1), Coord(x + 1, y))),)),
        ([["play", [tile(x, y)]]], (GPEFirstWordTooShort(),)),
        ([["play", word("ZZ", x, y)]], (GPEWordNotInDictionary("ZZ"),)),
        ([first, ["change", [CHAMELEON] * 7]], (GPENotEnoughPieces(7, 0),)),
    ]  # fmt: skip
    if hole.x != FAR:
        cases.append(([["play", [tile(*hole)]]], (GPEEmptyTile(hole), GPEWordOutsideBoard())))
    else:
        cases.append(([["play", word("AT", FAR, y)]], (GPEFirstWordNotOverCenter(Coord(x, y)),)))
    return cases


def near_errors_on(name: str) -> list[tuple[list[list[Any]], tuple[GameplayError, ...]]]:
    """Those that need free squares at the right places, which every one of our boards has somewhere."""
    x, y = board(name).center
    free = board(name).square
    away = next(
        Coord(x, y + n) for n in (*range(3, 60), *range(-60, -3))
        if free((x, y + n)) is not None and free((x + 1, y + n)) is not None
    )  # fmt: skip
    gap = next(
        (d for d in ((2, 0), (-2, 0), (0, 2), (0, -2)) if free((x + d[0], y + d[1])) is not None), None
    )
    first = ["play", word("AT", x, y)]
    cases: list[tuple[list[list[Any]], tuple[GameplayError, ...]]] = [
        ([["play", [tile(*away), tile(away.x + 1, away.y, "T")]]], (GPEFirstWordNotOverCenter(Coord(x, y)),)),
        ([first, ["play", [tile(*away), tile(away.x + 1, away.y, "T")]]], (GPEWordNotAdjacent(),)),
    ]
    if gap is not None:
        cases.append((
            [["play", [tile(x, y), tile(x + gap[0], y + gap[1], "T")]]], (GPEWordNotConnected(),),
        ))  # fmt: skip
    return cases


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", BOARDS)
def test_every_error_comes_back_over_tcp_with_its_fields(
    name: str, players: int, launcher: Launcher, script: Path
) -> None:
    provoked: set[type] = set()
    for steps, expected in [*errors_on(name), *near_errors_on(name)]:
        # So many pieces that the bag is empty after the first word of the case that wants that.
        short = isinstance(expected[0], GPENotEnoughPieces)
        tiles = {CHAMELEON: 7 * players + 2} if short else {CHAMELEON: 60}
        others = {f"p{number}": [["forfeit"]] for number in range(3, players + 1)} if players > 2 else {}
        write_script(script, p1=steps, **others)
        hand_size = 2 if isinstance(expected[0], GPEPlayerDoesNotHavePiece) else 7
        result, seen = play(launcher, *[SCRIPTED] * players, board=name, tiles=tiles, hand_size=hand_size)
        assert [message.errors for message in seen.sent_to(1, RGPE)] == [expected]
        assert [event.errors for event in seen.of_kind(Refused)] == [expected]
        failed = seen.sent_to(2, CMPlayFailed)
        laid = steps[-1][1] if steps[-1][0] == "play" else []
        assert [(m.player, [tuple(c) for c, _ in m.moves]) for m in failed] == [
            (1, [(x, y) for x, y, *_ in laid])
        ]
        assert result.clean
        provoked |= {type(error) for error in expected}
    # On a board without end nothing is outside, unless it has holes.
    outside = {GPEEmptyTile, GPEWordOutsideBoard} if hole_of(name).x == FAR else set()
    assert provoked | outside == set(ALL_ERRORS)


ALL_ERRORS = [
    GPEEmptyMove, GPEPieceDoesNotExist, GPEPlayerDoesNotHavePiece, GPEInvalidPieceInst, GPEOccupiedTile,
    GPEEmptyTile, GPEWordOutsideBoard, GPEWordNotOnRowOrColumn, GPEWordNotConnected,
    GPEFirstWordNotOverCenter, GPEFirstWordTooShort, GPEWordNotAdjacent, GPEWordNotInDictionary,
    GPENotEnoughPieces,
]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", ["standard", "infinite", "holes"])
def test_everybody_is_told_of_every_good_thing(
    name: str, players: int, launcher: Launcher, script: Path
) -> None:
    x, y = board(name).center
    write_script(script, p1=[["play", word("AT", x, y)], ["change", [CHAMELEON] * 2], ["pass"]])
    result, seen = play(launcher, *[SCRIPTED] * players, board=name, tiles={CHAMELEON: 60})
    (played,) = seen.of_kind(Played)
    assert [word.text for word in played.words] == ["AT"]
    assert [(m.points, m.new_pieces) for m in seen.sent_to(1, CMPlaySuccess)] == [
        (played.points, Hand([CHAMELEON] * 2))
    ]
    assert [m.new_pieces for m in seen.sent_to(1, CMChangeSuccess)] == [Hand([CHAMELEON] * 2)]
    for other in range(2, players + 1):
        assert [(m.player, m.points) for m in seen.sent_to(other, CMPlayed)] == [(1, played.points)]
        assert [(m.player, m.count) for m in seen.sent_to(other, CMChange)] == [(1, 2)]
        assert len(seen.sent_to(other, CMGameOver)) == 1
        assert {m.player for m in seen.sent_to(other, CMPassed)} == set(range(1, players + 1))
    assert len(seen.of_kind(Changed)) == 1
    assert result.game.end is End.NO_PLAYS
    assert result.clean


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", ["standard", "infinite", "holes"])
def test_a_player_who_goes_out_ends_the_game(
    name: str, players: int, launcher: Launcher, script: Path
) -> None:
    x, y = board(name).center
    write_script(script, p1=[["play", word("AT", x, y)]])
    result, _ = play(launcher, *[SCRIPTED] * players, board=name, hand_size=2, tiles={CHAMELEON: 2 * players})
    assert (result.game.end, result.winners) == (End.WENT_OUT, (1,))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_last_one_who_stays_wins(players: int, launcher: Launcher, script: Path) -> None:
    write_script(script, **{f"p{number}": [["forfeit"]] for number in range(1, players)})
    result, seen = play(launcher, *[SCRIPTED] * players)
    assert (result.game.end, result.winners) == (End.ONE_LEFT, (players,))
    assert [event.player for event in seen.of_kind(Left)] == list(range(1, players))
    assert [message.player for message in seen.sent_to(players, CMForfeit)] == list(range(1, players))
    assert result.clean


def test_a_match_is_written_down_as_it_was_played(launcher: Launcher, script: Path, tmp_path: Path) -> None:
    x, y = board("standard").center
    path = tmp_path / "deep" / "game.jsonl"
    write_script(script, p1=[["play", word("CAT", x, y)], ["raise", "enough"]])
    result, seen = play(launcher, SCRIPTED, "passer", record=path, log_dir=tmp_path)
    record = read_record(path)
    assert record.events == tuple(seen.events)
    assert record.header.seed == 1
    assert [(seat.name, seat.bot) for seat in record.header.seats] == [
        ("scripted", "scripted.py"),
        ("passer", "passer"),
    ]
    assert verify(record, WORDS) is None
    (left,) = [line for line in record.lines if line.get("event") == "left"]
    assert left["verdict"] == "crashed"
    assert left["detail"] == "RuntimeError: enough"
    assert left["log"]["tail"].endswith("RuntimeError: enough\n")
    assert str(tmp_path) not in without_clock(path.read_bytes()).decode()
    assert result.seats[0].verdict is Verdict.CRASHED
    assert len(result.seats[0].move_seconds) == 1


def test_a_record_that_cannot_be_written_costs_the_record_and_not_the_game(
    launcher: Launcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    def fill_disk(writer: RecordWriter, event: Event, *rest: Any) -> None:
        if event.turn == 3:
            writer._file.close()
            writer._file = FullDisk()
        write(writer, event, *rest)

    write = RecordWriter.write
    monkeypatch.setattr(RecordWriter, "write", fill_disk)
    path = tmp_path / "game.jsonl"
    result = play_match(options("passer", "passer", record=path), launcher)
    assert result.game.end is End.NO_PLAYS
    assert result.notes == (f"{path}: the record ends here: No space left on device",)
    assert [event.turn for event in read_record(path).events] == [1, 1, 2]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hand_size": 0}, "a hand of 0 pieces"),
        ({"tiles": {CHAMELEON: 3}}, "take 14 pieces; there are only 3"),
        ({"timeout": 0}, "a timeout of 0 ms"),
        ({"alphabet": "AAB"}, "an alphabet is a row of different letters"),
        ({"port": 1, "host": "192.0.2.1"}, "cannot listen on 192.0.2.1, port 1"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(
    changes: dict[str, Any], problem: str, launcher: Launcher
) -> None:
    with pytest.raises(MatchError, match=problem):
        play_match(options("passer", "passer", **changes), launcher)


def run_scripts(launcher: Launcher, script: Path, path: Path, scripts: Sequence[list[list[Any]]]) -> bytes:
    write_script(script, **{f"p{number}": steps for number, steps in enumerate(scripts, start=1)})
    play_match(options(*[SCRIPTED] * len(scripts), record=path), launcher)
    return without_clock(path.read_bytes())


def test_the_same_seed_gives_the_same_record_a_hundred_times_over(
    launcher: Launcher, script: Path, tmp_path: Path
) -> None:
    """Also with bots that go wrong while others are to move, whoever is quicker."""
    x, y = board("standard").center
    scripts: list[list[list[Any]]] = [
        [["play", word("CAT", x, y)], ["turn", 1]],
        [["change", [CHAMELEON]], ["raise", "enough"]],
        [["play", []], ["bytes", [0, 0, 0, 1, 7]]],
        [["pass"], ["play", [tile(x + 3, y, "S")]], ["exit", 3]],
    ]
    first = run_scripts(launcher, script, tmp_path / "first.jsonl", scripts)
    assert [json.loads(line).get("event") for line in first.splitlines()] == [
        None, "dealt", "played", "changed", "refused", "passed", "left", "left", "left", "ended",
    ]  # fmt: skip
    for _ in range(99):
        assert run_scripts(launcher, script, tmp_path / "again.jsonl", scripts) == first


def test_a_watcher_sees_the_game_from_the_deal_to_the_end(launcher: Launcher) -> None:
    _, seen = play(launcher, "passer", "passer")
    assert isinstance(seen.events[0], Dealt)
    assert isinstance(seen.events[-1], Ended)
    assert len(seen.of_kind(Passed)) == 6
    assert seen.where[0].tokens == {}
