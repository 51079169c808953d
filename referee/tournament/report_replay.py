"""Games as small as the page needs them to draw a replay: what lay where, who said what, who had how much.

A game is deflated by itself and unpacked by the reader's browser when it is looked at, so that a page with
thousands of games opens at once. Boards are kept once each, with the part of them that any game used.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.events import Changed, Dealt, Ended, Left, Passed, Played, PlayerEvent, Refused, TimedOut
from referee.records import Header, parse_record
from referee.replay import Moment, moments
from referee.telling import piece_text
from scrabble_util.board import Board, make_board
from scrabble_util.types import Hand, Pieces

_MARGIN = 2
_LETTER_TIMES = re.compile(r"\s*_result_\s*:=\s*pointValue\(_pos_\)\s*\*\s*(\d+)\s*\+\s*_acc_\s*;?\s*")
_WORD_TIMES = re.compile(r"\s*_result_\s*:=\s*_acc_\s*\*\s*(\d+)\s*;?\s*")


@dataclass
class _UsedBoard:
    """A board, and the part of it that games used: (x0, y0, x1, y1)."""

    board: Board
    window: list[int]

    def use(self, x: int, y: int) -> None:
        x0, y0, x1, y1 = self.window
        self.window = [min(x0, x), min(y0, y), max(x1, x), max(y1, y)]


@dataclass
class Replays:
    """The replays of a page: add games, then ask for `boards` and `games`."""

    games: dict[str, str] = field(default_factory=dict)
    """Key of the game -> its events, deflated, in base64."""
    _boards: dict[str, _UsedBoard] = field(default_factory=dict)

    def add(self, key: str, record: bytes) -> None:
        """Take a game from its record."""
        read = parse_record(record)
        used = self._used(read.header)
        for event in read.events:
            if isinstance(event, Played):
                for coord, _ in event.moves:
                    used.use(*coord)
        game = {
            "board": read.header.board_sha256[:12],
            "events": [_event(moment, read.header.pieces) for moment in moments(read.events)],
        }
        packed = zlib.compress(_dense(game).encode(), 9)
        self.games[key] = base64.b64encode(packed).decode()

    def boards(self) -> dict[str, Any]:
        """Return each board that was played on, as the page draws it."""
        return {key[:12]: _board(used) for key, used in self._boards.items()}

    def _used(self, header: Header) -> _UsedBoard:
        if header.board_sha256 not in self._boards:
            board = make_board(header.board)
            x, y = board.center
            self._boards[header.board_sha256] = _UsedBoard(board, list(board.extent() or (x, y, x, y)))
        return self._boards[header.board_sha256]


def _board(used: _UsedBoard) -> dict[str, Any]:
    margin = 0 if used.board.extent() else _MARGIN
    x0, y0, x1, y1 = used.window
    window = (x0 - margin, y0 - margin, x1 + margin, y1 + margin)
    return {
        "title": used.board.spec.title,
        "window": window,
        "center": used.board.center,
        "endless": used.board.extent() is None,
        "ids": used.board.window(*window),
        "squares": {
            number: {"label": _square_label(used.board, number), "about": _programs(used.board, number)}
            for number in used.board.squares
        },
    }


def _programs(board: Board, number: int) -> str:
    return "\n".join(
        f"{priority}: {program.source.strip()}" for priority, program in board.squares[number].programs
    )


def _square_label(board: Board, number: int) -> str:
    """Name the squares everybody knows (2L, 3W …); any other is shown as its board prints it."""
    for _, program in board.squares[number].programs:
        for pattern, kind in ((_WORD_TIMES, "W"), (_LETTER_TIMES, "L")):
            found = pattern.fullmatch(program.source)
            if found and found[1] != "1":
                return f"{found[1]}{kind}"
    return board.printed(number).strip()


def _event(moment: Moment, pieces: Pieces) -> list[Any]:
    """Write an event as a short list: what, turn, player, the hand after it, then what belongs to it."""
    event = moment.event
    if isinstance(event, Dealt):
        return ["dealt", [_hand(hand, pieces) for _, hand in event.hands], event.bag]
    if isinstance(event, Ended):
        result = event.result
        left = [_hand(standing.hand, pieces) for standing in result.standings]
        return ["ended", result.end.value, [score for _, score in result.scores], list(result.winners), left]
    assert isinstance(event, PlayerEvent)
    head = [event.turn, event.player, _hand(moment.hands[event.player], pieces)]
    match event:
        case Played():
            tiles = [[*coord, tile.letter.char, tile.letter.points] for coord, tile in event.moves]
            words = [[word.text, word.points] for word in event.words]
            return ["played", *head, tiles, words, event.bonus, event.points, event.score, event.bag]
        case Changed():
            return ["changed", *head, len(event.pieces)]
        case Refused():
            return ["refused", *head, [type(error).__name__.removeprefix("GPE") for error in event.errors]]
        case Passed():
            return ["passed", *head]
        case TimedOut():
            return ["timed out", *head]
        case Left():
            return ["left", *head, event.verdict.value, event.detail]
    raise TypeError(f"{event!r} is no event that a replay knows")


def _hand(hand: Hand, pieces: Pieces) -> list[str]:
    return [piece_text(pieces[piece]) for piece in hand]


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def replays_of(records: Iterable[tuple[str, bytes]]) -> Replays:
    """Take many games."""
    replays = Replays()
    for key, record in records:
        replays.add(key, record)
    return replays
