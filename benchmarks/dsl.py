"""The language: how fast each evaluator finds the squares of `infinite`, beside the tree walker in the same run.

python -m benchmarks.dsl [--json]
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from scrabble_util.board_file import load_board
from scrabble_util.dsl.flatcode import flatten
from scrabble_util.dsl.kernel import fill_window
from scrabble_util.dsl.walk import walk

SIDE = 512
"""The window is this many cells wide and high, around the centre."""
WALKED_ROWS = 16
"""The walker is too slow for the whole window: it is measured on this many rows of it, spread evenly."""


@dataclass(frozen=True)
class Speeds:
    """Nanoseconds a cell, and how often each fits into the walker's."""

    cells: int
    walked_cells: int
    walker_ns: float
    python_ns: float
    compiled_ns: float
    python_times_faster: float
    compiled_times_faster: float


def seconds(work: Callable[[], object]) -> float:
    """Return how long the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure() -> Speeds:
    """Fill a window of `infinite` in each way; all must find the same squares."""
    program = load_board("infinite").prog
    low, high = -SIDE // 2, SIDE // 2 - 1
    flat = flatten(program.tree, program.kind)
    fill_window(flat, 0, 0, 0, 0)  # compiling is not measured here
    compiled = min(seconds(lambda: fill_window(flat, low, low, high, high)) for _ in range(5))
    results, _ = fill_window(flat, low, low, high, high)

    rows = range(low, high + 1, SIDE // WALKED_ROWS)
    cells = [(x, y) for y in rows for x in range(low, high + 1)]
    expected = [int(results[y - low, x - low]) for x, y in cells]
    found: list[list[int]] = []
    walked = seconds(lambda: found.append([walk(program.tree, program.kind, cell) for cell in cells]))
    python = seconds(lambda: found.append([program.run(cell) for cell in cells]))
    if found != [expected, expected]:
        raise AssertionError("the evaluators do not agree")

    walker_ns, python_ns = walked / len(cells) * 1e9, python / len(cells) * 1e9
    compiled_ns = compiled / SIDE**2 * 1e9
    return Speeds(
        SIDE**2, len(cells), walker_ns, python_ns, compiled_ns, walker_ns / python_ns, walker_ns / compiled_ns
    )


def main() -> None:
    """Print the table, or with --json one document."""
    speeds = measure()
    if "--json" in sys.argv[1:]:
        print(json.dumps(asdict(speeds)))
        return
    print(f"A window of {SIDE} x {SIDE} cells of the board `infinite`, time a cell:")
    print(f"  tree walker         {speeds.walker_ns:10.0f} ns   (on {WALKED_ROWS} rows of the window)")
    print(
        f"  Python code         {speeds.python_ns:10.0f} ns   {speeds.python_times_faster:6.0f} times as fast"
    )
    print(
        f"  compiled, at once   {speeds.compiled_ns:10.0f} ns   {speeds.compiled_times_faster:6.0f} times as fast"
    )


if __name__ == "__main__":
    main()
