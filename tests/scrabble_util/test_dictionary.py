"""Word lists: ours, anyone's, and broken ones."""

from pathlib import Path

import pytest

from scrabble_util.dictionary import Dictionary, DictionaryError
from scrabble_util.resources import english_dictionary
from tools.make_dictionary import TWO_LETTER_WORDS, scowl_words


@pytest.fixture(scope="module")
def english() -> Dictionary:
    return Dictionary.from_file(english_dictionary())


def test_the_shipped_file_is_sorted_upper_case_plain_words() -> None:
    lines = english_dictionary().read_text(encoding="ascii").splitlines()
    assert lines == sorted(set(lines))
    assert all(line.isalpha() and line.isupper() for line in lines)
    assert max(map(len, lines)) == 45
    assert 250_000 < len(lines) < 260_000


def test_two_letter_words_are_enables_with_qi_and_za(english: Dictionary) -> None:
    assert [word for word in english if len(word) == 2] == sorted(TWO_LETTER_WORDS)
    assert len(TWO_LETTER_WORDS) == 98


def test_spellings_accents_and_names(english: Dictionary) -> None:
    assert all(word in english for word in ("COLOUR", "COLOR", "ORGANISE", "ORGANIZE", "CAFE", "FATED"))
    assert not any(word in english for word in ("LONDON", "NASA", "KHZ", "TASWEGIAN", "DON'T"))


def test_the_script_takes_accents_off_and_leaves_names_and_long_sizes_out(tmp_path: Path) -> None:
    (tmp_path / "english-words.80").write_text("café\nLondon\ndon't\nat\n", encoding="utf-8")
    (tmp_path / "english-words.95").write_text("toolarge\n", encoding="utf-8")
    (tmp_path / "british_variant_1-words.10").write_bytes("naïve\n".encode("latin-1"))
    (tmp_path / "english-upper.10").write_text("name\n", encoding="utf-8")
    assert set(scowl_words(tmp_path)) == {"CAFE", "NAIVE"}


def test_another_alphabet_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "danish.txt"
    path.write_bytes("\ufeffåben\r\nøl\r\nØL\r\nbæ\r\n".encode())
    danish = Dictionary.from_file(path)
    assert list(danish) == ["BÆ", "ÅBEN", "ØL"]


def test_the_hash_is_of_the_words_not_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("beta\nALPHA\n", encoding="utf-8")
    assert Dictionary.from_file(path).sha256 == Dictionary(["ALPHA", "BETA"]).sha256
    assert Dictionary(["ALPHA"]).sha256 != Dictionary(["BETA"]).sha256


def test_broken_word_lists_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match="no such word list"):
        Dictionary.from_file(tmp_path / "missing.txt")
    latin = tmp_path / "latin.txt"
    latin.write_bytes("ØL".encode("latin-1"))
    with pytest.raises(DictionaryError, match="not UTF-8"):
        len(Dictionary.from_file(latin))
    empty = tmp_path / "empty.txt"
    empty.write_text("\n", encoding="utf-8")
    with pytest.raises(DictionaryError, match="no words"):
        len(Dictionary.from_file(empty))
