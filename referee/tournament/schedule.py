"""Who plays whom: the pairs of a tournament, as a pure function of its setting and the results so far.

A form that needs no results (match, round robin, gauntlet, tables) is planned whole at once; Swiss and
knockout give one round more than is complete. Going on after an interruption is nothing but planning again.
"""

from collections.abc import Callable, Mapping
from itertools import combinations

from referee.tournament import knockout, swiss
from referee.tournament.games import GameSpec, PairSpec, Played
from referee.tournament.setting import Format, Setting, meetings


def match(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Plan one pairing."""
    return meetings(setting, 1, [(0, 1)])


def round_robin(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Plan every pairing there is."""
    return meetings(setting, 1, [*combinations(range(setting.bots), 2)])


def gauntlet(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Plan the first bot against each of the others."""
    return meetings(setting, 1, [(0, other) for other in range(1, setting.bots)])


def table(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Plan every choice of `seats` bots at one table."""
    return meetings(setting, 1, [*combinations(range(setting.bots), setting.table_size)])


Planner = Callable[[Setting, Played], tuple[PairSpec, ...]]
PLANNERS: Mapping[Format, Planner] = {
    Format.MATCH: match,
    Format.ROUND_ROBIN: round_robin,
    Format.GAUNTLET: gauntlet,
    Format.SWISS: swiss.plan,
    Format.KNOCKOUT: knockout.plan,
    Format.TABLE: table,
}


def plan(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Return the pairs that are known to be played, in order: those played already are among them."""
    return PLANNERS[setting.format](setting, played)


def to_play(pairs: tuple[PairSpec, ...], played: Played) -> tuple[GameSpec, ...]:
    """Return the games of these pairs that have no result yet, in order."""
    return tuple(game for pair in pairs for game in pair.games() if game.key not in played.games)


def games_foreseen(setting: Setting) -> int:
    """Return how many games the whole tournament has (a knockout's prolonged ties come on top)."""
    match setting.format:
        case Format.SWISS:
            pairings = swiss.rounds_of(setting) * (setting.bots // 2)
        case Format.KNOCKOUT:
            pairings = setting.bots - 1
        case _:
            return len(plan(setting, Played())) * setting.table_size
    return pairings * setting.pairs_each * setting.table_size
