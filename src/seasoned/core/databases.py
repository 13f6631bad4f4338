"""Whether a path is a database, told without harm to whoever in this process has it open.

On POSIX, closing any descriptor of a file ends all locks that this process has on it, those of
SQLite too: another process would then take its journal away. So the descriptor of a database that
was looked at stays open, one for each file.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
from typing import Final

MAGIC: Final = b"SQLite format 3\x00"
_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock")

_lock = threading.Lock()
_kept: dict[tuple[int, int], int] = {}  # descriptors by device and inode


def is_database(path: str | os.PathLike[str]) -> bool:
    """Whether it is a SQLite file or one of those beside it, on which locks are held as well.

    What cannot be looked at without being used up is none.

    Raises:
        OSError: it cannot be read.
    """
    found, name = os.stat(path), os.fsdecode(path)
    for end in _BESIDE:
        if name.endswith(end) and os.path.exists(whole := name.removesuffix(end)):
            return is_database(whole)
    place = (found.st_dev, found.st_ino)
    if not stat.S_ISREG(found.st_mode):
        return False
    with _lock:
        # The kept descriptor holds its inode, so that no other file can have the number.
        kept = _kept.get(place)
        return _looks_so(path, place) if kept is None else _is_one(kept)


def _looks_so(path: str | os.PathLike[str], place: tuple[int, int]) -> bool:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    found = False
    try:
        found = _is_one(file)
    finally:
        # On Windows locks are those of a handle.
        if found and sys.platform != "win32":
            _kept[place] = file
        else:
            os.close(file)
    return found


def _is_one(file: int) -> bool:
    os.lseek(file, 0, os.SEEK_SET)
    return os.read(file, len(MAGIC)) == MAGIC
