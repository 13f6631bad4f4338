"""Near-duplicate texts, told by their words alone: no model, no order of arrival but one's own.

Two texts are near-duplicates if they hold the same words with digits and share nine tenths of
the others. Tasks that differ in a number are different tasks, which cosines of a small model would
not see.
"""

from __future__ import annotations

import re
from collections import defaultdict
from math import ceil
from typing import Final

NEAR: Final = 0.9  # least share of common words, |a and b| / |a or b|
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_DIGIT: Final = re.compile(r"\d")


class Duplicates:
    """The texts that were seen; finds near-duplicates among them without comparing all pairs."""

    def __init__(self) -> None:
        self._seen: list[frozenset[str]] = []
        self._places: defaultdict[tuple[frozenset[str], str], list[int]] = defaultdict(list)

    def first(self, text: str) -> bool:
        """Whether no near-duplicate of a text was seen before; if so, it has been now."""
        words = frozenset(_WORD.findall(text.casefold()))
        numbers = frozenset(word for word in words if _DIGIT.search(word))
        # Texts that share nine tenths of their words have one of the first tenth in common,
        # whatever the order is, if it is the same for all. Long words first: they are rarer.
        ordered = sorted(words, key=lambda word: (-len(word), word))
        places = [(numbers, w) for w in ordered[: len(words) - ceil(NEAR * len(words)) + 1]]
        places = places or [(numbers, "")]
        near = {number for place in places for number in self._places.get(place, ())}
        if any(_near(words, self._seen[number]) for number in near):
            return False
        for place in places:
            self._places[place].append(len(self._seen))
        self._seen.append(words)
        return True


def _near(a: frozenset[str], b: frozenset[str]) -> bool:
    if min(len(a), len(b)) < NEAR * max(len(a), len(b)):
        return False
    common = len(a & b)
    return common >= NEAR * (len(a) + len(b) - common)
