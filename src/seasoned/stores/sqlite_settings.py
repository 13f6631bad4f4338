"""What a file knows of itself beside its items: found missing or damaged, and made again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from seasoned import codec
from seasoned.core.reports import Finding
from seasoned.errors import StoreError
from seasoned.ports import Model
from seasoned.stores.sqlite_rows import active_model, next_model, secret_of


def findings(db: sqlite3.Connection) -> Iterator[Finding]:
    """Settings that other parts cannot do without."""
    if not _has_secret(db):
        yield Finding(
            "settings", "the secret that seals the cursors of pages is missing or damaged"
        )
    if not _has_model(db):
        yield Finding("settings", "which model the vectors come from is missing or damaged")
    if not _has_next(db):
        yield Finding("settings", "which model a move goes to is damaged; it has to begin anew")


def restore(db: sqlite3.Connection) -> set[int]:
    """Make them again: a new secret, which ends old cursors, and the model of most vectors.

    A move to a model that is not known any more is given up.

    Returns:
        The items whose vectors can be searched again, for the change log.
    """
    if not _has_secret(db):
        db.execute("INSERT OR REPLACE INTO setting VALUES ('secret', hex(randomblob(16)))")
    if not _has_next(db):
        db.execute("DELETE FROM setting WHERE name = 'next model'")
    if _has_model(db):
        return set()
    db.execute("DELETE FROM setting WHERE name = 'model'")
    if (model := _most(db)) is None:
        return set()
    db.execute("INSERT INTO setting VALUES ('model', ?)", (codec.encode(model).decode(),))
    items = db.execute("SELECT item FROM vector WHERE model = ?", (model.name,))
    return {num for (num,) in items}


def _has_secret(db: sqlite3.Connection) -> bool:
    try:
        return len(secret_of(db)) > 0
    except (TypeError, ValueError):
        return False


def _has_model(db: sqlite3.Connection) -> bool:
    """Whether it is known which model is searched, if there is anything to search."""
    try:
        return active_model(db) is not None or _most(db) is None
    except StoreError:
        return False


def _has_next(db: sqlite3.Connection) -> bool:
    """Whether a move that has begun goes to a known model."""
    try:
        next_model(db)
    except StoreError:
        return False
    return True


def _most(db: sqlite3.Connection) -> Model | None:
    """The model of most vectors that are no part of a move."""
    query = (
        "SELECT model, dim FROM vector WHERE model IS NOT ? GROUP BY model, dim"
        " ORDER BY count(*) DESC LIMIT 1"
    )
    moved_to = next_model(db) if _has_next(db) else None
    row = db.execute(query, (moved_to.name if moved_to else None,)).fetchone()
    return Model(*row) if row else None
