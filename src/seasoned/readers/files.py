"""The bytes of a document, whatever it turns out to be: how many there may be, what is no text.

Knows files and the first bytes by which formats are told; what the rest says is the business of
each format's reader.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from seasoned.core import values
from seasoned.core.databases import MAGIC, is_database
from seasoned.errors import InvalidInput

Source: TypeAlias = "str | os.PathLike[str] | bytes"
MOST_BYTES: Final = 64 << 20
_CONVERT: Final = "save it as PDF, HTML or Markdown and add that"
_UNPACK: Final = "unpack it and add the files in it"
_DESCRIBE: Final = "add a text that says what it shows"
# How files begin that hold no text, with what to do about it.
_KNOWN: Final = (
    (MAGIC, "a SQLite database", "export what it holds as text"),
    (b"\xd0\xcf\x11\xe0", "an old Office file", _CONVERT),
    (b"{\\rtf", "rich text", _CONVERT),
    (b"\x89PNG", "a picture", _DESCRIBE),
    (b"\xff\xd8\xff", "a picture", _DESCRIBE),
    (b"GIF8", "a picture", _DESCRIBE),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"\xfd7zXZ", "an xz archive", _UNPACK),
    (b"7z\xbc\xaf", "a 7z archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
)
# Formats that are zip archives within.
_OFFICE: Final = frozenset({".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub", ".pages"})


@dataclass(frozen=True, slots=True)
class Raw:
    """A document before it is read.

    Attributes:
        name: What it is called, with its ending; may be "".
        place: How messages call it.
        data: At least one byte.
    """

    name: str
    place: str
    data: bytes

    @property
    def ending(self) -> str:
        """Of its name, in lower case with the dot."""
        return Path(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """Its name without the ending."""
        return Path(self.name).stem


def raw(source: Source, name: str = "", most: int = MOST_BYTES) -> Raw:
    """The bytes of a file, or those that are given.

    Args:
        source: A path, or the bytes themselves.
        name: With the ending that tells the format; needed for bytes only.
        most: Bytes that are read at most.

    Raises:
        InvalidInput: there is no such file, or it is a folder, a pipe, empty, too large, or of a
            kind that holds no text.
    """
    if isinstance(source, bytes):
        found = Raw(name, repr(name) if name else "the document", source)
        _check_size(found.place, len(source), most)
    elif isinstance(source, str | os.PathLike) and isinstance(os.fspath(source), str):
        path = Path(source).expanduser()
        found = Raw(name or path.name, repr(str(path)), _bytes(path, most))
    else:
        raise InvalidInput(f"a document is a path or its bytes, got {values.shown(source)}")
    _refuse_known(found)
    return found


def _bytes(path: Path, most: int) -> bytes:
    place = repr(str(path))
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise InvalidInput(f"{place} is a folder; add the files in it one by one")
        if not stat.S_ISREG(about.st_mode):
            raise InvalidInput(f"{place} is no regular file; give what it holds as bytes")
        _check_size(place, about.st_size, most)
        if is_database(path):  # to open and close one would end the locks on it
            return MAGIC
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {place}; check the path") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        if isinstance(error, InvalidInput):
            raise
        reason = getattr(error, "strerror", None) or error
        raise InvalidInput(f"cannot read {place}: {reason}") from error
    _check_size(place, len(data), most)  # it may have grown
    return data


def _check_size(place: str, size: int, most: int) -> None:
    if size > most:
        raise InvalidInput(
            f"{place} has {size:,} bytes and at most {most:,} are read; split it, or raise "
            "most_bytes"
        )
    if not size:
        raise InvalidInput(f"{place} is empty; there is nothing to add")


def _refuse_known(found: Raw) -> None:
    if found.data.startswith(b"PK\x03\x04"):
        office = found.ending in _OFFICE
        kind, remedy = ("an Office file", _CONVERT) if office else ("a zip archive", _UNPACK)
        raise InvalidInput(f"{found.place} is {kind}, which is not read; {remedy}")
    for start, kind, remedy in _KNOWN:
        if found.data.startswith(start):
            raise InvalidInput(f"{found.place} is {kind}, which is not read; {remedy}")
