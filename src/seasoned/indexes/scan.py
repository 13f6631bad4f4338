"""Nearest neighbours by scanning vectors in memory, with nothing to tune.

Rows are kept as int16, which is finer than what stores keep. What is scanned is derived from them:
up to `limit` rows a float32 copy, which is scanned whole; beyond it one bit per number, its
sign, a thirty-second of the memory traffic. The twenty-fifth part of the rows that agrees with
the query in most signs is then looked at in full. On 40,000 sentences embedded by MiniLM it held
all of the ten nearest and 99.7 % of the hundred nearest. Vectors of another nature may fare
worse, so the step is only taken where a trial on the rows themselves succeeds. It knows nothing
of texts, filters or owners.

A scan only makes a short list; every cosine that leaves this file is worked out again by itself
in float64 and rounded to float32. It depends on the two vectors alone, not on what else was ever
stored, which filter was set, or how the rows are scanned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seasoned.core.numbering import Numbering, grown, kth_largest
from seasoned.core.values import shown
from seasoned.errors import InvalidInput

if TYPE_CHECKING:
    from seasoned.ports import Numbers, Vectors

    Codes = NDArray[np.int16]

LIMIT: Final = 20_000  # 31 MB at 384 numbers; from about here signs are quicker to scan
_BLOCK: Final = 1024  # rows at a time, 1.5 MB at 384 numbers: stays in the cache
_CLOSE_LOOK: Final = 32  # rows at a time in float64; more would be taken from the system each time
_PICKED: Final = 128  # rows at a time that are picked out here and there, 200 kB
_FEW: Final = 1 / 3  # of the rows: fewer are picked out, more are all scanned
_LISTED: Final = 2048  # fewest rows looked at in full after a scan of signs
_LISTED_PER_RESULT: Final = 20
_LISTED_SHARE: Final = 25  # of the rows one is looked at
_TIED: Final = 1024  # most candidates looked at when many are equally near
_TRIALS: Final = 32  # rows that are searched for before signs are trusted
_TRUSTED: Final = 0.98  # share of the ten nearest that has to be found
_NOTHING: Final = np.empty(0, np.float32)


class _Scan(Protocol):
    """What stands for the rows in a scan; larger is nearer."""

    def write(self, at: Numbers, units: Vectors) -> None: ...
    def move(self, to: Numbers, source: Numbers) -> None: ...
    def near(self, query: Vectors, rows: Numbers | slice) -> NDArray[np.number]: ...
    @property
    def nbytes(self) -> int: ...


class _Floats:
    """Unit rows as float32."""

    def __init__(self, dim: int) -> None:
        self._data: Vectors = np.empty((0, dim), np.float32)

    @property
    def nbytes(self) -> int:
        return self._data.nbytes

    def write(self, at: Numbers, units: Vectors) -> None:
        self._data = grown(self._data, int(at.max(initial=-1)) + 1)
        self._data[at] = units

    def move(self, to: Numbers, source: Numbers) -> None:
        self._data[to] = self._data[source]

    def units(self, rows: Numbers) -> Vectors:
        return self._data[rows]

    def near(self, query: Vectors, rows: Numbers | slice) -> Vectors:
        """Cosines with some noise in the last bits."""
        return _dots(self._data[rows], query)


class _Signs:
    """One bit per number; word by word, so that a scan reads memory in one direction."""

    def __init__(self, dim: int) -> None:
        self._words: list[NDArray[np.uint64]] = [
            np.empty(0, np.uint64) for _ in range(-(-dim // 64))
        ]

    @property
    def nbytes(self) -> int:
        return sum(words.nbytes for words in self._words)

    def write(self, at: Numbers, units: Vectors) -> None:
        rows = int(at.max(initial=-1)) + 1
        self._words = [grown(words, rows) for words in self._words]
        for words, new in zip(self._words, _signs(units), strict=True):
            words[at] = new

    def move(self, to: Numbers, source: Numbers) -> None:
        for words in self._words:
            words[to] = words[source]

    def near(self, query: Vectors, rows: Numbers | slice) -> NDArray[np.int16]:
        """How many signs agree, less a constant."""
        agree = np.zeros(len(self._words[0][rows]), np.int16)
        for words, sign in zip(self._words, _signs(query[None]), strict=True):
            agree -= np.bitwise_count(words[rows] ^ sign)
        return agree


def _signs(units: Vectors) -> NDArray[np.uint64]:
    """Shape (words, rows)."""
    bits = np.packbits(units > 0, axis=1)
    padded = np.zeros((len(units), -(-bits.shape[1] // 8) * 8), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view(np.uint64).T


class ScanIndex:
    """Cosine search in memory; see `ports.VectorIndex`.

    Vectors are brought to unit length when they come in; the zero vector has cosine 0 to all.
    """

    def __init__(self, dim: int, *, limit: int = LIMIT) -> None:
        """An empty index.

        Args:
            dim: Length of a vector, at least 1.
            limit: Most rows that are all scanned as float32.
        """
        if dim < 1:
            raise InvalidInput(f"dim={dim!r}; a vector has at least 1 number")
        self._dim, self._limit = dim, limit
        self._numbering = Numbering()
        self._codes: Codes = np.empty((0, dim), np.int16)
        self._lengths: Vectors = np.empty(0, np.float32)
        self._scan: _Scan = _Floats(dim)
        self._tried = False

    def __len__(self) -> int:
        """How many vectors there are."""
        return len(self._numbering)

    @property
    def nbytes(self) -> int:
        """Size in memory of vectors and numbers."""
        return self._codes.nbytes + self._scan.nbytes + self._numbering.nums.nbytes

    @property
    def compact(self) -> bool:
        """Whether signs are scanned."""
        return isinstance(self._scan, _Signs)

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
        for block in reversed(_blocks(len(rows))):  # from the end: makes room for all at once
            self._write(rows[block], vectors[last[block]])
        self._numbering.append(nums[new])
        if len(self) > self._limit and not self._tried:
            self._tried = True
            if self._trust_signs():
                return
        for block in reversed(_blocks(len(rows))):
            self._scan.write(rows[block], _unit(self._codes[rows[block]]))

    def _write(self, rows: Numbers, vectors: NDArray[np.floating]) -> None:
        room = int(rows.max(initial=-1)) + 1
        self._codes, self._lengths = grown(self._codes, room), grown(self._lengths, room)
        self._codes[rows] = codes = _codes(vectors)
        self._lengths[rows] = _lengths(codes)

    def _trust_signs(self) -> bool:
        """Scan signs from now on, if they find what a scan of everything finds."""
        signs, rows, most = _Signs(self._dim), np.arange(len(self)), min(10, len(self))
        trials = np.linspace(0, len(self) - 1, _TRIALS).astype(int)
        queries = _unit(self._codes[trials])
        near = np.empty((_TRIALS, len(self)), np.float32)
        for block in reversed(_blocks(len(self))):
            units = _unit(self._codes[block])
            signs.write(rows[block], units)
            near[:, block] = [_dots(units, query) for query in queries]
        found, listed = 0, max(most, len(self) // _LISTED_SHARE)
        for query, cosines in zip(queries, near, strict=True):
            agreeing = _best(signs.near(query, slice(len(self))), rows, listed)
            found += len(np.intersect1d(_best(cosines, rows, most), agreeing))
        if found < _TRUSTED * _TRIALS * most:
            return False
        self._scan = signs
        return True

    def remove(self, nums: Sequence[int]) -> None:
        """Drop vectors; unknown numbers are ignored."""
        gone = np.unique(self._numbering.rows(np.asarray(nums, np.int64)))
        left = len(self) - len(gone)
        if left == len(self):
            return
        # Rows from the end move into the gaps.
        gaps = gone[gone < left]
        movers = np.setdiff1d(np.arange(left, len(self)), gone)
        self._codes[gaps], self._lengths[gaps] = self._codes[movers], self._lengths[movers]
        self._scan.move(gaps, movers)
        order = np.arange(left)
        order[gaps] = movers
        self._numbering.keep(order)

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
        rows, near = self._listed(query, k, rows)
        nums = self._numbering.nums[rows]
        best = _shortlist(near, nums, k, slack=self._dim * 2.0**-23)
        nums, cosines = nums[best], _cosines(self._units(rows[best]), query)
        best = np.lexsort((nums, -cosines))[:k]
        return nums[best], cosines[best]

    def _listed(self, query: Vectors, k: int, rows: Numbers | None) -> tuple[Numbers, Vectors]:
        """Rows worth a closer look, and their cosines with noise in the last bits."""
        known = np.arange(len(self)) if rows is None else rows
        if not self.compact:
            return known, self._near(query, rows).astype(np.float32, copy=False)
        size = max(_LISTED, _LISTED_PER_RESULT * k, len(self) // _LISTED_SHARE)
        if len(known) > size:
            nums = self._numbering.nums if rows is None else self._numbering.nums[rows]
            known = known[_best(self._near(query, rows), nums, size)]
        return known, self._dots(known, query) / self._lengths[known]

    def _dots(self, rows: Numbers, query: Vectors) -> Vectors:
        """Products of these rows and the query, a few at a time: they lie far apart in memory."""
        dots, wide = np.empty(len(rows), np.float32), np.empty((_PICKED, self._dim), np.float32)
        for start in range(0, len(rows), _PICKED):
            some = rows[start : start + _PICKED]
            part = wide[: len(some)]
            part[:] = self._codes.take(some, axis=0)
            dots[start : start + _PICKED] = _dots(part, query)
        return dots

    def _near(self, query: Vectors, rows: Numbers | None) -> NDArray[np.number]:
        if rows is not None and len(rows) < _FEW * len(self):
            return self._scan.near(query, rows)
        near = self._scan.near(query, slice(len(self)))
        return near if rows is None else near[rows]

    def scores(self, vector: Vectors, nums: Numbers) -> Vectors:
        """Cosines of these numbers; NaN for one that has no vector here."""
        cosines = _cosines(self.vectors(nums), self._query(vector))
        cosines[self._numbering.find(nums) < 0] = np.nan
        return cosines

    def vectors(self, nums: Numbers) -> Vectors:
        """The unit vectors of these numbers, shape (len(nums), dim); zeros for an unknown one."""
        rows = self._numbering.find(nums)
        vectors = np.zeros((len(nums), self._dim), np.float32)
        vectors[rows >= 0] = self._units(rows[rows >= 0])
        return vectors

    def _units(self, rows: Numbers) -> Vectors:
        if isinstance(self._scan, _Floats):
            return self._scan.units(rows)  # the same, worked out before
        return _unit(self._codes[rows])

    def _query(self, vector: ArrayLike) -> Vectors:
        query = np.asarray(vector)
        if query.shape != (self._dim,):
            raise InvalidInput(
                f"the query vector has shape {query.shape}; this index needs ({self._dim},)"
            )
        _check(query[None])
        unit: Vectors = _unit(query[None])[0]
        return unit


def _dots(rows: Vectors, query: Vectors) -> Vectors:
    # einsum, since BLAS would start threads, and wait for them on a busy machine.
    dots: Vectors = np.einsum("ij,j->i", rows, query)
    return dots


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


def _codes(vectors: NDArray[np.floating]) -> Codes:
    """Whole numbers from -32,767 to 32,767 in the vectors' directions."""
    largest = np.abs(vectors).max(axis=1, initial=0.0).astype(np.float64)
    scales = 32_767 / np.where(largest > 0, largest, 1.0)
    return np.rint(vectors * scales[:, None]).astype(np.int16)


