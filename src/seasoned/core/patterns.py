"""Patterns of what tells an agent to act, and finding those that are worth a try on a text.

What the patterns say stands in `imperatives` and `imperatives_abroad`; `demands` applies them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

PLACE: Final = (
    r"(?:(?:https?|ftp|wss?)://|\b[\w.+-]{1,60}@[\w-]{1,60}\.\w|\bwebhook|\bpastebin"
    r"|\b(?:support|remote|external|our|my|this|following) (?:server|address|endpoint|url|channel)"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b|\battacker)"
)
# Before a match it turns it round: "do not ignore the instructions".
NEGATED: Final = re.compile(
    r"(?:\b(?:not|never|nie|niemals|nicht|jamais|nunca|avoid|instead of)|n't)\s*$"
)
_WORD: Final = re.compile(r"\w+")


# A pattern, the words of which a text must hold one, and groups of parts of words of which it must
# hold one each, or the pattern cannot match; alternatives parted by bars. Words are whole ones but
# in scripts without spaces.
Given: TypeAlias = tuple[str, ...]


class Rule(NamedTuple):
    """One pattern, compiled when it is first tried: few texts hold a word of any."""

    kind: str
    source: str
    needs: tuple[tuple[str, ...], ...]

    def search(self, sentence: str) -> re.Match[str] | None:
        """The first match in a sentence in lower case."""
        return _compiled(self.source).search(sentence)


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


class Gate:
    """Finds the rules that a text is worth."""

    def __init__(self, given: Sequence[tuple[str, Sequence[Given]]]) -> None:
        by_word: dict[str, list[int]] = defaultdict(list)
        self._signs: list[tuple[str, int]] = []
        self._rules: list[Rule] = []
        for kind, patterns in given:
            for source, words, *needs in patterns:
                groups = tuple(tuple(group.split("|")) for group in needs)
                for word in words.split("|"):
                    place = len(self._rules)
                    if word[0] >= "\u3000":
                        self._signs.append((word, place))
                    else:
                        by_word[word].append(place)
                self._rules.append(Rule(kind, source, groups))
        self._by_word = dict(by_word)
        self._words = frozenset(by_word)

    def open_for(self, text: str) -> list[Rule]:
        """The rules worth a try on a text in lower case, in their order."""
        places = {
            place
            for word in self._words.intersection(_WORD.findall(text))
            for place in self._by_word[word]
        }
        if not text.isascii():
            places |= {place for sign, place in self._signs if sign in text}
        found = (self._rules[place] for place in sorted(places))
        return [rule for rule in found if _holds(text, rule.needs)]


def _holds(text: str, needs: tuple[tuple[str, ...], ...]) -> bool:
    return all(any(word in text for word in group) for group in needs)
