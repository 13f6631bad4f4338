"""From a text to pieces small enough to be embedded and found, cut where its structure allows.

A section under a heading is cut by itself, and inside a section a cut depends on the text around
it and not on what was counted before it. So a change at one place leaves the pieces of other
sections as they are, and of its own section all but the nearest; what is unchanged keeps its
vector. Splitters from outside were tried: they fill each piece to the brim from the front, so that
a sentence that is added moves the borders of sections behind it (8 of 79 pieces of a text of 200
short sections, 23 of 43 without headings), and they tell neither headings nor the head of a table.

Knows nothing of files, stores or vectors.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal, Protocol
from zlib import crc32

from seasoned.core import values
from seasoned.core.borders import Borders, borders, gaps, lines_of, rows, sentences
from seasoned.core.graphemes import is_border
from seasoned.core.markdown import Block, blocks
from seasoned.core.tokens import estimate_tokens, running_tokens
from seasoned.errors import InvalidInput

Markup = Literal["markdown", "plain", "code", "csv"]
MARKUPS: Final = ("markdown", "plain", "code", "csv")
SIZE: Final = 256  # tokens of a piece at most, what it repeats included
OVERLAP: Final = 32  # tokens at most that a piece repeats of the one before it
LEAST: Final = 16  # tokens that a size must have: some characters cost five
_AROUND: Final = 16  # characters on either side that decide between places of one rank
_CLUSTER: Final = 64  # characters back in which a border between characters is looked for


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text.

    Attributes:
        text: What it says, without blank lines around it, and what it repeats in front.
        start: Its first character in the text that was cut.
        end: Behind its last one; the next piece begins here.
        headings: Titles from the outermost to the innermost that it stands under.
        page: Of the document, if its pages have numbers.
        repeated: Characters at the front of `text` that stand before `start`: the end of the piece
            before, the head of a table, or the line that opened a fence.
    """

    text: str
    start: int
    end: int
    headings: tuple[str, ...] = ()
    page: int | None = None
    repeated: int = 0


