"""What the language means, example by example, in all three evaluators."""

import pytest

from scrabble_util.dsl.faults import INT_MAX, INT_MIN, STEP_BUDGET
from scrabble_util.dsl.program import Kind, load_program
from tests.support.evaluators import Outcome, outcomes

WORD = [("Q", 10), ("i", 1), ("Ø", 4)]


def square(source: str, pos: int = 1, acc: int = 5, budget: int = STEP_BUDGET) -> Outcome:
    """Run a square program over QiØ."""
    walked, *others = outcomes(load_program(source, Kind.SQUARE, "p"), (pos, acc), WORD, budget)
    assert others == [walked, walked]
    return walked


def number(expression: str) -> Outcome:
    return square(f"_result_ := {expression}")


def truth(expression: str) -> bool:
    found = square(f"if ({expression}) then {{ _result_ := 1 }} else {{ _result_ := 2 }}")
    assert found in (1, 2)
    return found == 1


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("100 / 5 / 2 * 3", 30),
        ("100 % 7 * 2", 4),
        ("2 * 3 % 4", 2),
        ("- 2 * 3", -6),
        ("2 * -3", -6),
        ("2 - -3", 5),
        ("2--3", 5),
        ("- - 3", 3),
        ("-(-(3))", 3),
        ("-_acc_ + 1", -4),
        ("007", 7),
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-7 / -2", 3),
        ("7 % 3", 1),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("-7 % -3", -1),
        ("6 % -3", 0),
        ("_acc_ / (0 - 2)", -2),
        ("(0 - _acc_) % 3", -2),
        ("_pos_", 1),
        ("wordLength", 3),
        ("pointValue(0)", 10),
        ("pointValue(_pos_ + 1) * 2", 8),
        ("charToInt('a')", 97),
        ("charToInt(' ')", 32),
        ("charToInt(''')", 39),
        ("charToInt('\\')", 92),
        ("charToInt('\n')", 10),
        ("charToInt(charValue(2))", ord("Ø")),
        ("charToInt(toLower(charValue(0)))", ord("q")),
        ("charToInt(toUpper(charValue(1)))", ord("I")),
        ("charToInt(toUpper('ß'))", ord("ß")),
        ("charToInt(intToChar(65535))", 65535),
        ("charToInt(toLower(intToChar(304)))", 304),  # İ has no lower case of one character
    ],
)
def test_numbers_and_characters(expression: str, value: int) -> None:
    assert number(expression) == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("9223372036854775807", INT_MAX),
        ("-9223372036854775808", INT_MIN),
        ("9223372036854775807 + 1", INT_MIN),
        ("-9223372036854775808 - 1", INT_MAX),
        ("--9223372036854775807", INT_MAX),
        ("-(-9223372036854775808)", INT_MIN),
        ("-9223372036854775808 / -1", INT_MIN),
        ("-9223372036854775808 % -1", 0),
        ("-9223372036854775808 / (_acc_ - 6)", INT_MIN),
        ("-9223372036854775808 % (_acc_ - 6)", 0),
        ("3037000500 * 3037000500", -9223372036709301616),
        ("(9223372036854775807 + _pos_) / 2", INT_MIN // 2),
        ("4611686018427387904 * 4 + 3", 3),
    ],
)
def test_numbers_have_64_bits_and_wrap(expression: str, value: int) -> None:
    assert number(expression) == value


def test_a_comparison_sees_wrapped_numbers() -> None:
    assert truth("9223372036854775807 + _pos_ < 0")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 = 1 /\\ 2 <> 3 /\\ 1 < 2 /\\ 2 <= 2 /\\ 3 > 2 /\\ 3 >= 3", True),
        ("1 <> 1 \\/ 2 = 3 \\/ 2 < 2 \\/ 3 <= 2 \\/ 2 > 2 \\/ 2 >= 3", False),
        ("true \\/ true /\\ false", True),
        ("(true \\/ true) /\\ false", False),
        ("false /\\ true \\/ true", True),
        ("~true \\/ true", True),
        ("~(true \\/ true)", False),
        ("~~true", True),
        ("~ ~ ~ true", False),
        ("~false /\\ ~false", True),
        ("~(1 = 2)", True),
        ("1 + 1 = 2 /\\ 2 * 2 = 4", True),
        ("-1 < 0", True),
        ("0 >-1", True),
        ("((((1)))) = (((1)))", True),
        ("isLetter('a') /\\ isLetter('Æ') /\\ ~isLetter('1') /\\ ~isLetter(' ')", True),
        ("isDigit('7') /\\ ~isDigit('x')", True),
        ("isVowel('a') /\\ isVowel('U') /\\ isVowel('ø') /\\ ~isVowel('y') /\\ ~isVowel('3')", True),
        ("isConsonant('y') /\\ isConsonant('Z') /\\ ~isConsonant('e') /\\ ~isConsonant('-')", True),
        ("isVowel(charValue(1)) /\\ isConsonant(charValue(0))", True),
    ],
)
def test_truth_values(expression: str, value: bool) -> None:
    assert truth(expression) is value


