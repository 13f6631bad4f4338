"""Small reads and writes that the parts of the SQLite store share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from seasoned.errors import InvalidInput
from seasoned.ports import EPISODE, Model, Scope
from seasoned.stores import sql

_WITHIN = (
    ("item", "namespace"),
    ("attempt", "namespace"),
    ("recall", "namespace"),
    ("pruned", "namespace"),
    ("shown", "home"),
    ("exposure", "namespace"),
    ("decision", "namespace"),
    ("derived", "namespace"),
    ("fact", "namespace"),
    ("session", "namespace"),
    ("exchange", "namespace"),
)
# Numbers of changes begin with that of their namespace: those of one that had the same name before
# do not fit, and whoever followed it starts afresh.
_CHANGES = 1 << 32


def find_namespace(db: sqlite3.Connection, name: str) -> int | None:
    """The integer that stands for a namespace, None if nothing was written to it."""
    row = db.execute("SELECT id FROM namespace WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def namespace_id(db: sqlite3.Connection, name: str) -> int:
    """The same, made if it is new."""
    known = find_namespace(db, name)
    if known is not None:
        return known
    # A number is never given again while the change log tells of it.
    query = "SELECT max(ifnull((SELECT max(id) FROM namespace), 0), ifnull(max(namespace), 0))"
    (highest,) = db.execute(f"{query} FROM change").fetchone()
    return db.execute("INSERT INTO namespace VALUES (?, ?)", (highest + 1, name)).lastrowid or 0


def drop_if_empty(db: sqlite3.Connection, name: str) -> None:
    """Forget the name of a namespace, which may be a customer's, once nothing is kept in it."""
    number = find_namespace(db, name)
    held = [f"SELECT 1 FROM {table} WHERE {column} = ?1" for table, column in _WITHIN]
    query = f"DELETE FROM namespace WHERE id = ?1 AND NOT EXISTS ({' UNION ALL '.join(held)})"
    if db.execute(query, (number,)).rowcount:
        settings = (holdout_setting(name), recount_setting(number))
        db.execute("DELETE FROM setting WHERE name IN (?, ?)", settings)


def check_owner(scope: Scope, user: str | None, what: str) -> None:
    """See that a scope keeps what is its user's own; one without a user may keep anybody's.

    Raises:
        InvalidInput: it is another's.
    """
    if scope.user not in (None, user):
        raise InvalidInput(
            f"the {what} belongs to user {user!r}, this memory writes as {scope.user!r}; open it "
            "as that user, or without one for what is shared"
        )


def holdout_setting(namespace: str) -> str:
    """Name of the setting that holds the share of a namespace that is held out."""
    return f"holdout {namespace}"


def recount_setting(namespace: int | None) -> str:
    """Name of the setting that has a namespace's credit counted anew."""
    return f"recount {namespace}"


def active_model(db: sqlite3.Connection) -> Model | None:
    """The model whose vectors are searched."""
    row = db.execute("SELECT value FROM setting WHERE name = 'model'").fetchone()
    return _model(row[0]) if row else None


def next_model(db: sqlite3.Connection) -> Model | None:
    """The model that a move has begun to; its vectors are not searched yet."""
    row = db.execute("SELECT value FROM setting WHERE name = 'next model'").fetchone()
    return _model(row[0]) if row else None


@lru_cache(maxsize=64)
def _model(value: str) -> Model:
    return sql.stored(value, Model)


def secret_of(db: sqlite3.Connection) -> bytes:
    """What only those who may read the whole file know."""
    row = db.execute("SELECT value FROM setting WHERE name = 'secret'").fetchone()
    if row is None:
        raise ValueError("the secret of the file is missing")
    return bytes.fromhex(row[0])


def highest(db: sqlite3.Connection) -> int:
    """The highest number that any item has or had; it is never given again."""
    (found,) = db.execute(
        "SELECT max(ifnull((SELECT max(num) FROM item), 0),"
        " ifnull((SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'highest'), 0))"
    ).fetchone()
    return int(found)


def keep_highest(db: sqlite3.Connection) -> None:
    """Remember the highest number, before the item that has it may go."""
    db.execute("INSERT OR REPLACE INTO setting VALUES ('highest', ?)", (str(highest(db)),))


def newest_change(db: sqlite3.Connection, namespace: int, kind: str) -> int:
    """The number of the newest change to a namespace, 0 before the first."""
    query = "SELECT max(seq) FROM change WHERE namespace = ? AND kind = ?"
    return db.execute(query, (namespace, kind)).fetchone()[0] or 0


def log_changes(
    db: sqlite3.Connection, namespace: int, nums: Iterable[int], op: str, kind: str = EPISODE
) -> None:
    """Tell the indexes of all processes, within the transaction of the change."""
    first = (newest_change(db, namespace, kind) or namespace * _CHANGES) + 1
    rows = [(namespace, kind, seq, num, op) for seq, num in enumerate(nums, first)]
    db.executemany("INSERT INTO change VALUES (?, ?, ?, ?, ?)", rows)


def log_puts(db: sqlite3.Connection, nums: Iterable[int]) -> None:
    """Tell them of items of any namespace and kind, in order of their numbers."""
    query = "SELECT num, namespace, kind FROM item WHERE num IN (SELECT value FROM json_each(?))"
    rows = db.execute(f"{query} ORDER BY num", (sql.one_of(nums),)).fetchall()
    for namespace, kind in dict.fromkeys((row[1], row[2]) for row in rows):
        own = [num for num, *place in rows if place == [namespace, kind]]
        log_changes(db, namespace, own, "put", kind)


def insert_vector(db: sqlite3.Connection, num: int, model: Model, data: bytes) -> int:
    """Keep a vector unless there is one; how many were added."""
    return db.execute(
        "INSERT OR IGNORE INTO vector (item, model, namespace, kind, dim, data)"
        " SELECT num, ?, namespace, kind, ?, ? FROM item WHERE num = ?",
        (model.name, model.dim, data, num),
    ).rowcount


def has_vector(db: sqlite3.Connection, num: int, model: Model) -> bool:
    """Whether an item has its vector under a model."""
    query = "SELECT 1 FROM vector WHERE item = ? AND model = ? AND part = 0"
    return db.execute(query, (num, model.name)).fetchone() is not None


def digest_of(text: str) -> bytes:
    """16 bytes, equal for equal texts."""
    return blake2b(text.encode(), digest_size=16).digest()


def count_corpus(
    db: sqlite3.Connection, namespace: int, items: int, length: int, kind: str = EPISODE
) -> None:
    """Keep the number and length of a namespace's items of a kind, for its BM25."""
    db.execute(
        "INSERT INTO corpus VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
        " SET items = items + excluded.items, length = length + excluded.length",
        (namespace, kind, items, length),
    )
