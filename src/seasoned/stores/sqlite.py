"""The default store: one SQLite file that any number of processes may share."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from seasoned.errors import StoreError
from seasoned.stores.schema import APPLICATION_ID, MIGRATIONS, VERSION
from seasoned.stores.sqlite_attempts import SQLiteAttempts
from seasoned.stores.sqlite_backups import back_up
from seasoned.stores.sqlite_connection import Connections, Synchronous
from seasoned.stores.sqlite_derived import SQLiteDerived
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_erasing import merge_removed
from seasoned.stores.sqlite_history import SQLiteHistory
from seasoned.stores.sqlite_knowledge import SQLiteKnowledge
from seasoned.stores.sqlite_maintenance import SQLiteMaintenance
from seasoned.stores.sqlite_models import SQLiteModels
from seasoned.stores.sqlite_pruning import SQLitePruning
from seasoned.stores.sqlite_search import SQLiteSearch
from seasoned.stores.sqlite_transfer import SQLiteTransfer
from seasoned.stores.sqlite_worth import SQLiteWorth


class SQLiteStore:
    """`ports.Store` over one SQLite database."""

    def __init__(self, connections: Connections, durable: bool) -> None:
        self._connections = connections
        self.url = connections.name
        self.durable = durable
        self.episodes = SQLiteEpisodes(connections, durable)
        self.search = SQLiteSearch(connections)
        self.attempts = SQLiteAttempts(connections, self.episodes)
        self.history = SQLiteHistory(connections)
        self.credit = SQLiteWorth(connections)
        self.derived = SQLiteDerived(connections)
        self.knowledge = SQLiteKnowledge(connections, self.episodes)
        self.pruning = SQLitePruning(connections, self.episodes)
        self.models = SQLiteModels(connections)
        self.maintenance = SQLiteMaintenance(connections)
        self.transfer = SQLiteTransfer(connections, self.episodes)

    def close(self) -> None:
        """Close all connections; closing twice is harmless."""
        # Whoever closes next will see to what could not be done now.
        with contextlib.suppress(StoreError):
            merge_removed(self._connections)
        self.transfer.close()
        self._connections.close()


def open_sqlite(
    path: str | os.PathLike[str] | None, *, synchronous: Synchronous = "full"
) -> SQLiteStore:
    """Open a file, making or upgrading it if need be.

    Args:
        path: The file; None for a database in memory that is gone when it is closed.
        synchronous: ``full`` or ``normal``; see `Options.synchronous`.

    Raises:
        StoreError: it cannot be opened, is no seasoned file, or was made by a newer version.
    """
    connections = Connections(None if path is None else os.fspath(path), synchronous)
    try:
        _migrate(connections)
    except BaseException:
        connections.close()
        raise
    return SQLiteStore(connections, durable=path is not None and synchronous == "full")


def _migrate(connections: Connections) -> None:
    """Bring the tables to this version, one transaction per step, after a backup."""
    found = _version(connections)  # refuses what is not ours before anything is changed
    connections.use_wal()
    if found == VERSION:
        return
    with connections.alone():
        found = _version(connections)  # another process may have been faster
        if 0 < found < VERSION:
            _back_up(connections, found)
        for number in range(found + 1, VERSION + 1):
            with connections.writing() as db:
                for statement in MIGRATIONS[number - 1]:
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _version(connections: Connections) -> int:
    """Number of the last migration; 0 for an empty file."""
    with connections.reading() as db:
        return _known_version(db, connections.name)


def _known_version(db: sqlite3.Connection, name: str) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and application != APPLICATION_ID:
        raise StoreError(f"{name} is a database of another program; choose another path")
    if version > VERSION:
        raise StoreError(
            f"{name} has schema version {version}, this seasoned knows versions up to {VERSION}; "
            "upgrade seasoned, or open a backup made by this version"
        )
    return int(version)


def _back_up(connections: Connections, version: int) -> None:
    target = f"{connections.path}.v{version}.backup"
    if connections.path is not None and not Path(target).exists():
        back_up(connections, target)
