"""The stages of recall, each by itself: fuse, gate, score, diversify, balance, summarize."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.recall import (
    Candidate,
    Question,
    RecallPolicy,
    Traits,
    balance,
    diversify,
    explain,
    fuse,
    gate,
    near,
    score,
    summarize,
)
from seasoned.core.records import Outcome, Task
from seasoned.core.scoring import ReplayWeights
from seasoned.errors import InvalidInput

DAY = 86_400.0
NOW = 1000 * DAY
POLICY = RecallPolicy(
    weights=ReplayWeights(0.5, 0.2, 0.2, 0.1, 0.1), half_life=DAY, coverage=0.2, floor=None
)
QUESTION = Question(Task("t", complexity=0.5), k=5, now=NOW, policy=POLICY, floor=0.3)
S, P, F, U = Outcome.SUCCESS, Outcome.PARTIAL, Outcome.FAILURE, Outcome.UNKNOWN


def candidate(num: int, outcome: Outcome = S, **fields: Any) -> Candidate:
    of_traits = {name: fields.pop(name) for name in list(fields) if name in Traits._fields}
    traits = Traits(
        num=num,
        id=f"e{num:03}",
        namespace="n",
        category="c",
        complexity=0.5,
        outcome=outcome,
        reward=None,
        strategy="",
        source="own",
        at=NOW,
        digest=b"%d" % num,
    )
    return Candidate(traits._replace(**of_traits), **fields)


def nums(candidates: list[Candidate]) -> list[int]:
    return [c.traits.num for c in candidates]


def test_fuse_mixes_words_and_meaning() -> None:
    relevances = fuse([10.0, 5.0, 0.0], [0.2, 0.6, 1.0], 0.6)
    assert relevances == pytest.approx([0.6 * 1.0, 0.6 * 0.5 + 0.4 * 0.5, 0.4 * 1.0])


def test_fuse_without_vectors_counts_words_whole() -> None:
    assert fuse([4.0, 1.0], [None, None], 0.6) == [1.0, 0.25]


def test_fuse_gives_an_item_without_vector_its_words_only() -> None:
    assert fuse([4.0, 4.0, 0.0], [0.5, None, 0.1], 0.6) == pytest.approx([1.0, 0.6, 0.0])


def test_fuse_of_equal_cosines_takes_all_as_near_unless_opposed() -> None:
    assert fuse([0.0, 0.0], [0.7, 0.7], 0.6) == pytest.approx([0.4, 0.4])
    assert fuse([0.0, 0.0], [-0.7, -0.7], 0.6) == [0.0, 0.0]


def test_fuse_of_nothing_is_nothing() -> None:
    assert fuse([], [], 0.6) == []


@given(
    st.lists(st.tuples(st.floats(0, 100), st.none() | st.floats(-1, 1)), max_size=20),
    st.floats(0, 1),
)
def test_fuse_stays_between_nothing_and_one(
    pairs: list[tuple[float, float | None]], share: float
) -> None:
    relevances = fuse([words for words, _ in pairs], [cosine for _, cosine in pairs], share)
    assert len(relevances) == len(pairs)
    assert all(0.0 <= r <= 1.0 + 1e-12 for r in relevances)


def test_gate_lets_in_by_meaning_or_by_words() -> None:
    candidates = [
        candidate(1, cosine=0.3),
        candidate(2, cosine=0.29),
        candidate(3, cosine=0.1, coverage=0.2),
        candidate(4, cosine=None, coverage=0.19),
        candidate(5, cosine=None, coverage=0.9),
        candidate(6),
    ]
    assert nums(gate(QUESTION, candidates)) == [1, 3, 5]


def test_gate_keeps_nothing_of_an_off_topic_query() -> None:
    assert gate(QUESTION, [candidate(n, cosine=0.05, coverage=0.05) for n in range(9)]) == []


def test_score_by_hand() -> None:
    (scored,) = score(
        QUESTION, [candidate(1, S, relevance=0.8, reward=0.6, at=NOW - DAY, complexity=0.9)]
    )
    assert explain(QUESTION, scored) == pytest.approx((0.4, 0.1, 0.12, 0.1, 0.06, 0.0, 0.0))
    assert scored.priority == explain(QUESTION, scored).total


@given(
    outcome=st.sampled_from(Outcome),
    reward=st.none() | st.floats(0, 1),
    age=st.floats(-1e9, 1e9),
    relevance=st.floats(0, 1),
    complexity=st.floats(0, 1),
)
def test_a_priority_is_the_sum_of_what_explains_it_to_the_bit(
    outcome: Outcome, reward: float | None, age: float, relevance: float, complexity: float
) -> None:
    given = candidate(1, outcome, reward=reward, at=NOW - age, complexity=complexity)
    (scored,) = score(QUESTION, [given._replace(relevance=relevance)])
    assert scored.priority == explain(QUESTION, scored).total


def test_score_without_reward_takes_the_outcomes() -> None:
    parts = [explain(QUESTION, candidate(1, outcome)).reward for outcome in (S, P, F, U)]
    assert parts == pytest.approx([0.2, 0.1, 0.0, 0.0])


def test_score_gives_the_unknown_no_bonus() -> None:
    assert explain(QUESTION, candidate(1, U, reward=0.9)).outcome == 0.0


def test_score_ranks_best_first_ties_by_time_then_id() -> None:
    question = replace(QUESTION, policy=replace(POLICY, weights=ReplayWeights(1, 0, 0, 0, 0)))
    candidates = [
        candidate(3, relevance=0.5, at=NOW - 5),
        candidate(2, relevance=0.5, at=NOW - 5),
        candidate(1, relevance=0.5, at=NOW - 9),
        candidate(4, relevance=0.9, at=NOW - 99),
        candidate(5, relevance=0.5, at=NOW - 1),
    ]
    for seed in range(5):
        Random(seed).shuffle(candidates)
        assert nums(score(question, candidates)) == [4, 5, 2, 3, 1]


def test_score_treats_the_future_as_now() -> None:
    ahead, now = candidate(1, at=NOW + DAY), candidate(2, at=NOW)
    assert explain(QUESTION, ahead).recency == explain(QUESTION, now).recency


def test_diversify_collapses_the_same_text_into_the_best() -> None:
    first, *others = (candidate(n, digest=b"same") for n in (7, 3, 5))
    (kept,) = diversify(QUESTION, [first, *others])
    assert kept.traits.num == 7 and kept.also == ("e003", "e005")


def test_diversify_collapses_twins_by_vector() -> None:
    a = candidate(1, twins=frozenset({2}))
    b = candidate(2, twins=frozenset({1, 3}))
    c = candidate(3, twins=frozenset({2}))
    kept = diversify(QUESTION, [a, b, c])
    # c is a twin of b only, which is not shown itself.
    assert nums(kept) == [1, 3] and kept[0].also == ("e002",)


@pytest.mark.parametrize("other", [{"outcome": F}, {"strategy": "defensive"}])
def test_diversify_keeps_what_ended_or_was_done_otherwise(other: dict[str, Any]) -> None:
    one = candidate(1, digest=b"same", twins=frozenset({2}))
    two = candidate(2, digest=b"same", twins=frozenset({1}), **other)
    assert diversify(QUESTION, [one, two]) == [one, two]


def test_diversify_keeps_the_order_and_the_different() -> None:
    candidates = [candidate(n) for n in (4, 1, 3)]
    assert diversify(QUESTION, candidates) == candidates


def balanced(outcomes: list[Outcome], k: int = 5, balance_: bool = True) -> list[int]:
    candidates = [candidate(n, outcome) for n, outcome in enumerate(outcomes)]
    return nums(balance(replace(QUESTION, k=k, balance=balance_), candidates))


@pytest.mark.parametrize(
    ("outcomes", "chosen"),
    [
        ([S, S, S, S, F, F, F], [0, 1, 2, 4, 5]),
        ([F, F, F, S, S, S, S], [0, 1, 3, 4, 5]),
        ([F, S, F, S, F, S], [0, 1, 2, 3, 5]),
        ([S, P, P, P, F, F], [0, 1, 2, 4, 5]),
        ([P, P, S, S, S, F, F], [2, 3, 4, 5, 6]),
        ([U, S, S, S, F, F], [1, 2, 3, 4, 5]),
        ([U, U, S, U, F, U], [0, 1, 2, 3, 4]),
        ([U] * 9, [0, 1, 2, 3, 4]),
        ([S] * 9, [0, 1, 2]),
        ([F] * 9, [0, 1]),
        ([P] * 9, [0, 1, 2]),
        ([S, S, S, P, P], [0, 1, 2]),
        ([], []),
    ],
)
def test_five_places_are_three_for_what_worked_and_two_for_what_did_not(
    outcomes: list[Outcome], chosen: list[int]
) -> None:
    assert balanced(outcomes) == chosen


@pytest.mark.parametrize(
    ("k", "successes", "failures"), [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 3, 1), (10, 6, 4)]
)
def test_other_sizes_keep_the_shares(k: int, successes: int, failures: int) -> None:
    chosen = balanced([S] * 20 + [F] * 20, k)
    assert chosen == [*range(successes), *range(20, 20 + failures)]


def test_filler_gets_no_place() -> None:
    best = candidate(1, S, lexical=8.0, cosine=0.7)
    half = candidate(2, F, lexical=3.5, cosine=0.45)
    far = candidate(3, F, lexical=2.0, cosine=0.2)
    assert nums(near(QUESTION, [best, half, far])) == [1, 2] and near(QUESTION, []) == []
    assert nums(near(QUESTION, [half, far])) == [2, 3], "measured against what there is"
    for unlimited in (
        replace(QUESTION, policy=replace(POLICY, relative=0.0)),
        replace(QUESTION, balance=False),
    ):
        assert nums(near(unlimited, [best, half, far])) == [1, 2, 3]


FULL = [candidate(n, S, lexical=8.0) for n in range(10, 15)]  # with one more twice the places


def test_successes_that_are_many_need_to_be_nearly_as_close_as_the_closest() -> None:
    alike, half = candidate(1, S, lexical=6.5), candidate(2, S, lexical=6.0)
    warning = candidate(3, F, lexical=6.0)
    assert nums(near(QUESTION, [*FULL, alike, half, warning])) == [*nums(FULL), 1, 3]
    mild = replace(QUESTION, policy=replace(POLICY, relative_success=0.0))
    assert nums(near(mild, [*FULL, alike, half, warning])) == [*nums(FULL), 1, 2, 3]


def test_few_successes_all_have_their_place() -> None:
    assert nums(near(QUESTION, [*FULL[1:], candidate(1, S, lexical=4.5)])) == [*nums(FULL[1:]), 1]


def test_the_closest_success_has_its_place_beside_closer_failures_and_partials() -> None:
    failed, worked = candidate(1, F, lexical=8.0), candidate(2, S, lexical=4.5)
    partials = [candidate(n, P, lexical=7.0) for n in (3, 4, 5, 6)]
    filler = candidate(7, P, lexical=5.0)
    found = near(QUESTION, [failed, worked, *partials, filler])
    assert nums(found) == [1, 2, 3, 4, 5, 6]


def test_without_vectors_words_alone_tell_filler() -> None:
    assert nums(near(QUESTION, [candidate(1, lexical=8.0), candidate(2, F, lexical=3.0)])) == [1]


def test_words_are_measured_within_their_own_namespace() -> None:
    many = candidate(1, S, lexical=9.0)
    few = candidate(2, S, lexical=0.5, namespace="team")  # its words are common in a small one
    assert nums(near(QUESTION, [many, few])) == [1, 2]


def test_without_balance_the_best_k_are_taken() -> None:
    assert balanced([F, F, F, F, S], 3, balance_=False) == [0, 1, 2]


@given(st.lists(st.sampled_from(Outcome), max_size=30), st.integers(1, 12))
def test_balance_keeps_order_and_number(outcomes: list[Outcome], k: int) -> None:
    chosen = balanced(outcomes, k)
    assert chosen == sorted(chosen) and len(chosen) <= k
    found = [outcomes[n] for n in chosen]
    failures = k * 2 // 5
    # Where nothing worked, even a recall of one or two still warns.
    worked = min(k - failures, outcomes.count(S) + outcomes.count(P))
    places = min(max(1, failures), k - worked)
    assert found.count(F) == min(places, outcomes.count(F))
    assert found.count(S) == min(k - failures, outcomes.count(S))
    assert found.count(S) + found.count(P) == min(
        k - failures, outcomes.count(S) + outcomes.count(P)
    )


def test_summary_by_hand() -> None:
    statistics = summarize(
        [
            candidate(1, S, relevance=0.9, strategy="iterative", reward=0.9),
            candidate(2, S, relevance=0.8, strategy="iterative"),
            candidate(3, S, relevance=0.7, strategy="defensive", reward=0.5),
            candidate(4, F, relevance=0.6, strategy="exploratory", reward=0.1),
            candidate(5, P, relevance=0.5, strategy="exploratory"),
            candidate(6, U, relevance=0.4, strategy="conservative"),
            candidate(7, S, relevance=0.3),
        ],
        total=40,
    )
    assert (statistics.total, statistics.similar, statistics.unknown) == (40, 7, 1)
    assert statistics.nearest == 7
    assert statistics.success_rate == pytest.approx(4 / 6)
    assert statistics.average_reward == pytest.approx(0.5)
    assert statistics.proven == ("iterative", "defensive")


def test_summary_takes_the_twenty_most_relevant_whatever_their_priority() -> None:
    near = [candidate(n, S, relevance=0.9, priority=0.1) for n in range(20)]
    far = [candidate(n, F, relevance=0.1, priority=0.9) for n in range(20, 90)]
    statistics = summarize([*far, *near], total=90)
    assert (statistics.similar, statistics.nearest, statistics.success_rate) == (90, 20, 1.0)
    assert not statistics.more and summarize(near, total=90, more=True).more


def test_summary_does_not_depend_on_the_order_of_ties() -> None:
    candidates = [candidate(n, S if n % 2 else F, relevance=0.5) for n in range(50)]
    expected = summarize(candidates, 50)
    for seed in range(3):
        Random(seed).shuffle(candidates)
        assert summarize(candidates, 50) == expected


def test_summary_of_nothing_claims_nothing() -> None:
    for statistics in (summarize([], 9), summarize([candidate(1, U)], 9)):
        assert statistics.success_rate is None and statistics.average_reward is None
        assert statistics.proven == ()


@pytest.mark.parametrize(
    "bad",
    [
        {"half_life": 0.0},
        {"half_life": float("inf")},
        {"lexical": 1.1},
        {"coverage": -0.1},
        {"duplicate": float("nan")},
        {"floor": 2.0},
    ],
)
def test_a_policy_out_of_range_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(bad))):
        RecallPolicy(**bad)
