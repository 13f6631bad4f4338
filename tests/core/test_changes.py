"""Levels of a stream: found where they began, and hardly ever where there are none."""

from __future__ import annotations

import math
import time
from itertools import product

import numpy as np
import pytest

from seasoned.core.changes import BELIEVED, levels, scan
from tests.core.streams import mixed

ONE = np.zeros(10_000, np.int64)
STATIONARY: list[tuple[float, ...]] = [
    (0.5,),
    (0.7,),
    (0.95,),
    (0.02,),
    (0.1, 0.9),
    (0.02, 0.5, 0.98),
    (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
]


def false_alarms(rates: tuple[float, ...], alike: float, runs: int, step: int) -> float:
    """Share of streams of 1,000 whose rates never change that are ever thought to have changed.

    Looked at after every `step`-th episode.
    """
    chance = np.random.default_rng(20)
    alarms = 0
    for _ in range(runs):
        won, categories = mixed(chance, 1_000, rates, alike)
        looks = range(10, 1_001, step)
        alarms += any(scan(won[:n], categories[:n]).root >= BELIEVED for n in looks)
    return alarms / runs


def test_few_false_alarms() -> None:
    assert false_alarms((0.3, 0.8), 0.0, 40, 20) <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("rates", STATIONARY)
def test_at_most_one_stream_in_twenty_gives_a_false_alarm(rates: tuple[float, ...]) -> None:
    """Looking again every fourth episode; two standard errors are allowed for."""
    assert false_alarms(rates, 0.0, 150, 4) <= 0.05 + 2 * (0.05 * 0.95 / 150) ** 0.5


@pytest.mark.slow
def test_looking_at_every_episode_gives_hardly_more() -> None:
    assert false_alarms((0.5,), 0.0, 150, 1) <= 0.05 + 2 * (0.05 * 0.95 / 150) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("rates", "alike"), [((0.7,), 0.2), ((0.7,), 0.4), ((0.1, 0.9), 0.2)])
def test_alike_neighbours_give_a_few_more(rates: tuple[float, ...], alike: float) -> None:
    assert false_alarms(rates, alike, 100, 10) <= 0.15


@pytest.mark.parametrize(("before", "after"), [(0.3, 0.75), (0.9, 0.4), (0.02, 0.3)])
def test_a_change_is_found_where_it_happened(before: float, after: float) -> None:
    chance = np.random.default_rng(21)
    rates = np.where(np.arange(300) < 150, before, after)
    errors = []
    for _ in range(60):
        found = levels((chance.random(300) < rates).astype(float), ONE[:300])
        if len(found) > 1:
            nearest = min((level.start for level in found[1:]), key=lambda start: abs(start - 150))
            errors.append(abs(nearest - 150))
    assert len(errors) >= 57
    assert np.median(errors) <= 6
    assert np.mean([error <= 25 for error in errors]) >= 0.9


def test_a_mix_that_changes_is_no_change() -> None:
    chance = np.random.default_rng(22)
    categories = (np.arange(400) >= 200).astype(np.int64)
    categories ^= chance.random(400) < 0.2
    won = (chance.random(400) < np.where(categories == 1, 0.9, 0.3)).astype(float)
    assert len(levels(won, categories)) == 1
    assert len(levels(won, ONE[:400])) > 1


def test_levels_follow_each_other_and_say_their_rates() -> None:
    won = np.array([0.0] * 40 + [1.0] * 40 + [0.0, 1.0] * 20)
    found = levels(won, ONE[:120])
    assert [level.start for level in found] == pytest.approx([0, 40, 80], abs=1)
    assert [level.rate for level in found] == pytest.approx([0.0, 1.0, 0.5], abs=0.03)
    assert found[-1].stop == 120
    assert sum(level.n for level in found) == 120


@pytest.mark.parametrize("won", [[], [1.0], [0.0] * 9, [1.0] * 500])
def test_what_never_varies_has_one_level_at_most(won: list[float]) -> None:
    found = levels(np.array(won), ONE[: len(won)])
    assert len(found) == bool(won)


def test_every_perfect_step_is_found_where_it_is() -> None:
    """As far as it is believed at all: six of one kind and six of another may be chance."""
    for before, after in product(range(6, 41), repeat=2):
        n, share = before + after, before / (before + after)
        sure = -2 * n * (share * math.log(share) + (1 - share) * math.log(1 - share))
        for first in (0.0, 1.0):
            won = np.array([first] * before + [1.0 - first] * after)
            found = levels(won, ONE[:n])
            starts = [level.start for level in found]
            assert starts == ([0, before] if sure >= BELIEVED**2 else [0]), (before, after)
            if len(found) == 2:
                assert [level.rate for level in found] == [first, 1.0 - first]


@pytest.mark.parametrize(
    ("low", "high", "long"), [(0.2, 0.8, 8), (0.35, 0.65, 5), (0.3, 0.7, 4), (0.05, 0.95, 3)]
)
def test_blocks_of_like_tasks_are_no_levels(low: float, high: float, long: int) -> None:
    chance = np.random.default_rng(25)
    turned = 0
    for _ in range(40):
        rates = np.repeat(chance.choice([low, high], size=1_000 // long + 1), long)[:1_000]
        turned += len(levels((chance.random(1_000) < rates).astype(float), ONE[:1_000])) > 1
    assert turned <= 2


def test_levels_that_come_and_go_are_not_taken_for_blocks() -> None:
    chance = np.random.default_rng(26)
    for rates, lengths in (((0.3, 0.8, 0.5), (500, 500, 500)), ((0.3, 0.9, 0.3), (200, 40, 200))):
        for _ in range(20):
            won = (chance.random(sum(lengths)) < np.repeat(rates, lengths)).astype(float)
            assert len(levels(won, ONE[: len(won)])) == 3


def test_rewards_have_levels_too() -> None:
    chance = np.random.default_rng(23)
    rewards = np.clip(chance.normal(np.where(np.arange(200) < 120, 0.4, 0.8), 0.2), 0, 1)
    found = levels(rewards, ONE[:200])
    assert [level.start for level in found] == pytest.approx([0, 120], abs=8)


def test_a_hundred_thousand_outcomes_are_no_work() -> None:
    chance = np.random.default_rng(24)
    won, categories = mixed(chance, 100_000, (0.3, 0.6, 0.9))
    before = time.process_time()
    assert len(levels(won, categories)) <= 2
    assert time.process_time() - before < 1.0
