"""What a reader makes of a file: pages of text, and what could not be read of it.

Values only; the readers fill them, the memory of documents stores their pieces.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageText:
    """A page, or the whole of a text that has none.

    Attributes:
        number: As a reader would cite it, from 1; None of a text without pages.
        text: What it says.
        markup: ``markdown``, ``plain``, ``code`` or ``csv``, as `seasoned.core.chunking` takes it.
    """

    number: int | None
    text: str
    markup: str = "markdown"


@dataclass(frozen=True, slots=True)
class Unread:
    """A part of a file that could not be read, or not for certain, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it was read.

    Attributes:
        title: What it calls itself, else its name without the ending; "" if it has neither.
        pages: Those with text, in order.
        unread: What is missing from them.
    """

    title: str
    pages: tuple[PageText, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def text(self) -> str:
        """All pages, with a blank line between them."""
        return "\n\n".join(page.text for page in self.pages)
