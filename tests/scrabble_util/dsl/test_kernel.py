"""Programs put together in one code book run as they do alone; the characters are those of functions.py."""

import numpy as np
import pytest

from scrabble_util.dsl import functions
from scrabble_util.dsl.flatcode import code_book, flatten
from scrabble_util.dsl.kernel import FINE, LOWER_TABLE, TABLE, UPPER_TABLE, character_tables, run, tables_for
from scrabble_util.dsl.opcodes import CLASSES
from scrabble_util.dsl.program import Kind, Program, load_program

SOURCES = [
    "_result_ := pointValue(_pos_) * 3 + _acc_",
    "if (isVowel(charValue(_pos_))) then { _result_ := 7 } else { _result_ := 8 }",
    "declare i; while (i < wordLength) do { _result_ := _result_ * 100 + pointValue(i); i := i + 1 }",
    "_result_ := charToInt(toUpper(charValue(_pos_))) + charToInt(toLower(charValue(0)))",
]
WORD = [("Q", 10), ("i", 1), ("n", 2)]


def loaded(sources: list[str]) -> list[Program]:
    return [load_program(source, Kind.SQUARE, "p") for source in sources]


def test_programs_in_one_book_do_not_touch_each_other() -> None:
    programs = loaded(SOURCES)
    book = code_book([flatten(program.tree, program.kind) for program in programs])
    registers = book.image.copy()
    chars = np.array([ord(char) for char, _ in WORD], np.int64)
    points = np.array([value for _, value in WORD], np.int64)
    for number in [3, 0, 2, 1, 2, 0, 3]:
        start, base = book.entries[number]
        registers[base : base + 4] = [1, 5, 0, len(WORD)]
        status = run(book.code, start, registers, chars, points, len(WORD), tables_for(book), 100)
        assert status == FINE
        assert registers[base + 2] == programs[number].run((1, 5), WORD)


def test_more_instructions_than_fit_are_refused() -> None:
    (program,) = loaded(["if (_pos_ = 1) then { _result_ := _acc_" + " + _pos_" * 9000 + "}"])
    with pytest.raises(ValueError, match="cannot be run together"):
        code_book([flatten(program.tree, program.kind)] * 60)


def test_only_programs_that_ask_about_characters_need_the_tables() -> None:
    first, second, *_ = [flatten(program.tree, program.kind) for program in loaded(SOURCES)]
    assert not code_book([first]).needs_tables
    assert code_book([first, second]).needs_tables
    assert not code_book([]).needs_tables


def test_the_tables_hold_what_the_functions_say_of_every_character() -> None:
    tables = character_tables()
    for code in range(TABLE):
        for name, test in functions.CHARACTER_TESTS.items():
            assert bool(tables[code] & CLASSES[name]) == test(code)
        assert tables[UPPER_TABLE + code] == functions.to_upper(code)
        assert tables[LOWER_TABLE + code] == functions.to_lower(code)
