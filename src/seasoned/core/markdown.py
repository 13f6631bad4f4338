"""The blocks of a Markdown text: headings, fenced code, tables, lists and paragraphs.

Knows lines and what they open or close, read in one pass, and nothing of sizes. Every block holds
the blank lines behind it, so that the blocks together are the whole text. What stands inside a
paragraph is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Kind = Literal["heading", "fence", "table", "list", "text", "code", "rows"]
LIST_ITEM: Final = re.compile(r"[ \t]*+(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_FENCE: Final = re.compile(r"[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?(`{3,}+(?!.*`)|~{3,}+)")
_LINE: Final = re.compile(r"[^\n]*+\n|[^\n]++")
_TITLE: Final = 120  # characters of a heading that a path repeats
_MATTER: Final = 200  # lines in which front matter has to end


class Line(NamedTuple):
    """A line with its end, and where it begins."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Where the next one begins."""
        return self.start + len(self.text)

    @property
    def blank(self) -> bool:
        """Whether nothing stands in it."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a text that belongs together.

    Attributes:
        start: Its first character.
        end: Behind its last one, the blank lines behind it included.
        kind: What it is.
        headings: Titles from the outermost to the innermost that it stands under; a heading stands
            under itself.
        again: What a part of it that does not begin with it needs in front to be understood: the
            head of a table, the line that opens a fence.
    """

    start: int
    end: int
    kind: Kind
    headings: tuple[str, ...] = ()
    again: str = ""


def lines(text: str) -> list[Line]:
    """Its lines, which together are the whole text."""
    return [Line(m.start(), m.group()) for m in _LINE.finditer(text)]


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a Markdown text, which together are the whole text; none of a blank one."""
    found = lines(text)
    path: list[tuple[int, str]] = []
    first = place = next((i for i, line in enumerate(found) if not line.blank), len(found))
    while place < len(found):
        kind, level, after = _block(found, place, top=place == first)
        if kind == "heading":
            path = [
                *((lv, title) for lv, title in path if lv < level),
                (level, _title(found, place)),
            ]
        end = after
        while end < len(found) and found[end].blank:
            end += 1
        yield Block(
            start=0 if place == first else found[place].start,
            end=found[end - 1].end,
            kind=kind,
            headings=tuple(title for _, title in path),
            again=_again(kind, found, place),
        )
        place = end


def _block(found: list[Line], place: int, *, top: bool) -> tuple[Kind, int, int]:
    """The kind of the block that begins at a line, its level and the line behind it."""
    line = found[place]
    if top and line.text.strip() == "---" and (after := _matter(found, place)):
        return "text", 0, after
    if heading := _HEADING.match(line.text):
        return "heading", len(heading.group(1)), place + 1
    if LIST_ITEM.match(line.text) and not _rule(line):
        return "list", 0, _list_end(found, place)
    if _FENCE.match(line.text):
        return "fence", 0, _fence_end(found, place)
    if _is_table(found, place):
        return "table", 0, _table_end(found, place)
    return _paragraph(found, place)


def _title(found: list[Line], place: int) -> str:
    title = found[place].text.strip()
    if _HEADING.match(found[place].text):
        title = title.lstrip("#").strip()
        bare = title.rstrip("#")
        title = bare.rstrip() if not bare or bare[-1] in " \t" else title
    return title if len(title) <= _TITLE else title[: _TITLE - 1] + "…"


def _again(kind: Kind, found: list[Line], place: int) -> str:
    if kind == "table":
        return found[place].text + found[place + 1].text
    return found[place].text if kind == "fence" else ""


def _matter(found: list[Line], place: int) -> int:
    """The line behind front matter, 0 if there is none."""
    ends = range(place + 1, min(len(found), place + _MATTER))
    return next((i + 1 for i in ends if found[i].text.rstrip() in ("---", "...")), 0)


def _fence_end(found: list[Line], place: int) -> int:
    opened = _FENCE.match(found[place].text)
    mark = opened.group(1) if opened else "```"
    for after in range(place + 1, len(found)):
        text = found[after].text.strip()
        if text.startswith(mark) and not text.strip(mark[0]):
            return after + 1
    return len(found)  # one that is never closed holds all that follows


def _is_table(found: list[Line], place: int) -> bool:
    if "|" not in found[place].text or place + 1 == len(found):
        return False
    under = found[place + 1].text.strip()
    return "|" in under and "-" in under and not under.strip("|-: \t")


def _table_end(found: list[Line], place: int) -> int:
    place += 2
    while place < len(found) and "|" in found[place].text:
        place += 1
    return place


def _list_end(found: list[Line], place: int) -> int:
    """The line behind a list, with what its items hold: further lines, code, lists in it."""
    while place < len(found):
        line = found[place]
        if line.blank:
            place += 1
            if place < len(found) and not _in_list(found[place]):
                return place
        elif _FENCE.match(line.text):
            place = _fence_end(found, place)
        elif _HEADING.match(line.text):
            return place
        else:
            place += 1
    return place


def _in_list(line: Line) -> bool:
    """Whether a line behind a blank one still belongs to a list."""
    return line.blank or line.text[0] in " \t" or bool(LIST_ITEM.match(line.text))


def _rule(line: Line) -> bool:
    """Whether it is a line drawn across the page, such as ``* * *``."""
    bare = "".join(line.text.split())
    return len(bare) >= 3 and bare[0] in "-*_" and not bare.strip(bare[0])


def _paragraph(found: list[Line], place: int) -> tuple[Kind, int, int]:
    after = place + 1
    while after < len(found) and not found[after].blank:
        text = found[after].text
        bare = text.strip()
        if after == place + 1 and len(bare) >= 2 and not bare.strip(bare[0]) and bare[0] in "=-":
            return "heading", 1 if bare[0] == "=" else 2, after + 1
        if _HEADING.match(text) or _FENCE.match(text) or _is_table(found, after):
            break
        if LIST_ITEM.match(text) and not text.lstrip()[0].isdigit():
            break
        after += 1
    return "text", 0, after
