"""What a write changed in the tables that are truth, and which line of the file holds what.

Triggers note the keys of rows that were touched, so that no part of the store has to say what it
changes. The notes, and the places of the lines, are temporary tables of the same connection: they
are undone with the write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from seasoned.core.portable import (
    KeptAttempt,
    KeptCollapsed,
    KeptDerived,
    KeptLesson,
    KeptVector,
    KeptVerdict,
)
from seasoned.core.records import Episode, Lesson, Step, Verdict
from seasoned.stores import jsonl_knowledge as knowledge
from seasoned.stores import jsonl_passages as passages
from seasoned.stores import sql
from seasoned.stores.jsonl_entries import ANY, HOME, Entry, Key, Watch
from seasoned.stores.jsonl_lines import Gone, KeptStep, Progress, Setting
from seasoned.stores.sqlite_attempts import COLUMNS, read_attempt
from seasoned.stores.sqlite_decisions import DECIDED, read_decision
from seasoned.stores.sqlite_derived import READ as DERIVED
from seasoned.stores.sqlite_derived import read_derived
from seasoned.stores.sqlite_dump import COPY, read_copy, read_recall_row
from seasoned.stores.sqlite_exposures import READ, read

_ORIGIN: Final = (
    "(SELECT name FROM namespace JOIN item ON item.namespace = namespace.id"
    " WHERE item.num = {row}.origin)"
)
_EXPOSURE: Final = "(SELECT id FROM exposure WHERE num = {row}.exposure)"
# What is left to do with tables that each process derives for itself is no other's business.
_TOLD: Final = "{row}.name <> 'scrub' AND {row}.name NOT GLOB 'recount *'"
_DERIVED: Final = (
    "(SELECT {} FROM derived d JOIN namespace n ON n.id = d.namespace"
    " WHERE d.num = {{row}}.derived)"
)
_PLACE: Final = "{row}.namespace || ' ' || {row}.id"
_EPISODE: Final = "{row}.kind = 'episode'"
WATCHED: Final = (
    Watch("setting", "setting", ANY, "{row}.name", when=_TOLD),
    Watch("item", "episode", "INSERT, DELETE", "{row}.num", when=_EPISODE, place=_PLACE),
    Watch("verdict", "verdict", "INSERT", "{row}.seq"),
    Watch("vector", "vector", "INSERT, DELETE", "{row}.item", "{row}.model"),
    Watch("lesson", "lesson", "INSERT, DELETE", "{row}.id", _ORIGIN, "{row}.kind <> 'stated'"),
    Watch("attempt", "attempt", "INSERT, DELETE", "{row}.num"),
    Watch("derived", "derived", "INSERT, DELETE", "{row}.id", HOME),
    Watch("origin", "derived", "DELETE", _DERIVED.format("d.id"), _DERIVED.format("n.name")),
    Watch("collapsed", "collapsed", ANY, "{row}.item"),
    Watch("attempt", "progress", "UPDATE", "{row}.num"),
    Watch("attempt_step", "step", "INSERT", "{row}.attempt", "{row}.place"),
    Watch("recall", "recall", ANY, "{row}.id", HOME),
    Watch("shown", "recall", ANY, "{row}.recall", HOME),
    Watch("exposure", "exposure", ANY, "{row}.id", HOME),
    Watch("credit", "exposure", "INSERT, DELETE, UPDATE OF role", _EXPOSURE, HOME),
    Watch("decision", "decision", ANY, "{row}.item", HOME + " || ' ' || {row}.owner"),
    Watch("pruned", "copy", "INSERT, DELETE", "{row}.num", place=_PLACE),
    *passages.WATCHED,
    *knowledge.WATCHED,
)
_TABLES: Final = (
    "CREATE TEMP TABLE touched (kind TEXT, a, b, place TEXT)",
    "CREATE TEMP TABLE line (kind TEXT, a, b, owner INTEGER, start INTEGER, size INTEGER,"
    " PRIMARY KEY (kind, a, b)) WITHOUT ROWID",
    "CREATE INDEX temp.line_owner ON line (owner, kind) WHERE owner IS NOT NULL",
    "CREATE TEMP TABLE alive (bytes INTEGER)",  # of all lines, so that nobody has to add them up
    "INSERT INTO alive VALUES (0)",
    "CREATE TEMP TRIGGER line_more AFTER INSERT ON temp.line"
    " BEGIN UPDATE alive SET bytes = bytes + NEW.size; END",
    "CREATE TEMP TRIGGER line_less AFTER DELETE ON temp.line"
    " BEGIN UPDATE alive SET bytes = bytes - OLD.size; END",
)
# Lines of these go with the line of what they belong to, an episode or an attempt.
_DEPENDENTS: Final = {
    "episode": ("verdict", "vector", "collapsed"),
    "attempt": ("step", "progress"),
    "session": ("message",),
    "note": ("uses", "vector"),
    "chunk": ("uses", "vector"),
}
_ERASING: Final = frozenset(  # they hold texts
    (
        *("episode", "attempt", "recall", "derived", "copy"),
        *("note", "chunk", "fact", "session", "exchange"),
    )
)


def prepare(db: sqlite3.Connection) -> None:
    """Make the temporary tables and triggers."""
    for statement in (*_TABLES, *_triggers()):
        db.execute(statement)


def _triggers() -> Iterator[str]:
    for watch in WATCHED:
        for event in watch.events.split(", "):
            name = f"{watch.table}_{watch.kind}_{event.split()[0]}"
            row = "OLD" if event == "DELETE" else "NEW"
            a, b, when, place = (
                part.format(row=row) for part in (watch.a, watch.b, watch.when, watch.place)
            )
            yield (
                f"CREATE TEMP TRIGGER {name} AFTER {event} ON main.{watch.table} WHEN {when}"
                f" BEGIN INSERT INTO touched VALUES ('{watch.kind}', {a}, {b}, {place}); END"
            )


class Changes(NamedTuple):
    """What a write has to bring into the file.

    Attributes:
        entries: Its lines, tombstones first.
        erasing: Whether texts are to be nowhere in the file any more.
    """

    entries: list[Entry]
    erasing: bool


def changes(db: sqlite3.Connection) -> Changes:
    """What was touched since the last time; lines that hold it no more are struck out."""
    rows = db.execute("SELECT kind, a, b, place FROM touched ORDER BY rowid").fetchall()
    db.execute("DELETE FROM touched")
    touched: dict[Key, str | None] = {(kind, a, b): place for kind, a, b, place in rows}
    touched |= dict.fromkeys(passages.followers(db, tuple(touched)))
    gone, there, erasing = list[Entry](), list[Entry](), False
    for key, place in touched.items():
        entry = READERS[key[0]](db, key)
        if entry is not None:
            there.append(entry)
        elif strike(db, key):
            gone.append(Entry(None, "gone", Gone(*key)))
            erasing = erasing or (key[0] in _ERASING and not _lives_on(db, place))
    there.sort(key=lambda entry: _ORDER.index(entry.kind))
    begun = {entry.num for entry in there if entry.kind == "attempt"}
    there = [e for e in there if e.kind != "progress" or e.owner not in begun]
    return Changes([*gone, *there], erasing)


def _lives_on(db: sqlite3.Connection, place: str | None) -> bool:
    """Whether an episode that went is kept as a copy, or the other way round."""
    if place is None:
        return False
    namespace, _, id = place.partition(" ")
    query = (
        "SELECT 1 FROM item WHERE namespace = ?1 AND id = ?2"
        " UNION ALL SELECT 1 FROM pruned WHERE namespace = ?1 AND id = ?2 LIMIT 1"
    )
    return db.execute(query, (int(namespace), id)).fetchone() is not None


def note(db: sqlite3.Connection, entry: Entry, start: int, size: int) -> None:
    """Remember which bytes of the file hold a record."""
    if entry.key is not None:
        strike_line(db, entry.key)
        row = (*entry.key, entry.owner, start, size)
        db.execute("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)", row)


def strike_line(db: sqlite3.Connection, key: Key | None) -> bool:
    """Forget the line of a record that has a newer one; whether there was one."""
    delete = "DELETE FROM line WHERE kind = ? AND a = ? AND b = ?"
    return key is not None and db.execute(delete, key).rowcount > 0


def strike(db: sqlite3.Connection, key: Key) -> bool:
    """Forget the lines of a record and of what belongs to it; whether there was one."""
    there = strike_line(db, key)
    for kind in _DEPENDENTS.get(key[0], ()):
        db.execute("DELETE FROM line WHERE owner = ? AND kind = ?", (key[1], kind))
    return there


def living(db: sqlite3.Connection) -> int:
    """Bytes of the lines that hold something."""
    return int(db.execute("SELECT bytes FROM alive").fetchone()[0])


def _setting(db: sqlite3.Connection, key: Key) -> Entry | None:
    row = db.execute("SELECT value FROM setting WHERE name = ?", (key[1],)).fetchone()
    return row and Entry(key, "setting", Setting(key[1], row[0]))


def _episode(db: sqlite3.Connection, key: Key) -> Entry | None:
    row = db.execute("SELECT json FROM body WHERE num = ?", (key[1],)).fetchone()
    return row and Entry(key, "episode", sql.stored(row[0], Episode), key[1])


_ITEM: Final = (
    "JOIN item i ON i.num = {0} JOIN namespace n ON n.id = i.namespace"  # of a verdict or vector
)


def _verdict(db: sqlite3.Connection, key: Key) -> Entry | None:
    source = f"FROM verdict v {_ITEM.format('v.num')} WHERE seq = ?"
    row = db.execute(f"SELECT n.name, v.num, v.body {source}", (key[1],)).fetchone()
    if row is None:
        return None
    namespace, num, body = row
    return Entry(key, "verdict", KeptVerdict(namespace, sql.stored(body, Verdict)), key[1], num)


def _vector(db: sqlite3.Connection, key: Key) -> Entry | None:
    source = f"FROM vector v {_ITEM.format('v.item')} WHERE v.item = ? AND v.model = ?"
    row = db.execute(f"SELECT n.name, i.id, v.model, v.data {source}", key[1:]).fetchone()
    return row and Entry(key, "vector", KeptVector(*row), None, key[1])


def _lesson(db: sqlite3.Connection, key: Key) -> Entry | None:
    _, id, namespace = key
    rows = db.execute(
        "SELECT l.kind, l.text, i.id FROM lesson l JOIN item i ON i.num = l.origin"
        " JOIN namespace n ON n.id = i.namespace"
        " WHERE l.kind <> 'stated' AND l.id = ? AND n.name = ? ORDER BY i.num",
        (id, namespace),
    ).fetchall()
    if not rows:
        return None
    lesson = Lesson(rows[0][1], tuple(row[2] for row in rows), rows[0][0], id=id)
    return Entry(key, "lesson", KeptLesson(namespace, lesson))


def _attempt_row(db: sqlite3.Connection, num: int) -> Any:
    source = "FROM attempt a JOIN namespace n ON n.id = a.namespace WHERE num = ?"
    return db.execute(f"SELECT n.name, {COLUMNS} {source}", (num,)).fetchone()


def _attempt(db: sqlite3.Connection, key: Key) -> Entry | None:
    if (row := _attempt_row(db, key[1])) is None:
        return None
    attempt = replace(read_attempt(db, row[1:]), steps=())  # they have lines of their own
    return Entry(key, "attempt", KeptAttempt(row[0], attempt), key[1])


def _progress(db: sqlite3.Connection, key: Key) -> Entry | None:
    if (row := _attempt_row(db, key[1])) is None:
        return None
    now = read_attempt(db, row[1:])
    state = (now.state, now.recall, now.episode, now.feedback, now.decision)
    said = Progress(row[0], now.id, *state)
    return Entry(key, "progress", said, None, key[1])


def _step(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = (
        "SELECT n.name, a.id, s.place, s.body FROM attempt_step s"
        " JOIN attempt a ON a.num = s.attempt JOIN namespace n ON n.id = a.namespace"
        " WHERE s.attempt = ? AND s.place = ?"
    )
    row = db.execute(query, key[1:]).fetchone()
    if row is None:
        return None
    namespace, attempt, place, body = row
    step = KeptStep(namespace, attempt, place, sql.stored(body, Step))
    return Entry(key, "step", step, None, key[1])


def _recall(db: sqlite3.Connection, key: Key) -> Entry | None:
    _, id, namespace = key
    query = (
        "SELECT n.id, r.id, r.user, r.attempt, r.episode, r.at, r.body FROM recall r"
        " JOIN namespace n ON n.id = r.namespace WHERE r.id = ? AND n.name = ?"
    )
    row = db.execute(query, (id, namespace)).fetchone()
    return row and Entry(key, "recall", read_recall_row(db, row[0], namespace, row[1:]))


def _exposure(db: sqlite3.Connection, key: Key) -> Entry | None:
    _, id, home = key
    query = f"SELECT {READ} FROM exposure x JOIN namespace n ON n.id = x.namespace"
    rows = db.execute(f"{query} WHERE x.id = ? AND n.name = ?", (id, home)).fetchall()
    return Entry(key, "exposure", read(db, home, rows)[0]) if rows else None


def _decision(db: sqlite3.Connection, key: Key) -> Entry | None:
    home, _, owner = key[2].partition(" ")
    query = f"SELECT {DECIDED} FROM decision d JOIN namespace n ON n.id = d.namespace"
    place = (key[1], home, owner)
    row = db.execute(f"{query} WHERE item = ? AND n.name = ? AND owner = ?", place).fetchone()
    return row and Entry(key, "decision", read_decision(home, row))


def _derived(db: sqlite3.Connection, key: Key) -> Entry | None:
    _, id, namespace = key
    query = (
        f"SELECT {DERIVED} FROM derived d JOIN namespace n ON n.id = d.namespace"
        " WHERE d.id = ? AND n.name = ?"
    )
    rows = db.execute(query, (id, namespace)).fetchall()
    found = [KeptDerived(namespace, one) for one in read_derived(db, rows)]
    return Entry(key, "derived", found[0]) if found else None


def _collapsed(db: sqlite3.Connection, key: Key) -> Entry | None:
    query = (
        "SELECT n.name, i.id, f.id FROM collapsed c JOIN item i ON i.num = c.item"
        " JOIN namespace n ON n.id = i.namespace LEFT JOIN item f ON f.num = c.first"
        " WHERE c.item = ?"
    )
    row = db.execute(query, (key[1],)).fetchone()
    return row and Entry(key, "collapsed", KeptCollapsed(*row), owner=key[1])


def _copy(db: sqlite3.Connection, key: Key) -> Entry | None:
    row = db.execute(f"SELECT {COPY} FROM pruned WHERE num = ?", (key[1],)).fetchone()
    return row and Entry(key, "copy", read_copy(row), key[1])


READERS: Final[dict[str, Callable[[sqlite3.Connection, Key], Entry | None]]] = {
    "setting": _setting,
    "episode": _episode,
    **passages.READERS,
    **knowledge.READERS,
    "verdict": _verdict,
    "vector": _vector,
    "lesson": _lesson,
    "attempt": _attempt,
    "step": _step,
    "progress": _progress,
    "recall": _recall,
    "exposure": _exposure,
    "decision": _decision,
    "derived": _derived,
    "collapsed": _collapsed,
    "copy": _copy,
}
_ORDER: Final = list(READERS)  # what a record refers to comes before it
