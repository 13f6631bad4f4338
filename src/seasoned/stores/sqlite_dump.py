"""Every record of a SQLite store in a fixed order, some at a time.

Each kind is read by a function from the last place that was read to the next records; `SECTIONS`
names them in the order in which a dump has them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from seasoned.core.portable import (
    KeptAttempt,
    KeptCollapsed,
    KeptCopy,
    KeptDerived,
    KeptLesson,
    KeptRecall,
    KeptVector,
    KeptVerdict,
    Portable,
)
from seasoned.core.records import Episode, Lesson, Verdict
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_attempts import COLUMNS, read_attempt
from seasoned.stores.sqlite_copies import copied
from seasoned.stores.sqlite_decisions import DECIDED, read_decision
from seasoned.stores.sqlite_derived import READ as DERIVED
from seasoned.stores.sqlite_derived import read_derived
from seasoned.stores.sqlite_episodes import verdicts_of
from seasoned.stores.sqlite_exposures import READ, read
from seasoned.stores.sqlite_knowledge_dump import KNOWLEDGE
from seasoned.stores.sqlite_pages import (
    AT_ONCE,
    FEW,
    Extent,
    Page,
    Section,
    held,
    paged,
    vectors_of,
)
from seasoned.stores.sqlite_rows import active_model, find_namespace
from seasoned.stores.sqlite_snapshot import Snapshot


def dumped(
    snapshot: Snapshot, scope: Scope | None, everyone: bool, vectors: bool
) -> Iterator[Portable]:
    """The records as `TransferStore.dump` says."""
    with snapshot.reading() as db:
        model = active_model(db)
        extents = [
            Extent(number, name, scope.user if scope else None, everyone or scope is None, vectors)
            for number, name in _namespaces(db, scope)
        ]
    if model is not None:
        yield model
    for extent in extents:
        for section in SECTIONS:
            yield from _all(snapshot, section, extent)


def _namespaces(db: sqlite3.Connection, scope: Scope | None) -> list[tuple[int, str]]:
    if scope is None:
        # By their names, since the numbers are others where the records go.
        return sorted(db.execute("SELECT id, name FROM namespace"), key=lambda row: row[1])
    number = find_namespace(db, scope.namespace)
    return [] if number is None else [(number, scope.namespace)]


def _all(snapshot: Snapshot, section: Section, extent: Extent) -> Iterator[Portable]:
    after: Any = None
    while True:
        with snapshot.reading() as db:
            records, after = section(db, extent, after)
        yield from records
        if after is None:
            return


def _episodes(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("e")
    query = (
        "SELECT e.num, b.json FROM episode e JOIN body b USING (num)"
        f" WHERE {clause} AND e.num > ? ORDER BY e.num LIMIT {AT_ONCE}"
    )
    rows, last = held(db.execute(query, (*who, after or 0)))
    nums = [num for num, _ in rows]
    verdicts, vectors = verdicts_of(db, nums), vectors_of(db, nums) if extent.vectors else {}
    model = active_model(db)
    records: list[Portable] = []
    for num, body in rows:
        episode = sql.stored(body, Episode)
        records.append(episode)
        said = (sql.stored(verdict, Verdict) for verdict in verdicts.get(num, ()))
        records += [KeptVerdict(extent.name, verdict) for verdict in said]
        if model is not None and num in vectors:
            records.append(KeptVector(extent.name, episode.id, model.name, vectors[num]))
    return records, last


def _lessons(db: sqlite3.Connection, extent: Extent, after: str | None) -> Page:
    clause, who = extent.condition("i")
    source = (
        "FROM lesson l JOIN item i ON i.num = l.origin"
        f" WHERE l.kind <> 'stated' AND {clause} AND l.id"
    )
    query = f"SELECT DISTINCT l.id {source} > ? ORDER BY 1 LIMIT {AT_ONCE}"
    ids = db.execute(query, (*who, after or "")).fetchall()
    query = f"SELECT l.id, l.kind, l.text, i.id {source} IN (SELECT value FROM json_each(?))"
    rows = db.execute(f"{query} ORDER BY 1, i.num", (*who, sql.one_of(id for (id,) in ids)))
    records: list[Portable] = []
    for (id, kind, text), origins in groupby(rows.fetchall(), key=lambda row: row[:3]):
        lesson = Lesson(text, tuple(row[3] for row in origins), kind, id=id)
        records.append(KeptLesson(extent.name, lesson))
    return records, paged(ids)


def _attempts(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("a")
    query = f"SELECT {COLUMNS} FROM attempt a WHERE {clause} AND num > ?"
    rows = db.execute(f"{query} ORDER BY num LIMIT {FEW}", (*who, after or 0)).fetchall()
    return [KeptAttempt(extent.name, read_attempt(db, row)) for row in rows], paged(rows, FEW)


def _recalls(db: sqlite3.Connection, extent: Extent, after: str | None) -> Page:
    clause, who = extent.condition("r")
    query = f"SELECT r.id, r.user, r.attempt, r.episode, r.at, r.body FROM recall r WHERE {clause}"
    tail = f" AND r.id > ? ORDER BY r.id LIMIT {AT_ONCE}"
    rows = db.execute(query + tail, (*who, after or "")).fetchall()
    return [read_recall_row(db, extent.number, extent.name, row) for row in rows], paged(rows)


def read_recall_row(
    db: sqlite3.Connection, number: int, namespace: str, row: tuple[Any, ...]
) -> KeptRecall:
    """A recall from a row (id, user, attempt, episode, at, body)."""
    id, user, attempt, episode, at, head = row
    query = "SELECT item, used, body FROM shown WHERE namespace = ? AND recall = ? ORDER BY place"
    log = sql.log_of(id, at, head, db.execute(query, (number, id)).fetchall())
    return KeptRecall(namespace, log, user, attempt, episode)


COPY: Final = "num, batch, at, until, body, verdicts, model, vector"  # what `read_copy` reads


def _copies(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("p")
    query = f"SELECT {COPY} FROM pruned p WHERE {clause} AND num > ? ORDER BY num LIMIT {AT_ONCE}"
    rows, last = held(db.execute(query, (*who, after or 0)))
    return [read_copy(row, extent.vectors) for row in rows], last


def read_copy(row: tuple[Any, ...], vectors: bool = True) -> KeptCopy:
    """A pruned copy from a row of `COPY`, with or without its vector."""
    _, batch, at, until, body, verdicts, model, vector = row
    if not vectors or vector is None:
        model = vector = None
    return KeptCopy(batch, at, until, copied(body, verdicts), model, vector)


def _exposures(db: sqlite3.Connection, extent: Extent, after: str | None) -> Page:
    clause, who = extent.owned("x")
    query = f"SELECT x.id, {READ} FROM exposure x WHERE {clause}"
    rows = db.execute(f"{query} AND id > ? ORDER BY id LIMIT {AT_ONCE}", (*who, after or ""))
    found = rows.fetchall()
    return list(read(db, extent.name, [row[1:] for row in found])), paged(found)


def _decisions(db: sqlite3.Connection, extent: Extent, after: str | None) -> Page:
    clause, who = extent.owned("d")
    # Those of all owners about one item are read together, so that its id is a place.
    query = f"SELECT DISTINCT item FROM decision d WHERE {clause} AND item > ? ORDER BY item"
    items = db.execute(f"{query} LIMIT {AT_ONCE}", (*who, after or "")).fetchall()
    names = sql.one_of(item for (item,) in items)
    rows = db.execute(
        f"SELECT {DECIDED} FROM decision d WHERE {clause}"
        " AND item IN (SELECT value FROM json_each(?)) ORDER BY item, owner",
        (*who, names),
    )
    return [read_decision(extent.name, row) for row in rows], paged(items)


def _derived(db: sqlite3.Connection, extent: Extent, after: str | None) -> Page:
    clause, who = extent.condition("d")
    query = f"SELECT {DERIVED} FROM derived d WHERE {clause} AND d.id > ? ORDER BY d.id"
    rows = db.execute(f"{query} LIMIT {FEW}", (*who, after or "")).fetchall()
    records = [KeptDerived(extent.name, one) for one in read_derived(db, rows)]
    return list(records), rows[-1][1] if len(rows) == FEW else None


def _collapsed(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("i")
    query = (
        "SELECT c.item, i.id, f.id FROM collapsed c JOIN item i ON i.num = c.item"
        f" LEFT JOIN item f ON f.num = c.first WHERE {clause} AND c.item > ? ORDER BY c.item"
    )
    rows = db.execute(f"{query} LIMIT {AT_ONCE}", (*who, after or 0)).fetchall()
    return [KeptCollapsed(extent.name, *row[1:]) for row in rows], paged(rows)


SECTIONS: Final[tuple[Section, ...]] = (
    _episodes,
    _lessons,
    _attempts,
    _recalls,
    _exposures,
    _decisions,
    _derived,
    _collapsed,
    _copies,
    *KNOWLEDGE,
)
