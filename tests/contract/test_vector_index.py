"""What every vector index promises, held against plain NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from seasoned.errors import InvalidInput
from seasoned.indexes import scan
from seasoned.indexes.scan import ScanIndex
from seasoned.ports import VectorIndex

DIM = 6
Truth = dict[int, bytes]
CLOSE = 5e-5  # the index rounds to whole numbers of a 32,767th
Vectors = NDArray[np.float32]


class Shelf:
    """An index, and the vectors as the store has them."""

    def __init__(self, make: Callable[[int], VectorIndex], dim: int = DIM) -> None:
        self.truth: Truth = {}
        self.dim = dim
        self.index = make(dim)

    def add(self, nums: list[int], vectors: Vectors) -> None:
        halves = vectors.astype("<f2")
        self.truth |= {num: half.tobytes() for num, half in zip(nums, halves, strict=True)}
        self.index.add(np.array(nums, np.int64), halves.astype(np.float32))

    def remove(self, nums: list[int]) -> None:
        for num in nums:
            self.truth.pop(num, None)
        self.index.remove(nums)

    def cosines(self, query: Vectors) -> dict[int, float]:
        """By definition, in float64."""
        result = {}
        for num, data in self.truth.items():
            row = np.frombuffer(data, "<f2").astype(np.float64)
            size = np.linalg.norm(row) * np.linalg.norm(query.astype(np.float64))
            result[num] = float(row @ query.astype(np.float64) / size) if size else 0.0
        return result


MAKERS: dict[str, Callable[[int], VectorIndex]] = {
    "floats": ScanIndex,
    "signs": lambda dim: ScanIndex(dim, limit=3),
}


@pytest.fixture(autouse=True, scope="module")
def _signs_are_used() -> Iterator[None]:
    """Few random rows of few numbers would not pass the trial."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "_TRUSTED", 0.0)
        yield


@pytest.fixture(params=MAKERS)
def shelf(request: pytest.FixtureRequest) -> Shelf:
    return Shelf(MAKERS[request.param])


@pytest.fixture(params=MAKERS)
def wide(request: pytest.FixtureRequest) -> Shelf:
    return Shelf(MAKERS[request.param], 48)


def unit(rng: np.random.Generator, count: int, dim: int = DIM) -> Vectors:
    rows = rng.standard_normal((count, dim))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def check(shelf: Shelf, query: Vectors, k: int, allowed: set[int] | None = None) -> None:
    """The k best of the allowed ones, with their cosines, best first, ties by number."""
    expected = shelf.cosines(query)
    if allowed is not None:
        expected = {num: cosine for num, cosine in expected.items() if num in allowed}
    filtered = None if allowed is None else np.array(sorted(allowed), np.int64)
    nums, cosines = shelf.index.search(query, k, filtered)
    best = sorted(expected.values(), reverse=True)[:k]
    assert cosines.dtype == np.float32 and nums.dtype == np.int64
    assert np.allclose(cosines, best, atol=CLOSE)
    assert len(set(nums.tolist())) == len(nums) == min(k, len(expected))
    assert np.allclose([expected[num] for num in nums.tolist()], cosines, atol=CLOSE)
    order = list(zip((-cosines).tolist(), nums.tolist(), strict=True))
    assert order == sorted(order)


numbers = st.integers(0, 30)
adds = st.lists(numbers, max_size=10)
histories = st.lists(
    st.tuples(st.sampled_from(["add", "add", "remove"]), adds), min_size=1, max_size=7
)


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=60, deadline=None)
@given(
    history=histories,
    seed=st.integers(0, 99),
    k=st.integers(1, 12),
    allowed=st.none() | st.sets(numbers),
)
def test_finds_the_nearest_after_any_history(
    name: str, history: list[tuple[str, list[int]]], seed: int, k: int, allowed: set[int] | None
) -> None:
    shelf, rng = Shelf(MAKERS[name]), np.random.default_rng(seed)
    for op, nums in history:
        if op == "add":
            shelf.add(nums, unit(rng, len(nums)))
        else:
            shelf.remove(nums)
        assert len(shelf.index) == len(shelf.truth)
        check(shelf, unit(rng, 1)[0], k, allowed)


def test_finds_the_nearest_among_many(wide: Shelf) -> None:
    rng = np.random.default_rng(1)
    wide.add(list(range(3000)), unit(rng, 3000, 48))
    for size in (3, 300, 1500, 2900):
        check(wide, unit(rng, 1, 48)[0], 20, set(rng.choice(3000, size, replace=False).tolist()))
    check(wide, unit(rng, 1, 48)[0], 20)
    wide.remove(list(range(0, 3000, 7)))
    check(wide, unit(rng, 1, 48)[0], 20)


