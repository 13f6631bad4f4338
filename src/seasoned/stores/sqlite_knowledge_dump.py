"""What a SQLite store knows beside episodes, in a fixed order, some at a time."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from seasoned.core.messages import Message
from seasoned.core.notes import CHUNK, FACT, NOTE, Chunk, Note
from seasoned.core.portable import KeptVector, Portable
from seasoned.core.portable_knowledge import (
    KeptChunk,
    KeptExchange,
    KeptFact,
    KeptMessage,
    KeptNote,
    KeptSession,
    KeptUses,
)
from seasoned.stores import sql
from seasoned.stores.sqlite_facts import READ, read_fact
from seasoned.stores.sqlite_pages import AT_ONCE, Extent, Page, Section, held, vectors_of
from seasoned.stores.sqlite_rows import active_model

SESSION: Final = "s.id, s.started, s.state, s.version, s.summary, s.episode, s.user"
MESSAGE: Final = (
    "s.id, s.started, m.place, m.tokens, m.importance, m.body, m.state, s.user, m.counter"
)
EXCHANGE: Final = "x.id, x.at, x.state, x.body, x.session, x.user"


def _notes(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    return _passages(NOTE, db, extent, after)


def _chunks(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    return _passages(CHUNK, db, extent, after)


def _passages(item: str, db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    """Of a kind, each with its counts and its vector."""
    clause, who = extent.condition("p")
    query = (
        "SELECT p.num, b.json, p.uses, p.used FROM passage p JOIN body b USING (num)"
        f" WHERE {clause} AND p.item = ? AND p.num > ? ORDER BY p.num LIMIT {AT_ONCE}"
    )
    rows, last = held(db.execute(query, (*who, item, after or 0)))
    model = active_model(db)
    vectors = vectors_of(db, [row[0] for row in rows]) if extent.vectors else {}
    records: list[Portable] = []
    for num, body, uses, used in rows:
        kept = read_kept_passage(item, extent.name, body)
        records.append(kept)
        if uses:
            records.append(KeptUses(extent.name, kept.record.id, uses, used))
        if model is not None and num in vectors:
            vector = vectors[num]
            records.append(KeptVector(extent.name, kept.record.id, model.name, vector))
    return records, last


def read_kept_passage(item: str, namespace: str, body: bytes) -> KeptNote | KeptChunk:
    """A note or a chunk from its body."""
    if item == CHUNK:
        return KeptChunk(namespace, sql.stored(body, Chunk))
    return KeptNote(namespace, sql.stored(body, Note))


def _facts(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("e")
    query = (
        f"SELECT {READ}, i.num FROM fact e LEFT JOIN item i"
        " ON i.namespace = e.namespace AND i.id = e.id AND i.kind = ?"
        f" WHERE {clause} AND e.num > ? ORDER BY e.num LIMIT {AT_ONCE}"
    )
    rows, last = held(db.execute(query, (FACT, *who, after or 0)))
    model = active_model(db)
    vectors = vectors_of(db, [row[3] for row in rows if row[3]]) if extent.vectors else {}
    records: list[Portable] = []
    for *version, item in rows:
        kept = read_kept_fact(extent.name, version)
        records.append(kept)
        if model is not None and item in vectors:
            records.append(KeptVector(extent.name, kept.fact.id, model.name, vectors[item]))
    return records, last


def read_kept_fact(namespace: str, row: Sequence[Any]) -> KeptFact:
    """A version from a row of `sqlite_facts.READ`."""
    return KeptFact(namespace, read_fact("", row))


def _sessions(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("s")
    query = f"SELECT s.num, {SESSION} FROM session s WHERE {clause} AND s.num > ? ORDER BY s.num"
    rows, last = held(db.execute(f"{query} LIMIT {AT_ONCE}", (*who, after or 0)))
    return [read_session(extent.name, row[1:]) for row in rows], last


def read_session(namespace: str, row: Sequence[Any]) -> KeptSession:
    """A session from a row of `SESSION`."""
    id, started, state, version, summary, episode, user = row
    said = None if summary is None else json.loads(summary)
    return KeptSession(namespace, id, started, state, version, said, episode, user)


def _messages(db: sqlite3.Connection, extent: Extent, after: tuple[int, int] | None) -> Page:
    """Of all sessions, after a session and a place in it."""
    clause, who = extent.condition("s")
    session, place = after or (0, 0)
    query = (  # crossed, so that both are read in the order of their keys
        f"SELECT s.num, {MESSAGE} FROM session s CROSS JOIN message m ON m.session = s.num"
        f" WHERE {clause} AND s.num >= ? AND (s.num > ? OR m.place > ?)"
        f" ORDER BY s.num, m.place LIMIT {AT_ONCE}"
    )
    found = db.execute(query, (*who, session, session, place))
    rows, last = held(((row[0], row[3]), *row[1:]) for row in found)
    return [read_message(extent.name, row[1:]) for row in rows], last


def read_message(namespace: str, row: Sequence[Any]) -> KeptMessage:
    """A message from a row of `MESSAGE`."""
    id, started, place, tokens, importance, body, *more = row
    message = sql.stored(body, Message)
    return KeptMessage(namespace, id, started, place, tokens, importance, message, *more)


def _exchanges(db: sqlite3.Connection, extent: Extent, after: int | None) -> Page:
    clause, who = extent.condition("x")
    query = f"SELECT x.num, {EXCHANGE} FROM exchange x WHERE {clause} AND x.num > ? ORDER BY x.num"
    rows, last = held(db.execute(f"{query} LIMIT {AT_ONCE}", (*who, after or 0)))
    return [read_exchange(extent.name, row[1:]) for row in rows], last


def read_exchange(namespace: str, row: Sequence[Any]) -> KeptExchange:
    """An exchange from a row of `EXCHANGE`."""
    id, at, state, body, session, user = row
    return KeptExchange(namespace, id, at, state, json.loads(body), session, user)


KNOWLEDGE: Final[tuple[Section, ...]] = (
    _notes,
    _chunks,
    _facts,
    _sessions,
    _messages,
    _exchanges,
)
