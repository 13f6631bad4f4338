"""Similarity, decay, weights and priority, with the source article's figures."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.recall import RecallPolicy
from seasoned.core.records import Episode, Feedback, Outcome, Task, Verdict
from seasoned.core.scoring import (
    DAY,
    EARLY,
    LATE,
    NORMAL,
    ReplayWeights,
    SearchResult,
    Signals,
    compute_priority,
    cosine_similarity,
    outcome_score,
    phase_weights,
    temporal_decay,
    weigh,
)
from seasoned.errors import InvalidInput

NOW = datetime(2026, 5, 1, tzinfo=UTC)
floats = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("hours", "factor"), [(0, 1.00), (12, 0.71), (24, 0.50), (48, 0.25), (168, 0.008)]
)
def test_decay_is_the_sources_table(hours: float, factor: float) -> None:
    assert temporal_decay(1.0, 0.0, hours * 3600) == pytest.approx(factor, abs=0.005)


def test_decay_scales_the_similarity_and_follows_the_half_life() -> None:
    assert temporal_decay(0.8, 100.0, 100.0 + DAY) == pytest.approx(0.4)
    assert temporal_decay(0.8, 0.0, 50.0, half_life=50.0) == pytest.approx(0.4)


def test_the_future_counts_as_now() -> None:
    assert temporal_decay(0.8, 1000.0, 0.0) == 0.8


def test_ages_beyond_all_reckoning_decay_to_nothing() -> None:
    assert temporal_decay(1.0, 0.0, 1e300) == 0.0


@pytest.mark.parametrize("half_life", [0.0, -1.0, float("nan")])
def test_a_half_life_must_be_positive(half_life: float) -> None:
    with pytest.raises(InvalidInput, match="half_life"):
        temporal_decay(1.0, 0.0, 1.0, half_life)


@pytest.mark.parametrize(
    ("a", "b", "cosine"),
    [
        ([1, 0], [1, 0], 1.0),
        ([1, 0], [0, 1], 0.0),
        ([1, 0], [-2, 0], -1.0),
        ([3, 4], [4, 3], 0.96),
        ([0, 0], [1, 1], 0.0),
        ([0, 0], [0, 0], 0.0),
        ([], [], 0.0),
        ([1e308, 1e308], [1e308, 1e308], 1.0),
        ([5e-324, 0], [5e-324, 0], 1.0),
        ([1e-300, 1e-300], [1e300, 1e300], 1.0),
    ],
)
def test_cosine(a: list[float], b: list[float], cosine: float) -> None:
    assert cosine_similarity(a, b) == pytest.approx(cosine)


@given(st.lists(st.tuples(floats, floats), max_size=6))
def test_cosine_is_symmetric_and_within_its_bounds(pairs: list[tuple[float, float]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    assert -1.0 <= cosine_similarity(a, b) == cosine_similarity(b, a) <= 1.0


@given(st.lists(st.floats(-1e3, 1e3), min_size=1), st.floats(1e-3, 1e3))
def test_cosine_does_not_depend_on_lengths(a: list[float], scale: float) -> None:
    b = [x + 1 for x in a]
    scaled = [x * scale for x in a]
    assert cosine_similarity(a, b) == pytest.approx(cosine_similarity(scaled, b), abs=1e-9)


def test_cosine_of_other_lengths_is_refused() -> None:
    with pytest.raises(InvalidInput, match="2 and 3"):
        cosine_similarity([1, 2], [1, 2, 3])


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_cosine_of_what_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(InvalidInput, match="not finite"):
        cosine_similarity([1.0, bad], [1.0, 1.0])


def shares(weights: ReplayWeights) -> tuple[float, float, float, float]:
    return weights.similarity, weights.recency, weights.reward, weights.outcome_bonus


def test_weights_are_the_sources() -> None:
    assert shares(ReplayWeights()) == shares(NORMAL) == (0.4, 0.3, 0.2, 0.1)
    assert shares(EARLY) == (0.6, 0.1, 0.2, 0.1)
    assert shares(LATE) == (0.3, 0.4, 0.2, 0.1)


@pytest.mark.parametrize("bad", [-0.1, float("nan"), float("inf"), "1", True, None])
def test_weights_must_be_finite_and_not_negative(bad: object) -> None:
    with pytest.raises(InvalidInput, match="weight reward"):
        ReplayWeights(reward=bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("episodes", "weights"),
    [(0, EARLY), (19, EARLY), (20, NORMAL), (199, NORMAL), (200, LATE), (10**6, LATE)],
)
def test_phases(episodes: int, weights: ReplayWeights) -> None:
    assert phase_weights(episodes) is weights


def test_a_negative_number_of_episodes_is_refused() -> None:
    with pytest.raises(InvalidInput, match="episodes"):
        phase_weights(-1)


def test_outcome_scores() -> None:
    assert [outcome_score(o) for o in Outcome] == [1.0, 0.5, 0.0, 0.0]


def episode(**fields: object) -> Episode:
    return Episode(Task("t"), **{"finished_at": NOW - timedelta(days=1)} | fields)  # type: ignore[arg-type]


def test_priority_by_hand() -> None:
    past = episode(outcome=Outcome.SUCCESS, feedback=Feedback(reward=0.9))
    result = compute_priority(SearchResult(past, 0.8), NOW)
    assert result.priority == pytest.approx(0.4 * 0.8 + 0.3 * 0.5 + 0.2 * 0.9 + 0.1 * 1.0)
    assert result.breakdown == pytest.approx((0.32, 0.15, 0.18, 0.1, 0.0, 0.0, 0.0))
    assert result.priority == result.breakdown.total
    assert (result.similarity, result.outcome, result.reward) == (0.8, Outcome.SUCCESS, 0.9)


def test_priority_of_a_partial_without_reward_takes_the_outcomes_score() -> None:
    result = compute_priority(SearchResult(episode(outcome=Outcome.PARTIAL), 0.5), NOW)
    assert result.breakdown == pytest.approx((0.2, 0.15, 0.1, 0.05, 0.0, 0.0, 0.0))


def test_priority_takes_other_weights_and_half_lives() -> None:
    past = episode(outcome=Outcome.FAILURE, feedback=Feedback(reward=0.0))
    result = compute_priority(SearchResult(past, 1.0), NOW, LATE, half_life=2 * DAY)
    assert result.breakdown == pytest.approx((0.3, 0.4 * 0.5**0.5, 0.0, 0.0, 0.0, 0.0, 0.0))


def test_a_negative_cosine_adds_nothing() -> None:
    result = compute_priority(SearchResult(episode(), -0.7), NOW)
    assert result.breakdown.similarity == 0.0 and result.similarity == -0.7


def test_priority_reads_the_newest_verdict() -> None:
    verdict = Verdict("e", Outcome.FAILURE, Feedback(reward=0.1), at=NOW)
    past = episode(outcome=Outcome.SUCCESS, feedback=Feedback(reward=1.0), verdicts=(verdict,))
    result = compute_priority(SearchResult(past, 0.0), NOW)
    assert result.breakdown.reward == pytest.approx(0.02) and result.breakdown.outcome == 0.0


def test_priority_needs_a_finishing_time_and_an_aware_now() -> None:
    with pytest.raises(InvalidInput, match="finished_at"):
        compute_priority(SearchResult(Episode(Task("t")), 1.0), NOW)
    with pytest.raises(InvalidInput, match="time zone"):
        compute_priority(SearchResult(episode(), 1.0), datetime(2026, 5, 1))


@given(
    st.floats(-1, 1),
    st.floats(-1e9, 1e12),
    st.floats(0, 1),
    st.sampled_from(Outcome),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_each_part_lies_between_nothing_and_its_weight(
    relevance: float, age: float, reward: float, outcome: Outcome, match: float, trust: float
) -> None:
    weights = ReplayWeights(0.5, 0.2, 0.1, 0.1, 0.1, trust=0.3)
    signals = Signals(relevance, age, reward, outcome, match, trust=trust)
    *parts, mistrust = weigh(signals, weights, DAY)
    most = (0.5, 0.2, 0.1, 0.1, 0.1, 0.0)
    assert all(0.0 <= part <= weight for part, weight in zip(parts, most, strict=True))
    assert mistrust == pytest.approx(-0.3 * (1.0 - trust))
    assert weigh(signals, weights, DAY).total == pytest.approx(sum(parts) + mistrust)


def test_the_shipped_weights_are_those_of_the_policy_and_not_the_source_articles() -> None:
    assert ReplayWeights.shipped() == RecallPolicy().weights != ReplayWeights()
