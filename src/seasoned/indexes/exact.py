"""Nearest neighbours by scanning every vector in memory: nothing to tune, nothing missed.

Up to `limit` vectors are kept as float32. Beyond it they are kept as int8, a quarter of the
memory; a scan then picks a few candidates, and their cosines come from the full vectors, which
`rescore` gets from the store. It knows nothing of texts, filters or owners.

The scan goes through BLAS, whose last bits depend on how many rows it is given. So the scan
only makes a short list; every cosine that leaves this file is worked out again by itself in
float64 and rounded to float32. It depends on the two vectors alone, not on what else was ever
stored, which filter was set, or which of the two forms the rows have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seasoned.core.numbering import Numbering, grown, kth_largest
from seasoned.core.values import shown
from seasoned.errors import InvalidInput

if TYPE_CHECKING:
    from seasoned.ports import Numbers, Vectors

    Rescore = Callable[[Sequence[int]], dict[int, bytes]]

LIMIT: Final = 50_000  # 77 MB at 384 numbers; from about here int8 is the faster form as well
_BLOCK: Final = 1024  # rows at a time, 1.5 MB at 384 numbers: stays in the cache
_FEW: Final = 1 / 3  # of the rows: fewer are picked out, more are all scanned
_CANDIDATES: Final = 50  # fewest to rescore after an int8 scan
_TIED: Final = 1024  # most candidates looked at when many are equally near
_REMEMBERED: Final = 1024  # vectors got from the store that are kept for the next question
_NOTHING: Final = np.empty(0, np.float32)


class _Rows(Protocol):
    """A growing matrix of unit vectors in some form."""

    def write(self, at: Numbers, vectors: Vectors) -> None: ...
    def move(self, to: Numbers, source: Numbers) -> None: ...
    def take(self, rows: Numbers | slice) -> Vectors: ...
    def dots(self, rows: Numbers | slice, query: Vectors) -> Vectors: ...
    @property
    def nbytes(self) -> int: ...


class _Floats:
    """Rows as they are."""

    def __init__(self, dim: int) -> None:
        self._data: Vectors = np.empty((0, dim), np.float32)

    @property
    def nbytes(self) -> int:
        return self._data.nbytes

    def write(self, at: Numbers, vectors: Vectors) -> None:
        self._data = grown(self._data, int(at.max(initial=-1)) + 1)
        self._data[at] = vectors

    def move(self, to: Numbers, source: Numbers) -> None:
        self._data[to] = self._data[source]

    def take(self, rows: Numbers | slice) -> Vectors:
        return self._data[rows]

    def dots(self, rows: Numbers | slice, query: Vectors) -> Vectors:
        return self._data[rows] @ query


class _Bytes:
    """Rows as whole numbers from -127 to 127 and a scale for each."""

    def __init__(self, dim: int) -> None:
        self._codes: NDArray[np.int8] = np.empty((0, dim), np.int8)
        self._scales: Vectors = np.empty(0, np.float32)
        self._buffer: Vectors = np.empty((0, dim), np.float32)

    @property
    def nbytes(self) -> int:
        return self._codes.nbytes + self._scales.nbytes

    def write(self, at: Numbers, vectors: Vectors) -> None:
        rows = int(at.max(initial=-1)) + 1
        self._codes, self._scales = grown(self._codes, rows), grown(self._scales, rows)
        scales = np.abs(vectors).max(axis=1, initial=0.0) / 127
        self._scales[at] = scales
        self._codes[at] = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None])

    def move(self, to: Numbers, source: Numbers) -> None:
        self._codes[to], self._scales[to] = self._codes[source], self._scales[source]

    def take(self, rows: Numbers | slice) -> Vectors:
        scaled: Vectors = self._codes[rows] * self._scales[rows, None]
        return scaled

    def dots(self, rows: Numbers | slice, query: Vectors) -> Vectors:
        codes = self._codes[rows]
        # One buffer for all blocks: fresh memory would cost more than the arithmetic.
        self._buffer = grown(self._buffer, len(codes))
        wide = self._buffer[: len(codes)]
        wide[:] = codes
        return (wide @ query) * self._scales[rows]


class ExactIndex:
    """Exact cosine search in memory; see `ports.VectorIndex`.

    Vectors are brought to unit length when they come in; the zero vector has cosine 0 to all.
    """

    def __init__(self, dim: int, *, rescore: Rescore | None = None, limit: int = LIMIT) -> None:
        """An empty index.

        Args:
            dim: Length of a vector, at least 1.
            rescore: Gives the float16 little-endian bytes of numbers that are in the index.
                Without it rows stay float32 at any size.
            limit: Most rows kept as float32. Once it is passed they stay int8.
        """
        if dim < 1:
            raise InvalidInput(f"dim={dim!r}; a vector has at least 1 number")
        self._dim, self._rescore, self._limit = dim, rescore, limit
        self._numbering = Numbering()
        self._rows: _Rows = _Floats(dim)
        self._remembered: dict[int, Vectors] = {}

    def __len__(self) -> int:
        """How many vectors there are."""
        return len(self._numbering)

    @property
    def nbytes(self) -> int:
        """Size in memory of vectors and numbers."""
        return self._rows.nbytes + self._numbering.nums.nbytes

    @property
    def compact(self) -> bool:
        """Whether rows are kept as int8."""
        return isinstance(self._rows, _Bytes)

    def add(self, nums: Numbers, vectors: Vectors) -> None:
        """Add or replace vectors; of several with one number the last counts.

        Args:
            nums: Numbers from 0 up.
            vectors: Shape (len(nums), dim).

        Raises:
            InvalidInput: the shape is another, or a number in a vector is not finite.
        """
        nums, vectors = np.asarray(nums, np.int64), np.asarray(vectors)
        if vectors.shape != (len(nums), self._dim):
            raise InvalidInput(
                f"vectors have shape {vectors.shape}, but {len(nums)} numbers and an index of "
                f"dimension {self._dim} need {(len(nums), self._dim)}"
            )
        _check(vectors)
        last = len(nums) - 1 - np.unique(nums[::-1], return_index=True)[1]
        nums, rows = nums[last], self._numbering.find(nums[last])
        new = rows < 0
        rows[new] = len(self) + np.arange(int(new.sum()))
        if self._rescore and len(self) + int(new.sum()) > self._limit:
            self._shrink()
        for block in reversed(_blocks(len(rows))):  # from the end: makes room for all at once
            self._rows.write(rows[block], _unit(vectors[last[block]]))
        self._numbering.append(nums[new])
        for num in nums.tolist() if self._remembered else ():
            self._remembered.pop(num, None)

    def _shrink(self) -> None:
        """From now on int8."""
        if self.compact:
            return
        rows = _Bytes(self._dim)
        every = np.arange(len(self))
        for block in reversed(_blocks(len(self))):
            rows.write(every[block], self._rows.take(block))
        self._rows = rows

    def remove(self, nums: Sequence[int]) -> None:
        """Drop vectors; unknown numbers are ignored."""
        gone = np.unique(self._numbering.rows(np.asarray(nums, np.int64)))
        left = len(self) - len(gone)
        if left == len(self):
            return
        # Rows from the end move into the gaps.
        gaps = gone[gone < left]
        movers = np.setdiff1d(np.arange(left, len(self)), gone)
        self._rows.move(gaps, movers)
        order = np.arange(left)
        order[gaps] = movers
        self._numbering.keep(order)
        for num in nums:
            self._remembered.pop(num, None)

    def search(
        self, vector: Vectors, k: int, allowed: Numbers | None = None
    ) -> tuple[Numbers, Vectors]:
        """The k nearest numbers, best first, ties by number, and their cosines.

        Args:
            vector: Shape (dim,).
            k: At least 1.
            allowed: Ascending numbers that may be returned; None allows all.

        Raises:
            InvalidInput: the shape is another, or a number in the vector is not finite.
        """
        query = self._query(vector)
        rows = None if allowed is None else self._numbering.rows(allowed)
        near = self._scan(query, rows)
        nums = self._numbering.nums if rows is None else self._numbering.nums[rows]
        size = max(_CANDIDATES, 2 * k) if self.compact else k
        nums = nums[_shortlist(near, nums, size, slack=self._dim * 2.0**-23)]
        cosines = _cosines(self.vectors(nums), query)
        best = np.lexsort((nums, -cosines))[:k]
        return nums[best], cosines[best]

    def scores(self, vector: Vectors, nums: Numbers) -> Vectors:
        """Cosines of these numbers; NaN for one that has no vector here."""
        cosines = _cosines(self.vectors(nums), self._query(vector))
        cosines[self._numbering.find(nums) < 0] = np.nan
        return cosines

    def vectors(self, nums: Numbers) -> Vectors:
        """The unit vectors of these numbers, shape (len(nums), dim); zeros for an unknown one."""
        rows = self._numbering.find(nums)
        known = rows >= 0
        vectors = np.zeros((len(nums), self._dim), np.float32)
        vectors[known] = self._rows.take(rows[known])
        if self.compact:
            self._fetch(nums[known].tolist())
            for at, num in enumerate(nums.tolist()):
                if (full := self._remembered.get(num)) is not None:
                    vectors[at] = full
        return vectors

    def _fetch(self, nums: list[int]) -> None:
        """Remember the full vectors of these numbers, as far as the store has them."""
        missing = [num for num in nums if num not in self._remembered]
        if not missing or self._rescore is None:
            return
        if len(self._remembered) + len(missing) > _REMEMBERED:
            # Forgets more than it must; a recall needs some 300, asked for three times.
            self._remembered.clear()
            missing = nums
        found = self._rescore(missing)
        kept = [num for num in missing if len(found.get(num, b"")) == 2 * self._dim]
        data = np.frombuffer(b"".join([found[num] for num in kept]), "<f2")
        rows = _unit(data.reshape(-1, self._dim))
        self._remembered.update(zip(kept, rows, strict=True))

    def _query(self, vector: ArrayLike) -> Vectors:
        query = np.asarray(vector)
        if query.shape != (self._dim,):
            raise InvalidInput(
                f"the query vector has shape {query.shape}; this index needs ({self._dim},)"
            )
        _check(query[None])
        unit: Vectors = _unit(query[None])[0]
        return unit

    def _scan(self, query: Vectors, rows: Numbers | None) -> Vectors:
        """Cosines with some noise in the last bits (float32) or the third digit (int8)."""
        if rows is not None and len(rows) < _FEW * len(self):
            picked = [self._rows.dots(rows[block], query) for block in _blocks(len(rows))]
            return np.concatenate([_NOTHING, *picked])
        # BLAS takes all of a float32 matrix at once; int8 is widened block by block.
        blocks = _blocks(len(self)) if self.compact else [slice(len(self))]
        near = np.concatenate([_NOTHING, *(self._rows.dots(block, query) for block in blocks)])
        return near if rows is None else near[rows]


def _blocks(rows: int) -> list[slice]:
    return [slice(start, min(start + _BLOCK, rows)) for start in range(0, rows, _BLOCK)]


def _check(vectors: NDArray[np.floating]) -> None:
    for block in _blocks(len(vectors)):
        bad = ~np.isfinite(vectors[block]).all(axis=1)
        if bad.any():
            at = block.start + int(bad.argmax())
            raise InvalidInput(
                f"vector {at} holds a number that is not finite: {shown(vectors[at].tolist())}"
            )


def _unit(vectors: NDArray[np.floating]) -> Vectors:
    """float32 rows of unit length; all zeros stay so."""
    rows = vectors.astype(np.float64)
    lengths = np.sqrt((rows * rows).sum(axis=1))
    rows /= np.where(lengths > 0, lengths, 1.0)[:, None]
    return rows.astype(np.float32)


def _cosines(vectors: Vectors, query: Vectors) -> Vectors:
    """Dot products, each on its own; a product of two float32 is exact in float64."""
    products = vectors.astype(np.float64) * query.astype(np.float64)
    cosines: Vectors = np.clip(products.sum(axis=1), -1.0, 1.0).astype(np.float32)
    return cosines


def _shortlist(near: Vectors, nums: Numbers, size: int, slack: float) -> Numbers:
    """Where the `size` best are, and whatever is too close to the last of them to tell.

    Of very many that tie those with the lowest numbers are taken.
    """
    if len(near) <= size:
        return np.arange(len(near))
    least = kth_largest(near, size)
    sure, maybe = np.flatnonzero(near > least + slack), near >= least - slack
    maybe[sure] = False
    doubtful = np.flatnonzero(maybe)
    room = max(_TIED, 2 * size) - len(sure)
    if len(doubtful) > room:
        doubtful = doubtful[np.argpartition(nums[doubtful], room)[:room]]
    return np.concatenate((sure, doubtful))
