"""What all importers share: files that may be compressed, progress, and what was left out.

Knows bytes and JSON values; what they mean is the business of each format's file.
"""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from seasoned.errors import InvalidInput

Progress = Callable[[float], None]  # told the share of the file that was read, in [0, 1]
_GZIP: Final = b"\x1f\x8b"
DAMAGE: Final = (OSError, EOFError, zlib.error)  # what reading a broken or truncated file raises


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was left out, where it stood, and why."""

    place: str
    reason: str


class Source:
    """A file's bytes, decompressed where they are gzip, whatever the file is called.

    Use it in a `with` block.
    """

    def __init__(self, path: Path) -> None:
        """Open a file.

        Raises:
            InvalidInput: there is no such file, or it cannot be read.
        """
        self._name = str(path)
        if path.is_dir():
            raise InvalidInput(f"{str(path)!r} is a folder; name the files in it")
        try:
            self._raw: BinaryIO = path.open("rb")
            self._size = max(1, os.fstat(self._raw.fileno()).st_size)
        except OSError as error:
            raise InvalidInput(f"cannot read {str(path)!r}: {error.strerror}") from error
        packed = self._raw.read(2) == _GZIP
        self._raw.seek(0)
        self.stream: BinaryIO = (
            io.BufferedReader(gzip.GzipFile(fileobj=self._raw)) if packed else self._raw
        )

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()
        self._raw.close()

    @property
    def share(self) -> float:
        """How much of the file was read, in [0, 1], by its bytes on disk."""
        return min(1.0, self._raw.tell() / self._size)

    def read(self) -> bytes:
        """All that is left of it.

        Raises:
            InvalidInput: the file is damaged.
        """
        try:
            return self.stream.read()
        except DAMAGE as error:
            raise InvalidInput(f"cannot read {self._name!r}: {error}") from error

    def lines(self) -> Iterator[bytes]:
        """Its lines one after the other, without a byte-order mark or line ends."""
        for number, line in enumerate(self.stream):
            yield (line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line).strip()


def shown(value: Any, most: int = 60) -> str:
    """A value as a reason shows it: short, on one line."""
    text = " ".join(str(value).split())
    return text if len(text) <= most else text[: most - 1] + "…"
