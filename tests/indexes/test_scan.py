"""What is particular to the scan index: two ways to scan its rows, and the step between them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from seasoned.errors import InvalidInput
from seasoned.indexes.scan import ScanIndex

DIM = 384


def clustered(count: int, dim: int = DIM) -> NDArray[np.float32]:
    """Unit rows in clusters, as texts are, with the precision that a store keeps."""
    rng = np.random.default_rng(12)
    centres = rng.standard_normal((max(1, count // 40), dim))
    rows = centres[rng.integers(0, len(centres), count)] + 0.7 * rng.standard_normal((count, dim))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype("<f2").astype(np.float32)


def test_signs_give_what_a_scan_of_everything_gives() -> None:
    rows = clustered(6000)
    full, small = ScanIndex(DIM), ScanIndex(DIM, limit=100)
    for index in (full, small):
        index.add(np.arange(6000), rows)
    assert small.compact and not full.compact
    for query in rows[:40]:
        expected, found = full.search(query, 10), small.search(query, 10)
        assert expected[0].tolist() == found[0].tolist()
        assert expected[1].tobytes() == found[1].tobytes()


def test_signs_take_two_fifths_of_the_memory() -> None:
    rows = clustered(2000)
    full, small = ScanIndex(DIM), ScanIndex(DIM, limit=100)
    for index in (full, small):
        index.add(np.arange(2000), rows)
    assert small.nbytes < 0.4 * full.nbytes


def test_signs_are_scanned_once_the_limit_is_passed() -> None:
    rows = clustered(6000)
    index = ScanIndex(DIM, limit=5999)
    index.add(np.arange(5999), rows[:5999])
    assert not index.compact
    before = index.search(rows[3], 5)
    index.add(np.arange(400, 500), rows[400:500])
    assert not index.compact, "replacements do not count"
    index.add(np.array([5999]), rows[5999:])
    assert index.compact
    after = index.search(rows[3], 5)
    assert before[0].tolist() == after[0].tolist() and before[1].tobytes() == after[1].tobytes()
    index.remove(range(20, 6000))
    assert index.compact and len(index) == 20
    assert index.search(rows[3], 1)[0].tolist() == [3]


def test_signs_that_tell_nothing_are_not_used() -> None:
    rows = np.abs(clustered(2000))  # all numbers above zero: every sign is the same
    index, full = ScanIndex(DIM, limit=100), ScanIndex(DIM)
    index.add(np.arange(2000), rows)
    full.add(np.arange(2000), rows)
    assert not index.compact
    assert index.search(rows[5], 10)[0].tolist() == full.search(rows[5], 10)[0].tolist()


def test_a_replaced_vector_is_found_at_its_new_place() -> None:
    rows = clustered(600)
    index = ScanIndex(DIM, limit=10)
    index.add(np.arange(600), rows)
    index.add(np.array([5]), -rows[5:6])
    assert index.scores(rows[5], np.array([5]))[0] == pytest.approx(-1.0)
    assert index.search(-rows[5], 1)[0].tolist() == [5]


def test_vectors_of_any_length_are_brought_to_one() -> None:
    rows = clustered(3)
    index = ScanIndex(DIM)
    index.add(np.arange(3), rows * np.array([[1e-6], [1.0], [1e6]], np.float32))
    assert index.search(rows[0] * 1e3, 3)[1][0] == pytest.approx(1.0)
    assert np.allclose(np.linalg.norm(index.vectors(np.arange(3)), axis=1), 1.0)


def test_a_dimension_below_one_is_refused() -> None:
    with pytest.raises(InvalidInput, match="dim=0"):
        ScanIndex(0)
