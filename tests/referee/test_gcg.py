"""GCG: coordinates, blanks and dots as the tools read them; what goes out comes back; what cannot be told is said."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bots import haskell
from referee.events import Changed, Event, Passed, Played, Refused
from referee.game import Game
from referee.gcg import Grid, NotInGcg, Rack, gcg_lines
from referee.gcg_file import GcgError, decode_gcg, parse_gcg
from referee.gcg_import import Imported, import_gcg
from referee.local_bots import play_bots
from referee.records import Header, Record, Seat, parse_record, record_bytes
from referee.rules.base import GameSetup
from referee.verdicts import End, Verdict
from referee.verify import verify
from scrabble_util.dictionary import Dictionary
from scrabble_util.messages import ServerMessage, SMChange, SMPass, SMPlay
from scrabble_util.pieces import ENGLISH
from scrabble_util.resources import english_dictionary
from scrabble_util.types import Coord, Direction, Letter
from tests.support.games import WORDS, board, chameleon_setup, english_setup, lay

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN
ENGLISH_WORDS = Dictionary([word for word in Dictionary.from_file(english_dictionary()) if len(word) < 6])
SEATS = [Seat(1, "Ada Lovelace", "haskell"), Seat(2, "Bo", "haskell")]


def record_of(setup: GameSetup, events: Sequence[Event]) -> Record:
    return parse_record(record_bytes(Header.of(setup, SEATS[: setup.num_players]), events))


def told(*messages: ServerMessage, draws: dict[int, str] | None = None, words: Dictionary = WORDS) -> Record:
    """A game of these messages, from hands that are told."""
    rack = Rack.of(ENGLISH.pieces)
    given = (
        None
        if draws is None
        else {player: tuple(map(rack.ids.__getitem__, text)) for player, text in draws.items()}
    )
    setup = english_setup(draws=given, dictionary=words)
    game = Game(setup)
    events = list(game.start().events)
    for message in messages:
        events += game.receive(game.to_move, game.turn, message).events
    return record_of(setup, events)


def again(lines: Sequence[str], words: Dictionary = ENGLISH_WORDS, **changes: object) -> Imported:
    setup = replace(english_setup(dictionary=None), **changes)  # type: ignore[arg-type]
    return import_gcg(parse_gcg("\n".join(lines)), setup, words)


DRAWS = {1: "CATSXYZ" + "EIOUAEI", 2: "ELOH??B" + "NNNRRRT"}


# --- places


def test_the_centre_of_a_standard_board_is_h8_either_way() -> None:
    grid = Grid.of(board())
    assert grid.place(Coord(0, 0), RIGHT) == "8H"
    assert grid.place(Coord(0, 0), DOWN) == "H8"
    assert grid.place(Coord(-7, -7), RIGHT) == "1A"
    assert grid.place(Coord(7, 7), DOWN) == "O15"


def test_places_are_read_as_they_are_written() -> None:
    grid = Grid.of(board())
    for x in range(-7, 8):
        for y in range(-7, 8):
            for direction in Direction:
                assert grid.coord(grid.place(Coord(x, y), direction)) == (Coord(x, y), direction)
    assert grid.coord("h2") == (Coord(0, -6), DOWN)
    for wrong in ("H", "8", "8P", "P8", "H16", "H0", "HH8", ""):
        with pytest.raises(ValueError, match=r"no place|outside"):
            grid.coord(wrong)


# --- writing


def test_a_game_is_written_as_the_tools_expect_it() -> None:
    record = told(
        SMPlay(lay("CAT", (-1, 0), RIGHT)),
        SMPlay(lay("hEL", (1, 1), DOWN)),
        SMChange([24, 25]),
        SMPass(),
        draws=DRAWS,
        words=Dictionary(["CAT", "THEL"]),
    )
    assert gcg_lines(record) == [
        "#character-encoding UTF-8",
        "#player1 Ada_Lovelace Ada Lovelace",
        "#player2 Bo Bo",
        "#description Played on the board 'Standard', hands of 7",
        ">Ada_Lovelace: ACSTXYZ 8G CAT +10 10",
        ">Bo: BEHLO?? I8 .hEL +3 3",
        ">Ada_Lovelace: EIOSXYZ -XY +0 10",
        ">Bo: BHNNNO? - +0 3",
        "#rack1 AEIOSUZ",
        "#rack2 BHNNNO?",
    ]


def test_a_word_that_is_refused_is_a_play_that_is_taken_back() -> None:
    lines = gcg_lines(told(SMPlay(lay("TACS", (0, 0), RIGHT)), draws=DRAWS))
    assert lines[4:7] == [
        ">Ada_Lovelace: ACSTXYZ 8H TACS +12 12",
        ">Ada_Lovelace: ACSTXYZ -- -12 0",
        "#note TACS is not in the dictionary.",
    ]


def test_another_refusal_is_a_pass_with_a_note() -> None:
    lines = gcg_lines(told(SMPlay(lay("CAT", (4, 4), RIGHT)), draws=DRAWS))
    assert lines[4:6] == [
        ">Ada_Lovelace: ACSTXYZ - +0 0",
        "#note Refused, which cost the turn: The first word must cover the centre, (0, 0).",
    ]


def test_a_player_who_leaves_is_a_note_and_both_pay_for_their_racks() -> None:
    setup = english_setup(draws={1: tuple(range(1, 8)), 2: (8,) * 2 + (5,) * 5})
    game = Game(setup)
    events = [*game.start().events, *game.leave(1, Verdict.CRASHED, "exit status 1").events]
    lines = gcg_lines(record_of(setup, events))
    assert lines[4:] == [
        "#note Ada_Lovelace left the game: crashed.",
        ">Ada_Lovelace: ABCDEFG (ABCDEFG) -16 -16",
        ">Bo: EEEEEHH (EEEEEHH) -13 -13",
    ]


MOVE = re.compile(r">(\S+):\s+(\S+)\s+(\w+)\s+([\w.]+)\s+\+(\d+)\s+(\d+)")
OTHERS = (
    re.compile(r">\S+:\s+\S+\s+-\s+\+0\s+\d+"),
    re.compile(r">\S+:\s+\S+\s+-\S+\s+\+0\s+\d+"),
    re.compile(r">\S+:\s+\S+\s+--\s+-\d+\s+\d+"),
    re.compile(r">\S+:\s+\(\S+\)\s+\+\d+\s+-?\d+"),
    re.compile(r">\S+:\s+(\S+)\s+\((\S+)\)\s+-\d+\s+-?\d+"),
)


@pytest.mark.parametrize("seed", range(6))
def test_what_goes_out_comes_back_the_same_and_verifies(seed: int) -> None:
    setup = english_setup(seed=seed, dictionary=ENGLISH_WORDS)
    _, events = play_bots(setup, [haskell.start_game, haskell.start_game])
    record = record_of(setup, events)
    lines = gcg_lines(record)
    for line in lines:
        if line.startswith(">"):
            assert MOVE.fullmatch(line) or any(form.fullmatch(line) for form in OTHERS), line
    assert record.result is not None
    totals = {line.split(":")[0]: int(line.split()[-1]) for line in lines if line.startswith(">")}
    assert list(totals.values()) == [score for _, score in record.result.scores]
    imported = again(lines)
    assert list(imported.events) == list(events)
    assert imported.remarks == ()
    back = parse_record(record_bytes(imported.header, imported.events))
    assert verify(back, ENGLISH_WORDS) is None
    assert gcg_lines(back) == lines


@pytest.mark.parametrize("seed", range(4))
def test_hands_are_found_when_the_file_tells_only_what_was_laid(seed: int) -> None:
    setup = english_setup(seed=seed, dictionary=ENGLISH_WORDS)
    _, events = play_bots(setup, [haskell.start_game, haskell.start_game])
    lines = [_short_rack(line) for line in gcg_lines(record_of(setup, events))]
    imported = again(lines)
    played = [event.points for event in events if isinstance(event, Played)]
    assert [event.points for event in imported.events if isinstance(event, Played)] == played
    back = parse_record(record_bytes(imported.header, imported.events))
    assert verify(back, ENGLISH_WORDS) is None
    assert back.result is not None
    assert back.result.end in (End.WENT_OUT, End.NO_PLAYS)


def _short_rack(line: str) -> str:
    """Leave in a rack only what is laid or exchanged."""
    if move := MOVE.fullmatch(line):
        used = "".join("?" if char.islower() else char for char in move[4] if char != ".")
        return line.replace(f" {move[2]} ", f" {used} ", 1)
    if change := re.fullmatch(r">(\S+): (\S+) -([^- ]+) .*", line):
        return line.replace(f" {change[2]} ", f" {change[3]} ", 1)
    return line


TWO_AS = {1: frozenset({Letter("A", 1)}), 2: frozenset({Letter("A", 3)})}


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (english_setup(num_players=3), "3 players"),
        (english_setup("infinite"), "infinite"),
        (chameleon_setup(), "several letters"),
        (english_setup(pieces=TWO_AS, tiles={1: 20, 2: 20}), "same letter"),
        (english_setup(pieces={1: frozenset({Letter("!", 1)})}, tiles={1: 20}), "no capital letter"),
    ],
)  # fmt: skip
def test_what_gcg_cannot_tell_is_said(setup: GameSetup, why: str) -> None:
    with pytest.raises(NotInGcg, match=why):
        gcg_lines(parse_record(record_bytes(Header.of(setup), Game(setup).start().events)))


# --- reading

HEAD = ["#player1 A Ann", "#player2 B Bob"]


def test_the_player_who_moves_first_in_the_file_is_player_1() -> None:
    imported = again([*HEAD, ">B: CAT 8G CAT +10 10", ">A: OXYGEN? - +0 0"])
    assert [seat.name for seat in imported.header.seats] == ["Bob", "Ann"]
    assert [type(event) for event in imported.events[1:3]] == [Played, Passed]


def test_letters_that_lay_there_may_be_dots_or_spelled_out_or_in_brackets() -> None:
    for word in (".AT", "CAT", "(C)AT"):
        imported = again([*HEAD, ">A: CATSXYZ 8H CATS +12 12", f">B: ATIIIII H8 {word} +5 5"])
        assert isinstance(imported.events[2], Played)
        assert imported.events[2].words[0].text == "CAT"


def test_a_play_challenged_off_comes_out_as_refused() -> None:
    imported = again([*HEAD, ">A: TACSXYZ 8H TACS +12 12", ">A: TACSXYZ -- -12 0", ">B: BEHLO?? - +0 0"])
    assert [type(event) for event in imported.events[1:3]] == [Refused, Passed]
    assert imported.remarks == ()


def test_a_game_with_other_words_is_imported_without_a_dictionary() -> None:
    imported = again([*HEAD, ">A: TACSXYZ 8H TACS +12 12", ">B: QK I9 QK +1 1", ">B: QK -- -1 0"])
    assert imported.header.dictionary_sha256 is None
    assert [type(event) for event in imported.events[1:3]] == [Played, Passed]
    assert len(imported.remarks) == 2


def test_points_for_challenges_and_time_are_left_out_and_said() -> None:
    imported = again(
        [*HEAD, ">A: CATSXYZ 8H CATS +12 12", ">A:  (challenge) +5 17", ">B: AAAAAAE (time) -10 -10"]
    )
    assert [remark.split(" is")[0] for remark in imported.remarks] == [
        "line 4: (challenge) +5",
        "line 5: (time) -10",
    ]


def test_exchanges_by_letters_and_by_count() -> None:
    imported = again([*HEAD, ">A: CATSXYZ -XYZ +0 0", ">B: EEEEEEE -3 +0 0"])
    assert [event.pieces for event in imported.events if isinstance(event, Changed)] == [
        (24, 25, 26),
        (5, 5, 5),
    ]


def test_racks_at_the_end_are_believed() -> None:
    imported = again([*HEAD, ">A: CATS 8H CATS +12 12", "#rack1 QXZ", "#rack2 EEIIO??"])
    back = parse_record(record_bytes(imported.header, imported.events))
    assert back.result is not None
    assert back.result.end is End.INTERRUPTED
    assert back.result.standings[1].hand == Rack.of(ENGLISH.pieces).read("EEIIO??")
    assert set(back.result.standings[0].hand) >= set(Rack.of(ENGLISH.pieces).read("QXZ"))


def test_files_in_latin_1_with_dos_line_ends_and_notes_are_read() -> None:
    raw = "#player1 É Édith\r\n#player2 B Bob\r\n#note many\r\nlines here\r\n>É: CAT 8G CAT +10 10\r\n"
    imported = import_gcg(
        parse_gcg(decode_gcg(raw.encode("latin-1"))), english_setup(dictionary=None), ENGLISH_WORDS
    )
    assert imported.header.name(1) == "Édith"


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "names 0 players"),
        (["#player1 A A", "#player2 A A"], "both players are called A"),
        ([*HEAD, "hello"], "line 3: 'hello' is neither an event"),
        ([*HEAD, ">C: AB 8H AB +8 8"], "no #player line names 'C'"),
        ([*HEAD, ">A: AB 8H"], "line 3: 'AB 8H' is no play"),
        ([*HEAD, ">A: AB 8Z AB +8 8"], "line 3: 8Z is outside the board"),
        ([*HEAD, ">A: ÅB 8H AB +8 8"], "line 3: no piece is written 'Å'"),
        ([*HEAD, ">A: AB 8H A!B +8 8"], "line 3: '!' in A!B is no letter"),
        ([*HEAD, ">A: CAT 8G CAT +11 11"], "line 3: CAT scores 10 on this board, and the file says 11"),
        ([*HEAD, ">A: CAT 8G CAT +10 10", ">A: CAT 8G CAT +10 10"], "line 4: it is not A's turn"),
        ([*HEAD, ">A: CAT 8G CAT +10 10", ">B: DOG 8G DOG +10 10"], "line 4: DOG lays D over C"),
        ([*HEAD, ">A: CAT 1A CAT +5 5"], "line 3: the rules refuse 1A CAT"),
        ([*HEAD, ">A: CATSXYZ 8G CAT +10 10", ">B: E - +0 0", ">A: AAAAAAA - +0 10"],
         "line 5: the rack AAAAAAA cannot"),
        ([*HEAD, ">A: CATXXYZ 8G CAT +10 10"], "X is in the racks more often than there are"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_is_refused_with_the_line(lines: list[str], complaint: str) -> None:
    with pytest.raises(GcgError, match=re.escape(complaint)):
        again(lines)
