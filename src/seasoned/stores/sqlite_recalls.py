"""The log of what was shown, in SQLite."""

from __future__ import annotations

import sqlite3

from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode
from seasoned.errors import NotFound
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import find_namespace


def insert_recall(
    db: sqlite3.Connection, namespace: int, user: str | None, log: RecallLog, attempt: str | None
) -> None:
    """Log what was shown; logged before, only what was used is added."""
    added = db.execute(
        "INSERT OR IGNORE INTO recall (id, namespace, user, at, attempt, body)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (log.id, namespace, user, log.at, attempt, sql.log_head(log)),
    ).rowcount
    if added:
        db.executemany("INSERT INTO shown VALUES (?, ?, ?, ?, ?)", sql.shown_rows(log))
    elif log.used:
        mine = "SELECT id FROM recall WHERE id = ? AND namespace = ? AND user IS ?"
        db.execute(
            f"UPDATE shown SET used = 1 WHERE recall IN ({mine})"
            " AND item IN (SELECT value FROM json_each(?))",
            (log.id, namespace, user, sql.one_of(log.used)),
        )


def log_recall(
    db: sqlite3.Connection, namespace: int, user: str | None, log: RecallLog, episode: Episode
) -> None:
    """The same, and link it to the episode that came of it."""
    insert_recall(db, namespace, user, log, episode.attempt)
    db.execute(
        "UPDATE recall SET episode = ? WHERE id = ? AND namespace = ? AND user IS ?",
        (episode.id, log.id, namespace, user),
    )


def read_recall(db: sqlite3.Connection, scope: Scope, id: str) -> RecallLog:
    """A logged recall.

    Raises:
        NotFound: no such recall is logged.
    """
    row = db.execute(
        "SELECT at, body FROM recall WHERE id = ? AND namespace = ? AND (user IS NULL OR user = ?)",
        (id, find_namespace(db, scope.namespace), scope.user),
    ).fetchone()
    if row is None:
        raise NotFound(f"no recall {id!r} was logged in namespace {scope.namespace!r}")
    items = db.execute("SELECT item, used, body FROM shown WHERE recall = ? ORDER BY place", (id,))
    return sql.log_of(id, row[0], row[1], items.fetchall())
