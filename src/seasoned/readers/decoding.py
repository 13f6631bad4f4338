"""From bytes to text: UTF-8, UTF-16 and UTF-32 by their marks, and guesses that are told.

Knows nothing of formats but what a page of HTML or XML says of its own encoding.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from seasoned.core.readings import Unread
from seasoned.errors import InvalidInput
from seasoned.readers.files import Raw

# The longer marks first: that of UTF-32 begins like that of UTF-16.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED: Final = re.compile(
    rb"(?:charset|encoding)\s{0,9}=\s{0,9}[\"']?([\w.:-]{1,40})", re.IGNORECASE
)
_HEAD: Final = 2048  # bytes in which a page says its encoding
_LOOKED: Final = 1 << 16  # bytes that tell whether it is text at all
_CONTROL: Final = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})
_GARBLED: Final = 0.05  # share of control bytes that no text has
_STRAY: Final = re.compile("[\x00\ud800-\udfff]")


def decoded(found: Raw, *, declared: bool = False) -> tuple[str, tuple[Unread, ...]]:
    """Its text with plain line ends, and what is not certain about it.

    Args:
        found: The bytes.
        declared: Whether to believe what the text says of its encoding, as pages of HTML do.

    Raises:
        InvalidInput: it is no text, or nothing but blanks.
    """
    text, notes = _decoded(found, declared)
    # A form feed is where a printer began a page.
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    text = _STRAY.sub("", text)
    if not text.strip():
        raise InvalidInput(f"{found.place} holds nothing but blanks; there is nothing to add")
    return text, notes


def _decoded(found: Raw, declared: bool) -> tuple[str, tuple[Unread, ...]]:
    data = found.data
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], encoding)
    if wide := _wide(data):
        return _marked(data, wide)
    head = data[:_LOOKED]
    if b"\x00" in head or len(head) - len(head.translate(None, _CONTROL)) > _GARBLED * len(head):
        raise InvalidInput(
            f"{found.place} is no text (it starts with {data[:8]!r}); add what it says as text"
        )
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        said = _said(data) if declared else None
        return said or _guessed(data, error.start)


def _marked(data: bytes, encoding: str) -> tuple[str, tuple[Unread, ...]]:
    text = data.decode(encoding, "replace")
    return text, _lost(text, encoding)


def _lost(text: str, encoding: str) -> tuple[Unread, ...]:
    place = text.find("\ufffd")
    if place < 0:
        return ()
    line, count = text.count("\n", 0, place) + 1, text.count("\ufffd")
    several = "a character is" if count == 1 else f"{count} characters are"
    return (Unread(f"line {line}", f"{several} damaged ({encoding.upper()})"),)


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of most of its characters is 0."""
    head = data[: _LOOKED & ~1]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(data) % 2 or max(even, odd) < 0.3 * len(head) / 2 or min(even, odd) > 0.01 * len(head):
        return None
    encoding = "utf-16-be" if even > odd else "utf-16-le"
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return encoding


def _said(data: bytes) -> tuple[str, tuple[Unread, ...]] | None:
    """The text in the encoding that a page names, if it is in that."""
    name = _DECLARED.search(data[:_HEAD])
    try:
        known = codecs.lookup(name.group(1).decode("ascii")) if name else None
        # Some of Python's codecs make no text of bytes, or read what no page was written in.
        if known is None or known.name in ("utf-7", "unicode_escape", "raw_unicode_escape"):
            return None
        return data.decode(known.name), ()
    except (LookupError, ValueError):
        return None


def _guessed(data: bytes, place: int) -> tuple[str, tuple[Unread, ...]]:
    """Damaged UTF-8 if most of its characters are whole, else a Western encoding."""
    text = data.decode("utf-8", "replace")
    whole, broken = len(re.sub(r"[\x00-\x7f\ufffd]", "", text)), text.count("\ufffd")
    if whole >= 4 * broken:
        return text, _lost(text, "utf-8")
    try:
        text, guess = data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        text, guess = data.decode("latin-1"), "Latin-1"
    line = data.count(b"\n", 0, place) + 1
    reason = (
        f"byte 0x{data[place]:02x} is no UTF-8, so the file was read as {guess}; save it as UTF-8 "
        "if letters are wrong"
    )
    return text, (Unread(f"line {line}", reason),)
