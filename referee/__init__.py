"""Runs games: the pure game, the server around it, records, tournaments, commands.

For programs: `referee.start_game(...)` plays a match and returns its result.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.api import start_game

__all__ = ["start_game"]


def __getattr__(name: str) -> Any:
    """Import what matches are made of when it is first asked for: a keeper, for one, never does."""
    if name == "start_game":
        from referee import api

        return api.start_game
    raise AttributeError(f"module 'referee' has no attribute {name!r}")
