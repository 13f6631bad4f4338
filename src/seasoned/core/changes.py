"""Levels: stretches of a stream of outcomes with one success rate, and where each began.

Works on successes and failures in order of time and the category of each; knows no episode. A
rate that creeps up comes out as a stair; whether it still rises is for `seasoned.core.trend`.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core.vectors import dot

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

# A change is believed from this root of twice the log likelihood ratio on. Looked at after every
# one of 1,000 episodes whose rate never changed (.02, .5, .7, .8, .95; alone or as a mix), at most
# 5 % of streams ever reached it; `tests/core/test_changes.py` simulates it again.
BELIEVED: Final = 4.5
_TINY: Final = 1e-300  # what a logarithm is taken of where a rate is 0
_GROWTH: Final = 4  # a stretch grows by a quarter from look to look, so that the work stays linear
_SHARPER: Final = 2.0  # at most so much a mix of categories may sharpen the likelihood ratio
SHORTEST: Final = 5  # episodes of a level; fewer could not be told from chance anyway
_NOISE: Final = 1e-9  # a variance below it is what rounding leaves where nothing varies
_DIGITS: Final = 12  # of a rate, which rounding would else leave a hair beside 0 or 1
_LAGS: Final = 0.4  # times n^(2/3): neighbours so far apart are asked whether they are alike


class Level(NamedTuple):
    """A stretch with one success rate.

    Attributes:
        start: Place of its first episode.
        stop: Place after its last.
        rate: Success rate in [0, 1], as it would be if the mix of categories were the same
            throughout.
    """

    start: int
    stop: int
    rate: float

    @property
    def n(self) -> int:
        """Episodes in it."""
        return self.stop - self.start


class _Scan(NamedTuple):
    """The likeliest place for a change, and the root of twice its log likelihood ratio.

    `alike` is what that was divided by, since neighbours are alike.
    """

    place: int
    root: float
    alike: float = 1.0


def levels(success: Numbers, categories: Codes) -> tuple[Level, ...]:
    """The levels of a stream, oldest first; one where its rate never changed for sure.

    Found as they would have been along the way, by looking at longer and longer stretches from
    the last change on: a rise and a later fall would hide each other from a look at the whole.
    Then each boundary is sought once more between its neighbours, and goes if the whole stream
    shows that it has blocks of like tasks, which look like levels from close by.

    Args:
        success: 1 or 0 in order of time, none of them NaN.
        categories: Code of each, from 0 on.
    """
    n = len(success)
    if not n:
        return ()
    edges = _lasting([0, *_cuts(success, categories), n], success, categories)
    left = success - _expected(success, categories)
    overall = float(success.mean())
    return tuple(
        Level(a, b, min(1.0, max(0.0, round(overall + float(left[a:b].mean()), _DIGITS))))
        for a, b in pairwise(edges)
    )


def _cuts(success: Numbers, categories: Codes) -> list[int]:
    """Places of believed changes, in order; the search begins anew at each of them."""
    found: list[int] = []
    start, n = 0, 2 * SHORTEST
    while start + n <= len(success):
        best = scan(success[start : start + n], categories[start : start + n])
        if best.root >= BELIEVED:
            start += best.place
            found.append(start)
            n = 2 * SHORTEST
        elif start + n == len(success):
            break
        else:
            n = min(n + max(1, n // _GROWTH), len(success) - start)
    return found


def _lasting(edges: list[int], success: Numbers, categories: Codes) -> list[int]:
    """The boundaries that stay believed, each where it is likeliest between its neighbours."""
    found = [_Scan(0, 0.0)] * len(edges)
    left, again = success - _expected(success, categories), list(range(1, len(edges) - 1))
    while len(edges) > 2:
        for i in again:
            part = slice(edges[i - 1], edges[i + 1])
            found[i] = scan(success[part], categories[part])
            edges[i] = edges[i - 1] + found[i].place if found[i].place else edges[i]
        alike = _long_alikeness(
            np.concatenate([left[a:b] - left[a:b].mean() for a, b in pairwise(edges)])
        )
        roots = [one.root * math.sqrt(min(1.0, one.alike / alike)) for one in found[1:-1]]
        least = min(range(len(roots)), key=roots.__getitem__)
        if roots[least] >= BELIEVED:
            break
        del edges[least + 1], found[least + 1]
        again = [i for i in (least, least + 1) if 0 < i < len(edges) - 1]
    return edges


def scan(success: Numbers, categories: Codes) -> _Scan:
    """The likeliest place for one change of the rate within a stream.

    The likelihood ratio of two binomial rates against one, with both rates brought to the same
    mix of categories. Unlike a difference in standard deviations it keeps its size near rates of
    0 and 1. Where neighbours are alike, it is divided by what that makes of the variance.
    """
    n = len(success)
    mean = float(success.mean()) if n else 0.0
    if n < 2 * SHORTEST or not 0.0 < mean < 1.0:
        return _Scan(0, 0.0)
    k = np.arange(SHORTEST, n - SHORTEST + 1, dtype=np.float64)
    left = success - _expected(success, categories)
    excess = np.cumsum(left)[SHORTEST - 1 : n - SHORTEST]
    before, after = np.clip(mean + excess / k, 0, 1), np.clip(mean - excess / (n - k), 0, 1)
    ratio = 2.0 * (k * divergence(before, mean) + (n - k) * divergence(after, mean))
    best = int(ratio.argmax())
    place = best + SHORTEST
    # A mix varies less than one coin with its mean rate. Not all of that is made good: rates near
    # 0 and 1 would then give false alarms again.
    sharper = min(_SHARPER, n * mean * (1.0 - mean) / max(dot(left, left), 1e-9))
    alike = _alikeness(left, place)
    return _Scan(place, math.sqrt(max(0.0, float(ratio[best])) * sharper / alike), alike)


def _expected(success: Numbers, categories: Codes) -> Numbers:
    """For each episode the success rate of its category."""
    counts = np.maximum(np.bincount(categories), 1)
    rates: Numbers = (np.bincount(categories, weights=success) / counts)[categories]
    return rates


def divergence(rate: Numbers, from_rate: float | Numbers) -> Numbers:
    """Kullback-Leibler divergence of a coin with one rate from one with another, in nats."""
    won = rate * np.log(np.maximum(rate, _TINY) / np.maximum(from_rate, _TINY))
    lost = (1.0 - rate) * np.log(
        np.maximum(1.0 - rate, _TINY) / np.maximum(np.subtract(1.0, from_rate), _TINY)
    )
    both: Numbers = won + lost
    return both


def _alikeness(left: Numbers, place: int) -> float:
    """How much more than independent neighbours these make the variance of a mean, at least 1.

    From the correlation of neighbours around the levels before and after the place, less what
    chance alone gives it.
    """
    left = left - np.where(np.arange(len(left)) < place, left[:place].mean(), left[place:].mean())
    spread = dot(left, left)
    if spread <= _NOISE * len(left):
        return 1.0
    alike = min(0.9, max(0.0, dot(left[1:], left[:-1]) / spread - 1.0 / math.sqrt(len(left))))
    return (1.0 + alike) / (1.0 - alike)


def _long_alikeness(left: Numbers) -> float:
    """The same of a whole stream, whose neighbours may be alike for long, as blocks of tasks are.

    From correlations at many distances, weighted as M. S. Bartlett does (they fall to 0 at the
    longest), less the deviation that chance alone gives their sum.

    Args:
        left: What is left of the outcomes once the levels are taken out.
    """
    n = len(left)
    lags = max(1, int(_LAGS * n ** (2.0 / 3.0)))
    waves = np.fft.rfft(left, 2 * n)  # as long again of zeros, or the end would meet the start
    products = np.fft.irfft((waves * waves.conj()).real, 2 * n)[: lags + 1]
    if products[0] <= _NOISE * n:
        return 1.0
    weights = 1.0 - np.arange(1, lags + 1) / (lags + 1)
    excess = 2.0 * dot(weights, products[1:] / products[0])
    return max(1.0, 1.0 + excess - 2.0 * math.sqrt(dot(weights, weights) / n))
