"""A program run by each of the three evaluators, which must agree."""

from collections.abc import Callable, Sequence

from scrabble_util.dsl.faults import STEP_BUDGET, Stop
from scrabble_util.dsl.flatcode import flatten
from scrabble_util.dsl.kernel import run_flat
from scrabble_util.dsl.program import Program
from scrabble_util.dsl.pycode import compile_program
from scrabble_util.dsl.walk import Word, walk

Outcome = int | tuple[str, int]
"""A result, or the reason of a fault and its offset in the source."""


def outcome(run: Callable[[], int]) -> Outcome:
    try:
        return run()
    except Stop as fault:
        return fault.reason.name, fault.at


def outcomes(
    program: Program, inputs: Sequence[int], word: Word = (), budget: int = STEP_BUDGET
) -> list[Outcome]:
    """Walked, as Python code, as flat code."""
    block, kind = program.tree, program.kind
    compiled = compile_program(block, kind)
    return [
        outcome(lambda: walk(block, kind, inputs, word, budget)),
        outcome(lambda: compiled(inputs, word, budget)),
        outcome(lambda: run_flat(flatten(block, kind), inputs, word, budget)),
    ]
