"""The bytes of a JSONL store: appending, cutting, and putting a new file in the old one's place.

A write is on disk whole or not at all. Who may write, and what the lines say, is decided by
`jsonl_journal`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

_TAIL: Final = 4096  # bytes by which what was read before is recognised: all of most lines
_COPIED: Final = 1 << 20  # bytes copied at once


class State(NamedTuple):
    """What tells that a file was written to."""

    device: int
    inode: int
    size: int
    changed: int  # ns


def state_of(path: str) -> State | None:
    """The state of a file, None if there is none.

    Raises:
        OSError: it is a pipe or a device, whose place no file must take.
    """
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        raise OSError(errno.EINVAL, "it is no regular file", path)
    return State(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def names(path: str) -> int:
    """How many names a file has, itself one of them."""
    return os.stat(path).st_nlink


class Reader:
    """One file, open for reading, whatever is put in its place meanwhile."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb")  # noqa: SIM115  (closed with this)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *problem: object) -> None:
        self._file.close()

    def first_line(self) -> bytes:
        """The first line, as much of it as may be a head."""
        self._file.seek(0)
        return self._file.readline(4096)

    def size(self) -> int:
        """Bytes."""
        return os.fstat(self._file.fileno()).st_size

    def before(self, end: int) -> bytes:
        """The last bytes before a place."""
        self._file.seek(max(0, end - _TAIL))
        return self._file.read(min(end, _TAIL))

    def pieces(self, end: int) -> Iterator[bytes]:
        """The bytes up to a place, some at a time."""
        self._file.seek(0)
        while end > 0 and (data := self._file.read(min(end, _COPIED))):
            yield data
            end -= len(data)

    def lines(self, start: int) -> Iterator[bytes]:
        """The lines from a place on; the last one may have no line feed.

        What is appended meanwhile is left out: another write may take the place of a torn one.
        """
        left = self.size() - start
        self._file.seek(start)
        while left > 0 and (line := self._file.readline(left)):
            yield line
            left -= len(line)


def append(path: str, end: int, data: bytes, sync: bool) -> None:
    """Put data at the end, in place of what a write that broke off left there.

    Raises:
        OSError: it could not be written; the file has its old length again.
    """
    file = os.open(path, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
        if os.fstat(file).st_size > end:
            os.ftruncate(file, end)
        os.lseek(file, end, os.SEEK_SET)
        try:
            _write(file, data)
            if sync:
                _sync(file)
        except BaseException:
            # Should this fail too, the next writer cuts off what has no end.
            with contextlib.suppress(OSError):
                os.ftruncate(file, end)
            raise
    finally:
        os.close(file)


def rewrite(path: str, head: bytes, kept: Iterable[tuple[int, int]], tail: bytes) -> int:
    """Put a new file in place of the old one, by renaming.

    Args:
        path: The file, which there need not be.
        head: Its first line.
        kept: Places (start, size) of what is taken over, in their order.
        tail: What follows that.

    Returns:
        The size of the new file.

    Raises:
        OSError: the old file is as it was.
    """
    part = Path(f"{path}.part")
    try:
        with _beside(part, path) as new:
            new.write(head)
            _copy(path, kept, new)
            new.write(tail)
            new.flush()
            _sync(new.fileno())
            size = new.tell()
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    _sync_folder(path)
    return size


def copy(file: Reader, end: int, path: str) -> None:
    """Copy a file up to a place to a new one; whole or not at all.

    Raises:
        OSError: there is no copy.
    """
    part = Path(f"{path}.part")
    try:
        with open(part, "wb") as new:
            new.writelines(file.pieces(end))
            new.flush()
            _sync(new.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def _copy(path: str, kept: Iterable[tuple[int, int]], new: BinaryIO) -> None:
    with contextlib.ExitStack() as stack:
        old: BinaryIO | None = None
        for start, size in _joined(kept):
            old = old or stack.enter_context(open(path, "rb"))
            old.seek(start)
            while size > 0:
                data = old.read(min(size, _COPIED))
                if not data:
                    raise OSError(f"{path} became shorter while it was copied")
                new.write(data)
                size -= len(data)


def _joined(places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Neighbouring places as one."""
    begin, end = 0, 0
    for start, size in places:
        if start != end:
            if end > begin:
                yield begin, end - begin
            begin = start
        end = start + size
    if end > begin:
        yield begin, end - begin


def _beside(part: Path, path: str) -> BinaryIO:
    """A new file, which nobody may read who may not read the old one; the same owner if we may."""
    part.unlink(missing_ok=True)  # what a killed process left
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    try:
        old = os.stat(path)
    except FileNotFoundError:
        return os.fdopen(os.open(part, flags, 0o666), "wb")
    if not os.access(path, os.W_OK):  # who may write to the folder could replace it all the same
        raise PermissionError(errno.EACCES, "Permission denied", path)
    file = os.open(part, flags, 0o600)
    with contextlib.suppress(OSError, AttributeError):  # Windows has no such rights
        os.fchown(file, -1, old.st_gid)
        os.fchown(file, old.st_uid, -1)
    with contextlib.suppress(OSError, AttributeError):
        same = os.fstat(file).st_gid == old.st_gid
        os.fchmod(file, old.st_mode & (0o777 if same else 0o707))
    return os.fdopen(file, "wb")


def _write(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _sync(file: int) -> None:
    getattr(os, "fdatasync", os.fsync)(file)


def _sync_folder(path: str) -> None:
    """Bring the new name to disk, where folders can be synced."""
    with contextlib.suppress(OSError):
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
