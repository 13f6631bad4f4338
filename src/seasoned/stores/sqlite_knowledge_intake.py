"""Taking what is known beside episodes into a SQLite store, with what is there already."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any, Final

from seasoned import codec
from seasoned.core.facts import CONTESTED, CURRENT, Fact, equal, meet
from seasoned.core.findable import TYPES
from seasoned.core.knowledge import ExchangeRow, MessageRow, PassageWrite, SessionRow, columns_of
from seasoned.core.portable import Fate
from seasoned.core.portable_knowledge import (
    FactArrival,
    KeptExchange,
    KeptMessage,
    KeptSession,
    KeptUses,
)
from seasoned.errors import Conflict
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_exchanges import insert_exchange
from seasoned.stores.sqlite_facts import (
    READ,
    believe,
    believed_of,
    end_facts,
    insert_fact,
    read_fact,
)
from seasoned.stores.sqlite_knowledge_dump import (
    EXCHANGE,
    MESSAGE,
    SESSION,
    read_exchange,
    read_message,
    read_session,
)
from seasoned.stores.sqlite_passages import put_passages
from seasoned.stores.sqlite_rows import namespace_id
from seasoned.stores.sqlite_sessions import insert_messages, insert_session

ADDED: Final = Fate(True)
KNOWN: Final = Fate(False)


def keep_passage(db: sqlite3.Connection, write: PassageWrite) -> tuple[str, bool]:
    """A note or a chunk: the id of what stands for it here, and whether it is new."""
    record, namespace = write.record, namespace_id(db, write.record.namespace)
    kind = columns_of(record).item
    query = "SELECT user, kind, json FROM item JOIN body USING (num) WHERE namespace = ? AND id = ?"
    if row := db.execute(query, (namespace, record.id)).fetchone():
        if row[:2] != (record.user, kind):  # whose and what it is, is not said
            raise Conflict(f"the id {record.id!r} cannot be used; choose another one")
        if sql.stored(row[2], TYPES[kind]) != record:
            raise Conflict(f"the {kind} {record.id!r} is here with other content")
        return record.id, False
    scope = Scope(record.namespace, record.user)
    (receipt,) = put_passages(db, scope, namespace, [write], durable=True)
    return receipt.id, receipt.created


def keep_uses(db: sqlite3.Connection, num: int, record: KeptUses) -> Fate:
    """How often a note was found, unless it was found more often here."""
    query = "UPDATE passage SET uses = ?, used = max(ifnull(used, ?), ?)"
    counts = (record.uses, record.used, record.used)
    where = "WHERE num = ? AND uses < ? AND namespace = (SELECT namespace FROM item WHERE num = ?)"
    return Fate(db.execute(f"{query} {where}", (*counts, num, record.uses, num)).rowcount > 0)


def keep_fact(db: sqlite3.Connection, arrival: FactArrival) -> Fate:
    """A version of a fact; where another value stands here, it is kept as contested.

    One that is believed here and no more where it comes from ends here, too.
    """
    fact, namespace = arrival.kept.fact, namespace_id(db, arrival.kept.namespace)
    query = f"SELECT {READ} FROM fact e WHERE namespace = ? AND id = ?"
    if row := db.execute(query, (namespace, fact.id)).fetchone():
        return _known_fact(db, namespace, read_fact("", row), fact)
    placed = _placed(db, namespace, fact)
    if placed is None:
        return KNOWN
    insert_fact(db, namespace, placed)
    if arrival.passage is not None and placed.believed:
        scope = Scope(arrival.kept.namespace, fact.user)
        believe(db, scope, namespace, [replace(arrival.passage, record=placed)])
    return ADDED


def _known_fact(db: sqlite3.Connection, namespace: int, kept: Fact, fact: Fact) -> Fate:
    same = replace(fact, state=kept.state, superseded_at=kept.superseded_at)
    if kept.user != fact.user:  # whose it is, is not said
        raise Conflict(f"the id {fact.id!r} cannot be used; choose another one")
    if kept != same or not equal(kept.value, fact.value):
        raise Conflict(f"the fact {fact.id!r} is here with other content")
    if fact.superseded_at is None or kept.superseded_at is not None:
        return KNOWN
    end_facts(db, namespace, [fact.id], fact.superseded_at)
    return ADDED


def _placed(db: sqlite3.Connection, namespace: int, fact: Fact) -> Fact | None:
    """The version as it can stand here; None if what it says stands here already."""
    if not fact.believed or fact.state != CURRENT:
        return fact
    here = believed_of(db, namespace, fact)
    rivals = [one for one in here if one.state == CURRENT and meet(one, fact)]
    if not rivals:
        return fact
    if all(equal(one.value, fact.value) for one in rivals):
        return None
    return replace(fact, state=CONTESTED)


def keep_session(db: sqlite3.Connection, record: KeptSession) -> Fate:
    """A session; one that is here goes on to a later state that it has where it comes from."""
    namespace = namespace_id(db, record.namespace)
    summary = None if record.summary is None else codec.encode(record.summary)
    query = f"SELECT s.num, {SESSION} FROM session s WHERE namespace = ? AND user IS ? AND id = ?"
    row = db.execute(query, (namespace, record.user, record.id)).fetchone()
    if row is None:
        state = (record.state, record.started, record.version, summary, record.episode)
        insert_session(db, namespace, SessionRow(record.id, record.user, *state))
        return ADDED
    kept = read_session(record.namespace, row[1:])
    if kept.started != record.started:
        raise Conflict(f"the session {record.id!r} is another one here")
    if kept.version >= record.version:
        return KNOWN
    db.execute(
        "UPDATE session SET state = ?, version = ?, summary = ?, episode = ? WHERE num = ?",
        (record.state, record.version, summary, record.episode, row[0]),
    )
    return ADDED


def keep_message(db: sqlite3.Connection, record: KeptMessage) -> Fate:
    """A message, at the end of its session or where it is already."""
    namespace = namespace_id(db, record.namespace)
    session = f"the session {record.session!r}"
    place = (namespace, record.user, record.session, record.started)
    query = "SELECT num FROM session WHERE namespace = ? AND user IS ? AND id = ? AND started = ?"
    if (found := db.execute(query, place).fetchone()) is None:
        raise Conflict(f"{session} that it belongs to was not kept, or is another one here")
    num = found[0]
    query = f"SELECT {MESSAGE} FROM session s JOIN message m ON m.session = s.num WHERE s.num = ?"
    if row := db.execute(f"{query} AND m.place = ?", (num, record.place)).fetchone():
        return _known_message(db, num, read_message(record.namespace, row), record)
    query = "SELECT ifnull(max(place), 0) FROM message WHERE session = ?"
    if db.execute(query, (num,)).fetchone()[0] != record.place - 1:
        raise Conflict(f"message {record.place} of {session} comes after one that is not here")
    insert_messages(db, num, [row_of(record)])
    return ADDED


def row_of(record: KeptMessage) -> MessageRow:
    """A message as it is stored."""
    body, more = codec.encode(record.message), (record.state, record.counter)
    return MessageRow(record.place, record.tokens, record.importance, body, *more)


def _known_message(
    db: sqlite3.Connection, session: int, kept: KeptMessage, record: KeptMessage
) -> Fate:
    if kept != replace(record, state=kept.state):
        what = f"message {record.place} of the session {record.session!r}"
        raise Conflict(f"{what} is here with other content")
    if kept.state != "live" or record.state == "live":
        return KNOWN
    update = "UPDATE message SET state = ? WHERE session = ? AND place = ?"
    db.execute(update, (record.state, session, record.place))
    return ADDED


def keep_exchange(db: sqlite3.Connection, record: KeptExchange) -> Fate:
    """An exchange."""
    namespace = namespace_id(db, record.namespace)
    if insert_exchange(db, namespace, exchange_row(record)):
        return ADDED
    query = f"SELECT {EXCHANGE} FROM exchange x WHERE namespace = ? AND id = ?"
    row: Any = db.execute(query, (namespace, record.id)).fetchone()
    if read_exchange(record.namespace, row) != record:
        raise Conflict(f"the exchange {record.id!r} is here with other content")
    return KNOWN


def exchange_row(record: KeptExchange) -> ExchangeRow:
    """An exchange as it is stored."""
    said = (record.state, codec.encode(record.body), record.session)
    return ExchangeRow(record.id, record.user, record.at, *said)
