"""Connections to one SQLite file: per thread, reopened after a fork, one writer at a time.

Writers of all processes queue on a lock file before they begin: SQLite's own retries starve one
of eight writers for seconds, the queue for a fifth of one. Every error leaves as `StoreError`
with what to do.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal
from urllib.parse import quote

from seasoned.core import values
from seasoned.errors import SeasonedError, StoreError
from seasoned.stores.files import State, identity, is_frozen, size_of, state, whole
from seasoned.stores.forks import watch
from seasoned.stores.sqlite_guard import Guard
from seasoned.stores.sqlite_queue import WAIT, WriterQueue

Synchronous = Literal["full", "normal"]
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
    ("No space left", "free some space; nothing of this write was kept"),
    ("quota", "free some space; nothing of this write was kept"),
    ("File too large", "raise the limit on the size of files; nothing of this write was kept"),
    ("no regular file", "choose the path of a file, or a new one"),
    ("Is a directory", "choose the path of a file, or a new one"),
    ("Permission denied", "give this process the right to write the file and its folder"),
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
        path: The file, wherever this process goes from here; None for a database in memory, which
            all threads share.
        name: What it is called in messages.
    """

    def __init__(self, path: str | None, synchronous: Synchronous) -> None:
        self.path = None if path is None else whole(path)
        self.name = "memory://" if path is None else values.text(path, "path")
        self._synchronous = synchronous
        self._closed = False
        self._file: tuple[int, int] | None = None  # device and inode of the file that is ours
        self._inherited: list[object] = []
        self._start()
        watch(self)

    def _start(self) -> None:
        self._pid = os.getpid()
        self._open: dict[threading.Thread, sqlite3.Connection] = {}
        self._lock = threading.RLock()  # held by the thread that writes; taken before the gate
        self._gate = threading.Condition()  # held to open, take up or close a connection
        self._resting = set[int]()  # threads that want all others to be held back
        self._writer: int | None = None  # the thread that has the lock
        self._first: int | None = None  # the thread that has the queue to itself
        self._queue = None if self.path is None else WriterQueue(self.path)
        self._guard = Guard(self.path, self.name)
        # What the file was like when a thread opened it, where nobody here may write to it.
        self._frozen: dict[threading.Thread, State] = {}

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
            self._drop_outdated(owner)
            if owner not in self._open:
                self._drop_dead_threads()
                self._open[owner] = self._connect(owner)
            return self._open[owner]

    def _drop_outdated(self, owner: threading.Thread) -> None:
        """SQLite does not look whether a file was cut, or changed that cannot, as it was told."""
        before = self._frozen.get(owner)
        changed = before and self.path and before != state(self.path)
        changed = changed or self._guard.must_reopen(owner)
        if changed and not self._open[owner].in_transaction:
            self._drop(owner)

    def _leave_to_parent(self) -> None:
        """After a fork that Python was not told of: the parent's connections stay untouched."""
        if self.path is None:
            raise StoreError("memory:// does not survive a fork; open one in the child process")
        self._inherited.append(self._open)
        self._start()

    def before_fork(self) -> None:
        """Let writes and reads end, hold further ones back, and close the file; see `forks`."""
        self._rest()
        try:
            if self.path is not None:
                self._close_all()
        except BaseException:
            self._go_on()  # nobody else will
            raise

    def after_fork(self, child: bool) -> None:
        """Go on; the child with locks and connections of its own."""
        self._go_on()
        if child and self.path is not None:
            self._leave_to_parent()

    def _rest(self) -> None:
        """Take the lock and the gate, before all those who come later."""
        with contextlib.ExitStack() as undo:  # should waiting be interrupted
            undo.callback(self._rest_no_more)
            with self._gate:
                self._resting.add(threading.get_ident())
            self._lock.acquire()
            undo.callback(self._lock.release)
            self._gate.acquire()
            undo.pop_all()

    def _rest_no_more(self) -> None:
        with self._gate:
            self._resting.discard(threading.get_ident())
            self._gate.notify_all()

    def _go_on(self) -> None:
        self._rest_no_more()
        self._gate.release()
        self._lock.release()

    def _wait_for_rest(self) -> None:
        """Let those go first who bring all to rest, unless they wait for us; the gate is held."""
        me = threading.get_ident()
        self._gate.wait_for(lambda: not self._resting or self._writer == me)

    def _drop_dead_threads(self) -> None:
        for thread in [t for t in self._open if not t.is_alive()]:
            self._drop(thread)

    def _drop(self, thread: threading.Thread) -> None:
        self._open.pop(thread).close()
        self._frozen.pop(thread, None)
        self._guard.closed(thread)

    def _close_all(self) -> None:
        """Close each connection when its thread has read to the end; the gate is held."""
        self._gate.wait_for(lambda: not self._busy(), _PATIENCE)
        busy = self._busy()
        for thread in [t for t in self._open if t not in busy]:
            self._drop(thread)

    def _busy(self) -> list[threading.Thread]:
        me = threading.current_thread()
        return [t for t, one in self._open.items() if one.in_transaction and t is not me]

    def _connect(self, owner: threading.Thread) -> sqlite3.Connection:
        if self.path is not None and not os.path.isdir(folder := os.path.dirname(self.path)):
            raise StoreError(
                f"{self.name}: the folder {folder} does not exist or may not be entered; make it, "
                "or ask for the right"
            )
        target = self.path or ":memory:"
        if self.path is not None and is_frozen(self.path):
            self._frozen[owner] = state(self.path)
            target = f"file:{quote(os.fsencode(self.path))}?mode=ro&immutable=1"
        elif self._file is not None:
            self._be_sure()  # before SQLite makes a new file in its place
        else:
            self._guard.before_opening()
        connection = sqlite3.connect(
            target,
            uri=owner in self._frozen,
            timeout=WAIT,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        try:
            self._prepare(connection)
            self._guard.opened(owner, connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self.path is not None:
            self._file = self._file or identity(self.path)
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    def _before_commit(self, connection: sqlite3.Connection) -> None:
        """The last that can keep a write from being kept."""
        del connection
        self._be_sure()
        self._guard.before_commit(threading.current_thread())

    def _be_sure(self) -> None:
        """A file may be removed or replaced while it is open; what goes there then is lost."""
        if self.path is not None and identity(self.path) != self._file:
            raise StoreError(
                f"{self.name} was removed or replaced while it was open; nothing of this call was "
                "kept: close this memory and open it again"
            )

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the store from first to last statement."""
        self._ready()
        with self._errors(), self._sharing():
            connection, begun = self._begin()
            try:
                yield connection
            except (KeyError, TypeError, ValueError) as error:  # what was read makes no sense
                if isinstance(error, SeasonedError):
                    raise
                reason = f"{self.name}: a row is damaged: {error}; run `seasoned doctor`"
                raise StoreError(reason) from error
            finally:
                if begun:
                    self._end(connection)

    def _begin(self) -> tuple[sqlite3.Connection, bool]:
        """This thread's connection in a transaction, and whether that was begun just now."""
        with self._gate:
            connection = self._here()
            if connection.in_transaction:
                return connection, False
            self._wait_for_rest()
            connection = self._here()  # a new one, if the old one was closed meanwhile
            connection.execute("BEGIN")
            return connection, True

    def _end(self, connection: sqlite3.Connection) -> None:
        """End a read, behind the gate: whoever closes must not find it half ended."""
        with self._gate:
            connection.rollback()
            if self._closed:  # whoever closed may not have waited so long
                self._drop(threading.current_thread())
            self._gate.notify_all()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is on disk when the block ends, or undone if it raises."""
        self._ready()  # so that a fork is noticed before a lock is taken
        with self._errors(), self._locked():
            connection = self._here()
            if threading.current_thread() in self._frozen:
                raise StoreError(f"{self.name} is read-only here; {remedy('readonly')}")
            with self._turn():
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    self._before_commit(connection)
                    connection.execute("COMMIT")
                except BaseException:
                    connection.rollback()
                    raise

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """The lock of the thread that writes, which may take it again."""
        with self._gate:
            self._wait_for_rest()
        with self._lock:
            before, self._writer = self._writer, threading.get_ident()
            try:
                yield
            finally:
                self._writer = before

    def use_wal(self) -> None:
        """Let readers and a writer work side by side; the file remembers it."""
        with self._errors(), self._locked():
            connection = self._here()
            if self.path is None or threading.current_thread() in self._frozen:
                return
            if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                with self._turn():  # SQLite does not wait its turn for this one change
                    connection.execute("PRAGMA journal_mode = WAL")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes until the block ends, between its transactions either."""
        self._ready()
        with self._locked(), self._turn():
            self._first = threading.get_ident()
            try:
                yield
            finally:
                self._first = None

    @contextmanager
    def bare(self) -> Iterator[sqlite3.Connection]:
        """A connection outside of any transaction, while nobody else writes."""
        with self._errors(), self.alone():
            connection = self._here()
            if threading.current_thread() in self._frozen:
                raise StoreError(f"{self.name} is read-only here; {remedy('readonly')}")
            yield connection

    def _turn(self) -> contextlib.AbstractContextManager[object]:
        if self._queue is None or self._first == threading.get_ident():
            return contextlib.nullcontext()
        return self._queue.turn()

    def _sharing(self) -> contextlib.AbstractContextManager[object]:
        """Threads share the one connection of a database in memory, so they take turns."""
        return contextlib.nullcontext() if self.path else self._locked()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.name}: {error}; {remedy(str(error))}") from error

    def snapshot(self) -> sqlite3.Connection:
        """A connection of its own, for whoever closes it, to the store as it is now."""
        self._ready()
        if self.path is None:
            copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            with self.reading() as source:
                source.backup(copy)
            return copy
        with self._errors(), self._gate:
            self._wait_for_rest()
            owner = threading.Thread()  # of no other connection
            try:
                return self._connect(owner)
            finally:
                self._frozen.pop(owner, None)
                self._guard.closed(owner)

    def size(self) -> int:
        """Bytes of the file and its journal."""
        if self.path is None:
            with self.reading() as db:
                (pages,), (size,) = (
                    db.execute(f"PRAGMA page_{what}").fetchone() for what in ("count", "size")
                )
                return int(pages * size)
        return size_of(self.path) + size_of(f"{self.path}-wal")

    def close(self) -> None:
        """Close all connections, after what is under way; closing twice is harmless."""
        if self._closed or os.getpid() != self._pid:
            self._closed = True
            return
        self._rest()
        try:
            self._closed = True
            self._close_all()
        finally:
            self._go_on()


def remedy(reason: str) -> str:
    """What to do about an error of SQLite or the system, by its text."""
    found = (remedy for sign, remedy in _REMEDIES if sign in reason)
    return next(found, "nothing of this call was kept")
