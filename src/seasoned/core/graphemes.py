"""Where a text may be cut without tearing apart what a reader sees as one character.

Knows the common cases of Unicode's rules for grapheme clusters: marks, joiners, skin tones, flags,
Hangul jamo, line ends and pairs of surrogates. It has no tables of its own: what is a mark is
what Python's database says.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_JOINER: Final = "\u200d"
# Most borders lie between two of these, and none of them joins with a neighbour.
_PLAIN: Final = re.compile("[\t\n -~\u00a1-\u02ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]")


def is_border(text: str, place: int, floor: int = 0) -> bool:
    """Whether the text may be cut at `place`, in characters.

    Args:
        text: Any text.
        place: The character that would begin the second part.
        floor: A border at or before `place`; nothing before it is looked at, so that a long run of
            flags takes no time.
    """
    if not floor < place < len(text):
        return True
    before, after = text[place - 1], text[place]
    if before == "\r":
        return after != "\n"
    if _PLAIN.match(after):  # it never joins with what stands before it, but through a joiner
        return before != _JOINER
    return not _joins(before, after) and not _halves(text, place, floor)


def _joins(before: str, after: str) -> bool:
    if after == _JOINER or unicodedata.category(after) in ("Mn", "Mc", "Me"):
        return True
    if before == _JOINER:
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return True  # skin tones, tags of regional flags
    if "\u1160" <= after <= "\u11ff":  # vowels and finals of a Hangul syllable
        return "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    if "\u1100" <= after <= "\u115f":
        return "\u1100" <= before <= "\u115f"
    return "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff"


def _halves(text: str, place: int, floor: int) -> bool:
    """Whether it is the middle of a flag, which is two letters of a kind of their own."""
    run = place
    while run > floor and _flag(text[run - 1]):
        run -= 1
    return _flag(text[place]) and (place - run) % 2 == 1


def _flag(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"
