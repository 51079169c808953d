"""The functions of the language: what they take and give, and what they do to characters.

A letter, a digit, upper and lower case are Python's, on one character; the vowels are the Danish ones, which
hold the English ones. A letter that is no vowel is a consonant. Characters are passed as codes; one past
CHAR_MAX, which only a strange piece can bring in, is no letter, no digit and of no case.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from scrabble_util.dsl.faults import CHAR_MAX

VOWELS = frozenset(map(ord, "aeiouæøåAEIOUÆØÅ"))


class Type(Enum):
    """What an expression is. The value is how a message says it."""

    NUMBER = "a number"
    """Arithmetic; all that a variable can hold."""
    CHARACTER = "a character"
    """'c', charValue(a) and the like."""
    TRUTH = "a truth value"
    """Conditions."""
    UNKNOWN = "unknown"
    """Something that is wrong already: no further message about it."""


@dataclass(frozen=True, slots=True)
class Function:
    """The signature of a function; `needs_word` where only a square program has what it reads."""

    takes: Type
    gives: Type
    needs_word: bool = False


FUNCTIONS: Mapping[str, Function] = {
    "pointValue": Function(Type.NUMBER, Type.NUMBER, needs_word=True),
    "charValue": Function(Type.NUMBER, Type.CHARACTER, needs_word=True),
    "charToInt": Function(Type.CHARACTER, Type.NUMBER),
    "intToChar": Function(Type.NUMBER, Type.CHARACTER),
    "toUpper": Function(Type.CHARACTER, Type.CHARACTER),
    "toLower": Function(Type.CHARACTER, Type.CHARACTER),
    "isLetter": Function(Type.CHARACTER, Type.TRUTH),
    "isDigit": Function(Type.CHARACTER, Type.TRUTH),
    "isVowel": Function(Type.CHARACTER, Type.TRUTH),
    "isConsonant": Function(Type.CHARACTER, Type.TRUTH),
}

WORD_LENGTH = "wordLength"


def is_letter(code: int) -> bool:
    """Whether this is a letter of any alphabet."""
    return code <= CHAR_MAX and chr(code).isalpha()


def is_digit(code: int) -> bool:
    """Whether this is a decimal digit."""
    return code <= CHAR_MAX and chr(code).isdecimal()


def is_vowel(code: int) -> bool:
    """Whether this is one of VOWELS."""
    return code in VOWELS


def is_consonant(code: int) -> bool:
    """Whether this is a letter and no vowel."""
    return code not in VOWELS and is_letter(code)


def _one_character(text: str, code: int) -> int:
    """Return the code of `text`, or `code` itself where the change of case gives no single character."""
    return ord(text) if len(text) == 1 and ord(text) <= CHAR_MAX else code


def to_upper(code: int) -> int:
    """Return the upper-case form; 'ß' and the like, which have none of one character, stay."""
    return _one_character(chr(code).upper(), code) if code <= CHAR_MAX else code


def to_lower(code: int) -> int:
    """Return the lower-case form, where there is one of one character."""
    return _one_character(chr(code).lower(), code) if code <= CHAR_MAX else code


CHARACTER_TESTS: Mapping[str, Callable[[int], bool]] = {
    "isLetter": is_letter,
    "isDigit": is_digit,
    "isVowel": is_vowel,
    "isConsonant": is_consonant,
}

CHARACTER_CHANGES: Mapping[str, Callable[[int], int]] = {"toUpper": to_upper, "toLower": to_lower}
