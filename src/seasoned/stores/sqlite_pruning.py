"""Pruning and its undoing in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.pruning import PrunedBatch
from seasoned.errors import Conflict
from seasoned.ports import EpisodeWrite, PrunedCopy, PruneMark, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_copies import (
    drop_copies,
    erase_copies,
    keep_copies,
    matching_copies,
    open_batches,
    open_copies,
    present_copies,
)
from seasoned.stores.sqlite_episodes import SQLiteEpisodes, verdicts_of
from seasoned.stores.sqlite_removal import delete_items
from seasoned.stores.sqlite_rows import active_model, find_namespace

_ENDED = "FROM pruned WHERE until <= ?"


class SQLitePruning:
    """`ports.PruneStore` over one SQLite database."""

    def __init__(self, connections: Connections, episodes: SQLiteEpisodes) -> None:
        self._connections, self._episodes = connections, episodes

    def shown(self, scope: Scope) -> set[int]:
        """Numbers of the visible episodes that a logged recall has shown."""
        with self._connections.reading() as db:
            rows = _visible(
                db,
                scope,
                "JOIN item i ON i.num = e.num WHERE EXISTS"
                " (SELECT 1 FROM shown s WHERE s.home = i.namespace AND s.item = i.id) AND",
            )
            return {num for _, num in rows}

    def prune(self, scope: Scope, nums: Sequence[int], mark: PruneMark | None) -> list[int]:
        """Remove the user's own episodes in one transaction; the numbers of those removed."""
        with self._connections.writing() as db:
            own = f"WHERE e.num IN {sql.AMONG} AND e.user IS ?2 AND"
            rows = _visible(db, scope, own, sql.one_of(nums), scope.user)
            found = [num for _, num in rows]
            if not found:
                return []
            if mark is not None:
                keep_copies(db, found, verdicts_of(db, found), active_model(db), mark)
            delete_items(db, rows[0][0], found, logs=mark is None)
        return found

    def batches(self, scope: Scope, now: float) -> list[PrunedBatch]:
        """What can be restored, newest first."""
        with self._connections.reading() as db:
            return open_batches(db, scope, now)

    def copies(
        self, scope: Scope, batch: str, now: float, after: int, limit: int
    ) -> list[PrunedCopy]:
        """Copies of a batch whose window is open, numbered beyond `after`, in order."""
        with self._connections.reading() as db:
            return open_copies(db, scope, batch, now, (after, limit))

    def restore(self, scope: Scope, writes: Sequence[tuple[int, EpisodeWrite]]) -> dict[int, str]:
        """Record copies again and drop them, in one transaction; why others were not."""
        skipped: dict[int, str] = {}
        with self._connections.writing() as db:
            # What was forgotten after it was read must not come back.
            nums = present_copies(db, scope, [num for num, _ in writes])
            for num, write in writes:
                if num not in nums:
                    skipped[num] = "its copy has been forgotten or restored meanwhile"
                elif reason := self._restore(db, scope, write):
                    skipped[num] = reason
            drop_copies(db, sorted(nums - skipped.keys()))
        return skipped

    def _restore(self, db: sqlite3.Connection, scope: Scope, write: EpisodeWrite) -> str | None:
        try:
            (receipt,) = self._episodes.insert(db, scope, [write])
        except Conflict as error:  # raised before anything is written
            return str(error)
        return None if receipt.created else f"it was recorded again meanwhile, as {receipt.id!r}"

    def count(self, scope: Scope, where: Filter) -> int:
        """How many copies match, those past their window included."""
        with self._connections.reading() as db:
            return sum(1 for _ in matching_copies(db, scope, where))

    def expire(self, now: float) -> int:
        """Erase the copies of all scopes whose window has ended; how many."""
        with self._connections.reading() as db:
            if db.execute(f"SELECT 1 {_ENDED} LIMIT 1", (now,)).fetchone() is None:
                return 0
        with self._connections.writing() as db:
            ended = [num for (num,) in db.execute(f"SELECT num {_ENDED}", (now,))]
            return erase_copies(db, ended)


def _visible(
    db: sqlite3.Connection, scope: Scope, source: str, *parameters: object
) -> list[tuple[int, int]]:
    """Namespace and number of visible episodes, from `episode e` and a source."""
    namespace = find_namespace(db, scope.namespace)
    if namespace is None:
        return []
    clause, more = sql.conditions(namespace, scope.user, EVERYTHING)
    query = f"SELECT e.namespace, e.num FROM episode e {source} {clause} ORDER BY e.num"
    return db.execute(query, [*parameters, *more]).fetchall()
