"""Proof that what SQLite holds agrees with itself, and repair of what is derived."""

from __future__ import annotations

import math
import sqlite3
import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from seasoned.core.lexical import count_terms, pack_terms
from seasoned.core.reports import Finding
from seasoned.core.sources import spelled
from seasoned.core.storage import Waiting
from seasoned.errors import Conflict, StoreError
from seasoned.ports import Analyzer, Model, Scope
from seasoned.stores import (
    sql,
    sqlite_creditproof,
    sqlite_factproof,
    sqlite_passageproof,
    sqlite_settings,
)
from seasoned.stores import sqlite_fulltext as fulltext
from seasoned.stores.sqlite_credit import recount
from seasoned.stores.sqlite_episodes import columns_of, put_columns
from seasoned.stores.sqlite_erasing import SQLiteErasing
from seasoned.stores.sqlite_rows import (
    active_model,
    digest_of,
    find_namespace,
    insert_vector,
    log_changes,
    log_puts,
)
from seasoned.stores.sqlite_waiting import COLUMNS, LACKING, readable

_NAMED = 5  # ids that a finding names


class SQLiteMaintenance(SQLiteErasing):
    """`ports.Maintenance` over one SQLite database."""

    def check(self, analyzer: Analyzer) -> list[Finding]:
        """Every disagreement between rows, terms, full-text index, vectors and change log."""
        with self._connections.reading() as db:
            if damaged := list(_file(db)):
                return damaged  # nothing that is read from such a file can be relied on
            settings = list(sqlite_settings.findings(db))
            return [
                *settings,
                *_references(db),
                *_terms(db, analyzer),
                *_rows(db),
                *sqlite_passageproof.findings(db),
                *_corpus(db),
                *fulltext.findings(db),
                *([] if settings else _vectors(db)),  # whose they are would not be known
                *_changes(db),
                *sqlite_creditproof.findings(db),
                *sqlite_factproof.findings(db),
            ]

    def repair(self, analyzer: Analyzer) -> int:
        """Rebuild what is derived; the number of items mended. Truth is never changed."""
        with self._connections.writing() as db:
            found = sqlite_settings.restore(db)
            facts = sqlite_factproof.restore(db, analyzer)
            found |= sqlite_passageproof.restore(db, analyzer)
            terms = {*_stale(db, analyzer), *_wrong_terms(db, analyzer)}
            rows = [row for row in _derived_rows(db) if row.wrong]
            _set_terms(db, terms, analyzer)
            _set_rows(db, rows)
            indexes = found | terms | {row.num for row in rows} | {num for num, _ in _unlogged(db)}
            indexes |= _drop_bad_vectors(db)
            mended = indexes | fulltext.wrong(db)
            fulltext.rebuild(db)
            _rebuild_corpus(db)
            log_puts(db, indexes)
            _log_dead(db)
            _recount(db)
        return len(mended) + facts

    def pending(self, scope: Scope | None, limit: int, after: int = 0) -> list[Waiting]:
        """Items numbered beyond `after` without a vector under the active model, oldest first."""
        with self._connections.reading() as db:
            model = active_model(db)
            within, who = "true", tuple[int | str | None, ...]()
            if scope is not None:
                within = f"e.namespace = ? AND {sql.VISIBLE}"
                who = (find_namespace(db, scope.namespace), scope.user)
            rows = db.execute(
                f"SELECT {COLUMNS} {LACKING} AND {within} ORDER BY e.num LIMIT ?",
                (model.name if model else "", after, *who, limit),
            ).fetchall()
            return list(readable(rows))

    def heal(self, vectors: Sequence[tuple[int, bytes]], model: Model) -> int:
        """Add missing vectors under the active model; how many were added."""
        with self._connections.writing() as db:
            if active_model(db) != model:
                raise Conflict(f"{model.name!r} is not the active model of this store")
            added = [num for num, data in vectors if insert_vector(db, num, model, data)]
            log_puts(db, added)
        return len(added)

    def drop_vectors(self, nums: Sequence[int]) -> int:
        """Remove the vectors of these items, which are pending then; how many that were."""
        with self._connections.writing() as db:
            items = (sql.one_of(nums),)
            dropped = db.execute(f"DELETE FROM vector WHERE item IN {sql.AMONG}", items).rowcount
            log_puts(db, nums)
        return dropped


def _file(db: sqlite3.Connection) -> Iterator[Finding]:
    try:
        for (said,) in db.execute("PRAGMA integrity_check"):
            if said != "ok":
                yield Finding("file", said, derived=False)
    except sqlite3.DatabaseError as error:
        yield Finding("file", str(error), derived=False)


