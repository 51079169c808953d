"""The sequential probability ratio test on pairs: play until it is clear, and no longer.

Two claims stand against each other: the first bot is better by `elo0` (H0), or by `elo1` (H1). After each
pair the log-likelihood ratio (LLR) of the two is computed under the most likely pentanomial that each allows
(the generalised SPRT of fishtest and fastchess; Van den Bergh, "Comments on normalized Elo", propositions
1.1 and 4.1); when it leaves the bounds that `alpha` and `beta` set, the test is decided.

Pairs are looked at in the order of the schedule, not in the order they finish: short games (a crash, say)
would otherwise come first and tilt the test, and a tournament that was resumed could end otherwise.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from referee.tournament.ratings import ELO
from referee.tournament.shares import OUTCOMES, share_of_elo

_EMPTY = 1e-3
"""An outcome that never came counts this much, as in fishtest, so that no logarithm is infinite."""
_PRECISION = 1e-9
_MOST_STEPS = 100


class Model(Enum):
    """The unit in which the two claims are made."""

    LOGISTIC = "logistic"
    """Elo as in the table of ratings: a share of the points."""
    NORMALIZED = "normalized"
    """Elo divided by the spread of a game: the same effort whatever the drawing rate."""

    @property
    def most(self) -> float:
        """How far from 0 a claim may be: beyond it a share is no longer told from 1, or the fit has no start."""
        return {Model.LOGISTIC: 2000.0, Model.NORMALIZED: 200.0}[self]


class Decision(Enum):
    """How the test stands."""

    CONTINUE = "continue"
    """Not decided yet."""
    ACCEPTED = "accepted"
    """H1: the first bot is better by `elo1` rather than by `elo0`."""
    REJECTED = "rejected"
    """H0: the first bot is better by `elo0`, if at all, rather than by `elo1`."""


@dataclass(frozen=True)
class Sprt:
    """The two claims, and how often each may be decided wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = Model.LOGISTIC

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"sprt {self.elo0:g} {self.elo1:g}: the first Elo must be below the second")
        most = self.model.most
        if self.elo0 < -most or self.elo1 > most:
            raise ValueError(
                f"sprt {self.elo0:g} {self.elo1:g}: in the {self.model.value} model an Elo lies between "
                f"{-most:g} and {most:g}"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name} is {rate:g}; an error rate lies between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 and H1 are accepted (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class State:
    """How a test stands after so many pairs."""

    test: Sprt
    pairs: int
    llr: float
    decision: Decision

    @property
    def decided(self) -> bool:
        """Whether the test is over."""
        return self.decision is not Decision.CONTINUE


class Follower:
    """Follows a test pair by pair; after the decision nothing more counts."""

    def __init__(self, test: Sprt) -> None:
        self.state = State(test, 0, 0.0, Decision.CONTINUE)
        self._counts = [0] * len(OUTCOMES)

    def add(self, share: float) -> None:
        """Take the share of the next pair, in the order of the schedule."""
        if self.state.decided:
            return
        self._counts[OUTCOMES.index(share)] += 1
        test = self.state.test
        ratio = llr(test, self._counts)
        self.state = State(test, self.state.pairs + 1, ratio, decide(test, ratio))


def run(test: Sprt, shares: Iterable[float]) -> State:
    """Follow the pairs' shares in order; the state is that at the decision, or after the last of them."""
    follower = Follower(test)
    for share in shares:
        follower.add(share)
        if follower.state.decided:
            break
    return follower.state


def decide(test: Sprt, ratio: float) -> Decision:
    """Compare a log-likelihood ratio with the bounds."""
    low, high = test.bounds
    if ratio >= high:
        return Decision.ACCEPTED
    return Decision.REJECTED if ratio <= low else Decision.CONTINUE


def llr(test: Sprt, counts: Sequence[float]) -> float:
    """Return the log-likelihood ratio of H1 to H0 given how often each outcome came."""
    if sum(counts) == 0:
        return 0.0
    observed = [count or _EMPTY for count in counts]
    total = sum(observed)
    parts = [count / total for count in observed]
    if test.model is Model.LOGISTIC:
        under0 = _with_mean(parts, share_of_elo(test.elo0))
        under1 = _with_mean(parts, share_of_elo(test.elo1))
    else:
        # A pair's share varies half as much as a game's: √2 carries a game's unit over to pairs.
        under0 = _with_effect(parts, math.sqrt(2) * test.elo0 / (2 * ELO))
        under1 = _with_effect(parts, math.sqrt(2) * test.elo1 / (2 * ELO))
    return total * sum(
        part * math.log(one / zero) for part, zero, one in zip(parts, under0, under1, strict=True)
    )


def _with_mean(parts: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution that has this mean, given the observed one (proposition 1.1)."""
    return _tilted(parts, [outcome - mean for outcome in OUTCOMES])


def _with_effect(parts: Sequence[float], effect: float) -> list[float]:
    """Return the most likely distribution whose mean is `effect` deviations above ½ (section 4.1)."""
    guess = [1 / len(OUTCOMES)] * len(OUTCOMES)
    for _ in range(_MOST_STEPS):
        mean = sum(part * outcome for part, outcome in zip(guess, OUTCOMES, strict=True))
        sigma = math.sqrt(
            sum(part * (outcome - mean) ** 2 for part, outcome in zip(guess, OUTCOMES, strict=True))
        )
        lean = [
            outcome - 0.5 - effect * sigma * (1 + ((outcome - mean) / sigma) ** 2) / 2 for outcome in OUTCOMES
        ]
        better = _tilted(parts, lean)
        if max(abs(new - old) for new, old in zip(better, guess, strict=True)) < _PRECISION:
            return better
        guess = better
    return guess


def _tilted(parts: Sequence[float], lean: Sequence[float]) -> list[float]:
    """Return p / (1 + θ·lean) for the θ at which the mean of `lean` becomes 0."""

    def slope(theta: float) -> tuple[float, float]:
        value = rate = 0.0
        for part, weight in zip(parts, lean, strict=True):
            term = weight / (1 + theta * weight)
            value += part * term
            rate -= part * term * term
        return value, rate

    low, high = -1 / max(lean), -1 / min(lean)
    theta = _root(slope, low, high)
    return [part / (1 + theta * weight) for part, weight in zip(parts, lean, strict=True)]


def _root(function: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """Return where a falling function is 0 between two poles: Newton's steps, halving where they leave."""
    theta = 0.0
    for _ in range(_MOST_STEPS):
        value, rate = function(theta)
        if value > 0:
            low = theta
        else:
            high = theta
        step = theta - value / rate
        new = step if low < step < high else (low + high) / 2
        if abs(new - theta) < _PRECISION * (1 + abs(theta)):
            return new
        theta = new
    return theta


def sentence(state: State, first: str, second: str) -> str:
    """Say how the test stands, for people."""
    test = state.test
    unit = "Elo" if test.model is Model.LOGISTIC else "normalised Elo"
    low, high = test.bounds
    figures = f"LLR {state.llr:.2f} in [{low:.2f}, {high:.2f}] after {state.pairs} pairs"
    accepted = f"with confidence {1 - test.alpha:.0%} ({figures})"
    rejected = f"with confidence {1 - test.beta:.0%} ({figures})"
    claims = f"{test.elo1:g} {unit} rather than {test.elo0:g}"
    if test.elo1 <= 0:  # what is asked is whether the first is worse
        by = f"than {second} by {abs(test.elo0):g} {unit}"
        match state.decision:
            case Decision.ACCEPTED:
                return f"{first} is not worse {by}: {claims}, {accepted}"
            case Decision.REJECTED:
                return f"{first} is worse {by}: that rather than {abs(test.elo1):g}, {rejected}"
            case Decision.CONTINUE:
                return f"not decided yet whether {first} is worse {by} ({figures})"
    by = f"than {second} by {test.elo1:g} {unit}"
    match state.decision:
        case Decision.ACCEPTED:
            return f"{first} is better than {second}: {claims}, {accepted}"
        case Decision.REJECTED:
            return f"{first} is not better {by}: {test.elo0:g} rather than that, {rejected}"
        case Decision.CONTINUE:
            return f"not decided yet whether {first} is better {by} ({figures})"
