"""The fit of a pool: against published figures, against the definition, and where it could blow up."""

import math
import random
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament import ratings
from referee.tournament.matrix import inverse, product, solve
from referee.tournament.ratings import ELO, Z95, Cluster, Ranking, fit, rate
from referee.tournament.setting import Format
from tests.support.tournaments import by_strength, play_out, setting

# Citations between journals (Stigler 1994), as in the R package BradleyTerry2: (winner, loser) -> times.
CITATIONS = {
    (0, 1): 730, (1, 0): 33, (0, 2): 498, (2, 0): 320, (0, 3): 221, (3, 0): 284,
    (1, 2): 68, (2, 1): 813, (1, 3): 17, (3, 1): 276, (2, 3): 142, (3, 2): 325,
}  # fmt: skip
# American League 1987 (Agresti, Categorical Data Analysis): row beats column so many times.
BASEBALL = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
NEARLY_NO_PRIOR = 1e-7


def wins(table: dict[tuple[int, int], int]) -> Counter[Cluster]:
    return Counter({(((one,), (other,)),): times for (one, other), times in table.items()})


def test_bradley_terry_gives_the_published_abilities_of_the_citations() -> None:
    fitted = fit(4, wins(CITATIONS), NEARLY_NO_PRIOR)
    abilities = [(elo - fitted.elo[0]) / ELO for elo in fitted.elo]
    assert abilities == pytest.approx([0, -2.94907, -0.47957, 0.26895], abs=1e-5)


def test_the_information_gives_the_published_standard_errors_of_the_citations() -> None:
    fitted = fit(4, wins(CITATIONS), NEARLY_NO_PRIOR)
    games = ratings.terms((cluster[0], times) for cluster, times in wins(CITATIONS).items())
    bend = ratings.information(4, games, [elo / ELO for elo in fitted.elo])
    against_the_first = inverse([row[1:] for row in bend[1:]])
    errors = [math.sqrt(against_the_first[i][i]) for i in range(3)]
    assert errors == pytest.approx([0.10255, 0.06059, 0.07083], abs=1e-5)


def test_bradley_terry_gives_the_published_abilities_of_the_baseball_season() -> None:
    table = {(one, other): BASEBALL[one][other] for one in range(7) for other in range(7) if one != other}
    fitted = fit(7, wins(table), NEARLY_NO_PRIOR)
    abilities = [(elo - fitted.elo[6]) / ELO for elo in fitted.elo]
    assert abilities == pytest.approx([1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0], abs=1e-4)


def chance_of_order(order: tuple[int, ...], theta: list[float]) -> float:
    """Plackett-Luce from its definition: one after the other is drawn by strength."""
    chance = 1.0
    for place in range(len(order)):
        chance *= math.exp(theta[order[place]]) / sum(math.exp(theta[player]) for player in order[place:])
    return chance


def mean_log_chance(ranking: Ranking, theta: list[float]) -> float:
    """A ranking with ties from its definition: the mean over every order that agrees with it."""
    place = {player: number for number, group in enumerate(ranking) for player in group}
    orders = [order for order in permutations(place) if all(place[a] <= place[b] for a, b in pairwise(order))]
    return sum(math.log(chance_of_order(order, theta)) for order in orders) / len(orders)


RANKINGS = st.permutations(range(4)).flatmap(
    lambda order: st.lists(st.booleans(), min_size=3, max_size=3).map(lambda cuts: cut_up(order, cuts))
)


def cut_up(order: list[int], cuts: list[bool]) -> Ranking:
    groups = [[order[0]]]
    for player, cut in zip(order[1:], cuts, strict=True):
        if cut:
            groups.append([player])
        else:
            groups[-1].append(player)
    return tuple(tuple(sorted(group)) for group in groups)


THETA = st.lists(st.floats(-3, 3), min_size=4, max_size=4)


@given(RANKINGS, THETA)
def test_plackett_luce_with_ties_is_what_its_definition_says(ranking: Ranking, theta: list[float]) -> None:
    games = ratings.terms([(ranking, 1.0)])
    assert ratings.log_likelihood(games, theta) == pytest.approx(mean_log_chance(ranking, theta))


