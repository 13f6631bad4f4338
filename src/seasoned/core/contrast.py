"""What attempts at one task that worked did and those that failed did not, and the other way round.

Compares traits and lines of solutions. Of traits only those are told that keep the two sides
apart without exception: one success that did the same is enough to acquit it. How it is put into
words is `seasoned.core.lessons`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain
from typing import Final, NamedTuple

from seasoned.core.records import Episode, Outcome
from seasoned.core.signature import signature_of
from seasoned.core.traits import (
    ANSWER,
    LOOK,
    MORE_ARGUMENTS,
    STEP,
    STRATEGY,
    TOOL,
    Trait,
    lines_of,
    traits_of,
)

PAIRED: Final = 12  # newest attempts of each side that are compared pairwise
_TOLD: Final = 2  # traits told of each side
_PASSAGES: Final = 2  # of a solution that may differ
_CHANGED: Final = 8  # lines that may differ in all; beyond, nobody can tell which ones mattered
_LONGEST: Final = 500  # characters of all of them
_LEAST: Final = 3  # letters and digits of a passage, else it says nothing by itself
_STEADY: Final = 3  # attempts of each side from which a strategy can be said to matter
_SEVERAL: Final = 2  # failures from which it is no chance that they did the same
_QUOTE: Final = re.compile('\\b[rRuU](?=[\'"])|"')
_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
_NAME: Final = re.compile(r"[^\W\d]\w*")
_MATTER: Final = {STEP: 0, ANSWER: 1, TOOL: 2, LOOK: 3, STRATEGY: 4}  # most telling first


@dataclass(frozen=True, slots=True)
class Case:
    """An attempt as it is compared.

    Attributes:
        at: When it ended, seconds since the epoch.
        worked: Whether it was a success; else a failure.
        task: Description of the task.
        lines: Of its solution, as far as they do something.
        signature: Of the error that it failed with.
    """

    id: str
    at: float
    worked: bool
    task: str
    traits: tuple[Trait, ...]
    lines: tuple[str, ...] = ()
    signature: str = ""

    @classmethod
    def of(cls, episode: Episode) -> Case:
        """An episode that is a success or a failure."""
        at = episode.finished_at
        return cls(
            episode.id,
            at.timestamp() if at else 0.0,
            episode.effective_outcome is Outcome.SUCCESS,
            episode.task.description,
            tuple(traits_of(episode)),
            tuple(lines_of(episode)),
            signature_of(episode),
        )


class Difference(NamedTuple):
    """Something that some attempts of one side did and none of the other.

    Attributes:
        seen: How many attempts of its side did it.
    """

    trait: Trait
    seen: int


class Passage(NamedTuple):
    """What stands in a solution that worked in the place of what stood in one that failed."""

    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """A failed and a fixed attempt at one task, and what tells them apart.

    Attributes:
        failed: The one that failed.
        worked: The one that worked.
        do: What attempts did that worked, and none that failed.
        dont: What attempts did that failed, and none that worked.
        passages: All in which their solutions differ; empty if that is too much to tell.
        failures: How many attempts at the task failed.
        successes: How many worked.
        tasks: How many tasks showed the same; the numbers are of all of them.
    """

    failed: Case
    worked: Case
    do: tuple[Difference, ...]
    dont: tuple[Difference, ...]
    passages: tuple[Passage, ...]
    failures: int
    successes: int
    tasks: int = 1

    @property
    def evidence(self) -> int:
        """How many attempts did what is told."""
        if self.passages:
            return 2
        return sum(max((d.seen for d in side), default=0) for side in (self.do, self.dont))

    @property
    def said(self) -> tuple[str, ...]:
        """What it says, whatever the pair and the numbers that bear it out.

        Passages of solutions are of their task alone.
        """
        if self.passages:
            sides = ((f"-{p.old}", f"+{p.new}") for p in self.passages)
            return (self.worked.task, *chain.from_iterable(sides))
        do, dont = (sorted({repr((*d.trait,)) for d in side}) for side in (self.do, self.dont))
        return ("do", *do, "dont", *dont)


def contrast(cases: Sequence[Case]) -> Contrast | None:
    """The contrast of attempts at one task; None unless some failed, some worked, and it tells.

    Of all pairs the one is taken whose solutions differ in the fewest lines, else that shows what
    most attempts bear out; of equals the one that is most alike, so that little else can explain
    the outcome.
    """
    failed = [case for case in cases if not case.worked]
    worked = [case for case in cases if case.worked]
    if not failed or not worked:
        return None
    sides = _Sides(failed, worked)
    pairs = ((f, w) for f in _newest(failed) for w in _newest(worked))
    found = [made for f, w in pairs if (made := sides.between(f, w)) is not None]
    return max(found, key=_worth, default=None)


def together(found: Iterable[Contrast]) -> list[Contrast]:
    """The contrasts of several tasks, those that show the same put into one.

    The pair that it cites is the newest. Passages of solutions are of their task alone.
    """
    alike: dict[Hashable, list[Contrast]] = {}
    for made in found:
        alike.setdefault(made.worked.id if made.passages else made.said, []).append(made)
    return [_summed(several) for several in alike.values()]


def _summed(several: Sequence[Contrast]) -> Contrast:
    newest = max(several, key=lambda made: (made.worked.at, made.worked.id))

    def seen(sides: Sequence[Sequence[Difference]]) -> tuple[Difference, ...]:
        total = Counter[Trait]()
        for trait, often in chain.from_iterable(sides):
            total[trait] += often
        # In the order of one of them: which come first is a matter of numbers.
        return tuple(Difference(trait, total[trait]) for trait in total)

    return replace(
        newest,
        do=seen([made.do for made in several]),
        dont=seen([made.dont for made in several]),
        failures=sum(made.failures for made in several),
        successes=sum(made.successes for made in several),
        tasks=len(several),
    )


def _newest(cases: list[Case]) -> list[Case]:
    return sorted(cases, key=lambda case: (case.at, case.id))[-PAIRED:]


def _worth(made: Contrast) -> tuple[int, int, float, bool, str, str]:
    lines = sum(len(p.old) + len(p.new) for p in made.passages)
    alike = _alike(made.failed.traits, made.worked.traits)
    fixed = made.failed.at <= made.worked.at
    names = made.failed.id, made.worked.id
    return -lines if lines else -_CHANGED - 1, made.evidence, alike, fixed, *names


def _alike(one: Sequence[Trait], other: Sequence[Trait]) -> float:
    """Share of the traits that two attempts have in common, in [0, 1]."""
    both = {*one, *other}
    return len({*one} & {*other}) / len(both) if both else 0.0


class _Sides:
    """How often each side did what."""

    def __init__(self, failed: Sequence[Case], worked: Sequence[Case]) -> None:
        self._failures, self._successes = len(failed), len(worked)
        self._of_failed, self._of_worked = _counts(failed), _counts(worked)

    def between(self, failed: Case, worked: Case) -> Contrast | None:
        """What tells these two apart; None if that is nothing, or nothing worth telling."""
        passages = _passages(failed.lines, worked.lines)
        do = self._telling(worked, self._of_worked, self._of_failed)
        dont = self._telling(failed, self._of_failed, self._of_worked)
        if not passages and not self._enough(do, dont):
            return None
        numbers = self._failures, self._successes
        return Contrast(failed, worked, tuple(do), tuple(dont), passages, *numbers)

    def _enough(self, do: Sequence[Difference], dont: Sequence[Difference]) -> bool:
        """Whether it is worth telling: something to do, or what several failures have in common.

        What few successes did is worth it only beside what failed.
        """
        if any(d.trait.kind != LOOK and (dont or 2 * d.seen >= self._successes) for d in do):
            return True
        return any(d.trait.kind != LOOK and (do or d.seen >= _SEVERAL) for d in dont)

    def _telling(self, case: Case, own: Counter[Trait], other: Counter[Trait]) -> list[Difference]:
        """The few traits that no attempt of the other side has and most of its own share."""
        tools = {trait.tool for trait in other}
        found = [Difference(trait, own[trait]) for trait in case.traits if not other[trait]]
        attempts = self._successes if case.worked else self._failures
        found = [d for d in found if self._counts_for_much(d, tools, attempts)]
        ranked = sorted(found, key=lambda d: (-d.seen, _MATTER[d.trait.kind], -len(d.trait.text)))
        return list(_apart(ranked))[:_TOLD]

    def _counts_for_much(self, found: Difference, tools: Collection[str], attempts: int) -> bool:
        """Whether it tells something of its own.

        That is a strategy only where both sides are all one, an argument only where the other side
        called the same with another one, and what only finds out if most of the side did so.
        """
        trait, seen = found
        if trait.kind == LOOK and 2 * seen <= attempts:
            return False
        if trait.kind == STRATEGY:
            least = min(self._failures, self._successes)
            return least >= _STEADY and seen >= least
        return trait.tool in tools or not trait.text.endswith(MORE_ARGUMENTS)


def _apart(ranked: Iterable[Difference]) -> Iterator[Difference]:
    """Without those that only say again what one before them says."""
    told = list[Trait]()
    for difference in ranked:
        trait = difference.trait
        if not any(trait.text in t.text or t.text in trait.text for t in told):
            told.append(trait)
            yield difference


def _counts(cases: Iterable[Case]) -> Counter[Trait]:
    return Counter(trait for case in cases for trait in case.traits)


def _passages(old: Sequence[str], new: Sequence[str]) -> tuple[Passage, ...]:
    """All places where two solutions differ, white space aside; none if they are too many."""
    if not old or not new:
        return ()
    plain = list(map(_bare, old)), list(map(_bare, new))
    if len({*plain[0]} ^ {*plain[1]}) > _CHANGED or sorted(plain[0]) == sorted(plain[1]):
        return ()
    found = tuple(
        Passage(tuple(old[a:b]), tuple(new[c:d]))
        for tag, a, b, c, d in SequenceMatcher(None, *plain, autojunk=False).get_opcodes()
        if tag != "equal"
    )
    lines = [line for passage in found for side in passage for line in side]
    most = max(sum(len(p.old) for p in found), sum(len(p.new) for p in found))
    if min(len(old), len(new)) < 2 * most:
        return ()  # more of one is different than the same: rather another solution
    small = len(lines) <= _CHANGED and sum(map(len, lines)) <= _LONGEST
    if not small or len(found) > _PASSAGES or not all(map(_says, found)):
        return ()
    return () if _renamed(found) else tuple(p for p in found if not _renamed([p]))


def _bare(line: str) -> str:
    """A line without what makes no difference: white space, and how texts are quoted."""
    return _QUOTE.sub("'", "".join(line.split()))


def _says(passage: Passage) -> bool:
    """Whether a passage means something where it stands alone."""
    sides = ["".join(side) for side in passage if side]
    if len(sides) == 1 and sides[0].endswith((":", "{")):
        return False  # the head of something, added or taken away
    return all(sum(map(str.isalnum, text)) >= _LEAST for text in sides)


def _renamed(passages: Sequence[Passage]) -> bool:
    """Whether all that differs are names, each for one other."""
    names: dict[str, str] = {}
    for passage in passages:
        old, new = (_TOKEN.findall(" ".join(side)) for side in passage)
        if len(old) != len(new):
            return False
        for one, other in zip(old, new, strict=True):
            if one != other and not (_NAME.fullmatch(one) and _NAME.fullmatch(other)):
                return False
            if names.setdefault(one, other) != other:
                return False
    changed = {one: other for one, other in names.items() if one != other}
    return len({*names.values()}) == len(names) and not any(
        name in names for name in changed.values()
    )
