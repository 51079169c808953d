"""The packed word graph holds exactly the words, is as small as it can be, and survives what happens to files."""

import multiprocessing
import string
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble_util.dictionary import Dictionary
from scrabble_util.lexicon import (
    Lexicon,
    LexiconError,
    Node,
    build_lexicon,
    letter_keys,
    load_lexicon,
)
from scrabble_util.lexicon_format import WIDE_LETTERS
from scrabble_util.resources import english_dictionary

FEW = "ABCD"
MANY = string.ascii_uppercase + string.ascii_lowercase + string.digits + "Æ"
WORDS = ["AB", "ABACUS", "BAD", "CAB", "CABS", "DAB", "SCAB"]


def quiet(_message: str) -> None:
    """Building is announced; tests need not hear it."""


def words_of(letters: str) -> st.SearchStrategy[list[str]]:
    words = st.text(st.sampled_from(letters), min_size=1, max_size=9)
    return st.lists(words, max_size=40).map(lambda words: sorted(set(words)))


def spelled_from(lexicon: Lexicon, node: Node, text: str = "") -> list[str]:
    """Every path of the graph that ends a word; `>` stands for the separator."""
    found = []
    for index in node.letters():
        child = lexicon.node(node.child(index))
        here = text + (">" if index == lexicon.separator else lexicon.letters[index])
        found += [here] if child.ends else []
        found += spelled_from(lexicon, child, here)
    return found


def gaddag_of(words: list[str]) -> list[str]:
    """The definition: each word from each of its letters, backwards, then forwards."""
    return [
        word[split::-1] + (">" + word[split + 1 :] if split < len(word) - 1 else "")
        for word in words
        for split in range(len(word))
    ]


@given(words_of(FEW))
def test_the_graph_spells_each_word_from_each_of_its_letters_and_nothing_else(words: list[str]) -> None:
    lexicon = build_lexicon(words, FEW)
    usable = [word for word in words if len(word) > 1]
    assert sorted(spelled_from(lexicon, lexicon.root)) == sorted(gaddag_of(usable))
    assert list(lexicon) == usable


@given(words_of(MANY))
@settings(max_examples=30)
def test_an_alphabet_of_63_letters_takes_two_numbers_an_arc_and_spells_the_same(words: list[str]) -> None:
    assert len(MANY) == WIDE_LETTERS
    lexicon = build_lexicon(words, MANY)
    assert lexicon.wide
    assert sorted(spelled_from(lexicon, lexicon.root)) == sorted(gaddag_of([w for w in words if len(w) > 1]))


@given(words_of(FEW))
def test_no_two_nodes_spell_the_same(words: list[str]) -> None:
    lexicon = build_lexicon(words, FEW)
    seen: dict[tuple[str, ...], int] = {}
    waiting = [lexicon.root]
    while waiting:
        node = waiting.pop()
        right_language = tuple(sorted(spelled_from(lexicon, node)))
        if right_language:
            assert seen.setdefault(right_language, node.first) == node.first
        waiting += [lexicon.node(node.child(index)) for index in node.letters()]


@given(words_of(FEW), st.text(st.sampled_from(FEW), max_size=6))
def test_membership_and_prefixes_agree_with_the_list(words: list[str], text: str) -> None:
    lexicon = build_lexicon(words, FEW)
    usable = [word for word in words if len(word) > 1]
    assert (text in lexicon) == (text in usable)
    assert lexicon.has_prefix(text) == any(word.startswith(text) for word in usable)
    if text:
        assert list(lexicon.starting_with(text)) == [word for word in usable if word.startswith(text)]


def test_words_that_can_never_be_laid_are_left_out() -> None:
    lexicon = build_lexicon(["A", "AB", "ABBA", "CÔTE"], "AB", longest=3)
    assert list(lexicon) == ["AB"]
    assert (lexicon.longest, len(lexicon)) == (2, 1)
    assert "CÔTE" not in lexicon


def test_an_empty_list_has_a_root_and_no_words() -> None:
    lexicon = build_lexicon([], "AB")
    assert list(lexicon) == []
    assert lexicon.root.letters() == []
    assert not lexicon.has_prefix("")


@given(words_of(FEW))
def test_every_word_is_found_by_its_letters_in_any_order(words: list[str]) -> None:
    lexicon = build_lexicon(words, FEW)
    keys = letter_keys()
    found: Counter[str] = Counter()
    slots = lexicon.slots
    for word in lexicon:
        code = int(sum(int(keys[lexicon.index[char]]) for char in word) % 2**64)
        place = code % slots.size
        group = []
        while slots[place]:
            slot = int(slots[place])
            if slot >> 32 == code >> 32:
                first = slot >> 6 & (1 << 26) - 1
                group += range(first, first + (slot & 63))
            place = (place + 1) % slots.size
        texts = []
        for index in group:
            low, high = lexicon.word_starts[index], lexicon.word_starts[index + 1]
            texts.append("".join(lexicon.letters[letter] for letter in lexicon.word_letters[low:high]))
        assert texts == [other for other in lexicon if sorted(other) == sorted(word)]
        found[word] += 1
    assert set(found.values()) <= {1}


