"""Where a text may be cut, from the best places to the worst.

A stretch that is too long for a piece is cut at its blank lines or items, what is still too long
at its lines, then at sentences, words, marks, and at last between characters. Knows nothing of
sizes: whoever asks says what is short enough. Every search is one pass without going back.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from seasoned.core.graphemes import is_border
from seasoned.core.markdown import LIST_ITEM, Block, Kind

Fits = Callable[[int, int], bool]  # whether the stretch between two places is short enough
Search = Callable[[str, int, int], Iterator[int]]  # the places inside a stretch, ascending

# Ranks: of two places that will do, the one with the higher rank is better.
CLUSTER, MARK, WORD, SENTENCE, LINE, STEP, GAP, ITEM, BLOCK = range(1, 10)

_NEWLINE: Final = re.compile(r"\n")
_EMPTY: Final = re.compile(r"\n(?:[ \t\r]*+\n)++")
# A search that fails begins anew one character on, so what repeats may only begin where a run does.
_SPACE: Final = re.compile(r"(?<=\S)\s++(?=\S)")
_JOINT: Final = re.compile(r"[,;:&?=)\]}>|/、，；：・](?=\S)")
# Behind the mark: what closes a quotation, and the space; CJK marks need none.
_SENTENCE: Final = re.compile(
    r"""
      (?<![.!?…‽؟۔।॥])[.!?…‽؟۔।॥]++["'”’»)\]*_]*+\s++(?=\S)
    | (?<![。！？｡])[。！？｡]++["'”’»」』）)\]]*+\s*+(?=\S)
    """,
    re.VERBOSE,
)
# Words that a full stop shortens and that seldom end a sentence, in English and German.
_SHORT: Final = frozenset(
    """
    abb art bd bspw bzw ca cf dr ed eds eq etc fig figs ggf hr inc jr ltd mr mrs ms nr no prof resp
    sec sog sr st str tab usw vgl vol vs zb
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_LAST_WORD: Final = 12  # characters in which the word before a full stop is looked for
_ENDED: Final = ".!?…:;。！？।؟*_|>)]}\"'”’»"  # what a line may end with that a page has not broken
_FILLED: Final = range(50, 121)  # characters of a line that a page may have broken
# What begins a line of its own: an item, a quotation, a table, a time or who speaks.
_OPENER: Final = re.compile(
    r"[ \t]*+(?:[-*+•◦▪‣>|#\[<]|\d{1,9}[.):]|(?:(?![a-z])[\w.'-]{1,20}[ ])?[\w.'-]{1,20}:(?:\s|$))"
)
_INDENT: Final = re.compile(r"[ \t]*+")
# Lines that only open or close what belongs to the lines around them.
_CLOSER: Final = re.compile(r"[)\]}>]|end\b|else\b|elif\b|except\b|finally\b|catch\b")


def lines_of(text: str, start: int, end: int) -> Iterator[int]:
    """Where lines begin, those excepted that only the width of a page has broken."""
    for place in _ends(_NEWLINE, text, start, end):
        if not _wrapped(text, place, start):
            yield place


def rows(text: str, start: int, end: int) -> Iterator[int]:
    """Where lines begin, all of them."""
    return _ends(_NEWLINE, text, start, end)


def records(text: str, start: int, end: int) -> Iterator[int]:
    """Where records of comma-separated values begin; a quoted line end is none."""
    quotes, seen = 0, start
    for place in _ends(_NEWLINE, text, start, end):
        quotes += text.count('"', seen, place)
        seen = place
        if quotes % 2 == 0:
            yield place


def gaps(text: str, start: int, end: int) -> Iterator[int]:
    """Where something begins behind blank lines."""
    return _ends(_EMPTY, text, start, end)


def definitions(text: str, start: int, end: int) -> Iterator[int]:
    """Where something begins at the left margin of code, behind blank lines."""
    for place in gaps(text, start, end):
        if text[place] not in " \t\r" and not _CLOSER.match(text, place):
            yield place


def steps(text: str, start: int, end: int) -> Iterator[int]:
    """Where lines of code begin that are indented less than the one before them."""
    deep = _width(text, start)
    for place in rows(text, start, end):
        width = _width(text, place)
        if text[place + width : place + width + 1].isspace():
            continue
        if width < deep and not _CLOSER.match(text, place + width):
            yield place
        deep = width


def outer_items(text: str, start: int, end: int) -> Iterator[int]:
    """Where the items of a list begin that are indented no more than its first."""
    first = _indent(text, start)
    for place in items(text, start, end):
        if _indent(text, place) <= first:
            yield place


def items(text: str, start: int, end: int) -> Iterator[int]:
    """Where the items of a list and of the lists in it begin."""
    for place in _ends(_NEWLINE, text, start, end):
        if LIST_ITEM.match(text, place):
            yield place


def sentences(text: str, start: int, end: int) -> Iterator[int]:
    """Where sentences begin."""
    for found in _SENTENCE.finditer(text, start, end):
        place = found.end()
        if place == end or not is_border(text, place, start):
            continue
        if not _shortened(text, found.start(), place, start):
            yield place


def words(text: str, start: int, end: int) -> Iterator[int]:
    """Where words begin, by the space before them."""
    return (p for p in _ends(_SPACE, text, start, end) if is_border(text, p, start))


def joints(text: str, start: int, end: int) -> Iterator[int]:
    """Places behind marks that join what could stand apart, as in an address."""
    return (p for p in _ends(_JOINT, text, start, end) if is_border(text, p, start))


def clusters(text: str, start: int, end: int) -> Iterator[int]:
    """Places between characters, as a reader counts them."""
    floor = start
    for place in range(start + 1, end):
        if is_border(text, place, floor):
            yield place
            floor = place


_RUNNING: Final[tuple[tuple[Search, int], ...]] = (
    (lines_of, LINE),
    (sentences, SENTENCE),
    (words, WORD),
    (joints, MARK),
    (clusters, CLUSTER),
)
_LINED: Final[tuple[tuple[Search, int], ...]] = (
    (rows, LINE),
    (words, WORD),
    (joints, MARK),
    (clusters, CLUSTER),
)
_CODE: Final[tuple[tuple[Search, int], ...]] = (
    (definitions, ITEM),
    (gaps, GAP),
    (steps, STEP),
    *_LINED,
)
_LEVELS: Final[dict[Kind, tuple[tuple[Search, int], ...]]] = {
    "heading": _RUNNING,
    "text": _RUNNING,
    "list": ((outer_items, ITEM), (items, GAP), (gaps, GAP), *_RUNNING),
    "table": _LINED,
    "fence": _CODE,
    "code": _CODE,
    "rows": ((records, ITEM), *_LINED),
}


@dataclass(frozen=True, slots=True)
class Borders:
    """Places and their ranks, ascending; arrays, since a text may have as many as characters."""

    places: array[int] = field(default_factory=lambda: array("q"))
    ranks: bytearray = field(default_factory=bytearray)

    def add(self, place: int, rank: int) -> None:
        """Add a place behind all others."""
        self.places.append(place)
        self.ranks.append(rank)


def borders(text: str, blocks: tuple[Block, ...], fits: Fits) -> Borders:
    """The places between the smallest parts of some blocks, the end of the last one included.

    What fits is not cut; what does not is cut at the best places that leave parts which fit. What
    a block needs again is not parted from what follows it.
    """
    found = Borders()
    for block in blocks:
        if not fits(block.start, block.end):
            span = (block.start + len(block.again), block.end)
            _cut(text, span, _LEVELS[block.kind], fits, found)
        found.add(block.end, BLOCK)
    return found


def _cut(
    text: str,
    span: tuple[int, int],
    levels: tuple[tuple[Search, int], ...],
    fits: Fits,
    found: Borders,
) -> None:
    """Cut a stretch at the places of the first level, and what is still too long at the next."""
    (search, rank), finer = levels[0], levels[1:]
    start, end = span
    for place in chain(search(text, start, end), (end,)):
        if finer and not fits(start, place):
            _cut(text, (start, place), finer, fits, found)
        if place < end:
            found.add(place, rank)
        start = place


def _ends(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[int]:
    return (m.end() for m in pattern.finditer(text, start, end) if m.end() < end)


def _width(text: str, place: int) -> int:
    found = _INDENT.match(text, place)
    return found.end() - place if found else 0


def _indent(text: str, place: int) -> int:
    found = LIST_ITEM.match(text, place)
    return len(found.group()) - len(found.group().lstrip(" \t")) if found else 0


def _wrapped(text: str, place: int, floor: int) -> bool:
    """Whether the width of a page has broken the line before: a sentence goes on in the next."""
    behind = text[max(floor, place - _FILLED.stop - 1) : place].rstrip()
    line = behind[behind.rfind("\n") + 1 :]
    if not line or line[-1] in _ENDED or _OPENER.match(text, place):
        return False
    return text[place].islower() or len(line) in _FILLED


def _shortened(text: str, mark: int, after: int, floor: int) -> bool:
    """Whether a full stop ends a shortened word or a number, and no sentence."""
    if text[mark] != "." or text[mark + 1] == ".":
        return False
    before = text[max(floor, mark - _LAST_WORD) : mark]
    if before[-1:].isspace():  # one of a row of dots, as in a table of contents
        return True
    word = re.split(r"[\s(\"'.]", before)[-1].lower()
    if word.isdecimal():  # of a list, or of a German date
        return len(word) <= 2
    if len(word) <= 3 and text[after].islower():
        return True
    return word in _SHORT or (len(word) == 1 and word.isalpha())
