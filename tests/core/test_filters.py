"""Which episodes a filter keeps; the oracle of what stores select."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.records import Episode, Feedback, Outcome, Task, Verdict
from seasoned.errors import InvalidInput

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
EPISODE = Episode(
    Task("t", category="debugging", complexity=0.4),
    outcome=Outcome.SUCCESS,
    feedback=Feedback(reward=0.8),
    tags=("auth", "ci"),
    strategy="iterative",
    source="own",
    environment="v2",
    agent="builder",
    session="s1",
    user="ann",
    finished_at=NOW,
    metadata={"repo": "web", "pr": 12, "merged": True, "note": None, "list": [1]},
    id="e1",
)


@pytest.mark.parametrize(
    ("conditions", "kept"),
    [
        ({}, True),
        ({"category": "debugging"}, True),
        ({"category": ("testing", "Debugging")}, True),
        ({"category": "testing"}, False),
        ({"outcome": "success"}, True),
        ({"outcome": (Outcome.FAILURE, Outcome.PARTIAL)}, False),
        ({"tags_any": ("slow", "ci")}, True),
        ({"tags_any": "slow"}, False),
        ({"tags_all": ("ci", "auth")}, True),
        ({"tags_all": ("ci", "slow")}, False),
        ({"tags_any": "c"}, False),
        ({"strategy": "iterative"}, True),
        ({"strategy": "defensive"}, False),
        ({"source": ("import", "own")}, True),
        ({"environment": "v1"}, False),
        ({"agent": "builder", "session": "s1", "user": "ann"}, True),
        ({"agent": "builder", "session": "s2"}, False),
        ({"user": "bob"}, False),
        ({"reward_min": 0.8}, True),
        ({"reward_min": 0.81}, False),
        ({"reward_max": 0.8}, True),
        ({"reward_max": 0.79}, False),
        ({"complexity_min": 0.4, "complexity_max": 0.4}, True),
        ({"complexity_min": 0.5}, False),
        ({"after": NOW}, True),
        ({"after": NOW + timedelta(microseconds=1)}, False),
        ({"before": NOW}, False),
        ({"before": NOW + timedelta(microseconds=1)}, True),
        ({"ids": ("e0", "e1")}, True),
        ({"ids": "e0"}, False),
        ({"metadata": {"repo": "web", "pr": 12}}, True),
        ({"metadata": {"repo": "api"}}, False),
        ({"metadata": {"merged": True}}, True),
        ({"metadata": {"merged": 1}}, False),
        ({"metadata": {"pr": 12.0}}, True),
        ({"metadata": {"pr": "12"}}, False),
    ],
)
def test_conditions(conditions: dict[str, Any], kept: bool) -> None:
    where = Filter(**conditions)
    assert where.matches(EPISODE) is kept
    assert where.empty is (conditions == {})


def test_outcome_and_reward_are_the_effective_ones() -> None:
    verdict = Verdict("e1", Outcome.FAILURE, Feedback(reward=0.1), at=NOW)
    judged = EPISODE.with_verdicts([verdict])
    assert Filter(outcome=Outcome.FAILURE, reward_max=0.2).matches(judged)
    assert not Filter(outcome=Outcome.SUCCESS).matches(judged)


def test_without_a_reward_no_range_of_rewards_matches() -> None:
    silent = replace(EPISODE, feedback=Feedback())
    assert not Filter(reward_min=0.0).matches(silent)
    assert not Filter(reward_max=1.0).matches(silent)
    assert Filter().matches(silent)


SEVERAL = (
    *("category", "outcome", "tags_any", "tags_all", "strategy", "source"),
    *("environment", "agent", "session", "user", "ids"),
)


@pytest.mark.parametrize("name", SEVERAL)
def test_an_empty_list_matches_nothing_and_none_is_no_condition(name: str) -> None:
    conditions: list[dict[str, Any]] = [{name: []}, {name: None}]
    none_left, anything = (Filter(**condition) for condition in conditions)
    assert none_left.impossible and not none_left.empty and not none_left.matches(EPISODE)
    assert anything.empty and not anything.impossible and anything.matches(EPISODE)


def test_one_value_and_a_list_are_kept_as_a_tuple() -> None:
    where = Filter(category="Debugging", outcome="success", ids=["e1", "e2"], tags_any=["ci"])
    assert (where.category, where.outcome) == (("debugging",), (Outcome.SUCCESS,))
    assert (where.ids, where.tags_any) == (("e1", "e2"), ("ci",))


def test_everything_is_empty_and_a_zero_is_a_condition() -> None:
    assert EVERYTHING.empty
    assert not Filter(reward_min=0.0).empty and not Filter(metadata={"n": None}).empty


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"category": "two words"}, "category"),
        ({"outcome": "won"}, "outcome must be one of"),
        ({"tags_any": (1,)}, "tags_any"),
        ({"reward_min": 2}, "reward_min"),
        ({"reward_max": float("nan")}, "reward_max"),
        ({"complexity_min": -1}, "complexity_min"),
        ({"after": datetime(2026, 5, 1)}, "after has no time zone"),
        ({"before": "yesterday"}, "before must be a datetime"),
        ({"metadata": {"list": [1]}}, "one JSON scalar"),
        ({"metadata": {"account": 2**63}}, "as a string"),
        ({"metadata": {"when": NOW}}, "metadata"),
    ],
)
def test_bad_conditions_are_refused(conditions: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Filter(**conditions)


def test_times_of_an_unfinished_episode_cannot_be_asked_for() -> None:
    with pytest.raises(InvalidInput, match="finished_at"):
        Filter(after=NOW).matches(replace(EPISODE, finished_at=None))


def test_a_source_is_found_however_its_kind_is_spelled() -> None:
    made = Episode(Task("t"), source=" FOREIGN:forum")
    assert made.source == "foreign:forum"
    for spelling in ("foreign:forum", "Foreign:forum", " FOREIGN : forum "):
        assert Filter(source=spelling).matches(made)
    assert not Filter(source="foreign:Forum").matches(made)
    assert Episode(Task("t"), source="Own").source == "Own"
