"""Laws of the pure game, whatever legal and illegal things are said to it (a hypothesis state machine)."""

import copy
import random
from collections import Counter
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.events import Ended, Event, Left, Played
from referee.game import NOTHING, Departure, Effects, Game
from referee.records import Header, parse_record, record_bytes
from referee.rules.scrabble import ScrabbleTable
from referee.verdicts import End, Verdict
from referee.verify import verify
from scrabble_util.checks import Attempt, check_change, check_play
from scrabble_util.messages import (
    RGPE,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPlayed,
    CMPlaySuccess,
    ServerMessage,
    SMChange,
    SMForfeit,
    SMPass,
    SMPlay,
)
from scrabble_util.types import Coord, Direction, Hand, Letter, Placement, Tile
from tests.support.games import WORDS, english_setup
from tests.support.players import AnyMove

PIECES = {
    0: frozenset({Letter("A", 0), Letter("T", 0), Letter("E", 0)}),
    1: frozenset({Letter("A", 1)}),
    2: frozenset({Letter("T", 1), Letter("O", 4)}),
    3: frozenset({Letter("E", 1)}),
}
LEAVING = sorted((verdict for verdict in Verdict if verdict.leaves), key=lambda verdict: verdict.name)
LETTERS = st.builds(Letter, st.sampled_from("ATEO"), st.integers(0, 4))
WILD_MOVES = st.lists(
    st.builds(Placement, st.builds(Coord, st.integers(-9, 9), st.integers(-9, 9)),
              st.builds(Tile, st.integers(0, 5), LETTERS)),
    max_size=4,
).map(tuple)  # fmt: skip


