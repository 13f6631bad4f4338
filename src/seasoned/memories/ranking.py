"""Asking indexes what is nearest by words and by meaning, and mixing both into a relevance.

It knows numbers and scores alone: what an item is, and whether it is still there, is asked by
whoever wants to show it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from seasoned.core.recall import fuse
from seasoned.ports import LexicalIndex, VectorIndex

if TYPE_CHECKING:
    from seasoned.ports import Numbers, Vectors

_DEPTH = 100  # fewest candidates of each kind
_DEPTH_PER_RESULT = 20
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Query:
    """A task as search sees it: its terms and, if there is a model, its vector.

    A term that is there twice counts twice.
    """

    terms: tuple[str, ...]
    vector: Vectors | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Depth:
    """How far to look.

    Attributes:
        k: Results wanted.
        lexical: Share of words in relevance, in [0, 1].
        duplicate: Cosine from which two candidates are twins.
        each: Candidates of each kind for a result, where there are many results.
    """

    k: int
    lexical: float
    duplicate: float
    each: int = _DEPTH_PER_RESULT

    @property
    def candidates(self) -> int:
        """Candidates of each kind to gather."""
        return max(_DEPTH, self.each * self.k)


class Ranked(NamedTuple):
    """A number with its scores, before the store has told what it is.

    Attributes:
        num: The store's number.
        cosine: Raw cosine to the query, None without vectors.
        lexical: BM25 score, 0 where no term matches.
        coverage: Idf-weighted share of the query's terms that it holds, in [0, 1].
        relevance: The fused score, in [0, 1].
        twins: For each near-duplicate among the others, its number.
    """

    num: int
    cosine: float | None
    lexical: float
    coverage: float
    relevance: float = 0.0
    twins: frozenset[int] = frozenset()


def related(found: Sequence[Ranked], lexical: float) -> list[Ranked]:
    """The same with their relevance, of which words have such a share."""
    mixed = fuse([f.lexical for f in found], [f.cosine for f in found], lexical)
    return [Ranked(*f[:4], relevance) for f, relevance in zip(found, mixed, strict=True)]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a pair of indexes.

    Attributes:
        allowed: Ascending numbers that may be found; None allows all.
    """

    lexical: LexicalIndex
    vectors: VectorIndex | None
    query: Query
    allowed: Numbers | None
    depth: Depth

    def found(self) -> list[Ranked]:
        """The best by words and the best by meaning, each with both scores."""
        nearest, near = self._by_meaning()
        nums = np.union1d(self._by_words(), nearest)
        if not len(nums):
            return []
        scores, coverage = self.lexical.scores(self.query.terms, nums)
        cosines = self._cosines(nums, nearest, near).tolist()
        known = [None if math.isnan(cosine) else cosine for cosine in cosines]
        rows = zip(nums.tolist(), known, scores.tolist(), coverage.tolist(), strict=True)
        return list(starmap(Ranked, rows))

    def _by_words(self) -> Numbers:
        if not self.query.terms:
            return _NONE
        return self.lexical.search(self.query.terms, self.depth.candidates, self.allowed)[0]

    def _by_meaning(self) -> tuple[Numbers, Vectors]:
        if self.vectors is None or self.query.vector is None:
            return _NONE, np.empty(0, np.float32)
        return self.vectors.search(self.query.vector, self.depth.candidates, self.allowed)

    def _cosines(self, nums: Numbers, nearest: Numbers, near: Vectors) -> Vectors:
        """Those of all these numbers, among which the nearest are known."""
        cosines = np.full(len(nums), np.nan, np.float32)
        cosines[np.searchsorted(nums, nearest)] = near
        rest = np.flatnonzero(np.isnan(cosines))
        if self.vectors is not None and self.query.vector is not None and len(rest):
            cosines[rest] = self.vectors.scores(self.query.vector, nums[rest])
        return cosines
