"""Near-duplicates among the candidates of a recall, told by their vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from seasoned.memories.ranking import Ranked
from seasoned.ports import VectorIndex

_COMPARED: Final = 40  # candidates that are compared
_COMPARED_PER_RESULT: Final = 8
_COMPARED_MOST: Final = 200  # the work grows with the square
_UNTHREADED: Final = 250_000  # multiplications that OpenBLAS does in one thread


def with_twins(
    candidates: Sequence[Ranked], vectors: VectorIndex | None, k: int, least: float
) -> list[Ranked]:
    """The same, the most relevant ones knowing their near-duplicates among each other.

    Args:
        candidates: In any order.
        vectors: What holds their vectors; None leaves them as they are.
        k: Results wanted.
        least: Cosine from which two are twins.
    """
    known = list(candidates)
    if vectors is None or len(known) < 2:
        return known
    most = min(_COMPARED_MOST, max(_COMPARED, _COMPARED_PER_RESULT * k))
    order = sorted(range(len(known)), key=lambda i: -known[i].relevance)[:most]
    nums = np.array([known[i].num for i in order], np.int64)
    rows = vectors.vectors(nums)
    # Few rows at a time: from more BLAS would start threads, and wait for them on a busy machine.
    part = max(1, _UNTHREADED // max(1, rows.size))
    cosines = np.concatenate([rows[i : i + part] @ rows.T for i in range(0, len(rows), part)])
    near = np.triu(cosines >= least, 1)
    near |= near.T
    for place in np.flatnonzero(near.any(axis=1)).tolist():
        one = order[place]
        known[one] = known[one]._replace(twins=frozenset(nums[near[place]].tolist()))
    return known
