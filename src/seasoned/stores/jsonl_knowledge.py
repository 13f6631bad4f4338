"""Facts, sessions, exchanges and what models cost in the lines of a JSONL store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any, Final

from seasoned import codec
from seasoned.core.knowledge import SessionRow, columns_of
from seasoned.core.lexical import count_terms
from seasoned.core.notes import FACT
from seasoned.core.portable_knowledge import KeptExchange, KeptFact, KeptMessage, KeptSession
from seasoned.core.searchtext import TEXT_VERSION
from seasoned.errors import InvalidInput
from seasoned.ports import Analyzer
from seasoned.stores.jsonl_entries import ANY, Entry, Key, Watch
from seasoned.stores.jsonl_lines import Findable, Spent
from seasoned.stores.sqlite_exchanges import insert_exchange
from seasoned.stores.sqlite_facts import READ, insert_fact, read_fact
from seasoned.stores.sqlite_fulltext import index_again, index_new
from seasoned.stores.sqlite_items import Item, insert_item
from seasoned.stores.sqlite_knowledge_dump import (
    EXCHANGE,
    MESSAGE,
    SESSION,
    read_exchange,
    read_kept_fact,
    read_message,
    read_session,
)
from seasoned.stores.sqlite_knowledge_intake import exchange_row, row_of
from seasoned.stores.sqlite_passages import delete_passages, put_columns
from seasoned.stores.sqlite_rows import count_corpus, highest, log_changes, namespace_id
from seasoned.stores.sqlite_sessions import insert_messages, insert_session

Putter = Callable[[sqlite3.Connection, Analyzer, Any, "int | None"], Entry]
_FACT: Final = "{row}.kind = 'fact'"
WATCHED: Final = (
    Watch("fact", "fact", ANY, "{row}.num"),
    Watch("item", "findable", "INSERT, DELETE", "{row}.num", when=_FACT),
    Watch("session", "session", ANY, "{row}.num"),
    Watch("message", "message", "INSERT, UPDATE", "{row}.session", "{row}.place"),
    Watch("exchange", "exchange", "INSERT, DELETE", "{row}.num"),
    Watch("spending", "spent", ANY, "{row}.day", "{row}.model"),
)
_NAMED: Final = "JOIN namespace n ON n.id = {}.namespace"


def _fact(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = f"SELECT n.name, {READ} FROM fact e {_NAMED.format('e')} WHERE e.num = ?"
    row = db.execute(query, (key[1],)).fetchone()
    return row and Entry(key, "fact", read_kept_fact(row[0], row[1:]), key[1])


def _findable(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = (
        f"SELECT n.name, i.id, i.text, p.meanings FROM item i {_NAMED.format('i')}"
        " JOIN passage p USING (namespace, num) WHERE i.num = ? AND i.kind = ?"
    )
    row = db.execute(query, (key[1], FACT)).fetchone()
    if row is None:
        return None
    namespace, id, text, meanings = row
    return Entry(
        key, "findable", Findable(namespace, id, text, tuple(json.loads(meanings))), key[1]
    )


def _session(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = f"SELECT n.name, {SESSION} FROM session s {_NAMED.format('s')} WHERE s.num = ?"
    row = db.execute(query, (key[1],)).fetchone()
    return row and Entry(key, "session", read_session(row[0], row[1:]), key[1])


def _message(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = (
        f"SELECT n.name, {MESSAGE} FROM message m JOIN session s ON s.num = m.session"
        f" {_NAMED.format('s')} WHERE m.session = ? AND m.place = ?"
    )
    row = db.execute(query, key[1:]).fetchone()
    # With the number of its session, whose own line may come after it.
    return row and Entry(key, "message", read_message(row[0], row[1:]), key[1], key[1])


def _exchange(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = f"SELECT n.name, {EXCHANGE} FROM exchange x {_NAMED.format('x')} WHERE x.num = ?"
    row = db.execute(query, (key[1],)).fetchone()
    return row and Entry(key, "exchange", read_exchange(row[0], row[1:]), key[1])


def _spent(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = "SELECT day, model, calls, tokens FROM spending WHERE day = ? AND model = ?"
    row = db.execute(query, key[1:]).fetchone()
    return row and Entry(key, "spent", Spent(*row))


READERS: Final[dict[str, Callable[[sqlite3.Connection, Key], Entry | None]]] = {
    "fact": _fact,
    "findable": _findable,
    "session": _session,
    "message": _message,
    "exchange": _exchange,
    "spent": _spent,
}


def _put_fact(
    db: sqlite3.Connection, analyzer: Analyzer, record: KeptFact, num: int | None
) -> Entry:
    """A version of a fact in place of what was said of it before."""
    del analyzer
    number = _number(num)
    _drop_fact(db, ("fact", number, ""))
    namespace = namespace_id(db, record.namespace)
    if not insert_fact(db, namespace, record.fact, number):
        raise InvalidInput(f"the fact {record.fact.id!r} is there already")
    return Entry(("fact", number, ""), "fact", record, number)


def _put_findable(
    db: sqlite3.Connection, analyzer: Analyzer, record: Findable, num: int | None
) -> Entry:
    """What search finds a fact by."""
    number, namespace = _number(num), namespace_id(db, record.namespace)
    query = f"SELECT {READ} FROM fact e WHERE namespace = ? AND id = ?"
    row = db.execute(query, (namespace, record.fact)).fetchone()
    if row is None:
        raise InvalidInput(f"it belongs to the fact {record.fact!r}, which is not there")
    fact, newest = read_fact(record.namespace, row), highest(db)
    terms = count_terms(analyzer.terms(record.text))
    whose = (record.fact, namespace, FACT, fact.user, fact.source, None, record.fact)
    insert_item(db, number, Item(*whose, TEXT_VERSION, analyzer.version, terms, record.text))
    db.execute("INSERT INTO body VALUES (?, ?)", (number, row[2]))
    put_columns(db, namespace, number, columns_of(fact), record.meanings)
    if number > newest:
        index_new(db, newest + 1, number)
    else:
        index_again(db, number)
    count_corpus(db, namespace, 1, sum(terms.values()), FACT)
    log_changes(db, namespace, [number], "put", FACT)
    return Entry(("findable", number, ""), "findable", record, number)


def _put_session(
    db: sqlite3.Connection, analyzer: Analyzer, record: KeptSession, num: int | None
) -> Entry:
    """A session as it stands now."""
    del analyzer
    number = _number(num)
    _open(db, number, record.namespace, record.id, record.user)
    said = None if record.summary is None else codec.encode(record.summary)
    db.execute(
        "UPDATE session SET state = ?, started = ?, version = ?, summary = ?, episode = ?"
        " WHERE num = ?",
        (record.state, record.started, record.version, said, record.episode, number),
    )
    return Entry(("session", number, ""), "session", record, number)


def _put_message(
    db: sqlite3.Connection, analyzer: Analyzer, record: KeptMessage, num: int | None
) -> Entry:
    """A message as it stands now."""
    del analyzer
    number = _number(num)
    _open(db, number, record.namespace, record.session, record.user)
    place = (number, record.place)
    db.execute("DELETE FROM message WHERE session = ? AND place = ?", place)
    insert_messages(db, number, [row_of(record)])
    return Entry(("message", *place), "message", record, number, number)


def _open(db: sqlite3.Connection, num: int, namespace: str, id: str, user: str | None) -> None:
    """Make a session unless it is there; what else it is, its own line says."""
    if db.execute("SELECT 1 FROM session WHERE num = ?", (num,)).fetchone() is None:
        row = SessionRow(id, user, "open", 0.0)
        insert_session(db, namespace_id(db, namespace), row, num)


def _put_exchange(
    db: sqlite3.Connection, analyzer: Analyzer, record: KeptExchange, num: int | None
) -> Entry:
    """An exchange."""
    del analyzer
    namespace = namespace_id(db, record.namespace)
    if not insert_exchange(db, namespace, exchange_row(record), _number(num)):
        raise InvalidInput(f"the exchange {record.id!r} is there already")
    return Entry(("exchange", _number(num), ""), "exchange", record, num)


def _put_spent(db: sqlite3.Connection, analyzer: Analyzer, record: Spent, num: int | None) -> Entry:
    """What a model cost on a day so far."""
    del analyzer, num
    row = (record.day, record.model, record.calls, record.tokens)
    db.execute("INSERT OR REPLACE INTO spending VALUES (?, ?, ?, ?)", row)
    return Entry(("spent", record.day, record.model), "spent", record)


def _number(num: int | None) -> int:
    if num is None:
        raise InvalidInput("it has no num")
    return num


PUTTERS: Final[dict[type, Putter]] = {
    KeptFact: _put_fact,
    Findable: _put_findable,
    KeptSession: _put_session,
    KeptMessage: _put_message,
    KeptExchange: _put_exchange,
    Spent: _put_spent,
}


def _drop_fact(db: sqlite3.Connection, key: Key) -> None:
    db.execute("DELETE FROM fact WHERE num = ?", (key[1],))


def _drop_findable(db: sqlite3.Connection, key: Key) -> None:
    query = "SELECT namespace FROM item WHERE num = ?"
    for (namespace,) in db.execute(query, (key[1],)).fetchall():
        delete_passages(db, namespace, [(FACT, key[1])])


def _drop_session(db: sqlite3.Connection, key: Key) -> None:
    db.execute("DELETE FROM session WHERE num = ?", (key[1],))


def _drop_exchange(db: sqlite3.Connection, key: Key) -> None:
    db.execute("DELETE FROM exchange WHERE num = ?", (key[1],))


DROPPERS: Final[dict[str, Callable[[sqlite3.Connection, Key], None]]] = {
    "fact": _drop_fact,
    "findable": _drop_findable,
    "session": _drop_session,
    "exchange": _drop_exchange,
}
