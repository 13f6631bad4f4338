"""What becomes of a SQLite file and its journal behind SQLite's back, noticed before it does harm.

SQLite trusts its files. It plays a journal into whatever file lies beside it, reads pages that
were mapped though the file was cut since, which ends the process, and writes into a journal that
nobody else can find any more.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from urllib.parse import quote

from seasoned.errors import StoreError
from seasoned.stores.schema import APPLICATION_ID

_Place = tuple[int, int]  # device and inode


class Guard:
    """Remembers what the files of one database looked like when each thread opened them.

    Args:
        path: The database; None for one in memory, where there is nothing to guard.
        name: What it is called in messages.
    """

    def __init__(self, path: str | None, name: str) -> None:
        self._path, self._name = path, name
        self._files: dict[threading.Thread, tuple[_Place | None, int]] = {}
        self._journals: dict[threading.Thread, _Place] = {}

    def before_opening(self) -> None:
        """Let no journal be played into a file that it does not belong to.

        Raises:
            StoreError: there is a journal, and its file is gone or one of another program.
        """
        if self._path is None or not _found(f"{self._path}-wal")[1]:
            return
        if not _found(self._path)[1]:
            raise StoreError(
                f"{self._name} is missing or empty, though its journal {self._name}-wal is there: "
                "put the file back beside it, or remove the journal to begin anew"
            )
        # Read as it is without the journal; only the header, for the rest may lie in the journal.
        target = f"file:{quote(os.fsencode(self._path))}?mode=ro&immutable=1"
        with closing(sqlite3.connect(target, uri=True)) as db:
            # So that a file is read too which does not have all its pages yet.
            db.execute("PRAGMA writable_schema = ON")
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (pages,) = db.execute("PRAGMA page_count").fetchone()
        if application != APPLICATION_ID and pages > 1:  # a file just made has one
            raise StoreError(
                f"{self._name} is a database of another program; choose another path, or remove "
                f"the journal {self._name}-wal if it is left from a file that was there before"
            )

    def opened(self, owner: threading.Thread, connection: sqlite3.Connection) -> None:
        """Remember the files as a thread's new connection finds them."""
        if self._path is not None:
            connection.execute("PRAGMA schema_version")  # which opens the journal
            self._files[owner] = _found(self._path)
            self._note(owner)

    def closed(self, owner: threading.Thread) -> None:
        """Forget what a thread found."""
        self._files.pop(owner, None)
        self._journals.pop(owner, None)

    def must_reopen(self, owner: threading.Thread) -> bool:
        """Whether the file was cut, so that pages are mapped which it does not have any more.

        Raises:
            StoreError: nothing is left of it.
        """
        before = self._files.get(owner)
        if before is None or self._path is None:
            return False
        now = self._files[owner] = _found(self._path)
        cut = now[0] == before[0] is not None and now[1] < before[1]
        if cut and not now[1]:
            self._files[owner] = before
            raise StoreError(
                f"{self._name} was emptied while it was open; close this memory and restore a "
                "backup"
            )
        return cut

    def before_commit(self, owner: threading.Thread) -> None:
        """Promise nothing that only a removed journal holds.

        Raises:
            StoreError: the journal was removed or replaced since the thread opened it.
        """
        if self._path is None:
            return
        known = self._journals.get(owner)
        if known is None:
            self._note(owner)
        elif _found(f"{self._path}-wal")[0] != known:
            raise StoreError(
                f"{self._name}-wal, the journal, was removed or replaced while it was open; "
                "nothing of this call was kept: close this memory and open it again"
            )

    def _note(self, owner: threading.Thread) -> None:
        place, _ = _found(f"{self._path}-wal")
        if place is not None:
            self._journals[owner] = place


def _found(path: str) -> tuple[_Place | None, int]:
    """Where a file lies and its bytes; None and 0 if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size
