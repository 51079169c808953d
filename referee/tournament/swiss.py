"""Swiss rounds: those with like scores meet, nobody twice while that can be helped.

A round is planned from the results of the rounds before it and from nothing else, so that a tournament
that was interrupted goes on as if it had not been. Where the bots are odd, the last in the standings who
has not sat out yet sits out, for a won match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from referee.tournament.games import PairSpec, Played
from referee.tournament.setting import Setting, meeting, meetings

Pairing = tuple[int, ...]
_TRIES = 20_000
"""How many partial pairings are looked at before rematches are allowed: enough for a hundred bots."""


@dataclass
class Line:
    """One bot's line of the Swiss table."""

    bot: int
    points: float = 0.0
    """A match won counts 1, drawn ½; sitting out counts 1."""
    opponents: list[int] = field(default_factory=list)
    sat_out: bool = False


def rounds_of(setting: Setting) -> int:
    """Return how many rounds there are: as asked, or as many as a knockout would take."""
    return setting.rounds or (setting.bots - 1).bit_length()


def plan(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Return the pairs of every round that can be planned: one round more than is complete."""
    return _through_the_rounds(setting, played)[0]


def standings(setting: Setting, played: Played) -> tuple[tuple[int, float, float], ...]:
    """Return (bot, points, Buchholz) after the last complete round, best first.

    Buchholz is the sum of one's opponents' points: it separates those who are level.
    """
    table = _through_the_rounds(setting, played)[1]
    lines = [(line.bot, line.points, _buchholz(line, table)) for line in table]
    return tuple(sorted(lines, key=lambda line: (-line[1], -line[2], line[0])))


def _through_the_rounds(setting: Setting, played: Played) -> tuple[tuple[PairSpec, ...], list[Line]]:
    """Return all pairs that can be planned, and the table after the last complete round."""
    pairs: list[PairSpec] = []
    table = [Line(bot) for bot in range(setting.bots)]
    for number in range(1, rounds_of(setting) + 1):
        pairings, left_over = pair_up(table)
        this_round = meetings(setting, number, pairings)
        pairs += this_round
        if len(played.pairs(this_round)) < len(this_round):
            break
        _score_round(setting, played, number, pairings, left_over, table)
    return tuple(pairs), table


def pair_up(table: Sequence[Line]) -> tuple[list[Pairing], int | None]:
    """Return the pairings of the next round, and who sits out (None where the bots are even)."""
    order = sorted(table, key=lambda line: (-line.points, -_buchholz(line, table), line.bot))
    left_over: int | None = None
    if len(order) % 2:
        waiting = [line for line in order if not line.sat_out] or order
        left_over = waiting[-1].bot
        order = [line for line in order if line.bot != left_over]
    for rematches in (False, True):
        tries = [_TRIES]
        found = _pair_rest(order, rematches, tries)
        if found is not None:
            return found, left_over
    raise AssertionError("with rematches allowed there is always a pairing")


def _pair_rest(order: list[Line], rematches: bool, tries: list[int]) -> list[Pairing] | None:
    """Pair the best-placed bot with the first opponent that leaves the others a pairing."""
    if not order:
        return []
    if tries[0] <= 0:
        return None
    first, rest = order[0], order[1:]
    for opponent in _by_preference(first, rest):
        if not rematches and opponent.bot in first.opponents:
            continue
        tries[0] -= 1
        others = [line for line in rest if line is not opponent]
        found = _pair_rest(others, rematches, tries)
        if found is not None:
            return [(min(first.bot, opponent.bot), max(first.bot, opponent.bot)), *found]
    return None


def _by_preference(first: Line, rest: list[Line]) -> list[Line]:
    """Order the possible opponents: one's own score group folded (top half on bottom half), then the rest."""
    group = [line for line in rest if line.points == first.points]
    below = [line for line in rest if line.points != first.points]
    middle = len(group) // 2
    return group[middle:] + group[:middle][::-1] + below


def _buchholz(line: Line, table: Sequence[Line]) -> float:
    points = {other.bot: other.points for other in table}
    return sum(points[opponent] for opponent in line.opponents)


def _score_round(
    setting: Setting,
    played: Played,
    number: int,
    pairings: list[Pairing],
    left_over: int | None,
    table: list[Line],
) -> None:
    """Enter the results of a complete round into the table."""
    for one, other in pairings:
        pairs = played.pairs(islice(meeting(setting, number, (one, other)), setting.pairs_each))
        won = sum(pair.share(one) for pair in pairs) - len(pairs) / 2
        table[one].points += 1.0 if won > 0 else 0.5 if won == 0 else 0.0
        table[other].points += 1.0 if won < 0 else 0.5 if won == 0 else 0.0
        table[one].opponents.append(other)
        table[other].opponents.append(one)
    if left_over is not None:
        table[left_over].points += 1.0
        table[left_over].sat_out = True
