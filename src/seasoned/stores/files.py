"""What stores ask about files: which one a path means, whether it changed or can be written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from seasoned.errors import StoreError


def whole(path: str) -> str:
    """The file itself: SQLite looks for its journal beside that, not beside a link to it."""
    try:
        return os.path.realpath(path)
    except OSError as error:  # of a relative path where the working folder is gone
        raise StoreError(f"{path}: {error}; give an absolute path") from error


def identity(path: str) -> tuple[int, int] | None:
    """Device and inode of a file, None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


State: TypeAlias = tuple[int, ...]  # what changes whenever a file is written to


def state(path: str) -> State:
    """What `State` is of a file."""
    found = os.stat(path)
    return found.st_ino, found.st_size, found.st_mtime_ns, size_of(f"{path}-wal")


def size_of(path: str) -> int:
    """Bytes of a file, 0 if there is none."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def is_frozen(path: str) -> bool:
    """Whether this process may read a whole file but write neither it nor beside it."""
    if not os.access(path, os.R_OK) or size_of(f"{path}-wal"):
        return False
    return not any(os.access(place, os.W_OK) for place in (path, Path(path).parent))
