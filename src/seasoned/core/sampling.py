"""Prioritised experience replay: which episodes to sample, and what each sample weighs.

After Schaul, Quan, Antonoglou and Silver, "Prioritized Experience Replay", ICLR 2016. Their sum
tree is not needed: a priority rests on means that every new verdict moves, so all are reckoned
anew for each call, and cumulative sums do. Draws from the generator that it is handed.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import accumulate
from random import Random
from typing import Final, Literal, NamedTuple

from seasoned.core import values
from seasoned.core.records import Episode
from seasoned.errors import InvalidInput

Scheme = Literal["proportional", "rank", "uniform", "recent"]
SCHEMES: Final = ("proportional", "rank", "uniform", "recent")
MOST: Final = 100_000  # draws of one call; their bodies are held in memory together
_STEEPEST: Final = 10.0  # alpha; beyond it the least of 10,000 ranks could not be told from 0


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to sample.

    Attributes:
        scheme: ``proportional``: P(i) ∝ priority^alpha. ``rank``: P(i) ∝ 1 / rank^alpha, the
            most surprising first, which outliers do not sway. ``uniform``: all alike.
            ``recent``: the newest, each once, without chance.
        alpha: How much priority counts, in [0, 10]; 0 is uniform. The paper's value is 0.6.
        beta: How much of the bias the weights take back, in [0, 1]; 1 takes back all of it.
            The paper begins with 0.4.
        replacement: Whether an episode may be drawn more than once. If so, the draws are
            stratified as in the paper: one from each n-th part of the probability.
    """

    scheme: Scheme = "proportional"
    alpha: float = 0.6
    beta: float = 0.4
    replacement: bool = False

    def __post_init__(self) -> None:
        if self.scheme not in SCHEMES:
            names, given = ", ".join(SCHEMES), values.shown(self.scheme)
            raise InvalidInput(f"scheme must be one of {names}, got {given}")
        alpha = values.number(self.alpha, "alpha", 0.0, _STEEPEST)
        object.__setattr__(self, "alpha", alpha)
        object.__setattr__(self, "beta", values.unit(self.beta, "beta"))
        values.instance(self.replacement, bool, "replacement", "use True or False")


class Draw(NamedTuple):
    """One sample.

    Attributes:
        place: Position among the candidates.
        probability: P(i), in (0, 1].
        weight: Importance-sampling weight, in (0, 1].
    """

    place: int
    probability: float
    weight: float


@dataclass(frozen=True, slots=True)
class Replayed:
    """An episode that replay sampled.

    Attributes:
        episode: The episode, verdicts included.
        probability: With which one draw gives this episode, in (0, 1]; those of all episodes
            that could have been drawn sum to 1.
        weight: (N · probability)^-beta over the greatest of all N, in (0, 1]. A learner that
            multiplies its updates by it is swayed less by what was drawn more often. It is
            exact for draws with replacement.
        priority: |reward - expected reward| + 0.01.
    """

    episode: Episode
    probability: float
    weight: float
    priority: float


def sample(priorities: Sequence[float], n: int, sampling: Sampling, chance: Random) -> list[Draw]:
    """Draw n candidates, in the order of drawing.

    Args:
        priorities: Of the candidates, newest first, each above 0.
        n: Draws, at least 0. Without replacement no more than there are candidates.
        sampling: How to draw.
        chance: The generator; equal generators draw alike.
    """
    if not n or not priorities:
        return []
    chances = probabilities(priorities, n, sampling)
    weights = importance(chances, sampling.beta)
    if sampling.scheme == "recent":
        places = list(range(min(n, len(priorities))))
    elif sampling.replacement:
        places = _stratified(chances, n, chance)
    else:
        places = _distinct(chances, n, chance)
    return [Draw(place, chances[place], weights[place]) for place in places]


def probabilities(priorities: Sequence[float], n: int, sampling: Sampling) -> list[float]:
    """P(i) of one draw for each candidate; they sum to 1.

    Args:
        priorities: Newest first, each above 0; of equal ones the newer has the higher rank.
        n: Draws, at least 1; only ``recent`` needs to know.
        sampling: Scheme and alpha.
    """
    size = len(priorities)
    if sampling.scheme == "uniform":
        shares = [1.0] * size
    elif sampling.scheme == "recent":
        shares = [1.0] * min(n, size) + [0.0] * max(0, size - n)
    elif sampling.scheme == "rank":
        shares = [0.0] * size
        by_rank = sorted(range(size), key=lambda place: -priorities[place])
        for rank, place in enumerate(by_rank, start=1):
            shares[place] = rank**-sampling.alpha
    else:
        greatest = max(priorities, default=1.0)  # so that a power can neither overflow nor vanish
        shares = [(priority / greatest) ** sampling.alpha for priority in priorities]
    total = math.fsum(shares)
    return [share / total for share in shares]


def importance(chances: Sequence[float], beta: float) -> list[float]:
    """Weights (N · P(i))^-beta over their maximum; 0 for what is never drawn.

    The maximum is that of all candidates and not of those drawn, so that weights of several
    calls compare. N and the maximum cancel: what is left is (least P / P(i))^beta.
    """
    least = min((chance for chance in chances if chance), default=1.0)
    return [(least / chance) ** beta if chance else 0.0 for chance in chances]


def _stratified(chances: Sequence[float], n: int, chance: Random) -> list[int]:
    """One draw from each n-th part of the cumulative probability, in mixed order.

    Each is drawn n · P(i) times on average, with less variance than independent draws have.
    """
    sums = list(accumulate(chances))
    spots = [(part + chance.random()) / n * sums[-1] for part in range(n)]
    # Rounding may put a spot at the very end, or the last sum at a place that is never drawn.
    last = bisect_right(sums, math.nextafter(sums[-1], 0.0))
    places = [min(bisect_right(sums, spot), last) for spot in spots]
    chance.shuffle(places)  # the parts come in order of the candidates
    return places


def _distinct(chances: Sequence[float], n: int, chance: Random) -> list[int]:
    """Draws of which each takes its candidate out, by one key per candidate.

    The n greatest of log(u) / P(i) are distributed like n such draws (Efraimidis and Spirakis,
    "Weighted random sampling with a reservoir", 2006).
    """
    # 1 - random() lies in (0, 1], where the logarithm exists.
    keys = [math.log(1.0 - chance.random()) / share if share else -math.inf for share in chances]
    drawn = nlargest(n, range(len(keys)), key=keys.__getitem__)
    return [place for place in drawn if chances[place]]
