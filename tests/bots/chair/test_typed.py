"""What people type is understood: words, raw pieces, commands; and what is not, is said in words."""

import pytest

from bots.chair.typed import (
    HELP,
    Hint,
    NotUnderstood,
    ShowHelp,
    ShowScore,
    ShowTiles,
    ToggleBonus,
    is_blank,
    piece_label,
    raw_text,
    understand,
)
from scrabble_util.messages import CMPlayed, SMChange, SMForfeit, SMPass, SMPlay
from scrabble_util.pieces import DANISH, ENGLISH
from scrabble_util.state import State
from scrabble_util.types import Direction, Hand, Letter
from tests.support.games import WORDS, board, lay

RIGHT, DOWN = Direction.RIGHT, Direction.DOWN


def state(hand: str = "FATEDS_", laid: str = "") -> State:
    pieces = Hand([0 if char == "_" else ENGLISH.alphabet.index(char) + 1 for char in hand])
    made = State(board(), ENGLISH.alphabet, WORDS, 2, 1, 1, pieces, ENGLISH.pieces, tiles=ENGLISH.tiles())
    if laid:
        made.apply(CMPlayed(2, lay(laid, (0, 0), RIGHT), 0, turn=3, next_player=1, bag=80))
    return made


def no_blank() -> str:
    raise AssertionError("no blank was to be asked for")


@pytest.mark.parametrize("text", ["FATED 7 7 down", "fated 7 7 v", "  Fated  7 7  D ", "FATED 7 7 Down"])
def test_a_word_is_laid_as_people_say_it(text: str) -> None:
    assert understand(text, state(), no_blank) == SMPlay(lay("FATED", (7, 7), DOWN))


@pytest.mark.parametrize("way", ["right", "h", "r", "across", "H"])
def test_directions_have_several_names(way: str) -> None:
    assert understand(f"fate -3 -4 {way}", state(), no_blank) == SMPlay(lay("FATE", (-3, -4), RIGHT))


def test_letters_that_lie_there_are_part_of_the_word_and_are_not_laid() -> None:
    assert understand("cats 0 0 right", state("S", "CAT"), no_blank) == SMPlay(lay("S", (3, 0), RIGHT))
    assert understand("taste 2 0 down", state("ASTE", "CAT"), no_blank) == SMPlay(lay("ASTE", (2, 1), DOWN))


def test_a_blank_is_written_as_an_underline_and_its_letter_is_asked_for() -> None:
    assert understand("f_ted 0 0 right", state("FTED_"), lambda: " a ") == SMPlay(lay("FaTED", (0, 0), RIGHT))
    answers = iter("QZ")
    play = understand("__ 0 0 right", state("__"), lambda: next(answers))
    assert play == SMPlay(lay("qz", (0, 0), RIGHT))


@pytest.mark.parametrize(
    ("text", "hand", "laid", "complaint"),
    [
        ("fated", "FATED", "", "Say a move like"),
        ("fated 1 right", "FATED", "", "Say a move like"),
        ("fated 1 2 sideways", "FATED", "", "sideways is no direction"),
        ("fated 0 0 down", "FTED", "", "You hold no A."),
        ("fated 0 0 down", "FTED_", "", "You hold no A; write _ in its place"),
        ("tatt 0 0 down", "TAT", "", "You hold only 2 T."),
        ("tatt 0 0 down", "TAT_", "", "You hold only 2 T; write _ in its place"),
        ("ta__ 0 0 down", "TA", "", "You hold no blank."),
        ("f_ted 0 0 down", "FATED", "", "You hold no blank."),
        ("dog 0 0 right", "DOG", "CAT", "At (0, 0) lies C, and dog needs d there."),
        ("cat 0 0 right", "DOG", "CAT", "cat lies there already"),
        ("_at 0 0 right", "DOG_", "CAT", "At (0, 0) lies C, and _at needs _ there."),
        (":nonsense", "A", "", "There is no command :nonsense"),
        (":", "A", "", "There is no command :"),
        (":pass now", "A", "", ":pass stands alone."),
        (":hint many", "A", "", "Say :hint, or how many"),
        (":hint 0", "A", "", "Say :hint, or how many"),
        (":swap", "A", "", "Say which letters"),
        (":swap b", "A", "", "You hold no B."),
        (":swap AA", "A", "", "You hold only 1 A."),
        (":swap __", "A_", "", "You hold only 1 blank."),
        (":swap _", "A", "", "You hold no blank."),
        ("0 0 4", "A", "", "Say a move like"),
    ],
)
def test_what_is_not_understood_is_said_in_words(text: str, hand: str, laid: str, complaint: str) -> None:
    with pytest.raises(NotUnderstood) as told:
        understand(text, state(hand, laid), no_blank)
    assert str(told.value).startswith(complaint)


