"""The connection of a JSONL store: tables in memory that follow the lines of a file.

The file is the truth. A write takes the lock of all processes, catches up with what others have
appended, works on the tables, and appends its own lines just before the tables keep it; where that
fails, neither has anything of it. A read catches up if the file has grown, without a lock.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

from seasoned.core import values
from seasoned.core.warning import warn
from seasoned.errors import InvalidInput, StoreError
from seasoned.ports import Analyzer
from seasoned.stores import jsonl_file as files
from seasoned.stores import jsonl_ledger as ledger
from seasoned.stores.files import whole
from seasoned.stores.jsonl_entries import Entry
from seasoned.stores.jsonl_lines import (
    STORE,
    Anew,
    Line,
    Setting,
    StoreHead,
    head_line,
    read_head,
    read_line,
    store_line,
)
from seasoned.stores.jsonl_replay import Replay
from seasoned.stores.jsonl_reset import reset
from seasoned.stores.schema import MIGRATIONS
from seasoned.stores.sqlite_connection import Connections, Synchronous
from seasoned.stores.sqlite_queue import WriterQueue

_TRIES: Final = 20  # to copy a file that others write anew
_SLACK: Final = 1 << 16  # dead bytes that are not worth a new file
_PLACE: Final = (
    "CREATE TEMP TABLE place"
    " (id TEXT, generation INTEGER, head INTEGER, end INTEGER, lines INTEGER, tail BLOB)"
)
_log = logging.getLogger("seasoned")
R = TypeVar("R")


class Place(NamedTuple):
    """How far the tables have followed the file.

    Attributes:
        id: Of the store that the file holds.
        generation: Of the file.
        head: Bytes of its first line.
        end: Bytes of all whole writes.
        lines: How many lines that are.
        tail: The last of those bytes.
    """

    id: str
    generation: int
    head: int
    end: int
    lines: int
    tail: bytes


class Journal(Connections):
    """The one connection of a process to a JSONL store, which its threads take turns with."""

    def __init__(
        self, path: str, synchronous: Synchronous, analyzer: Analyzer, *, make: bool = True
    ) -> None:
        """`make`: whether to make the file if there is none."""
        self.file, self._make = whole(path), make
        self._sync, self._analyzer = synchronous == "full", analyzer
        self._seen: files.State | None = None  # the file as it was when it was last looked at
        self._torn_told = False
        super().__init__(None, synchronous)
        self.name = values.text(path, "path")

    def _start(self) -> None:
        super()._start()
        self._queue = WriterQueue(self.file, needed=True)
        self._seen = None

    def _leave_to_parent(self) -> None:
        """In a child the file is read anew: nothing is shared with the parent."""
        self._inherited.append(self._open)
        self._start()

    def after_fork(self, child: bool) -> None:
        """Go on; the child with locks and tables of its own."""
        super().after_fork(child)
        if child:
            self._leave_to_parent()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        super()._prepare(connection)
        if not os.path.isdir(folder := os.path.dirname(self.file)):
            raise StoreError(
                f"{self.name}: the folder {folder} does not exist or may not be entered; make it, "
                "or ask for the right"
            )
        for statement in (statement for step in MIGRATIONS for statement in step):
            connection.execute(statement)
        connection.execute(_PLACE)
        ledger.prepare(connection)
        if self._make and self._is_new():
            with super()._turn():
                if self._is_new():  # another process may have been faster
                    self._create(connection)
        self._load(connection)

    def _is_new(self) -> bool:
        found = files.state_of(self.file)
        return found is None or found.size == 0

    def _create(self, db: sqlite3.Connection) -> None:
        (secret,) = db.execute("SELECT value FROM setting WHERE name = 'secret'").fetchone()
        head = head_line(StoreHead(STORE, id=secrets.token_hex(8)))
        line = store_line("setting", Setting("secret", secret), None, False)
        files.rewrite(self.file, head, (), line)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The tables as the file says, from first to last statement."""
        self._ready()
        with self._errors(), self._locked():
            db = self._here()
            if not db.in_transaction:
                self._catch_up(db, writing=False)
            with super().reading() as db:
                yield db

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The lock of all processes, and tables in step with the file."""
        with super()._turn():
            if not self._here().in_transaction:
                self._catch_up(self._here(), writing=True)
            yield

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A write that is in the file when the block ends, or nowhere if it raises."""
        try:
            with super().writing() as db:
                yield db
        except BaseException:
            self._seen = None  # what the file holds may be more than the tables
            raise

    def _catch_up(self, db: sqlite3.Connection, *, writing: bool) -> None:
        now = files.state_of(self.file)
        if now is not None and now == self._seen and not writing:
            return
        place = _place(db)
        with contextlib.ExitStack() as stack:
            ours = self._ours(place, stack)
            if ours is not None:
                file, head = ours
                if head.generation == place.generation and file.before(place.end) == place.tail:
                    with _transaction(db):
                        self._read(db, file, place)
                else:
                    self._load(db, file)
                self._seen = now
            elif writing:
                raise self._lost()  # what is in memory can still be read

    def there(self) -> bool:
        """Whether the file still holds this store."""
        with self.reading() as db, contextlib.ExitStack() as stack:
            return self._ours(_place(db), stack) is not None

    def _lost(self) -> StoreError:
        return StoreError(
            f"{self.name} was removed or replaced while it was open; nothing of this call was "
            "kept: close this memory and open it again"
        )

    def _ours(
        self, place: Place, stack: contextlib.ExitStack
    ) -> tuple[files.Reader, StoreHead] | None:
        """The file and its head, if it is there and holds this store, whoever wrote it anew."""
        try:
            file = stack.enter_context(files.Reader(self.file))
            head = read_head(file.first_line(), self.name)
        except (FileNotFoundError, NotADirectoryError, StoreError):
            return None
        return (file, head) if head.id == place.id else None

    def _load(self, db: sqlite3.Connection, file: files.Reader | None = None) -> None:
        """Read the file from its beginning, in place of all that is in the tables."""
        if file is None:
            with files.Reader(self.file) as opened:
                return self._load(db, opened)
        first = file.first_line()
        head, size = read_head(first, self.name), len(first)
        place = Place(head.id, head.generation, size, size, 1, file.before(size))
        with _transaction(db):
            reset(db)
            db.execute("DELETE FROM place")
            db.execute("INSERT INTO place VALUES (?, ?, ?, ?, ?, ?)", place)
            self._read(db, file, place)
        return None

    def _read(self, db: sqlite3.Connection, file: files.Reader, place: Place) -> None:
        """Bring the tables in step with the whole writes from a place on."""
        replay, waiting = Replay(db, self._analyzer), list[tuple[int, Line, int, int]]()
        at, end, lines = place.end, place.end, place.lines
        for number, data in enumerate(file.lines(place.end), place.lines + 1):
            if not data.endswith(b"\n"):
                break
            line = self._at_line(number, read_line, data)
            waiting.append((number, line, at, len(data)))
            at += len(data)
            if not line.more:
                for said in waiting:
                    self._at_line(said[0], replay.apply, *said[1:])
                waiting.clear()
                end, lines = at, number
        replay.flush()
        db.execute("DELETE FROM touched")
        said_last = (end, lines, file.before(end))
        db.execute("UPDATE place SET end = ?, lines = ?, tail = ?", said_last)

    def _at_line(self, number: int, function: Callable[..., R], *arguments: Any) -> R:
        try:
            return function(*arguments)
        except InvalidInput as error:
            raise StoreError(
                f"{self.name}: line {number} is damaged: {error}; mend that line, or restore a "
                "backup"
            ) from error

    def torn(self) -> int:
        """Bytes at the end of the file that are no whole write."""
        with self.reading() as db:
            now = files.state_of(self.file)
            return max(0, now.size - _place(db).end) if now else 0

    def look_for_torn(self) -> None:
        """Say so if a write broke off, once; a write that is under way is none."""
        if not self.torn():
            return
        try:
            with self._locked(), self._turn():
                self._tell_torn()
        except StoreError:  # who may not write cannot know whether somebody writes just now
            self._tell_torn()

    def _tell_torn(self) -> None:
        size = self.torn()
        if size and not self._torn_told:
            self._torn_told = True
            warn(
                f"{self.name} ends with {size} bytes of a write that broke off (the process was "
                "killed, or the disk was full); they are ignored, and the next write removes them; "
                "if it was edited by hand, end its last line with a line feed first"
            )

    def heal(self) -> None:
        """Remove what is no whole write from the end of the file."""
        with self._errors(), self._locked(), self._turn():
            if self.torn():
                files.append(self.file, _place(self._here()).end, b"", self._sync)
                self._torn_told = False

    def dead(self) -> bool:
        """Whether the file holds anything that is not alive."""
        with self.reading() as db:
            place, alive = _place(db), ledger.living(db)
        return place.end - place.head - alive > len(_ending()) or self.torn() > 0

    def _before_commit(self, connection: sqlite3.Connection) -> None:
        entries, erasing = ledger.changes(connection)
        if not entries:
            return
        place, alive = _place(connection), ledger.living(connection)
        wasteful = place.end - place.head - alive > alive + _SLACK
        if erasing or (wasteful and files.names(self.file) == 1):
            self._rewrite(connection, place, entries)
        else:
            self._append(connection, place, entries)
        self._seen = files.state_of(self.file)

    def _append(self, db: sqlite3.Connection, place: Place, entries: list[Entry]) -> None:
        now, last = files.state_of(self.file), len(entries) - 1
        if now is not None and now.size > place.end:
            if not self._torn_told:  # it broke off since the file was opened
                text = "%s: removing %d bytes of a write that broke off"
                _log.warning(text, self.name, now.size - place.end)
            self._torn_told = False
        lines = [
            store_line(one.kind, one.record, one.num, number < last)
            for number, one in enumerate(entries)
        ]
        files.append(self.file, place.end, b"".join(lines), self._sync)
        end = _note(db, place.end, entries, lines)
        self._move(db, place.generation, end, place.lines + len(lines))

    def _rewrite(self, db: sqlite3.Connection, place: Place, entries: list[Entry]) -> None:
        """A new file of what is alive; tombstones have nothing left to say in it."""
        if (names := files.names(self.file)) > 1:
            raise StoreError(
                f"{self.name} has {names} names (hard links), and under the others the old file "
                "would stay with all that was in it; nothing of this call was kept: remove them"
            )
        fresh = [one for one in entries if one.key is not None]
        lines = [store_line(one.kind, one.record, one.num, True) for one in fresh]
        for one in fresh:
            ledger.strike_line(db, one.key)
        kept = db.execute("SELECT start, size, kind, a, b FROM line ORDER BY start").fetchall()
        head = head_line(StoreHead(STORE, id=place.id, generation=place.generation + 1))
        tail = b"".join([*lines, _ending()])
        end = files.rewrite(self.file, head, (row[:2] for row in kept), tail)
        at, moved = len(head), []
        for _, size, *key in kept:
            moved.append((at, *key))
            at += size
        db.executemany("UPDATE line SET start = ? WHERE kind = ? AND a = ? AND b = ?", moved)
        _note(db, at, fresh, lines)
        db.execute("UPDATE place SET head = ?", (len(head),))
        self._move(db, place.generation + 1, end, len(kept) + len(lines) + 2)

    def _move(self, db: sqlite3.Connection, generation: int, end: int, lines: int) -> None:
        with files.Reader(self.file) as file:
            row = (generation, end, lines, file.before(end))
        db.execute("UPDATE place SET generation = ?, end = ?, lines = ?, tail = ?", row)

    def copy_to(self, path: str) -> None:
        """Copy the file as far as it is whole to a new one; whole or not at all."""
        if os.path.exists(path):
            raise StoreError(f"{path} exists; choose a new path for the backup")
        for _ in range(_TRIES):
            with self._errors(), self.reading() as db, contextlib.ExitStack() as stack:
                place = _place(db)
                if (ours := self._ours(place, stack)) is None:
                    raise self._lost()
                file, head = ours
                if head.generation == place.generation:  # not written anew between the two
                    return files.copy(file, place.end, path)
        raise StoreError(f"{self.name} is written anew faster than it can be copied; try again")

    def write_anew(self) -> None:
        """Put a file of what is alive in place of this one."""
        with self._errors(), self._locked(), self._turn():
            db = self._here()
            with _transaction(db):
                self._rewrite(db, _place(db), [])

    def size(self) -> int:
        """Bytes of the file."""
        found = files.state_of(self.file)
        return found.size if found else 0


def _ending() -> bytes:
    """The last line of what was written anew."""
    return store_line("anew", Anew(), None, False)


def _place(db: sqlite3.Connection) -> Place:
    return Place(*db.execute("SELECT * FROM place").fetchone())


def _note(db: sqlite3.Connection, at: int, entries: list[Entry], lines: list[bytes]) -> int:
    """Remember where lines went, and return the place after them."""
    for entry, line in zip(entries, lines, strict=True):
        ledger.note(db, entry, at, len(line))
        at += len(line)
    return at


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
