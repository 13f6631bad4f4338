"""How far a statement is borne out by words that were said, in any language.

Words and numbers are compared, not what they mean and not whether they were asked or denied; a
statement in another language than the words fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from seasoned.core.extracting import Extracted, fold

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.,]\d+)*")
_HAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
# Words by which a model frames what somebody said, and words without a content of their own.
_FRAME: Final = frozenset(
    """
    user users user's name names nutzers benutzers
    the and that this their his her they she has have had are was were is its with
    for from not does don't doesn't into who which about been being will would should could can
    may named called likes like prefers prefer dislikes dislike loves wants want lives live
    works work uses use speaks always never please answer answers respond responses reply
    replies nutzer nutzerin benutzer lebt leben trinkt isst hat der die das den dem des ein eine
    einen einer und ist sind haben nicht kein keine mit für von aus auf sich sein seine ihre mag
    bevorzugt möchte wohnt arbeitet usuario usuaria los las una unos unas del que con por para
    sus está son tiene prefiere gusta gustan quiere vive trabaja como pero
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_GLUE: Final = frozenset(
    (
        "the",
        "a",
        "an",
        "and",
        "or",
        "of",
        "in",
        "to",
        "for",
        "with",
        "und",
        "oder",
        "der",
        "die",
        "das",
    )
)
_FRAME_HAN: Final = frozenset(
    "用户戶使者喜欢歡偏好希望的了是有在和与與我他她你一个個们們这這那都也很就不没沒会會要叫养養"
)
_COUNTS: Final = (
    ("1", "one eins ein eine einen uno una un 一"),
    ("2", "two zwei dos 二 两 兩 both beide"),
    ("3", "three drei tres 三"),
    ("4", "four vier cuatro 四"),
    ("5", "five fünf cinco 五"),
    ("6", "six sechs seis 六"),
    ("7", "seven sieben siete 七"),
    ("8", "eight acht ocho 八"),
    ("9", "nine neun nueve 九"),
    ("10", "ten zehn diez 十"),
    ("11", "eleven elf once 十一"),
    ("12", "twelve zwölf doce 十二"),
)
_SPELLED: Final = {digit: frozenset(words.split()) for digit, words in _COUNTS}


def support(text: str, said: str) -> float:
    """Share of the words of a text that were said; 0 if a number of it was not, or it has none.

    Args:
        text: The statement.
        said: What it should be borne out by; its case does not matter.
    """
    told = fold(said)
    words = set(_WORD.findall(told))
    needed = list(_content(fold(text)))
    if not all(_counted(each, words, told) for each in needed if each[0].isdigit()):
        return 0.0
    return _share(needed, words, told)


def all_said(text: str, said: str) -> bool:
    """Whether every word and number of a text was said, small ones too, and it has any.

    Forms of a word pass for it; of a text of Chinese or Japanese every character must be there.
    """
    told = fold(said)
    words = set(_WORD.findall(told))
    starts = {word[:3] for word in words}
    shown = fold(text)
    needed = [each for run in _HAN.findall(shown) for each in run]
    needed += [each for each in _WORD.findall(_HAN.sub(" ", shown)) if each not in _GLUE]
    if not all(_counted(each, words, told) for each in needed if each[0].isdigit()):
        return False
    return bool(needed) and all(_found(each, words, starts, told) for each in needed)


def unsaid(text: str, said: str) -> float:
    """How many words with a content a text has that were not said; a character is half a word."""
    told = fold(said)
    words = set(_WORD.findall(told))
    starts = {word[:3] for word in words}
    missing = [each for each in _content(fold(text)) if not _found(each, words, starts, told)]
    return sum(0.5 if _HAN.match(each) else 1.0 for each in missing)


def said_words(text: str) -> frozenset[str]:
    """The words of a text that is folded already."""
    return frozenset(_WORD.findall(text))


def said_in_order(text: str) -> tuple[str, ...]:
    """The words of a text, folded, as they come."""
    return tuple(_WORD.findall(fold(text)))


def traces(text: str) -> frozenset[str]:
    """Beginnings of the words of a text, by which those that share words with it are found."""
    shown = fold(text)
    numbers = [n for n, spelled in _SPELLED.items() if not spelled.isdisjoint(said_words(shown))]
    return frozenset(each[:3] for each in (*_content(shown), *numbers))


def _share(needed: Sequence[str], words: set[str], told: str) -> float:
    starts = {word[:3] for word in words}
    found = sum(_found(each, words, starts, told) for each in needed)
    return found / len(needed) if needed else 0.0


def _content(text: str) -> Iterator[str]:
    """Words and numbers with a content; of Chinese and Japanese, characters."""
    yield from (each for run in _HAN.findall(text) for each in run if each not in _FRAME_HAN)
    for word in _WORD.findall(_HAN.sub(" ", text)):
        if word[0].isdigit() or (len(word) > 2 and word not in _FRAME):
            yield word


def _counted(number: str, words: set[str], told: str) -> bool:
    spelled = _SPELLED.get(number, frozenset())
    han = any(each in told for each in spelled if _HAN.match(each))
    return number in words or han or not words.isdisjoint(spelled)


def _found(word: str, words: set[str], starts: set[str], told: str) -> bool:
    if word[0].isdigit() or word in words or _HAN.match(word):
        return word in told or word in _SPELLED
    if len(word) < 4 or word[:3] not in starts:
        return False
    # Forms of one word share most of their letters from the beginning.
    least = max(3, round(len(word) * 0.6))
    return any(other[:least] == word[:least] and len(other) < len(word) + 5 for other in words)


def names(item: Extracted, said: str) -> list[str]:
    """Names that a statement speaks of: its subject, and capitalised words inside a sentence."""
    found = [] if item.subject == "user" else [item.subject]
    said_words = set(_WORD.findall(said))
    inside = re.findall(r"(?<=\w )[A-ZÄÖÜÁÉÍÓÚÑ][\w'-]*\w", item.text)
    first = re.match(
        r"[A-ZÄÖÜÁÉÍÓÚÑ][\w'-]*\w(?= (?:is|has|likes|lives|works|prefers|hates|wants|ist|hat"
        r"|mag"
        r"|wohnt|es|tiene|vive|prefiere)\b)",
        item.text,
    )
    words = [*inside, *([first.group()] if first else [])]
    known = {word[:4] for word in said_words}
    return found + [w for w in words if fold(w) not in _FRAME and fold(w)[:4] not in known]
