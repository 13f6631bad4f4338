"""Removing items from SQLite with all that was derived from them alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from seasoned.core.reports import Removed
from seasoned.stores import sql
from seasoned.stores.sqlite_fulltext import unindex
from seasoned.stores.sqlite_rows import count_corpus, log_changes


def delete_items(db: sqlite3.Connection, namespace: int, nums: Sequence[int]) -> Removed:
    """Remove these items of a namespace and all that was derived from them alone.

    Runs within the caller's transaction.
    """
    among = (sql.one_of(nums),)
    removed = Removed(
        episodes=len(nums),
        verdicts=_number(db, f"FROM verdict WHERE num IN {sql.AMONG}", among),
        vectors=_number(db, f"FROM vector WHERE item IN {sql.AMONG}", among),
        shown=_number(
            db, f"FROM shown WHERE item IN (SELECT id FROM item WHERE num IN {sql.AMONG})", among
        ),
        lessons=_delete_lessons(db, among),
    )
    _delete_logs(db, among)
    unindex(db, nums)
    length = f"SELECT sum(length) FROM item WHERE num IN {sql.AMONG}"
    count_corpus(db, namespace, -len(nums), -db.execute(length, among).fetchone()[0])
    log_changes(db, namespace, nums, "delete")
    for table in ("episode", "tag"):
        where = f"namespace = ?2 AND num IN {sql.AMONG}"
        db.execute(f"DELETE FROM {table} WHERE {where}", (*among, namespace))
    db.execute(f"DELETE FROM item WHERE num IN {sql.AMONG}", among)
    return removed


def _number(db: sqlite3.Connection, source: str, parameters: tuple[str]) -> int:
    return int(db.execute(f"SELECT count(*) {source}", parameters).fetchone()[0])


def _delete_lessons(db: sqlite3.Connection, among: tuple[str]) -> int:
    """Remove the lessons that came from these episodes alone."""
    return db.execute(
        "DELETE FROM lesson WHERE id IN"
        f" (SELECT lesson FROM lesson_origin WHERE episode IN {sql.AMONG})"
        f" AND NOT EXISTS (SELECT 1 FROM lesson_origin o WHERE o.lesson = lesson.id"
        f" AND o.episode NOT IN {sql.AMONG})",
        among,
    ).rowcount


def _delete_logs(db: sqlite3.Connection, among: tuple[str]) -> None:
    """Remove the attempts and recall logs that repeat the text of these episodes."""
    ids = f"(SELECT id FROM item WHERE num IN {sql.AMONG})"
    db.execute(f"DELETE FROM shown WHERE item IN {ids}", among)
    db.execute(f"DELETE FROM recall WHERE episode IN {ids}", among)
    attempts = f"(SELECT id FROM attempt WHERE episode IN {ids})"
    db.execute(f"DELETE FROM recall WHERE attempt IN {attempts}", among)
    db.execute(f"DELETE FROM attempt WHERE episode IN {ids}", among)
