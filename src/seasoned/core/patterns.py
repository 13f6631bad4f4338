"""Patterns of what tells an agent to act, and finding those that are worth a try on a text.

What the patterns say stands in `imperatives` and `imperatives_abroad`; `demands` applies them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

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


class Rule(NamedTuple):
    """One pattern.

    Attributes:
        kind: Of attack.
        pattern: Of a sentence in lower case.
        words: A text must hold one of these, as a whole word where they are ASCII or Cyrillic,
            or the pattern cannot match.
        needs: Of each of these groups it must hold one, as a part of a word too.
    """

    kind: str
    pattern: re.Pattern[str]
    words: tuple[str, ...]
    needs: tuple[tuple[str, ...], ...]


def rules(kind: str, *given: tuple[str, ...]) -> tuple[Rule, ...]:
    """Rules of a kind, each as a pattern, its words and needs, alternatives parted by bars."""
    return tuple(
        Rule(
            kind,
            re.compile(pattern),
            tuple(words.split("|")),
            tuple(tuple(group.split("|")) for group in needs),
        )
        for pattern, words, *needs in given
    )


class Gate:
    """Finds the rules that a text is worth. Most texts hold no word of any rule."""

    def __init__(self, every: Sequence[Rule]) -> None:
        by_word: dict[str, list[int]] = defaultdict(list)
        self._rules = tuple(every)
        self._signs: list[tuple[str, int]] = []
        for place, rule in enumerate(every):
            for word in rule.words:
                # Scripts without spaces have no words to be told apart by.
                if word[0] >= "\u3000":
                    self._signs.append((word, place))
                else:
                    by_word[word].append(place)
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
