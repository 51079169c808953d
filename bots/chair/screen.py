"""What a person sees: the board, the hand with its values, how everybody stands. Pure text; nothing is printed."""

from collections.abc import Sequence

from bots.chair.typed import piece_label
from scrabble_util.board import Window
from scrabble_util.drawing import Style, draw_board, shown_window
from scrabble_util.state import State
from scrabble_util.types import Coord, Hand, Pieces

_LINES_BELOW = 11
"""How many lines of the terminal the board leaves to hand, scores and talk."""
_MARGIN = 6
"""Columns that the row numbers take."""


def screen(
    state: State,
    names: Sequence[str],
    *,
    style: Style,
    bonus: bool = True,
    size: tuple[int, int] | None = None,
    fresh: Sequence[Coord] = (),
) -> str:
    """Return all that is drawn when the person is to move; `size` is (columns, lines) of the terminal."""
    window = shown_window(state.board, state.laid)
    if size is not None and state.board.is_infinite:
        window = fitting(
            window, state.last_play.moves[0].coord if state.last_play else state.board.center, size
        )
    parts = [
        draw_board(state.board, state.laid, fresh=fresh, window=window, style=style, bonus=bonus),
        "",
        score_line(state, names),
        "",
        *hand_lines(state.hand, state.pieces),
    ]
    return "\n".join(parts)


def fitting(window: Window, focus: Coord, size: tuple[int, int]) -> Window:
    """Return the part of a window around `focus` that a terminal has room for."""
    columns, lines = max(9, (size[0] - _MARGIN) // 2), max(9, size[1] - _LINES_BELOW)
    x0, x1 = _cut(window[0], window[2], focus.x, columns)
    y0, y1 = _cut(window[1], window[3], focus.y, lines)
    return x0, y0, x1, y1


def _cut(low: int, high: int, focus: int, room: int) -> tuple[int, int]:
    if high - low < room:
        return low, high
    start = min(max(low, focus - room // 2), high - room + 1)
    return start, start + room - 1


def hand_lines(hand: Hand, pieces: Pieces) -> list[str]:
    """Return the hand: letters, and below each what it is worth."""
    labels = [piece_label(piece, pieces) for piece in hand]
    widths = [max(map(len, label)) for label in labels]
    rows = [
        " ".join(part.rjust(width) for part, width in zip(row, widths, strict=True))
        for row in zip(*labels, strict=True)
    ]
    return [f"  your hand  {rows[0]}", f"             {rows[1]}"] if labels else ["  your hand is empty"]


def score_line(state: State, names: Sequence[str]) -> str:
    """Return everybody's points in one line, and what the bag holds."""
    parts = []
    for player, points in state.scores.items():
        me = "you" if player == state.player_number else name_of(player, names)
        left = "" if player in state.players else " (left)"
        parts.append(f"{me} {points}{left}")
    return f"  turn {state.turn}   {'   '.join(parts)}   bag {state.bag}"


def name_of(player: int, names: Sequence[str]) -> str:
    """Return what a player is called."""
    return names[player - 1] if 0 < player <= len(names) else f"player {player}"


def tiles_text(unseen: Hand, pieces: Pieces) -> str:
    """Return what is unseen: each piece with how many of it there are."""
    if not unseen:
        return "Everything has been seen."
    parts = [f"{piece_label(piece, pieces)[0]} {count}" for piece, count in unseen.items()]
    rows = [
        "  ".join(f"{part:<5}" for part in parts[start : start + 9]).rstrip()
        for start in range(0, len(parts), 9)
    ]
    return "\n".join([f"Unseen: {len(unseen)} pieces", *rows])
