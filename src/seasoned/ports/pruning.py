"""What may be asked of a store that removes by policy and can undo it for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from seasoned.core.filters import Filter
from seasoned.core.pruning import PrunedBatch
from seasoned.core.storage import EpisodeWrite, PrunedCopy, PruneMark, Scope


class PruneStore(Protocol):
    """Removal that can be undone for a while. Its copies are no episodes: nothing finds them.

    As with deletion, a scope without a user removes and restores what is shared, one with a user
    that user's own.
    """

    def shown(self, scope: Scope) -> set[int]:
        """Numbers of the visible episodes that a logged recall has shown."""
        ...

    def prune(self, scope: Scope, nums: Sequence[int], mark: PruneMark | None) -> list[int]:
        """Remove episodes in one transaction and return the numbers of those removed.

        Args:
            scope: Who asks.
            nums: Episodes; those that are gone or not the user's own are passed over.
            mark: Of the copies; None keeps none.
        """
        ...

    def batches(self, scope: Scope, now: float) -> list[PrunedBatch]:
        """What can be restored, newest first."""
        ...

    def copies(
        self, scope: Scope, batch: str, now: float, after: int, limit: int
    ) -> list[PrunedCopy]:
        """Copies of a batch whose window is open, numbered beyond `after`, in order."""
        ...

    def restore(self, scope: Scope, writes: Sequence[tuple[int, EpisodeWrite]]) -> dict[int, str]:
        """Record copies again and drop them, in one transaction.

        Returns:
            Why others were not, by the copy's number; those stay.
        """
        ...

    def count(self, scope: Scope, where: Filter) -> int:
        """How many copies match, those past their window included."""
        ...

    def expire(self, now: float) -> int:
        """Erase the copies of all scopes whose window has ended; how many."""
        ...
