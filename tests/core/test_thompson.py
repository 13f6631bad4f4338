"""Choosing by what strategies earned: evidence, priors, falls, and the odds that are logged."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput, Outcome
from seasoned.core.history import History, Performance
from seasoned.core.recall import Candidate, Traits
from seasoned.core.strategies import Choice, Evidence
from seasoned.core.thompson import (
    SHIPPED,
    ThompsonPolicy,
    Trial,
    considered,
    prior_means,
    tallies_of,
    thompson,
    trials_of,
)

PLAIN = replace(SHIPPED, half_life=math.inf, fall=math.inf)


def trials(strategy: str, rewards: Sequence[float], **fields: Any) -> list[Trial]:
    """Of these rewards, oldest first, as similar as can be."""
    return [
        Trial(strategy, reward, **{"similarity": 1.0, "at": float(at), **fields})
        for at, reward in enumerate(rewards)
    ]


def of(choice: Choice, name: str) -> Evidence:
    return next(one for one in choice.evidence if one.name == name)


def test_what_worked_is_chosen_and_the_reason_says_so() -> None:
    given = trials("iterative", [1] * 12) + trials("defensive", [0] * 12)
    choice = thompson("c", given, candidates=["defensive", "iterative"])
    assert choice.name == "iterative"
    assert choice.by == "thompson"
    assert choice.probability > 0.95
    assert "iterative earned 100% in 12 similar episodes" in choice.reason
    assert choice.instruction


def test_evidence_by_hand() -> None:
    given = trials("a", [1, 0, 1], similarity=0.5) + trials("a", [1], similarity=1.0, imported=True)
    choice = thompson("c", given, candidates=["a", "b"], policy=PLAIN)
    found = of(choice, "a")
    assert found.n == 4
    assert found.weight == pytest.approx(3 * 0.25 + 0.25)
    assert found.successes == pytest.approx(2 * 0.25 + 0.25)
    # Nothing is known elsewhere, so the prior is 0.5 and counts for four.
    assert found.mean == pytest.approx((0.75 + 4 * 0.5) / (1.0 + 4))
    assert found.interval.holds(found.mean)
    assert of(choice, "b").n == 0
    assert sum(one.probability for one in choice.evidence) == pytest.approx(1.0)


def test_what_is_not_similar_enough_counts_for_nothing() -> None:
    policy = replace(PLAIN, floor=0.4, power=1.0)
    given = trials("a", [1], similarity=0.4) + trials("a", [1], similarity=0.7)
    found = of(thompson("c", given, candidates=["a"], policy=policy), "a")
    assert found.n == 1
    assert found.weight == pytest.approx(0.5)


def test_older_evidence_counts_less_and_only_the_weightiest_counts() -> None:
    policy = replace(PLAIN, half_life=1.0, most=2)
    found = of(thompson("c", trials("a", [1, 1, 1]), candidates=["a"], policy=policy), "a")
    assert found.n == 2
    assert found.weight == pytest.approx(1.5)


def test_a_candidate_never_tried_has_the_prior_of_its_category_and_its_name() -> None:
    tallies = {
        ("c", "a"): (50.0, 5.0),
        ("d", "a"): (50.0, 10.0),
        ("d", "new"): (50.0, 45.0),
        ("e", "new"): (50.0, 45.0),
    }
    choice = thompson("c", [], tallies, candidates=["a", "new", "unheard"])
    means = {one.name: one.mean for one in choice.evidence}
    assert means["new"] > means["unheard"] > means["a"]
    assert "not tried in anything similar yet" in choice.reason


def test_what_to_try_next_comes_in_order() -> None:
    given = trials("a", [0] * 9) + trials("b", [1] * 9) + trials("c", [1, 0] * 5)
    assert thompson("c", given, candidates=["a", "b", "c"]).order == ("b", "c", "a")


def test_without_any_evidence_all_are_as_likely() -> None:
    choice = thompson("c", [], candidates=["a", "b", "c", "d"])
    assert [one.probability for one in choice.evidence] == pytest.approx([0.25] * 4, abs=0.04)


def test_the_logged_probability_is_how_often_it_is_chosen() -> None:
    given = trials("a", [1, 0, 1, 1]) + trials("b", [1, 1, 0])
    policy = replace(SHIPPED, sharpness=2.0)
    choices = [
        thompson("c", given, candidates=["a", "b"], seed=s, policy=policy) for s in range(400)
    ]
    often = Counter(choice.name for choice in choices)["a"] / 400
    assert 0.3 < often < 0.97
    assert often == pytest.approx(of(choices[0], "a").probability, abs=0.08)


def test_equal_seeds_choose_alike() -> None:
    given = trials("a", [1, 0]) + trials("b", [1, 0])
    one, other = (thompson("c", g, candidates=["a", "b"], seed=4) for g in (given, given[::-1]))
    assert one == other


def test_what_was_before_a_fall_is_left_out_and_counts_little_for_the_others() -> None:
    """Twenty successes of a, then six failures; b failed long before, and is worth another try."""
    given = [Trial("b", 0.0, 1.0, float(at)) for at in range(8)]
    given += [Trial("a", 1.0, 1.0, 100.0 + at) for at in range(20)]
    given += [Trial("a", 0.0, 1.0, 200.0 + at) for at in range(6)]
    choice = thompson("c", given, candidates=["a", "b"])
    assert of(choice, "a").n == 6
    assert of(choice, "a").fell == 20
    assert of(choice, "b").n == of(choice, "b").outlived == 8
    assert of(choice, "b").weight < 1.0
    assert choice.name == "b"
    assert choice.reason.startswith(
        "b earned 0% in 8 similar episodes (all from before another one's success fell, which "
        "counts less), "
    )
    steady = thompson("c", given[:-6], candidates=["a", "b"])
    assert of(steady, "a").n == 20
    assert of(steady, "b").n == 8
    assert of(steady, "b").weight > 7.0


def test_the_fall_of_one_does_not_make_another_untried() -> None:
    given = trials("a", [1, 0, 1, 1, 0] * 4) + [
        Trial("b", float(at < 10), 1.0, 1e6 + at) for at in range(20)
    ]
    choice = thompson("c", given, candidates=["a", "b"])
    assert of(choice, "a").n == 20
    assert of(choice, "a").successes / of(choice, "a").weight == pytest.approx(0.6, abs=0.02)
    assert "not tried" not in choice.reason
    alone = thompson("c", given, candidates=["b"])
    assert alone.reason.startswith("b earned 0% in 10 similar episodes since its success fell, ")


def test_a_rise_is_no_reason_to_forget() -> None:
    given = trials("a", [0] * 10 + [1] * 20)
    assert of(thompson("c", given, candidates=["a"]), "a").n == 30


def test_hardly_any_stream_of_one_rate_is_thought_to_have_fallen() -> None:
    """Fifty outcomes at one rate, as many as count: a look at the end."""
    chance = np.random.default_rng(8)
    for rate in (0.1, 0.5, 0.9):
        reward = (chance.random((2_000, 1, 50)) < rate).astype(float)
        age = np.broadcast_to(np.arange(50.0), reward.shape)
        counts = considered(reward, np.ones_like(reward), age, SHIPPED)
        assert (counts[..., -1] == 0.0).mean() < 0.02


def test_many_streams_at_once_count_like_each_alone() -> None:
    chance = np.random.default_rng(9)
    reward, weight = chance.random((2, 3, 4, 5, 30))
    age = np.cumsum(chance.random((3, 4, 5, 30)), -1)
    together = considered(reward.round(), weight, age, SHIPPED)
    for place in np.ndindex(3, 4):
        alone = considered(reward[place].round(), weight[place], age[place], SHIPPED)
        assert together[place] == pytest.approx(alone)


def test_prior_means_take_the_good_strategies_for_what_they_are() -> None:
    n, total = np.zeros((2, 3, 2))
    n[:, 0], total[:, 0] = 30, 27
    n[:, 1], total[:, 1] = 2, 0
    means = prior_means(n, total, np.array(0), 4.0)
    assert means[0] > 0.6
    assert means[1] < 0.45
    many = prior_means(np.stack([n, n]), np.stack([total, total]), np.array([0, 2]), 4.0)
    assert many.shape == (2, 2)
    assert many[0] == pytest.approx(means)


def test_evidence_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Rates that come from the prior, a dozen outcomes each."""
    chance = np.random.default_rng(10)
    held = 0
    for _ in range(400):
        rate = chance.beta(2, 2)
        rewards = (chance.random(12) < rate).astype(float).tolist()
        choice = thompson("c", trials("a", rewards), candidates=["a"], policy=PLAIN)
        held += of(choice, "a").interval.holds(rate)
    assert 0.92 < held / 400 < 0.985


