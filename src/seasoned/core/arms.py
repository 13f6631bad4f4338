"""Two arms compared with arrays: strata, clusters, intervals, and the bootstrap.

It knows columns of numbers, not what an attempt is; `core.lift` says what they mean. Compared is
within strata, in which the probability of an arm does not change; rows of one cluster share what
they have in common, and chance drew the arm for all of them together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from seasoned.core.sequential import half_width, student_quantile
from seasoned.core.vectors import compact, dot, resampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Whole: TypeAlias = NDArray[np.int64]
    Flags: TypeAlias = NDArray[np.bool_]

DRAWS: Final = 1_000  # bootstrap samples
_GROUPS = 400  # clusters beyond which they are resampled in random groups, to bound the work
_LENT = 10  # clusters that the spread of one arm counts for in the other
_LEAST_LIKELY = 8.0  # of them by size; chance alone makes 10 that came of about 8
_ROUNDING = 1e-9  # share of a sum below which a rest is none
LEAST_CLUSTERS: Final = 10  # of an arm, below which nothing is concluded


@dataclass(frozen=True, slots=True)
class Columns:
    """Rows of what was measured.

    Attributes:
        value: What was measured, finite.
        memory: Whether it was the memory arm.
        weight: 1 / probability of its arm.
        stratum: Number of the stratum, from 0.
        cluster: Number of the cluster, from 0; all rows of one are in the same arm.
    """

    value: Floats
    memory: Flags
    weight: Floats
    stratum: Whole
    cluster: Whole

    def take(self, rows: Any) -> Columns:
        """The rows that a mask or slice chooses."""
        return Columns(
            self.value[rows],
            self.memory[rows],
            self.weight[rows],
            self.stratum[rows],
            self.cluster[rows],
        )


@dataclass(frozen=True, slots=True)
class ArmMean:
    """The mean of an arm over the strata that have both arms.

    Attributes:
        mean: Weighted mean, each stratum by its share of all rows.
        variance: Of that mean, robust to clusters, also to a few large ones.
        resampled: The variance that resampled clusters of the arm show.
        rows: Rows.
        clusters: Clusters.
        freedom: Clusters less strata, the degrees of freedom.
        equal: Rows of equal weight that would say as much if there were no clusters.
        apart: The same if rows of a cluster were copies of each other.
        likely: Clusters of equal size that would say as much as an arm like this, whichever of
            all clusters chance had put into it; those that came would favour some arms.
    """

    mean: float
    variance: float
    resampled: float
    rows: int
    clusters: int
    freedom: int
    equal: float
    apart: float
    likely: float

    def effective(self) -> float:
        """Independent trials of 0 or 1 that would give the mean this variance."""
        binomial = self.mean * (1.0 - self.mean)
        if binomial <= 1e-12 or self.variance <= 0.0:
            return self.apart
        return min(self.equal, binomial / self.variance)

    def careful(self) -> float:
        """The variance of a rate, never as small as a few equal outcomes make it look."""
        n = self.effective()
        rate = (self.mean * n + 2.0) / (n + 4.0)
        return max(self.variance, rate * (1.0 - rate) / n)


@dataclass(frozen=True, slots=True)
class Compared:
    """Memory against control; `covered` rows are in strata that have both arms."""

    memory: ArmMean
    control: ArmMean
    covered: int

    @property
    def effect(self) -> float:
        """Mean with memory less mean without."""
        return self.memory.mean - self.control.mean

    @property
    def enough(self) -> bool:
        """Whether both arms have enough clusters to conclude anything, also by their size."""
        likely = min(self.memory.likely, self.control.likely)
        return self.clusters >= LEAST_CLUSTERS and likely >= _LEAST_LIKELY

    @property
    def clusters(self) -> int:
        """Clusters of the arm that has fewer."""
        return min(self.memory.clusters, self.control.clusters)

    @property
    def freedom(self) -> int:
        """Degrees of freedom of the arm that has fewer."""
        return min(self.memory.freedom, self.control.freedom)

    @property
    def information(self) -> float:
        """1 / squared standard error of the difference of rates, cautiously."""
        return 1.0 / (self.memory.careful() + self.control.careful())

    def always(self, alpha: float = 0.05) -> tuple[float, float]:
        """Bounds of the difference of rates that hold however often one looks."""
        if not self.enough:
            return -1.0, 1.0
        width = half_width(self.information, alpha)
        return max(-1.0, self.effect - width), min(1.0, self.effect + width)

    def now(self, alpha: float = 0.05) -> tuple[float, float] | None:
        """Bounds of the difference of rates for this one look; None for too few clusters.

        Newcombe's hybrid score method 10 ("Interval estimation for the difference between
        independent proportions", Statistics in Medicine 1998) at the effective sample sizes, which
        Korn and Graubard (Survey Methodology 1998) use for clustered and weighted rates.
        """
        if not self.enough:
            return None
        low1, high1 = wilson_at(self.memory, alpha)
        low0, high0 = wilson_at(self.control, alpha)
        one, none = self.memory.mean, self.control.mean
        low = self.effect - math.hypot(one - low1, high0 - none)
        high = self.effect + math.hypot(high1 - one, none - low0)
        return max(-1.0, low), min(1.0, high)


def wilson_at(arm: ArmMean, alpha: float) -> tuple[float, float]:
    """Wilson's bounds of a rate at its effective sample size, by Student's t for few clusters."""
    quantile = student_quantile(1.0 - alpha / 2.0, arm.freedom)
    n, square = max(1.0, arm.effective()), quantile**2
    centre = (arm.mean + square / (2.0 * n)) / (1.0 + square / n)
    spread = arm.mean * (1.0 - arm.mean) / n + square / (4.0 * n * n)
    width = quantile * math.sqrt(max(0.0, spread)) / (1.0 + square / n)
    return max(0.0, centre - width), min(1.0, centre + width)


def compare(rows: Columns) -> Compared | None:
    """The arms of these rows; None where no stratum has both."""
    if not len(rows.value):
        return None
    strata = int(rows.stratum.max()) + 1
    sums = [_sums(rows.stratum[rows.memory == arm], None, strata) for arm in (True, False)]
    both = (sums[0] > 0) & (sums[1] > 0)
    sizes = (sums[0] + sums[1]) * both
    if not sizes.any():
        return None
    rows, covered = rows.take(both[rows.stratum]), int(sizes.sum())
    sides = [_side(rows.take(rows.memory == arm), sizes / covered) for arm in (True, False)]
    memory, control = (
        _arm(side, _lent(sides, arm)) for side, arm in zip(sides, (1, 0), strict=True)
    )
    return Compared(memory, control, covered)


class _Side(NamedTuple):
    """An arm in parts: its rows, what each counts in the mean, and how far it lies from others.

    Attributes:
        unit: Of each row, adding up to 1.
        apart: Its value less the mean of its stratum without its cluster. A cluster that makes up
            most of a stratum draws the mean to itself, and would else seem to agree with it.
        strata: Number of strata that have rows.
        chance: Probability of the memory arm.
    """

    rows: Columns
    unit: Floats
    apart: Floats
    cluster: Whole
    clusters: int
    strata: int
    chance: Floats


def _side(rows: Columns, shares: Floats) -> _Side:
    """The rows of an arm in strata that have these shares of all rows."""
    strata, weight, worth = len(shares), rows.weight, rows.weight * rows.value
    cluster, clusters = compact(rows.cluster)
    cell, cells = compact(cluster * strata + rows.stratum)
    rest = _sums(rows.stratum, weight, strata)[rows.stratum] - _sums(cell, weight, cells)[cell]
    others = _sums(rows.stratum, worth, strata)[rows.stratum] - _sums(cell, worth, cells)[cell]
    # Where a stratum has no other cluster, the other strata tell what one might be like.
    beyond = weight.sum() - _sums(cluster, weight, clusters)[cluster]
    instead = worth.sum() - _sums(cluster, worth, clusters)[cluster]
    alone = rest <= _ROUNDING * (rest + weight)
    rest, others = np.where(alone, beyond, rest), np.where(alone, instead, others)
    lonely = rest <= _ROUNDING * (rest + weight)
    known = np.where(lonely, rows.value, others / np.where(lonely, 1.0, rest))
    return _Side(
        rows,
        unit=shares[rows.stratum] * weight / _sums(rows.stratum, weight, strata)[rows.stratum],
        apart=rows.value - known,
        cluster=cluster,
        clusters=clusters,
        strata=int(np.count_nonzero(shares)),
        chance=np.where(rows.memory, 1.0 / weight, 1.0 - 1.0 / weight),
    )


class _Lent(NamedTuple):
    """What the clusters of both arms tell of one; see `ArmMean.likely` for the second."""

    variance: float
    likely: float


def _lent(sides: Sequence[_Side], memory: int) -> _Lent:
    """What clusters of both arms, by being alike within, add to the variance of one arm's mean.

    Chance drew the arm of a cluster as a whole: one that is not in this arm might have been. An
    arm that happens to have none of the few large ones looks surer than it is.
    """
    covered = sum(len(side.unit) for side in sides)
    variance = squares = 0.0
    for side in sides:
        chance = side.chance if memory else 1.0 - side.chance
        unit = 1.0 / (covered * np.sqrt(chance))
        terms = unit * side.apart
        sums, sizes = (_sums(side.cluster, each, side.clusters) for each in (terms, unit))
        variance += dot(sums, sums) - dot(terms, terms)
        squares += dot(sizes, sizes)
    return _Lent(max(0.0, variance), 1.0 / squares)


def _arm(side: _Side, lent: _Lent) -> ArmMean:
    """An arm's mean and how sure it is."""
    unit, clusters, freedom = side.unit, side.clusters, side.clusters - side.strata
    # The jackknife's correction, n_s - 1 over n_s in each of equal strata.
    kept = max(0.5, freedom / clusters)
    terms = unit * side.apart
    sums = _sums(side.cluster, terms, clusters)
    stratum, strata = compact(side.rows.stratum)
    parts = [_sums(stratum, each, strata) for each in (unit * side.rows.value, unit)]
    drawn = unit * (side.rows.value - (parts[0] / parts[1])[stratum])
    drawn = _sums(side.cluster, drawn, clusters)
    return ArmMean(
        mean=float(parts[0].sum()),
        variance=max(kept * dot(sums, sums), kept * dot(terms, terms) + lent.variance),
        resampled=dot(drawn, drawn),
        rows=len(unit),
        clusters=clusters,
        freedom=freedom,
        equal=1.0 / dot(unit, unit),
        apart=1.0 / float(np.square(_sums(side.cluster, unit, clusters)).sum()),
        likely=lent.likely,
    )


