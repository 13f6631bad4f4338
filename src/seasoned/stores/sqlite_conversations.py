"""Conversations that became episodes, which go with them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import find_namespace


def delete_conversations(db: sqlite3.Connection, scope: Scope, items: Sequence[int]) -> int:
    """Remove the scope's own sessions that became these episodes, messages included; how many."""
    return _delete(db, scope, f"SELECT id FROM item WHERE num IN {sql.AMONG}", items)


def delete_conversations_of_copies(
    db: sqlite3.Connection, scope: Scope, copies: Sequence[int]
) -> int:
    """The same of episodes that were pruned, by the numbers of their copies."""
    return _delete(db, scope, f"SELECT id FROM pruned WHERE num IN {sql.AMONG}", copies)


def _delete(db: sqlite3.Connection, scope: Scope, ids: str, nums: Sequence[int]) -> int:
    if not nums:
        return 0
    delete = f"DELETE FROM session WHERE namespace = ?2 AND user IS ?3 AND episode IN ({ids})"
    place = (sql.one_of(nums), find_namespace(db, scope.namespace), scope.user)
    return db.execute(delete, place).rowcount
