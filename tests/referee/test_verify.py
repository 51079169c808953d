"""A true record holds; one with anything changed in it does not, and the first difference is told in words."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.events import Event
from referee.game import Departure, Game
from referee.local import play_locally
from referee.records import Header, line_bytes, parse_record, record_bytes
from referee.rules.base import GameSetup
from referee.verdicts import End, Verdict
from referee.verify import verify
from scrabble_util.messages import SMPass
from tests.support.games import WORDS, board, english_setup
from tests.support.players import AnyMove, troublesome

Lines = list[dict[str, Any]]


def lines_of(setup: GameSetup, events: tuple[Event, ...]) -> Lines:
    return [json.loads(line) for line in record_bytes(Header.of(setup), events).splitlines()]


def difference(lines: Lines) -> str | None:
    found = verify(parse_record(b"".join(line_bytes(line) for line in lines)), WORDS)
    return None if found is None else str(found)


@pytest.fixture(scope="module")
def true_lines() -> Lines:
    setup = english_setup()
    _, events = play_locally(setup, [AnyMove(setup, troublesome)] * 2)
    return lines_of(setup, events)


@pytest.mark.parametrize("board_name", ["standard", "infinite", "holes"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_played_game_holds(board_name: str, players: int) -> None:
    setup = english_setup(board_name, num_players=players, seed=players)
    result, events = play_locally(setup, [AnyMove(setup, troublesome)] * players)
    lines = lines_of(setup, events)
    assert {line.get("event") for line in lines} >= {"dealt", "played", "refused", "changed", "ended"}
    assert difference(lines) is None
    assert result.turns > 5


def test_a_cut_off_record_holds_as_far_as_it_goes(true_lines: Lines) -> None:
    for length in range(1, len(true_lines)):
        assert difference(true_lines[:length]) is None


def first(lines: Lines, event: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("event") == event)


def change(path: str, to: Callable[[Any], Any]) -> Callable[[Lines], None]:
    """Return a change of one field: `event.field.field`, of the first such event (or of the header)."""

    def apply(lines: Lines) -> None:
        event, *keys, last = path.split(".")
        place: Any = lines[0] if event == "header" else first(lines, event)
        for key in keys:
            place = place[int(key) if isinstance(place, list) else key]
        at: Any = int(last) if isinstance(place, list) else last
        place[at] = to(place[at])

    return apply


def swap(first_line: int, second_line: int) -> Callable[[Lines], None]:
    def apply(lines: Lines) -> None:
        lines[first_line], lines[second_line] = lines[second_line], lines[first_line]

    return apply


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (change("header.seed", lambda seed: seed + 1), "hands.1"),
        (change("header.hand_size", lambda size: size - 1), "hands.1"),
        (change("header.players", lambda players: players + 1), "a seat for each player"),
        (change("header.alphabet", lambda _: None), "alphabet is null in the record"),
        (change("header.timeout", lambda _: 1.5), "timeout is 1.5 in the record"),
        (lambda lines: lines[0].update(extra=1), "extra stands only in the record"),
        (change("ended.standings", lambda standings: standings[1:]), "must name each player"),
        (change("played.hand", lambda hand: [99, *hand[1:]]), "there is no piece 99"),
        (change("played.moves", lambda _: []), "lays a piece or more"),
        (change("header.tiles.5", lambda count: count + 1), "line 2"),
        (change("header.tiles.5", lambda _: 10**30), "a game has 1,000,000 at most"),
        (change("header.board.center.0", lambda _: "left"), "line 1"),
        (change("header.board.center", lambda _: [0, None]), "line 1"),
        (change("header.board.used_square", lambda _: 3), "does not have the hash"),
        (change("header.board.prog", lambda _: "nonsense"), "line 1"),
        (change("header.dictionary", lambda _: "0" * 64), "needs the dictionary with hash"),
        (change("header.rules", lambda _: "go"), "no rules are called 'go'"),
        (change("dealt.bag", lambda bag: bag - 1), "bag is 85 in the record and 86 by the rules"),
        (change("dealt.hands.2", lambda hand: hand[:-1]), "hands.2"),
        (change("played.points", lambda points: points + 1), "points is"),
        (change("played.score", lambda points: points + 1), "score is"),
        (change("played.words.0.text", lambda text: text + "S"), "words[0].text"),
        (change("played.words.0.points", lambda points: points * 2), "words[0].points"),
        (change("played.words.0.steps.0.3", lambda after: after + 1), "words[0].steps[0][3]"),
        (change("played.hand", lambda hand: [1, *hand[1:]]), "hand"),
        (change("played.drawn", lambda drawn: [26] * len(drawn)), "drawn"),
        (change("played.player", lambda _: 2), "player"),
        (change("played.turn", lambda turn: turn + 1), "the record says turn"),
        (change("played.moves.0.0", lambda x: x + 90), "line 3"),
        (change("refused.errors", lambda _: []), "errors is"),
        (change("changed.drawn", lambda drawn: [0] * len(drawn)), "drawn"),
        (change("ended.winners", lambda winners: [3 - winners[0]]), "winners"),
        (change("ended.standings.0.score", lambda score: score + 1), "standings[0].score"),
        (change("ended.standings.1.verdict", lambda _: "crashed"), "standings[1].verdict"),
        (change("ended.end", lambda _: "went out"), "end is"),
        (lambda lines: lines[3].update(extra=1), "extra stands only in the record"),
        (lambda lines: lines[3].pop("bag", None) or lines[2].pop("player"), "is missing"),
        (lambda lines: lines.pop(3), "the record says turn"),
        (lambda lines: lines.insert(3, copy.deepcopy(lines[3])), "the record says turn"),
        (lambda lines: lines.insert(3, copy.deepcopy(lines[1])), "only one"),
        (swap(3, 4), "the record says turn"),
        (lambda lines: lines.pop(-2), "by the rules it goes on"),
    ],
)
def test_anything_changed_is_found(true_lines: Lines, tamper: Callable[[Lines], None], told: str) -> None:
    lines = copy.deepcopy(true_lines)
    tamper(lines)
    try:
        found = difference(lines)
    except ValueError as error:
        found = str(error)
    assert found is not None
    assert told in found


def test_a_difference_names_line_turn_player_and_both_sides(true_lines: Lines) -> None:
    lines = copy.deepcopy(true_lines)
    at = next(number for number, line in enumerate(lines) if line.get("event") == "played")
    lines[at]["points"] += 5
    turn, player, points = lines[at]["turn"], lines[at]["player"], lines[at]["points"]
    assert difference(lines) == (
        f"line {at + 1}: turn {turn}, player {player}: "
        f"points is {points} in the record and {points - 5} by the rules"
    )


def test_times_and_logs_may_be_anything(true_lines: Lines) -> None:
    lines = [line | {"clock": {"at": n}, "log": {"tail": ["…"]}} for n, line in enumerate(true_lines)]
    assert difference(lines) is None


def driven(setup: GameSetup, drive: Callable[[Game], list[Any]]) -> Lines:
    game = Game(setup)
    effects = [game.start(), *drive(game)]
    return lines_of(setup, tuple(event for effect in effects for event in effect.events))


def test_leaving_together_and_apart_interruptions_and_timeouts_hold() -> None:
    setup = english_setup(num_players=5)
    never = Verdict.NEVER_STARTED
    together = driven(
        setup,
        lambda game: [
            game.leave_together([Departure(1, never, "no hello"), Departure(3, never)]),
            game.deadline(2),
            game.leave(5, Verdict.CRASHED, "exit status 1"),
            game.leave(4, Verdict.DISCONNECTED),
        ],
    )
    assert together[-1]["end"] == End.ONE_LEFT.value
    assert difference(together) is None
    interrupted = driven(setup, lambda game: [game.receive(1, 1, SMPass()), game.interrupt("stopped")])
    assert difference(interrupted) is None
    nobody = driven(
        setup, lambda game: [game.leave_together([Departure(player, never) for player in range(1, 6)])]
    )
    assert nobody[-1]["end"] == End.NOBODY_LEFT.value
    assert difference(nobody) is None


def test_a_record_is_verified_without_the_board_file(true_lines: Lines) -> None:
    assert true_lines[0]["board"]["prog"] == board().spec.prog
