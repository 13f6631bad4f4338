"""What was said and what models cost, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from seasoned.core.knowledge import ExchangeRow
from seasoned.errors import Conflict
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_rows import (
    check_owner,
    drop_if_empty,
    find_namespace,
    namespace_id,
)

READ: Final = "e.id, e.user, e.at, e.state, e.body, e.session"  # in the order of `ExchangeRow`


class SQLiteExchanges:
    """`ports.ExchangeStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(self, scope: Scope, row: ExchangeRow) -> None:
        """Keep one."""
        check_owner(scope, row.user, "exchange")
        with self._connections.writing() as db:
            if not insert_exchange(db, namespace_id(db, scope.namespace), row):
                raise Conflict(f"the id {row.id!r} already stands for another exchange")

    def page(self, scope: Scope, state: str | None, limit: int) -> list[ExchangeRow]:
        """The newest visible ones, of one state if given."""
        query = (
            f"SELECT {READ} FROM exchange e WHERE e.namespace = ? AND {sql.VISIBLE}"
            " AND (? IS NULL OR e.state = ?) ORDER BY e.num DESC LIMIT ?"
        )
        with self._connections.reading() as db:
            place = (find_namespace(db, scope.namespace), scope.user, state, state, limit)
            return [ExchangeRow(*row) for row in db.execute(query, place)]

    def delete(self, scope: Scope, ids: Sequence[str] | None) -> int:
        """Remove own ones, all if None; how many."""
        with self._connections.writing() as db:
            delete = "DELETE FROM exchange WHERE namespace = ? AND user IS ?"
            place = [find_namespace(db, scope.namespace), scope.user]
            if ids is not None:
                delete += " AND id IN (SELECT value FROM json_each(?))"
                place.append(sql.one_of(ids))
            gone = db.execute(delete, place).rowcount
            if gone:
                drop_if_empty(db, scope.namespace)
        return gone


def insert_exchange(
    db: sqlite3.Connection, namespace: int, row: ExchangeRow, num: int | None = None
) -> bool:
    """Keep an exchange, unless its id is taken; under a number if one is given."""
    added = db.execute(
        "INSERT INTO exchange (num, namespace, id, user, session, at, state, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (namespace, id) DO NOTHING",
        (num, namespace, row.id, row.user, row.session, row.at, row.state, row.body),
    ).rowcount
    return added > 0


class SQLiteSpending:
    """`ports.SpendingStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def spend(self, day: str, model: str, calls: int, tokens: int, limits: tuple[int, int]) -> bool:
        """Add to the sums of a day unless they would pass the limits; whether it was added."""
        with self._connections.writing() as db:
            before = _sums(db, day, model)
            more = (calls, tokens)
            # What was reserved on another day may be given back on this one.
            sums = [max(0, had + add) for had, add in zip(before, more, strict=True)]
            passed = (
                add > 0 and 0 <= limit < now
                for add, now, limit in zip(more, sums, limits, strict=True)
            )
            if any(passed):
                return False
            db.execute("INSERT OR REPLACE INTO spending VALUES (?, ?, ?, ?)", (day, model, *sums))
        return True

    def spent(self, day: str, model: str) -> tuple[int, int]:
        """The sums of a day: calls and tokens."""
        with self._connections.reading() as db:
            return _sums(db, day, model)


def _sums(db: sqlite3.Connection, day: str, model: str) -> tuple[int, int]:
    read = "SELECT calls, tokens FROM spending WHERE day = ? AND model = ?"
    return db.execute(read, (day, model)).fetchone() or (0, 0)