def test_a_blank_that_cannot_be_that_letter() -> None:
    with pytest.raises(NotUnderstood, match="The blank cannot be '7'"):
        understand("_ 0 0 right", state("_"), lambda: "7")


def test_the_raw_form_of_the_course() -> None:
    play = understand("0 0 4D2 0 1 0O0", state(), no_blank)
    assert play == SMPlay([((0, 0), (4, ("D", 2))), ((0, 1), (0, ("O", 0)))])
    odd = understand("-3 -12 -1A-5", state(), no_blank)
    assert odd == SMPlay([((-3, -12), (-1, ("A", -5)))])
    assert isinstance(play, SMPlay)
    assert raw_text(play.moves) == "0 0 4D2 0 1 0O0"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (":hint", Hint(1)),
        (":hint 12", Hint(12)),
        (":pass", SMPass()),
        (":PASS", SMPass()),
        (":forfeit", SMForfeit()),
        (":score", ShowScore()),
        (":tiles", ShowTiles()),
        (":help", ShowHelp()),
        (":bonus", ToggleBonus()),
        (":swap fa_", SMChange([6, 1, 0])),
        (":swap F A _", SMChange([6, 1, 0])),
    ],
)
def test_commands(text: str, command: object) -> None:
    assert understand(text, state(), no_blank) == command
    assert text.split()[0].lower() in HELP


def test_letters_of_other_alphabets() -> None:
    pieces = Hand([DANISH.alphabet.index(char) + 1 for char in "ÆØÅ"])
    danish = State(board(), DANISH.alphabet, WORDS, 2, 1, 1, pieces, DANISH.pieces, tiles=DANISH.tiles())
    play = understand("æøå 0 0 right", danish, no_blank)
    assert isinstance(play, SMPlay)
    assert [tile.letter for _, tile in play.moves] == [("Æ", 4), ("Ø", 4), ("Å", 4)]


ODD = {
    0: ENGLISH.pieces[0],
    1: frozenset({Letter("A", 1)}),
    2: frozenset({Letter("A", 9), Letter("B", 3)}),
    3: frozenset({Letter("C", 2), Letter("C", 5)}),
}


def test_of_several_pieces_for_a_letter_the_one_that_can_be_least_else_is_laid() -> None:
    made = State(
        board(), ENGLISH.alphabet, WORDS, 2, 1, 1, Hand([0, 1, 2, 3]), ODD, tiles={0: 9, 1: 9, 2: 9, 3: 9}
    )
    play = understand("aac 0 0 right", made, no_blank)
    assert isinstance(play, SMPlay)
    assert [tile for _, tile in play.moves] == [(1, ("A", 1)), (2, ("A", 9)), (3, ("C", 5))]
    assert understand(":swap b", made, no_blank) == SMChange([2])


def test_pieces_are_labelled_with_letter_and_points() -> None:
    assert [piece_label(piece, ODD) for piece in (0, 1, 2, 3, 9)] == [
        ("_", "0"), ("A", "1"), ("A/B", "3/9"), ("C", "2/5"), ("#9", ""),
    ]  # fmt: skip
    assert [is_blank(piece, ODD) for piece in (0, 1, 2, 3, 9)] == [True, False, False, False, False]
