"""Backups of a SQLite file: making them, and remembering where they are.

What is forgotten later is still in a backup, so whoever forgets has to know of it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from seasoned.errors import StoreError
from seasoned.stores.sqlite_connection import Connections, remedy

_SETTING = "backups"


def back_up(connections: Connections, path: str) -> None:
    """Copy the database to a new file by SQLite's own means; whole or not at all.

    Raises:
        StoreError: the path exists or cannot be written.
    """
    if Path(path).exists():
        raise StoreError(f"{path} exists; choose a new path for the backup")
    part = Path(f"{path}.part")
    try:
        part.unlink(missing_ok=True)  # of a copy that was killed
        with contextlib.closing(sqlite3.connect(part)) as copy, connections.reading() as source:
            _copy(source, copy, f"{connections.name} could not be copied to {path}")
        part.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path}: {error}; {remedy(str(error))}") from error
    finally:
        part.unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, copy: sqlite3.Connection, trouble: str) -> None:
    try:
        source.backup(copy)
    except sqlite3.Error as error:  # of either file, so both are named
        raise StoreError(f"{trouble}: {error}; {remedy(str(error))}") from error


def back_up_and_remember(
    connections: Connections, path: str, make: Callable[[Connections, str], None] = back_up
) -> None:
    """The same; the store knows of the backup from before its first byte is written.

    Args:
        connections: To the store.
        path: Of the backup.
        make: Makes it.

    Raises:
        StoreError: the path exists or cannot be written.
    """
    whole = os.path.abspath(path)
    known = not os.path.exists(whole) and _remember(connections, whole)
    try:
        make(connections, path)
    except BaseException:
        if known:
            with contextlib.suppress(StoreError), connections.writing() as db:
                _keep(db, {p: at for p, at in remembered(db).items() if p != whole})
        raise


def _remember(connections: Connections, path: str) -> bool:
    """Whether it was; a store that nobody may write to cannot."""
    with contextlib.suppress(StoreError):
        with connections.writing() as db:
            (now,) = db.execute("SELECT CAST(strftime('%s', 'now') AS REAL)").fetchone()
            _keep(db, {**remembered(db), path: now})
        return True
    return False


def _keep(db: sqlite3.Connection, backups: dict[str, float]) -> None:
    # Not every path is UTF-8: json keeps the surrogates that Python has for the rest.
    db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (_SETTING, json.dumps(backups)))


def remembered(db: sqlite3.Connection) -> dict[str, float]:
    """Absolute paths of the backups that were made, and when, in seconds since the epoch."""
    row = db.execute("SELECT value FROM setting WHERE name = ?", (_SETTING,)).fetchone()
    found: dict[str, float] = json.loads(row[0]) if row else {}
    return found


def before_upgrade(path: str) -> Iterator[Path]:
    """The copies made before this file was brought to a newer version."""
    place = Path(path)
    for found in place.parent.iterdir():
        if found.name.startswith(f"{place.name}.v") and found.name.endswith(".backup"):
            yield found
