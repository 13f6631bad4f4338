"""The facts that a context shows: what counts for every answer, what fits, what else is known.

A named user is shown of what is shared neither what others said of themselves nor what a fact of
the user's own says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from seasoned.core.facts import CONTESTED, Fact
from seasoned.core.notes import NoteFilter
from seasoned.memories.earlier import MOST
from seasoned.memories.structured import StructuredMemory

_STANDING: Final = ("instruction", "preference")  # kinds of facts that count for every answer
_STANDING_MOST: Final = 20
_USER: Final = "user"  # the subject of what somebody says of themselves
_ABOUT: Final = 20  # facts of the user that are shown where there is room
_WIDER: Final = 8  # times as many are read where what is not shown is in the way


class Told(NamedTuple):
    """A fact with its worth to a message, in [0, 1]."""

    fact: Fact
    score: float


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told of the facts to a user.

    Attributes:
        user: Who asks; None for nobody in particular, who sees what is shared as it is.
    """

    facts: StructuredMemory
    user: str | None = None

    def about(self, message: str, k: int) -> list[Told]:
        """Standing wishes first, then what fits the message, then what else is of the user.

        Args:
            message: What the user says.
            k: Most facts that fit it.
        """
        told = [Told(fact, 1.0) for kind in _STANDING for fact in self._standing(kind)]
        told += self._enough(lambda most: self._fitting(message, most), k)
        told += [Told(fact, 0.0) for fact in self._own()]
        once: dict[str, Told] = {}
        for one in told:
            once.setdefault(one.fact.id, one)
        return [one for one in once.values() if not self._shadowed(one.fact)]

    def _standing(self, kind: str) -> list[Fact]:
        def read(most: int) -> list[Told]:
            return [Told(fact, 1.0) for fact in self.facts.recall_by_type(kind, limit=most)]

        found = self._enough(read, _STANDING_MOST)
        return [fact for fact, _ in found if fact.state != CONTESTED]

    def _fitting(self, message: str, most: int) -> list[Told]:
        return [Told(hit.fact, hit.score) for hit in self.facts.lookup(message, most)]

    def _own(self) -> Sequence[Fact]:
        mine = None if self.user is None else NoteFilter(user=self.user)
        return self.facts.recall_by_type(subject=_USER, filter=mine, limit=_ABOUT)

    def _enough(self, read: Callable[[int], list[Told]], k: int) -> list[Told]:
        """The first `k` that are for this user."""
        most = k
        while True:
            found = read(most)
            mine = [one for one in found if not self._of_nobody(one.fact)]
            if len(mine) >= k or len(found) < most or most >= MOST:
                return mine[:k]
            most = min(MOST, most * _WIDER)

    def _of_nobody(self, fact: Fact) -> bool:
        """Whether it is of a user, and nobody knows of which."""
        shared = fact.user is None and self.user is not None
        return shared and fact.subject.casefold() == _USER

    def _shadowed(self, fact: Fact) -> bool:
        """Whether it is shared, and the user has a fact of the same triple."""
        if fact.user is not None or self.user is None:
            return False
        mine = NoteFilter(user=self.user)
        subject, kind, key = fact.triple
        return bool(self.facts.recall_by_type(kind, subject, key=key, filter=mine, limit=1))
