"""Another kind of game is another module with a `Table`; the game, records and replay need not know it.

The game here is a small one: a stone a turn on any free square, a point for each; two passes in a row end it.
"""

from collections.abc import Mapping

import pytest

from referee import rules
from referee.events import Left
from referee.game import Game
from referee.records import Header, parse_record, record_bytes
from referee.replay import moments
from referee.rules.base import ChangeMade, GameSetup, PlayMade, Reckoning, Refusal, Rules
from referee.verdicts import End, Verdict
from referee.verify import verify
from scrabble_util.messages import (
    CMGameOver,
    CMPlayed,
    GPEEmptyMove,
    GPENotEnoughPieces,
    GPEOccupiedTile,
    ServerMessage,
    SMChange,
    SMPass,
    SMPlay,
)
from scrabble_util.types import Coord, Hand, Laid, Letter, PieceId, Placement
from tests.support.games import english_setup

STONES = {1: frozenset({Letter("●", 1)}), 2: frozenset({Letter("○", 1)})}


class StoneTable:
    def __init__(self, setup: GameSetup) -> None:
        self.stones: dict[Coord, Letter] = {}
        self.scores = dict.fromkeys(range(1, setup.num_players + 1), 0)
        self.passes = 0

    @property
    def laid(self) -> Laid:
        return self.stones

    @property
    def bag_count(self) -> int:
        return 0

    def hand(self, player: int) -> Hand:
        return Hand([player])

    def score(self, player: int) -> int:
        return self.scores[player]

    def play(self, player: int, moves: tuple[Placement, ...]) -> PlayMade | Refusal:
        self.passes = 0
        if len(moves) != 1:
            return Refusal((GPEEmptyMove(),))
        [(coord, (_, letter))] = moves
        if coord in self.stones:
            return Refusal((GPEOccupiedTile(letter, coord, self.stones[coord]),))
        self.stones[coord] = letter
        self.scores[player] += 1
        return PlayMade(1, (), 0, Hand([player]))

    def change(self, player: int, pieces: tuple[PieceId, ...]) -> ChangeMade | Refusal:
        return Refusal((GPENotEnoughPieces(len(pieces), 0),))

    def idle(self, player: int) -> None:
        self.passes += 1

    def leave(self, player: int) -> None:
        pass

    def end(self) -> End | None:
        return End.NO_PLAYS if self.passes >= 2 else None

    def reckon(self) -> Mapping[int, Reckoning]:
        return {}


class Stones:
    def start(self, setup: GameSetup) -> StoneTable:
        return StoneTable(setup)


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> GameSetup:
    known: dict[str, Rules] = {**rules.RULES, "stones": Stones()}
    monkeypatch.setattr(rules, "RULES", known)
    return english_setup("infinite", rules="stones", pieces=STONES, tiles={1: 7, 2: 7}, dictionary=None)


def stone(player: int, at: tuple[int, int]) -> SMPlay:
    return SMPlay([(at, (player, ("●○"[player - 1], 1)))])


def test_it_is_played_with_the_same_messages_recorded_verified_and_replayed(setup: GameSetup) -> None:
    said: list[ServerMessage] = [
        stone(1, (0, 0)),
        stone(2, (0, 0)),
        stone(1, (5, 5)),
        SMChange([2]),
        SMPass(),
        stone(2, (1, 0)),
        SMPass(),
        SMPass(),
    ]
    game = Game(setup)
    effects = [game.start()]
    for message in said:
        effects.append(game.receive(game.to_move, game.turn, message))
    assert isinstance(effects[1].messages[1][1], CMPlayed)
    assert isinstance(effects[-1].messages[-1][1], CMGameOver)
    assert game.result is not None
    assert (game.result.scores, game.result.winners) == (((1, 2), (2, 1)), (1,))
    events = [event for effect in effects for event in effect.events]
    record = parse_record(record_bytes(Header.of(setup), events))
    assert verify(record, None) is None
    assert len(list(moments(record.events))[-1].laid) == 3


def test_faults_have_the_same_verdicts(setup: GameSetup) -> None:
    game = Game(setup)
    game.start()
    event = game.receive(2, 1, SMPass()).events[0]
    assert isinstance(event, Left) and event.verdict is Verdict.OUT_OF_TURN
    assert game.result is not None and game.result.end is End.ONE_LEFT
