"""Notes and chunks in SQLite, and what believed facts have in common with them."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from seasoned.core.knowledge import Columns, Passage, PassageWrite, columns_of
from seasoned.core.lexical import pack_terms
from seasoned.core.notes import ANY_NOTE, CHUNK, NoteFilter
from seasoned.core.reports import Receipt
from seasoned.core.searchtext import TEXT_VERSION
from seasoned.errors import Conflict
from seasoned.ports import Model, Scope
from seasoned.ports.knowledge import PassagePage
from seasoned.stores import sql
from seasoned.stores.cursors import seal, unseal
from seasoned.stores.sql_passages import conditions
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_fulltext import index_again, index_new, unindex
from seasoned.stores.sqlite_items import Item, insert_item
from seasoned.stores.sqlite_rows import (
    active_model,
    count_corpus,
    digest_of,
    drop_if_empty,
    find_namespace,
    has_vector,
    highest,
    insert_vector,
    keep_highest,
    log_changes,
    namespace_id,
    secret_of,
)

_READ = "i.id, b.json, e.uses, e.used"
_FROM = "FROM passage e JOIN item i USING (namespace, num) JOIN body b USING (num)"
# The index is of all that are no episodes, which SQLite has to be told though the kind says so.
SAME = (
    "SELECT i.num, i.id, i.content FROM item i JOIN passage e USING (namespace, num)"
    " WHERE i.namespace = ? AND i.user IS ? AND i.kind = ? AND i.kind <> 'episode'"
    " AND i.content = ? AND e.label = ?"
)


class SQLitePassages:
    """`ports.PassageStore` over one SQLite database."""

    def __init__(self, connections: Connections, durable: bool) -> None:
        self._connections, self._durable = connections, durable

    def put(
        self, scope: Scope, writes: Sequence[PassageWrite], gone: Sequence[str] = ()
    ) -> list[Receipt]:
        """Keep all of them, and remove the scope's own among `gone`, in one transaction."""
        with self._connections.writing() as db:
            return self._put(db, scope, writes, gone)

    def put_document(
        self,
        scope: Scope,
        document: str,
        seen: Sequence[str],
        writes: Sequence[PassageWrite],
        gone: Sequence[str],
    ) -> bool:
        """As `put`, if the scope's own chunks of a document are still those that were seen."""
        with self._connections.writing() as db:
            query = (
                "SELECT i.id FROM passage e JOIN item i USING (namespace, num)"
                " WHERE e.namespace = ? AND e.item = ? AND e.document = ? AND e.user IS ?"
            )
            namespace = find_namespace(db, scope.namespace)
            found = db.execute(query, (namespace, CHUNK, document, scope.user))
            if {id for (id,) in found} != set(seen):
                return False
            self._put(db, scope, writes, gone)
            return True

    def _put(
        self,
        db: sqlite3.Connection,
        scope: Scope,
        writes: Sequence[PassageWrite],
        gone: Sequence[str],
    ) -> list[Receipt]:
        namespace = namespace_id(db, scope.namespace)
        if gone:
            query = (
                "SELECT e.item, e.num FROM passage e JOIN item i USING (namespace, num)"
                " WHERE e.namespace = ?2 AND e.user IS ?3 AND i.id IN" + sql.AMONG
            )
            rows = db.execute(query, (sql.one_of(gone), namespace, scope.user)).fetchall()
            delete_passages(db, namespace, rows)
        receipts = put_passages(db, scope, namespace, writes, self._durable)
        if gone:
            drop_if_empty(db, scope.namespace)
        return receipts

    def get(self, scope: Scope, item: str, ids: Sequence[str]) -> dict[str, Passage]:
        """The visible ones among these, by id."""
        where = NoteFilter(ids=tuple(ids))
        rows = self._select(scope, item, where, f"{_READ} {_FROM}") if ids else []
        return {row[0]: Passage(*row) for row in rows}

    def numbered(self, scope: Scope, item: str, nums: Sequence[int]) -> dict[int, Passage]:
        """The visible ones among these, by number."""
        among = "AND e.num IN (SELECT value FROM json_each(?))"
        rows = self._select(
            scope, item, ANY_NOTE, f"e.num, {_READ} {_FROM}", among, [sql.one_of(nums)]
        )
        return {num: Passage(*rest) for num, *rest in rows}

    def page(
        self, scope: Scope, item: str, where: NoteFilter, limit: int, cursor: str | None
    ) -> PassagePage:
        """A page, those recorded last first."""
        with self._connections.reading() as db:
            secret = secret_of(db)
        edge = None if cursor is None else unseal(secret, scope, cursor)
        tail = "AND (? IS NULL OR e.num < ?) ORDER BY e.num DESC LIMIT ?"
        more = (edge, edge, limit + 1)
        rows = self._select(scope, item, where, f"e.num, {_READ} {_FROM}", tail, more)
        found = tuple(Passage(*row[1:]) for row in rows[:limit])
        return PassagePage(found, seal(secret, scope, rows[limit - 1][0]) if rows[limit:] else None)

    def count(self, scope: Scope, item: str, where: NoteFilter) -> int:
        """How many visible ones match."""
        rows = self._select(scope, item, where, "count(*) FROM passage e")
        return int(rows[0][0]) if rows else 0

    def labels(self, scope: Scope, item: str) -> dict[str, int]:
        """How many visible ones there are of each kind; of chunks, of each document."""
        column = "document" if item == CHUNK else "label"
        source, tail = f"e.{column}, count(*) FROM passage e", "GROUP BY 1 ORDER BY 1"
        return dict(self._select(scope, item, NoteFilter(), source, tail))

    def delete(self, scope: Scope, item: str, where: NoteFilter) -> int:
        """Remove the scope's own that match; how many."""
        with self._connections.writing() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return 0
            clause, parameters = conditions(namespace, scope.user, item, where)
            query = f"SELECT e.item, e.num FROM passage e WHERE {clause} AND e.user IS ?"
            rows = db.execute(query, [*parameters, scope.user]).fetchall()
            delete_passages(db, namespace, rows)
            if rows:
                drop_if_empty(db, scope.namespace)
        return len(rows)

    def use(self, scope: Scope, uses: Mapping[str, int], at: float) -> None:
        """Add to the counts of how often these were found, in one transaction."""
        with self._connections.writing() as db:
            namespace = find_namespace(db, scope.namespace)
            db.executemany(
                "UPDATE passage SET uses = uses + ?, used = max(ifnull(used, ?), ?)"
                " WHERE namespace = ? AND (user IS NULL OR user = ?)"
                " AND num = (SELECT num FROM item WHERE namespace = ? AND id = ?)",
                [(n, at, at, namespace, scope.user, namespace, id) for id, n in uses.items()],
            )

    def _select(
        self,
        scope: Scope,
        item: str,
        where: NoteFilter,
        source: str,
        tail: str = "",
        more: Sequence[object] = (),
    ) -> list[Any]:
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if namespace is None:
                return []
            clause, parameters = conditions(namespace, scope.user, item, where)
            query = f"SELECT {source} WHERE {clause} {tail}"
            return db.execute(query, [*parameters, *more]).fetchall()


