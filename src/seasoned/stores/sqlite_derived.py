"""Lessons, clusters and collapsed episodes in SQLite."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from seasoned.core.derived import CLUSTER, LESSON, STATED, Derived
from seasoned.ports import Scope
from seasoned.ports.derived import Heading, Related
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_release import LEAST, drop_derived
from seasoned.stores.sqlite_rows import (
    drop_if_empty,
    find_namespace,
    log_changes,
    namespace_id,
)

READ: Final = "d.num, d.id, d.kind, d.user, d.category, d.by, d.weight, d.at, d.text"
_SEEN: Final = "d.namespace = ? AND (d.user IS NULL OR d.user = ?)"
_BY_HAND: Final = f"d.by = '{STATED}'"  # the condition of the index of these
# With a plus, as the index of ids would be taken for the order, and every row of all kinds be read.
_IN_ORDER: Final = "ORDER BY +d.id"
_ITEM: Final = "SELECT num FROM item e WHERE namespace = ? AND id = ?"


class SQLiteDerived:
    """`ports.DerivedStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def put(self, scope: Scope, records: Sequence[Derived]) -> int:
        """Keep records in place of those with their ids; how many were kept."""
        if not records:
            return 0
        with self._connections.writing() as db:
            namespace = namespace_id(db, scope.namespace)
            return sum(_put(db, namespace, scope, record) for record in records)

    def drop(self, scope: Scope, ids: Sequence[str]) -> int:
        """Remove the scope's own among these; how many."""
        with self._connections.writing() as db:
            namespace = find_namespace(db, scope.namespace)
            own = f"namespace = ?2 AND user IS ?3 AND id IN {sql.AMONG}"
            query = f"SELECT num FROM derived WHERE {own}"
            rows = db.execute(query, (sql.one_of(ids), namespace, scope.user)).fetchall()
            drop_derived(db, [num for (num,) in rows])
            drop_if_empty(db, scope.namespace)
        return len(rows)

    def find(
        self,
        scope: Scope,
        kind: str,
        categories: Sequence[str] | None = None,
        *,
        most: int | None = None,
        by_hand: bool = False,
    ) -> list[Derived]:
        """Those of a kind, and of these categories if given, in order of their ids."""
        within, more = f" AND {_BY_HAND}" if by_hand else "", tuple[str, ...]()
        if categories is not None:
            within += " AND d.category IN (SELECT value FROM json_each(?))"
            more = (sql.one_of(categories),)
        return self._read(scope, f"d.kind = ?{within} {_IN_ORDER}", kind, *more, most=most)

    def by_hand(self, scope: Scope, categories: Sequence[str]) -> list[Heading]:
        """The lessons by hand of these categories, in order of their ids."""
        query = (
            f"SELECT d.id, d.category, d.at FROM derived d WHERE {_SEEN} AND d.kind = ?"
            f" AND {_BY_HAND} AND d.category IN (SELECT value FROM json_each(?))"
            f" {_IN_ORDER}"
        )
        with self._connections.reading() as db:
            place = (find_namespace(db, scope.namespace), scope.user, LESSON)
            return list(map(Heading._make, db.execute(query, (*place, sql.one_of(categories)))))

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Derived]:
        """Those among these that are there, by id."""
        if not ids:
            return {}
        where = "d.id IN (SELECT value FROM json_each(?))"
        return {one.id: one for one in self._read(scope, where, sql.one_of(ids))}

    def _read(self, scope: Scope, where: str, *more: Any, most: int | None = None) -> list[Derived]:
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            query = f"SELECT {READ} FROM derived d WHERE {_SEEN} AND {where}"
            rows = db.execute(query, (namespace, scope.user, *more)).fetchall()
            return read_derived(db, rows, most)

    def related(self, scope: Scope, nums: Sequence[int]) -> list[Related]:
        """Lessons that rest on these items or on what they stand for."""
        if not nums:
            return []
        found = (
            f"SELECT o.derived, o.item AS num FROM origin o WHERE o.item IN {sql.AMONG}"
            " UNION SELECT o.derived, c.first FROM collapsed c JOIN origin o ON o.item = c.item"
            f" WHERE c.first IN {sql.AMONG}"
        )
        query = (
            f"SELECT f.num, {READ} FROM ({found}) f JOIN derived d ON d.num = f.derived"
            " WHERE d.namespace = ?2 AND (d.user IS NULL OR d.user = ?3) AND d.kind = ?4"
            " ORDER BY d.id, f.num"
        )
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            place = (sql.one_of(nums), namespace, scope.user, LESSON)
            rows = db.execute(query, place).fetchall()
            known = {one.id: one for one in read_derived(db, [row[1:] for row in rows])}
        return [Related(row[0], known[row[2]]) for row in rows]

    def collapse(self, scope: Scope, into: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """Let episodes be represented by others; the ids of those that were not so before."""
        with self._connections.writing() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return ()
            pairs = ((id, _pair(db, namespace, scope, id, first)) for id, first in into)
            hidden = {p[0]: id for id, p in pairs if p is not None and put_collapsed(db, *p)}
            log_changes(db, namespace, list(hidden), "put")  # live, and no more to be found
        return tuple(hidden.values())

    def expand(self, scope: Scope, ids: Sequence[str]) -> int:
        """Bring these, and all that they represent, back into recalls for good; how many."""
        own = f"SELECT num FROM item WHERE namespace = ?2 AND user IS ?3 AND id IN {sql.AMONG}"
        query = (
            f"SELECT item FROM collapsed WHERE first IN ({own})"
            f" OR (first IS NOT NULL AND item IN ({own}))"
        )
        with self._connections.writing() as db:
            namespace = find_namespace(db, scope.namespace)
            rows = db.execute(query, (sql.one_of(ids), namespace, scope.user)).fetchall()
            back = [num for (num,) in rows]
            apart = "UPDATE collapsed SET first = NULL WHERE item IN"
            db.execute(f"{apart} {sql.AMONG}", (sql.one_of(back),))
            if namespace is not None:
                log_changes(db, namespace, back, "put")
        return len(back)

    def collapsed(self, scope: Scope) -> dict[str, str | None]:
        """The visible episodes that another one represents, or that are to be kept apart."""
        query = (
            "SELECT e.id, f.id FROM collapsed c JOIN item e ON e.num = c.item"
            f" LEFT JOIN item f ON f.num = c.first WHERE e.namespace = ? AND {sql.VISIBLE}"
            " ORDER BY e.num"
        )
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            return dict(db.execute(query, (namespace, scope.user)).fetchall())

    def represented(self, scope: Scope, nums: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Ids of the episodes that each of these items represents, by its number."""
        query = (
            f"SELECT c.first, i.id FROM collapsed c JOIN item i ON i.num = c.item"
            f" WHERE c.first IN {sql.AMONG} AND (i.user IS NULL OR i.user = ?2) ORDER BY 1, c.item"
        )
        found: defaultdict[int, list[str]] = defaultdict(list)
        with self._connections.reading() as db:
            for num, id in db.execute(query, (sql.one_of(nums), scope.user)):
                found[num].append(id)
        return {num: tuple(ids) for num, ids in found.items()}


def _put(db: sqlite3.Connection, namespace: int, scope: Scope, record: Derived) -> bool:
    query = "SELECT user FROM derived WHERE namespace = ? AND id = ?"
    there = db.execute(query, (namespace, record.id)).fetchone()
    if record.user != scope.user or (there and there[0] != scope.user):
        return False
    origins = [_visible(db, namespace, scope, id) for id in record.origins]
    found = [num for num in origins if num is not None]
    if len(found) < len(origins) and (record.kind != CLUSTER or len(found) < LEAST):
        return False
    if record.kind == CLUSTER:
        lost = len(origins) - len(found)
        record = replace(record, weight=max(len(found), record.weight - lost))
    put_derived(db, namespace, record, found)
    return True


def _visible(db: sqlite3.Connection, namespace: int, scope: Scope, id: str) -> int | None:
    row = db.execute(f"{_ITEM} AND {sql.VISIBLE}", (namespace, id, scope.user)).fetchone()
    return row[0] if row else None


def put_derived(
    db: sqlite3.Connection, namespace: int, record: Derived, origins: Sequence[int]
) -> None:
    """Keep a record that rests on these items, in place of the one with its id."""
    place = (namespace, record.id)
    db.execute("DELETE FROM derived WHERE namespace = ? AND id = ?", place)
    num = db.execute(
        "INSERT INTO derived (namespace, id, kind, user, category, by, weight, at, text)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *place,
            record.kind,
            record.user,
            record.category,
            record.by,
            record.weight,
            record.at,
            record.text,
        ),
    ).lastrowid
    rows = [(num, place, item) for place, item in enumerate(origins)]
    db.executemany("INSERT INTO origin VALUES (?, ?, ?)", rows)


def read_derived(
    db: sqlite3.Connection, rows: Iterable[Sequence[Any]], most: int | None = None
) -> list[Derived]:
    """Records from rows of `READ`, with at most so many of the last of their origins."""
    rows = list(rows)
    query = (
        "SELECT i.id FROM origin o JOIN item i ON i.num = o.item"
        " WHERE o.derived = ? ORDER BY o.place DESC LIMIT ?"
    )
    origins = {
        num: [id for (id,) in db.execute(query, (num, -1 if most is None else most))][::-1]
        for num, *_ in rows
    }
    return [
        Derived(id, kind, text, tuple(origins[num]), category, by, weight, at, user)
        for num, id, kind, user, category, by, weight, at, text in rows
    ]


def _pair(
    db: sqlite3.Connection, namespace: int, scope: Scope, id: str, first: str
) -> tuple[int, int] | None:
    """Numbers of an episode and its representative, if both are the scope's own and agree."""
    query = (
        "SELECT i.num, e.outcome FROM item i JOIN episode e"
        " ON e.namespace = i.namespace AND e.num = i.num"
        " WHERE i.namespace = ? AND i.id = ? AND i.user IS ?"
    )
    one, other = (db.execute(query, (namespace, x, scope.user)).fetchone() for x in (id, first))
    if one is None or other is None or one[1] != other[1] or id == first:
        return None
    return one[0], other[0]


def put_collapsed(db: sqlite3.Connection, item: int, first: int | None) -> bool:
    """Let an item be represented by another one, or keep it apart.

    Returns:
        False where one of them has another part already.
    """
    taken = "SELECT 1 FROM collapsed WHERE item IN (?1, ?2) OR first = ?1"
    if db.execute(taken, (item, first)).fetchone():
        return False
    db.execute("INSERT INTO collapsed VALUES (?, ?)", (item, first))
    return True
