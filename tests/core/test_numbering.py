"""Rows and numbers against a plain dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core import numbering
from seasoned.core.numbering import Numbering, grown, kth_largest

steps = st.lists(
    st.tuples(st.sampled_from(["append", "append", "give up", "keep"]), st.sets(st.integers(0, 20)))
)


@given(steps, st.lists(st.integers(-3, 25)))
def test_finds_what_a_dictionary_finds(
    history: list[tuple[str, set[int]]], asked: list[int]
) -> None:
    rows, model = Numbering(), []
    for step, nums in history:
        if step == "append":
            new = [num for num in nums if num not in model]
            rows.append(np.array(new, np.int64))
            model += new
        elif step == "give up":
            gone = [row for row, num in enumerate(model) if num in nums]
            rows.give_up(np.array(gone, np.int64))
            model = [-1 if row in gone else num for row, num in enumerate(model)]
        else:
            order = [row for row, num in enumerate(model) if num >= 0][::-1]
            rows.keep(np.array(order, np.int64))
            model = [model[row] for row in order]
        assert len(rows) == len(model) and rows.nums.tolist() == model
        known = {num: row for row, num in enumerate(model) if num >= 0}
        wanted = np.array(asked, np.int64)
        assert rows.find(wanted).tolist() == [known.get(num, -1) for num in asked]
        assert rows.rows(wanted).tolist() == [known[num] for num in asked if num in known]


def test_grown_keeps_the_content_and_doubles() -> None:
    array = np.arange(6).reshape(3, 2)
    assert grown(array, 3) is array
    larger = grown(array, 4)
    assert larger.shape == (6, 2) and larger[:3].tolist() == array.tolist()
    assert grown(array, 100).shape == (100, 2)


@pytest.mark.parametrize("sample", [2, 8])
@given(st.data())
def test_kth_largest(sample: int, data: st.DataObject) -> None:
    values = np.array(data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=60)), float)
    k = data.draw(st.integers(1, len(values)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numbering, "_SAMPLE", sample)
        patch.setattr(numbering, "_WORTH", 1)
        assert kth_largest(values, k) == sorted(values, reverse=True)[k - 1]


@given(st.lists(st.integers(-384, 9), min_size=1), st.data())
def test_the_kth_largest_of_counted_values(values: list[int], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(values)))
    assert kth_largest(np.array(values, np.int16), k) == sorted(values)[-k]
