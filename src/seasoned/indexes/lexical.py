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
_LONG: Final = 0.4  # of the items hold a term that is left for later
_CHOSEN: Final = 4096  # most rows that are looked at one by one
_NOISE: Final = 1e-9  # relative, of sums in another order
_NOBODY: Final = np.empty(0, np.int32)
_NOTHING: Final = np.empty(0, np.uint8)
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


class _Term(NamedTuple):
    """A term of a query: its live rows, ascending, how often each holds it, and what it weighs."""

    rows: _Rows
    counts: _Counts
    weight: float
    usual: bool


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
        self._last: tuple[tuple[str, ...], list[_Term]] | None = None

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
        held, nums = self._held(tuple(terms)), self._numbering.nums
        rows = None if allowed is None else self._numbering.rows(allowed)
        best = self._promising(held, k, rows)
        scores, coverages = self._exact(held, best)
        order = np.lexsort((nums[best], -scores))[:k]
        return nums[best[order]], scores[order], coverages[order]

    def scores(self, terms: Sequence[str], nums: Numbers) -> tuple[Scores, Scores]:
        """Scores and coverages of these numbers; 0 for one that matches nothing."""
        held, rows = self._held(tuple(terms)), self._numbering.find(nums)
        known = rows >= 0
        scores, coverages = np.zeros(len(nums)), np.zeros(len(nums))
        scores[known], coverages[known] = self._exact(held, rows[known])
        return scores, coverages

    def _held(self, terms: tuple[str, ...]) -> list[_Term]:
        # A recall asks for the best and then for the scores of others, with the same terms.
        if self._last is None or self._last[0] != terms:
            hashes = [term_hash(term) for term in terms]
            places = zip(hashes, self._merged.slices(hashes), strict=True)
            self._last = terms, [self._term(term, where) for term, where in places]
        return self._last[1]

    def _term(self, term: int, where: slice) -> _Term:
        rows, counts = self._merged.rows[where], self._merged.counts[where]
        if (fresh := self._waiting.of(term)) is not None:
            rows, counts = np.append(rows, fresh[0]), np.append(counts, fresh[1])
        if self._live < len(self._numbering):
            live = self._numbering.nums[rows] >= 0
            rows, counts = rows[live], counts[live]
        many = len(rows)
        return _Term(rows, counts, idf(many, self._live), common(many, self._live))

    def _promising(self, held: list[_Term], k: int, rows: Numbers | None) -> Numbers:
        """Rows that hold a term, the k best among them if there are more.

        What many rows hold weighs little: where the rest alone puts k rows ahead of all that hold
        nothing else, their long lists are not gone through.
        """
        long = [term for term in held if len(term.rows) > _LONG * len(self._numbering)]
        short = [term for term in held if len(term.rows) <= _LONG * len(self._numbering)]
        left = (K1 + 1.0) * sum(term.weight for term in long)
        sums, best = self._summed(short, rows)
        if long and len(best) > k:
            first = best[sums[best] >= kth_largest(sums[best], k)]
            known = self._exact(held, first if rows is None else rows[first])[0]
            least = (1.0 - _NOISE) * kth_largest(known, k)
            near: Numbers = best[sums[best] + left >= least]
            if left < least and len(near) <= _CHOSEN:
                return near if rows is None else rows[near]
        sums, best = self._summed(held, rows) if long else (sums, best)
        if len(best) > k:  # all that tie with the last, or may do so when added up in order
            best = best[sums[best] >= (1.0 - _NOISE) * kth_largest(sums[best], k)]
        return best if rows is None else rows[best]

    def _summed(self, held: list[_Term], rows: Numbers | None) -> tuple[Scores, Numbers]:
        """Scores of all rows, or of these, but for the noise of their last bits; which are any."""
        _, singles = self._norm()
        places = np.concatenate([_NOBODY, *(term.rows for term in held)]).astype(np.intp)
        counts = np.concatenate([_NOTHING, *(term.counts for term in held)])
        parts = singles[places]  # most terms stand once in an item
        more = np.flatnonzero(counts > 1)
        parts[more] = self._impacts(counts[more], places[more])
        parts *= np.repeat([term.weight for term in held], [len(term.rows) for term in held])
        sums = np.bincount(places, parts, len(self._numbering)).astype(np.float64, copy=False)
        sums = sums if rows is None else sums[rows]
        return sums, np.flatnonzero(sums > 0.0)

    def _exact(self, held: list[_Term], rows: Numbers) -> tuple[Scores, Scores]:
        """Scores and coverages of some rows, added up in the order of the terms."""
        scores, covered = np.zeros(len(rows)), np.zeros(len(rows))
        shared, known = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        wanted = rows.astype(np.int32)
        for term in held:
            if not len(term.rows):
                continue
            places = np.minimum(np.searchsorted(term.rows, wanted), len(term.rows) - 1)
            at = np.flatnonzero(term.rows[places] == wanted)
            scores[at] += self._impacts(term.counts[places[at]], rows[at]) * term.weight
            covered[at] += term.weight
            shared[at] += 1
            known[at] += term.usual
        coverages = covered / (sum(term.weight for term in held) or 1.0)
        # Rows that share common terms alone, and more than half of the query.
        plain = np.where(
            (2 * known > len(held)) & (known == shared), shared / (len(held) or 1), 0.0
        )
        return scores, np.maximum(coverages, plain)

    def _impacts(self, counts: _Counts, rows: Numbers) -> Scores:
        """BM25's part that depends on the row, for rows and how often each holds the term."""
        many = counts.astype(np.float64)
        impacts: Scores = many * (K1 + 1.0) / (many + self._norm()[0][rows])
        return impacts

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
