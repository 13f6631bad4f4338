"""Expected rewards and surprises, by hand and by their properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Outcome
from seasoned.core.surprise import EPSILON, Expectations, Rating


def rated(
    reward: float | None, category: str = "c", strategy: str = "s", outcome: str = "success"
) -> Rating:
    return Rating(0, category, strategy, outcome, reward, 0.0)


RATINGS = st.builds(
    rated,
    st.none() | st.floats(0, 1),
    st.sampled_from("ab"),
    st.sampled_from("xyz"),
    st.sampled_from([str(outcome) for outcome in Outcome]),
)


@pytest.mark.parametrize(
    ("outcome", "reward", "observed"),
    [
        ("success", None, 1.0),
        ("partial", None, 0.5),
        ("failure", None, 0.0),
        ("unknown", None, None),
        ("unknown", 0.3, 0.3),
        ("failure", 0.0, 0.0),
        ("success", 0.2, 0.2),
    ],
)
def test_the_outcome_stands_in_for_a_missing_reward(
    outcome: str, reward: float | None, observed: float | None
) -> None:
    assert rated(reward, outcome=outcome).observed == observed


def test_expectations_by_hand() -> None:
    known = Expectations.of(
        [rated(1.0, "a", "x"), rated(1.0, "a", "x"), rated(0.0, "a", "y"), rated(0.5, "b", "x")]
    )
    overall = (2.5 + 4 * 0.5) / 8
    a = (2.0 + 4 * overall) / 7
    assert known.overall == pytest.approx(overall)
    assert known.expected("a", "x") == pytest.approx((2.0 + 4 * a) / 6)
    assert known.expected("a", "y") == pytest.approx((0.0 + 4 * a) / 5)
    assert known.expected("a", "new") == pytest.approx(a)
    assert known.expected("new", "x") == pytest.approx(overall)


def test_without_anything_known_the_neutral_value_is_expected() -> None:
    known = Expectations.of([rated(None, outcome="unknown")])
    assert known.expected("c", "s") == 0.5
    assert known.priority(rated(1.0)) == pytest.approx(0.5 + EPSILON)


def test_what_is_unknown_surprises_nobody_and_moves_nothing() -> None:
    some = [rated(1.0), rated(0.0), rated(1.0)]
    unknown = rated(None, outcome="unknown")
    assert Expectations.of([*some, unknown]) == Expectations.of(some)
    assert Expectations.of(some).priority(unknown) == EPSILON


def test_the_odd_one_out_of_a_large_group_is_the_most_surprising() -> None:
    group = [rated(1.0)] * 99 + [rated(0.0)]
    known = Expectations.of(group)
    assert known.surprise(rated(0.0)) > 0.9
    assert known.surprise(rated(1.0)) < 0.1


@given(st.lists(RATINGS, max_size=30))
def test_expectations_and_surprises_lie_between_0_and_1(ratings: list[Rating]) -> None:
    known = Expectations.of(ratings)
    assert all(0 <= known.expected(r.category, r.strategy) <= 1 for r in ratings)
    assert all(EPSILON <= known.priority(r) <= 1 + EPSILON for r in ratings)


@given(st.lists(RATINGS, max_size=30), st.randoms(use_true_random=False))
def test_the_order_of_the_episodes_does_not_matter(ratings: list[Rating], chance: object) -> None:
    before = Expectations.of(ratings)
    after = Expectations.of(ratings[::-1])
    for r in ratings:
        assert after.priority(r) == pytest.approx(before.priority(r))
