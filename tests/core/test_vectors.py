"""Sums and numbers over columns, against what plain Python says."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.vectors import compact, dot, resampled


@given(st.lists(st.integers(0, 30), min_size=1))
def test_compact_codes_keep_apart_what_was_apart(codes: list[int]) -> None:
    found, size = compact(np.array(codes))
    assert sorted(set(found.tolist())) == list(range(size)) and size == len(set(codes))
    assert len(set(zip(codes, found.tolist(), strict=True))) == size


@given(st.lists(st.floats(-1e3, 1e3), min_size=1))
def test_dot_sums_products(numbers: list[float]) -> None:
    column = np.array(numbers)
    assert np.isclose(dot(column, column), sum(x * x for x in numbers))


def test_draws_take_as_many_rows_as_there_are() -> None:
    rows = np.column_stack([np.ones(50), np.arange(50.0)])
    drawn = resampled(rows, 4_000, np.random.default_rng(1))
    assert drawn.shape == (4_000, 2) and (drawn[:, 0] == 50).all()
    # The mean of draws is the total, their variance that of 50 independent rows.
    assert abs(drawn[:, 1].mean() - rows[:, 1].sum()) < 10
    assert 0.9 < drawn[:, 1].var() / (50 * rows[:, 1].var()) < 1.1
