"""Proof that what SQLite holds agrees with itself, and repair of what is derived."""

from __future__ import annotations

import math
import sqlite3
import struct
from collections.abc import Iterator, Sequence

from seasoned.core.lexical import count_terms, pack_terms
from seasoned.core.records import Episode
from seasoned.core.reports import Finding
from seasoned.errors import Conflict
from seasoned.ports import Analyzer, Model, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_episodes import effective, set_effective
from seasoned.stores.sqlite_rows import (
    active_model,
    digest_of,
    find_namespace,
    insert_vector,
    log_changes,
    scope_token,
)

_SAMPLE = 200  # items whose words are looked up one by one in the full-text index
_NAMED = 5  # ids that a finding names


class SQLiteMaintenance:
    """`ports.Maintenance` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def check(self, analyzer: Analyzer) -> list[Finding]:
        """Every disagreement between rows, terms, full-text index, vectors and change log."""
        with self._connections.reading() as db:
            return [
                *_file(db),
                *_terms(db, analyzer),
                *_effective(db),
                *_corpus(db),
                *_fulltext(db),
                *_vectors(db),
                *_changes(db),
                *_lessons(db),
            ]

    def repair(self, analyzer: Analyzer) -> int:
        """Rebuild what is derived; the number of items mended. Truth is never changed."""
        with self._connections.writing() as db:
            wrong = set(_wrong_terms(db, analyzer)) | set(_wrong_effective(db))
            unlogged = {num for num, _ in _unlogged(db)}
            for num in wrong:
                _set_terms(db, num, analyzer)
                set_effective(db, num)
            bad = [item for item, _ in _bad_vectors(db)]
            among = (sql.one_of(bad),)
            db.execute("DELETE FROM vector WHERE item IN (SELECT value FROM json_each(?))", among)
            _rebuild_fulltext(db)
            _rebuild_corpus(db)
            _log_live(db, wrong | unlogged | set(bad))
            _log_dead(db)
        return len(wrong | unlogged | set(bad))

    def pending(self, scope: Scope, limit: int) -> list[tuple[int, Episode]]:
        """Items without a vector under the active model, oldest first."""
        with self._connections.reading() as db:
            model = active_model(db)
            rows = db.execute(
                "SELECT e.num, e.body FROM episode e"
                " LEFT JOIN vector v ON v.item = e.num AND v.model = ?"
                f" WHERE e.namespace = ? AND {sql.VISIBLE} AND v.item IS NULL"
                " ORDER BY e.num LIMIT ?",
                (
                    model.name if model else "",
                    find_namespace(db, scope.namespace),
                    scope.user,
                    limit,
                ),
            ).fetchall()
            return [(num, sql.episode_of(body, ())) for num, body in rows]

    def heal(self, vectors: Sequence[tuple[int, bytes]], model: Model) -> int:
        """Add missing vectors under the active model; how many were added."""
        with self._connections.writing() as db:
            if active_model(db) != model:
                raise Conflict(f"{model.name!r} is not the active model of this store")
            added = [num for num, data in vectors if insert_vector(db, num, model, data)]
            _log_live(db, set(added))
        return len(added)

    def backup(self, path: str) -> None:
        """A consistent copy while the store is in use."""
        self._connections.backup(path)


def _file(db: sqlite3.Connection) -> Iterator[Finding]:
    for (said,) in db.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield Finding("file", said, derived=False)
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield Finding("rows", f"{table} row {row} refers to a missing {parent}", derived=False)
    odd = db.execute("SELECT id FROM item LEFT JOIN episode e USING (num) WHERE e.num IS NULL")
    for (id,) in odd:
        yield Finding("rows", f"item {id} has no episode", derived=False)


def _named(nums: Sequence[int], db: sqlite3.Connection) -> str:
    query = "SELECT id FROM item WHERE num IN (SELECT value FROM json_each(?)) LIMIT ?"
    ids = [id for (id,) in db.execute(query, (sql.one_of(nums), _NAMED))]
    return f"{len(nums)} item(s), among them {', '.join(ids)}"


def _terms(db: sqlite3.Connection, analyzer: Analyzer) -> Iterator[Finding]:
    (old,) = db.execute(
        "SELECT count(*) FROM item WHERE analyzer <> ?", (analyzer.version,)
    ).fetchone()
    if old:
        yield Finding("terms", f"{old} item(s) were analyzed by another version")
    if wrong := list(_wrong_terms(db, analyzer)):
        yield Finding("terms", f"terms disagree with the text of {_named(wrong, db)}")


def _wrong_terms(db: sqlite3.Connection, analyzer: Analyzer) -> Iterator[int]:
    query = "SELECT num, text, terms, words, length, digest, analyzer FROM item"
    for num, text, blob, words, length, digest, version in db.execute(query):
        counts = count_terms(analyzer.terms(text))
        derived = (pack_terms(counts), " ".join(counts), sum(counts.values()), digest_of(text))
        if (blob, words, length, digest) != derived or version != analyzer.version:
            yield num


def _set_terms(db: sqlite3.Connection, num: int, analyzer: Analyzer) -> None:
    (text,) = db.execute("SELECT text FROM item WHERE num = ?", (num,)).fetchone()
    counts = count_terms(analyzer.terms(text))
    db.execute(
        "UPDATE item SET terms = ?, words = ?, length = ?, digest = ?, analyzer = ? WHERE num = ?",
        (
            pack_terms(counts),
            " ".join(counts),
            sum(counts.values()),
            digest_of(text),
            analyzer.version,
            num,
        ),
    )


def _effective(db: sqlite3.Connection) -> Iterator[Finding]:
    if wrong := list(_wrong_effective(db)):
        yield Finding(
            "rows", f"outcome or reward disagree with the verdicts of {_named(wrong, db)}"
        )


def _wrong_effective(db: sqlite3.Connection) -> Iterator[int]:
    rows = db.execute("SELECT num, outcome, reward FROM episode").fetchall()
    return (num for num, outcome, reward in rows if effective(db, num) != (outcome, reward))


def _corpus(db: sqlite3.Connection) -> Iterator[Finding]:
    live = set(db.execute("SELECT namespace, kind, count(*), sum(length) FROM item GROUP BY 1, 2"))
    kept = set(db.execute("SELECT * FROM corpus WHERE items > 0"))
    if live != kept:
        yield Finding("terms", f"counts of {len(live ^ kept)} namespace(s) disagree with the items")


def _rebuild_corpus(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM corpus")
    db.execute(
        "INSERT INTO corpus SELECT namespace, kind, count(*), sum(length) FROM item GROUP BY 1, 2"
    )


def _fulltext(db: sqlite3.Connection) -> Iterator[Finding]:
    for namespace, kind in db.execute("SELECT DISTINCT namespace, kind FROM item").fetchall():
        live = {
            num
            for (num,) in db.execute(
                "SELECT num FROM item WHERE namespace = ? AND kind = ?", (namespace, kind)
            )
        }
        held = _rows_with(db, f'scope : "{scope_token(namespace, kind)}"')
        if live != held:
            text = f"{len(live - held)} item(s) missing, {len(held - live)} too many"
            yield Finding("fulltext", f"namespace number {namespace}: {text}")
    if lost := [num for num, words in _sample(db) if not _found(db, num, words)]:
        yield Finding("fulltext", f"words are not found in {_named(lost, db)}")


def _rows_with(db: sqlite3.Connection, expression: str) -> set[int]:
    query = "SELECT rowid FROM fulltext WHERE fulltext MATCH ?"
    return {num for (num,) in db.execute(query, (expression,))}


def _sample(db: sqlite3.Connection) -> list[tuple[int, str]]:
    (items,) = db.execute("SELECT count(*) FROM item").fetchone()
    query = "SELECT num, words FROM item WHERE words <> '' AND num % ? = 0"
    return db.execute(query, (max(1, items // _SAMPLE),)).fetchall()


def _found(db: sqlite3.Connection, num: int, words: str) -> bool:
    sought = " AND ".join(f'"{word}"' for word in words.split(" ")[:20])
    query = "SELECT 1 FROM fulltext WHERE fulltext MATCH ? AND rowid = ?"
    return db.execute(query, (f"words : ({sought})", num)).fetchone() is not None


def _rebuild_fulltext(db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO fulltext (fulltext) VALUES ('delete-all')")
    db.execute(
        "INSERT INTO fulltext (rowid, scope, words)"
        " SELECT num, 'n' || namespace || kind, words FROM item"
    )


def _vectors(db: sqlite3.Connection) -> Iterator[Finding]:
    for item, problem in _bad_vectors(db):
        yield Finding("vectors", f"{problem} of {_named([item], db)}")


def _bad_vectors(db: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    model = active_model(db)
    query = "SELECT item, model, dim, data FROM vector"
    for item, name, dim, data in db.execute(query).fetchall():
        if len(data) != 2 * dim or (model and name == model.name and dim != model.dim):
            yield item, f"the vector has {len(data)} bytes for {dim} dimensions, in that"
        elif not all(map(math.isfinite, struct.unpack(f"<{dim}e", data))):
            yield item, "the vector holds numbers that are not finite, in that"


def _changes(db: sqlite3.Connection) -> Iterator[Finding]:
    if unlogged := [num for num, _ in _unlogged(db)]:
        yield Finding("changes", f"the change log does not know of {_named(unlogged, db)}")
    if dead := _dead(db):
        yield Finding("changes", f"the change log keeps {len(dead)} removed item(s) alive")


_NEWEST = "(SELECT item, namespace, op, max(seq) FROM change WHERE op <> 'judge' GROUP BY item) c"


def _unlogged(db: sqlite3.Connection) -> list[tuple[int, int]]:
    """Live items whose newest change is none or a deletion."""
    return db.execute(
        f"SELECT i.num, i.namespace FROM item i LEFT JOIN {_NEWEST} ON c.item = i.num"
        " WHERE ifnull(c.op, 'delete') = 'delete'"
    ).fetchall()


def _dead(db: sqlite3.Connection) -> list[tuple[int, int]]:
    """Items that are gone though their newest change is no deletion."""
    return db.execute(
        f"SELECT c.item, c.namespace FROM {_NEWEST} LEFT JOIN item i ON i.num = c.item"
        " WHERE i.num IS NULL AND c.op <> 'delete'"
    ).fetchall()


def _log_live(db: sqlite3.Connection, nums: set[int]) -> None:
    query = "SELECT namespace, num FROM item WHERE num IN (SELECT value FROM json_each(?))"
    for namespace, num in db.execute(query, (sql.one_of(nums),)).fetchall():
        log_changes(db, namespace, [num], "put")


def _log_dead(db: sqlite3.Connection) -> None:
    for item, namespace in _dead(db):
        log_changes(db, namespace, [item], "delete")


def _lessons(db: sqlite3.Connection) -> Iterator[Finding]:
    (stray,) = db.execute(
        "SELECT count(*) FROM lesson WHERE num NOT IN (SELECT lesson FROM lesson_origin)"
    ).fetchone()
    if stray:
        yield Finding("rows", f"{stray} lesson(s) have lost their origins", derived=False)
