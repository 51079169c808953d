"""What a person sees."""

from bots.chair.screen import fitting, hand_lines, score_line, screen, tiles_text
from scrabble_util.drawing import Style
from scrabble_util.messages import CMForfeit, CMPlayed
from scrabble_util.pieces import ENGLISH
from scrabble_util.state import State
from scrabble_util.types import Coord, Direction, Hand
from tests.support.games import WORDS, board, lay


def state(name: str = "standard", hand: tuple[int, ...] = (0, 1, 17)) -> State:
    made = State(
        board(name), ENGLISH.alphabet, WORDS, 3, 1, 1, Hand(hand), ENGLISH.pieces, tiles=ENGLISH.tiles()
    )
    made.apply(CMPlayed(2, lay("CAT", (0, 0), Direction.RIGHT), 10, turn=3, next_player=1, bag=80))
    return made


def test_the_hand_has_its_values_under_the_letters() -> None:
    assert hand_lines(Hand([0, 1, 17]), ENGLISH.pieces) == [
        "  your hand  _ A  Q",
        "             0 1 10",
    ]
    assert hand_lines(Hand(), ENGLISH.pieces) == ["  your hand is empty"]


def test_everybody_stands_in_one_line() -> None:
    made = state()
    made.apply(CMForfeit(3, turn=3, next_player=1, bag=80))
    assert score_line(made, ["me", "Ann", "Bob"]) == "  turn 3   you 0   Ann 10   Bob 0 (left)   bag 80"


def test_the_screen_has_board_scores_and_hand() -> None:
    drawn = screen(state(), ["me", "Ann", "Bob"], style=Style.ASCII, fresh=[Coord(0, 0)])
    assert "*C A T" in drawn
    assert "Ann 10" in drawn
    assert drawn.endswith("0 1 10")
    assert "\x1b[" not in drawn
    assert "\x1b[" in screen(state(), [], style=Style.ANSI)


def test_bonus_squares_can_be_hidden() -> None:
    with_bonus = screen(state(), [], style=Style.ASCII)
    without = screen(state(), [], style=Style.ASCII, bonus=False)
    assert " d " in with_bonus.splitlines()[3]
    assert " d " not in without.splitlines()[3]


def test_an_infinite_board_is_cut_to_the_terminal_around_the_last_play() -> None:
    assert fitting((-7, -7, 7, 7), Coord(0, 0), (80, 40)) == (-7, -7, 7, 7)
    assert fitting((-100, -100, 100, 100), Coord(0, 0), (46, 31)) == (-10, -10, 9, 9)
    assert fitting((-100, -100, 100, 100), Coord(99, -99), (46, 31)) == (81, -100, 100, -81)
    drawn = screen(state("infinite"), [], style=Style.ASCII, size=(30, 30))
    assert max(map(len, drawn.splitlines())) < 60


def test_what_is_unseen_is_counted() -> None:
    told = tiles_text(state().unseen, ENGLISH.pieces)
    assert told.startswith("Unseen: 94 pieces\n_ 1    A 7    B 2")
    assert tiles_text(Hand(), ENGLISH.pieces) == "Everything has been seen."
