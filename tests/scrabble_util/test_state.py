"""A bot's state never leaves the referee's truth, whatever happens."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.game import Game
from scrabble_util.board_file import shipped_boards
from scrabble_util.messages import (
    RGPE,
    ClientMessage,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPassed,
    CMPlayed,
    CMPlayFailed,
    CMPlaySuccess,
    CMTimeOut,
    GPEEmptyMove,
    ServerMessage,
    SMChange,
    SMPass,
)
from scrabble_util.state import State, StateError
from scrabble_util.types import Direction, Hand
from tests.support.chaos import chaos
from tests.support.games import WORDS, english_setup, lay
from tests.support.games import board as shipped

GAMES_EACH = 250
"""For each board that ships: more than two thousand games in all."""
TILES = {0: 2, 1: 6, 2: 2, 3: 2, 4: 3, 5: 8, 9: 5, 14: 4, 15: 5, 17: 1, 18: 4, 19: 3, 20: 5, 21: 2, 26: 1}


def state_of(game: Game, player: int) -> State:
    setup = game.setup
    return State(
        setup.board, setup.alphabet, WORDS, setup.num_players, player, 1, game.hand(player), setup.pieces,
        setup.timeout, None, tiles=setup.tiles,
    )  # fmt: skip


class Seats:
    """A state for each player, fed with what that player says and hears, compared with the game."""

    def __init__(self) -> None:
        self.states: dict[int, State] = {}

    def listen(self, player: int, message: ClientMessage | ServerMessage) -> None:
        self.states[player].apply(message)

    def check(self, game: Game) -> None:
        if not self.states:
            self.states = {player: state_of(game, player) for player in game.players_in}
        for player in game.players_in:
            self.agrees(self.states[player], game)
        for player, state in self.states.items():
            assert state.over == (game.over or player not in game.players_in)

    def agrees(self, state: State, game: Game) -> None:
        view = game.view(state.player_number)
        assert state.hand == view.hand
        assert state.laid == view.laid
        assert state.scores == view.scores
        assert state.players == view.players
        assert (state.turn, state.next_player, state.bag) == (view.turn, view.next_player, view.bag)
        assert state.is_my_turn == (game.to_move == state.player_number)
        others = [game.hand(player) for player in state.scores if player != state.player_number]
        assert {player: len(game.hand(player)) for player in state.scores} == state.held
        assert len(state.unseen) == view.bag + sum(map(len, others))
        assert Counter(state.unseen) >= Counter(piece for hand in others for piece in hand)


@pytest.mark.parametrize("name", sorted(shipped_boards()))
def test_the_state_never_leaves_the_referees_truth(name: str) -> None:
    heard: Counter[str] = Counter()
    for seed in range(GAMES_EACH):
        rng = random.Random(f"{name} {seed}")
        players = rng.choice([2, 2, 3, 5])
        setup = english_setup(
            name, dictionary=None, num_players=players, hand_size=rng.choice([1, 2, 5, 7]), seed=seed,
            tiles=TILES,
        )  # fmt: skip
        seats = Seats()

        def listen(player: int, message: ClientMessage | ServerMessage, seats: Seats = seats) -> None:
            heard[type(message).__name__] += 1
            seats.listen(player, message)

        chaos(setup, rng, listen, seats.check)
    everything = {kind.__name__ for kind in ClientMessage.__subclasses__() if kind.__name__.startswith("CM")}
    assert everything | {"RGPE"} <= set(heard), "the games must show every message there is"


# --- one message at a time


def fresh_state(hand: Sequence[int] = (3, 1, 20, 0), player: int = 1) -> State:
    setup = english_setup()
    return State(
        shipped(),
        setup.alphabet,
        WORDS,
        2,
        player,
        1,
        Hand(hand),
        setup.pieces,
        1000,
        None,
        tiles=setup.tiles,
    )


CAT = lay("CAT", (0, 0), Direction.RIGHT)


def test_a_new_state_knows_the_bag_and_who_starts() -> None:
    state = fresh_state()
    assert (state.turn, state.next_player, state.is_my_turn) == (1, 1, True)
    assert (state.bag, state.hand_size, state.held) == (92, 4, {1: 4, 2: 4})
    assert len(state.unseen) == 96
    assert state.laid == {}
    assert not state.over


def test_a_good_play_of_mine_moves_pieces_from_hand_to_board() -> None:
    state = fresh_state()
    state.apply(CMPlaySuccess(CAT, 10, Hand([5, 5, 6]), turn=2, next_player=2, bag=89))
    assert state.hand == Hand([0, 5, 5, 6])
    assert [letter.char for letter in state.laid.values()] == ["C", "A", "T"]
    assert state.scores == {1: 10, 2: 0}
    assert state.last_play is not None
    assert (state.last_play.player, state.last_play.points) == (1, 10)
    assert not state.is_my_turn


def test_a_blank_on_the_board_can_be_told_from_the_letter() -> None:
    state = fresh_state(player=2)
    blank = lay("cAT", (0, 0), Direction.RIGHT)
    state.apply(CMPlayed(1, blank, 2, turn=2, next_player=2, bag=89))
    assert state.laid[blank[0].coord] == ("C", 0)
    assert state.lying[blank[0].coord].piece == 0
    assert state.unseen.count(0) == 0
    assert state.unseen.count(3) == 1


def test_the_pieces_of_the_others_are_counted_when_the_bag_runs_low() -> None:
    state = fresh_state(player=2)
    state.apply(CMPassed(1, turn=2, next_player=2, bag=1))
    state.apply(CMPlayed(1, CAT, 10, turn=3, next_player=2, bag=0))
    assert state.held == {1: 2, 2: 4}


def test_errors_are_kept_until_a_move_of_mine_is_good() -> None:
    state = fresh_state()
    state.apply(RGPE((GPEEmptyMove(),), turn=2, next_player=2, bag=92))
    assert state.errors == (GPEEmptyMove(),)
    assert state.hand == Hand([3, 1, 20, 0])
    state.apply(CMPlaySuccess(CAT, 10, Hand([5, 5, 6]), turn=3, next_player=2, bag=89))
    assert state.errors == ()


def test_who_has_answered_waits_until_the_turn_is_over() -> None:
    state = fresh_state()
    state.apply(SMPass())
    assert not state.is_my_turn
    state.apply(CMForfeit(2, turn=1, next_player=1, bag=92))
    assert not state.is_my_turn, "somebody left meanwhile; the answer still counts"
    state.apply(CMPassed(1, turn=2, next_player=1, bag=92))
    assert state.is_my_turn


def test_a_change_needs_to_have_been_seen() -> None:
    state = fresh_state()
    with pytest.raises(StateError, match=r"state\.send\(message\)"):
        state.apply(CMChangeSuccess(Hand([7]), turn=2, next_player=2, bag=92))


def test_a_change_that_came_too_late_is_forgotten() -> None:
    state = fresh_state()
    state.apply(SMChange([3]))
    state.apply(CMTimeOut(1, turn=2, next_player=2, bag=92))
    state.apply(CMPassed(2, turn=3, next_player=1, bag=92))
    state.apply(SMChange([20]))
    state.apply(CMChangeSuccess(Hand([7]), turn=4, next_player=2, bag=92))
    assert state.hand == Hand([0, 1, 3, 7])


def test_a_change_is_remembered_while_another_player_leaves() -> None:
    state = fresh_state()
    state.apply(SMChange([3]))
    state.apply(CMForfeit(2, turn=1, next_player=1, bag=92))
    state.apply(CMChangeSuccess(Hand([7]), turn=2, next_player=1, bag=92))
    assert state.hand == Hand([0, 1, 7, 20])
    assert state.players == (1,)


@pytest.mark.parametrize("message", [CMPlayFailed(2, ()), CMPassed(2), CMTimeOut(2), CMChange(2, 3)])
def test_what_others_do_without_laying_only_moves_the_turn_on(message: ClientMessage) -> None:
    state = fresh_state()
    before = (state.hand, dict(state.scores), dict(state.laid), state.players)
    state.apply(message)
    assert (state.hand, state.scores, state.laid, state.players) == before


def test_the_end_brings_the_final_scores() -> None:
    state = fresh_state()
    state.apply(CMGameOver(((1, -5), (2, 5)), turn=6, next_player=0, bag=0))
    assert state.over
    assert state.scores == {1: -5, 2: 5}
    assert not state.is_my_turn


class Line:
    """A connection with an answer ready."""

    def __init__(self, *answers: ClientMessage) -> None:
        self.sent: list[ServerMessage] = []
        self.answers = list(answers)

    def send(self, message: ServerMessage) -> None:
        self.sent.append(message)

    def recv(self) -> ClientMessage:
        return self.answers.pop(0)


def test_send_and_receive_go_through_the_connection() -> None:
    state = fresh_state()
    line = Line(CMChangeSuccess(Hand([7]), turn=2, next_player=2, bag=92))
    state.connection = line
    state.send(SMChange([3]))
    assert isinstance(state.receive(), CMChangeSuccess)
    assert line.sent == [SMChange([3])]
    assert state.hand == Hand([0, 1, 7, 20])


def test_without_tiles_or_connection_it_says_what_is_missing() -> None:
    setup = english_setup()
    state = State(shipped(), setup.alphabet, WORDS, 2, 1, 1, Hand([1]), setup.pieces)
    with pytest.raises(StateError, match="tiles="):
        _ = state.unseen
    with pytest.raises(StateError, match="without a connection"):
        state.send(SMPass())
    assert state.bag is None
    state.apply(CMPassed(1, turn=2, next_player=2, bag=12))
    assert state.bag == 12


def test_one_may_change_no_more_than_the_bag_holds() -> None:
    state = fresh_state()
    assert state.can_change == 4
    state.apply(CMPassed(1, turn=2, next_player=2, bag=3))
    assert state.can_change == 3


def test_importing_the_state_does_not_import_numba() -> None:
    code = "import sys, scrabble_util.state; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- moves


def test_the_position_goes_along_with_the_game() -> None:
    state = fresh_state(hand=(3, 1, 20, 5))
    first = state.best_move()
    assert first is not None
    assert first.word == "CAT"
    assert {move.word for move in state.moves()} == {"CAT", "ATE", "AT"}
    state.apply(
        CMPlaySuccess(first.placements, first.score, Hand([19, 15, 4]), turn=2, next_player=2, bag=89)
    )
    state.apply(CMPassed(2, turn=3, next_player=1, bag=89))
    assert state.position.laid == state.laid
    words = {move.word for move in state.moves()}
    assert "CATS" in words
    assert "TOE" in words


def test_a_state_that_was_never_asked_for_moves_makes_no_position() -> None:
    code = (
        "import sys; from tests.scrabble_util.test_state import fresh_state, CAT; "
        "from scrabble_util.messages import CMPlayed; state = fresh_state(player=2); "
        "state.apply(CMPlayed(1, CAT, 10, turn=2, next_player=2, bag=89)); sys.exit('numba' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
