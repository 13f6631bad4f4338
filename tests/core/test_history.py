"""Episodes as columns: what is taken from a record, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from seasoned import Episode, Feedback, InvalidInput, Outcome, Task, Verdict
from seasoned.core.history import History, Performance, performance_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def episode(hour: int, **fields: Any) -> Episode:
    return Episode(Task("t", category="c"), finished_at=NOW + timedelta(hours=hour), **fields)


def test_rows_stand_in_order_of_time_and_parts_are_left_out() -> None:
    late, part = episode(2, outcome="success"), episode(1, outcome="failure", parent="x")
    early = episode(0, outcome="failure")
    found = History.of([late, part, early])
    assert len(found) == 2
    assert found.nums.tolist() == [3, 1]
    assert found.success.tolist() == [0.0, 1.0]


def test_without_times_the_order_given_is_kept() -> None:
    found = History.of([Episode(Task("a")), Episode(Task("b"))])
    assert found.nums.tolist() == [1, 2]


def test_the_newest_verdict_counts() -> None:
    judged = episode(0, outcome="success", feedback=Feedback(reward=0.9)).with_verdicts(
        [Verdict("x", Outcome.FAILURE, Feedback(reward=0.1))]
    )
    row = performance_of(judged, 7)
    assert (row.num, row.outcome, row.reward) == (7, "failure", 0.1)


def test_a_missing_reward_is_the_score_and_unknown_is_no_number() -> None:
    rows = [
        Performance(1, "c", "s", "partial", None, 0.0),
        Performance(2, "c", "s", "success", 0.8, 1.0),
        Performance(3, "c", "s", "unknown", None, 2.0),
        Performance(4, "c", "s", "unknown", 0.3, 3.0),
    ]
    found = History.of(rows)
    assert np.array_equal(found.reward, [0.5, 0.8, np.nan, 0.3], equal_nan=True)
    assert np.array_equal(found.success, [0.0, 1.0, np.nan, np.nan], equal_nan=True)
    assert found.known.tolist() == [True, True, False, False]


def test_names_and_tags_keep_to_the_rows_taken() -> None:
    rows = [
        Performance(1, "b", "s", "success", None, 0.0, tags=("x", "y", "x")),
        Performance(2, "a", "s", "success", None, 1.0, tags=("y",)),
        Performance(3, "b", "s", "success", None, 2.0),
    ]
    found = History.of(rows)
    assert {name: part.tolist() for name, part in found.category.rows().items()} == {
        "a": [1],
        "b": [0, 2],
    }
    assert {name: part.tolist() for name, part in found.tagged().items()} == {"x": [0], "y": [0, 1]}
    taken = found.take(found.at > 0.5)
    assert sorted(taken.category.names) == ["a", "b"]
    assert taken.take(np.array([0])).category.names == ("a",)


def test_nothing_is_a_history_too() -> None:
    found = History.of([])
    assert len(found) == 0
    assert found.category.rows() == {}
    assert History.of(found) is found


def test_anything_else_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Episode or Performance"):
        History.of(["text"])  # type: ignore[list-item]
