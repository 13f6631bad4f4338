"""What may be asked of an index: search over numbered items, derived from what a store keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from seasoned.core.storage import Entry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from seasoned.ports.models import Vectors

    Numbers = NDArray[np.int64]
    Scores = NDArray[np.float64]


class VectorIndex(Protocol):
    """Nearest neighbours by cosine over numbered unit vectors. Not shared between threads."""

    def __len__(self) -> int: ...

    def add(self, nums: Numbers, vectors: Vectors) -> None:
        """Add or replace vectors, shape (len(nums), dim)."""
        ...

    def remove(self, nums: Sequence[int]) -> None:
        """Drop vectors; unknown numbers are ignored."""
        ...

    def search(
        self, vector: Vectors, k: int, allowed: Numbers | None = None
    ) -> tuple[Numbers, Vectors]:
        """The k nearest numbers, best first, and their cosines.

        Args:
            vector: Shape (dim,), unit length.
            k: At least 1.
            allowed: Ascending numbers that may be returned; None allows all. Applied before
                ranking.
        """
        ...

    def scores(self, vector: Vectors, nums: Numbers) -> Vectors:
        """Cosines of these numbers; NaN for one that has no vector here."""
        ...

    def vectors(self, nums: Numbers) -> Vectors:
        """The vectors of these numbers, shape (len(nums), dim); zeros for an unknown one."""
        ...


class LexicalIndex(Protocol):
    """BM25 over the items of one namespace and kind. Not shared between threads."""

    def __len__(self) -> int: ...

    def add(self, entries: Sequence[Entry]) -> None:
        """Add or replace items."""
        ...

    def remove(self, nums: Sequence[int]) -> None:
        """Drop items; unknown numbers are ignored."""
        ...

    def search(
        self, terms: Sequence[str], k: int, allowed: Numbers | None = None
    ) -> tuple[Numbers, Scores, Scores]:
        """The k best numbers, their BM25 scores and coverages, as `core.lexical.rank` gives.

        Args:
            terms: Of the query; one that is there twice counts twice.
            k: At least 1.
            allowed: Ascending numbers that may be returned; None allows all. Applied before
                ranking; the statistics stay those of all items.
        """
        ...

    def scores(self, terms: Sequence[str], nums: Numbers) -> tuple[Scores, Scores]:
        """Scores and coverages of these numbers; 0 for one that matches nothing."""
        ...
