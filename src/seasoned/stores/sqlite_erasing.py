"""Erasing what removed rows leave in the bytes of a SQLite file, and telling what is in it.

`secure_delete` overwrites a row where it lies. What is left then are older pages in the journal,
words that FTS5 only marked as removed, and, seldom, copies that SQLite made when it moved rows
from page to page; only writing the file anew reaches these.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from seasoned.core.proof import RawFile
from seasoned.core.storage import same_kind_of_name
from seasoned.errors import StoreError
from seasoned.stores.filebytes import raw_file
from seasoned.stores.sqlite_backups import back_up_and_remember, before_upgrade, remembered
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_fulltext import must_scrub, scrub
from seasoned.stores.sqlite_queue import WAIT

_PATIENCE = 5.0  # seconds that the journal may wait for readers
_READING = (
    "its journal {name}-wal could not be emptied, because another process or thread has been "
    "reading for {patience:g} s; end what reads, then run prove_forgotten() with the texts"
)
# Table, name of a record, and where its name and its owner's are.
_ITEM = "(SELECT kind || ' ' || id FROM item WHERE item.num = t.{})"
_NAMES = {
    "item": "t.kind || ' ' || t.id",
    "body": _ITEM.format("num"),
    "episode": _ITEM.format("num"),
    "passage": _ITEM.format("num"),
    "tag": _ITEM.format("num"),
    "verdict": _ITEM.format("num"),
    "vector": _ITEM.format("item"),
    "lesson": _ITEM.format("origin"),
    "derived": "t.kind || ' ' || t.id",
    "origin": "(SELECT kind || ' ' || id FROM derived WHERE num = t.derived)",
    "collapsed": _ITEM.format("item"),
    "attempt": "t.state || ' attempt ' || t.id",
    "attempt_step": "(SELECT state || ' attempt ' || id FROM attempt WHERE num = t.attempt)",
    "recall": "'recall ' || t.id",
    "shown": "'recall ' || t.recall",
    "pruned": "'pruned episode ' || t.id",
    "exposure": "'exposure ' || t.id",
    "credit": "'credit of ' || t.item",
    "tally": "'tally of ' || t.item",
    "decision": "'decision about ' || t.item",
    "fact": "'fact ' || t.id",
    "session": "'session ' || t.id",
    "message": "(SELECT 'session ' || id FROM session WHERE num = t.session)",
    "exchange": "'exchange ' || t.id",
    "spending": "'spending of ' || t.day",
    "namespace": "'namespace ' || t.name",
    "setting": "'setting ' || t.name",
    "sqlite_schema": "'schema'",
}


def merge_removed(connections: Connections) -> None:
    """Drop the words of removed items from the full-text index, if there are any."""
    with connections.reading() as db:
        needed = must_scrub(db)
    if needed:
        with connections.writing() as db:
            scrub(db)


class SQLiteErasing:
    """`ports.Erasing` over one SQLite database, and its backups."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def backup(self, path: str) -> None:
        """A consistent copy while the store is in use; the store remembers where it is."""
        same_kind_of_name(self._connections.path or "", path, "SQLite")
        back_up_and_remember(self._connections, path)

    def scrub(self, thorough: bool = False) -> str:
        """Merge the full-text index, write the file anew if wanted, and empty the journal."""
        try:
            merge_removed(self._connections)
            with self._connections.bare() as db:
                if thorough:
                    _write_anew(db)
                return self._empty_journal(db)
        except StoreError as error:
            return str(error)

    def _empty_journal(self, db: sqlite3.Connection) -> str:
        if self._connections.path is None:
            return ""
        with _waiting(db, _PATIENCE):
            busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return _READING.format(name=self._connections.name, patience=_PATIENCE) if busy else ""

    def files(self) -> list[RawFile]:
        """The file, its journal, what lies beside it, and the backups that are known."""
        path = self._connections.path
        if path is None:
            return []
        with self._connections.reading() as db:
            made: dict[str, float | None] = {**remembered(db)}
        for found in before_upgrade(path):
            made[str(found)] = found.stat().st_mtime
        return [*_own(path), *backups_of(path, made)]

    def scan(self, visit: Callable[[str, bytes], None]) -> None:
        """Tell every value of every table whose rows say something."""
        with self._connections.reading() as db:
            for table, name in _NAMES.items():
                for called, *row in db.execute(f"SELECT {name}, t.* FROM {table} t"):
                    _tell(visit, called or table, row)


def _tell(visit: Callable[[str, bytes], None], name: str, row: list[Any]) -> None:
    for value in row:
        if isinstance(value, str):
            visit(name, value.encode(errors="replace"))
        elif isinstance(value, bytes):
            visit(name, value)


def _write_anew(db: sqlite3.Connection) -> None:
    """The file from its rows alone; on the disk, since it may be larger than the memory."""
    db.execute("PRAGMA temp_store = FILE")
    try:
        db.execute("VACUUM")
    finally:
        db.execute("PRAGMA temp_store = MEMORY")


@contextmanager
def _waiting(db: sqlite3.Connection, seconds: float) -> Iterator[None]:
    db.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
    try:
        yield
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(WAIT * 1000)}")


def _own(path: str) -> Iterator[RawFile]:
    yield raw_file(path, "store")
    yield from (raw_file(name, "journal") for name in beside(path, "-wal", "-journal"))
    yield from (raw_file(name, "beside") for name in beside(path, "-shm", ".lock"))


def beside(path: str, *ends: str) -> list[str]:
    """Files that are there and have the name of another one with something after it."""
    return [f"{path}{end}" for end in ends if os.path.exists(f"{path}{end}")]


def backups_of(path: str, made: dict[str, float | None]) -> Iterator[RawFile]:
    """Backups with what lies beside them, but the store itself."""
    for copy, at in made.items():
        with contextlib.suppress(OSError):
            if os.path.samefile(copy, path):  # this is the backup itself
                continue
        yield raw_file(copy, "backup", at)
        for name in beside(copy, "-wal", "-journal", "-shm", ".lock", ".part"):
            yield raw_file(name, "backup", at)