def _references(db: sqlite3.Connection) -> Iterator[Finding]:
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield Finding("rows", f"{table} row {row} refers to a missing {parent}", derived=False)
    (lost,) = db.execute(
        "SELECT count(*) FROM item WHERE num NOT IN (SELECT num FROM body)"
    ).fetchone()
    if lost:
        yield Finding("rows", f"{lost} item(s) have lost their body", derived=False)


def _named(nums: Iterable[int], db: sqlite3.Connection) -> str:
    query = "SELECT id FROM item WHERE num IN (SELECT value FROM json_each(?)) LIMIT ?"
    nums = list(nums)
    ids = [id for (id,) in db.execute(query, (sql.one_of(nums), _NAMED))]
    return f"{len(nums)} item(s), among them {', '.join(ids)}"


def _terms(db: sqlite3.Connection, analyzer: Analyzer) -> Iterator[Finding]:
    if old := _stale(db, analyzer):
        yield Finding("terms", f"another version of the analyzer made those of {_named(old, db)}")
    if wrong := list(_wrong_terms(db, analyzer)):
        yield Finding("terms", f"they disagree with the text of {_named(wrong, db)}")


def _stale(db: sqlite3.Connection, analyzer: Analyzer) -> list[int]:
    query = "SELECT num FROM item WHERE analyzer <> ?"
    return [num for (num,) in db.execute(query, (analyzer.version,))]


def _wrong_terms(db: sqlite3.Connection, analyzer: Analyzer) -> Iterator[int]:
    """Items of this analyzer's version that it would derive otherwise."""
    query = "SELECT num, text, terms, length, digest, words FROM item WHERE analyzer = ?"
    for num, text, *kept in db.execute(query, (analyzer.version,)):
        if kept != _derive_terms(text, analyzer):
            yield num


def _derive_terms(text: str, analyzer: Analyzer) -> list[Any]:
    """What is kept of a text's terms: blob, length, digest, words."""
    counts = count_terms(analyzer.terms(text))
    return [pack_terms(counts), sum(counts.values()), digest_of(text), " ".join(counts)]


def _set_terms(db: sqlite3.Connection, nums: set[int], analyzer: Analyzer) -> None:
    for num in nums:
        (text,) = db.execute("SELECT text FROM item WHERE num = ?", (num,)).fetchone()
        db.execute(
            "UPDATE item SET terms = ?, length = ?, digest = ?, words = ?, analyzer = ?"
            " WHERE num = ?",
            (*_derive_terms(text, analyzer), analyzer.version, num),
        )


@dataclass(frozen=True, slots=True)
class _Row:
    """The columns, tags and lessons that an episode should have, and what is amiss with it."""

    num: int
    columns: tuple[Any, ...] = ()
    tags: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()  # lessons without a row
    wrong: bool = False
    strange: bool = False
    lost: bool = False


def _rows(db: sqlite3.Connection) -> Iterator[Finding]:
    rows = [row for row in _derived_rows(db) if row.wrong or row.strange or row.lost]
    if lost := [row.num for row in rows if row.lost]:
        text = f"the body or a verdict cannot be read of {_named(lost, db)}"
        yield Finding("rows", text, derived=False)
    if wrong := [row.num for row in rows if row.wrong]:
        text = (
            f"columns, tags or lessons disagree with the body and verdicts of {_named(wrong, db)}"
        )
        yield Finding("rows", text)
    if strange := [row.num for row in rows if row.strange]:
        text = f"id, owner, source or key differ from those in the body of {_named(strange, db)}"
        yield Finding("rows", text, derived=False)
    for table in ("episode", "tag", "passage"):
        (stray,) = db.execute(f"SELECT count(*) {_STRAY.format(table)}").fetchone()
        if stray:
            yield Finding("rows", f"{stray} row(s) in {table} of items that are gone")


_STRAY = "FROM {} WHERE (namespace, num) NOT IN (SELECT namespace, num FROM item)"


def _derived_rows(db: sqlite3.Connection) -> Iterator[_Row]:
    """Every episode's row as its body and verdicts say."""
    verdicts, tags = defaultdict[int, list[bytes]](list), defaultdict[int, set[str]](set)
    for num, body in db.execute("SELECT num, body FROM verdict ORDER BY num, at, seq"):
        verdicts[num].append(body)
    for num, tag in db.execute("SELECT num, tag FROM tag JOIN item USING (num, namespace)"):
        tags[num].add(tag)
    told = defaultdict[int, list[str]](list)
    for num, text in db.execute("SELECT origin, text FROM lesson WHERE kind = 'stated'"):
        told[num].append(text)
    for num, namespace, id, user, source, key, body, *row in db.execute(
        "SELECT i.num, i.namespace, i.id, i.user, i.source, i.key, b.json, e.*"
        " FROM item i JOIN body b USING (num) LEFT JOIN episode e USING (namespace, num)"
        " WHERE i.kind = 'episode'"
    ):
        try:
            episode = sql.episode_of(body, verdicts.get(num, ()))
        except StoreError:
            yield _Row(num, lost=True)
            continue
        columns = columns_of(namespace, num, episode)
        said = (episode.id, episode.user, episode.source, episode.key)
        untold = tuple((Counter(episode.lessons) - Counter(told.get(num))).elements())
        wrong = tuple(row) != columns or tags.get(num, set()) != set(episode.tags) or untold != ()
        strange = (id, user, spelled(source), key) != said
        yield _Row(num, columns, episode.tags, untold, wrong, strange)