@pytest.mark.parametrize(
    "expression",
    ["false /\\ 1 / 0 = 1", "~(true \\/ 1 / 0 = 1)", "1 = 2 /\\ true /\\ isVowel(charValue(99))"],
)
def test_the_second_side_is_not_looked_at_when_the_first_decides(expression: str) -> None:
    assert truth(expression) is False


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("declare a; a := 3; _result_ := a", 3),
        ("declare a; _result_ := a", 0),
        ("_result_ := 3; _result_ := _result_ * 2", 6),
        ("if (true) then { _result_ := 1 }", 1),
        ("if (false) then { _result_ := 1 }", 0),
        ("if (false) then { _result_ := 1 } else { _result_ := 2 }; _result_ := _result_ + 5", 7),
        ("while (_result_ < 10) do { _result_ := _result_ + 3 }", 12),
        ("while (false) do { _result_ := 1 }", 0),
        ("_pos_ := 7; _acc_ := _acc_ + 1; _result_ := _pos_ * _acc_", 42),
        # scopes
        ("declare a; a := 1; if (true) then { declare a; a := 2 }; _result_ := a", 1),
        ("declare a; a := 1; if (true) then { a := 2 }; _result_ := a", 2),
        ("declare a; a := 1; if (true) then { a := 2; declare a; a := 3 }; _result_ := a", 2),
        ("declare a; a := 1; if (true) then { declare a; _result_ := a }", 0),
        ("declare a; a := 1; if (false) then { declare a; a := 2 } else { a := 5 }; _result_ := a", 5),
        ("if (true) then { declare a; a := 2 }; declare a; _result_ := a", 0),
        ("if (true) then { declare a; a := 2 } else { declare a; a := 3 }; _result_ := 1", 1),
        ("while (_acc_ > 0) do { declare a; a := a + 1; _result_ := _result_ + a; _acc_ := _acc_ - 1 }", 5),
        ("declare a; while (a < 3) do { a := a + 1; declare a; a := 9; _result_ := _result_ + a }", 27),
        # names that begin with a keyword
        (
            "declare iffy; declare declared; declare trueish; iffy := 3; declared := iffy; _result_ := declared",
            3,
        ),
        ("declare wordLengths; wordLengths := wordLength; _result_ := wordLengths", 3),
        (
            "declare doo; declare thenx; declare elsewhere; declare falsehood; declare while_; _result_ := 1",
            1,
        ),
        ("declare pointValues; declare A1_b; declare _; declare é; é := 4; _result_ := é", 4),
        # layout
        ("if(_pos_=1)then{_result_:=1}else{_result_:=2}", 1),
        ("declare\na;a:=2;while(a>0)do{a:=a-1;_result_:=_result_+10;};", 20),
        ("\r\n declare\ta ;\r\n a\r\n:=\r\n2 ;\r\n_result_\t:=a\r\n;\r\n", 2),
        ("_result_ := 1;", 1),
        ("if (true) then { _result_ := 1; }", 1),
        ("if (true) then { _result_ := 1; } else { _result_ := 2; };", 1),
    ],
)
def test_statements_scopes_names_and_layout(source: str, value: int) -> None:
    assert square(source) == value


@pytest.mark.parametrize(
    ("source", "reason", "marked"),
    [
        ("_result_ := 1 / (_pos_ - 1)", "DIVISION_BY_ZERO", "/"),
        ("_result_ := 1 % (_pos_ - 1)", "DIVISION_BY_ZERO", "%"),
        ("_result_ := 8 * 2 / (1 - _pos_) / 2", "DIVISION_BY_ZERO", "/"),
        ("_result_ := _acc_ + pointValue(3)", "INDEX_OUTSIDE_WORD", "pointValue"),
        ("_result_ := pointValue(-1)", "INDEX_OUTSIDE_WORD", "pointValue"),
        ("_result_ := charToInt(charValue(_acc_))", "INDEX_OUTSIDE_WORD", "charValue"),
        ("if (isVowel(intToChar(65536))) then { _result_ := 1 }", "NOT_A_CHARACTER", "intToChar"),
        ("_result_ := charToInt(intToChar(-1))", "NOT_A_CHARACTER", "intToChar"),
        ("_result_ := 1; while (true) do { _result_ := 2 }", "OUT_OF_STEPS", "while"),
        ("_result_ := pointValue(9) + 1 / 0", "INDEX_OUTSIDE_WORD", "pointValue"),
        ("_result_ := 1 / 0 + pointValue(9)", "DIVISION_BY_ZERO", "/"),
        ("_result_ := pointValue(1 / 0)", "DIVISION_BY_ZERO", "/"),
    ],
)
def test_a_fault_has_a_reason_and_a_place(source: str, reason: str, marked: str) -> None:
    assert square(source) == (reason, source.index(marked))


@pytest.mark.parametrize(("rounds", "budget", "fine"), [(10, 10, True), (11, 10, False), (0, 0, True)])
def test_a_run_may_make_as_many_rounds_as_its_budget(rounds: int, budget: int, fine: bool) -> None:
    source = f"while (_result_ < {rounds}) do {{ _result_ := _result_ + 1 }}"
    assert square(source, budget=budget) == (rounds if fine else ("OUT_OF_STEPS", 0))


def test_the_rounds_of_all_loops_count_together() -> None:
    inner = "while (_pos_ < 3) do { _pos_ := _pos_ + 1 }; _pos_ := 0"
    source = f"while (_result_ < 2) do {{ _result_ := _result_ + 1; {inner} }}"
    assert square(source, pos=0, budget=8) == 2
    assert square(source, pos=0, budget=7) == ("OUT_OF_STEPS", source.index("while", 1))


def test_the_budget_is_one_hundred_thousand_rounds() -> None:
    assert square("while (_result_ < 100000) do { _result_ := _result_ + 1 }") == 100_000
    assert square("while (_result_ < 100001) do { _result_ := _result_ + 1 }") == ("OUT_OF_STEPS", 0)
