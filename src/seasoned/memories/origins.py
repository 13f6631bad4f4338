"""Where a load comes from: the lines of a file or a stream, whatever it really holds.

Its first line is looked at when it is opened, so that a file of another kind is told at once and
by name, before anything is made or kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from typing import BinaryIO, Final, TypeAlias

from seasoned.core import values
from seasoned.core.databases import MAGIC, is_database
from seasoned.core.storage import is_text_store, not_an_export
from seasoned.errors import InvalidInput

Formats = Callable[[bytes], Collection[str]]
Origin: TypeAlias = "str | os.PathLike[str] | BinaryIO | Original"

_FIRST: Final = 1 << 16  # bytes; the first line of an export has about a hundred
_LONGEST: Final = 1 << 30  # bytes of a line; no store keeps longer records
_LAST: Final = b'{"kind":"end"'  # the last line may have lost its line feed in an editor
_DATABASE: Final = "is a database and no export of one; open it, and export it if it is a memory"
_GZIP: Final = b"\x1f\x8b"


class Original:
    """A file or stream that begins like an export; iterate over its lines once."""

    def __init__(self, name: str, stream: BinaryIO, formats: Formats, *, owned: bool) -> None:
        """Look at the first line.

        Args:
            name: For messages.
            stream: Of bytes.
            formats: Which foreign formats a beginning may be of.
            owned: Whether leaving the block closes the stream.

        Raises:
            InvalidInput: it is no export, or cannot be read.
        """
        self._name, self._stream, self._owned = name, stream, owned
        try:
            self._first = self._line(_FIRST)
            if is_text_store(self._first):
                raise InvalidInput(not_an_export(name))
            if b'"seasoned"' not in self._first[:200]:
                more = self._read(_FIRST)
                raise InvalidInput(f"{name} {_what(self._first + more, formats)}")
        except BaseException:
            self.__exit__()
            raise

    @classmethod
    def of(cls, origin: Origin, formats: Formats) -> Original:
        """The same one if it was opened already; else a path or stream, opened."""
        if isinstance(origin, Original):
            return origin
        if not isinstance(origin, str | os.PathLike):
            if not callable(getattr(origin, "readline", None)) or hasattr(origin, "encoding"):
                raise InvalidInput(
                    "a load comes from a path, or from a stream of bytes such as "
                    f"open(path, 'rb'), got {values.shown(origin)}"
                )
            return cls("the stream", origin, formats, owned=False)
        path = os.fspath(origin)
        try:
            stream = None if is_database(path) else open(path, "rb")  # noqa: SIM115 (the block closes it)
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            reason = getattr(error, "strerror", None) or error
            raise InvalidInput(f"cannot read {path!r}: {reason}") from error
        if stream is None:
            raise InvalidInput(f"{path!r} {_DATABASE}")
        return cls(repr(path), stream, formats, owned=True)

    def __enter__(self) -> Original:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owned:
            self._stream.close()

    def __iter__(self) -> Iterator[bytes]:
        line = self._first
        while line:
            if not line.endswith(b"\n") and not line.startswith(_LAST):
                raise InvalidInput(
                    f"{self._name} was cut off in the middle of a line; export or copy it again"
                )
            yield line
            line = self._line(_LONGEST)

    def _line(self, most: int) -> bytes:
        try:
            line = self._stream.readline(most)
        except OSError as error:
            raise InvalidInput(f"cannot read {self._name}: {error.strerror or error}") from error
        if len(line) == _LONGEST:
            raise InvalidInput(f"{self._name} holds a line of more than {most >> 20} MiB")
        return line

    def _read(self, most: int) -> bytes:
        try:
            return self._stream.read(most) or b""
        except OSError as error:
            raise InvalidInput(f"cannot read {self._name}: {error.strerror or error}") from error


def _what(head: bytes, formats: Formats) -> str:
    """What a file is that is no export, and what to do with it."""
    if not head:
        return "is empty; export it again"
    if head.startswith(MAGIC):
        return _DATABASE
    if head.startswith(_GZIP):
        return "is compressed; unpack it first, as in `gunzip -c FILE | seasoned load -`"
    if found := formats(head):
        names = " or ".join(sorted(found))
        return f"is of the format {names} and no export; bring it in with `seasoned import`"
    return f"is no export of seasoned, it begins with {values.shown(head[:40])}"
