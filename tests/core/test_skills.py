"""Skill profiles: figures by hand, weakness that is no bad luck, and simulated promises."""

from __future__ import annotations

import time
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Episode, Feedback, InvalidInput, Outcome, Task
from seasoned.core.history import Performance
from seasoned.core.skills import (
    SkillProfile,
    compute_skill_profiles,
    identify_weak_skills,
    is_weak,
)

OUTCOMES = ("success", "partial", "failure", "unknown")


def row(num: int, outcome: str, category: str = "c", strategy: str = "s") -> Performance:
    return Performance(num, category, strategy, outcome, None, float(num))


def profile(successes: int, known: int, category: str = "c") -> SkillProfile:
    return SkillProfile(category, known, known, successes, 0, None, 1.0)


def test_a_profile_by_hand() -> None:
    episodes = [
        Episode(
            Task("a", category="testing"),
            outcome=Outcome.SUCCESS,
            strategy="iterative",
            iterations=3,
        ),
        Episode(
            Task("b", category="testing"),
            outcome=Outcome.PARTIAL,
            feedback=Feedback(reward=0.2),
            strategy="defensive",
        ),
        Episode(Task("c", category="testing"), outcome=Outcome.UNKNOWN),
        Episode(Task("d", category="debugging"), outcome=Outcome.FAILURE, tags=("slow",)),
        Episode(Task("part", category="debugging"), outcome=Outcome.SUCCESS, parent="x"),
    ]
    debugging, testing = compute_skill_profiles(episodes)
    assert (testing.category, testing.total_episodes, testing.known) == ("testing", 3, 2)
    assert (testing.successes, testing.partials, testing.success_rate) == (1, 1, 0.5)
    assert testing.unknown_share == pytest.approx(1 / 3)
    assert testing.avg_reward == pytest.approx(0.6)
    assert testing.avg_iterations == pytest.approx(5 / 3)
    assert testing.best_strategy is not None
    assert (testing.best_strategy.name, testing.best_strategy.rate) == ("iterative", 1.0)
    assert (debugging.total_episodes, debugging.success_rate) == (1, 0.0)
    assert [p.category for p in compute_skill_profiles(episodes, by="tag")] == ["slow"]


def test_where_nothing_is_known_nothing_is_claimed() -> None:
    (found,) = compute_skill_profiles([row(1, "unknown")])
    unclaimed = (found.success_rate, found.avg_reward, found.best_strategy, found.trend)
    assert unclaimed == (None, None, None, None)
    assert found.interval == (0.0, 1.0)
    assert not is_weak(found)
    assert not is_weak(found, confidence=None)


def test_the_weak_of_the_source_articles_table() -> None:
    table = {
        "code_generation": profile(43, 50),
        "debugging": profile(7, 20),
        "testing": profile(11, 15),
        "refactoring": profile(2, 8),
    }
    for confidence in (0.9, None):
        weak = identify_weak_skills(table.values(), confidence=confidence)
        assert weak == (table["debugging"], table["refactoring"])


def test_one_failure_is_a_weakness_only_to_the_plain_rule() -> None:
    assert not is_weak(profile(0, 1))
    assert is_weak(profile(0, 1), confidence=None)
    assert is_weak(profile(0, 3))
    assert not is_weak(profile(5, 20), threshold=0.2)


@pytest.mark.parametrize("n", [5, 10, 30, 100])
def test_few_skills_at_the_threshold_are_called_weak(n: int) -> None:
    """Exactly: the share of all 2^n courses of n tosses of a fair coin that count as weak."""
    share = sum(comb(n, k) for k in range(n + 1) if is_weak(profile(k, n))) / 2**n
    assert share <= 0.2 if n < 10 else share <= 0.115


def test_a_skill_that_got_better_is_seen_rising() -> None:
    before = [row(num, "failure" if num % 4 else "success") for num in range(40)]
    after = [row(num, "success" if num % 4 else "failure") for num in range(40, 80)]
    (rising,) = compute_skill_profiles(before + after)
    assert rising.trend is not None
    assert rising.trend.direction == "rising"
    assert rising.trend.change == pytest.approx(0.5)
    (falling,) = compute_skill_profiles(
        [row(-r.num, r.outcome) for r in before + after]  # the same, last first
    )
    assert falling.trend is not None
    assert falling.trend.direction == "falling"


def test_a_level_skill_is_seldom_seen_moving() -> None:
    chance = Random(11)
    moved = 0
    for _ in range(400):
        rows = [row(n, "success" if chance.random() < 0.7 else "failure") for n in range(60)]
        (found,) = compute_skill_profiles(rows)
        moved += found.trend is not None and found.trend.direction != "level"
    assert moved / 400 < 0.075


def test_the_best_strategy_is_better_than_that_of_the_highest_plain_rate() -> None:
    """Over made-up categories with five strategies, most of them tried a few times only."""
    chance = Random(12)
    ours = plain = 0.0
    for _ in range(400):
        truth = {name: chance.betavariate(3, 3) for name in "abcde"}
        tried = [name for name in truth for _ in range(chance.choice((1, 2, 3, 10, 30)))]
        rows = [
            row(n, "success" if chance.random() < truth[name] else "failure", strategy=name)
            for n, name in enumerate(tried)
        ]
        (found,) = compute_skill_profiles(rows)
        assert found.best_strategy is not None
        ours += truth[found.best_strategy.name]
        won = {name: [r.outcome == "success" for r in rows if r.strategy == name] for name in truth}
        plain += truth[max(won, key=lambda name: (sum(won[name]) / len(won[name]), name))]
    assert ours > plain + 400 * 0.02


@given(
    st.lists(
        st.builds(
            row,
            st.integers(0, 50),
            st.sampled_from(OUTCOMES),
            st.sampled_from("ab"),
            st.sampled_from(["", "x", "y"]),
        ),
        max_size=40,
    )
)
def test_profiles_add_up(rows: list[Performance]) -> None:
    found = compute_skill_profiles(rows)
    assert sum(p.total_episodes for p in found) == len(rows)
    for p in found:
        assert p.successes + p.partials <= p.known <= p.total_episodes
        assert p.success_rate is None or p.interval.holds(p.success_rate)
        assert p.best_strategy is None or p.best_strategy.known <= p.known


def test_a_hundred_thousand_episodes_are_no_work() -> None:
    names = [f"c{i}" for i in range(40)]
    rows = [row(n, OUTCOMES[n % 3], names[n % 40], names[n % 7]) for n in range(100_000)]
    before = time.process_time()
    assert len(compute_skill_profiles(rows)) == 40
    assert time.process_time() - before < 1.0


def test_other_groupings_are_refused() -> None:
    with pytest.raises(InvalidInput, match="'category' or 'tag'"):
        compute_skill_profiles([], by="user")  # type: ignore[arg-type]
