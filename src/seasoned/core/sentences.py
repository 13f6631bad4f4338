"""Sentences of a text in any script, and what of a sentence can go without a loss of fact.

Trimming takes away sentences that are only courtesy, openers ("Wow, thanks!") and names by which
the other is addressed. What it leaves of a sentence are its own words, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from seasoned.core.courtesies import courtesy
from seasoned.core.wording import empty, terms

# The end of a sentence: a mark with a space behind, a mark of scripts without spaces, a new line.
_END: Final = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；])[」』”’）]*|\s*\n\s*")
_SHORT: Final = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|nr|ca|bzw|usw|sra?|dra|fig|vol|inc|e\.g|i\.e"
    r"|z\.\s?b|d\.\s?h|u\.\s?a|p\.\s?ej)|(?<![^\W_])[^\W\d_]|^\s*\d{1,3})\.$",
    re.IGNORECASE,
)
_OPENER: Final = (
    r"(?:wow|whoa|hey|hi|hello|yeah|yep|yup|oh|ah|aww?|haha|lol|thanks(?: (?:so much|a lot|again))?"
    r"|thank you(?: so much)?|cool|great|nice|awesome|totally|absolutely|definitely|for sure|right"
    r"|okay|ok|well|so|and|of course|no problem|congrats|congratulations|sounds (?:great|good)"
    r"|danke(?: schön)?|vielen dank|hallo|prima|super|klasse|genau|gut|also|na ja"
    r"|gracias|muchas gracias|hola|vale|genial|claro|bueno|merci|bonjour|d'accord)"
)
_CLAUSE: Final = re.compile(r"[,;:](?=\s)|\s[-–—](?=\s)|[，；：、]")
_MARKS: Final = " ,;:-–—，；：、"
_QUOTES: Final = " \"'”’)]）」』.!…~"
_BLANKS: Final = re.compile(r"[^\S\n]+")
_SPACES: Final = re.compile(r"\s+")


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order, without blank ones; a line ends one, too."""
    text = _BLANKS.sub(" ", text)
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        before = text[start : end.start()]
        if "\n" not in end.group() and before.endswith(".") and _SHORT.search(before[-8:]):
            continue
        found.append(text[start : end.end()])
        start = end.end()
    found.append(text[start:])
    return [plain for one in found if (plain := one.strip())]


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return sentence.rstrip(_QUOTES).endswith(("?", "？", "吗", "呢", "么"))


def portions(sentence: str, longest: int) -> list[str]:
    """A sentence that is too wide in parts, cut like `shortened`; what cannot be is cut off."""
    parts: list[str] = []
    while width(sentence) > longest:
        end = _end(sentence, longest)
        parts.append(shortened(sentence, longest))
        if not end:
            return parts
        sentence = sentence[end:].lstrip()
    return [*parts, sentence]


def shortened(sentence: str, longest: int) -> str:
    """A sentence of at most a width: to the end of a clause, else of a word, with "…" behind."""
    if width(sentence) <= longest:
        return sentence
    end = _end(sentence, longest) or _characters(sentence, longest)
    return f"{sentence[:end].rstrip(_MARKS)}…"


def _end(sentence: str, longest: int) -> int:
    """Where a sentence is to be cut, 0 where it has neither clauses nor words."""
    most = _characters(sentence, longest)
    clauses = (found.end() for found in _CLAUSE.finditer(sentence, 0, most + 1))
    word = max(0, sentence.rfind(" ", 0, most + 1))
    return max((end for end in clauses if most // 2 < end <= most), default=word)


def _characters(sentence: str, longest: int) -> int:
    """How many of its characters are that wide, less one for the mark."""
    return max(1, longest * len(sentence) // width(sentence) - 1)


def trimmed(sentence: str, addressed: tuple[str, ...] = ()) -> str:
    """A sentence without what is only courtesy or filler; empty if that is all it was.

    Args:
        sentence: One sentence.
        addressed: Names of those who take part, to be left out where they are spoken to.
    """
    opening, calling = _addressing(addressed)
    short = opening.sub("", _SPACES.sub(" ", sentence).strip())
    if calling is not None:
        short = calling.sub("", short)
    return "" if empty(terms(short)) or courtesy(short) else short.strip()


@lru_cache(maxsize=64)
def _addressing(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str] | None]:
    """Patterns of how a sentence opens, and of names called behind a comma."""
    called = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    behind = rf"(?:,? (?-i:{called}))?" if called else ""
    # "Ann, Bob and I went" speaks of Ann and not to her.
    called_first = rf"(?-i:{called})(?!,? (?:\w+,? )?and\b)"
    opener = f"(?:{_OPENER}|{called_first})" if called else _OPENER
    mark = r"(?:\s*[,!.…;]+\s*|\s+[-–—]+\s+|$)"
    opening = rf"^(?:{opener}{behind}(?:{mark}|\s+(?=(?:i|i'\w+|we|my|ich)\b))){{1,4}}"
    calling = rf",\s*(?:{called})(?=\s*[!.?…]*$)" if called else None
    return (
        re.compile(opening, re.IGNORECASE),
        None if calling is None else re.compile(calling),
    )


def joined(found: Iterable[str]) -> str:
    """Sentences on one line, with the marks that they have; scripts without spaces need none."""
    held = [bare for one in found if (bare := one.strip())]
    return "".join(
        f"{one}{' ' if i + 1 < len(held) and width(one[-1]) == 1 else ''}"
        for i, one in enumerate(held)
    )


def width(text: str) -> int:
    """About what a text costs, in Latin characters: one of another script is three."""
    if text.isascii():
        return len(text)
    return len(text) + 2 * sum(character > "\u2e7f" for character in text)
