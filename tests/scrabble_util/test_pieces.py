"""The English set is the standard one; other alphabets get theirs."""

import pytest

from scrabble_util.pieces import DANISH, ENGLISH, WILDCARD, pieces_of, tiles
from scrabble_util.types import Letter


def test_english_has_100_tiles_worth_187_points() -> None:
    assert sum(tiles(1).values()) == 100
    points = {piece: max(letter.points for letter in letters) for piece, letters in ENGLISH.pieces.items()}
    assert sum(points[piece] * count for piece, count in tiles(1).items()) == 187


def test_ids_are_0_for_the_wildcard_and_1_to_26_for_the_letters() -> None:
    assert ENGLISH.pieces[WILDCARD] == {Letter(char, 0) for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    assert ENGLISH.pieces[4] == {Letter("D", 2)}
    assert ENGLISH.pieces[26] == {Letter("Z", 10)}


def test_tiles_multiplies_the_counts() -> None:
    assert tiles(3) == {piece: 3 * count for piece, count in tiles(1).items()}
    with pytest.raises(ValueError, match="at least once"):
        tiles(0)


def test_danish_has_its_own_letters() -> None:
    assert sum(DANISH.tiles().values()) == 100
    assert pieces_of(DANISH.alphabet) == DANISH
    assert DANISH.pieces[DANISH.alphabet.index("Ø") + 1] == {Letter("Ø", 4)}


def test_an_alphabet_with_a_letter_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="repeats"):
        pieces_of("ABA")


def test_a_letter_that_two_capitals_stand_for_is_no_letter_of_the_alphabet() -> None:
    with pytest.raises(ValueError, match="'ß' is no letter of the alphabet"):
        ENGLISH.letters_of("ßA")
