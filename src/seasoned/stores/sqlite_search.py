"""What search reads from SQLite: change feed, selections, traits, full text, vectors."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seasoned import codec
from seasoned.core.filters import Filter
from seasoned.core.lexical import Document
from seasoned.core.recall import Traits
from seasoned.ports import EPISODE, Entry, Feed, Model, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_rows import active_model, find_namespace, scope_token

if TYPE_CHECKING:
    from seasoned.ports import Numbers

_TERMS_AT_ONCE = 500  # in one full-text expression
_MANY = 1_000  # changes from which a fresh start may be cheaper than following
_ENTRY = (
    "SELECT i.num, i.user, i.length, i.terms, v.data FROM item i"
    " LEFT JOIN vector v ON v.item = i.num AND v.model = ? AND v.part = 0"
    " WHERE i.namespace = ? AND i.kind = ?"
)


class SQLiteSearch:
    """`ports.SearchStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def follow(self, namespace: str, kind: str, after: int | None, model: str | None) -> Feed:
        """Changes after a sequence number, or everything if that is less work."""
        with self._connections.reading() as db:
            number = find_namespace(db, namespace)
            if number is None:
                return Feed(0, after is None, (), ())
            place = (number, kind)
            head = (
                db.execute(
                    "SELECT max(seq) FROM change WHERE namespace = ? AND kind = ?", place
                ).fetchone()[0]
                or 0
            )
            if after == head:
                return Feed(head, False, (), ())
            changed = None if after is None else _changed(db, place, after)
            if changed is None or _too_many(db, place, len(changed)):
                return Feed(head, True, _entries(db, place, model), ())
            live = _entries(db, place, model, changed)
        gone = changed.difference(entry.num for entry in live)
        return Feed(head, False, live, sorted(gone))

    def select(self, scope: Scope, kind: str, where: Filter) -> Numbers:
        """Ascending numbers of the visible items that match."""
        import numpy as np

        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None or kind != EPISODE:
                return np.empty(0, np.int64)
            clause, parameters = sql.conditions(namespace, scope.user, where)
            rows = db.execute(f"SELECT e.num FROM episode e WHERE {clause}", parameters).fetchall()
        nums = np.fromiter((num for (num,) in rows), np.int64, len(rows))
        nums.sort()
        return nums

    def traits(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[Traits]:
        """What ranking needs of these items; namespace and owner are checked on each row."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            rows = db.execute(
                f"{sql.TRAITS} WHERE i.num IN (SELECT value FROM json_each(?))"
                f" AND +i.namespace = ? AND +i.kind = ? AND {sql.VISIBLE}",
                (sql.one_of(nums), namespace, kind, scope.user),
            ).fetchall()
        return [sql.traits_of(row, scope.namespace) for row in rows]

    def matching(
        self, scope: Scope, kind: str, terms: Sequence[str]
    ) -> tuple[list[Document], int, int]:
        """Documents of the namespace that hold a term; number and length of all documents."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return [], 0, 0
            items, length = db.execute(
                "SELECT items, length FROM corpus WHERE namespace = ? AND kind = ?",
                (namespace, kind),
            ).fetchone() or (0, 0)
            found: dict[int, Document] = {}
            for start in range(0, len(terms), _TERMS_AT_ONCE):
                part = terms[start : start + _TERMS_AT_ONCE]
                found |= {d.num: d for d in _match(db, namespace, kind, part)}
        return list(found.values()), items, length

    def visible(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[int]:
        """Those of these numbers whose item the scope's user may see, ascending."""
        return sorted(traits.num for traits in self.traits(scope, kind, nums))

    def vectors(self, nums: Sequence[int], model: str) -> dict[int, bytes]:
        """float16 vectors of these items under a model."""
        query = (
            "SELECT item, data FROM vector WHERE model = ? AND part = 0"
            " AND item IN (SELECT value FROM json_each(?))"
        )
        with self._connections.reading() as db:
            return dict(db.execute(query, (model, sql.one_of(nums))).fetchall())

    def model(self) -> Model | None:
        """The active embedding model, None before the first vector."""
        with self._connections.reading() as db:
            return active_model(db)

    def adopt(self, model: Model) -> Model:
        """Make `model` the active one if there is none yet; return the active one."""
        known = self.model()
        if known is not None:
            return known
        with self._connections.writing() as db:
            db.execute(
                "INSERT OR IGNORE INTO setting VALUES ('model', ?)", (codec.encode(model).decode(),)
            )
            return active_model(db) or model


def _changed(db: sqlite3.Connection, place: tuple[int, str], after: int) -> set[int]:
    """Items whose terms, vector or existence changed; verdicts do not touch an index."""
    query = (
        "SELECT DISTINCT item FROM change WHERE namespace = ? AND kind = ? AND seq > ?"
        " AND op <> 'judge'"
    )
    return {num for (num,) in db.execute(query, (*place, after))}


def _too_many(db: sqlite3.Connection, place: tuple[int, str], changed: int) -> bool:
    if changed < _MANY:
        return False
    query = "SELECT items FROM corpus WHERE namespace = ? AND kind = ?"
    row = db.execute(query, place).fetchone()
    return row is None or changed > row[0] / 4


def _entries(
    db: sqlite3.Connection,
    place: tuple[int, str],
    model: str | None,
    nums: set[int] | None = None,
) -> list[Entry]:
    query, parameters = _ENTRY, [model or "", *place]
    if nums is not None:
        query += " AND i.num IN (SELECT value FROM json_each(?))"
        parameters.append(sql.one_of(nums))
    rows = db.execute(f"{query} ORDER BY i.num", parameters).fetchall()
    return [Entry(*row) for row in rows]


def _match(
    db: sqlite3.Connection, namespace: int, kind: str, terms: Sequence[str]
) -> list[Document]:
    words = " OR ".join(f'"{term}"' for term in terms)
    expression = f'scope : "{scope_token(namespace, kind)}" AND words : ({words})'
    # The row's own namespace is checked again: the index is derived, the row is not.
    query = (
        "SELECT i.num, i.length, i.terms FROM fulltext f JOIN item i ON i.num = f.rowid"
        " WHERE fulltext MATCH ? AND +i.namespace = ? AND +i.kind = ?"
    )
    return [Document(*row) for row in db.execute(query, (expression, namespace, kind))]