def test_trials_of_what_a_recall_found() -> None:
    traits = Traits(1, "i", "n", "c", 0.5, Outcome.SUCCESS, 0.7, "a", "own", 9.0, b"")
    found = [
        Candidate(traits, cosine=0.6, coverage=0.9),
        Candidate(traits._replace(reward=None, source="reflexion"), coverage=0.9),
        Candidate(traits._replace(strategy="")),
        Candidate(traits._replace(outcome=Outcome.UNKNOWN, reward=None)),
    ]
    assert trials_of(found) == [Trial("a", 0.7, 0.6, 9.0), Trial("a", 1.0, 0.9, 9.0, True)]


def test_tallies_of_a_history() -> None:
    rows = [
        Performance(1, "c", "a", "success", 0.5, 0.0),
        Performance(2, "c", "a", "failure", None, 1.0),
        Performance(3, "d", "a", "success", None, 2.0),
        Performance(4, "d", "", "success", None, 3.0),
        Performance(5, "d", "b", "unknown", None, 4.0),
        Performance(6, "d", "a", "success", None, 5.0, source="reflexion"),
    ]
    assert tallies_of(History.of(rows)) == {("c", "a"): (2, 0.5), ("d", "a"): (1.25, 1.25)}
    assert tallies_of(History.of([])) == {}