def bootstrap(
    rows: Columns, alpha: float = 0.05, *, seed: int = 0, draws: int = DRAWS
) -> tuple[float, float] | None:
    """Bounds of a difference of means for this one look; None where too little is known.

    Percentiles of resampled clusters, set wider for few of them after Hesterberg, "What teachers
    should know about the bootstrap", The American Statistician 2015.
    """
    found = compare(rows)
    if found is None or not found.enough:
        return None
    chance = np.random.default_rng(seed)
    strata = int(rows.stratum.max()) + 1
    sides = [_resampled(rows.take(rows.memory == arm), strata, draws, chance) for arm in (1, 0)]
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = sides[0] - sides[1]
    sizes = _sums(rows.stratum, None, strata)
    known = np.isfinite(apart)
    weights = sizes * known
    whole = weights.sum(axis=1) > 0  # a draw may have no stratum with both arms
    if np.count_nonzero(whole) < draws / 2:
        return None
    effects = (weights * np.where(known, apart, 0.0))[whole].sum(axis=1)
    effects /= weights[whole].sum(axis=1)
    reach = _widening(found) * student_quantile(1.0 - alpha / 2.0, found.freedom)
    outside = 1.0 - _normal_below(reach)
    low, high = np.quantile(effects, [outside, 1.0 - outside])
    return float(low), float(high)


