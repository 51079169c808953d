"""The Python that a program becomes: local variables, and no call for what Python can do itself."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.faults import INT_MAX, INT_MIN, divide, remainder, wrap
from scrabble_util.dsl.kind import Kind
from scrabble_util.dsl.program import load_program
from scrabble_util.dsl.pycode import Code, calculate, compile_program, python_source
from scrabble_util.dsl.tree import Operator
from scrabble_util.dsl.walk import calculate as walked


def written(expression: str) -> str:
    program = load_program(f"_result_ := {expression}", Kind.SQUARE, "p")
    return python_source(program.tree, program.kind).splitlines()[-2].strip()


@pytest.mark.parametrize(
    ("expression", "python"),
    [
        ("7 * 3 + 1", "v2 = ((7 * 3) + 1)"),
        ("wordLength % 15", "v2 = (length % 15)"),
        ("(_pos_ % 15 + 15) % 15", "v2 = (((t % 15 if (t := v0) >= 0 else -(-t % 15)) + 15) % 15)"),
        ("_acc_ / _pos_", "v2 = divide(v1, v0, 18)"),
    ],
)
def test_what_cannot_leave_64_bits_is_not_brought_back(expression: str, python: str) -> None:
    assert written(expression) == python


def test_what_can_leave_64_bits_is_brought_back_once() -> None:
    assert written("_acc_ + _acc_ * 2 - 1").count("wrap") == 1


BOUNDS = st.one_of(st.integers(-20, 20), st.integers(INT_MIN, INT_MAX))


@settings(max_examples=300)
@given(
    st.sampled_from("+-*/%"),
    st.tuples(BOUNDS, BOUNDS, BOUNDS),
    st.tuples(BOUNDS, BOUNDS, BOUNDS),
    st.booleans(),
)
def test_the_exact_value_lies_in_the_interval_that_goes_along(
    symbol: str, left: tuple[int, int, int], right: tuple[int, int, int], is_literal: bool
) -> None:
    (low, a, high), (below, b, above) = sorted(left), sorted(right)
    assume(b != 0 or symbol not in "/%")
    operand = Code(f"({b})", b, b) if is_literal else Code("b", below, above)
    code = calculate(Operator(0, symbol), Code("a", low, high), operand)
    names = {"a": a, "b": b, "divide": divide, "remainder": remainder, "wrap": wrap}
    value = eval(f"[{code.text} for _ in [0]][0]", names)
    assert code.low <= value <= code.high
    assert wrap(value) == walked(Operator(0, symbol), a, b)


def test_a_long_else_chain_does_not_nest() -> None:
    source = "if (_pos_ = 9) then { _result_ := 9 } else {" * 300 + "_result_ := 1" + "}" * 300
    program = load_program(source, Kind.SQUARE, "p")
    assert python_source(program.tree, program.kind).count("elif") == 299


def test_what_python_cannot_nest_is_walked() -> None:
    source = "while (_pos_ < 1) do {" * 30 + "_pos_ := 1; _result_ := _acc_" + "}" * 30
    program = load_program(source, Kind.SQUARE, "p")
    assert compile_program(program.tree, program.kind)((0, 7), (), 100) == 7
