"""The cluster bootstrap: intervals for whatever can be reckoned from totals over clusters.

Attempts at one task are more alike than attempts at two, so whole tasks are resampled and never
single attempts. Knows arrays of numbers, no episode; draws from a generator of its own seed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seasoned.core import values
from seasoned.core.intervals import LEVEL, Interval, student_quantile
from seasoned.core.vectors import resampled
from seasoned.errors import InvalidInput

Numbers = NDArray[np.float64]
# From an array (draws, columns) of totals to one figure for each draw.
Statistic = Callable[[Numbers], Numbers]

DRAWS: Final = 2_000  # enough for an end of a 95 % interval to shake by a sixtieth of its width
# Clusters that are resampled one by one; more are first put together at random, which leaves the
# interval as it is (bundles of independent clusters are independent) and bounds the work.
BUNDLES: Final = 1_000


def numbered(names: Sequence[Hashable]) -> NDArray[np.int64]:
    """A number from 0 on for each name, equal for equal names, in order of appearance."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(name, len(known)) for name in names], dtype=np.int64)


def cluster_bootstrap(
    columns: Sequence[Sequence[float]] | Numbers,
    clusters: Sequence[Hashable],
    statistic: Statistic,
    level: float = LEVEL,
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> Interval | None:
    """Percentile interval of a figure over clusters, with as many clusters as there are.

    The percentiles are moved out as T. C. Hesterberg proposes ("What teachers should know about
    the bootstrap", The American Statistician 69, 2015), since few clusters vary less among
    themselves than those they come from: with ten clusters the plain ones cover 91 % of the time
    instead of 95 %.

    Args:
        columns: Numbers of each case, shape (columns, cases); they are summed over each cluster.
        clusters: Of each case.
        statistic: From totals, shape (draws, columns), to the figure, shape (draws,): of a mean
            ``lambda t: t[:, 0] / t[:, 1]`` with values and ones as columns. Draws where it is no
            number are left out.
        level: Share of such intervals that hold the true figure, in (0, 1).
        draws: Resamplings, at least 100.
        seed: Equal seeds give equal intervals.

    Returns:
        None where fewer than two clusters, or no draw, give a figure.

    Raises:
        InvalidInput: columns and clusters differ in length.
    """
    table = np.asarray(columns, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(clusters):
        raise InvalidInput(
            f"columns must have the shape (columns, {len(clusters)}), one case for each cluster "
            f"given, got {table.shape}"
        )
    chance = np.random.default_rng(values.count(seed, "seed"))
    sums = _bundled(_sums(table, clusters), chance)
    if len(sums) < 2:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        found = statistic(resampled(sums, values.count(draws, "draws", least=100), chance))
    found = found[np.isfinite(found)]
    return _percentiles(found, len(sums), level) if len(found) else None


def bootstrap_mean(
    numbers: Sequence[float] | Numbers,
    clusters: Sequence[Hashable],
    level: float = LEVEL,
    seed: int = 0,
) -> Interval | None:
    """`cluster_bootstrap` of a mean."""
    table = np.array([numbers, np.ones(len(numbers))], dtype=np.float64)
    return cluster_bootstrap(table, clusters, lambda t: t[:, 0] / t[:, 1], level, seed=seed)


def _sums(table: Numbers, clusters: Sequence[Hashable]) -> Numbers:
    """Totals of each cluster, shape (clusters, columns)."""
    where = numbered(clusters)
    size = int(where.max(initial=-1)) + 1
    return np.stack([np.bincount(where, weights=column, minlength=size) for column in table], 1)


def _bundled(sums: Numbers, chance: np.random.Generator) -> Numbers:
    if len(sums) <= BUNDLES:
        return sums
    # Each bundle gets the same number of clusters, one more or less.
    where = chance.permutation(len(sums)) % BUNDLES
    return np.stack([np.bincount(where, weights=c, minlength=BUNDLES) for c in sums.T], 1)


def _percentiles(found: Numbers, clusters: int, level: float) -> Interval:
    # Student's quantile and the root make up for the few clusters; see `cluster_bootstrap`.
    reach = np.sqrt(clusters / (clusters - 1.0)) * student_quantile(clusters - 1.0, level)
    tail = NormalDist().cdf(-float(reach))
    low, high = np.quantile(found, (tail, 1.0 - tail))
    return Interval(float(low), float(high))
