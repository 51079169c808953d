"""A board's answers in words: which square lies where and why, what its programs are, how a word scores.

Facts come as plain data for `--json`; the lines for people are made from the same facts.
"""

import textwrap
from collections.abc import Sequence
from typing import Any

from scrabble_util.board import Board
from scrabble_util.dsl import tree
from scrabble_util.dsl.affine import affine
from scrabble_util.dsl.faults import INT_MAX, INT_MIN
from scrabble_util.dsl.program import Program, ProgramFault
from scrabble_util.dsl.walk import walk
from scrabble_util.scoring import FormedWord, Step, explain_word
from scrabble_util.types import Coord, Direction, Letter


def square_facts(board: Board) -> dict[str, Any]:
    """Return each square with its character and programs."""
    return {
        "used_square": board.used_square.id,
        "squares": {
            str(square.id): {
                "drawn": board.printed(square.id),
                "programs": {str(priority): program.source for priority, program in square.programs},
            }
            for square in board.squares.values()
        },
    }


def square_lines(board: Board) -> list[str]:
    """Print the squares with their programs."""
    lines: list[str] = []
    for square in board.squares.values():
        used = ", also under every letter that lies there already" if square is board.used_square else ""
        lines.append(f"square {square.id}, drawn {_named(board.printed(square.id))}{used}")
        for priority, program in square.programs:
            lines += _program_lines(f"  priority {priority}:", program)
        lines.append("")
    return lines[:-1]


def _named(char: str) -> str:
    return "blank" if char == " " else char


def _program_lines(head: str, program: Program) -> list[str]:
    source = textwrap.dedent(program.source).strip()
    if "\n" not in source:
        return [f"{head} {source}"]
    return [head, *textwrap.indent(source, "    ").splitlines()]


def cell_facts(board: Board, coord: Coord) -> dict[str, Any]:
    """Return which square lies at a coordinate, and what the board's program said there."""
    square = board.square(coord)
    facts: dict[str, Any] = {
        "x": coord.x,
        "y": coord.y,
        "square": None if square is None else square.id,
        "drawn": board.printed(None if square is None else square.id),
    }
    if not all(INT_MIN <= part <= INT_MAX for part in coord):
        facts["fault"] = f"the numbers of the language go from {INT_MIN} to {INT_MAX}"
        return facts
    try:
        facts["result"] = board.prog.run(coord)
        facts["because"] = _assignments(board.prog, coord)
    except ProgramFault as fault:
        facts["fault"] = str(fault)
    return facts


def _assignments(program: Program, inputs: Sequence[int]) -> list[dict[str, Any]]:
    """Return what a run assigned and where: each assignment of the source once, with its last value."""
    last: dict[int, dict[str, Any]] = {}

    def note(statement: tree.Assign, value: int) -> None:
        line, column = program.origin.position(statement.at)
        last.pop(statement.at, None)
        last[statement.at] = {"line": line, "column": column, "name": statement.name, "value": value}

    walk(program.tree, program.kind, inputs, watch=note)
    return list(last.values())


def cell_lines(board: Board, coord: Coord) -> list[str]:
    """Say which square lies at a coordinate, and why."""
    facts = cell_facts(board, coord)
    where = f"({coord.x}, {coord.y})"
    if "fault" in facts:
        return [f"{where}: no square, since the board's program fails here:", f"  {facts['fault']}"]
    square = board.square(coord)
    if square is None:
        lines = [f"{where}: no square; the program says {facts['result']}, which is no square's id"]
    else:
        lines = [f"{where}: square {square.id}, drawn {_named(facts['drawn'])}"]
    lines += [f"  line {step['line']}: {step['name']} := {step['value']}" for step in facts["because"]]
    if square is not None:
        for priority, program in square.programs:
            lines += _program_lines(f"  priority {priority}:", program)
    return lines


def score_facts(
    board: Board, letters: Sequence[Letter], start: Coord, direction: Direction
) -> dict[str, Any]:
    """Return what a word of new letters scores there, step by step; raise ValueError where it cannot lie."""
    word = FormedWord(start, direction, tuple(letters), (True,) * len(letters))
    if len(letters) < 2:
        raise ValueError("a word has two letters at least")
    for letter, coord in zip(letters, word.coords, strict=True):
        if board.square(coord) is None:
            raise ValueError(f"{letter.char} would lie at ({coord.x}, {coord.y}), where there is no square")
    steps = explain_word(board, word)
    return {
        "points": steps[-1].after,
        "steps": [step_facts(step) for step in steps],
        "word": word.text,
        "start": [start.x, start.y],
    }


def step_facts(step: Step) -> dict[str, Any]:
    """Return one program's part in a score."""
    facts = {
        "priority": step.priority,
        "index": step.index,
        "char": step.letter.char,
        "points": step.letter.points,
        "x": step.coord.x,
        "y": step.coord.y,
        "square": step.square,
        "before": step.before,
        "after": step.after,
        "text": step_sum(step),
    }
    if step.fault is not None:
        facts["fault"] = str(step.fault)
    return facts


def score_lines(facts: dict[str, Any], way: str) -> list[str]:
    """Say how a word scores, program by program."""
    x, y = facts["start"]
    lines = [f"{facts['word']} {way} from ({x}, {y})"]
    lines += [
        f"  priority {step['priority']}, {step['char']} on square {step['square']}: {step['text']}"
        for step in facts["steps"]
    ]
    return [*lines, f"{facts['points']} point{'' if facts['points'] == 1 else 's'}"]


def step_sum(step: Step) -> str:
    """Write a step as a sum where its program is one: `0 + 10·3 = 30`; else as `31 → 62`."""
    if step.fault is not None:
        return f"stays {step.after}, since the program fails: {step.fault}"
    form = affine(step.program.tree)
    if form is None:
        return f"{step.before} → {step.after}"
    terms = [_times(step.before, form.acc)] if form.acc else []
    if form.points:
        terms.append(_times(step.letter.points, form.points))
    if form.constant or not terms:
        terms.append(_number(form.constant))
    return f"{' + '.join(terms)} = {step.after}"


def _times(value: int, factor: int) -> str:
    return _number(value) if factor == 1 else f"{_number(value)}·{_number(factor)}"


def _number(value: int) -> str:
    return f"({value})" if value < 0 else str(value)
