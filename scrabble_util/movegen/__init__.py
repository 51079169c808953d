"""Every move of a hand, or the best one, on any board.

    from scrabble_util.movegen import Position

`position.py` is where to begin. Below it, `search.py` looks for plays in a `window.py`; `layout.py` tells how a board
lies in flat arrays, `outcome.py` in which order plays come. `docs/performance.md` tells how fast, and why.
"""

from scrabble_util.movegen.move import Move
from scrabble_util.movegen.moves import Moves
from scrabble_util.movegen.position import Position

__all__ = ["Move", "Moves", "Position"]
