"""The learning curve: rolling figures by hand, and claims that streams of every shape bear out."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from seasoned import Episode, InvalidInput, Outcome, Task
from seasoned.core.curve import (
    LearningCurve,
    compute_learning_curve,
    curves_by_arm,
    describe_curve,
    running_rates,
)
from seasoned.core.history import Performance
from seasoned.core.indicators import change_in_words, indicators
from seasoned.core.intervals import Interval, wilson
from seasoned.core.trend import Slope
from tests.core.streams import rows


def curve(rates: np.ndarray[tuple[int], np.dtype[np.float64]], seed: int = 0) -> LearningCurve:
    chance = np.random.default_rng(seed)
    return describe_curve(rows((chance.random(len(rates)) < rates).astype(float)))


LEARNING = 0.9 - 0.7 * np.exp(-np.arange(150) / 50)
RISE = np.linspace(0.1, 0.9, 200)
STOPPED = np.where(np.arange(400) < 100, np.linspace(0.1, 0.7, 400), 0.6)


def test_rolling_figures_by_hand() -> None:
    found = compute_learning_curve(rows([1, 0, 1, 1]), window=2)
    assert [s.episode_number for s in found] == [1, 2, 3, 4]
    assert [s.cumulative_reward for s in found] == [1, 1, 2, 3]
    assert [s.rolling_success_rate for s in found] == [1, 0.5, 0.5, 1]
    assert [s.rolling_avg_reward for s in found] == [1, 0.5, 0.5, 1]


def test_the_usual_window_holds_five() -> None:
    outcomes = [Outcome.FAILURE, *[Outcome.SUCCESS] * 5]
    found = compute_learning_curve([Episode(Task("t"), outcome=outcome) for outcome in outcomes])
    assert [s.rolling_success_rate for s in found] == [0, 0.5, pytest.approx(2 / 3), 0.75, 0.8, 1]


def test_what_is_unknown_moves_no_figure() -> None:
    known = rows([0, 1])
    unknown = Performance(9, "c", "s", "unknown", None, 0.5)
    found = compute_learning_curve([known[0], unknown, known[1]])
    assert [s.rolling_success_rate for s in found] == [0, 0, 0.5]
    assert compute_learning_curve([unknown])[0].rolling_success_rate is None
    assert describe_curve([known[0], unknown, known[1]]).unknown_share == pytest.approx(1 / 3)


def test_a_window_holds_at_least_one() -> None:
    with pytest.raises(InvalidInput, match="window"):
        compute_learning_curve([], window=0)


def test_a_rise_is_seen() -> None:
    found = curve(RISE)
    assert found.success is not None
    assert found.success.direction == "rising"
    assert found.plateau is None
    assert found.regression is None


@pytest.mark.parametrize("seed", range(5))
def test_a_plateau_is_seen_with_about_where_it_began(seed: int) -> None:
    rates = np.where(np.arange(500) < 60, 0.1, 0.65)
    found = curve(rates, seed)
    assert found.plateau is not None
    assert found.plateau.episode_number == pytest.approx(61, abs=12)
    assert found.plateau.num == found.plateau.episode_number + 99
    assert found.regression is None


def test_a_rise_that_goes_on_is_seldom_called_a_plateau() -> None:
    wrong = sum(curve(RISE, seed).plateau is not None for seed in range(100))
    assert wrong <= 8


@pytest.mark.parametrize("seed", range(5))
def test_a_regression_is_seen_with_about_where_it_began(seed: int) -> None:
    rates = np.concatenate([LEARNING, np.full(80, 0.35)])
    found = curve(rates, seed)
    assert found.regression is not None
    assert found.regression.episode_number == pytest.approx(151, abs=15)
    assert found.regression.after < found.regression.before
    assert found.plateau is None


def test_a_drop_that_was_made_good_is_no_regression() -> None:
    found = curve(np.repeat([0.8, 0.2, 0.8], 100))
    assert len(found.turns) == 2
    assert found.regression is None


def test_arms_have_curves_of_their_own() -> None:
    better = [row._replace(arm="memory") for row in rows([0] * 30 + [1] * 30)]
    same = [row._replace(arm="control") for row in rows([0, 1] * 30)]
    found = curves_by_arm(better + same)
    assert sorted(found) == ["control", "memory"]
    assert len(found["memory"].turns) == 1
    assert found["control"].turns == ()


def verdicts(found: LearningCurve) -> list[str]:
    return [one.verdict for one in indicators(found)]


def test_the_indicators_of_a_memory_that_works() -> None:
    found = curve(RISE)
    assert verdicts(found) == ["good", "good", "good"]
    assert "faster than a straight line" in indicators(found)[2].text


def test_the_indicators_of_a_memory_that_fell_back() -> None:
    found = curve(np.repeat([0.9, 0.3], 150))
    success, reward, cumulative = indicators(found)
    assert success.verdict == reward.verdict == cumulative.verdict == "problem"
    assert "declined" in success.text
    assert "at episode 1" in success.text


def test_the_indicators_of_no_learning() -> None:
    found = curve(np.full(3_000, 0.5), 1)
    success, _, cumulative = indicators(found)
    assert success.verdict == cumulative.verdict == "problem"
    assert "stagnates" in success.text
    assert "straight line" in cumulative.text


def test_a_mix_of_tasks_has_changes_within_categories_and_no_levels() -> None:
    learned = rows([i >= 25 or i % 4 == 0 for i in range(60)], "parsing")
    failed = [row._replace(num=row.num + 60, at=row.at + 1e6) for row in rows([0] * 12, "billing")]
    found = describe_curve([*learned, *failed])
    assert found.mixed
    texts = [one.text for one in indicators(found)]
    assert all("within categories" in text for text in texts)
    assert not any("from " in text or "only ever" in text for text in texts)
    alone = describe_curve(learned)
    assert not alone.mixed
    assert "within" not in indicators(alone)[0].text


@pytest.mark.parametrize("n", [24, 61, 200])
def test_no_change_of_more_than_a_hundred_points_is_told(n: int) -> None:
    found = curve(np.repeat([0.0, 1.0], n // 2))
    assert found.success is not None
    mean, low, high = found.success.change
    assert -1.0 <= low <= mean <= high <= 1.0
    rates = np.linspace(0.2, 0.9, n)
    slope = curve(rates).success
    assert slope is not None
    if slope.direction == "rising":
        assert f"over these {n} episodes" in change_in_words(slope, "points", False)


def test_what_may_decline_does_not_stagnate_and_what_is_level_is_sent_to_lift() -> None:
    falling = replace(curve(RISE), turns=(), plateau=None, regression=None, settled=False)
    for low, word in ((-1.0, "may decline"), (-0.05, "stagnates")):
        level = replace(falling, success=Slope(-0.02, Interval(low, 0.04), 100))
        verdict, text = indicators(level)[0][1:]
        assert (verdict, word in text) == ("problem", True)
    assert "lift" in text


def test_a_reward_that_fell_at_last_does_not_grow_faster() -> None:
    found = curve(np.repeat([0.3, 0.8, 0.5], 1_000))
    assert [one.verdict for one in indicators(found)] == ["problem"] * 3
    assert "more slowly since" in indicators(found)[2].text


def test_swings_are_told_from_chance() -> None:
    swinging = curve(np.repeat([0.8, 0.2, 0.8, 0.2], 100))
    assert "oscillates" in indicators(swinging)[1].text
    assert "oscillates" not in indicators(curve(RISE))[1].text


def test_what_is_at_its_ceiling_is_no_problem() -> None:
    found = curve(np.where(np.arange(400) < 50, 0.2, 0.98))
    assert found.settled
    assert indicators(found)[0].verdict == "good"


def test_what_rose_to_where_nothing_can_rise_does_not_stagnate() -> None:
    found = describe_curve(rows([0] * 30 + [1] * 30))
    assert found.plateau and not found.settled
    assert verdicts(found) == ["good", "good", "good"]
    assert indicators(found)[0].text == (
        "It rose: from 0% to 100% at episode 31, and has little left to gain."
    )
    perfect = describe_curve(rows([1] * 60))
    assert verdicts(perfect) == ["good", "good", "good"]
    assert "little left to gain" in indicators(perfect)[1].text


@pytest.mark.parametrize("won", [[], [1], [0, 1, 1], [0, 1] * 20])
def test_with_little_to_go_by_the_answers_stay_open(won: list[int]) -> None:
    found = describe_curve(rows(won))
    assert verdicts(found) == ["open", "open", "open"]
    assert all("Not enough evidence" in one.text for one in indicators(found))


def test_a_hundred_thousand_episodes_are_no_work() -> None:
    history = rows((np.random.default_rng(1).random(100_000) < 0.7).astype(float))
    before = time.process_time()
    assert len(describe_curve(history).snapshots) == 100_000
    assert time.process_time() - before < 2.0


def test_running_rates_are_of_known_outcomes_and_end_with_the_newest() -> None:
    few = [
        Performance(i, "c", "", outcome, None, float(i))
        for i, outcome in enumerate(["success", "unknown", "failure", "success", "partial"], 1)
    ]
    found = running_rates(few, 2)
    assert [(point.episode_number, point.rate) for point in found] == [(3, 0.5), (4, 0.5), (5, 0.5)]
    assert found[0].interval == wilson(1, 2)
    assert running_rates(few, 5) == ()
    many = [Performance(i, "c", "", "success", None, float(i)) for i in range(5_000)]
    thin = running_rates(many, 10, most=50)
    assert len(thin) == 50
    assert (thin[0].episode_number, thin[-1].episode_number) == (10, 5_000)
