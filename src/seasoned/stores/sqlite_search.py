"""What search reads from SQLite: change feed, selections, traits, full text, vectors."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seasoned import codec
from seasoned.core.filters import Filter
from seasoned.core.lexical import Document
from seasoned.core.notes import NoteFilter
from seasoned.core.recall import Traits
from seasoned.core.surprise import Rating
from seasoned.ports import EPISODE, Entry, Feed, Model, Scope
from seasoned.stores import sql, sql_passages
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_fulltext import documents, whole_terms
from seasoned.stores.sqlite_rows import active_model, find_namespace, newest_change

if TYPE_CHECKING:
    from seasoned.ports import Numbers

_MANY = 1_000  # changes from which a fresh start may be cheaper than following
# Episodes that another one represents are in no index.
_COLLAPSED = "SELECT item FROM collapsed WHERE first IS NOT NULL"
_ENTRY = (
    "SELECT i.num, i.user, i.length, i.terms, v.data FROM item i"
    " LEFT JOIN vector v ON v.item = i.num AND v.model = ? AND v.part = 0"
    f" WHERE i.namespace = ? AND i.kind = ? AND i.num NOT IN ({_COLLAPSED})"
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
                return Feed(0, True, (), ())
            place = (number, kind)
            head = newest_change(db, *place)
            if after == head:
                return Feed(head, False, (), ())
            # One that is not in the log comes from another file, or from before it was all removed.
            known = after is not None and _is_logged(db, place, after)
            changed, judged = _changed(db, place, after or 0) if known else (None, ())
            if changed is None or _too_many(db, place, len(changed)):
                return Feed(head, True, _entries(db, place, model), ())
            live = _entries(db, place, model, changed)
        gone = changed.difference(entry.num for entry in live)
        return Feed(head, False, live, sorted(gone), judged)

    def select(
        self, scope: Scope, kind: str, where: Filter | NoteFilter, *, collapsed: bool = True
    ) -> Numbers:
        """Ascending numbers of the visible items that match."""
        import numpy as np

        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return np.empty(0, np.int64)
            table, clause, parameters = _conditions(namespace, scope.user, kind, where)
            # As one text: a tuple for each number would cost more than finding it.
            query = f"SELECT group_concat(e.num) FROM {table} e WHERE {clause}"
            query += "" if collapsed else f" AND e.num NOT IN ({_COLLAPSED})"
            (found,) = db.execute(query, parameters).fetchone()
        nums = np.fromstring(found or "", np.int64, sep=",")
        nums.sort()
        return nums

    def represented(self, namespace: str, kind: str) -> Numbers:
        """Numbers of items that another one represents and of that one, ascending."""
        import numpy as np

        query = (
            "SELECT c.item, c.first FROM collapsed c JOIN item i ON i.num = c.item"
            " WHERE c.first IS NOT NULL AND +i.namespace = ? AND +i.kind = ? ORDER BY c.item"
        )
        with self._connections.reading() as db:
            rows = db.execute(query, (find_namespace(db, namespace), kind)).fetchall()
        return np.array(rows, np.int64).reshape(-1, 2)

    def ratings(self, scope: Scope, kind: str) -> list[Rating]:
        """What replay and pruning need of every visible item, in order of their numbers."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None or kind != EPISODE:
                return []
            rows = db.execute(sql.RATINGS, (namespace, scope.user)).fetchall()
        return list(map(Rating._make, rows))

    def traits(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[Traits]:
        """What ranking needs of these items; namespace and owner are checked on each row."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            columns = sql.TRAITS if kind == EPISODE else sql_passages.TRAITS
            rows = db.execute(
                f"{columns} WHERE i.num IN (SELECT value FROM json_each(?))"
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
            hidden = dict(
                db.execute(
                    f"SELECT num, length FROM item WHERE num IN ({_COLLAPSED})"
                    " AND +namespace = ? AND +kind = ?",
                    (namespace, kind),
                )
            )
            found = documents(db, namespace, kind, terms)
            left = [document for document in found if document.num not in hidden]
            return left, items - len(hidden), length - sum(hidden.values())

    def visible(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[int]:
        """Those of these numbers whose item the scope's user may see, ascending."""
        query = (
            "SELECT num FROM item e WHERE num IN (SELECT value FROM json_each(?))"
            f" AND {sql.VISIBLE} AND +namespace = ? AND kind = ? ORDER BY num"
        )
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            rows = db.execute(query, (sql.one_of(nums), scope.user, namespace, kind))
            return [num for (num,) in rows]

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


def _conditions(
    namespace: int, user: str | None, kind: str, where: Filter | NoteFilter
) -> tuple[str, str, sql.Parameters]:
    """The table of a kind of item, and the WHERE clause over it."""
    if isinstance(where, Filter) and kind == EPISODE:
        return "episode", *sql.conditions(namespace, user, where)
    if isinstance(where, NoteFilter) and kind != EPISODE:
        return "passage", *sql_passages.conditions(namespace, user, kind, where)
    return "episode", "FALSE", []


def _is_logged(db: sqlite3.Connection, place: tuple[int, str], seq: int) -> bool:
    query = "SELECT 1 FROM change WHERE namespace = ? AND kind = ? AND seq = ?"
    return db.execute(query, (*place, seq)).fetchone() is not None


def _changed(
    db: sqlite3.Connection, place: tuple[int, str], after: int
) -> tuple[set[int], list[int]]:
    """Items whose terms, vector or existence changed, and those that were only judged."""
    query = (
        "SELECT item, max(op <> 'judge') FROM change WHERE namespace = ? AND kind = ? AND seq > ?"
        " GROUP BY item"
    )
    rows = db.execute(query, (*place, after)).fetchall()
    return {num for num, more in rows if more}, [num for num, more in rows if not more]


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
    parameters = [model or "", *place]
    if nums is None:
        table, more = ("episode", "") if place[1] == EPISODE else ("passage", " AND item = ?")
        query = f"{_ENTRY} AND i.num IN (SELECT num FROM {table} WHERE namespace = ?{more})"
        parameters += place[: 2 if more else 1]
    else:
        query = f"{_ENTRY} AND i.num IN (SELECT value FROM json_each(?))"
        parameters.append(sql.one_of(nums))
    rows = db.execute(f"{query} ORDER BY i.num", parameters).fetchall()
    entries = [Entry(*row) for row in rows]
    whole_terms(entries)
    return entries
