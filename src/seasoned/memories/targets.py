"""Where an export goes: a file that appears whole or not at all, or a stream."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Final, TypeAlias

from seasoned.core import values
from seasoned.core.databases import is_database
from seasoned.errors import InvalidInput, StoreError

Place: TypeAlias = "str | os.PathLike[str] | BinaryIO"
# How the other files of our stores begin: nobody means to put an export in the place of a memory.
_MEMORY: Final = re.compile(rb'\{"kind":"seasoned","schema":\d+,"format":"store"')

Write = Callable[[bytes], object]


@contextmanager
def opened(target: Place, *, replace: bool) -> Iterator[Write]:
    """What writes to a target.

    A file is written under another name beside it and gets its own at the end, when it is on
    disk; if anything is raised before, it is removed. A pipe or a device is written as it is.

    Args:
        target: A path, or a stream that takes bytes and stays open.
        replace: Whether a file that exists may be replaced, unless it is a memory.

    Raises:
        InvalidInput: the target is neither, or is a memory.
        StoreError: the file exists and may not be replaced, or cannot be written.
    """
    if not isinstance(target, str | os.PathLike):
        yield _writer(target)
        return
    path = _path(target)
    try:
        _check(path, replace)
        with _special(path) if _is_special(path) else _whole(path, replace) as write:
            yield write
    except OSError as error:
        raise StoreError(f"cannot write {str(path)!r}: {error.strerror or error}") from error


def _path(target: str | os.PathLike[str]) -> Path:
    """Where a path leads; not every name of a file is Unicode, and each is taken as it is."""
    name = os.fspath(target)
    values.text(name, "target")
    return Path(os.path.realpath(name))


def _writer(target: object) -> Write:
    write = getattr(target, "write", None)
    if not callable(write) or hasattr(target, "encoding"):
        raise InvalidInput(
            "an export goes to a path, or to a stream that takes bytes such as open(path, 'wb'), "
            f"got {values.shown(target)}"
        )
    return partial(_write_all, write)


def _write_all(write: Callable[[bytes], object], data: bytes) -> None:
    """Write to a stream that may take a part at a time, as unbuffered ones do."""
    taken = write(data)
    while isinstance(taken, int) and taken < len(data):
        if taken < 1:
            raise StoreError(f"the stream takes no more; {len(data)} bytes of a line were left")
        data = data[taken:]
        taken = write(data)


def _check(path: Path, replace: bool) -> None:
    if path.is_dir():
        raise InvalidInput(f"{str(path)!r} is a folder; name a file in it")
    if not path.exists() or _is_special(path):
        return
    if not replace:
        raise _exists(path)
    if _is_memory(path):
        raise InvalidInput(f"{str(path)!r} is a memory or another database; name another file")


def _is_memory(path: Path) -> bool:
    if is_database(path):
        return True
    with path.open("rb") as file:
        return _MEMORY.match(file.read(100)) is not None


def _exists(path: Path) -> StoreError:
    return StoreError(f"{str(path)!r} exists; name another file, or allow it to be replaced")


def _is_special(path: Path) -> bool:
    return path.exists() and not stat.S_ISREG(path.stat().st_mode)


@contextmanager
def _special(path: Path) -> Iterator[Write]:
    with path.open("wb") as file:
        yield file.write


@contextmanager
def _whole(path: Path, replace: bool) -> Iterator[Write]:
    part = path.with_name(f".{path.name[:50]}.{token_hex(4)}.part")  # 255 bytes in any script
    try:
        with part.open("xb") as file:
            yield file.write
            file.flush()
            os.fsync(file.fileno())
        _name(part, path, replace)
    finally:
        part.unlink(missing_ok=True)
    with suppress(OSError):  # not every system can do it, and the content is safe already
        _sync_folder(path.parent)


def _name(part: Path, path: Path, replace: bool) -> None:
    """Give the finished file its name; without `replace` not even to one that came meanwhile."""
    if replace:
        part.replace(path)
        return
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise _exists(path) from None
    except OSError:  # a file system without links
        if path.exists():
            raise _exists(path) from None
        part.replace(path)


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
