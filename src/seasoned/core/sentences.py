"""Sentences of a text in any script, and what of a sentence can go without a loss of fact.

Trimming takes away openers ("Wow, thanks!"), names by which the other is addressed, fillers and,
in English, articles. It never touches negations, numbers, names, verbs or what relates them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from seasoned.core.wording import empty, language, terms

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
_ARTICLE: Final = re.compile(r"(?:^(?:An?|The)|(?<![\w/.-])(?:an?|the)) (?=[\w\"'“])")
_FILLER: Final = re.compile(  # in lower case alone: "the Super Bowl" has none
    r"(?<![\w-])(?:really|just|very|actually|basically|kinda|kind of|sort of|quite|totally"
    r"|definitely|literally|honestly|of course|such"
    r"|(?:so|pretty|super)(?= (?:much|many|well|happy|glad|proud|excited|good|bad|cool|fun|great"
    r"|nice|big|hard|easy|important|inspiring|sure)\b)) (?=\w)"
)
_NEGATED: Final = re.compile(r"(?:n't|\bnot|\bnever) $", re.IGNORECASE)
_STOPS: Final = ".!。！；;, "
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
    """A sentence that is too wide in parts at its spaces, where it has some, else cut off."""
    wide = width(sentence)
    if wide <= longest:
        return [sentence]
    size = max(1, longest * len(sentence) // wide)
    parts = re.findall(rf"\S.{{0,{size - 1}}}(?=\s|$)|\S{{{size},}}", sentence)
    return [part if len(part) <= size else f"{part[:size]}…" for part in parts]


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
    words = frozenset(terms(short))
    if empty(words):
        return ""
    if language(words) == "en":
        short = _FILLER.sub(_unless_negated, short)
        short = _ARTICLE.sub("", short)
    return short.strip()


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


def _unless_negated(found: re.Match[str]) -> str:
    """Without the filler, unless that would turn "not really happy" into "not happy"."""
    before = found.string[max(0, found.start() - 6) : found.start()]
    return found.group() if _NEGATED.search(before) else ""


def joined(found: Iterable[str]) -> str:
    """Sentences as one line of notes: semicolons between them, and no full stop at the end."""
    held = [bare for one in found if (bare := one.rstrip(_STOPS))]
    return "".join(
        f"{one}{_between(one) if i + 1 < len(held) else ''}" for i, one in enumerate(held)
    )


def _between(sentence: str) -> str:
    if sentence[-1] in "?？":
        return " " if sentence[-1] == "?" else ""
    return "；" if width(sentence[-1]) > 1 else "; "


def width(text: str) -> int:
    """About what a text costs, in Latin characters: one of another script is three."""
    if text.isascii():
        return len(text)
    return len(text) + 2 * sum(character > "\u2e7f" for character in text)