def _lengths(rows: NDArray[np.number]) -> Vectors:
    """Lengths of rows, 1 for all zeros."""
    wide = rows.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1))
    return np.where(lengths > 0, lengths, 1.0).astype(np.float32)


def _unit(vectors: NDArray[np.number]) -> Vectors:
    """float32 rows of unit length; all zeros stay so."""
    rows = vectors.astype(np.float64)
    lengths = np.sqrt((rows * rows).sum(axis=1))
    rows /= np.where(lengths > 0, lengths, 1.0)[:, None]
    return rows.astype(np.float32)


def _best(near: NDArray[np.number], nums: Numbers, size: int) -> Numbers:
    """Where the `size` largest are; of those that tie with the last, the lowest numbers."""
    least = kth_largest(near, size)
    best = np.flatnonzero(near >= least)
    more = near[best] > least
    sure, tied = best[more], best[~more]
    room = size - len(sure)
    if len(tied) > room:
        tied = tied[np.argpartition(nums[tied], room)[:room]]
    return np.concatenate((sure, tied))


def _cosines(vectors: Vectors, query: Vectors) -> Vectors:
    """Dot products, each on its own; a product of two float32 is exact in float64."""
    wide, cosines = query.astype(np.float64), np.empty(len(vectors), np.float32)
    for start in range(0, len(vectors), _CLOSE_LOOK):
        block = slice(start, start + _CLOSE_LOOK)
        sums = (vectors[block].astype(np.float64) * wide).sum(axis=1)
        cosines[block] = np.clip(sums, -1.0, 1.0)
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
