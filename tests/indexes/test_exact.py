"""What is particular to the exact index: two forms of its rows, and the step between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from seasoned.errors import InvalidInput
from seasoned.indexes.exact import ExactIndex

DIM = 32
RNG = np.random.default_rng(11)


def clustered(count: int, dim: int = DIM) -> NDArray[np.float32]:
    """Unit rows in clusters, as texts are, with the precision that a store keeps."""
    rng = np.random.default_rng(12)
    centres = rng.standard_normal((20, dim))
    rows = centres[rng.integers(0, 20, count)] + 0.7 * rng.standard_normal((count, dim))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype("<f2").astype(np.float32)


class Source:
    """The store's vectors; counts how often they are asked for."""

    def __init__(self, rows: NDArray[np.float32]) -> None:
        self.rows = rows
        self.asked: list[list[int]] = []

    def __call__(self, nums: Sequence[int]) -> dict[int, bytes]:
        self.asked.append(list(nums))
        return {n: self.rows[n].astype("<f2").tobytes() for n in nums if n < len(self.rows)}


def test_int8_gives_what_float32_gives() -> None:
    rows = clustered(5000)
    full, small = ExactIndex(DIM), ExactIndex(DIM, rescore=Source(rows), limit=100)
    for index in (full, small):
        index.add(np.arange(5000), rows)
    assert small.compact and not full.compact
    for query in rows[:40]:
        expected, found = full.search(query, 10), small.search(query, 10)
        assert expected[0].tolist() == found[0].tolist()
        assert expected[1].tobytes() == found[1].tobytes()


def test_int8_takes_a_quarter_of_the_memory() -> None:
    rows = clustered(2000, 384)
    full, small = ExactIndex(384), ExactIndex(384, rescore=Source(rows), limit=100)
    for index in (full, small):
        index.add(np.arange(2000), rows)
    assert small.nbytes < 0.27 * full.nbytes


def test_rows_turn_to_int8_when_the_limit_is_passed_and_stay_so() -> None:
    rows = clustered(60)
    index = ExactIndex(DIM, rescore=Source(rows), limit=50)
    index.add(np.arange(50), rows[:50])
    assert not index.compact
    before = index.search(rows[3], 5)
    index.add(np.arange(40, 50), rows[40:50])
    assert not index.compact, "replacements do not count"
    index.add(np.array([50]), np.zeros((1, DIM), np.float32))
    assert index.compact
    after = index.search(rows[3], 5)
    assert before[0].tolist() == after[0].tolist() and before[1].tobytes() == after[1].tobytes()
    index.remove(range(20, 51))
    assert index.compact and len(index) == 20


def test_without_a_source_rows_stay_float32() -> None:
    index = ExactIndex(DIM, limit=10)
    index.add(np.arange(100), clustered(100))
    assert not index.compact


def test_a_recall_asks_the_store_once() -> None:
    rows = clustered(500)
    source = Source(rows)
    index = ExactIndex(DIM, rescore=source, limit=10)
    index.add(np.arange(500), rows)
    nums, cosines = index.search(rows[0], 20)
    assert len(source.asked) == 1
    assert index.scores(rows[0], nums).tobytes() == cosines.tobytes()
    assert np.array_equal(index.vectors(nums), kept(rows, nums))
    assert len(source.asked) == 1


def kept(rows: NDArray[np.float32], nums: NDArray[np.int64]) -> NDArray[np.float32]:
    full = ExactIndex(rows.shape[1])
    full.add(np.arange(len(rows)), rows)
    return full.vectors(nums)


def test_a_replaced_vector_is_asked_for_again() -> None:
    rows = clustered(100)
    source = Source(rows.copy())
    index = ExactIndex(DIM, rescore=source, limit=10)
    index.add(np.arange(100), rows)
    assert index.scores(rows[5], np.array([5]))[0] == pytest.approx(1.0)
    source.rows[5] = -rows[5]
    index.add(np.array([5]), -rows[5:6])
    assert index.scores(rows[5], np.array([5]))[0] == pytest.approx(-1.0)


def test_memory_for_the_stores_vectors_is_bounded() -> None:
    rows = clustered(3000)
    index = ExactIndex(DIM, rescore=Source(rows), limit=10)
    index.add(np.arange(3000), rows)
    for start in range(0, 3000, 300):
        index.vectors(np.arange(start, start + 300))
    assert len(index._remembered) <= 1024


def test_a_vector_that_the_store_lost_is_scored_from_its_int8_form() -> None:
    rows = clustered(100)
    index = ExactIndex(DIM, rescore=Source(rows[:50]), limit=10)
    index.add(np.arange(100), rows)
    assert index.scores(rows[70], np.array([70]))[0] == pytest.approx(1.0, abs=5e-3)
    assert index.search(rows[70], 1)[0].tolist() == [70]


def test_vectors_of_any_length_are_brought_to_one() -> None:
    rows = clustered(3)
    index = ExactIndex(DIM)
    index.add(np.arange(3), rows * np.array([[1e-6], [1.0], [1e6]], np.float32))
    assert index.search(rows[0] * 1e3, 3)[1][0] == pytest.approx(1.0)
    assert np.allclose(np.linalg.norm(index.vectors(np.arange(3)), axis=1), 1.0)


def test_a_dimension_below_one_is_refused() -> None:
    with pytest.raises(InvalidInput, match="dim=0"):
        ExactIndex(0)
