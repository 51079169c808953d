"""A knockout: a bracket seeded in the order the bots are given; who loses a tie is out.

A tie is the games of one pairing. One that stands level goes on, pair by pair, at most `EXTRA_PAIRS` more;
after that the points laid decide, and where they are level too, the better seed. Rounds are planned from
results alone, as in `swiss.py`.
"""

from dataclasses import dataclass
from itertools import islice

from referee.tournament.games import PairResult, PairSpec, Played
from referee.tournament.setting import Setting, meeting

EXTRA_PAIRS = 8
"""How many pairs a level tie is prolonged by before the points decide."""


@dataclass(frozen=True)
class Tie:
    """Two bots who meet in a round; without a `second` the first goes on without playing."""

    round: int
    first: int
    second: int | None
    pairs: tuple[PairSpec, ...]
    """What has to be played for the decision, as far as that is known now."""
    winner: int | None
    """None while it is not decided."""
    score: float = 0.0
    """Games won by the first (a draw counts ½), of twice the pairs."""


def plan(setting: Setting, played: Played) -> tuple[PairSpec, ...]:
    """Return the pairs of every round that can be planned."""
    by_round: dict[int, list[Tie]] = {}
    for tie in ties(setting, played):
        by_round.setdefault(tie.round, []).append(tie)
    pairs: list[PairSpec] = []
    for one_round in by_round.values():
        longest = max(len(tie.pairs) for tie in one_round)
        pairs += [
            tie.pairs[number] for number in range(longest) for tie in one_round if number < len(tie.pairs)
        ]
    return tuple(pairs)


def ties(setting: Setting, played: Played) -> tuple[Tie, ...]:
    """Return the bracket as far as it is known, round by round."""
    found: list[Tie] = []
    places = bracket(setting.bots)
    number = 0
    while len(places) > 1:
        number += 1
        this_round = [
            _tie(setting, played, number, places[i], places[i + 1]) for i in range(0, len(places), 2)
        ]
        found += this_round
        if any(tie.winner is None for tie in this_round):
            break
        places = [tie.winner for tie in this_round]
    return tuple(found)


def bracket(bots: int) -> list[int | None]:
    """Return the places of the first round, in order: 1 meets the last, and 1 and 2 meet in the final.

    None is an empty place: whoever is drawn against it goes on.
    """
    places = [0]
    while len(places) < bots:
        size = 2 * len(places)
        places = [seat for place in places for seat in (place, size - 1 - place)]
    return [place if place < bots else None for place in places]


def _tie(setting: Setting, played: Played, number: int, one: int | None, other: int | None) -> Tie:
    """Look at one tie: what is to be played for it, and who has won it."""
    first, second = sorted((one, other), key=lambda bot: setting.bots if bot is None else bot)
    assert first is not None
    if second is None:
        return Tie(number, first, None, (), first)
    specs = tuple(islice(meeting(setting, number, (first, second)), setting.pairs_each + EXTRA_PAIRS))
    needed = setting.pairs_each
    while True:
        results = played.pairs(specs[:needed])
        score = sum(2 * pair.share(first) for pair in results)
        if len(results) < needed:
            return Tie(number, first, second, specs[:needed], None, score)
        if score != needed or needed == len(specs):
            winner = _winner(first, second, score, results)
            return Tie(number, first, second, specs[:needed], winner, score)
        needed += 1


def _winner(first: int, second: int, score: float, results: tuple[PairResult, ...]) -> int:
    ahead = score - len(results) or sum(pair.margin(first) for pair in results)
    return second if ahead < 0 else first
