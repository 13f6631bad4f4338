"""What is believed of an action, and when that is worth a warning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.cautions import Count, Evidence, GuardPolicy, risk_of

POLICY = GuardPolicy()
COUNTS = st.builds(Count, st.integers(0, 300), st.integers(0, 300))
USUAL = Count(50, 950)


NONE = Count()


def evidence(
    *, name: Count = NONE, action: Count = NONE, task: Count = NONE, usual: Count = USUAL
) -> Evidence:
    return Evidence(usual, usual, name, (), action, task)


def alarming(given: Evidence) -> bool:
    risk = risk_of(given, POLICY)
    return risk is not None and risk.alarming(POLICY)


def test_nothing_known_is_nothing_believed() -> None:
    assert risk_of(evidence(), POLICY) is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (evidence(task=Count(1, 0)), True),  # in the same task once is enough
        (evidence(task=Count(1, 2)), False),
        (evidence(action=Count(1, 0)), False),  # in others it is not
        (evidence(action=Count(3, 0)), True),
        (evidence(name=Count(9, 1)), True),
        (evidence(name=Count(30, 70)), False),  # often, but not likely
        (evidence(name=Count(9, 1), action=Count(0, 5)), False),  # the particular goes first
        (evidence(action=Count(9, 0), task=Count(0, 1)), False),
        (evidence(task=Count(1, 0), usual=Count(990, 10)), False),  # as usual
        (evidence(task=Count(6, 0), usual=Count(500, 500)), True),
    ],
)
def test_when_there_is_an_alarm(given: Evidence, expected: bool) -> None:
    assert alarming(given) is expected


def test_an_argument_that_fails_is_told_from_one_that_works() -> None:
    name = Count(8, 8)
    parts = (Count(8, 8), Count(8, 0), Count())
    risk = risk_of(Evidence(USUAL, USUAL, name, parts, Count(), Count()), POLICY)
    assert risk is not None
    assert (risk.likeness, risk.part, risk.count) == ("part", 1, Count(8, 0))
    assert risk.alarming(POLICY)
    works = (Count(8, 8), Count(0, 8), Count())
    assert not alarming(Evidence(USUAL, USUAL, name, works, Count(), Count()))
    # One that speaks for the action outweighs one that speaks against it.
    both = (Count(8, 1), Count(0, 8))
    assert not alarming(Evidence(USUAL, USUAL, name, both, Count(), Count()))


@given(COUNTS, COUNTS, COUNTS, st.lists(COUNTS, max_size=4), COUNTS)
def test_a_belief_is_a_probability_and_no_alarm_rests_on_nothing(
    usual: Count, name: Count, action: Count, parts: list[Count], task: Count
) -> None:
    risk = risk_of(Evidence(usual, usual, name, tuple(parts), action, task), POLICY)
    if risk is not None:
        assert 0.0 < risk.belief.mean < 1.0
        assert 0.0 < risk.usual < 1.0
        if risk.alarming(POLICY):
            assert risk.count.failed > 0
            assert risk.belief.mean > risk.usual


@given(COUNTS, COUNTS)
def test_another_failure_never_makes_it_look_safer(name: Count, task: Count) -> None:
    less = risk_of(evidence(name=name, task=task), POLICY)
    more = risk_of(evidence(name=name, task=Count(task.failed + 1, task.passed)), POLICY)
    assert more is not None
    if less is not None and less.likeness == "task":
        assert more.belief.mean >= less.belief.mean
