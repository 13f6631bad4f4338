"""What all importers share: files that may be compressed, progress, and what was left out.

Knows bytes and JSON values; what they mean is the business of each format's file.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol, TypeAlias

from seasoned.core.databases import MAGIC, is_database
from seasoned.errors import InvalidInput

Progress = Callable[[float], None]  # told the share of the file that was read, in [0, 1]
# What a reader takes: a file, an open stream, or a source whose head was looked at.
Input: TypeAlias = "Path | BinaryIO | Source"
_GZIP: Final = b"\x1f\x8b"
TOO_DEEP: Final = "it is nested too deeply to be read; flatten it"
DAMAGE: Final = (OSError, EOFError, zlib.error)  # what reading a broken or truncated file raises


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was left out, where it stood, and why."""

    place: str
    reason: str


class _Bytes(Protocol):
    """What can be read from front to end."""

    def read(self, size: int, /) -> bytes: ...


def _reading(inner: _Bytes) -> Callable[[int], bytes]:
    """How to read some bytes, without losing those before a damage where that is possible."""
    found: Callable[[int], bytes] = getattr(inner, "read1", inner.read)
    return found


class _Stream(io.RawIOBase):
    """A stream that can be looked into, and that counts what was taken from it.

    Nothing is sought, so that a pipe will do.
    """

    def __init__(self, inner: _Bytes) -> None:
        self._read = _reading(inner)
        self._head = b""
        self.taken = 0  # bytes
        self.damage: Exception | None = None  # met behind the head

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        data, self._head = self._head[:size], self._head[size:]
        data = data or self._read(size)
        buffer[: len(data)] = data
        self.taken += len(data)
        return len(data)

    def head(self, size: int) -> bytes:
        """The next bytes, which stay to be read; fewer only at the end, or before a damage."""
        try:
            while len(self._head) < size and (more := self._read(size - len(self._head))):
                self._head += more
        except DAMAGE as error:
            if not self._head:
                raise
            self.damage = error
        return self._head[:size]


@dataclass(frozen=True, slots=True)
class Opened:
    """A file as it was opened: its bytes on disk, 0 if unknown, and what they mean."""

    path: Path | None
    size: int
    file: BinaryIO
    raw: _Stream
    plain: _Stream
    stream: io.BufferedReader


class Source:
    """A file's bytes, decompressed where they are gzip, whatever the file is called.

    Use it in a `with` block.
    """

    def __init__(self, origin: Input) -> None:
        """Open a file, or go on with a stream or another source where it stands.

        Raises:
            InvalidInput: there is no such file, or it cannot be read.
        """
        self._owner = isinstance(origin, Path)  # who opened it closes it
        self.opened: Opened = origin.opened if isinstance(origin, Source) else _open(origin)
        self.stream: io.BufferedReader = self.opened.stream

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owner:
            self.opened.file.close()

    @property
    def name(self) -> str:
        """What it is called, for messages."""
        return _name(self.opened.path)

    @property
    def path(self) -> Path | None:
        """Where it lies, for readers that look beside it; None of a stream."""
        return self.opened.path

    @property
    def share(self) -> float:
        """How much of the file was read, in [0, 1], by its bytes on disk; 0 of a pipe."""
        return min(1.0, self.opened.raw.taken / self.opened.size) if self.opened.size else 0.0

    def head(self, size: int) -> bytes:
        """Its first bytes, which stay to be read; call it before anything is read.

        Raises:
            InvalidInput: the file is damaged.
        """
        return self._unharmed(lambda: self.opened.plain.head(size))

    @property
    def damage(self) -> Exception | None:
        """What cut its head short, if anything did."""
        return self.opened.plain.damage

    def read(self) -> bytes:
        """All that is left of it.

        Raises:
            InvalidInput: the file is damaged.
        """
        return self._unharmed(self.stream.read)

    def _unharmed(self, read: Callable[[], bytes]) -> bytes:
        try:
            return read()
        except DAMAGE as error:
            raise InvalidInput(f"cannot read {self.name!r}: {error}") from error

    def lines(self) -> Iterator[bytes]:
        """Its lines one after the other, without a byte-order mark or line ends."""
        for number, line in enumerate(self.stream):
            yield (line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line).strip()


def _name(path: Path | None) -> str:
    return "standard input" if path is None else str(path)


def _open(origin: Path | BinaryIO) -> Opened:
    path = origin if isinstance(origin, Path) else None
    try:
        if path is not None and path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder; name the files in it")
        file, size = _bytes_of(origin)
        raw = _Stream(file)
        packed = raw.head(len(_GZIP)) == _GZIP
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        raise InvalidInput(f"cannot read {_name(path)!r}: {reason}") from error
    plain = _Stream(gzip.GzipFile(fileobj=raw)) if packed else raw
    return Opened(path, size, file, raw, plain, io.BufferedReader(plain))


def _bytes_of(origin: Path | BinaryIO) -> tuple[BinaryIO, int]:
    """A stream and how many bytes it holds, 0 if only its end will tell."""
    if not isinstance(origin, Path):
        return origin, 0
    if is_database(origin):  # its beginning says so to whoever asks what it is
        return io.BytesIO(MAGIC), len(MAGIC)
    stream = origin.open("rb")
    found = os.fstat(stream.fileno())
    return stream, found.st_size if stat.S_ISREG(found.st_mode) else 0


def shown(value: Any, most: int = 60) -> str:
    """A value as a reason shows it: short, on one line."""
    try:
        text = " ".join(str(value).split())
    except RecursionError:
        text = f"a {type(value).__name__} nested too deeply to be shown"
    return text if len(text) <= most else text[: most - 1] + "…"
