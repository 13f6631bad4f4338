"""PDF files, page by page, with pypdf: pure Python, no other library, steadily kept.

What has no text is named with the reason: pages that are pictures, damaged ones. A file that
needs a password, or whose pages all have none, is refused.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from seasoned.core.readings import PageText, Reading, Unread
from seasoned.errors import InvalidInput, MissingExtra
from seasoned.readers.files import Raw

_LIGATURES: Final = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xad": ""}
)
# A word that the end of a line has parted. "well-known" at one loses its hyphen, which is rarer.
_PARTED: Final = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_])")
_LEADERS: Final = re.compile(r"(?<![ .])(?:[ ]?\.){5,}+")  # dots up to the number of a page
_STRAY: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_SHOWN: Final = 200  # characters of the library's message
_PICTURE: Final = "it is a picture without text; recognise the text first (OCR) and add that"
_BLANK: Final = "it holds no text"


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are those of a PDF file; some have a few others in front."""
    return b"%PDF-" in data[:1024]


def read_pdf(found: Raw) -> Reading:
    """The pages that have text, numbered from 1.

    Raises:
        InvalidInput: the file is damaged, needs a password, or has no pages or none with text.
        MissingExtra: pypdf is not installed.
    """
    reader = _opened(found)
    results = [_page(reader, number) for number in range(1, _count(reader, found) + 1)]
    pages = tuple(one for one in results if isinstance(one, PageText))
    missing = tuple(_joined(one for one in results if isinstance(one, tuple)))
    if not pages:
        reasons = "; ".join(f"{one.place}: {one.reason}" for one in missing[:3])
        raise InvalidInput(f"no page of {found.place} has text ({reasons})")
    return Reading(_title(reader) or found.stem, pages, missing)


def _opened(found: Raw) -> Any:
    """The library's reader, with the empty password where that will do."""
    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError
    except ImportError as error:
        raise MissingExtra.of("PDF files need pypdf", "pdf", error) from error
    _quiet()
    try:
        reader = PdfReader(io.BytesIO(found.data), strict=False)
        # A file that anybody may read but not change has the empty password.
        readable = not reader.is_encrypted or bool(reader.decrypt(""))
    except DependencyError as error:
        what = f"{found.place} is encrypted and needs a library"
        raise MissingExtra.of(what, "pdf", error) from error
    except Exception as error:  # damaged files raise nearly anything there
        raise InvalidInput(
            f"{found.place} is no PDF that can be read ({_shown(error)}); save or print it anew"
        ) from error
    if not readable:
        raise InvalidInput(f"{found.place} needs a password; save it without one and add that")
    return reader


def _quiet() -> None:
    """Keep what the library mends in silence from standard error, where nobody logs it."""
    log = logging.getLogger("pypdf")
    if not log.handlers:
        log.addHandler(logging.NullHandler())


def _count(reader: Any, found: Raw) -> int:
    try:
        count = len(reader.pages)
    except Exception as error:  # damaged files raise nearly anything there
        raise InvalidInput(
            f"the pages of {found.place} cannot be found ({_shown(error)}); save or print it anew"
        ) from error
    if not count:
        raise InvalidInput(f"{found.place} has no pages; there is nothing to add")
    return count


def _page(reader: Any, number: int) -> PageText | tuple[int, str]:
    """A page with its text, or its number and why it has none."""
    try:
        page = reader.pages[number - 1]
        text = _cleaned(page.extract_text())
        if text.strip():
            return PageText(number, text, "plain")
        return number, _PICTURE if _has_picture(page) else _BLANK
    except Exception as error:  # noqa: BLE001  # one damaged page leaves the others readable
        return number, f"it is damaged ({_shown(error)})"


def _cleaned(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    text = _LEADERS.sub(" …", _PARTED.sub("", text.translate(_LIGATURES)))
    return _STRAY.sub("", text)


def _has_picture(page: Any) -> bool:
    resources = page.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    found = objects.get_object().values() if objects is not None else ()
    return any(one.get_object().get("/Subtype") == "/Image" for one in found)


def _joined(missing: Iterable[tuple[int, str]]) -> Iterator[Unread]:
    """Pages next to each other that have one reason become one entry."""
    numbered = enumerate(missing)
    for (_, reason), group in groupby(numbered, lambda one: (one[1][0] - one[0], one[1][1])):
        numbers = [number for _, (number, _) in group]
        several = len(numbers) > 1
        place = f"pages {numbers[0]}–{numbers[-1]}" if several else f"page {numbers[0]}"
        yield Unread(place, reason)


def _title(reader: Any) -> str:
    try:
        found = reader.metadata.title if reader.metadata else ""
    except Exception:  # noqa: BLE001  # a damaged title is no reason to refuse the pages
        return ""
    return " ".join(_STRAY.sub("", found).split()) if isinstance(found, str) else ""


def _shown(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
