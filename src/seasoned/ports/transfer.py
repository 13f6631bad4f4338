"""What may be asked of a store whose records are to be moved to another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from seasoned.core.portable import Arrival, Fate, Portable
from seasoned.core.storage import Scope


class TransferStore(Protocol):
    """All that is truth in a store, given and taken record by record."""

    def dump(
        self, scope: Scope | None, *, everyone: bool = False, vectors: bool = True
    ) -> Iterator[Portable]:
        """Every record as of the moment of the first one, in an order that loading keeps.

        The model first; then each episode with its verdicts and vector; then mined lessons,
        attempts, recall logs and pruned copies. Other writes go on meanwhile. Closing the
        iterator ends it early.

        Args:
            scope: Who asks: what it sees is given. None gives all namespaces and users.
            everyone: All users of the scope's namespace instead.
            vectors: Whether to give them; without them the episodes are pending where they go.

        Raises:
            StoreError: a row is damaged, or the store was closed meanwhile.
        """
        ...

    def unseen(self, scope: Scope) -> int:
        """How many episodes of the namespace belong to users whom the scope does not see."""
        ...

    def load(self, records: Sequence[Arrival]) -> list[Fate]:
        """Take records in one transaction; what became of each, in their order.

        One that is there with the same content stays as it is; one whose id or key stands for
        other content is a conflict, and what depends on it is one, too. Verdicts of an episode
        that is there under another id, by its key, go to that one.

        Args:
            records: Verdicts and the vector right after their episode, as `dump` gives them, and
                in the same call.

        Raises:
            InvalidInput: a record cannot be kept in this store; nothing was.
            StoreError: nothing was kept.
        """
        ...
