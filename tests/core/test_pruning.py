"""Which episodes a policy names: each condition by hand, and all of them together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Episode, Filter, InvalidInput, Step, Task
from seasoned.core.pruning import UTILITIES, PrunePolicy, Utility, doomed, tools_of
from seasoned.core.surprise import Rating

DAY = 86_400.0


def rated(num: int, reward: float | None = 1.0, **fields: Any) -> Rating:
    rating = Rating(num, "c", "s", "unknown" if reward is None else "success", reward, num * DAY)
    return rating._replace(**fields)


def nums(policy: PrunePolicy, ratings: list[Rating], **more: Any) -> list[int]:
    pool = more.get("pool", {rating.num for rating in ratings})
    found = doomed(policy, ratings, pool, more.get("shown", ()), more.get("now", 10 * DAY))
    return [rating.num for rating in found]


FIVE = [rated(i) for i in range(5)]


def test_age_counts_from_when_it_finished() -> None:
    assert nums(PrunePolicy(older_than=timedelta(days=7)), FIVE) == [0, 1, 2]


def test_the_newest_are_kept() -> None:
    assert nums(PrunePolicy(keep=2), FIVE) == [0, 1, 2]
    assert nums(PrunePolicy(keep=9), FIVE) == []
    assert nums(PrunePolicy(keep=0), FIVE) == [0, 1, 2, 3, 4]


def test_the_best_are_kept_and_the_newer_of_equals() -> None:
    some = [rated(0, 0.9), rated(1, 0.1), rated(2, 0.9), rated(3, 0.5), rated(4, 0.9)]
    assert nums(PrunePolicy(keep=2, best=True), some) == [0, 1, 3]


def test_what_is_unknown_is_as_good_as_its_kind() -> None:
    kind = [rated(i, 1.0) for i in range(20)] + [rated(20, 0.2), rated(21, None)]
    assert 21 not in nums(PrunePolicy(keep=21, best=True), kind)


def test_keep_counts_within_the_pool() -> None:
    policy = PrunePolicy(Filter(strategy=("s",)), keep=1)
    assert nums(policy, FIVE, pool={1, 2, 3}) == [1, 2]


@pytest.mark.parametrize(
    ("utility", "below", "gone"),
    [
        ("reward", 0.05, [1]),
        ("expected", 0.5, [0, 1]),
        ("surprise", 0.15, [1]),
        ("surprise", 0.2, [0, 1]),
    ],
)
def test_utilities(utility: Utility, below: float, gone: list[int]) -> None:
    """Category d earns a tenth and category c nine; nothing is known of number 3."""
    some = [rated(0, 0.31, category="d"), rated(1, 0.0, category="d"), rated(3, None, category="d")]
    usual = [rated(i, 0.1, category="d", strategy="t") for i in range(20, 60)]
    rest = [rated(i, 0.9) for i in range(10, 15)]
    policy = PrunePolicy(below=below, utility=utility)
    assert nums(policy, some + rest + usual, pool={0, 1, 3}) == gone


def test_only_what_was_never_shown() -> None:
    assert nums(PrunePolicy(never_shown=True), FIVE, shown={0, 3}) == [1, 2, 4]


def test_other_environments_go_and_unnamed_ones_stay() -> None:
    some = [rated(i, environment=name) for i, name in enumerate(["v1", "v2", None, "v3"])]
    assert nums(PrunePolicy(environments=("v2", "v3")), some) == [0]


def test_all_conditions_must_hold() -> None:
    policy = PrunePolicy(older_than=timedelta(days=7), keep=3, never_shown=True, below=1.0)
    some = [rated(i, 0.5) for i in range(5)]
    assert nums(policy, some, shown={0}) == [1]


def test_names_of_tools() -> None:
    steps = (
        Step("tool_call", 'book_flight({"to": "Oslo"})'),
        Step("tool_call", "  Search[Colorado orogeny]"),
        Step("tool_call", "pytest -q"),
        Step("tool_call", ""),
        Step("llm_response", "Search the web"),
    )
    assert tools_of(Episode(Task("t"), steps)) == {
        "tool_call",
        "llm_response",
        "book_flight",
        "Search",
        "pytest",
    }


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "would remove every episode"),
        ({"best": True}, "would remove every episode"),
        ({"older_than": timedelta(days=-1)}, "older_than"),
        ({"keep": -1}, "keep"),
        ({"below": 1.5}, "below"),
        ({"below": 0.5, "utility": "luck"}, "reward, expected, surprise"),
        ({"tools": "bash"}, "tools must be a sequence"),
        ({"environments": "v1"}, "environments must be a sequence"),
    ],
)
def test_what_cannot_be_meant_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        PrunePolicy(**fields)


RATINGS = st.lists(
    st.tuples(st.none() | st.floats(0, 1), st.sampled_from([None, "v1", "v2"])), max_size=15
).map(lambda rows: [rated(i, r, environment=e) for i, (r, e) in enumerate(rows)])
POLICIES = st.builds(
    PrunePolicy,
    older_than=st.integers(0, 12).map(lambda days: timedelta(days=days)),
    keep=st.none() | st.integers(0, 10),
    best=st.booleans(),
    below=st.none() | st.floats(0, 1),
    utility=st.sampled_from(UTILITIES),
    never_shown=st.booleans(),
    environments=st.sampled_from([(), ("v1",), ("v1", "v2")]),
)


@given(RATINGS, POLICIES, st.sets(st.integers(0, 14)), st.sets(st.integers(0, 14)))
def test_a_policy_never_reaches_beyond_its_pool_and_keeps_what_it_must(
    ratings: list[Rating], policy: PrunePolicy, pool: set[int], shown: set[int]
) -> None:
    found = nums(policy, ratings, pool=pool, shown=shown)
    inside = [rating for rating in ratings if rating.num in pool]
    assert set(found) <= {rating.num for rating in inside}
    assert len(inside) - len(found) >= min(policy.keep or 0, len(inside))
    assert not (policy.never_shown and shown & set(found))
