"""The full-text index of SQLite: which rows it holds, finding them, proof and rebuilding.

It serves a process before it has an index of its own. Rows enter it in blocks, since a small
write costs FTS5 as much as a large one: it holds the items up to the last full block, and those
after it are few enough to be read one by one. Which block is the last full one follows from the
highest number ever given, so there is nothing to keep in step.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from seasoned.core.lexical import TERM, Document
from seasoned.core.reports import Finding
from seasoned.ports import Entry
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import highest

_BLOCK: Final = 64  # items that enter together
_TERMS_AT_ONCE: Final = 500  # in one expression
_SAMPLE: Final = 200  # items whose words are looked up one by one
_SCOPED: Final = "SELECT num, 'n' || namespace || kind, words FROM item"


def scope_token(namespace: int, kind: str) -> str:
    """The token that only rows of this namespace and kind hold."""
    return f"n{namespace}{kind}"


def indexed_to(num: int) -> int:
    """The highest number the index holds when `num` is the highest given."""
    return num - num % _BLOCK


def index_new(db: sqlite3.Connection, first: int, last: int) -> None:
    """Add the blocks that became full with the items from `first` to `last`."""
    before, after = indexed_to(first - 1), indexed_to(last)
    if after > before:
        db.execute(
            f"INSERT INTO fulltext (rowid, scope, words) {_SCOPED} WHERE num > ? AND num <= ?",
            (before, after),
        )


def unindex(db: sqlite3.Connection, nums: Sequence[int]) -> None:
    """Take items out of the index, while their words are still there."""
    # A contentless index is told what it has to drop.
    db.execute(
        "INSERT INTO fulltext (fulltext, rowid, scope, words)"
        f" SELECT 'delete', * FROM ({_SCOPED} WHERE num <= ?"
        " AND num IN (SELECT value FROM json_each(?)))",
        (_edge(db), sql.one_of(nums)),
    )
    db.execute("INSERT OR IGNORE INTO setting VALUES ('scrub', 'fulltext')")


def index_again(db: sqlite3.Connection, num: int) -> None:
    """Put an item back whose words are others now, if its block is in the index."""
    db.execute(
        f"INSERT INTO fulltext (rowid, scope, words) {_SCOPED} WHERE num = ? AND num <= ?",
        (num, _edge(db)),
    )


def must_scrub(db: sqlite3.Connection) -> bool:
    """Whether words of removed items may still lie in the index."""
    return db.execute("SELECT 1 FROM setting WHERE name = 'scrub'").fetchone() is not None


def scrub(db: sqlite3.Connection) -> None:
    """Drop the words of removed items, which FTS5 only marks as removed until it merges."""
    db.execute("INSERT INTO fulltext (fulltext) VALUES ('optimize')")
    db.execute("DELETE FROM setting WHERE name = 'scrub'")


def documents(
    db: sqlite3.Connection, namespace: int, kind: str, terms: Sequence[str]
) -> list[Document]:
    """All that hold one of the terms, and those which no block holds yet."""
    # The row's own namespace is checked again: the index is derived, the row is not.
    mine = "i.namespace = ? AND i.kind = ?"
    columns = "SELECT i.num, i.length, i.terms FROM"
    late = db.execute(f"{columns} item i WHERE num > ? AND {mine}", (_edge(db), namespace, kind))
    found = {num: (num, *rest) for num, *rest in late}
    query = (
        f"{columns} fulltext f JOIN item i ON i.num = f.rowid WHERE fulltext MATCH ? AND +{mine}"
    )
    for start in range(0, len(terms), _TERMS_AT_ONCE):
        words = " OR ".join(f'"{term}"' for term in terms[start : start + _TERMS_AT_ONCE])
        expression = f'scope : "{scope_token(namespace, kind)}" AND words : ({words})'
        rows = db.execute(query, (expression, namespace, kind))
        found |= {row[0]: row for row in rows}
    held = [Document(*row) for row in found.values()]
    whole_terms(held)
    return held


def whole_terms(found: Iterable[Document | Entry]) -> None:
    """Nothing, if terms and length of these are of the form that `pack_terms` gives them.

    Raises:
        ValueError: a row is damaged.
    """
    for one in found:
        if type(one.terms) is not bytes or len(one.terms) % TERM or type(one.length) is not int:
            raise ValueError(f"the terms of item {one.num}")


def findings(db: sqlite3.Connection) -> Iterator[Finding]:
    """Where the index disagrees with the words of the items."""
    for namespace, missing, stray in _differences(db):
        text = f"{len(missing)} item(s) missing, {len(stray)} too many"
        yield Finding("fulltext", f"namespace number {namespace}: {text}")
    if lost := _lost(db):
        yield Finding("fulltext", f"words of {len(lost)} item(s) are not found")


def wrong(db: sqlite3.Connection) -> set[int]:
    """Numbers that the index misses, has too many, or has with other words."""
    sides = [missing | stray for _, missing, stray in _differences(db)]
    return set().union(_lost(db), *sides)


def _differences(db: sqlite3.Connection) -> Iterator[tuple[int, set[int], set[int]]]:
    """Namespaces where items are missing from the index, or too many."""
    edge, live = _edge(db), defaultdict[tuple[int, str], set[int]](set)
    for num, *place in db.execute("SELECT num, namespace, kind FROM item WHERE num <= ?", (edge,)):
        live[place[0], place[1]].add(num)
    # The log remembers namespaces that hold nothing any more.
    for place in db.execute("SELECT DISTINCT namespace, kind FROM change").fetchall():
        held = _holding(db, f'scope : "{scope_token(*place)}"')
        if live[place] != held:
            yield place[0], live[place] - held, held - live[place]


def rebuild(db: sqlite3.Connection) -> None:
    """Fill the index anew from the words of the items."""
    db.execute("INSERT INTO fulltext (fulltext) VALUES ('delete-all')")
    db.execute(f"INSERT INTO fulltext (rowid, scope, words) {_SCOPED} WHERE num <= ?", (_edge(db),))


def _edge(db: sqlite3.Connection) -> int:
    return indexed_to(highest(db))


def _holding(db: sqlite3.Connection, expression: str) -> set[int]:
    query = "SELECT rowid FROM fulltext WHERE fulltext MATCH ?"
    return {num for (num,) in db.execute(query, (expression,))}


def _lost(db: sqlite3.Connection) -> set[int]:
    """Of a sample of items, those that cannot be found by their own words."""
    edge = _edge(db)
    (items,) = db.execute("SELECT count(*) FROM item WHERE num <= ?", (edge,)).fetchone()
    query = "SELECT num, words FROM item WHERE words <> '' AND num <= ? AND num % ? = 0"
    sample = db.execute(query, (edge, max(1, items // _SAMPLE))).fetchall()
    return {num for num, words in sample if not _found(db, num, words)}


def _found(db: sqlite3.Connection, num: int, words: str) -> bool:
    sought = " AND ".join(f'"{word}"' for word in words.split(" ")[:20])
    query = "SELECT 1 FROM fulltext WHERE fulltext MATCH ? AND rowid = ?"
    return db.execute(query, (f"words : ({sought})", num)).fetchone() is not None
