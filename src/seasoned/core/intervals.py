"""Intervals for rates, their differences and what is believed of them.

Knows counts and distributions, no episode and no chance: everything here has a closed form or
is solved to the last digits. Resampling is `seasoned.core.resampling`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, NamedTuple

from seasoned.core import values
from seasoned.errors import InvalidInput

LEVEL: Final = 0.95  # of an interval where nothing else is asked for
_TINY: Final = 1e-300  # keeps a denominator of a continued fraction from being 0
_STEPS: Final = 200  # of a continued fraction or a bisection; a dozen or 60 are the rule


class Interval(NamedTuple):
    """From `low` to `high`, both included."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether the value lies within."""
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """How far apart the ends are, at least 0."""
        return self.high - self.low

    def __str__(self) -> str:
        return f"{self.low:.2f} to {self.high:.2f}"


def normal_quantile(level: float = LEVEL) -> float:
    """Half the width, in standard deviations, of the middle `level` of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + _open_unit(level, "level") / 2.0)


def wilson(successes: float, n: float, level: float = LEVEL) -> Interval:
    """Score interval of a rate; [0, 1] where nothing was counted.

    After E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    JASA 22 (1927). Averaged over rates it covers what it promises from n = 5 on, which the
    common rate ± 1.96 standard errors does not before hundreds.

    Args:
        successes: In [0, n]; weighted counts will do.
        n: At least 0.
        level: Share of such intervals that hold the true rate, in (0, 1).

    Raises:
        InvalidInput: more successes than cases, or a level outside (0, 1).
    """
    n = values.number(n, "n", low=0.0)
    successes = values.number(successes, "successes", 0.0, n)
    z = normal_quantile(level)
    if not n:
        return Interval(0.0, 1.0)
    rate, spread = successes / n, z * z / n
    middle = (rate + spread / 2.0) / (1.0 + spread)
    half = z / (1.0 + spread) * math.sqrt(rate * (1.0 - rate) / n + spread / (4.0 * n))
    # At the ends rounding would leave out the very rate that was seen.
    low = 0.0 if successes == 0.0 else max(0.0, middle - half)
    return Interval(low, 1.0 if successes == n else min(1.0, middle + half))


def newcombe(
    first: tuple[float, float], second: tuple[float, float], level: float = LEVEL
) -> Interval:
    """Interval of the difference of two independent rates, first - second.

    The tenth method of R. G. Newcombe, "Interval estimation for the difference between
    independent proportions", Statistics in Medicine 17 (1998): Wilson's intervals of both,
    squared and added.

    Args:
        first: Successes and cases.
        second: Successes and cases.
        level: Share of such intervals that hold the true difference, in (0, 1).
    """
    one, other = wilson(*first, level), wilson(*second, level)
    a = first[0] / first[1] if first[1] else 0.5
    b = second[0] / second[1] if second[1] else 0.5
    return Interval(
        a - b - math.hypot(a - one.low, other.high - b),
        a - b + math.hypot(one.high - a, b - other.low),
    )


@dataclass(frozen=True, slots=True)
class Beta:
    """What is believed of a rate after `a` successes and `b` failures, both above 0.

    A reward in [0, 1] counts as that share of a success.
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            given = values.number(getattr(self, name), name, low=0.0)
            if not given:
                raise InvalidInput(f"{name} must be above 0, got 0; add a prior")
            object.__setattr__(self, name, given)

    @classmethod
    def of(cls, successes: float, n: float, mean: float = 0.5, strength: float = 2.0) -> Beta:
        """The belief after `n` cases, of one that before was worth `strength` cases.

        Args:
            successes: In [0, n]; weighted counts will do.
            n: At least 0.
            mean: Rate believed before, in [0, 1]; kept a little from the ends, since a belief in
                exactly 0 or 1 would never be moved.
            strength: Cases that the belief before counts for, above 0.
        """
        mean = min(max(mean, 1e-3), 1.0 - 1e-3)
        return cls(strength * mean + successes, strength * (1.0 - mean) + max(0.0, n - successes))

    @property
    def mean(self) -> float:
        """The expected rate."""
        return self.a / (self.a + self.b)

    def below(self, rate: float) -> float:
        """The probability that the true rate lies below this one."""
        return beta_cdf(rate, self.a, self.b)

    def interval(self, level: float = LEVEL) -> Interval:
        """The middle `level` of the belief."""
        tail = (1.0 - _open_unit(level, "level")) / 2.0
        low, high = (
            _solve(lambda x: beta_cdf(x, self.a, self.b), p, 0.0, 1.0) for p in (tail, 1.0 - tail)
        )
        return Interval(low, high)


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), for a and b above 0.

    By its continued fraction (NIST Digital Library of Mathematical Functions, 8.17.22), taken
    from the side where it converges fast.
    """
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - beta_cdf(1.0 - x, b, a)
    log_front = a * math.log(x) + b * math.log1p(-x)
    log_front += math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(log_front) / (a * _fraction(x, a, b))


def _fraction(x: float, a: float, b: float) -> float:
    """1 + d1/(1 + d2/(1 + …)) by the modified method of Lentz."""
    value, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, _STEPS + 50 * int(math.sqrt(a + b))):
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1.0 / ((1.0 + term * lower) or _TINY)
        upper = (1.0 + term / upper) or _TINY
        value *= upper * lower
        if abs(upper * lower - 1.0) < 1e-15:
            break
    return value


def student_quantile(freedom: float, level: float = LEVEL) -> float:
    """Half the width of the middle `level` of Student's t distribution.

    From its tie to the beta distribution: t² / (t² + freedom) has I(1/2, freedom/2).

    Args:
        freedom: Degrees of freedom, above 0.
        level: In (0, 1).
    """
    if freedom > 1e6:
        return normal_quantile(level)
    # Solved for the far share f / (f + t²), which keeps its digits where the near one is all but 1.
    tail = 1.0 - _open_unit(level, "level")
    far = _solve(lambda x: beta_cdf(x, freedom / 2.0, 0.5), tail, 0.0, 1.0)
    return math.sqrt(freedom * (1.0 - far) / far)


def _solve(rising: Callable[[float], float], wanted: float, low: float, high: float) -> float:
    """Where a rising function takes the wanted value, by halving."""
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if rising(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def _open_unit(value: float, field: str) -> float:
    given = values.unit(value, field)
    if given in (0.0, 1.0):
        raise InvalidInput(f"{field} must lie between 0 and 1, got {given:g}; 0.95 is usual")
    return given