class Page(Protocol):
    """A page as a reader gives it; see `seasoned.core.readings`."""

    @property
    def number(self) -> int | None:
        """As a reader would cite it."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def markup(self) -> str:
        """One of `MARKUPS`."""


def chunk(
    text: str,
    *,
    size: int = SIZE,
    overlap: int = OVERLAP,
    markup: str = "markdown",
    page: int | None = None,
) -> tuple[Piece, ...]:
    """Cut a text into pieces; the same text always gives the same ones.

    Args:
        text: Any text.
        size: Tokens of a piece at most, as `estimate_tokens` counts them; at least 16.
        overlap: Tokens that a piece repeats at most of the one before it in the same section, whole
            sentences or lines; from 0 to half of `size`.
        markup: ``markdown``, ``plain``, ``code`` or ``csv``.
        page: Number that each piece carries.

    Returns:
        Pieces in order; ``text[p.start : p.end]`` of all of them is the whole text, and none of a
        blank one.

    Raises:
        InvalidInput: an argument is out of range.
    """
    given = values.instance(text, str, "text", "give the text itself")
    cutter = _Cutter(given, *_limits(size, overlap), *running_tokens(given))
    found = [cutter.bearable(block) for block in _blocks(given, markup)]
    return tuple(p for section in _sections(found) for p in cutter.pieces(section, page))


def chunk_pages(
    pages: Iterable[Page], *, size: int = SIZE, overlap: int = OVERLAP
) -> tuple[Piece, ...]:
    """Cut each page by itself; `start` and `end` count within the page.

    Raises:
        InvalidInput: an argument is out of range.
    """
    return tuple(
        piece
        for page in pages
        for piece in chunk(
            page.text, size=size, overlap=overlap, markup=page.markup, page=page.number
        )
    )


def _limits(size: int, overlap: int) -> tuple[int, int]:
    most = values.count(size, "size")
    if most < LEAST:
        raise InvalidInput(f"size must be at least {LEAST} tokens, got {most}")
    repeated = values.count(overlap, "overlap")
    if repeated > most // 2:
        raise InvalidInput(
            f"overlap must be at most half of size, {most // 2} tokens here, got {repeated}"
        )
    return most, repeated


def _blocks(text: str, markup: str) -> list[Block]:
    if markup not in MARKUPS:
        raise InvalidInput(
            f"markup must be one of {', '.join(MARKUPS)}, got {values.shown(markup)}"
        )
    if not text.strip():
        return []
    if markup == "markdown":
        return list(blocks(text))
    if markup == "plain":
        edges = [0, *gaps(text, 0, len(text)), len(text)]
        return [Block(start, end, "text") for start, end in pairwise(edges)]
    if markup == "csv":
        head = text[: next(rows(text, 0, len(text)), 0)]
        return [Block(0, len(text), "rows", again=head)]
    return [Block(0, len(text), "code")]


def _sections(found: list[Block]) -> Iterator[tuple[Block, ...]]:
    """Blocks from heading to heading; a heading without a text of its own goes with the next."""
    section: list[Block] = []
    for block in found:
        if block.kind == "heading" and section and section[-1].kind != "heading":
            yield tuple(section)
            section = []
        section.append(block)
    if section:
        yield tuple(section)


@dataclass(frozen=True, slots=True)
class _Cutter:
    """A text on its way to pieces, with the tokens up to each of its places."""

    text: str
    size: int
    overlap: int
    ends: array[int]
    sums: array[float]

    def bearable(self, block: Block) -> Block:
        """The block without what it needs again, if that would take more than half of a piece."""
        if self._tokens(block.start, block.start + len(block.again)) <= self.size // 2 - 2:
            return block
        return replace(block, again="")

    def pieces(self, section: tuple[Block, ...], page: int | None) -> Iterator[Piece]:
        before = section[0].start
        for begin, start, end in self._spans(section):
            text = self._text(section, before, start, end)
            repeated = len(text) - len(_trimmed(self.text[start:end]))
            yield Piece(text, begin, end, _headings(section, start, end), page, repeated)
            before = start

    def _spans(self, section: tuple[Block, ...]) -> list[tuple[int, int, int]]:
        """Where the pieces of a section begin, where their text does, and where they end.

        What is blank goes to the piece before it, at the front to the one behind it.
        """
        found = borders(self.text, section, self._fits)
        spans: list[tuple[int, int, int]] = []
        start = section[0].start
        while start < section[-1].end:
            end = self._end(section, found, start)
            if not self.text[start:end].isspace():
                spans.append((start if spans else section[0].start, start, end))
            elif spans:
                spans[-1] = (*spans[-1][:2], end)
            start = end
        return spans

    def _end(self, section: tuple[Block, ...], found: Borders, start: int) -> int:
        """Where a piece that begins at `start` ends, so that what it says keeps to the size."""
        again = self._again(section, start)
        most = self.size - estimate_tokens(again)
        room: float = min(
            most, self.size if start == section[0].start else self.size - self.overlap
        )
        first = bisect_right(found.places, start)
        while True:
            chosen = self._choose(found, start, room, first)
            end = found.places[chosen]
            if chosen == first and self._tokens(start, end) > 2 * self.size:
                return self._forced(start, end)
            over = estimate_tokens(_trimmed(self.text[start:end])) - most
            if over <= 0:
                return end
            if chosen == first and most == self.size:
                return self._forced(start, end)
            if chosen == first:  # rather whole than with anything in front
                most = self.size
            room = min(room, self._tokens(start, end)) - over

    def _choose(self, found: Borders, start: int, room: float, first: int) -> int:
        """The best place for a piece to end: of the highest rank, in the second half of the room.

        Of several of one rank the text around them decides. Wherever a piece began, the same
        place is taken, so that the pieces behind a change soon fall in with the old ones.
        """
        places, ranks, last = found.places, found.ranks, len(found.places) - 1
        if room <= 0 or self._tokens(start, places[-1]) <= room:
            return last if room > 0 else first
        high = bisect_right(places, self._reach(start, room)) - 1
        low = max(first, bisect_left(places, self._reach(start, room / 2)))
        # A short rest would say little alone; leave it a quarter of the room where that can be.
        spare = bisect_right(places, self._reach(places[-1], -room / 4)) - 1
        high = spare if low <= spare < high else high
        if low > high:
            return max(first, high)
        top = max(ranks[low : high + 1])
        best = (i for i in range(low, high + 1) if ranks[i] == top)
        return max(best, key=lambda i: (self._chance(places[i]), i))

    def _chance(self, place: int) -> int:
        around = self.text[max(0, place - _AROUND) : place + _AROUND]
        return crc32(around.encode("utf-8", "surrogatepass"))

    def _forced(self, start: int, end: int) -> int:
        """The end of a piece where no border will do: between characters, if that can be."""
        end = min(end, max(start + 1, self._reach(start, self.size)))
        while end - start > 1 and estimate_tokens(_trimmed(self.text[start:end])) > self.size:
            end = start + (end - start) * 7 // 8
        space = max(self.text.rfind(mark, (start + end) // 2, end) for mark in "\n ") + 1
        if space and is_border(self.text, space, start):
            return space
        for place in range(end, max(start, end - _CLUSTER), -1):
            if is_border(self.text, place, start):
                return place
        return end

    def _text(self, section: tuple[Block, ...], before: int, start: int, end: int) -> str:
        """What a piece says, with as much in front as there is room for."""
        own = _trimmed(self.text[start:end])
        if again := self._again(section, start):
            whole = again + own
            return whole if estimate_tokens(whole) <= self.size else own
        if start == section[0].start or not self.overlap:
            return own
        for place in self._leads(section, before, start):
            whole = _trimmed(self.text[place:end])
            if estimate_tokens(whole) <= self.size:
                return whole
        return own

    def _leads(self, section: tuple[Block, ...], before: int, start: int) -> list[int]:
        """Places in the piece before from which it may be repeated, the earliest first.

        What needs something in front to be understood is repeated whole or not at all.
        """
        low = max(before, self._reach(start, -self.overlap))
        found = set[int]()
        for block in _within(section, low, start):
            if block.start > low:
                found.add(block.start)
            span = (max(low, block.start), min(block.end, start))
            if block.kind in ("code", "rows"):
                found.update(rows(self.text, *span))
            elif not block.again:
                found.update(lines_of(self.text, *span), sentences(self.text, *span))
        return sorted(place for place in found if not self.text[place:start].isspace())

    def _again(self, section: tuple[Block, ...], start: int) -> str:
        """What the block needs in front in whose middle a piece begins, if it needs anything."""
        block = _within(section, start, start + 1)[0]
        return block.again if start >= block.start + len(block.again) else ""

    def _fits(self, start: int, end: int) -> bool:
        return self._tokens(start, end) <= self.size - 2  # 2: ends may cut a word's tokens apart

    def _tokens(self, start: int, end: int) -> float:
        return self._upto(end) - self._upto(start)

    def _upto(self, place: int) -> float:
        """Tokens up to a place; inside of a word its share of them."""
        at = bisect_left(self.ends, place)
        if at == len(self.ends) or place <= 0:
            return self.sums[-1] if place > 0 else 0.0
        begin, before = (self.ends[at - 1], self.sums[at - 1]) if at else (0, 0.0)
        return before + (self.sums[at] - before) * (place - begin) / (self.ends[at] - begin)

    def _reach(self, place: int, tokens: float) -> int:
        """The last place that is no more than some tokens behind another, or before it."""
        wanted = max(0.0, self._upto(place) + tokens)
        at = bisect_right(self.sums, wanted)
        if at == len(self.sums):
            return self.ends[-1]
        begin, before = (self.ends[at - 1], self.sums[at - 1]) if at else (0, 0.0)
        share = (wanted - before) / (self.sums[at] - before)
        return begin + max(0, int(share * (self.ends[at] - begin)))


def _trimmed(text: str) -> str:
    """Without blank lines at either end; how its first line is indented is kept."""
    text = text.rstrip()
    return text[text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1 :]


def _within(section: tuple[Block, ...], start: int, end: int) -> tuple[Block, ...]:
    """The blocks that a stretch has a part in."""
    first = bisect_right(section, start, key=lambda block: block.start) - 1
    return section[first : bisect_left(section, end, lo=first + 1, key=lambda block: block.start)]


def _headings(section: tuple[Block, ...], start: int, end: int) -> tuple[str, ...]:
    """The path of the first text in a stretch, of its first heading if it has no text."""
    inside = _within(section, start, end)
    return next((block for block in inside if block.kind != "heading"), inside[0]).headings
