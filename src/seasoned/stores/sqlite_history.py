"""How episodes went, read from SQLite: rows of names and numbers, totals over them, and deeds."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from seasoned.core.deeds import Course, Deeds, Done
from seasoned.core.history import Performance
from seasoned.core.tallies import Cell
from seasoned.ports import EPISODE, Scope
from seasoned.ports.history import Mark, Totals
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_rows import find_namespace, newest_change

_ROWS: Final = (  # columns in the order of `Performance`; tags are filled in
    "SELECT e.num, e.category, e.strategy, e.outcome, e.reward, e.finished, e.iterations, e.root,"
    " ifnull(a.arm, 'memory'), NULL, e.task_key, i.id, e.source"
    " FROM episode e JOIN item i USING (namespace, num)"
    " LEFT JOIN attempt a ON a.namespace = e.namespace AND a.episode = i.id"
    f" WHERE e.namespace = ? AND {sql.VISIBLE} AND e.category = ifnull(?, e.category)"
    " AND (? IS NULL OR ifnull(a.arm, 'memory') = ?) ORDER BY e.num"
)
_TAGS: Final = "SELECT num, tag FROM tag WHERE namespace = ? ORDER BY tag"
_CELLS: Final = (  # columns in the order of `Cell`
    "SELECT e.category, e.strategy, e.source, e.root, e.outcome, count(*), count(e.reward),"
    " total(e.reward), sum(e.iterations) FROM episode e"
    f" WHERE e.namespace = ? AND {sql.VISIBLE} AND e.num > ?"
    # By the rows themselves: the index of categories would lead through all of them each time.
    " GROUP BY +e.category, e.strategy, e.source, e.root, e.outcome"
)

_DEEDS: Final = (
    "SELECT e.num, e.category, e.outcome, e.task_key, b.json FROM episode e JOIN body b USING (num)"
    f" WHERE e.namespace = ? AND {sql.VISIBLE}"
    " AND e.source <> 'foreign' AND e.source NOT GLOB 'foreign:*'"  # see `core.trust.is_heard`
)
_BEFORE: Final = (  # the newest of those that are not among the newest
    f"SELECT e.num FROM episode e WHERE e.namespace = ? AND {sql.VISIBLE}"
    " ORDER BY e.num DESC LIMIT 1 OFFSET ?"
)
_CHANGED: Final = (
    "SELECT DISTINCT item FROM change WHERE namespace = ? AND kind = ? AND seq > ? AND item <= ?"
)


class SQLiteHistory:
    """`ports.HistoryStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def performances(
        self,
        scope: Scope,
        *,
        tags: bool = False,
        arm: str | None = None,
        category: str | None = None,
    ) -> list[Performance]:
        """Every visible episode, parts of others included, in order of recording."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            labels = _tags(db, namespace) if tags else {}
            rows = db.execute(_ROWS, (namespace, scope.user, category, arm, arm))
            return [_performance(row, labels) for row in rows]

    def totals(self, scope: Scope, after: Mark | None = None) -> Totals:
        """The totals over what is visible, or only what was recorded since if that will do."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return Totals(Mark(0, 0), True, [])
            head = newest_change(db, namespace, EPISODE)
            if after is not None and after.seq == head:
                return Totals(after, False, [])
            whole = after is None or not _only_new(db, namespace, after)
            mark = Mark(head, _last(db, namespace))
            beyond = 0 if after is None or whole else after.num
            rows = db.execute(_CELLS, (namespace, scope.user, beyond)).fetchall()
        return Totals(mark, whole, [_cell(row) for row in rows])

    def deeds(self, scope: Scope, after: Mark | None, newest: int, most: int = 2_000) -> Done:
        """What was done in visible episodes but others', or what came to that, by pages."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return Done(0, True, (), (), 0, False)
            head = newest_change(db, namespace, EPISODE)
            if after is not None and after.seq == head and after.num >= _last(db, namespace):
                return Done(head, False, (), (), after.num, False)
            whole = after is None or not _is_logged(db, namespace, after.seq)
            place = (namespace, scope.user)
            if after is None or whole:
                row = db.execute(_BEFORE, (*place, newest)).fetchone()
                after = Mark(head, row[0] if row else 0)
            seq, num = after
            query = f"{_DEEDS} AND e.num > ? ORDER BY e.num LIMIT ?"
            new = db.execute(query, (*place, num, most)).fetchall()
            changed = db.execute(_CHANGED, (namespace, EPISODE, seq, num)).fetchall()
            older = [item for (item,) in changed]
            query = f"{_DEEDS} AND e.num IN (SELECT value FROM json_each(?)) ORDER BY e.num"
            old = db.execute(query, (*place, sql.one_of(older))).fetchall() if older else []
            end = new[-1][0] if len(new) == most else max(num, _last(db, namespace))
        rows = [_deeds(row) for row in (*old, *new)]
        return Done(head, whole, older, rows, end, len(new) == most)


def _tags(db: sqlite3.Connection, namespace: int | None) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for num, tag in db.execute(_TAGS, (namespace,)):
        found.setdefault(num, []).append(tag)
    return found


def _performance(row: Sequence[Any], labels: dict[int, list[str]]) -> Performance:
    num, category, strategy, outcome, reward, at, tries, root, arm, _, key, id, source = row
    tags = tuple(labels.get(num, ())) if labels else ()
    return Performance(
        num, category, strategy, outcome, reward, at, tries, root == 1, arm, tags, key, id, source
    )


def _cell(row: Sequence[Any]) -> Cell:
    return Cell._make((*row[:3], bool(row[3]), *row[4:]))


def _only_new(db: sqlite3.Connection, namespace: int, after: Mark) -> bool:
    """Whether nothing but new episodes came since; not if the log no longer reaches back."""
    place = (namespace, EPISODE)
    if not _is_logged(db, namespace, after.seq):
        return False
    older = (
        "SELECT 1 FROM change WHERE namespace = ? AND kind = ? AND seq > ?"
        " AND (item <= ? OR op <> 'put') LIMIT 1"
    )
    return db.execute(older, (*place, *after)).fetchone() is None


def _is_logged(db: sqlite3.Connection, namespace: int, seq: int) -> bool:
    query = "SELECT 1 FROM change WHERE namespace = ? AND kind = ? AND seq = ?"
    return db.execute(query, (namespace, EPISODE, seq)).fetchone() is not None


def _last(db: sqlite3.Connection, namespace: int) -> int:
    query = "SELECT max(num) FROM episode WHERE namespace = ?"
    return db.execute(query, (namespace,)).fetchone()[0] or 0


def _deeds(row: Sequence[Any]) -> Deeds:
    num, category, outcome, key, body = row
    course = sql.stored(body, Course)
    return Deeds(num, category, outcome, key, course.task.description, course.steps)
