"""The instructions of the flat code that `flatcode.py` writes and `kernel.py` runs.

An instruction has four fields: operation, target, first, second. Registers and jump targets are indices; a jump
goes to `target`, all other operations write the register `target`. Truth values have no registers: a condition
is a jump.

For the kernel the four fields are packed into one number: one load an instruction, and numba can see that no
index is negative.
"""

FIELD_BITS = 19
FIELD = (1 << FIELD_BITS) - 1
"""The greatest target, first and second."""
OPERATION = 63
"""The operation stands in the lowest bits, which this masks."""
TARGET_SHIFT = 6
FIRST_SHIFT = TARGET_SHIFT + FIELD_BITS
SECOND_SHIFT = FIRST_SHIFT + FIELD_BITS

(
    HALT,  # the run is over
    MOVE,  # target := first
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    NEGATE,
    POINTS,  # target := points of the letter at index first
    CHARACTER,  # target := code of the letter at index first
    TO_CHARACTER,  # target := first, which must be a character's code
    UPPER,
    LOWER,
    ROUND,  # one more round of a loop
    JUMP,
    JUMP_EQUAL,  # if first = second
    JUMP_UNEQUAL,
    JUMP_LESS,
    JUMP_NOT_LESS,
    JUMP_CLASS,  # if the character first is of the class second (a bit of CLASSES)
    JUMP_NOT_CLASS,
) = range(21)

JUMPS = frozenset({JUMP, JUMP_EQUAL, JUMP_UNEQUAL, JUMP_LESS, JUMP_NOT_LESS, JUMP_CLASS, JUMP_NOT_CLASS})
"""Operations whose target is an instruction."""

CLASS_JUMPS = frozenset({JUMP_CLASS, JUMP_NOT_CLASS})
"""Operations whose second field is no register."""

CLASSES = {"isLetter": 1, "isDigit": 2, "isVowel": 4, "isConsonant": 8}
"""The bit of each question about a character."""

NEEDING_TABLES = frozenset({UPPER, LOWER, JUMP_CLASS, JUMP_NOT_CLASS})
"""Operations that look characters up (see `kernel.character_tables`)."""
