"""Taking out of the tables what the lines of a file say is gone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from seasoned.stores import jsonl_knowledge as knowledge
from seasoned.stores import jsonl_passages as passages
from seasoned.stores.jsonl_entries import Key
from seasoned.stores.sqlite_copies import drop_copies
from seasoned.stores.sqlite_removal import delete_items
from seasoned.stores.sqlite_rows import log_changes, log_puts, namespace_id


def _drop_setting(db: sqlite3.Connection, key: Key) -> None:
    db.execute("DELETE FROM setting WHERE name = ?", (key[1],))


def _drop_episode(db: sqlite3.Connection, key: Key) -> None:
    query = "SELECT namespace FROM item WHERE num = ?"
    (namespace,) = db.execute(query, (key[1],)).fetchone()
    delete_items(db, namespace, [key[1]], logs=False)


def _drop_vector(db: sqlite3.Connection, key: Key) -> None:
    db.execute("DELETE FROM vector WHERE item = ? AND model = ?", key[1:])
    log_puts(db, [key[1]])


def drop_lesson(db: sqlite3.Connection, key: Key) -> None:
    """A lesson that no episode states."""
    origins = "SELECT num FROM item WHERE namespace = ?"
    delete = f"DELETE FROM lesson WHERE id = ? AND kind <> 'stated' AND origin IN ({origins})"
    db.execute(delete, (key[1], namespace_id(db, key[2])))


def _drop_attempt(db: sqlite3.Connection, key: Key) -> None:
    db.execute("DELETE FROM attempt WHERE num = ?", (key[1],))


def drop_recall(db: sqlite3.Connection, key: Key) -> None:
    """A logged recall."""
    place = (namespace_id(db, key[2]), key[1])
    db.execute("DELETE FROM recall WHERE namespace = ? AND id = ?", place)


def drop_exposure(db: sqlite3.Connection, key: Key) -> None:
    """An attempt as credit sees it."""
    place = (namespace_id(db, key[2]), key[1])
    db.execute("DELETE FROM exposure WHERE namespace = ? AND id = ?", place)


def _drop_decision(db: sqlite3.Connection, key: Key) -> None:
    home, _, owner = key[2].partition(" ")
    delete = "DELETE FROM decision WHERE item = ? AND namespace = ? AND owner = ?"
    db.execute(delete, (key[1], namespace_id(db, home), owner))


def _drop_derived(db: sqlite3.Connection, key: Key) -> None:
    place = (namespace_id(db, key[2]), key[1])
    db.execute("DELETE FROM derived WHERE namespace = ? AND id = ?", place)


def _drop_collapsed(db: sqlite3.Connection, key: Key) -> None:
    namespaces = "SELECT namespace FROM item WHERE num = ?"
    db.execute("DELETE FROM collapsed WHERE item = ?", (key[1],))
    for (namespace,) in db.execute(namespaces, (key[1],)).fetchall():
        log_changes(db, namespace, [key[1]], "put")


def _drop_copy(db: sqlite3.Connection, key: Key) -> None:
    drop_copies(db, [key[1]])


DROPPERS: Final[dict[str, Callable[[sqlite3.Connection, Key], None]]] = {
    "setting": _drop_setting,
    "episode": _drop_episode,
    "vector": _drop_vector,
    "lesson": drop_lesson,
    "attempt": _drop_attempt,
    "recall": drop_recall,
    "exposure": drop_exposure,
    "decision": _drop_decision,
    "derived": _drop_derived,
    "collapsed": _drop_collapsed,
    "copy": _drop_copy,
    **passages.DROPPERS,
    **knowledge.DROPPERS,
}
