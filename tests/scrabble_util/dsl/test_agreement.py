"""The three evaluators agree: on every result, and on the reason and the place of every fault."""

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from scrabble_util.dsl.flatcode import flatten
from scrabble_util.dsl.kernel import FINE, fill_window, stop
from scrabble_util.dsl.program import Kind, load_program
from scrabble_util.dsl.walk import Word, walk
from tests.support.evaluators import outcome, outcomes
from tests.support.programs import BUDGET, DEEP, VALUES, WORDS, calculations, programs


@settings(max_examples=200)
@given(programs(Kind.SQUARE), st.tuples(st.one_of(st.integers(0, 2), VALUES), VALUES), WORDS)
def test_all_evaluators_agree_on_square_programs(source: str, inputs: tuple[int, int], word: Word) -> None:
    walked, *others = outcomes(load_program(source, Kind.SQUARE, "p"), inputs, word, BUDGET)
    event("a result" if isinstance(walked, int) else walked[0])
    assert others == [walked, walked]


@settings(max_examples=300)
@given(calculations(Kind.SQUARE), st.tuples(st.integers(0, 2), VALUES), WORDS)
def test_all_evaluators_agree_on_calculations(source: str, inputs: tuple[int, int], word: Word) -> None:
    walked, *others = outcomes(load_program(source, Kind.SQUARE, "p"), inputs, word, BUDGET)
    event("a result" if isinstance(walked, int) else walked[0])
    assert others == [walked, walked]


@settings(max_examples=100)
@given(programs(Kind.BOARD), VALUES, VALUES)
def test_a_window_filled_at_once_holds_what_walking_cell_by_cell_gives(source: str, x: int, y: int) -> None:
    x, y = min(x, 2**63 - 5), min(y, 2**63 - 5)
    program = load_program(source, Kind.BOARD, "prog")
    flat = flatten(program.tree, Kind.BOARD)
    results, statuses = fill_window(flat, x, y, x + 3, y + 2, BUDGET)
    for row in range(3):
        for column in range(4):
            walked = outcome(lambda at=(x + column, y + row): walk(program.tree, Kind.BOARD, at, (), BUDGET))
            status = statuses[row, column]
            fault = stop(flat, status) if status != FINE else None
            assert walked == ((fault.reason.name, fault.at) if fault else results[row, column])


@settings(max_examples=100)
@given(programs(Kind.PRINTER), VALUES)
def test_all_evaluators_agree_on_printer_programs(source: str, square: int) -> None:
    walked, *others = outcomes(load_program(source, Kind.PRINTER, "pp_square"), (square,), (), BUDGET)
    assert others == [walked, walked]


@pytest.mark.parametrize("name", DEEP)
def test_deep_and_long_programs_run_the_same_everywhere(name: str) -> None:
    walked, *others = outcomes(load_program(DEEP[name], Kind.SQUARE, "p"), (2, 7), [("A", 1)] * 3, BUDGET)
    assert others == [walked, walked]
