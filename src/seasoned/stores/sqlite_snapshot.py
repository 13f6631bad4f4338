"""One state of a SQLite store, read at leisure and by any thread while others write.

It has a connection of its own, which ends with the store or before a fork; see `forks`.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from seasoned.errors import StoreError
from seasoned.stores import sql
from seasoned.stores.forks import watch
from seasoned.stores.sqlite_connection import Connections


class Snapshot:
    """A store as it was when this was made."""

    def __init__(self, connections: Connections) -> None:
        self._name = connections.name
        self._lives = connections.path is None  # a copy in memory has no file to be careful of
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = connections.snapshot()
        self._db.execute("BEGIN")
        self._db.execute("SELECT 1 FROM sqlite_schema").fetchall()  # the state is that of now
        watch(self)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Its connection, for one piece of work.

        Raises:
            StoreError: it was ended, or a row is damaged.
        """
        with self._lock:
            if self._db is None:
                raise StoreError(
                    f"{self._name}: reading was ended, since the store was closed or the process "
                    "forked meanwhile; begin again"
                )
            try:
                with sql.intact():
                    yield self._db
            except sqlite3.Error as error:
                raise StoreError(f"{self._name}: {error}; run `seasoned doctor`") from error

    def close(self) -> None:
        """End it; closing twice is harmless."""
        with self._lock:
            db, self._db = self._db, None
            if db is not None:
                db.close()

    def before_fork(self) -> None:
        """End it, since a child must not inherit a connection to a file."""
        if not self._lives:
            self.close()

    def after_fork(self, child: bool) -> None:
        """Nothing: what reads from it is told."""
