"""From a file or its bytes to its text, by what it holds and by its name."""

from __future__ import annotations

from seasoned.core import values
from seasoned.core.readings import Reading
from seasoned.readers.files import MOST_BYTES, Source, raw
from seasoned.readers.html import is_html, read_html
from seasoned.readers.pdf import is_pdf, read_pdf
from seasoned.readers.texts import read_text


def read(source: Source, name: str = "", *, most_bytes: int = MOST_BYTES) -> Reading:
    """Read a document: text, Markdown, HTML, PDF, code, CSV or JSON.

    Args:
        source: The path of a file, or its bytes.
        name: With the ending that tells the format; of a path its own if not given.
        most_bytes: Of a document that are read at most.

    Returns:
        Its title, its pages with text, and what could not be read of it or not for certain.

    Raises:
        InvalidInput: it is no file, is too large, or holds no text that can be read.
        MissingExtra: a PDF file, and the library for it is not installed.
    """
    found = raw(source, values.text(name, "name"), values.count(most_bytes, "most_bytes", least=1))
    if is_pdf(found.data):
        return read_pdf(found)
    if is_html(found):
        return read_html(found)
    return read_text(found)
