"""Whether something known says the same as a clause, or is about a topic.

Words are compared without those that carry nothing, so that it misses what is said in other words
rather than take what was not meant.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.extracting import Extracted, extract, fold
from seasoned.core.facts import Fact, equal, statement, told
from seasoned.core.refining import fact_key, refined

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_ENDING: Final = re.compile(r"(?:'s|s|ing|ed|e|en|er|in)$")
_EMPTY: Final = frozenset(
    """
    a an the i i'm i've im am is are was were be been being we we're my our me us to of in at on
    that and or it this now also really very so do does did have has had just currently with for
    ich bin ist sind war wir mein meine meinen uns der die das den dem ein eine einen im an und
    es jetzt auch sehr habe haben hab yo soy somos mi mis un una el la los las en de y usually
    always again still any more anymore about user fact
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_OFTEN: Final = frozenset(
    """
    every day daily often week weekend morning mornings evening lot much regularly two three
    cup cups each never jed tag täglich oft immer viel woche morg abend todo día siempre mucho
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_NEGATIVE: Final = re.compile(r"(?i)n't\b|\b(?:not|no|never|nicht|kein\w*|nie|nunca)\b|[不没]")
# "I quit my job" names no job: it ends whichever stands.
_JOB: Final = frozenset({"job", "work", "arbeit", "stell", "stelle", "trabajo"})
_OF_JOB: Final = frozenset({"job", "employer", "worktime", "workplace"})


class Clause:
    """A clause or a topic that known statements are held against."""

    def __init__(self, text: str) -> None:
        self._words, self._denies = words(text), _denies(text)
        self._items = tuple(refined(item) for item in extract(text))

    def says(self, fact: Fact) -> bool:
        """Whether a fact says it: the same of the same slot, or in the same words."""
        return any(_fills(item, fact) for item in self._items) or self.repeats(_said(fact))

    def repeats(self, text: str) -> bool:
        """Whether a text has the same words that carry something, and denies alike."""
        return bool(self._words) and self._denies == _denies(text) and self._words == words(text)

    def concerns(self, fact: Fact, wide: bool) -> bool:
        """Whether a fact is about the topic; `wide` if it may say much else."""
        slot, value = fact.key.partition(": ")[2], told(fact.value)
        if self._words and self._words in (words(slot), words(value)):
            return True
        return self.in_text(f"{slot} {value} {statement(fact)}" if wide else _said(fact), wide)

    def in_text(self, text: str, wide: bool) -> bool:
        """Whether all words of the topic are in a text; unless `wide` with one other at most."""
        found = words(text)
        small = wide or len(found - self._words) <= 1
        return bool(self._words) and self._words <= found and small

    def ends(self, fact: Fact) -> bool:
        """Whether a fact holds what the clause names as over: "vegan", "drink coffee"."""
        if self._words and self._words <= _JOB:
            return fact.key in _OF_JOB
        alike = self._words == words(told(fact.value)) or self._names(_said(fact))
        return bool(self._words) and alike and not _denies(_said(fact))

    def ends_note(self, text: str) -> bool:
        """The same of a note."""
        return bool(self._words) and self._names(text) and not _denies(text)

    def _names(self, text: str) -> bool:
        """Whether a text says it, often or seldom."""
        found = words(text)
        return self._words <= found and found - self._words <= set(map(_stem, _OFTEN))


def names_no_job(item: Extracted) -> bool:
    """Whether a statement ends a job without saying which."""
    return item.past and bool(words(told(item.value))) and words(told(item.value)) <= _JOB


def words(text: str) -> frozenset[str]:
    """The words of a text that carry something, without their endings; Han one by one."""
    plain = fold(text)
    found = (word for word in _WORD.findall(plain) if word not in _EMPTY and not _HAN.search(word))
    return frozenset((*map(_stem, found), *_HAN.findall(plain)))


def _stem(word: str) -> str:
    return _ENDING.sub("", word) if len(word) > 4 else word


def _denies(text: str) -> bool:
    return _NEGATIVE.search(text) is not None


def _said(fact: Fact) -> str:
    return statement(fact) or told(fact.value)


def _fills(item: Extracted, fact: Fact) -> bool:
    value = item.text if item.value is None else item.value
    alike = equal(value, fact.value) or fold(told(value)) == fold(told(fact.value))
    return alike and (item.subject, item.kind, fact_key(item)) == fact.triple
