"""The log of what was shown, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from seasoned import codec
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode
from seasoned.errors import NotFound
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import find_namespace, namespace_id


def insert_recall(
    db: sqlite3.Connection, scope: Scope, log: RecallLog, attempt: str | None
) -> None:
    """Log what was shown; logged before, only what was used is added."""
    namespace = namespace_id(db, scope.namespace)
    added = db.execute(
        "INSERT OR IGNORE INTO recall (namespace, id, user, at, attempt, body)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (namespace, log.id, scope.user, log.at, attempt, sql.log_head(log)),
    ).rowcount
    if added:
        rows = _shown_rows(db, namespace, log)
        db.executemany("INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    elif log.used:
        mine = "SELECT namespace, id FROM recall WHERE namespace = ? AND id = ? AND user IS ?"
        db.execute(
            f"UPDATE shown SET used = 1 WHERE (namespace, recall) IN ({mine})"
            " AND item IN (SELECT value FROM json_each(?))",
            (namespace, log.id, scope.user, sql.one_of(log.used)),
        )


def _shown_rows(
    db: sqlite3.Connection, namespace: int, log: RecallLog
) -> Iterator[tuple[Any, ...]]:
    """Rows (namespace, recall, place, home, item, used, body) of what a recall showed."""
    for place, item in enumerate(log.items):
        home = namespace_id(db, item.namespace) if item.namespace else namespace
        used = item.id in log.used
        yield namespace, log.id, place, home, item.id, used, codec.encode(item)


def log_recall(db: sqlite3.Connection, scope: Scope, log: RecallLog, episode: Episode) -> None:
    """The same, and link it to the episode that came of it."""
    insert_recall(db, scope, log, episode.attempt)
    db.execute(
        "UPDATE recall SET episode = ? WHERE namespace = ? AND id = ? AND user IS ?",
        (episode.id, namespace_id(db, scope.namespace), log.id, scope.user),
    )


def read_recall(db: sqlite3.Connection, scope: Scope, id: str) -> RecallLog:
    """A logged recall.

    Raises:
        NotFound: no such recall is logged.
    """
    place = (find_namespace(db, scope.namespace), id)
    row = db.execute(
        "SELECT at, body FROM recall WHERE namespace = ? AND id = ? AND (user IS NULL OR user = ?)",
        (*place, scope.user),
    ).fetchone()
    if row is None:
        raise NotFound(f"no recall {id!r} was logged in namespace {scope.namespace!r}")
    items = db.execute(
        "SELECT item, used, body FROM shown WHERE namespace = ? AND recall = ? ORDER BY place",
        place,
    )
    return sql.log_of(id, row[0], row[1], items.fetchall())


def drop_strategies(
    db: sqlite3.Connection, namespace: int, names: Sequence[str], leaving: str
) -> None:
    """Take strategies out of the figures of logs that have them from nowhere else.

    Args:
        db: Within the caller's transaction.
        namespace: Where the episodes lie that are about to go.
        names: Their strategies.
        leaving: Their numbers, as `sql.one_of` lists them; what is pruned has left already.
    """
    shared = (
        "SELECT 1 FROM episode WHERE namespace = ?2 AND strategy = ?3 AND user IS NULL"
        f" AND num NOT IN {sql.AMONG} LIMIT 1"
    )
    for name in names:
        if db.execute(shared, (leaving, namespace, name)).fetchone():
            continue  # every log may have it from there
        said = codec.encode(name).decode()
        query = "SELECT namespace, id, user, body FROM recall WHERE instr(CAST(body AS TEXT), ?)"
        for *log, user, body in db.execute(query, (said,)).fetchall():
            left = sql.without_strategy(body, name)
            if left is not None and not _has_source(db, namespace, log, user, name, leaving):
                place = (left, *log)
                db.execute("UPDATE recall SET body = ? WHERE namespace = ? AND id = ?", place)


def _has_source(
    db: sqlite3.Connection,
    namespace: int,
    log: Sequence[Any],
    user: str | None,
    strategy: str,
    leaving: str,
) -> bool:
    """Whether an episode that the log's user may see, where the log looked, has the strategy.

    It may also be one that can be restored.
    """
    looked = "SELECT home FROM shown WHERE namespace = ?2 AND recall = ?3 UNION VALUES (?2), (?4)"
    seen = f"namespace IN ({looked}) AND strategy = ?5 AND (user IS NULL OR user = ?6)"
    query = (
        f"SELECT 1 FROM episode WHERE {seen} AND num NOT IN {sql.AMONG}"
        f" UNION ALL SELECT 1 FROM pruned WHERE {seen} LIMIT 1"
    )
    parameters = (leaving, *log, namespace, strategy, user)
    return db.execute(query, parameters).fetchone() is not None