REWARDS = st.lists(st.floats(0, 1), max_size=8)


@given(st.dictionaries(st.sampled_from("abcd"), REWARDS), st.integers(0, 5))
def test_every_choice_is_among_the_candidates_and_adds_up(
    rewards: dict[str, list[float]], seed: int
) -> None:
    given = [trial for name, earned in rewards.items() for trial in trials(name, earned)]
    choice = thompson("c", given, candidates=["a", "b", "z"], seed=seed)
    assert choice.name in {"a", "b", "z"}
    assert 0 < choice.probability <= 1
    assert sum(one.probability for one in choice.evidence) == pytest.approx(1.0)
    for one in choice.evidence:
        assert 0 <= one.successes <= one.weight + 1e-9
        assert one.interval.holds(one.mean)


@pytest.mark.parametrize(
    "fields",
    [
        {"strength": 0.0},
        {"sharpness": -1.0},
        {"half_life": 0.0},
        {"most": 0},
        {"floor": 1.0},
        {"imported": 2.0},
        {"fall": math.nan},
        {"outlived": 1.5},
    ],
)
def test_policies_that_make_no_sense_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        ThompsonPolicy(**fields)


def test_a_choice_takes_milliseconds() -> None:
    given = [Trial("abcde"[i % 5], float(i % 3 > 0), 0.8, float(i)) for i in range(400)]
    tallies = {(f"c{i}", name): (100.0, 50.0) for i in range(50) for name in "abcde"}
    seconds = []
    for seed in range(5):
        before = time.process_time()
        thompson("c1", given, tallies, candidates=list("abcde"), seed=seed)
        seconds.append(time.process_time() - before)
    assert min(seconds) < 0.02


def test_how_often_one_is_taken_follows_from_what_was_drawn() -> None:
    """And not from the interval: an untried one is hoped to be better than one that earns .64."""
    given = trials("known", ([1, 1, 0] * 10))
    choice = thompson("c", given, candidates=["known", "new"])
    known, new = of(choice, "known"), of(choice, "new")
    assert known.mean > new.mean
    assert choice.name == "new"
    assert new.drawn.low > known.drawn.low
    assert new.drawn.width < new.interval.width
    assert new.probability > 0.95
    assert "less than of known" in choice.reason
    assert "hope for what is little known" in choice.reason
    assert f"{new.drawn.low:.0%} to {new.drawn.high:.0%} was drawn" in choice.reason
    assert "best" not in choice.reason


def test_without_hope_what_is_drawn_lies_around_what_is_expected() -> None:
    policy = replace(PLAIN, hope=0.0, sharpness=1.0)
    found = of(thompson("c", trials("a", [1, 0] * 20), candidates=["a"], policy=policy), "a")
    assert found.drawn.holds(found.mean)
    assert found.drawn.width == pytest.approx(found.interval.width, abs=0.02)


def test_a_failed_try_is_not_the_last_once_the_leader_falls() -> None:
    """One success of a and one failure of b: a is taken, until it fails about half the time."""
    leads = thompson("c", trials("a", [1]) + trials("b", [0]), candidates=["a", "b"])
    assert of(leads, "b").probability < 0.01
    falls = trials("a", [1, 0, 1, 0, 1, 0, 1, 0, 0, 0]) + trials("b", [0])
    assert of(thompson("c", falls, candidates=["a", "b"]), "b").probability > 0.3
