"""The queue of writers: one lock file beside the database, taken before every write.

For SQLite it is there for fairness and speed. What keeps two writers apart are SQLite's own
locks, so on a file system that has no such locks writers go without the queue, unless it is all
that keeps them apart. Then the file itself is locked as well, since anybody may remove a lock file
that looks like a leftover.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from seasoned.errors import StoreError

WAIT = 60.0  # seconds that a writer queues before it gives up
_SHORTEST, _LONGEST = 0.001, 0.02  # seconds between two tries
_TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)


class WriterQueue:
    """The queue of one database file; whoever holds it is the only one in this process too."""

    def __init__(self, path: str, *, needed: bool = False) -> None:
        """`needed`: whether nobody may write without it."""
        self._path, self._lock, self._needed = path, f"{path}.lock", needed
        self._shared = False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn and keep it until the block ends.

        Raises:
            StoreError: it did not come in time, or the lock file cannot be used.
        """
        try:
            release = self._wait_by_name() if sys.platform == "win32" else self._wait()
        except OSError as error:
            raise StoreError(
                f"{self._path}: cannot lock it for writing: {error}; give this process the right "
                "to write the file and its folder"
            ) from error
        with release:
            yield

    def _wait_by_name(self) -> contextlib.ExitStack:
        lock, stack = FileLock(self._lock, WAIT), contextlib.ExitStack()
        try:
            lock.acquire()
        except Timeout:
            raise self._too_long() from None
        stack.callback(lock.release)
        return stack

    def _wait(self) -> contextlib.ExitStack:
        with contextlib.ExitStack() as stack:
            self._take(self._opened(), stack)
            if self._needed:
                self._take_itself(stack)
            return stack.pop_all()

    def _take_itself(self, stack: contextlib.ExitStack) -> None:
        """Lock the file that is written to, if there is one, by whatever name it was opened."""
        while True:
            try:
                file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
                self._take(file, stack)
                if os.path.samestat(os.fstat(file), os.stat(self._path)):
                    return  # otherwise it was written anew while we waited
            except FileNotFoundError:
                return

    def _take(self, file: int, stack: contextlib.ExitStack) -> None:
        stack.callback(os.close, file)  # which releases the lock
        pause, end = _SHORTEST, time.monotonic() + WAIT
        while not _taken(file, self._needed):
            if time.monotonic() > end:
                raise self._too_long()
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST)

    def _too_long(self) -> StoreError:
        return StoreError(
            f"{self._path}: another process has been writing for {WAIT:g} s; "
            "wait for it, or end it if it hangs"
        )

    def _opened(self) -> int:
        flags = os.O_CREAT | os.O_CLOEXEC
        try:
            file = os.open(self._lock, os.O_RDWR | flags, 0o644)
        except PermissionError:
            # Somebody else's: whoever may read it may lock it, except on network file systems.
            return os.open(self._lock, os.O_RDONLY | os.O_CLOEXEC)
        if not self._shared:
            self._share(file)
            self._shared = True
        return file

    def _share(self, file: int) -> None:
        """Let all who may write the database use its lock file, as far as we may say so."""
        try:
            wanted, found = os.stat(self._path), os.fstat(file)
        except FileNotFoundError:  # whoever has the lock will make it
            return
        with contextlib.suppress(OSError):
            if found.st_gid != wanted.st_gid:
                os.fchown(file, -1, wanted.st_gid)
        with contextlib.suppress(OSError):
            if found.st_mode & 0o777 != wanted.st_mode & 0o666:
                os.fchmod(file, wanted.st_mode & 0o666)


def _taken(file: int, needed: bool) -> bool:
    """Whether the lock is ours now, or there are no locks here and it is not `needed`."""
    import fcntl  # not on Windows

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if needed and error.errno not in _TAKEN:
            raise
        return error.errno not in _TAKEN
    return True
