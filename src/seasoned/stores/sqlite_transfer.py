"""Giving and taking everything that a SQLite store keeps."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence

from seasoned.core.portable import Arrival, Fate, Portable
from seasoned.ports import Scope
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_dump import dumped
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_intake import Intake
from seasoned.stores.sqlite_rows import find_namespace
from seasoned.stores.sqlite_snapshot import Snapshot


class SQLiteTransfer:
    """`ports.TransferStore` over one SQLite database."""

    def __init__(self, connections: Connections, episodes: SQLiteEpisodes) -> None:
        self._connections, self._episodes = connections, episodes
        self._snapshots: weakref.WeakSet[Snapshot] = weakref.WeakSet()

    def dump(
        self, scope: Scope | None, *, everyone: bool = False, vectors: bool = True
    ) -> Iterator[Portable]:
        """Every record as of the moment of the first one, in an order that loading keeps."""
        snapshot = Snapshot(self._connections)
        self._snapshots.add(snapshot)
        try:
            yield from dumped(snapshot, scope, everyone, vectors)
        finally:
            snapshot.close()

    def unseen(self, scope: Scope) -> int:
        """How many episodes of the namespace belong to users whom the scope does not see."""
        with self._connections.reading() as db:
            (number,) = db.execute(
                "SELECT count(*) FROM episode WHERE namespace = ? AND user IS NOT NULL"
                " AND user IS NOT ?",
                (find_namespace(db, scope.namespace), scope.user),
            ).fetchone()
        return int(number)

    def load(self, records: Sequence[Arrival]) -> list[Fate]:
        """Take records in one transaction; what became of each, in their order."""
        with self._connections.writing() as db:
            intake = Intake(db, self._episodes)
            fates = [intake.take(record) for record in records]
            intake.settle()
            return fates

    def close(self) -> None:
        """End the dumps that are under way; who reads them is told."""
        for snapshot in tuple(self._snapshots):
            snapshot.close()
