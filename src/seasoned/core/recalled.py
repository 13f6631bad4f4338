"""Recalled text that comes back: how it is known again, and what a text is without it.

A block is known by its marks. One whose end is missing is known by the first line of its frame,
for people write of the marks, too. It knows no records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from seasoned.core import assembled, page

INSTEAD: Final = "[recalled experience]"
# Within JSON a line ends in two characters.
_FRAME: Final = {
    page.MARK: re.compile(r"(?i)(?:\s|\\[nr])*+Notes from earlier attempts"),
    assembled.MARK: re.compile(r"(?i)(?:\s|\\[nr])*+What memory holds that may help"),
}
_TAG: Final = re.compile(rf"<(/?)({page.MARK}|{assembled.MARK})>", re.IGNORECASE)


def is_marked(text: str) -> bool:
    """Whether it holds a mark of recalled text at all."""
    return _TAG.search(text) is not None


def without_recalled(text: str, instead: str = INSTEAD) -> str:
    """The text without what was recalled into it, so that nothing is learned twice."""
    return without_recalled_in([text], instead)[0]


def without_recalled_in(texts: Sequence[str], instead: str = INSTEAD) -> list[str]:
    """Texts that follow one another without what was recalled; a block may run over several."""
    if not any(map(is_marked, texts)):
        return list(texts)
    ends = [end - 1 for end in accumulate(len(text) + 1 for text in texts)]
    blocks = list(_blocks("\n".join(texts), ends))
    return [
        _cut(text, [(max(a, start) - start, min(b, end) - start) for a, b in blocks], instead)
        for text, end in zip(texts, ends, strict=True)
        for start in [end - len(text)]
    ]


def _blocks(text: str, ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where blocks begin and end; of those in a frame the end may be missing, or in a later text.

    Each tag is looked at once, however many there are.
    """
    opened: re.Match[str] | None = None
    framed, until, after = False, -1, iter(ends)
    for tag in _TAG.finditer(text):
        if opened is not None and not framed and tag.start() > until:
            opened = None  # a mark that somebody wrote of, texts ago
        while until < tag.start():
            until = next(after)
        closing, mark = tag[1], tag[2].lower()
        if not closing and (opened is None or not framed):
            opened, framed = tag, _FRAME[mark].match(text, tag.end()) is not None
            begun = until
        elif closing and opened is not None and opened[2].lower() == mark:
            yield opened.start(), tag.end()
            opened = None
    if opened is not None and framed:
        yield opened.start(), begun


def _cut(text: str, blocks: Sequence[tuple[int, int]], instead: str) -> str:
    parts, at = list[str](), 0
    for start, end in blocks:
        if start < end:
            parts += [text[at:start], instead]
            at = end
    return "".join([*parts, text[at:]])
