"""Intervals: published values, properties, and the coverage that they promise."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.intervals import (
    Beta,
    Interval,
    beta_cdf,
    newcombe,
    normal_quantile,
    student_quantile,
    wilson,
)


def binomial(n: int, k: int, p: float) -> float:
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    # The four examples of Newcombe, "Two-sided confidence intervals for the single proportion",
    # Statistics in Medicine 17 (1998), method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_by_published_values(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    # Of Newcombe, "Interval estimation for the difference", 1998, method 10.
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((0, 10), (0, 10), -0.2775, 0.2775),
    ],
)
def test_newcombe_by_published_values(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    assert newcombe(first, second) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("n", [5, 10, 20, 50])
def test_wilson_covers_what_it_promises_averaged_over_rates(n: int) -> None:
    """Exactly, by summing over all counts; of single rates the ends are the worst."""
    covers = [
        sum(binomial(n, k, p) for k in range(n + 1) if wilson(k, n).holds(p))
        for p in ((i + 0.5) / 200 for i in range(200))
    ]
    assert 0.94 < sum(covers) / len(covers) < 0.965
    assert min(covers[20:-20]) > 0.88


@pytest.mark.parametrize(("m", "n"), [(10, 10), (30, 15)])
def test_newcombe_covers_what_it_promises(m: int, n: int) -> None:
    rates = [0.05, 0.2, 0.5, 0.7, 0.95]
    covers = [
        sum(
            binomial(m, i, p) * binomial(n, j, q)
            for i in range(m + 1)
            for j in range(n + 1)
            if newcombe((i, m), (j, n)).holds(p - q)
        )
        for p, q in product(rates, rates)
    ]
    assert 0.94 < sum(covers) / len(covers) < 0.98
    assert min(covers) > 0.91


def test_the_beta_function_by_hand() -> None:
    assert beta_cdf(0.5, 2, 3) == pytest.approx(11 / 16)
    assert beta_cdf(0.3, 1, 1) == pytest.approx(0.3)
    assert beta_cdf(0.0, 2, 3) == 0.0
    assert beta_cdf(1.0, 2, 3) == 1.0
    # The chance of at least 4 successes of 10 is I_p(4, 7).
    assert beta_cdf(0.35, 4, 7) == pytest.approx(sum(binomial(10, k, 0.35) for k in range(4, 11)))
    assert beta_cdf(0.5, 5e4, 5e4) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062047), (2, 4.3026527), (10, 2.2281389), (30, 2.0422725), (1e4, 1.9602012)],
)
def test_student_by_the_tables(freedom: float, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, rel=1e-6)


def test_student_becomes_normal() -> None:
    assert student_quantile(1e7, 0.9) == normal_quantile(0.9) == pytest.approx(1.6448536)


@given(st.floats(0.05, 500), st.floats(0.05, 500), st.floats(0.5, 0.99))
def test_a_belief_has_its_mass_within_its_interval(a: float, b: float, level: float) -> None:
    low, high = Beta(a, b).interval(level)
    assert 0 <= low <= high <= 1
    if low > 1e-12 and high < 1 - 1e-12:  # beyond, the ends round to 0 and 1
        assert beta_cdf(high, a, b) - beta_cdf(low, a, b) == pytest.approx(level, abs=1e-6)


@given(st.integers(0, 200), st.integers(0, 200), st.floats(0.5, 0.99))
def test_wilson_holds_the_rate_and_mirrors(wins: int, losses: int, level: float) -> None:
    n = wins + losses
    found, mirrored = wilson(wins, n, level), wilson(losses, n, level)
    assert found.holds(wins / n if n else 0.5)
    assert found.low == pytest.approx(1 - mirrored.high)
    assert newcombe((wins, n), (wins, n)).holds(0.0)


def test_beliefs_hold_the_truth_as_often_as_they_say() -> None:
    """If rates come from the prior, 90 of 100 intervals of 90 % hold them."""
    chance = Random(5)
    held = 0
    for _ in range(300):
        rate = chance.betavariate(2, 2)
        wins = sum(chance.random() < rate for _ in range(12))
        held += Beta.of(wins, 12, mean=0.5, strength=4).interval(0.9).holds(rate)
    assert 0.85 < held / 300 < 0.95


def test_a_prior_of_certainty_can_still_be_moved() -> None:
    assert Beta.of(0, 50, mean=1.0, strength=4).mean < 0.1
    assert Beta.of(0, 0, mean=0.3, strength=4).mean == pytest.approx(0.3)
    assert Beta(2, 6).below(0.5) > 0.9


def test_nothing_counted_says_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)
    assert newcombe((0, 0), (0, 0)) == pytest.approx((-math.hypot(0.5, 0.5), math.hypot(0.5, 0.5)))
    assert str(wilson(5, 10)) == "0.24 to 0.76"


@pytest.mark.parametrize(("successes", "n", "level"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 1.0)])
def test_impossible_counts_and_levels_are_refused(successes: int, n: int, level: float) -> None:
    with pytest.raises(InvalidInput):
        wilson(successes, n, level)


def test_a_belief_needs_a_prior() -> None:
    with pytest.raises(InvalidInput, match="add a prior"):
        Beta(0, 3)
