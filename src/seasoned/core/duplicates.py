"""Near-duplicate texts, told by their words alone, without a model.

Two texts are near-duplicates if they hold the same words with digits and share nine tenths of all
their words. Tasks that differ in a number are different tasks, which the cosines of a small model
hardly tell.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import floor, log
from typing import Any, Final

NEAR: Final = 0.9  # least share of common words, |a and b| / |a or b|
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_DIGIT: Final = re.compile(r"\d")
_ROUNDING: Final = 1e-9
# Words that turn a sentence round, in the languages that notes are told apart in.
_TURNING: Final = frozenset(
    [
        *("no", "not", "never", "none", "nobody", "nothing", "without", "neither", "nor", "cannot"),
        *("don", "doesn", "didn", "isn", "wasn", "won", "aren", "jamás", "nunca", "sin"),
        *("nicht", "nie", "niemals", "kein", "keine", "keinen", "keinem", "keiner", "ohne"),
        *("nichts", "weder", "noch", "nada", "tampoco", "ni", "ne", "pas", "jamais", "sans"),
        *("hardly", "barely", "scarcely", "seldom", "rarely", "kaum", "selten", "apenas"),
        *("不", "没", "无", "非", "未", "别"),
    ]
)


class Duplicates:
    """The texts that were seen; finds near-duplicates among them without comparing all pairs.

    The words of a text are dealt out to more hands than two near-duplicates can differ in words,
    so that in at least one hand both have the same. Texts are looked up by whole hands.
    """

    def __init__(self) -> None:
        self._words: defaultdict[str, int] = defaultdict(lambda: len(self._words))
        self._seen: list[array[int]] = []
        self._places: defaultdict[int, list[int]] = defaultdict(list)

    def first(self, text: str) -> bool:
        """Whether no near-duplicate of a text was seen before; if so, it has been now."""
        seen = len(self._seen)
        return self.place(text) == seen

    def place(self, text: str) -> int:
        """The number of the first text that this one is a near-duplicate of, else its own.

        Numbers are given from 0 to texts without near-duplicates before them.
        """
        words = set(_WORD.findall(text.casefold()))
        numbers = hash(frozenset(filter(_DIGIT.search, words)))
        ids = sorted(self._words[word] for word in words)
        size = _size_class(len(ids))
        # Those that are near are of the same class or of one beside it.
        keys = [key for near in (size - 1, size, size + 1) for key in _hands(ids, near, numbers)]
        found = {place for key in keys for place in self._places.get(key, ())}
        known = frozenset(ids)
        for place in sorted(found):
            if _near(known, self._seen[place]):
                return place
        for key in _hands(ids, size, numbers):
            self._places[key].append(len(self._seen))
        self._seen.append(array("I", ids))
        return len(self._seen) - 1


@dataclass(frozen=True, slots=True)
class Said:
    """A text taken apart once, to be held against many others.

    Attributes:
        folded: Its words without case and spacing.
        words: Its distinct words.
        telling: Those of them that near-duplicates have in common: numbers, and what turns round.
        order: Its distinct words as they come; who does what to whom is in it.
    """

    folded: tuple[str, ...]
    words: frozenset[str]
    telling: frozenset[str]
    order: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Said:
        """The parts of a text."""
        folded = text.casefold()
        order = tuple(dict.fromkeys(_WORD.findall(folded)))
        words = frozenset(order)
        numbers = [w for w in words if not w.isalpha() and _DIGIT.search(w)]
        telling = words.intersection(_TURNING).union(numbers)
        return cls(tuple(folded.split()), words, telling, order)

    def like(self, other: Said) -> bool:
        """Whether the two are near-duplicates, neither of which takes back what the other says."""
        if self.folded == other.folded:
            return True
        near = self.telling == other.telling and _near(self.words, other.words)
        return near and self._in_order_of(other) == other._in_order_of(self)

    def _in_order_of(self, other: Said) -> list[str]:
        return [word for word in self.order if word in other.words]


def alike(one: str, other: str) -> bool:
    """Whether two texts are near-duplicates, neither of which takes back what the other says."""
    return Said.of(one).like(Said.of(other))


def _size_class(words: int) -> int:
    """Sizes grow by 1 / NEAR from class to class."""
    return floor(log(max(words, 1)) / -log(NEAR) + _ROUNDING)


def _hands(ids: Sequence[int], size: int, numbers: int) -> list[int]:
    """Keys of the hands that the words of a text give, dealt as for texts of a class of sizes."""
    largest = NEAR ** -(size + 2)  # of the class beyond
    differing = floor(2 * largest * (1 - NEAR) / (1 + NEAR) + _ROUNDING)
    dealt: list[list[int]] = [[] for _ in range(differing + 1)]
    for id in ids:
        dealt[id % len(dealt)].append(id)
    return [hash((size, number, numbers, *hand)) for number, hand in enumerate(dealt)]


def _near(a: frozenset[Any], b: Collection[Any]) -> bool:
    if min(len(a), len(b)) < NEAR * max(len(a), len(b)):
        return False
    common = len(a.intersection(b))
    return common >= NEAR * (len(a) + len(b) - common)