class GameMachine(RuleBasedStateMachine):
    """Plays one game; every step is checked against what the game said before."""

    @initialize(
        players=st.sampled_from([2, 3, 5]),
        board=st.sampled_from(["standard", "infinite", "holes"]),
        seed=st.integers(0, 10**6),
        hand_size=st.integers(1, 4),
        extra=st.integers(0, 12),
        checked=st.booleans(),
    )
    def begin(self, players: int, board: str, seed: int, hand_size: int, extra: int, checked: bool) -> None:
        total = players * hand_size + extra
        tiles = Counter([0, 1, 2, 3][number % 4] for number in range(total))
        self.setup = english_setup(
            board,
            pieces=PIECES,
            tiles=tiles,
            hand_size=hand_size,
            num_players=players,
            seed=seed,
            dictionary=WORDS if checked else None,
        )
        self.game = Game(self.setup)
        self.events: list[Event] = []
        self.scores = Counter(dict.fromkeys(range(1, players + 1), 0))
        self.gone: set[int] = set()
        self.finished = False
        self.take(self.game.start())

    # --- what every step must keep to

    def take(self, effects: Effects) -> Effects:
        """Check what follows from a step, and keep its events."""
        game = self.game
        assert not (self.finished and effects), "nothing happens after the end"
        for event in effects.events:
            if isinstance(event, Played):
                self.scores[event.player] += event.points
                assert event.points == sum(word.points for word in event.words) + event.bonus
                assert event.score == self.scores[event.player]
        left_now = {event.player for event in effects.events if isinstance(event, Left)}
        for to, message in effects.messages:
            assert to not in self.gone, "nothing is sent to one who left"
            assert (message.turn, message.next_player, message.bag) == (
                game.turn,
                game.to_move,
                game.bag_count,
            )
            assert to not in left_now or isinstance(message, CMForfeit)
        self.gone |= left_now
        self.events += effects.events
        over = [event for event in effects.events if isinstance(event, Ended)]
        assert sum(isinstance(message, CMGameOver) for _, message in effects.messages) == (
            len(game.players_in) if over else 0
        )
        self.finished = self.finished or bool(over)
        return effects

    @property
    def may_leave(self) -> bool:
        """Leaving ends games early: it is allowed only now and then."""
        return len(self.events) % 7 == 6

    @property
    def table(self) -> ScrabbleTable:
        table = self.game._table
        assert isinstance(table, ScrabbleTable)
        return table

    @invariant()
    def pieces_are_conserved(self) -> None:
        laid = [tile.piece for event in self.events if isinstance(event, Played) for _, tile in event.moves]
        held = [piece for player in self.scores for piece in self.game.hand(player)]
        assert Counter([*laid, *held, *self.table._bag.contents()]) == Counter(self.setup.tiles)

    @invariant()
    def exactly_one_player_is_to_move(self) -> None:
        game = self.game
        if game.over:
            assert game.to_move == 0
        else:
            assert game.to_move in game.players_in
            assert set(game.players_in) == set(self.scores) - self.gone
            assert len(game.players_in) >= 2

    @invariant()
    def scores_are_the_sum_of_the_record(self) -> None:
        result = self.game.result
        if result is None:
            assert {player: self.game.score(player) for player in self.scores} == self.scores
            return
        assert {standing.player: standing.points for standing in result.standings} == self.scores
        if result.end is End.WENT_OUT:
            assert sum(score for _, score in result.scores) == sum(self.scores.values())

    @invariant()
    def a_view_does_not_change_with_what_is_hidden(self) -> None:
        for player in self.scores:
            assert self.with_other_secrets(player).view(player) == self.game.view(player)

    def with_other_secrets(self, player: int) -> Game:
        """Return a twin of the game in which all that this player may not know is otherwise."""
        twin, table = copy.copy(self.game), copy.copy(self.table)
        chance = random.Random(len(self.events))
        bag = table._bag = copy.copy(table._bag)
        bag._chance = dict.fromkeys(bag._chance, chance)
        bag._orders = {seat: chance.sample(order, len(order)) for seat, order in bag._orders.items()}
        bag._pieces = [chance.choice(list(PIECES)) for _ in bag._pieces]
        table._hands = {
            other: hand if other == player else Hand(chance.choice(list(PIECES)) for _ in hand)
            for other, hand in table._hands.items()
        }
        twin._table = table
        twin.setup = table._setup = replace(self.setup, seed=self.setup.seed + 1)
        return twin

    # --- what may happen

    def hear(self, message: ServerMessage) -> Effects:
        """The player to move says something."""
        game = self.game
        mover, turn, others = game.to_move, game.turn, set(game.players_in) - {game.to_move}
        effects = self.take(game.receive(mover, turn, message))
        assert game.over or game.turn == turn + 1
        assert {to for to, _ in effects.messages} == others | {mover}
        return effects

    @precondition(lambda self: not self.finished)
    @rule()
    def find_a_move(self) -> None:
        """Do what a simple player would do: a legal move where there is one."""
        words = replace(self.setup, dictionary=WORDS)
        message = AnyMove(words)(self.game.view(self.game.to_move))
        if isinstance(message, SMPlay):
            self.play(message.moves)
        else:
            self.hear(message)

    @precondition(lambda self: not self.finished)
    @rule(data=st.data(), direction=st.sampled_from(Direction), back=st.integers(0, 2))
    def lay(self, data: st.DataObject, direction: Direction, back: int) -> None:
        """Lay pieces of the hand in a line, at the centre or beside a letter: often legal."""
        game = self.game
        count = data.draw(st.integers(1, 3))
        beside = [Coord(x + 1, y) for x, y in game.laid] + [Coord(x, y + 1) for x, y in game.laid]
        coord = direction.step(data.draw(st.sampled_from(beside or [self.setup.board.center])), -back)
        moves: list[Placement] = []
        for piece in list(game.hand(game.to_move))[:count]:
            while coord in game.laid:
                coord = direction.step(coord)
            letter = data.draw(st.sampled_from(sorted(PIECES[piece])))
            moves.append(Placement(coord, Tile(piece, letter)))
            coord = direction.step(coord)
        self.play(tuple(moves))

    @precondition(lambda self: not self.finished)
    @rule(moves=WILD_MOVES)
    def lay_anything(self, moves: tuple[Placement, ...]) -> None:
        self.play(moves)

    def play(self, moves: tuple[Placement, ...]) -> None:
        game, setup = self.game, self.setup
        mover = game.to_move
        before = dict(game.laid)
        attempt = Attempt(mover, moves, game.hand(mover), PIECES, setup.board, before, setup.dictionary)
        errors = check_play(attempt)
        effects = self.hear(SMPlay(moves))
        said = dict(effects.messages[::-1])[mover]
        if errors:
            assert isinstance(said, RGPE) and said.errors == errors
            assert game.laid == before
        else:
            assert isinstance(said, CMPlaySuccess)
            assert game.laid == before | {coord: tile.letter for coord, tile in moves}
            for to, message in effects.messages:
                assert to == mover or isinstance(message, CMPlayed | CMGameOver)

    @precondition(lambda self: not self.finished)
    @rule(data=st.data())
    def change(self, data: st.DataObject) -> None:
        game = self.game
        mover, bag, hand = game.to_move, game.bag_count, game.hand(game.to_move)
        pieces = tuple(data.draw(st.lists(st.sampled_from([*hand, *hand, 0, 77]), max_size=4)))
        errors = check_change(mover, pieces, hand, PIECES, bag)
        effects = self.hear(SMChange(pieces))
        said = dict(effects.messages[::-1])[mover]
        assert game.bag_count == bag
        if errors:
            assert isinstance(said, RGPE) and said.errors == errors
            assert game.hand(mover) == hand
        else:
            assert isinstance(said, CMChangeSuccess)
            assert game.hand(mover) == hand - pieces + said.new_pieces
            for to, message in effects.messages:
                assert to == mover or isinstance(message, CMChange | CMGameOver)

    @precondition(lambda self: not self.finished)
    @rule()
    def pass_(self) -> None:
        self.hear(SMPass())

    @precondition(lambda self: not self.finished and self.may_leave)
    @rule()
    def forfeit(self) -> None:
        self.hear(SMForfeit())

    @precondition(lambda self: not self.finished)
    @rule()
    def run_out_of_time(self) -> None:
        assert self.take(self.game.deadline(self.game.turn))

    @rule(turn=st.integers(-1, 60))
    def another_deadline(self, turn: int) -> None:
        if self.finished or turn != self.game.turn:
            assert self.game.deadline(turn) is NOTHING

    @precondition(lambda self: self.finished or self.may_leave)
    @rule(player=st.integers(1, 5), turn=st.integers(-1, 60))
    def speak_at_the_wrong_time(self, player: int, turn: int) -> None:
        game = self.game
        if player > self.setup.num_players or (player, turn) == (game.to_move, game.turn):
            return
        own_and_over = 0 < turn < game.turn and game._movers[turn] == player
        out = self.finished or player in self.gone
        effects = self.take(game.receive(player, turn, SMPass()))
        assert (effects is NOTHING) == (own_and_over or out)
        if effects:
            first = effects.events[0]
            assert isinstance(first, Left) and first.verdict is Verdict.OUT_OF_TURN

    @precondition(lambda self: self.finished or self.may_leave)
    @rule(players=st.sets(st.integers(1, 5), min_size=1, max_size=3), verdict=st.sampled_from(LEAVING))
    def leave(self, players: set[int], verdict: Verdict) -> None:
        going = sorted(player for player in players if player <= self.setup.num_players)
        self.take(self.game.leave_together([Departure(player, verdict, "gone") for player in going]))

    @precondition(lambda self: len(self.events) > 15)
    @rule()
    def interrupt(self) -> None:
        self.take(self.game.interrupt("stopped"))

    def teardown(self) -> None:
        """Whatever happened, the record of it is read again and holds."""
        if not hasattr(self, "game"):
            return
        record = parse_record(record_bytes(Header.of(self.setup), self.events))
        assert record.events == tuple(self.events)
        assert verify(record, self.setup.dictionary) is None


GameMachine.TestCase.settings = settings(max_examples=100, stateful_step_count=40)
TestGameLaws = GameMachine.TestCase
