"""Removing items from SQLite with all that was derived from them alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from seasoned.core.reports import Removed
from seasoned.stores import sql
from seasoned.stores.sqlite_fulltext import unindex
from seasoned.stores.sqlite_recalls import drop_strategies
from seasoned.stores.sqlite_release import release
from seasoned.stores.sqlite_rows import count_corpus, keep_highest, log_changes

# Of a list of ids. A pair of columns beside a list of pairs would be sought by its first one only,
# which leads through all of a namespace.
_NAMES = "(SELECT value FROM json_each(?2))"
_ENDED = f"namespace = ?1 AND episode IN {_NAMES}"
# An open attempt still reads its log when it ends.
_AWAITED = (
    "EXISTS (SELECT 1 FROM attempt a WHERE a.namespace = recall.namespace AND a.state = 'open'"
    " AND a.recall = recall.id)"
)


def delete_items(
    db: sqlite3.Connection, namespace: int, nums: Sequence[int], *, logs: bool = True
) -> Removed:
    """Remove these items of a namespace and all that was derived from them alone.

    Runs within the caller's transaction. Without `logs` the attempts and recall logs stay, which
    name an item by its id and so belong to it again when it is restored.
    """
    among = (sql.one_of(nums),)
    ids = [id for (id,) in db.execute(f"SELECT id FROM item WHERE num IN {sql.AMONG}", among)]
    place = (namespace, sql.one_of(ids))
    removed = Removed(
        episodes=len(nums),
        verdicts=_number(db, f"FROM verdict WHERE num IN {sql.AMONG}", among),
        vectors=_number(db, f"FROM vector WHERE item IN {sql.AMONG}", among),
        shown=_number(db, f"FROM shown WHERE home = ?1 AND item IN {_NAMES}", place),
        lessons=_delete_lessons(db, namespace, among) + release(db, namespace, nums),
    )
    if logs:
        delete_logs(db, namespace, ids)
        drop_strategies(db, namespace, _strategies(db, namespace, among), among[0])
    unindex(db, nums)
    keep_highest(db)
    length = f"SELECT sum(length) FROM item WHERE num IN {sql.AMONG}"
    count_corpus(db, namespace, -len(nums), -db.execute(length, among).fetchone()[0])
    log_changes(db, namespace, nums, "delete")
    for table in ("episode", "tag"):
        where = f"namespace = ?2 AND num IN {sql.AMONG}"
        db.execute(f"DELETE FROM {table} WHERE {where}", (*among, namespace))
    db.execute(f"DELETE FROM item WHERE num IN {sql.AMONG}", among)
    return removed


def _number(db: sqlite3.Connection, source: str, parameters: tuple[object, ...]) -> int:
    return int(db.execute(f"SELECT count(*) {source}", parameters).fetchone()[0])


def _delete_lessons(db: sqlite3.Connection, namespace: int, among: tuple[str]) -> int:
    """Remove these episodes as origins; how many lessons came from them alone."""
    query = f"SELECT DISTINCT id, kind FROM lesson WHERE origin IN {sql.AMONG}"
    lessons = db.execute(query, among).fetchall()
    db.execute(f"DELETE FROM lesson WHERE origin IN {sql.AMONG}", among)
    left = (
        "SELECT 1 FROM lesson l JOIN item i ON i.num = l.origin"
        " WHERE l.id = ? AND l.kind <> 'stated' AND i.namespace = ?"
    )
    return sum(
        kind == "stated" or db.execute(left, (id, namespace)).fetchone() is None
        for id, kind in lessons
    )


def delete_logs(db: sqlite3.Connection, namespace: int, ids: Sequence[str]) -> None:
    """Remove the attempts and recall logs that repeat the text of these episodes."""
    place = (namespace, sql.one_of(ids))
    db.execute(f"DELETE FROM shown WHERE home = ?1 AND item IN {_NAMES}", place)
    own = f"namespace = ?1 AND id IN (SELECT recall FROM attempt WHERE {_ENDED})"
    for logs in (_ENDED, own):
        db.execute(f"DELETE FROM recall WHERE {logs} AND NOT {_AWAITED}", place)
    db.execute(f"UPDATE recall SET episode = NULL WHERE {_ENDED}", place)
    db.execute(f"DELETE FROM attempt WHERE {_ENDED}", place)
    # What was shown of them keeps its share of the others' credit, without a name.
    db.execute(f"DELETE FROM exposure WHERE {_ENDED}", place)
    for table in ("credit", "decision"):
        db.execute(f"DELETE FROM {table} WHERE namespace = ?1 AND item IN {_NAMES}", place)


def _strategies(db: sqlite3.Connection, namespace: int, among: tuple[str]) -> list[str]:
    query = (
        "SELECT DISTINCT strategy FROM episode WHERE strategy <> '' AND namespace = ?2"
        f" AND num IN {sql.AMONG}"
    )
    return [name for (name,) in db.execute(query, (*among, namespace))]
