"""Sums over long columns without threads, and numbers for groups without sorting.

NumPy's `@` hands long vectors to threads of its library, which wait for each other wherever the
cores have other work. Knows arrays only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]


def dot(one: NDArray[Any], other: NDArray[Any]) -> float:
    """The sum of products."""
    return float((one * other).sum())


def compact(codes: Codes) -> tuple[Codes, int]:
    """The codes numbered anew so that each number from 0 on is used, and how many there are.

    Args:
        codes: Whole numbers from 0 on, of about as many kinds as there are rows at most.
    """
    used = np.bincount(codes) > 0
    number = np.cumsum(used) - 1
    return number[codes], int(used.sum())


def resampled(sums: Numbers, draws: int, chance: np.random.Generator) -> Numbers:
    """Totals of so many draws of as many rows as there are, with replacement.

    Args:
        sums: Shape (rows, columns).
        draws: How many.
        chance: What is drawn with.

    Returns:
        Shape (draws, columns).
    """
    size = len(sums)
    chosen = chance.integers(size, size=(draws, size)) + np.arange(draws)[:, None] * size
    times = np.bincount(chosen.ravel(), minlength=draws * size).reshape(draws, size)
    totals: Numbers = np.einsum("dr,rc->dc", times.astype(np.float64), sums)
    return totals
