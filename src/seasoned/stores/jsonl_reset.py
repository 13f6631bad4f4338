"""Emptying the tables of a JSONL store before its file is read anew."""

from __future__ import annotations

import sqlite3
from typing import Final

from seasoned.stores.sqlite_credit import mark_stale
from seasoned.stores.sqlite_rows import log_changes

_EMPTIED: Final = (
    *("derived", "item", "episode", "tag", "corpus", "attempt", "recall", "exposure", "decision"),
    *("pruned", "passage", "fact", "session", "exchange", "spending", "temp.line"),
    "temp.touched",
)


_OLD_CHANGES: Final = (
    "DELETE FROM change WHERE (namespace, kind, seq) NOT IN"
    " (SELECT namespace, kind, max(seq) FROM change GROUP BY namespace, kind)"
)


def reset(db: sqlite3.Connection) -> None:
    """Empty all tables; an index finds its place in the change log gone, and begins anew."""
    for (namespace,) in db.execute("SELECT id FROM namespace").fetchall():
        log_changes(db, namespace, [0], "delete")  # no item; the numbers of changes go on
        mark_stale(db, namespace)  # and so do those of the sums
    db.execute(_OLD_CHANGES)
    db.execute("INSERT INTO fulltext (fulltext) VALUES ('delete-all')")
    db.execute("DELETE FROM setting WHERE name NOT GLOB 'recount *'")
    for table in _EMPTIED:
        db.execute(f"DELETE FROM {table}")
