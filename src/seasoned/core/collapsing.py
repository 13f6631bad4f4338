"""Which episodes tell the same, so that one of them can stand for all.

Tasks are grouped by their words; within a group two episodes are near-duplicates only if they
agree in all that filters and ranking look at, and did nearly the same. Nothing is removed: what
is found here says who stands for whom.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Final

from seasoned.core.duplicates import NEAR
from seasoned.core.records import Episode, Outcome
from seasoned.core.scoring import outcome_score
from seasoned.core.signature import signature_of
from seasoned.core.traits import ANSWER, traits_of

_WORD: Final = re.compile(r"\w+|[^\w\s]")
_COMPARED: Final = 16  # representatives of each side that an episode is compared with
_KEPT: Final = 1_000  # representatives of a kind that are kept in memory, and kinds


@dataclass(frozen=True, slots=True)
class Likeness:
    """An episode, as near-duplicates are told.

    Attributes:
        alike: What has to be equal.
        done: What was done and came of it, as words and traits.
        worth: By what the best of several stands for the others.
    """

    id: str
    alike: Hashable
    done: frozenset[Hashable]
    worth: tuple[float, float, str]

    @classmethod
    def of(cls, episode: Episode) -> Likeness:
        """What near-duplicates of an episode have to agree with."""
        outcome, feedback = episode.effective_outcome, episode.effective_feedback
        alike = (
            *(outcome, feedback.reward, episode.strategy, episode.source, episode.environment),
            *(episode.agent, episode.model, episode.parent is None, frozenset(episode.tags)),
            *(frozenset(episode.lessons), signature_of(episode), episode.user),
        )
        said = f"{episode.solution}\n{episode.outcome_detail}"
        reward = outcome_score(outcome) if feedback.reward is None else feedback.reward
        at = episode.finished_at.timestamp() if episode.finished_at else 0.0
        ways = (trait for trait in traits_of(episode) if trait.kind != ANSWER)
        done = frozenset([*_WORD.findall(said.casefold()), *ways])
        return cls(episode.id, alike, done, (reward, at, episode.id))

    def near(self, other: Likeness) -> bool:
        """Whether both did nearly the same."""
        both = len(self.done | other.done)
        return not both or len(self.done & other.done) >= NEAR * both


class Collapsing:
    """Finds who stands for whom among the episodes of one task, some at a time, the best first.

    Each is compared with those of its like that stand for themselves, first with those that are
    better and nearest in worth. So it does not matter for the rest where a search that was broken
    off goes on: whoever came to stand for others until then would have done so in any case.
    """

    def __init__(self, standing: Iterable[Likeness] = ()) -> None:
        """Begin with those that stand for others already, and go on to."""
        self._firsts: dict[Hashable, list[Likeness]] = {}
        for one in standing:
            insort(self._firsts.setdefault(one.alike, []), one, key=_worth)

    def add(self, some: Iterable[Likeness]) -> dict[str, str]:
        """Who of these is represented, each with the id of who does it.

        Args:
            some: None better than any that was added before.
        """
        into: dict[str, str] = {}
        for one in sorted(some, key=_worth, reverse=True):
            known = self._firsts.setdefault(one.alike, [])
            place = bisect_left(known, one.worth, key=_worth)
            better = known[place : place + _COMPARED]
            others = known[max(0, place - _COMPARED) : place][::-1]
            found = next((first for first in chain(better, others) if first.near(one)), None)
            if found is not None:
                into[one.id] = found.id
                continue
            known.insert(place, one)
            del known[_KEPT:]  # the best, which those to come are far from
        self._forget()
        return into

    def _forget(self) -> None:
        """Of many kinds keep the newest, lest a task with a thousand ways fill the memory."""
        for alike in list(self._firsts)[:-_KEPT]:
            del self._firsts[alike]


def collapse(
    group: Iterable[Likeness], there: Mapping[str, str | None] = MappingProxyType({})
) -> dict[str, str]:
    """Who stands for whom among episodes of one task: ids, each with that of its representative.

    Whoever stands for others already goes on to; else the best one does, of equals the newest.

    Args:
        group: The episodes.
        there: Those that are represented already, each with who does it, and those that are to be
            kept apart, with None. They are not in the answer, nor are representatives.
    """
    standing = set(there.values())
    left = [one for one in group if one.id not in there]
    found = Collapsing(one for one in left if one.id in standing)
    return found.add(one for one in left if one.id not in standing)


def _worth(one: Likeness) -> tuple[float, float, str]:
    return one.worth


def known_outcome(episode: Episode) -> bool:
    """Whether an episode worked or failed, as contrasts need it."""
    return episode.effective_outcome in (Outcome.SUCCESS, Outcome.FAILURE)
