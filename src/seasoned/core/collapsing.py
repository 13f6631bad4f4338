"""Which episodes tell the same, so that one of them can stand for all.

Tasks are grouped by their words; within a group two episodes are near-duplicates only if they
agree in all that filters and ranking look at, and did nearly the same. Nothing is removed: what
is found here says who stands for whom.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from seasoned.core.duplicates import NEAR
from seasoned.core.records import Episode, Outcome
from seasoned.core.scoring import outcome_score
from seasoned.core.signature import signature_of
from seasoned.core.traits import ANSWER, traits_of

_WORD: Final = re.compile(r"\w+|[^\w\s]")
_COMPARED: Final = 16  # representatives that an episode is compared with, newest first


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
    into: dict[str, str] = {}
    firsts: dict[Hashable, list[Likeness]] = {}
    standing = set(there.values())
    left = [one for one in group if one.id not in there]
    for one in sorted(left, key=lambda one: (one.id in standing, one.worth), reverse=True):
        if one.id in standing:
            firsts.setdefault(one.alike, []).append(one)
            continue
        known = firsts.setdefault(one.alike, [])
        found = next((first for first in known[-_COMPARED:][::-1] if first.near(one)), None)
        if found is None:
            known.append(one)
        else:
            into[one.id] = found.id
    return into


def known_outcome(episode: Episode) -> bool:
    """Whether an episode worked or failed, as contrasts need it."""
    return episode.effective_outcome in (Outcome.SUCCESS, Outcome.FAILURE)