def test_more_than_63_anagrams_of_one_word_are_all_kept() -> None:
    words = sorted({"A" * i + "B" + "A" * (99 - i) for i in range(100)})
    lexicon = build_lexicon(words, "AB")
    counts = [int(slot) & 63 for slot in lexicon.slots if slot]
    assert sorted(counts) == [37, 63]


# --- the file


def test_the_second_time_it_is_mapped_and_reads_the_same(tmp_path: Path) -> None:
    said: list[str] = []
    first = load_lexicon(Dictionary(WORDS), string.ascii_uppercase, folder=tmp_path, say=said.append)
    second = load_lexicon(Dictionary(WORDS), string.ascii_uppercase, folder=tmp_path, say=said.append)
    assert len(said) == 1
    assert "7 words" in said[0]
    assert list(first) == list(second) == WORDS
    for array in (second.arcs, second.slots, second.word_starts, second.word_letters):
        assert not array.flags.writeable


def test_a_process_goes_over_a_file_once_and_over_one_that_took_its_place_again(tmp_path: Path) -> None:
    first, second = (load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet) for _ in range(2))
    (path,) = tmp_path.glob("*.lexicon")
    whole = path.read_bytes()
    path.rename(tmp_path / "before")
    path.write_bytes(whole)
    third = load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet)
    assert second is first
    assert third is not first and list(third) == WORDS


def test_other_words_letters_or_lengths_are_other_files(tmp_path: Path) -> None:
    load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet)
    load_lexicon(Dictionary(WORDS), "ABCDS", folder=tmp_path, say=quiet)
    load_lexicon(Dictionary(WORDS), "ABCDS", 3, folder=tmp_path, say=quiet)
    load_lexicon(Dictionary(WORDS[1:]), "ABCDS", folder=tmp_path, say=quiet)
    assert len(list(tmp_path.glob("*.lexicon"))) == 4


@pytest.mark.parametrize("harm", ["empty", "cut off", "one bit", "another format"])
def test_a_damaged_file_is_built_again(tmp_path: Path, harm: str) -> None:
    load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet)
    (path,) = tmp_path.glob("*.lexicon")
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    path.unlink()
    path.write_bytes(
        {
            "empty": b"",
            "cut off": whole[:-1],
            "one bit": bytes(damaged),
            "another format": b"LEXICON0" + whole[8:],
        }[harm]
    )
    assert list(load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet)) == WORDS
    assert path.read_bytes() == whole


def test_what_a_killed_process_left_behind_is_not_in_the_way(tmp_path: Path) -> None:
    load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet)
    (path,) = tmp_path.glob("*.lexicon")
    path.rename(tmp_path / f"{path.stem}abc.part")  # killed before the file was moved to its place
    assert list(load_lexicon(Dictionary(WORDS), "ABCDSU", folder=tmp_path, say=quiet)) == WORDS


def test_a_folder_that_cannot_be_written_still_gives_a_lexicon(tmp_path: Path) -> None:
    nowhere = tmp_path / "missing"
    assert list(load_lexicon(Dictionary(WORDS), "ABCDSU", folder=nowhere, say=quiet)) == WORDS


def _count_words(folder: Path) -> int:
    return len(list(load_lexicon(Dictionary(WORDS), "ABCDSU", folder=folder, say=quiet)))


def test_many_processes_that_build_at_once_all_get_it(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert pool.map(_count_words, [tmp_path] * 8) == [len(WORDS)] * 8
    assert len(list(tmp_path.glob("*.lexicon"))) == 1
    assert not list(tmp_path.glob("*.part"))


def test_too_many_letters_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="64 letters; a word graph takes up to 63"):
        load_lexicon(Dictionary(WORDS), MANY + "Ø", folder=tmp_path)


def test_the_english_list_keeps_all_its_words_of_fifteen_letters_at_most() -> None:
    dictionary = Dictionary.from_file(english_dictionary())
    lexicon = load_lexicon(dictionary, string.ascii_uppercase, 15)
    assert len(lexicon) == sum(2 <= len(word) <= 15 for word in dictionary)
    assert lexicon.arcs.dtype == np.uint64
    assert "QUIXOTRY" in lexicon
    assert "QUIXOTR" not in lexicon
