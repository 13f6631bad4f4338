"""Which of somebody's own words bear a statement out, and what is read in them of it.

A statement needs clauses that say most of its words and stand: of the speaker if it is about the
speaker, and not turned round by a negation on one side only. What the patterns read in a sentence
bears out too. It compares words and shapes, never what they mean.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from seasoned.core.clauses import Clause, clauses, opens_fiction, own_part, turned, wished
from seasoned.core.extracting import Extracted, extract, fold
from seasoned.core.support import said_in_order, said_words, support, traces, unsaid
from seasoned.errors import InvalidInput

ENOUGH: Final = 0.6  # share of a statement's words that must have been said
_ADDED: Final = 1  # words with a content that a statement may have besides
_LOOKED_AT: Final = 6  # sentences that share most words with the statement
_THEY: Final = ("he ", "she ", "they ", "er ", "sie ", "él ", "ella ", "it ", "他", "她", "它")


_PARTS: Final = re.compile(r"[,;:.!?，；：。！？](?=\s|$|[\u4e00-\u9fff])")
_I: Final = re.compile(r"(?i)\b(?:i|i'm|ich|yo)\b|我(?!的|们的)")


@dataclass(frozen=True, slots=True)
class Bearing:
    """Words that bear a statement out.

    Attributes:
        text: The words.
        keys: Slots that the patterns fill from them.
        past: They tell of what is over.
    """

    text: str
    keys: frozenset[str]
    past: bool


@dataclass(frozen=True, slots=True)
class _Run:
    """Clauses in a row, or what the patterns read."""

    parts: tuple[Clause, ...]
    keys: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        return ", ".join(part.text for part in self.parts)

    def refused(self, item: Extracted) -> str:
        """Why it does not bear an item out though it has its words; "" if it does."""
        order = item.kind == "instruction"
        if not all(part.stands or (order and part.orders) for part in self.parts):
            return "it was asked, supposed, reported, or said of one time only"
        if order and not any(part.orders or part.own for part in self.parts):
            return "it asks for nothing of all later answers"
        if item.subject == "user" and not order:
            told = said_words(fold(item.text))
            for part in self.parts:
                if part.owner and not any(_names(word, told, item.text) for word in part.owner):
                    return f"it was said of somebody else ({part.owner[0]})"
                if not part.own:
                    return "it was said of somebody else, or of nobody"
        return self._twisted(item)

    def _twisted(self, item: Extracted) -> str:
        """Why its clauses say another thing than an item; "" if they do not."""
        if item.kind == "fact" and wished(self.text) and not wished(item.text):
            return "the user wishes or plans it, or says that it nearly was so"
        if item.subject != "user" and _I.search(self.text[_after(item.subject, self.text) :]):
            return "the user says it of themselves"
        parts = _PARTS.split(item.text)[1:]
        begun = (next(iter(said_in_order(part)), "") for part in parts)
        if unsaid(item.text, self.text) > _ADDED or any(unsaid(w, self.text) for w in begun):
            return "it adds to what the user said"
        if turned(item.text) != turned(self.text):
            return "the user says the opposite of it"
        return ""


class OwnWords:
    """What somebody says in their own name, to hold statements against."""

    def __init__(self, sentences: Sequence[str]) -> None:
        handed = (
            i for i, each in enumerate(sentences) if own_part(each) != each or opens_fiction(each)
        )
        self.sentences = sentences[: next(handed, len(sentences)) + 1]
        self._clauses: dict[int, list[_Run]] = {}

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        found = defaultdict[str, list[int]](list)
        for i, sentence in enumerate(self.sentences):
            for trace in traces(sentence):
                found[trace].append(i)
        return found

    def bearing(self, item: Extracted) -> Bearing:
        """The words that bear an item out.

        Raises:
            InvalidInput: there are none; the text says why.
        """
        why = ""
        for runs in self._candidates(item):
            best = self._best(runs, item)
            if best is None:
                continue
            reason = best.refused(item)
            if not reason:
                return Bearing(best.text, best.keys, any(part.past for part in best.parts))
            why = why or reason
        raise InvalidInput(why or "no sentence of the user's own says it")

    def _candidates(self, item: Extracted) -> Iterator[list[_Run]]:
        """Runs of the sentences that say most of it, then those of two in a row."""
        index = self._index
        counts = Counter(i for trace in traces(item.text) for i in index.get(trace, ()))
        near = [i for i, _ in counts.most_common(_LOOKED_AT)]
        named = [i for i in near if self._speaks_of(item.subject, i)]
        for i in named:
            yield self._runs(i)
        for i in named:
            if i + 1 < len(self.sentences):
                yield self._joined(i)

    def _speaks_of(self, subject: str, i: int) -> bool:
        """Whether a sentence is about whom a statement is about, if that is not the user."""
        if subject == "user":
            return True
        here = fold(self.sentences[i])
        before = fold(self.sentences[i - 1]) if i else ""
        return fold(subject) in here or (here.startswith(_THEY) and fold(subject) in before)

    def _best(self, runs: list[_Run], item: Extracted) -> _Run | None:
        """The run that says most of it in the fewest words."""
        scored = [(support(item.text, run.text), run) for run in runs]
        enough = [(-share, len(run.text), not run.keys, i) for i, (share, run) in enumerate(scored)]
        enough = [each for each in enough if -each[0] >= ENOUGH]
        if not enough:
            return None
        best = runs[min(enough)[-1]]
        if turned(best.text) == turned(item.text) and best.refused(item):
            read = (runs[each[-1]] for each in sorted(enough) if not each[2])
            return next((run for run in read if not run.refused(item)), best)
        return best

    def _runs(self, i: int) -> list[_Run]:
        """Every clause of a sentence, every row of them, and what the patterns read."""
        if i not in self._clauses:
            sentence = own_part(self.sentences[i])
            following = self.sentences[i + 1] if i + 1 < len(self.sentences) else ""
            found = clauses(sentence, following)
            rows = [
                _Run(tuple(found[start:end]))
                for start in range(len(found))
                if found[start].alone
                for end in range(start + 1, min(len(found), start + 6) + 1)
            ]
            self._clauses[i] = rows + [_read(item) for item in extract(sentence)]
        return self._clauses[i]

    def _joined(self, i: int) -> list[_Run]:
        """All that stands in a sentence and the one after it, as one."""
        first, second = (clauses(own_part(each)) for each in self.sentences[i : i + 2])
        if first and second and fold(f"{self.sentences[i + 1]} ").startswith(_THEY):
            whom = said_in_order(first[-1].text)[-1:]
            second = [replace(part, own=True, owner=part.owner or whom) for part in second]
        parts = tuple(part for part in (*first, *second) if part.stands or part.orders)
        return [_Run(parts)] if parts else []


def _read(item: Extracted) -> _Run:
    """What the patterns read, as clauses that stand."""
    order = item.kind == "instruction"
    found = clauses(item.text)
    whole = Clause(item.text, not order, order, True, (), item.past, True)
    parts = [replace(part, stands=True) for part in found]
    if order or not parts:
        parts = [whole]
    else:
        parts[0] = replace(whole, text=parts[0].text, owner=parts[0].owner)
    return _Run(tuple(parts), frozenset({item.key or item.kind}))


def _after(name: str, text: str) -> int:
    """Where a text goes on behind a name, its end if that is not there."""
    start = text.lower().find(name.lower())
    return start + len(name) if start >= 0 else len(text)


def _names(word: str, told: frozenset[str], text: str) -> bool:
    return any(other[:4] == word[:4] for other in told) or (not word.isascii() and word in text)
