"""Slopes: by hand, blind to a changing mix, and as sure as they say."""

from __future__ import annotations

import numpy as np
import pytest

from seasoned.core.trend import cosine_transforms, slope
from tests.core.streams import mixed


def coverage(n: int, alike: float, rates: tuple[float, ...], runs: int, seed: int = 0) -> float:
    """How often 95 % intervals hold 0 where no rate ever changes."""
    chance = np.random.default_rng(seed)
    found = [slope(*mixed(chance, n, rates, alike)) for _ in range(runs)]
    return sum(one is not None and one.interval.holds(0.0) for one in found) / runs


def test_a_straight_line_is_found() -> None:
    found = slope(np.linspace(0.0, 1.0, 101), np.zeros(101, np.int64))
    assert found is not None
    assert found.per_hundred == pytest.approx(1.0)
    assert found.direction == "rising"
    assert found.n == 101


def test_a_turn_to_easier_tasks_is_no_learning() -> None:
    chance = np.random.default_rng(1)
    easy = chance.random(400) < np.linspace(0.1, 0.9, 400)
    won = (chance.random(400) < np.where(easy, 0.9, 0.3)).astype(float)
    found = slope(won, easy.astype(np.int64))
    naive = slope(won, np.zeros(400, np.int64))
    assert found is not None
    assert naive is not None
    assert found.direction == "level"
    assert naive.direction == "rising"


def test_learning_within_a_mix_is_found() -> None:
    chance = np.random.default_rng(2)
    categories = chance.integers(4, size=400)
    rates = np.array([0.1, 0.2, 0.3, 0.4])[categories] + np.linspace(0.0, 0.4, 400)
    found = slope((chance.random(400) < rates).astype(float), categories)
    assert found is not None
    assert found.direction == "rising"
    assert found.interval.holds(0.1)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    assert 0.91 < coverage(100, 0.2, (0.3, 0.8), 200) < 0.995


@pytest.mark.slow
@pytest.mark.parametrize("n", [12, 20, 50, 200, 1000])
@pytest.mark.parametrize("rates", [(0.6,), (0.2, 0.35, 0.5, 0.65, 0.8)])
def test_coverage_of_independent_outcomes_and_of_neighbours_that_are_alike(
    n: int, rates: tuple[float, ...]
) -> None:
    assert 0.925 < coverage(n, 0.0, rates, 400) < 0.995
    assert 0.90 < coverage(n, 0.2, rates, 400) < 0.99
    assert 0.875 < coverage(n, 0.5, rates, 400) < 0.99


def test_the_transforms_keep_the_size_of_the_numbers() -> None:
    numbers = np.random.default_rng(3).normal(size=64)
    waves = cosine_transforms(numbers)
    by_hand = [
        np.sqrt(2 / 64) * sum(x * np.cos(np.pi * j * (t + 0.5) / 64) for t, x in enumerate(numbers))
        for j in range(64)
    ]
    assert waves == pytest.approx(by_hand)
    assert waves[1:] @ waves[1:] == pytest.approx(64 * numbers.var())


@pytest.mark.parametrize(
    ("n", "categories"), [(0, []), (11, [0] * 11), (12, list(range(12))), (12, [0, *range(11)])]
)
def test_too_little_gives_no_slope(n: int, categories: list[int]) -> None:
    assert slope(np.ones(n), np.array(categories, dtype=np.int64)) is None
