"""How people speak of themselves in one language, as patterns.

Only the shape is known here: what a language needs so that `seasoned.core.extracting` can tell a
lasting statement of the speaker from everything else. The languages are in `speech_*`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final


class Pattern:
    """A pattern that ignores case and is compiled when it is first asked."""

    def __init__(self, written: str) -> None:
        self.written = written

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.written, re.IGNORECASE)

    def match(self, text: str) -> re.Match[str] | None:
        """As of `re`."""
        return self._compiled.match(text)

    def search(self, text: str) -> re.Match[str] | None:
        """As of `re`."""
        return self._compiled.search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of `re`."""
        return self._compiled.finditer(text)


NOTHING: Final = Pattern(r"(?!)")


class Words(str):
    """An alternative of all words of the groups, which are parted by blanks; _ is a blank."""

    def __new__(cls, *groups: str) -> Words:
        """The alternative as a pattern."""
        every = " ".join(groups).replace("_", r"\s")
        return super().__new__(cls, f"(?:{'|'.join(every.split())})")


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement of the speaker, read at the beginning of a clause.

    Attributes:
        kind: ``fact`` or ``preference``.
        key: Slot that it fills, "" if the words decide.
        pattern: The clause from its first word on; its group ``v`` is the value, if it has one.
        past: Whether it tells what is over.
        weak: Whether it holds only where nobody tells of trouble.
    """

    kind: str
    key: str
    pattern: Pattern
    past: bool = False
    weak: bool = False


Statements = tuple[tuple[str, str], ...]  # keys and patterns, the surer ones first


@dataclass(frozen=True)
class Speech:
    """One language.

    Attributes:
        name: As an ISO 639-1 code.
        gate: A sentence without it has nothing to be read in this language.
        joint: Where a clause begins though no punctuation tells.
        lead: Words before a statement that do not change it, stripped from its front.
        asks: A clause that asks, whatever its punctuation.
        supposes: A clause after which nothing in its sentence is meant as it stands.
        unsure: A sentence of which nothing is decided.
        passing: A clause that holds for a while or for one answer.
        reports: A clause after which somebody else speaks.
        told: A clause that announces something to be remembered.
        stands: Marks a request as lasting, anywhere in its sentence.
        rule: A sentence that makes the request before it a lasting one.
        opens: A clause whose first words make all that follows lasting.
        orders: A clause that asks for something to be done.
        standing_orders: A clause that asks for something that can only be meant to last.
        conditions: A clause that says when a request holds.
        own: A clause that states something of the speaker.
        facts: What is so of the speaker.
        preferences: What the speaker likes, dislikes, or would rather have.
        past: What was so and is over.
        habits: What the speaker does, by any verb that is not known for something else.
        trouble: A sentence about what does not work, so that what is done in it is no habit.
        denies: A clause that says what the speaker is not, before one that says what they are.
        adds: A clause that only completes the one before it.
        others: A clause about somebody else, though it begins as one about the speaker.
        apposed: A clause after the name that says what they are.
        ironic: A message whose likings are not meant.
        ended: A clause that tells of something that is over.
        negated: A clause that says what the speaker is not, has not or does not do.
        missing: Words that a first clause may lack, and the clauses that lack them.
        fragments: First clauses that are no sentence and say what is so of the speaker.
        within: What is said of the speaker within any clause, also one that asks.
        bare: Whether it is written without blanks between words.
    """

    name: str
    gate: Pattern
    joint: Pattern
    lead: Pattern
    asks: Pattern
    supposes: Pattern
    unsure: Pattern
    passing: Pattern
    reports: Pattern
    told: Pattern
    stands: Pattern
    rule: Pattern
    opens: Pattern
    orders: Pattern
    standing_orders: Pattern
    conditions: Pattern
    own: Pattern
    facts: Statements
    preferences: Statements
    past: Statements = ()
    habits: Statements = ()
    trouble: Pattern = NOTHING
    denies: Pattern = NOTHING
    adds: Pattern = NOTHING
    others: Pattern = NOTHING
    apposed: Pattern = NOTHING
    ironic: Pattern = NOTHING
    ended: Pattern = NOTHING
    negated: Pattern = NOTHING
    missing: Statements = ()
    fragments: Statements = ()
    within: Statements = ()
    bare: bool = False

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """All statements, in the order in which they are tried."""
        told = [("preference", *each) for each in self.preferences]
        told += [("fact", *each) for each in self.facts]
        past = [Rule("fact", key, Pattern(written), past=True) for key, written in self.past]
        habits = [Rule("fact", key, Pattern(written), weak=True) for key, written in self.habits]
        return (*(Rule(kind, key, Pattern(written)) for kind, key, written in told), *past, *habits)

    @cached_property
    def lacking(self) -> tuple[tuple[str, Pattern], ...]:
        """Words that a first clause may lack, with the clauses that lack them."""
        return tuple((words, Pattern(written)) for words, written in self.missing)

    @cached_property
    def openings(self) -> tuple[Rule, ...]:
        """Statements that are no sentences."""
        return tuple(Rule("fact", k, Pattern(w), weak=True) for k, w in self.fragments)

    @cached_property
    def inserted(self) -> tuple[Rule, ...]:
        """Statements within clauses."""
        return tuple(Rule("fact", key, Pattern(written)) for key, written in self.within)
