"""A record says everything, survives a stop at any byte, and is the same for the same game."""

import json
from pathlib import Path

import pytest

from referee.events import Event
from referee.local import play_locally
from referee.records import (
    Header,
    RecordError,
    RecordWriter,
    Seat,
    header_to_json,
    parse_record,
    read_record,
    record_bytes,
    without_clock,
)
from referee.rules.base import GameSetup
from tests.support.games import WORDS, english_setup
from tests.support.players import AnyMove, troublesome

SEATS = (Seat(1, "oxy", "oxyphenbutazone"), Seat(2, "mine", "my_bot.py"))


def game(setup: GameSetup) -> tuple[Event, ...]:
    return play_locally(setup, [AnyMove(setup, troublesome)] * setup.num_players)[1]


@pytest.fixture(scope="module")
def setup() -> GameSetup:
    return english_setup(timeout=1500)


@pytest.fixture(scope="module")
def events(setup: GameSetup) -> tuple[Event, ...]:
    return game(setup)


def write(path: Path, header: Header, events: tuple[Event, ...]) -> bytes:
    with RecordWriter(path, header, clock={"at": 17.5}) as writer:
        for number, event in enumerate(events):
            writer.write(event, clock={"ms": number}, log={"path": "somewhere.log"})
    return path.read_bytes()


def test_what_is_written_is_read_again(tmp_path: Path, setup: GameSetup, events: tuple[Event, ...]) -> None:
    header = Header.of(setup, SEATS, {"stall": 300})
    write(tmp_path / "game.jsonl", header, events)
    record = read_record(tmp_path / "game.jsonl")
    assert record.header == header
    assert record.events == events
    assert record.result is not None
    assert not record.truncated
    assert header.setup(WORDS).pieces == setup.pieces


def test_times_and_logs_stand_apart_and_the_rest_is_the_same_bytes(
    tmp_path: Path, setup: GameSetup, events: tuple[Event, ...]
) -> None:
    header = Header.of(setup, SEATS)
    written = write(tmp_path / "game.jsonl", header, events)
    assert without_clock(written) == record_bytes(header, events) != written
    assert record_bytes(header, game(setup)) == record_bytes(header, events)


def test_another_seed_gives_another_record(setup: GameSetup, events: tuple[Event, ...]) -> None:
    other = english_setup(seed=2)
    assert record_bytes(Header.of(other), game(other)) != record_bytes(Header.of(setup), events)


def test_every_line_stands_in_the_file_as_soon_as_it_is_written(
    tmp_path: Path, setup: GameSetup, events: tuple[Event, ...]
) -> None:
    path = tmp_path / "game.jsonl"
    writer = RecordWriter(path, Header.of(setup))
    for number, event in enumerate(events, start=1):
        writer.write(event)
        assert len(read_record(path).events) == number
    writer.close()


def test_a_record_cut_off_at_any_byte_is_read_up_to_its_last_whole_line(
    setup: GameSetup, events: tuple[Event, ...]
) -> None:
    whole = record_bytes(Header.of(setup), events)
    first = whole.index(b"\n") + 1
    for end in range(first, len(whole), 97):
        record = parse_record(whole[:end])
        assert record.events == events[: whole[:end].count(b"\n") - 1]
        assert record.truncated == (whole[end - 1 : end] != b"\n")
        assert record.result is None


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the first line is missing"),
        (b'{"record":1', "the first line is missing"),
        (b"hello\n", "line 1 is not JSON"),
        (b"[]\n", "line 1 is no JSON object"),
        (b'{"record":2}\n', 'line 1 is no header of a record: it must say "record":1'),
        (b'{"record":1}\n', "line 1: the field 'board' is missing"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_a_reason(content: bytes, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        parse_record(content)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"event":"flew","turn":1,"player":1,"hand":[]}', "line 2: there is no event 'flew'"),
        ('{"event":"passed","turn":1,"player":1}', "line 2: the field 'hand' is missing"),
        ('{"event":"passed","turn":"1","player":1,"hand":[]}', "line 2: '1' is no whole number"),
        ('{"event":"left","turn":1,"player":1,"hand":[],"verdict":"bored","detail":""}', "'bored'"),
        ("nonsense", "line 2 is not JSON"),
    ],
)
def test_a_line_that_tells_no_event_is_named(setup: GameSetup, line: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        parse_record(record_bytes(Header.of(setup), ()) + line.encode() + b"\n")


def test_nothing_may_follow_the_end(setup: GameSetup, events: tuple[Event, ...]) -> None:
    whole = record_bytes(Header.of(setup), [*events, events[0]])
    with pytest.raises(RecordError, match="ends the game, and there are lines after it"):
        parse_record(whole)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_record(tmp_path / "none.jsonl")
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        RecordWriter(tmp_path / "nowhere" / "game.jsonl", Header.of(english_setup()))


def test_a_full_disk_is_told() -> None:
    with pytest.raises(RecordError, match="the record ends here: No space left on device"):
        RecordWriter("/dev/full", Header.of(english_setup()))


def test_after_a_failed_write_later_lines_are_passed_over(
    tmp_path: Path, setup: GameSetup, events: tuple[Event, ...]
) -> None:
    writer = RecordWriter(tmp_path / "game.jsonl", Header.of(setup))
    writer._file.close()
    writer._file = Path("/dev/full").open("wb")  # noqa: SIM115
    with pytest.raises(RecordError, match="No space left"):
        writer.write(events[0])
    writer.write(events[1])
    writer.close()
    assert read_record(tmp_path / "game.jsonl").events == ()


def test_a_header_asks_for_its_own_dictionary_and_board(setup: GameSetup) -> None:
    header = Header.of(setup)
    with pytest.raises(RecordError, match="needs the dictionary with hash"):
        header.setup(None)
    line = header_to_json(header)
    line["board"]["used_square"] = 1
    tampered = parse_record(json.dumps(line).encode() + b"\n").header
    with pytest.raises(RecordError, match="does not have the hash it names"):
        tampered.setup(WORDS)


def test_a_header_holds_the_seed_and_no_machine_path(setup: GameSetup) -> None:
    line = header_to_json(Header.of(setup, SEATS))
    assert line["seed"] == 1
    assert "/" not in "".join(seat["bot"] for seat in line["seats"])
    assert str(Path.cwd()) not in json.dumps(line)