def put_passages(
    db: sqlite3.Connection,
    scope: Scope,
    namespace: int,
    writes: Sequence[PassageWrite],
    durable: bool,
) -> list[Receipt]:
    """Keep records within the caller's transaction, as `PassageStore.put` says."""
    model, receipts, first = active_model(db), list[Receipt](), highest(db) + 1
    new = defaultdict[str, list[int]](list)
    num, lengths = first, defaultdict[str, int](int)
    for write in writes:
        record = write.record
        if write.replaces:
            indexed = replace_passage(db, scope, namespace, model, write)
            receipts.append(_receipt(record.id, True, durable, indexed))
            continue
        known = _known(db, namespace, write)
        if known is not None:
            indexed = not write.awaited if model is None else has_vector(db, known[0], model)
            receipts.append(_receipt(known[1], False, durable, indexed))
            continue
        columns = columns_of(record)
        insert_passage(db, num, namespace, columns, write)
        indexed = _put_vector(db, num, model, write)
        receipts.append(_receipt(record.id, True, durable, indexed))
        new[columns.item].append(num)
        lengths[columns.item] += sum(write.terms.values())
        num += 1
    if new:
        index_new(db, first, num - 1)
    for item, nums in new.items():
        count_corpus(db, namespace, len(nums), lengths[item], item)
        log_changes(db, namespace, nums, "put", item)
    return receipts


def _receipt(id: str, created: bool, durable: bool, indexed: bool) -> Receipt:
    return Receipt(id, created, durable, "done" if indexed else "pending")


def _known(db: sqlite3.Connection, namespace: int, write: PassageWrite) -> tuple[int, str] | None:
    """Number and id of the record that says the same, or has the same key and content.

    Raises:
        Conflict: the key stands for other content, or the id exists.
    """
    record, columns = write.record, columns_of(write.record)
    found = "SELECT i.num, i.id, i.content FROM item i"
    mine = "i.namespace = ? AND i.user IS ?"
    if write.key is not None:
        where = f"{mine} AND i.source = ? AND i.key = ?"
        place = (namespace, record.user, columns.source, write.key)
        row = db.execute(f"{found} WHERE {where}", place).fetchone()
        if row is not None and row[2] != write.content:
            raise Conflict(
                f"the key {write.key!r} of source {columns.source!r} already stands for another "
                "record; choose another one",
                row[1],
            )
        if row is not None:
            return row[0], row[1]
    if db.execute(f"{found} WHERE i.namespace = ? AND i.id = ?", (namespace, record.id)).fetchone():
        raise Conflict(f"the id {record.id!r} cannot be used; choose another one, or leave it out")
    same = (namespace, record.user, columns.item, write.content, columns.label)
    row = db.execute(SAME, same).fetchone()
    return None if row is None or write.key is not None else (row[0], row[1])