def test_a_filter_that_keeps_three_returns_those_three(wide: Shelf) -> None:
    rng = np.random.default_rng(2)
    wide.add(list(range(2000)), unit(rng, 2000, 48))
    nums, _ = wide.index.search(unit(rng, 1, 48)[0], 5, np.array([7, 900, 1999]))
    assert set(nums.tolist()) == {7, 900, 1999}


def test_the_path_to_a_state_does_not_change_a_bit(wide: Shelf) -> None:
    rng = np.random.default_rng(3)
    rows, query = unit(rng, 400, 48), unit(rng, 1, 48)[0]
    wide.add(list(range(400)), rows)
    nums, cosines = wide.index.search(query, 30)
    wide.remove(list(range(0, 400, 3)))
    wide.add(list(range(1000, 1100)), unit(rng, 100, 48))
    for num in reversed(range(0, 400, 3)):
        wide.add([num], rows[num : num + 1])
    wide.remove(list(range(1000, 1100)))
    again, same = wide.index.search(query, 30)
    assert nums.tolist() == again.tolist() and cosines.tobytes() == same.tobytes()


def test_a_filter_does_not_change_a_bit(wide: Shelf) -> None:
    rng = np.random.default_rng(4)
    query = unit(rng, 1, 48)[0]
    wide.add(list(range(500)), unit(rng, 500, 48))
    nums, cosines = wide.index.search(query, 10)
    few, same = wide.index.search(query, 10, np.sort(nums))
    assert nums.tolist() == few.tolist() and cosines.tobytes() == same.tobytes()
    assert wide.index.scores(query, nums).tobytes() == cosines.tobytes()
    for num, cosine in zip(nums.tolist(), cosines.tolist(), strict=True):
        assert wide.index.scores(query, np.array([num])).tolist() == [cosine]


def test_equal_vectors_come_by_number(shelf: Shelf) -> None:
    row = unit(np.random.default_rng(5), 1)
    shelf.add(list(range(2999, -1, -1)), np.repeat(row, 3000, axis=0))
    assert shelf.index.search(row[0], 4)[0].tolist() == [0, 1, 2, 3]
    assert shelf.index.search(row[0], 2, np.arange(50, 3000))[0].tolist() == [50, 51]


def test_scores_and_vectors_of_unknown_numbers(shelf: Shelf) -> None:
    rows = unit(np.random.default_rng(6), 5)
    shelf.add([2, 4, 6, 8, 10], rows)
    asked = np.array([4, 5, 2, 99])
    scores = shelf.index.scores(rows[1], asked)
    assert np.isnan(scores).tolist() == [False, True, False, True]
    assert scores[0] == pytest.approx(1.0, abs=1e-3)
    vectors = shelf.index.vectors(asked)
    assert vectors.shape == (4, DIM) and vectors.dtype == np.float32
    assert np.allclose(vectors[[0, 2]], rows[[1, 0]], atol=1e-3)
    assert not vectors[[1, 3]].any()


def test_the_zero_vector_is_near_to_nothing(shelf: Shelf) -> None:
    rows = np.vstack([np.zeros((1, DIM)), unit(np.random.default_rng(7), 4)]).astype(np.float32)
    shelf.add([1, 2, 3, 4, 5], rows)
    assert shelf.index.scores(rows[1], np.array([1])).tolist() == [0.0]
    nums, cosines = shelf.index.search(np.zeros(DIM, np.float32), 3)
    assert nums.tolist() == [1, 2, 3] and cosines.tolist() == [0.0, 0.0, 0.0]


def test_an_empty_index_finds_nothing(shelf: Shelf) -> None:
    query = unit(np.random.default_rng(8), 1)[0]
    for allowed in (None, np.array([1, 2])):
        nums, cosines = shelf.index.search(query, 3, allowed)
        assert len(shelf.index) == len(nums) == len(cosines) == 0
    assert shelf.index.vectors(np.array([1])).tolist() == [[0.0] * DIM]
    shelf.remove([1, 2])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite_stay_out(shelf: Shelf, bad: float) -> None:
    rows = unit(np.random.default_rng(9), 3)
    rows[1, 2] = bad
    with pytest.raises(InvalidInput, match="vector 1 holds a number that is not finite"):
        shelf.index.add(np.array([1, 2, 3]), rows)
    with pytest.raises(InvalidInput, match="not finite"):
        shelf.index.search(rows[1], 3)
    assert len(shelf.index) == 0


def test_shapes_that_do_not_fit_are_refused(shelf: Shelf) -> None:
    rows = unit(np.random.default_rng(10), 2)
    with pytest.raises(InvalidInput, match=r"shape \(2, 6\)"):
        shelf.index.add(np.array([1]), rows)
    with pytest.raises(InvalidInput, match=r"\(2, 5\)"):
        shelf.index.add(np.array([1, 2]), rows[:, :5])
    with pytest.raises(InvalidInput, match=r"needs \(6,\)"):
        shelf.index.search(rows[0, :5], 1)
