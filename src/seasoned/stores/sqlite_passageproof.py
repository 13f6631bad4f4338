"""Proof that notes, chunks and facts are found as their bodies say, in SQLite, and its repair."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from seasoned.core.findable import TYPES, content_digest, lexical_text_of, meanings_of
from seasoned.core.knowledge import Record, columns_of
from seasoned.core.lexical import count_terms, pack_terms
from seasoned.core.notes import Note
from seasoned.core.reports import Finding
from seasoned.errors import StoreError
from seasoned.ports import Analyzer
from seasoned.stores import sql
from seasoned.stores.sqlite_passages import put_columns
from seasoned.stores.sqlite_rows import digest_of

_NAMED: Final = 5  # ids that a finding names
_READ: Final = (
    "SELECT i.num, i.namespace, n.name, i.kind, i.id, i.user, i.source, i.key, i.content, i.text,"
    " b.json, p.meanings, p.item, p.user, p.label, p.source, p.document, p.place, p.session, p.at"
    " FROM item i JOIN body b USING (num) JOIN namespace n ON n.id = i.namespace"
    " LEFT JOIN passage p ON p.namespace = i.namespace AND p.num = i.num"
    " WHERE i.kind <> 'episode'"
)


class _Row(NamedTuple):
    """What an item should be like, and what is amiss with it.

    Attributes:
        record: What its body says, None if it cannot be read.
        wrong: Whether what filters or search read disagrees with that.
        spoken: Whether that is the text, so that its words and vector are of another one.
        strange: Whether the body is of another record.
    """

    num: int
    namespace: int
    id: str
    record: Record | None
    wrong: bool = False
    spoken: bool = False
    strange: bool = False


def _rows(db: sqlite3.Connection) -> Iterator[_Row]:
    for num, namespace, name, kind, id, user, source, key, content, text, body, *row in db.execute(
        _READ
    ):
        try:
            record: Record = sql.stored(body, TYPES[kind])
        except (StoreError, KeyError):
            yield _Row(num, namespace, id, None)
            continue
        columns, meanings = columns_of(record), sql.one_of(meanings_of(record))
        own = record.key if isinstance(record, Note) else None
        said = (name, record.id, record.user, columns.source, own)
        spoken = text != lexical_text_of(record)
        wrong = spoken or row != [meanings, *columns] or content != content_digest(record)
        strange = said != (record.namespace or name, id, user, source, key) or kind != columns.item
        yield _Row(num, namespace, id, record, wrong, spoken, strange)


def findings(db: sqlite3.Connection) -> Iterator[Finding]:
    """Rows that disagree with what was kept, and bodies that say nothing."""
    rows = [row for row in _rows(db) if row.record is None or row.wrong or row.strange]
    if lost := [row for row in rows if row.record is None]:
        yield Finding("rows", f"the body cannot be read of {_some(lost)}", derived=False)
    if wrong := [row for row in rows if row.wrong]:
        text = f"columns or search text disagree with the body of {_some(wrong)}"
        yield Finding("rows", text)
    if strange := [row for row in rows if row.strange]:
        text = f"id, owner, source or key differ from those in the body of {_some(strange)}"
        yield Finding("rows", text, derived=False)


def _some(rows: Sequence[_Row]) -> str:
    return f"{len(rows)} item(s), among them {', '.join(row.id for row in rows[:_NAMED])}"


def restore(db: sqlite3.Connection, analyzer: Analyzer) -> set[int]:
    """Derive again what disagrees with the bodies; the items that mended.

    Where the text was another one, the vector goes, and `heal` makes one.
    """
    wrong = [row for row in _rows(db) if row.wrong and row.record is not None]
    for row in wrong:
        record: Any = row.record
        put_columns(db, row.namespace, row.num, columns_of(record), meanings_of(record))
        update = "UPDATE item SET content = ? WHERE num = ?"
        db.execute(update, (content_digest(record), row.num))
        if row.spoken:
            _set_text(db, row.num, lexical_text_of(record), analyzer)
    return {row.num for row in wrong}


def _set_text(db: sqlite3.Connection, num: int, text: str, analyzer: Analyzer) -> None:
    terms = count_terms(analyzer.terms(text))
    derived = (pack_terms(terms), " ".join(terms), sum(terms.values()), digest_of(text))
    db.execute(
        "UPDATE item SET text = ?, terms = ?, words = ?, length = ?, digest = ?, analyzer = ?"
        " WHERE num = ?",
        (text, *derived, analyzer.version, num),
    )
    db.execute("DELETE FROM vector WHERE item = ?", (num,))