@given(st.lists(RANKINGS, min_size=1, max_size=5), THETA)
def test_slope_and_bend_are_the_derivatives_of_the_likelihood(
    rankings: list[Ranking], theta: list[float]
) -> None:
    games = ratings.terms((ranking, 1.0) for ranking in rankings)
    slope = ratings.gradient(4, games, theta)
    bend = ratings.information(4, games, theta)
    step = 1e-5
    for bot in range(4):
        up, down = list(theta), list(theta)
        up[bot] += step
        down[bot] -= step
        rise = ratings.log_likelihood(games, up) - ratings.log_likelihood(games, down)
        assert slope[bot] == pytest.approx(rise / (2 * step), abs=1e-4)
        falls = [
            (low - high) / (2 * step)
            for high, low in zip(
                ratings.gradient(4, games, up), ratings.gradient(4, games, down), strict=True
            )
        ]
        assert bend[bot] == pytest.approx(falls, abs=1e-4)


@settings(max_examples=50)
@given(st.lists(st.tuples(RANKINGS, RANKINGS), max_size=12))
def test_no_result_blows_the_fit_up(clusters: list[Cluster]) -> None:
    fitted = fit(4, Counter(clusters))
    assert all(math.isfinite(elo) and math.isfinite(fitted.error(bot)) for bot, elo in enumerate(fitted.elo))
    assert sum(fitted.elo) == pytest.approx(0, abs=1e-6)


def test_who_won_everything_gets_a_finite_rating_with_a_wide_error_bar() -> None:
    whitewash: Cluster = (((0,), (1,)), ((0,), (1,)))
    difference, error = fit(2, Counter({whitewash: 100})).difference(0, 1)
    assert 700 < difference < 1500
    assert error > 200


def test_without_games_everyone_is_level_and_nothing_is_known() -> None:
    fitted = fit(3, Counter())
    assert fitted.elo == (0, 0, 0)
    assert fitted.error(0) > 300


def test_a_few_split_pairs_do_not_look_like_certainty_and_many_do() -> None:
    split: Cluster = (((0,), (1,)), ((1,), (0,)))
    assert fit(2, Counter({split: 2})).difference(0, 1)[1] > 150
    assert fit(2, Counter({split: 500})).difference(0, 1)[1] < 5


def test_a_difference_has_the_error_bar_of_a_difference() -> None:
    fitted = fit(3, Counter({(((0,), (1,)), ((1,), (0,))): 5, (((1,), (2,)), ((1,), (2,))): 4}))
    difference, error = fitted.difference(0, 2)
    assert difference == pytest.approx(fitted.elo[0] - fitted.elo[2])
    variance = fitted.covariance[0][0] + fitted.covariance[2][2] - 2 * fitted.covariance[0][2]
    assert error == pytest.approx(Z95 * math.sqrt(variance))


@pytest.mark.parametrize("seats", [2, 3])
def test_the_intervals_hold_the_true_strengths_as_often_as_they_claim(seats: int) -> None:
    true = [60.0, 10.0, -70.0]
    held = total = 0
    for seed in range(60):
        form = Format.TABLE if seats == 3 else Format.ROUND_ROBIN
        how = setting(form, 3, 60 if seats == 2 else 90, seed=seed)
        pairs, done = play_out(how, by_strength(true))
        fitted = rate(3, done.pairs(pairs))
        held += sum(abs(fitted.elo[bot] - true[bot]) <= fitted.error(bot) for bot in range(3))
        total += 3
    assert 0.90 <= held / total <= 0.99


@given(st.integers(1, 8), st.integers(0, 2**32))
def test_solve_and_inverse_undo_the_matrix(n: int, seed: int) -> None:
    dice = random.Random(seed)
    matrix = [[dice.uniform(-1, 1) + 3 * n * (i == j) for j in range(n)] for i in range(n)]
    right = [dice.uniform(-1, 1) for _ in range(n)]
    unit = product(matrix, inverse(matrix))
    assert all(unit[i][j] == pytest.approx(float(i == j), abs=1e-9) for i in range(n) for j in range(n))
    found = solve(matrix, right)
    again = [sum(a * b for a, b in zip(row, found, strict=True)) for row in matrix]
    assert again == pytest.approx(right)


def test_a_singular_matrix_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        inverse([[1.0, 2.0], [2.0, 4.0]])