def _set_rows(db: sqlite3.Connection, rows: Sequence[_Row]) -> None:
    nums = sql.one_of(row.num for row in rows)
    for table in ("episode", "tag"):
        db.execute(f"DELETE {_STRAY.format(table)}")
        db.execute(f"DELETE FROM {table} WHERE num IN (SELECT value FROM json_each(?))", (nums,))
    db.execute(f"DELETE {_STRAY.format('passage')}")
    for row in rows:
        put_columns(db, row.columns, row.tags)
        lessons = [(row.num, str(uuid4()), text) for text in row.untold]
        db.executemany("INSERT INTO lesson VALUES (?, ?, 'stated', ?)", lessons)


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


def _vectors(db: sqlite3.Connection) -> Iterator[Finding]:
    problems = defaultdict[str, list[int]](list)
    for item, _, problem in _bad_vectors(db):
        problems[problem].append(item)
    for problem, items in problems.items():
        yield Finding("vectors", f"{problem} of {_named(items, db)}")
    if missing := _missing_vectors(db):
        yield Finding("vectors", f"there is none of {_named(missing, db)}")


def _bad_vectors(db: sqlite3.Connection) -> Iterator[tuple[int, str, str]]:
    """Item, model and problem."""
    model = active_model(db)
    for item, name, dim, data in db.execute("SELECT item, model, dim, data FROM vector"):
        if len(data) != 2 * dim or (model and name == model.name and dim != model.dim):
            yield item, name, "wrong number of dimensions in that"
        elif not all(map(math.isfinite, struct.unpack(f"<{dim}e", data))):
            yield item, name, "numbers that are not finite in that"


def _missing_vectors(db: sqlite3.Connection) -> list[int]:
    model = active_model(db)
    query = (
        "SELECT num FROM item WHERE num NOT IN (SELECT item FROM vector WHERE model = ?)"
        " ORDER BY num"
    )
    return [num for (num,) in db.execute(query, (model.name,))] if model else []


def _drop_bad_vectors(db: sqlite3.Connection) -> set[int]:
    """Remove what cannot be searched; the items that have to be embedded again."""
    bad = [(item, model) for item, model, _ in _bad_vectors(db)]
    db.executemany("DELETE FROM vector WHERE item = ? AND model = ?", bad)
    return {item for item, _ in bad}


def _changes(db: sqlite3.Connection) -> Iterator[Finding]:
    if unlogged := [num for num, _ in _unlogged(db)]:
        yield Finding("changes", f"the change log does not know of {_named(unlogged, db)}")
    if dead := _dead(db):
        yield Finding("changes", f"the change log keeps {len(dead)} removed item(s) alive")


_NEWEST = (
    "(SELECT item, namespace, kind, op, max(seq) FROM change WHERE op <> 'judge' GROUP BY item) c"
)


def _unlogged(db: sqlite3.Connection) -> list[tuple[int, int]]:
    """Live items whose newest change is none or a deletion."""
    return db.execute(
        f"SELECT i.num, i.namespace FROM item i LEFT JOIN {_NEWEST} ON c.item = i.num"
        " WHERE ifnull(c.op, 'delete') = 'delete'"
    ).fetchall()


def _dead(db: sqlite3.Connection) -> list[tuple[int, int, str]]:
    """Items that are gone though their newest change is no deletion."""
    return db.execute(
        f"SELECT c.item, c.namespace, c.kind FROM {_NEWEST} LEFT JOIN item i ON i.num = c.item"
        " WHERE i.num IS NULL AND c.op <> 'delete'"
    ).fetchall()


def _log_dead(db: sqlite3.Connection) -> None:
    for item, namespace, kind in _dead(db):
        log_changes(db, namespace, [item], "delete", kind)


def _recount(db: sqlite3.Connection) -> None:
    """Credit of all namespaces from what attempts were shown and how they ended."""
    for (namespace,) in db.execute("SELECT DISTINCT namespace FROM exposure").fetchall():
        recount(db, namespace)
