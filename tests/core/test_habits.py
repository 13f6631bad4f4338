"""Habits: tools that make a difference within tasks, and none that do not."""

from __future__ import annotations

import random

import pytest

from seasoned.core.habits import Habits


def simulated(effect: float, seed: int, *, confounded: bool = False) -> Habits:
    """Tasks of all grades of difficulty, tried ten times each, half of them with the tool."""
    chance, habits = random.Random(seed), Habits()
    for task in range(30):
        ease = chance.random() * 0.8
        for _ in range(10):
            used = chance.random() < (1.0 - ease if confounded else 0.5)
            worked = chance.random() < ease + (effect if used else 0.0)
            habits.add(task, ["tool"] if used else [], worked)
    return habits


@pytest.mark.parametrize("confounded", [False, True])
def test_without_effect_at_most_one_in_twenty_finds_one(confounded: bool) -> None:
    found = sum(bool(list(simulated(0.0, i, confounded=confounded).found())) for i in range(400))
    assert found <= 0.05 * 400 + 3 * (400 * 0.05 * 0.95) ** 0.5


def test_an_effect_is_found_with_its_size_even_where_hard_tasks_call_for_the_tool() -> None:
    for seed in range(5):
        (habit,) = simulated(0.2, seed, confounded=True).found()
        assert habit.change == pytest.approx(0.2, abs=0.12)
        assert habit.interval.low > 0.0
        assert "tried with and without `tool`" in habit.text


def test_what_was_never_tried_both_ways_says_nothing() -> None:
    habits = Habits()
    for task in range(50):
        habits.add(task, ["tool"], task % 2 == 0)
    assert list(habits.found()) == []
