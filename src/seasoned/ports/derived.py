"""What may be asked of a store about what consolidation derived, and who stands for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from seasoned.core.derived import Derived
from seasoned.core.storage import Scope


class Related(NamedTuple):
    """A lesson, and the item that it was found by.

    Attributes:
        num: Number of an item that it rests on, or that stands for one.
    """

    num: int
    lesson: Derived


class Heading(NamedTuple):
    """A lesson without its text.

    Attributes:
        at: When it was made, seconds since the epoch.
    """

    id: str
    category: str
    at: float


class DerivedStore(Protocol):
    """Lessons and clusters, and near-duplicates that are collapsed.

    A scope sees its user's and the shared ones and changes only its user's own; without a user,
    the shared ones. What rests on an episode goes when that is removed, or another outcome of it
    becomes known; of a cluster the episode leaves, and the rest stays.
    """

    def put(self, scope: Scope, records: Sequence[Derived]) -> int:
        """Keep records in one transaction, in place of those with their ids; how many were kept.

        One is passed over if an episode that it rests on is not there or not visible any more, of
        a cluster that episode only; and one whose id is another owner's.
        """
        ...

    def drop(self, scope: Scope, ids: Sequence[str]) -> int:
        """Remove the scope's own among these; how many."""
        ...

    def find(
        self,
        scope: Scope,
        kind: str,
        categories: Sequence[str] | None = None,
        *,
        most: int | None = None,
        by_hand: bool = False,
    ) -> list[Derived]:
        """Those of a kind, and of these categories if given, in order of their ids.

        Args:
            scope: Who asks.
            kind: One of `core.derived.KINDS`.
            categories: Only of these.
            most: Only so many of the newest episodes that each rests on are named.
            by_hand: Only what was stated by hand.
        """
        ...

    def by_hand(self, scope: Scope, categories: Sequence[str]) -> list[Heading]:
        """The lessons by hand of these categories, in order of their ids."""
        ...

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Derived]:
        """Those among these that are there, by id."""
        ...

    def related(self, scope: Scope, nums: Sequence[int]) -> list[Related]:
        """Lessons that rest on these items or on what they stand for; one may be found twice."""
        ...

    def collapse(self, scope: Scope, into: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """Let episodes be represented by others, in one transaction; the ids of those it did.

        Each pair is an episode and its representative. Passed over is one that is gone, is
        represented already or represents others, is to be kept apart, or differs in its outcome
        by now.
        """
        ...

    def expand(self, scope: Scope, ids: Sequence[str]) -> int:
        """Bring these, and all that they represent, back into recalls for good; how many."""
        ...

    def collapsed(self, scope: Scope) -> dict[str, str | None]:
        """The visible episodes that another one represents, each with its id.

        Those that are to be kept apart have None.
        """
        ...

    def represented(self, scope: Scope, nums: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Ids of the episodes that each of these items represents, by its number."""
        ...
