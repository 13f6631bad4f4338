"""Intervals for figures that come in clusters.

Knows: the cluster bootstrap. Bugs in one function resemble each other, so that functions are drawn
and not bugs. Does not know what the figures mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWS = 4_000
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def verdict(self) -> int:
        """1 where the whole interval is above zero, -1 below, 0 where zero lies inside."""
        return int(self.low > 0) - int(self.high < 0)


def clustered(
    columns: list[Floats],
    clusters: NDArray[np.int64],
    figure: Callable[[list[Floats]], Floats],
    seed: int = 0,
) -> Estimate:
    """Estimate a figure made of column sums, with a percentile interval over whole clusters.

    Args:
        columns: Observations, each of shape (rows,).
        clusters: The cluster of each row, shape (rows,).
        figure: From the sums of the columns to the figure; must work on arrays of sums.
        seed: Of the draws.
    """
    present, places = np.unique(clusters, return_inverse=True)
    count = len(present)
    totals = [np.bincount(places, column, count).astype(np.float64) for column in columns]
    weights = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), DRAWS)
    drawn = figure([weights @ total for total in totals])
    low, high = np.quantile(drawn, [0.025, 0.975])
    value = figure([np.array([total.sum()]) for total in totals])[0]
    return Estimate(float(value), float(low), float(high))


def mean_difference(
    better: NDArray[np.generic], worse: NDArray[np.generic], clusters: NDArray[np.int64]
) -> Estimate:
    """Estimate the mean paired difference of two columns."""
    difference = better.astype(np.float64) - worse.astype(np.float64)
    ones = np.ones_like(difference)
    return clustered([difference, ones], clusters, lambda sums: sums[0] / sums[1])