def _widening(found: Compared) -> float:
    """By how much percentiles fall short for few clusters, at least 1.

    Hesterberg's n / (n - 1), less the strata and a little more; where the smaller arm happens to
    be much alike, the spread of the other arm counts for ten clusters of it; and what resampling
    does not show of a few large clusters.
    """
    arms = (found.memory, found.control)
    spread = [arm.variance * arm.clusters for arm in arms]
    shrunk = [
        (own * arm.freedom + _LENT * other) / (arm.freedom + _LENT)
        for arm, own, other in zip(arms, spread, reversed(spread), strict=True)
    ]
    likely = sum(each / arm.clusters for each, arm in zip(shrunk, arms, strict=True))
    seen = sum(arm.resampled * arm.clusters / max(1, arm.freedom) for arm in arms)
    fewest = found.clusters
    return math.sqrt((fewest + 3) / max(1, found.freedom) * max(1.0, likely / max(seen, 1e-300)))


def _resampled(rows: Columns, strata: int, draws: int, chance: np.random.Generator) -> Floats:
    """Means by draw and stratum, not a number where a draw has none of a stratum."""
    cluster, count = compact(rows.cluster)
    groups = min(count, _GROUPS)
    group = (chance.permutation(count) % groups)[cluster]
    place = group * strata + rows.stratum
    sums = [
        _sums(place, each, groups * strata).reshape(groups, strata)
        for each in (rows.weight * rows.value, rows.weight)
    ]
    totals = resampled(np.hstack(sums), draws, chance)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = totals[:, :strata] / totals[:, strata:]
    return means


def _sums(place: Whole, values: Floats | None, length: int) -> Floats:
    return np.bincount(place, values, length).astype(float)


def _normal_below(reach: float) -> float:
    return 0.5 * (1.0 + math.erf(reach / math.sqrt(2.0)))


def stratified(
    epoch: Whole, category: Whole, cluster: Whole, share: Floats, least: float = 5.0
) -> Whole:
    """Number each row's stratum: its category in its epoch, small ones of an epoch together.

    Small is what can be expected to have fewer than `least` clusters of one arm. That rests on the
    probabilities and not on the arms that came, which would favour some of them.

    Args:
        epoch: Number of the share that was in force.
        category: Number of the category.
        cluster: Number of the cluster.
        share: Probability of the control arm, in (0, 1).
        least: Expected clusters of the rarer arm.
    """
    cell, cells = compact(epoch * (category.max() + 1) + category)
    # One row of each cluster in each cell: chance drew once for all of them.
    _, first = np.unique(cell * (cluster.max() + 1) + cluster, return_index=True)
    control = _sums(cell[first], share[first], cells)
    memory = _sums(cell[first], 1.0 - share[first], cells)
    small = np.minimum(control, memory) < least
    kept = np.where(small[cell], 0, cell + 1)
    return compact(epoch * (cells + 1) + kept)[0]
