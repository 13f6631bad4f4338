"""The bytes of a file that this process may have open as a database.

On POSIX, closing any descriptor of a file ends all locks that this process has on it, those of
SQLite too, and another process could then spoil the file. So a child process reads it, which has
locks of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import IO, Final

from seasoned.core.proof import Part, RawFile

_BLOCK: Final = 1 << 20  # bytes
_READER: Final = (
    "import shutil, sys\n"
    "with open(sys.argv[1], 'rb', 0) as file:\n"
    "    shutil.copyfileobj(file, sys.stdout.buffer, 1 << 20)\n"
)


def raw_file(path: str, part: Part, made: float | None = None) -> RawFile:
    """A file whose bytes are read without harm to whoever has it open."""
    return RawFile(path, part, partial(_blocks, path), made)


def _blocks(path: str) -> Iterator[bytes]:
    """The bytes of a file, a megabyte at a time.

    Raises:
        OSError: it cannot be read.
    """
    if not os.stat(path).st_size:
        return iter(())
    # On Windows locks are those of a handle.
    return _read(path) if sys.platform == "win32" else _read_apart(path)


def _read(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            yield block


def _read_apart(path: str) -> Iterator[bytes]:
    if not sys.executable:
        raise OSError(f"there is no Python program here to read {path} in a process of its own")
    command = [sys.executable, "-I", "-S", "-c", _READER, path]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe) as child:
        data: IO[bytes] = child.stdout  # type: ignore[assignment]  # both are pipes
        errors: IO[bytes] = child.stderr  # type: ignore[assignment]
        try:
            while block := data.read(_BLOCK):
                yield block
            said = errors.read().decode(errors="replace").strip()
            if child.wait():
                raise OSError(f"reading {path} failed: {said[-200:] or 'the reader was killed'}")
        finally:
            child.kill()
