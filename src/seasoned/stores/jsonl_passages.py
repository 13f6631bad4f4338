"""Notes and chunks in the lines of a JSONL store.

What search needs of them follows from their texts, and is derived anew. A line with counts or a
vector comes after the line of its item, also where that was written again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from seasoned import codec
from seasoned.core.findable import content_digest, lexical_text_of, meanings_of
from seasoned.core.knowledge import PassageWrite, columns_of
from seasoned.core.lexical import count_terms
from seasoned.core.notes import CHUNK, NOTE
from seasoned.core.portable_knowledge import KeptChunk, KeptNote, KeptUses
from seasoned.errors import InvalidInput, NotFound
from seasoned.ports import Analyzer, Scope
from seasoned.stores.jsonl_entries import Entry, Key, Watch
from seasoned.stores.sqlite_fulltext import index_again
from seasoned.stores.sqlite_knowledge_dump import read_kept_passage
from seasoned.stores.sqlite_passages import delete_passages, insert_passage, replace_passage
from seasoned.stores.sqlite_rows import count_corpus, log_changes, namespace_id

_KINDS: Final = (NOTE, CHUNK)
_CHANGES: Final = "INSERT, DELETE, UPDATE OF content"
WATCHED: Final = (
    *(
        Watch("item", kind, _CHANGES, "{row}.num", when=f"{{row}}.kind = '{kind}'")
        for kind in _KINDS
    ),
    Watch("passage", "uses", "UPDATE OF uses", "{row}.num", when="{row}.item <> 'fact'"),
)
_NAMED: Final = "JOIN namespace n ON n.id = p.namespace"


def followers(db: sqlite3.Connection, touched: Iterable[Key]) -> Iterator[Key]:
    """The lines that have to stand behind those of the passages among these."""
    for kind, num, _ in touched:
        if kind in _KINDS:
            yield "uses", num, ""
            for (model,) in db.execute("SELECT model FROM vector WHERE item = ?", (num,)):
                yield "vector", num, model


def _passage(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = (
        f"SELECT n.name, b.json FROM passage p JOIN body b USING (num) {_NAMED}"
        " WHERE p.num = ? AND p.item = ?"
    )
    row = db.execute(query, (key[1], key[0])).fetchone()
    return row and Entry(key, key[0], read_kept_passage(key[0], *row), key[1])


def _uses(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = (
        f"SELECT n.name, i.id, p.uses, p.used FROM passage p JOIN item i USING (namespace, num)"
        f" {_NAMED} WHERE p.num = ? AND p.uses > 0"
    )
    row = db.execute(query, (key[1],)).fetchone()
    return row and Entry(key, "uses", KeptUses(*row), None, key[1])


READERS: Final[dict[str, Callable[[sqlite3.Connection, Key], Entry | None]]] = {
    NOTE: _passage,
    CHUNK: _passage,
    "uses": _uses,
}


def derived(record: KeptNote | KeptChunk, analyzer: Analyzer) -> PassageWrite:
    """A write of a passage that was kept before, with what follows from its text."""
    whole = record.record
    text = lexical_text_of(whole)
    return PassageWrite(
        record=whole,
        body=codec.encode(whole),
        content=content_digest(whole),
        text=text,
        terms=count_terms(analyzer.terms(text)),
        analyzer=analyzer.version,
        meanings=meanings_of(whole),
    )


def insert(db: sqlite3.Connection, write: PassageWrite, num: int) -> int:
    """Keep a passage with a new number; the number of its namespace.

    That it is there, is told to counts and indexes by the caller.
    """
    namespace = namespace_id(db, write.record.namespace)
    insert_passage(db, num, namespace, columns_of(write.record), write)
    return namespace


def put_again(db: sqlite3.Connection, write: PassageWrite, num: int) -> None:
    """Keep a passage whose number was given before: in place of what was said of it, if it was.

    A file that was written anew has the line of one that was changed behind those of later ones.

    Raises:
        InvalidInput: its number or id is that of another one.
    """
    record = write.record
    namespace = namespace_id(db, record.namespace)
    row = db.execute("SELECT id, kind FROM item WHERE num = ?", (num,)).fetchone()
    if row is None:
        _insert_late(db, write, num)
        return
    if row != (record.id, columns_of(record).item):
        raise InvalidInput(f"the number {num} is that of another item")
    try:
        replace_passage(db, Scope(record.namespace, record.user), namespace, None, write)
    except NotFound as error:
        raise InvalidInput(f"it contradicts a line before it: {error}") from error


def _insert_late(db: sqlite3.Connection, write: PassageWrite, num: int) -> None:
    namespace, kind = insert(db, write, num), columns_of(write.record).item
    index_again(db, num)
    count_corpus(db, namespace, 1, sum(write.terms.values()), kind)
    log_changes(db, namespace, [num], "put", kind)


def put_uses(db: sqlite3.Connection, record: KeptUses) -> Entry:
    """How often a note was found."""
    namespace = namespace_id(db, record.namespace)
    query = "SELECT num FROM item WHERE namespace = ? AND id = ?"
    row = db.execute(query, (namespace, record.item)).fetchone()
    if row is None:
        raise InvalidInput(f"it belongs to the note {record.item!r}, which is not there")
    db.execute(
        "UPDATE passage SET uses = ?, used = ? WHERE namespace = ? AND num = ?",
        (record.uses, record.used, namespace, row[0]),
    )
    return Entry(("uses", row[0], ""), "uses", record, owner=row[0])


def _drop_passage(db: sqlite3.Connection, key: Key) -> None:
    query = "SELECT namespace FROM item WHERE num = ?"
    for (namespace,) in db.execute(query, (key[1],)).fetchall():
        delete_passages(db, namespace, [(key[0], key[1])])


def _drop_uses(db: sqlite3.Connection, key: Key) -> None:
    db.execute("UPDATE passage SET uses = 0, used = NULL WHERE num = ?", (key[1],))


DROPPERS: Final[dict[str, Callable[[sqlite3.Connection, Key], None]]] = {
    NOTE: _drop_passage,
    CHUNK: _drop_passage,
    "uses": _drop_uses,
}
