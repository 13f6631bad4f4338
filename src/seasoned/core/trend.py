"""Whether outcomes get better from episode to episode, whatever the mix of tasks.

Works on numbers in order of time and the category of each; knows no episode. Nothing here tells
why: a slope of a memory-off arm is as much a slope.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.core.intervals import LEVEL, Interval, student_quantile
from seasoned.core.vectors import dot

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

FEWEST: Final = 12  # numbers; below, an interval would rest on one or two cosines
HUNDRED: Final = 100.0  # episodes, the unit that a slope is told in
_COSINES: Final = 0.4  # times n^(2/3): the number that the authors below recommend


@dataclass(frozen=True, slots=True)
class Slope:
    """Change for each hundred episodes.

    Attributes:
        per_hundred: Of the mean, within categories.
        interval: 95 % interval of it, unless another level was asked for.
        n: Episodes that it rests on.
    """

    per_hundred: float
    interval: Interval
    n: int

    @property
    def change(self) -> tuple[float, float, float]:
        """Change over all of them with its interval, in [-1, 1], beyond which no rate can go."""
        found = (self.per_hundred, *self.interval)
        mean, low, high = (max(-1.0, min(1.0, part * self.n / HUNDRED)) for part in found)
        return mean, low, high

    @property
    def direction(self) -> Literal["rising", "falling", "level"]:
        """What can be said for sure; ``level`` also where the interval is wide."""
        if self.interval.low > 0.0:
            return "rising"
        return "falling" if self.interval.high < 0.0 else "level"


def slope(numbers: Numbers, categories: Codes, level: float = LEVEL) -> Slope | None:
    """Least-squares slope over the order, within categories.

    Each category has a mean of its own, so that a stream which turns to easier tasks shows no
    learning. The interval is the wider of two: the common one of least squares, and one that
    allows for neighbours that are alike (retries, one theme for a while), the equal-weighted
    cosine interval with Student quantiles of E. Lazarus, D. J. Lewis, J. H. Stock and
    M. W. Watson, "HAR inference: recommendations for practice", Journal of Business & Economic
    Statistics 36 (2018). Simulated at 12 to 200 outcomes, 95 % intervals covered 95 to 98 % for
    independent ones, 93 to 97 % where neighbours correlate by 0.2, 91 to 96 % by 0.5.

    Args:
        numbers: In order of time, shape (n,), none of them NaN.
        categories: Code of each, from 0 on.
        level: Share of such intervals that hold the true slope, in (0, 1).

    Returns:
        None for fewer than 12 numbers, or where no category has two.
    """
    n = len(numbers)
    if n < FEWEST:
        return None
    order = np.arange(n, dtype=np.float64) / HUNDRED
    x, y = within(order, categories), within(numbers, categories)
    spread = dot(x, x)
    means = len(np.unique(categories))
    if spread <= 0.0 or n - means - 1 < 1:
        return None
    rise = dot(x, y) / spread
    cosines = max(2, int(_COSINES * n ** (2.0 / 3.0)))
    left, freedom = y - rise * x, n - means - 1
    slow = n * long_run_variance(x * left, cosines) * n / freedom / spread**2
    plain = dot(left, left) / freedom / spread
    half = max(
        student_quantile(cosines, level) * slow**0.5, student_quantile(freedom, level) * plain**0.5
    )
    return Slope(rise, Interval(rise - half, rise + half), n)


def within(numbers: Numbers, categories: Codes) -> Numbers:
    """The numbers less the mean of their category."""
    counts = np.bincount(categories)
    means = np.bincount(categories, weights=numbers) / np.maximum(counts, 1)
    return np.asarray(numbers - means[categories], dtype=np.float64)


def long_run_variance(numbers: Numbers, cosines: int) -> float:
    """The variance of the mean, times n, from the first cosine transforms of the numbers.

    Slow waves are what correlation between neighbours makes large; of independent numbers they
    have the variance of any other.
    """
    waves = cosine_transforms(numbers)[1 : cosines + 1]
    return dot(waves, waves) / len(waves)


def cosine_transforms(numbers: Numbers) -> Numbers:
    """For each j from 0 on sqrt(2/n) Σ numbers[t] cos(π j (t + 1/2) / n), by way of Fourier's."""
    n = len(numbers)
    turned = np.fft.rfft(np.concatenate([numbers, numbers[::-1]]))[:n]
    phase = np.exp(-0.5j * np.pi * np.arange(n) / n)
    waves: Numbers = (turned * phase).real / 2.0 * np.sqrt(2.0 / n)
    return waves
