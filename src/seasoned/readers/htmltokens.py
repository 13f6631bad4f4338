"""The tags and texts of an HTML page, in one pass.

Python's own `html.parser` takes a time that grows with the square of the length where tags or
comments are left open, minutes for 80 kB of them. This one never looks at a character more than a
few times. It knows no element but those whose content is no markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Final

# Scripts and styles are not text for a reader; the others hold text that is no markup.
_SILENT: Final = frozenset({"script", "style", "template", "noscript", "iframe", "svg", "math"})
_LITERAL: Final = frozenset({"title", "textarea", "xmp"})
_NAME: Final = re.compile(r"<(/?)([a-zA-Z][^\s/<>]{0,60})")
# What is between the name and the end of a tag. A value in quotes may hold a ">", but one that is
# never closed must not be looked for in vain time and again.
_REST: Final = re.compile(r"""(?:[^<>"']++|"[^"]{0,4000}"|'[^']{0,4000}'|["'])*+""")
_ATTRIBUTE: Final = re.compile(
    r"""([a-zA-Z][\w:.-]{0,60})(?:\s{0,9}=\s{0,9}(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?"""
)


@dataclass(frozen=True, slots=True)
class Text:
    """Characters between tags, their entities resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Open:
    """A tag that opens an element, or is one."""

    name: str
    attributes: str = ""

    def get(self, name: str) -> str:
        """The value of an attribute, "" if it has none or is not there."""
        for found in _ATTRIBUTE.finditer(self.attributes):
            if found.group(1).lower() == name:
                return unescape(found.group(2) or found.group(3) or found.group(4) or "")
        return ""

    def has(self, name: str) -> bool:
        """Whether an attribute is there, with a value or without."""
        return any(m.group(1).lower() == name for m in _ATTRIBUTE.finditer(self.attributes))


@dataclass(frozen=True, slots=True)
class Close:
    """A tag that closes an element."""

    name: str


Token = Text | Open | Close


def tokens(page: str) -> Iterator[Token]:
    """What a page consists of; comments, scripts and the like are left out."""
    return _Scan(page).tokens()


@dataclass(slots=True)
class _Scan:
    page: str
    absent: set[str] = field(default_factory=set)  # ends that do not come again

    def tokens(self) -> Iterator[Token]:
        place = 0
        while place < len(self.page):
            mark = self.page.find("<", place)
            if mark < 0:
                mark = len(self.page)
            if mark > place:
                yield Text(unescape(self.page[place:mark]))
            if mark < len(self.page):
                token, place = self._tag(mark)
                if token is not None:
                    yield token
                    inner, place = self._content(token, place)
                    yield from inner
            else:
                place = mark

    def _tag(self, place: int) -> tuple[Token | None, int]:
        """What begins at a ``<``, and where it ends."""
        named = _NAME.match(self.page, place)
        if named is None:
            return self._declaration(place)
        rest = _REST.match(self.page, named.end())
        end = rest.end() if rest else named.end()
        behind = end + (self.page[end : end + 1] == ">")
        name = named.group(2).lower()
        if named.group(1):
            return Close(name), behind
        return Open(name, self.page[named.end() : end]), behind

    def _declaration(self, place: int) -> tuple[Token | None, int]:
        for start, ends in (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!", ">"), ("<?", ">")):
            if self.page.startswith(start, place):
                return None, self._behind(ends, place + len(start))
        return Text("<"), place + 1

    def _behind(self, end: str, place: int) -> int:
        """Behind an end that is looked for once only if it does not come."""
        found = -1 if end in self.absent else self.page.find(end, place)
        if found < 0:
            self.absent.add(end)
            return place
        return found + len(end)

    def _content(self, token: Token, place: int) -> tuple[tuple[Token, ...], int]:
        """The content of an element that holds no markup, and where its end begins."""
        if not isinstance(token, Open) or token.name not in _SILENT | _LITERAL:
            return (), place
        if token.attributes.endswith("/") or token.name in self.absent:
            return (), place
        closing = re.compile(rf"</{token.name}\b", re.IGNORECASE).search(self.page, place)
        if closing is None:
            self.absent.add(token.name)
            return (), place
        text = self.page[place : closing.start()]
        return ((Text(unescape(text)),) if token.name in _LITERAL else ()), closing.start()