def insert_passage(
    db: sqlite3.Connection, num: int, namespace: int, columns: Columns, write: PassageWrite
) -> None:
    """Keep a record under a new number, without telling counts and indexes of it."""
    record = write.record
    item = Item(
        id=record.id,
        namespace=namespace,
        kind=columns.item,
        user=record.user,
        source=columns.source,
        key=write.key,
        content=write.content,
        version=TEXT_VERSION,
        analyzer=write.analyzer,
        terms=write.terms,
        text=write.text,
    )
    insert_item(db, num, item)
    db.execute("INSERT INTO body VALUES (?, ?)", (num, write.body))
    put_columns(db, namespace, num, columns, write.meanings)


def put_columns(
    db: sqlite3.Connection, namespace: int, num: int, columns: Columns, meanings: Sequence[str]
) -> None:
    """Keep the row that filters read; one that was there keeps its counts."""
    item, user, label, source, document, place, session, at = columns
    db.execute(
        "INSERT INTO passage (namespace, num, item, user, label, source, document, place, session,"
        " at, meanings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " item = excluded.item, user = excluded.user, label = excluded.label,"
        " source = excluded.source, document = excluded.document, place = excluded.place,"
        " session = excluded.session, at = excluded.at, meanings = excluded.meanings",
        (
            *(namespace, num, item, user, label, source, document, place, session, at),
            sql.one_of(meanings),
        ),
    )


def _put_vector(db: sqlite3.Connection, num: int, model: Model | None, write: PassageWrite) -> bool:
    """Keep the vector if the active model made it; whether nothing is left to do."""
    if model is not None and write.vector is not None and write.model == model.name:
        insert_vector(db, num, model, write.vector)
        return True
    return model is None and not write.awaited


def replace_passage(
    db: sqlite3.Connection, scope: Scope, namespace: int, model: Model | None, write: PassageWrite
) -> bool:
    """Put a record in place of the one with its id; whether nothing is left to do.

    Raises:
        NotFound: the scope's user has none with it.
        Conflict: it is not the one any more that is to be replaced.
    """
    record, columns = write.record, columns_of(write.record)
    row = db.execute(
        "SELECT num, text, meanings, length, json FROM item i JOIN passage e"
        " USING (namespace, num) JOIN body USING (num)"
        " WHERE i.namespace = ? AND i.id = ? AND i.kind = ? AND i.user IS ?",
        (namespace, record.id, columns.item, scope.user),
    ).fetchone()
    if row is None:
        raise scope.missing(columns.item, record.id)
    num, text, meanings, length, body = row
    if write.instead not in (None, body):
        raise Conflict(
            f"{columns.item} {record.id!r} was changed meanwhile; read it again", record.id
        )
    db.execute("UPDATE body SET json = ? WHERE num = ?", (write.body, num))
    more = (columns.source, write.key, write.content)
    db.execute("UPDATE item SET source = ?, key = ?, content = ? WHERE num = ?", (*more, num))
    put_columns(db, namespace, num, columns, write.meanings)
    if text == write.text and meanings == sql.one_of(write.meanings):
        log_changes(db, namespace, [num], "judge", columns.item)  # its traits may be others
        return model is None or has_vector(db, num, model)
    if text != write.text:
        unindex(db, [num])
        _set_terms(db, num, write)
        index_again(db, num)
        more_words = sum(write.terms.values()) - length
        count_corpus(db, namespace, 0, more_words, columns.item)
    db.execute("DELETE FROM vector WHERE item = ?", (num,))
    indexed = _put_vector(db, num, model, write)
    log_changes(db, namespace, [num], "put", columns.item)
    return indexed


def _set_terms(db: sqlite3.Connection, num: int, write: PassageWrite) -> None:
    db.execute(
        "UPDATE item SET text = ?, terms = ?, words = ?, length = ?, digest = ?, analyzer = ?,"
        " text_version = ? WHERE num = ?",
        (
            write.text,
            pack_terms(write.terms),
            " ".join(write.terms),
            sum(write.terms.values()),
            digest_of(write.text),
            write.analyzer,
            TEXT_VERSION,
            num,
        ),
    )


def delete_passages(
    db: sqlite3.Connection, namespace: int, rows: Sequence[tuple[str, int]]
) -> None:
    """Remove items of a namespace, given their kinds and numbers, within the transaction."""
    if not rows:
        return
    unindex(db, [num for _, num in rows])
    keep_highest(db)
    for item in dict.fromkeys(item for item, _ in rows):
        nums = [num for kind, num in rows if kind == item]
        among = (sql.one_of(nums),)
        length = f"SELECT sum(length) FROM item WHERE num IN {sql.AMONG}"
        (words,) = db.execute(length, among).fetchone()
        count_corpus(db, namespace, -len(nums), -words, item)
        log_changes(db, namespace, nums, "delete", item)
        where = f"namespace = ?2 AND num IN {sql.AMONG}"
        db.execute(f"DELETE FROM passage WHERE {where}", (*among, namespace))
        db.execute(f"DELETE FROM item WHERE num IN {sql.AMONG}", among)
