"""The cluster bootstrap: coverage where attempts at one task are alike, and its edges."""

from __future__ import annotations

import numpy as np
import pytest

from seasoned import InvalidInput
from seasoned.core.resampling import bootstrap_mean, cluster_bootstrap, numbered


def draw(chance: np.random.Generator, clusters: int) -> tuple[list[float], list[int]]:
    """Rewards of one to five attempts at each task, which has a mean of its own around 0.5."""
    numbers, names = [], []
    for cluster in range(clusters):
        own = chance.normal(0.5, 0.2)
        for _ in range(chance.integers(1, 6)):
            numbers.append(own + chance.normal(0, 0.1))
            names.append(cluster)
    return numbers, names


def coverage(clusters: int, runs: int) -> float:
    chance = np.random.default_rng(3)
    held = 0
    for seed in range(runs):
        found = bootstrap_mean(*draw(chance, clusters), seed=seed)
        held += found is not None and found.holds(0.5)
    return held / runs


def test_coverage_with_alike_attempts() -> None:
    assert 0.90 < coverage(20, 150) < 0.99


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [8, 20, 60])
def test_coverage_with_few_and_many_clusters(clusters: int) -> None:
    assert 0.92 < coverage(clusters, 800) < 0.975


def test_taking_attempts_for_independent_would_cover_too_little() -> None:
    chance = np.random.default_rng(4)
    held = 0
    for seed in range(100):
        numbers, _ = draw(chance, 20)
        found = bootstrap_mean(numbers, range(len(numbers)), seed=seed)
        held += found is not None and found.holds(0.5)
    assert held / 100 < 0.85


def test_many_clusters_are_bundled_without_harm() -> None:
    chance = np.random.default_rng(7)
    numbers = chance.normal(0, 1, 40_000)
    found = bootstrap_mean(numbers, range(40_000))
    assert found is not None
    assert found.width == pytest.approx(2 * 1.96 / 200, rel=0.1)


def test_equal_seeds_give_equal_intervals() -> None:
    numbers, names = draw(np.random.default_rng(1), 15)
    assert bootstrap_mean(numbers, names, seed=2) == bootstrap_mean(numbers, names, seed=2)
    assert bootstrap_mean(numbers, names, seed=2) != bootstrap_mean(numbers, names, seed=3)


@pytest.mark.parametrize("clusters", [[], ["a"], ["a", "a", "a"]])
def test_one_cluster_says_nothing(clusters: list[str]) -> None:
    assert bootstrap_mean([1.0] * len(clusters), clusters) is None


def test_columns_and_clusters_must_agree() -> None:
    with pytest.raises(InvalidInput, match="one case for each cluster"):
        cluster_bootstrap([[1.0, 2.0]], ["a"], lambda totals: totals[:, 0])


def test_names_are_numbered_in_order_of_appearance() -> None:
    assert numbered(["b", "a", "b", None]).tolist() == [0, 1, 0, 2]
