"""Made-up streams of outcomes for the tests of curves, trends and changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seasoned.core.changes import Codes, Numbers
from seasoned.core.history import Performance


def mixed(
    chance: np.random.Generator, n: int, rates: Sequence[float], alike: float = 0.0
) -> tuple[Numbers, Codes]:
    """Outcomes and categories: each category has a rate of its own that never changes.

    Args:
        chance: Draws all of it.
        n: Episodes.
        rates: Of the categories.
        alike: Chance that an outcome is the one before it again.
    """
    categories = chance.integers(len(rates), size=n)
    won = (chance.random(n) < np.array(rates)[categories]).astype(np.float64)
    again = chance.random(n) < alike
    for place in range(1, n):
        if again[place]:
            won[place] = won[place - 1]
    return won, categories


def rows(won: Sequence[float] | Numbers, category: str = "c") -> list[Performance]:
    """A history with these outcomes; the number of an episode is its place, from 100 on."""
    return [
        Performance(100 + t, category, "s", "success" if x else "failure", None, float(t))
        for t, x in enumerate(won)
    ]
