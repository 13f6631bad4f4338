"""BM25 over one namespace and kind, in memory: which rows hold a term, and how often.

Follows `core.lexical.rank` to the bit: the same float64 operations, added up in the order of
the query's terms, over statistics of all live items whatever a filter allows. It knows nothing
of text (terms arrive hashed, see `core.lexical.pack_terms`), of owners, or of the store.

Most postings lie in arrays sorted by term; new items wait in a dictionary until there are
enough of them to be merged. A removed row keeps its postings until compaction and is left out
of every count. One index is not to be used by two threads at once.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core.lexical import K1, B, common, idf, term_hash
from seasoned.core.numbering import Numbering, grown, kth_largest
from seasoned.ports import Entry

if TYPE_CHECKING:
    from seasoned.ports import Numbers, Scores

_Hashes = NDArray[np.uint64]
_Rows = NDArray[np.int32]
_Counts = NDArray[np.uint8]

_WAITING: Final = 1000  # items; fewer are never worth a merge
_SHARE: Final = 8  # an eighth of the merged items may wait
_DEAD: Final = 4  # a dead quarter is swept out


@dataclass(frozen=True, slots=True)
class _Postings:
    """For each term, ascending: where its rows begin; the rows, ascending, and their counts."""

    keys: _Hashes
    starts: Numbers
    rows: _Rows
    counts: _Counts

    @classmethod
    def of(cls, blobs: Sequence[bytes], first: int) -> _Postings:
        """Postings of term blobs for consecutive rows from `first`."""
        sizes = [len(blob) // 9 for blob in blobs]
        hashes = b"".join([blob[: 8 * n] for blob, n in zip(blobs, sizes, strict=True)])
        counts = b"".join([blob[8 * n :] for blob, n in zip(blobs, sizes, strict=True)])
        rows = np.repeat(np.arange(first, first + len(blobs), dtype=np.int32), sizes)
        terms = np.frombuffer(hashes, "<u8").astype(np.uint64, copy=False)
        order = np.argsort(terms, kind="stable")  # keeps the rows of a term ascending
        terms = terms[order]
        begins = np.flatnonzero(np.diff(terms, prepend=~terms[:1]))
        starts = np.append(begins, len(terms))
        return cls(terms[begins], starts, rows[order], np.frombuffer(counts, np.uint8)[order])

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return self.keys.nbytes + self.starts.nbytes + self.rows.nbytes + self.counts.nbytes

    def slices(self, hashes: Sequence[int]) -> list[slice]:
        """Where the postings of these terms lie; empty for an unknown one."""
        wanted = np.array(hashes, np.uint64)
        begin, end = (np.searchsorted(self.keys, wanted, side) for side in ("left", "right"))
        edges = zip(self.starts[begin].tolist(), self.starts[end].tolist(), strict=True)
        return [slice(low, high) for low, high in edges]

    def merged(self, later: _Postings) -> _Postings:
        """With the postings of later rows; linear, since both are sorted."""
        keys = np.union1d(self.keys, later.keys)
        mine, theirs = np.searchsorted(keys, self.keys), np.searchsorted(keys, later.keys)
        own = np.zeros(len(keys), np.int64)
        own[mine] = np.diff(self.starts)
        sizes = own.copy()
        sizes[theirs] += np.diff(later.starts)
        starts = np.append(0, np.cumsum(sizes))
        rows, counts = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.uint8)
        for part, begins in ((self, starts[mine]), (later, (starts[:-1] + own)[theirs])):
            shift = np.repeat(begins - part.starts[:-1], np.diff(part.starts))
            target = shift + np.arange(len(part.rows))
            rows[target], counts[target] = part.rows, part.counts
        return _Postings(keys, starts, rows, counts)

    def renumbered(self, new: Numbers) -> _Postings:
        """With row r as new[r], which rises with r; where that is negative, without it."""
        rows = new.astype(np.int32)[self.rows]
        kept = rows >= 0
        starts = np.append(0, np.cumsum(kept))[self.starts]
        used = np.append(np.diff(starts) > 0, True)
        return _Postings(self.keys[used[:-1]], starts[used], rows[kept], self.counts[kept])


class _Waiting:
    """Postings of the newest items, one by one."""

    def __init__(self) -> None:
        self.blobs: list[bytes] = []
        self._terms: dict[int, tuple[array[int], array[int]]] = {}

    def add(self, row: int, blob: bytes) -> None:
        self.blobs.append(blob)
        terms = len(blob) // 9
        hashes = np.frombuffer(blob, "<u8", terms).tolist()
        for term, count in zip(hashes, blob[8 * terms :], strict=True):
            rows, counts = self._terms.setdefault(term, (array("i"), array("B")))
            rows.append(row)
            counts.append(count)

    def of(self, term: int) -> tuple[_Rows, _Counts] | None:
        """Rows and counts of a term; views that must be gone before the next `add`."""
        if (found := self._terms.get(term)) is None:
            return None
        return np.frombuffer(found[0], np.int32), np.frombuffer(found[1], np.uint8)

    @property
    def nbytes(self) -> int:
        """About the size in memory."""
        arrays = (part for pair in self._terms.values() for part in pair)
        return sum(map(sys.getsizeof, (self._terms, *self.blobs, *arrays)))


class _Held(NamedTuple):
    """The live postings of a query's terms, one term after the other.

    Attributes:
        sizes: How many each term has.
        rows: Their rows, ascending within a term.
        counts: How often the row holds the term.
    """

    sizes: list[int]
    rows: Numbers
    counts: _Counts


class _Tally(NamedTuple):
    """What a query comes to, for each row."""

    terms: tuple[str, ...]
    scores: Scores
    covered: Scores
    whole: float  # coverage is covered / whole
    plain: Scores | None  # and at least this

    def at(self, rows: Numbers) -> tuple[Scores, Scores]:
        """Scores and coverages of some rows."""
        coverage = self.covered[rows] / (self.whole or 1.0)
        if self.plain is not None:
            coverage = np.maximum(coverage, self.plain[rows])
        return self.scores[rows], coverage


class LexicalIndex:
    """Impact lists in NumPy arrays; see `ports.LexicalIndex`."""

    def __init__(self) -> None:
        """An empty index."""
        self._numbering = Numbering()
        self._lengths: Scores = np.empty(0)
        self._merged = _Postings.of([], 0)
        self._waiting = _Waiting()
        self._forget()
        self._live = 0
        self._total_length = 0

    def __len__(self) -> int:
        """How many items there are."""
        return self._live

    @property
    def nbytes(self) -> int:
        """About the size in memory."""
        rows = self._numbering.nums.nbytes + self._lengths.nbytes
        return rows + self._merged.nbytes + self._waiting.nbytes

    def _forget(self) -> None:
        """Drop what was worked out from an earlier state."""
        self._norms: tuple[Scores, Scores] | None = None
        self._last: _Tally | None = None

    def add(self, entries: Sequence[Entry]) -> None:
        """Add or replace items; of several with one number the last counts."""
        newest = {entry.num: entry for entry in entries}
        self.remove(list(newest))
        first, many = len(self._numbering), len(newest)
        items = newest.values()
        self._lengths = grown(self._lengths, first + many)
        self._lengths[first : first + many] = [entry.length for entry in items]
        self._numbering.append(np.fromiter(newest, np.int64, many))
        self._live += many
        self._total_length += sum(entry.length for entry in items)
        self._take_in([entry.terms for entry in items], first)
        self._forget()

    def _take_in(self, blobs: list[bytes], first: int) -> None:
        room = max(_WAITING, (first - len(self._waiting.blobs)) // _SHARE)
        if len(blobs) + len(self._waiting.blobs) <= room:
            for row, blob in enumerate(blobs, first):
                self._waiting.add(row, blob)
            return
        self._merge(blobs)

    def _merge(self, blobs: list[bytes]) -> None:
        """Merge what waits, followed by these items, into the arrays."""
        fresh = self._waiting.blobs + blobs
        first = len(self._numbering) - len(fresh)
        self._merged = self._merged.merged(_Postings.of(fresh, first))
        self._waiting = _Waiting()

    def remove(self, nums: Sequence[int]) -> None:
        """Drop items; unknown numbers are ignored."""
        rows = np.unique(self._numbering.rows(np.asarray(nums, np.int64)))
        if not len(rows):
            return
        self._live -= len(rows)
        self._total_length -= int(self._lengths[rows].sum())
        self._numbering.give_up(rows)
        if (len(self._numbering) - self._live) * _DEAD > len(self._numbering):
            self._compact()
        self._forget()

    def _compact(self) -> None:
        """Sweep dead rows out."""
        self._merge([])
        kept = np.flatnonzero(self._numbering.nums >= 0)
        new = np.full(len(self._numbering), -1)
        new[kept] = np.arange(len(kept))
        self._merged = self._merged.renumbered(new)
        self._lengths = self._lengths[kept]
        self._numbering.keep(kept)

    def search(
        self, terms: Sequence[str], k: int, allowed: Numbers | None = None
    ) -> tuple[Numbers, Scores, Scores]:
        """The k best numbers, their scores and coverages; ties by number.

        Args:
            terms: Of the query; one that is there twice counts twice.
            k: At least 1.
            allowed: Ascending numbers that may be returned; None allows all. The statistics
                stay those of all items.
        """
        tally, nums = self._tally(tuple(terms)), self._numbering.nums
        rows = None if allowed is None else self._numbering.rows(allowed)
        scores = tally.scores if rows is None else tally.scores[rows]
        best = np.flatnonzero(scores > 0.0)
        if len(best) > k:
            held = scores[best]
            best = best[held >= kth_largest(held, k)]  # all that tie with the last
        best = best if rows is None else rows[best]
        best = best[np.lexsort((nums[best], -tally.scores[best]))[:k]]
        return nums[best], *tally.at(best)

    def scores(self, terms: Sequence[str], nums: Numbers) -> tuple[Scores, Scores]:
        """Scores and coverages of these numbers; 0 for one that matches nothing."""
        tally, rows = self._tally(tuple(terms)), self._numbering.find(nums)
        known = rows >= 0
        scores, coverages = np.zeros(len(nums)), np.zeros(len(nums))
        scores[known], coverages[known] = tally.at(rows[known])
        return scores, coverages

    def _tally(self, terms: tuple[str, ...]) -> _Tally:
        # A recall asks for the best and then for the scores of others, with the same terms.
        if self._last is None or self._last.terms != terms:
            self._last = self._count(terms)
        return self._last

    def _count(self, terms: tuple[str, ...]) -> _Tally:
        held, every = self._held([term_hash(term) for term in terms]), len(self._numbering)
        weights = [idf(containing, self._live) for containing in held.sizes]
        weight = np.repeat(np.array(weights), held.sizes)
        parts = self._impacts(held)
        parts *= weight
        # bincount adds in the order of its input, that is, of the terms.
        scores = np.bincount(held.rows, parts, every).astype(np.float64, copy=False)
        covered = np.bincount(held.rows, weight, every).astype(np.float64, copy=False)
        return _Tally(terms, scores, covered, sum(weights), self._plain(held))

    def _plain(self, held: _Held) -> Scores | None:
        """Shares of the query by number of terms, for rows that share common ones alone."""
        usual = [common(containing, self._live) for containing in held.sizes]
        many, every = len(usual), len(self._numbering)
        if 2 * sum(usual) <= many:
            return None
        known = np.bincount(held.rows, np.repeat(np.array(usual, float), held.sizes), every)
        shared = np.bincount(held.rows, minlength=every)
        return np.where((2 * known > many) & (known == shared), shared / many, 0.0)

    def _held(self, hashes: list[int]) -> _Held:
        rows, counts, sizes = [np.empty(0, np.int32)], [np.empty(0, np.uint8)], []
        for term, where in zip(hashes, self._merged.slices(hashes), strict=True):
            found = [(self._merged.rows[where], self._merged.counts[where])]
            if (fresh := self._waiting.of(term)) is not None:
                found.append(fresh)
            rows += [pair[0] for pair in found]
            counts += [pair[1] for pair in found]
            sizes.append(sum(len(pair[0]) for pair in found))
        held = _Held(sizes, np.concatenate(rows).astype(np.intp), np.concatenate(counts))
        return held if self._live == len(self._numbering) else self._alive(held)

    def _alive(self, held: _Held) -> _Held:
        live = self._numbering.nums[held.rows] >= 0
        ends = np.append(0, np.cumsum(live))[np.cumsum([0, *held.sizes])]
        return _Held(np.diff(ends).tolist(), held.rows[live], held.counts[live])

    def _impacts(self, held: _Held) -> Scores:
        """BM25's part that depends on the row, for each posting."""
        norms, singles = self._norm()
        parts: Scores = singles[held.rows]  # most terms stand once in an item
        more = np.flatnonzero(held.counts > 1)
        counts = held.counts[more].astype(np.float64)
        parts[more] = counts * (K1 + 1.0) / (counts + norms[held.rows[more]])
        return parts

    def _norm(self) -> tuple[Scores, Scores]:
        """`core.lexical.norm` of each row, and the impact of a term that it holds once.

        Made anew after a change, as the average length moves.
        """
        if self._norms is None:
            lengths = self._lengths[: len(self._numbering)]
            average = self._total_length / self._live if self._live else 0.0
            flat = np.full(len(lengths), K1)
            norms = K1 * (1.0 - B + B * lengths / average) if average else flat
            self._norms = norms, (K1 + 1.0) / (1.0 + norms)
        return self._norms
