"""Near-duplicates among the candidates of a recall, told by their vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from seasoned.core.recall import Candidate
from seasoned.ports import VectorIndex

_COMPARED: Final = 40  # candidates that are compared
_COMPARED_PER_RESULT: Final = 8
_COMPARED_MOST: Final = 200  # the work grows with the square
_UNTHREADED: Final = 250_000  # multiplications that OpenBLAS does in one thread


def with_twins(
    candidates: Sequence[Candidate], vectors: VectorIndex | None, k: int, least: float
) -> list[Candidate]:
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
    rows = vectors.vectors(np.array([known[i].traits.num for i in order], np.int64))
    # Few rows at a time: from more BLAS would start threads, and wait for them on a busy machine.
    part = max(1, _UNTHREADED // max(1, rows.size))
    cosines = np.concatenate([rows[i : i + part] @ rows.T for i in range(0, len(rows), part)])
    for a, b in np.argwhere(np.triu(cosines >= least, 1)).tolist():
        for one, other in ((order[a], order[b]), (order[b], order[a])):
            twins = known[one].twins | {known[other].traits.num}
            known[one] = known[one]._replace(twins=twins)
    return known
