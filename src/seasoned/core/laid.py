"""How a text lies in a block of a context: its lines under a bullet, and where it may be cut.

No line of an item begins where a block's own lines do, so that no text can pass for a heading, a
bullet or the end of the frame.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from seasoned.core.borders import clusters, sentences, words
from seasoned.core.plaintext import FRAMING, one_line
from seasoned.core.unseen import UNSEEN

_SOURCE: Final = 200  # characters
_INDENT: Final = "  "
_MORE: Final = "…"
_STOPS: Final = tuple(".!?:;")
_NEWLINE: Final = re.compile(r"\n")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s+(?P<title>.*?)[\s#]*")
_UNDERLINE: Final = re.compile(r"\s{0,3}(?:=+|-+)\s*")


def laid(text: str, source: str) -> str:
    """A text with its source as a bullet; several lines are indented under it.

    It is unable to close or open the frame of a prompt.
    """
    lines = lines_of(text)
    named = f"[{one_line(source, _SOURCE)}]"
    if len(lines) < 2:
        return FRAMING.sub("‹", f"- {' '.join(''.join(lines).split())} {named}")
    return FRAMING.sub("‹", "\n".join([f"- {named}", *(_INDENT + line for line in lines)]))


def lines_of(text: str) -> list[str]:
    """Its lines with what they are indented by, but for blank ones and what nobody sees."""
    plain = (UNSEEN.sub("", line.rstrip()) for line in text.splitlines())
    return [line for line in plain if line.strip()]


def without_headings(text: str, headings: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The text without the headings that it begins with, and which of these they were.

    A text that is nothing else stays as it is.

    Args:
        text: Markdown or the like.
        headings: Titles above the text, the outermost first.
    """
    lines = text.splitlines()
    titles = {" ".join(title.split()): title for title in headings}
    dropped, at = list[str](), 0
    for end, title in _titles(lines):
        if title not in titles:
            break
        dropped.append(titles[title])
        at = end
    rest = "\n".join(lines[at:])
    return (rest, tuple(dropped)) if dropped and rest.strip() else (text, ())


def _titles(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The headings that the lines begin with, each with the number of the line behind it."""
    at = 0
    while at < len(lines):
        line = lines[at]
        underlined = at + 1 < len(lines) and _UNDERLINE.fullmatch(lines[at + 1]) is not None
        found = _HEADING.fullmatch(line)
        if line.strip() and found is None and not underlined:
            return
        at += 1 if found is not None or not line.strip() else 2
        if line.strip():
            yield at, " ".join((line if found is None else found["title"]).split())


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """As much of a text as fits, cut behind a sentence or line and ending in "…"; "" if none does.

    Where not even the first sentence fits, it is cut behind a word, else anywhere.

    Args:
        text: What does not fit as a whole.
        fits: Whether a part of it does.
    """
    text = "\n".join(lines_of(text))
    for borders in (_whole, words, clusters):
        ends = sorted(borders(text, 0, len(text)))
        # The first that does not fit; what is longer fits no better.
        found = bisect_left(ends, True, key=lambda end: not fits(_ended(text[:end])))
        if found and fits(short := _ended(text[: ends[found - 1]])):
            return short
    return ""


def _whole(text: str, start: int, end: int) -> set[int]:
    """Where a sentence or a line ends."""
    lines = {found.start() for found in _NEWLINE.finditer(text, start, end)}
    return lines | set(sentences(text, start, end))


def _ended(part: str) -> str:
    """A part with a mark that more followed, outside of what a fence or a table holds."""
    part = part.rstrip()
    lines = part.split("\n")
    fences = [found[1] for line in lines if (found := _FENCE.match(line))]
    if len(fences) % 2:
        return f"{part}\n{fences[-1]}\n{_MORE}"
    if lines[-1].lstrip().startswith("|") or _FENCE.match(lines[-1]):
        return f"{part}\n{_MORE}"
    return f"{part} {_MORE}" if part[-1:] in _STOPS else f"{part}{_MORE}"
