"""Connections to one SQLite file: per thread, reopened after a fork, one writer at a time.

Writers of all processes queue on a lock file before they begin: SQLite's own retries starve one
of eight writers for seconds, the queue for a fifth of one. Every error leaves as `StoreError`
with what to do.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from filelock import BaseFileLock, FileLock, Timeout

from seasoned.errors import StoreError
from seasoned.stores.forks import watch

Synchronous = Literal["full", "normal"]
_WAIT = 60.0  # seconds that a writer queues before it gives up
_PATIENCE = 10.0  # seconds that closing waits for a read of another thread
_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is forgotten is overwritten, not only unlinked
    "PRAGMA cache_size = -65536",  # KiB
    "PRAGMA mmap_size = 1073741824",  # bytes
    "PRAGMA temp_store = MEMORY",
)
_REMEDIES = (
    ("disk is full", "free some space; nothing of this write was kept"),
    ("readonly", "give this process the right to write the file and its folder"),
    ("unable to open", "check that the folder exists and may be written to"),
    ("not a database", "choose another path, or restore the file from a backup"),
    ("malformed", "the file is damaged; run `seasoned doctor` and restore a backup"),
    ("disk I/O", "check the disk; nothing of this write was kept"),
    ("locked", "another program holds the file; close it and try again"),
)


class Connections:
    """The connections of this process to one database.

    Attributes:
        path: The file, None for a database in memory, which all threads share.
    """

    def __init__(self, path: str | None, synchronous: Synchronous) -> None:
        self.path = path
        self.name = path or "memory://"
        self._synchronous = synchronous
        self._closed = False
        self._inherited: list[object] = []
        self._start()
        watch(self)

    def _start(self) -> None:
        self._pid = os.getpid()
        self._open: dict[threading.Thread, sqlite3.Connection] = {}
        self._lock = threading.RLock()  # held by the thread that writes; taken before the gate
        self._gate = threading.Condition()  # held to open, take up or close a connection
        self._resting = False  # whether reads are held back
        self._first: int | None = None  # the thread that has the queue to itself
        self._file_lock = None if self.path is None else FileLock(f"{self.path}.lock", _WAIT)

    def _ready(self) -> None:
        if self._closed:
            raise StoreError(f"{self.name} is closed; open the memory again")
        if os.getpid() != self._pid:
            self._leave_to_parent()

    def _here(self) -> sqlite3.Connection:
        """This thread's connection, opened if need be."""
        with self._gate:
            self._ready()  # again, since closing may have been waited for
            owner = threading.current_thread() if self.path else threading.main_thread()
            if owner not in self._open:
                self._drop_dead_threads()
                self._open[owner] = self._connect()
            return self._open[owner]

    def _leave_to_parent(self) -> None:
        """After a fork that Python was not told of: the parent's connections stay untouched."""
        if self.path is None:
            raise StoreError("memory:// does not survive a fork; open one in the child process")
        self._inherited.append((self._open, self._file_lock))
        self._start()

    def before_fork(self) -> None:
        """Let writes and reads end, hold further ones back, and close the file; see `forks`."""
        self._lock.acquire()
        self._gate.acquire()
        if self.path is not None:
            self._close_all()

    def after_fork(self, child: bool) -> None:
        """Go on; the child with locks and connections of its own."""
        self._gate.release()
        self._lock.release()
        if child and self.path is not None:
            self._leave_to_parent()

    def _drop_dead_threads(self) -> None:
        for thread in [t for t in self._open if not t.is_alive()]:
            self._open.pop(thread).close()

    def _close_all(self) -> None:
        """Close each connection when its thread has read to the end; the gate is held."""
        self._resting = True
        self._gate.wait_for(lambda: not self._busy(), _PATIENCE)
        self._resting = False
        self._gate.notify_all()
        busy = self._busy()
        for thread in [t for t in self._open if t not in busy]:
            self._open.pop(thread).close()

    def _busy(self) -> list[threading.Thread]:
        me = threading.current_thread()
        return [t for t, one in self._open.items() if one.in_transaction and t is not me]

    def _connect(self) -> sqlite3.Connection:
        if self.path is not None and not Path(self.path).absolute().parent.is_dir():
            folder = Path(self.path).absolute().parent
            raise StoreError(f"{self.name}: the folder {folder} does not exist; make it first")
        connection = sqlite3.connect(
            self.path or ":memory:",
            timeout=_WAIT,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self.path is not None:
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the store from first to last statement."""
        self._ready()
        with self._errors(), self._sharing():
            connection, begun = self._begin()
            try:
                yield connection
            finally:
                if begun:
                    connection.rollback()
                    with self._gate:
                        self._gate.notify_all()

    def _begin(self) -> tuple[sqlite3.Connection, bool]:
        """This thread's connection in a transaction, and whether that was begun just now."""
        with self._gate:
            connection = self._here()
            if connection.in_transaction:
                return connection, False
            self._gate.wait_for(lambda: not self._resting)
            connection = self._here()  # a new one, if the old one was closed meanwhile
            connection.execute("BEGIN")
            return connection, True

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is on disk when the block ends, or undone if it raises."""
        self._ready()  # so that a fork is noticed before a lock is taken
        with self._errors(), self._lock:
            connection = self._here()
            with self._queue():
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    connection.rollback()
                    raise

    def use_wal(self) -> None:
        """Let readers and a writer work side by side; the file remembers it."""
        with self._errors(), self._lock:
            connection = self._here()
            if self.path and connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                with self._queue():  # SQLite does not wait its turn for this one change
                    connection.execute("PRAGMA journal_mode = WAL")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes until the block ends, between its transactions either."""
        self._ready()
        with self._lock, self._queue():
            self._first = threading.get_ident()
            try:
                yield
            finally:
                self._first = None

    @contextmanager
    def _queue(self) -> Iterator[None]:
        if self._file_lock is None or self._first == threading.get_ident():
            yield
            return
        free = _take_if_free(self._file_lock.lock_file)
        if free is None:
            self._wait(self._file_lock)
        try:
            yield
        finally:
            if free is None:
                self._file_lock.release()
            else:
                os.close(free)

    def _wait(self, lock: BaseFileLock) -> None:
        try:
            lock.acquire()
        except Timeout:
            raise StoreError(
                f"{self.name}: another process has been writing for {_WAIT:g} s; "
                "wait for it, or end it if it hangs"
            ) from None
        except OSError as error:
            raise StoreError(f"{self.name}: cannot lock it for writing: {error}") from error

    def _sharing(self) -> contextlib.AbstractContextManager[object]:
        """Threads share the one connection of a database in memory, so they take turns."""
        return contextlib.nullcontext() if self.path else self._lock

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.name}: {error}; {_remedy(str(error))}") from error

    def backup(self, path: str) -> None:
        """Copy the database to a new file by SQLite's own means; whole or not at all."""
        if Path(path).exists():
            raise StoreError(f"{path} exists; choose a new path for the backup")
        part = Path(f"{path}.part")
        try:
            part.unlink(missing_ok=True)  # of a copy that was killed
            self._copy(part)
            part.rename(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path}: {error}; {_remedy(str(error))}") from error
        finally:
            part.unlink(missing_ok=True)

    def _copy(self, target: Path) -> None:
        with contextlib.closing(sqlite3.connect(target)) as copy, self.reading() as source:
            source.backup(copy)

    def size(self) -> int:
        """Bytes of the file and its journal."""
        if self.path is None:
            with self.reading() as db:
                (pages,), (size,) = (
                    db.execute(f"PRAGMA page_{what}").fetchone() for what in ("count", "size")
                )
                return int(pages * size)
        files = (Path(self.path + suffix) for suffix in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.is_file())

    def close(self) -> None:
        """Close all connections, after what is under way; closing twice is harmless."""
        if self._closed or os.getpid() != self._pid:
            self._closed = True
            return
        with self._lock, self._gate:
            self._closed = True
            self._close_all()


def _remedy(reason: str) -> str:
    found = (remedy for sign, remedy in _REMEDIES if sign in reason)
    return next(found, "nothing of this call was kept")


def _take_if_free(path: str) -> int | None:
    """The lock as an open file if nobody holds it; None if one has to wait for it.

    The same lock that `FileLock` takes on POSIX, without the tenth of a millisecond that its
    bookkeeping costs. It is released by closing the file.
    """
    if sys.platform == "win32":
        return None
    import fcntl  # not on Windows

    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        return None  # the slow way says what is wrong
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file
