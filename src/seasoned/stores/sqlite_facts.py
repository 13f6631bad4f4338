"""Facts in SQLite: rows that are added and never changed, but for the moment they are ended."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from seasoned import codec
from seasoned.core import values
from seasoned.core.facts import Fact, Ruling, equal
from seasoned.core.feedback import assign
from seasoned.core.knowledge import PassageWrite
from seasoned.core.lexical import term_hash, unpack_terms
from seasoned.core.notes import FACT, NoteFilter
from seasoned.errors import Conflict
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_passages import delete_passages, put_passages
from seasoned.stores.sqlite_rows import (
    active_model,
    check_owner,
    drop_if_empty,
    find_namespace,
    namespace_id,
)

READ: Final = "e.num, e.superseded, e.body"  # what `read_fact` reads
_COLUMNS: Final = {  # by the field of the filter
    "kind": "kind",
    "document": "subject",
    "source": "source",
    "session": "session",
    "user": "user",
    "ids": "id",
}
_BODY: Final = "CAST(e.body AS TEXT)"
_TOLD: Final = "confidence DESC, recorded DESC, num DESC"  # the surest first, then the newest
_TRIPLE: Final = "e.namespace = ? AND e.subject = ? AND e.kind = ? AND e.key = ?"
_Condition = tuple[str, sql.Parameters]


class SQLiteFacts:
    """`ports.FactStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def put(
        self, scope: Scope, write: PassageWrite, rule: Callable[[list[Fact]], Ruling]
    ) -> Ruling:
        """Keep a statement as the rule says, given what is believed of its owner and triple."""
        fact = values.instance(write.record, Fact, "record", "keep notes with passages.put()")
        check_owner(scope, fact.user, "fact")
        with self._connections.writing() as db:
            namespace = namespace_id(db, scope.namespace)
            believed = believed_of(db, namespace, fact)
            ruling = rule(believed)
            at = _moment(db, namespace, fact)
            kept = [
                replace(one, id=one.id or f"{fact.id}.{n}", recorded_at=at)
                for n, one in enumerate(ruling.keep)
            ]
            ended = [one for one in believed if one.id in ruling.end]
            writes = [replace(write, record=kept[0])] if kept else []
            writes += _left(db, namespace, ended, kept[1:])
            end_facts(db, namespace, ruling.end, at)
            for one in kept:
                if not insert_fact(db, namespace, one):
                    raise Conflict(f"the id {one.id!r} already stands for another fact")
            believe(db, scope, namespace, writes)
            drop_if_empty(db, scope.namespace)
        return replace(ruling, keep=tuple(kept))

    def find(
        self,
        scope: Scope,
        where: NoteFilter,
        key: str | None = None,
        *,
        valid: datetime | None = None,
        known: datetime | None = None,
        limit: int = 1000,
        now: bool = False,
    ) -> list[Fact]:
        """Visible versions, by confidence, then by how recently they were recorded."""
        conditions = [*_filter(where, key), _valid(valid, now), _known(known)]
        clause = " AND ".join(text for text, _ in conditions)
        more = [value for _, parameters in conditions for value in parameters]
        columns = f"{READ}, confidence, recorded"
        # Each owner's by themselves, so that an index gives them in order.
        source = f"fact e {_index(where, key, known)}"
        part = f"SELECT {columns} FROM {source} WHERE e.namespace = ? AND e.user {{}} AND {clause}"
        part = f"SELECT * FROM ({part} ORDER BY {_TOLD} LIMIT ?)"
        parts = [part.format("IS NULL"), *([part.format("= ?")] if scope.user else [])]
        query = f"{' UNION ALL '.join(parts)} ORDER BY {_TOLD} LIMIT ?"
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            place = [namespace, *more, limit]
            if scope.user:
                place += [namespace, scope.user, *more, limit]
            rows = db.execute(query, [*place, limit]).fetchall()
            return [read_fact(scope.namespace, row[:3]) for row in rows]

    def versions(self, scope: Scope, ids: Sequence[str]) -> list[Fact]:
        """The visible versions with these ids, believed or not."""
        query = (
            f"SELECT {READ} FROM fact e WHERE e.namespace = ?2 AND e.id IN {sql.AMONG}"
            " AND (e.user IS NULL OR e.user = ?3) ORDER BY num"
        )
        with self._connections.reading() as db:
            place = (sql.one_of(ids), find_namespace(db, scope.namespace), scope.user)
            return [read_fact(scope.namespace, row) for row in db.execute(query, place)]

    def history(self, scope: Scope, subject: str, kind: str, key: str) -> list[Fact]:
        """Every version of a triple, the oldest recorded first."""
        query = (
            f"SELECT {READ} FROM fact e WHERE {_TRIPLE} AND {sql.VISIBLE} ORDER BY recorded, num"
        )
        with self._connections.reading() as db:
            place = (find_namespace(db, scope.namespace), subject, kind, key, scope.user)
            return [read_fact(scope.namespace, row) for row in db.execute(query, place)]

    def delete(self, scope: Scope, where: NoteFilter, key: str | None = None) -> int:
        """Remove the scope's own versions that match, and all that say what one of `ids` says."""
        conditions = list(_filter(where, key))
        clause = " AND ".join(
            ["e.namespace = ? AND e.user IS ?", *(text for text, _ in conditions)]
        )
        more = [value for _, parameters in conditions for value in parameters]
        with self._connections.writing() as db:
            namespace = find_namespace(db, scope.namespace)
            query = f"SELECT {READ} FROM fact e WHERE {clause}"
            rows = db.execute(query, [namespace, scope.user, *more]).fetchall()
            gone = {row[0]: read_fact("", row) for row in rows}
            if not gone or namespace is None:
                return 0
            if where.ids:
                gone |= _saying_the_same(db, namespace, list(gone.values()))
            _hide(db, namespace, [fact.id for fact in gone.values()])
            db.execute(f"DELETE FROM fact WHERE num IN {sql.AMONG}", (sql.one_of(gone),))
            drop_if_empty(db, scope.namespace)
        return len(gone)


def _saying_the_same(
    db: sqlite3.Connection, namespace: int, facts: Sequence[Fact]
) -> dict[int, Fact]:
    """All versions of their owners and triples that have the value of one of these."""
    query = f"SELECT {READ} FROM fact e WHERE {_TRIPLE} AND e.user IS ?"
    found = dict[int, Fact]()
    for fact in facts:
        for row in db.execute(query, (namespace, *fact.triple, fact.user)):
            version = read_fact("", row)
            if equal(version.value, fact.value):
                found[row[0]] = version
    return found


def insert_fact(db: sqlite3.Connection, namespace: int, fact: Fact, num: int | None = None) -> bool:
    """Add a version, unless its id is taken; under a number if one is given."""
    return bool(
        db.execute(
            "INSERT INTO fact (num, namespace, id, user, subject, kind, key, state, source,"
            " session, confidence, valid_from, valid_to, recorded, superseded, body)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (namespace, id) DO NOTHING",
            (
                num,
                namespace,
                fact.id,
                fact.user,
                *fact.triple,
                fact.state,
                fact.source,
                fact.session,
                fact.confidence,
                _seconds(fact.valid_from),
                _seconds(fact.valid_to),
                _seconds(fact.recorded_at),
                _seconds(fact.superseded_at),
                _body(fact),
            ),
        ).rowcount
    )


def _body(fact: Any) -> bytes:
    """What is never changed; the namespace may get another name elsewhere."""
    return codec.encode(replace(fact, namespace="", superseded_at=None))


def read_fact(namespace: str, row: Sequence[Any]) -> Fact:
    """A version from a row of `READ`."""
    _, superseded, body = row
    ended = None if superseded is None else datetime.fromtimestamp(superseded, UTC)
    fact = sql.stored(body, Fact)
    assign(fact, namespace=namespace, superseded_at=ended)
    return fact


def end_facts(db: sqlite3.Connection, namespace: int, ids: Sequence[str], at: datetime) -> None:
    """Let versions be believed no more from a moment on, nor be found."""
    query = "UPDATE fact SET superseded = ? WHERE namespace = ? AND id = ? AND superseded IS NULL"
    db.executemany(query, [(at.timestamp(), namespace, id) for id in ids])
    _hide(db, namespace, ids)


def believe(
    db: sqlite3.Connection, scope: Scope, namespace: int, writes: Sequence[PassageWrite]
) -> None:
    """Let believed versions be found, each by itself, whatever others say."""
    own = [replace(write, body=_body(write.record), content=write.record.id) for write in writes]
    put_passages(db, scope, namespace, own, durable=True)


def _hide(db: sqlite3.Connection, namespace: int, ids: Sequence[str]) -> None:
    query = f"SELECT kind, num FROM item WHERE namespace = ?2 AND kind = ?3 AND id IN {sql.AMONG}"
    rows = db.execute(query, (sql.one_of(ids), namespace, FACT)).fetchall()
    delete_passages(db, namespace, rows)


def _left(
    db: sqlite3.Connection, namespace: int, ended: Sequence[Fact], parts: Sequence[Fact]
) -> list[PassageWrite]:
    """What is left of versions that are about to end, as search needs it: their texts are its."""
    model = active_model(db)
    query = (
        "SELECT i.text, i.words, i.terms, i.analyzer, e.meanings, v.data"
        " FROM item i JOIN passage e USING (namespace, num) LEFT JOIN vector v"
        " ON v.item = i.num AND v.model = ? AND v.part = 0"
        " WHERE i.namespace = ? AND i.id = ? AND i.kind = ?"
    )
    writes = []
    for part in parts:
        whole = next(one for one in ended if equal(one.value, part.value))
        place = (model.name if model else "", namespace, whole.id, FACT)
        for text, words, terms, analyzer, meanings, vector in db.execute(query, place):
            counts = unpack_terms(terms)
            write = PassageWrite(
                record=part,
                body=b"",
                content="",
                text=text,
                terms={word: counts[term_hash(word)] for word in words.split()},
                analyzer=analyzer,
                meanings=tuple(json.loads(meanings)),
                vector=vector,
                model=model.name if model and vector else None,
                awaited=vector is None,
            )
            writes.append(write)
    return writes


def believed_of(db: sqlite3.Connection, namespace: int, fact: Fact) -> list[Fact]:
    """The believed versions of the same owner and triple, the oldest first."""
    query = f"SELECT {READ} FROM fact e WHERE {_TRIPLE} AND e.user IS ? AND superseded IS NULL"
    rows = db.execute(f"{query} ORDER BY num", (namespace, *fact.triple, fact.user)).fetchall()
    return [read_fact(fact.namespace, row) for row in rows]


def _moment(db: sqlite3.Connection, namespace: int, fact: Fact) -> datetime:
    """When a statement is recorded: never before what is known of its triple, whatever the clock.

    So nothing that was believed at a moment is taken back by a clock that was set back.
    """
    query = f"SELECT max(recorded), max(superseded) FROM fact e WHERE {_TRIPLE} AND e.user IS ?"
    row = db.execute(query, (namespace, *fact.triple, fact.user)).fetchone()
    latest = (datetime.fromtimestamp(moment, UTC) for moment in row if moment is not None)
    return max([values.moment(fact.recorded_at, "recorded_at"), *latest])


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def _index(where: NoteFilter, key: str | None, known: datetime | None) -> str:
    """What SQLite would not choose without counting rows: a subject is rarer than a kind."""
    if len(where.document or ()) != 1:
        return ""
    if key is not None and len(where.kind or ()) == 1:
        return "INDEXED BY fact_triple"
    return "INDEXED BY fact_subject" if known is None else ""


def _filter(where: NoteFilter, key: str | None) -> Iterator[_Condition]:
    if where.impossible:
        yield "FALSE", []
    for name, column in _COLUMNS.items():
        if values_of := getattr(where, name):
            yield _one_of(column, values_of)
    if key is not None:
        yield "e.key = ?", [key]
    if where.after is not None:
        yield "e.recorded >= ?", [where.after.timestamp()]
    if where.before is not None:
        yield "e.recorded < ?", [where.before.timestamp()]
    for name, value in where.metadata.items():
        yield sql.metadata(name, value, _BODY)


def _one_of(column: str, wanted: Sequence[str]) -> _Condition:
    if len(wanted) == 1:
        return f"e.{column} = ?", [wanted[0]]
    return f"e.{column} IN (SELECT value FROM json_each(?))", [sql.one_of(wanted)]


def _valid(moment: datetime | None, now: bool) -> _Condition:
    if moment is None:
        return "e.valid_to IS NULL", []
    at = values.moment(moment, "valid").timestamp()
    # What is there was recorded: now is no earlier, though the reader's clock may be behind.
    then = "max(e.recorded, ?)" if now else "?"
    since = f"(e.valid_from IS NULL OR e.valid_from <= {then})"
    return f"{since} AND (e.valid_to IS NULL OR e.valid_to > {then})", [at, at]


def _known(moment: datetime | None) -> _Condition:
    if moment is None:
        return "e.superseded IS NULL", []
    at = values.moment(moment, "known").timestamp()
    return "e.recorded <= ? AND (e.superseded IS NULL OR e.superseded > ?)", [at, at]
