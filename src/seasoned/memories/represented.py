"""Episodes that another one represents: where they are counted, and when they are shown.

Indexes hold representatives only. Whoever is represented is as near to a task as whoever does it,
counts in figures and evidence like any other, and is shown itself where a filter keeps it and not
its representative.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seasoned.core.recall import Candidate
from seasoned.ports import EPISODE, Scope, SearchStore

if TYPE_CHECKING:
    from seasoned.core.recall import Traits
    from seasoned.ports import Numbers


@dataclass(frozen=True, slots=True)
class Represented:
    """Who stands for whom in a namespace.

    Attributes:
        pairs: Number of an episode and of its representative, by the former, shape (n, 2).
        firsts: The same by the latter.
    """

    pairs: Numbers
    firsts: Numbers

    @classmethod
    def of(cls, pairs: Numbers) -> Represented:
        """From the pairs, by the number of the episode."""
        return cls(pairs, pairs[np.argsort(pairs[:, 1], kind="stable")])

    def shown(self, nums: Numbers) -> Numbers:
        """What indexes hold of these: themselves or who represents them, ascending."""
        if not len(self.pairs):
            return nums
        place = np.minimum(np.searchsorted(self.pairs[:, 0], nums), len(self.pairs) - 1)
        known = self.pairs[place, 0] == nums
        return np.unique(np.where(known, self.pairs[place, 1], nums))

    def behind(self, firsts: Sequence[int], allowed: Numbers | None) -> dict[int, list[int]]:
        """The allowed numbers behind each of these, ascending; None allows all."""
        found: dict[int, list[int]] = {}
        wanted = np.asarray(firsts, np.int64)
        starts = np.searchsorted(self.firsts[:, 1], wanted)
        stops = np.searchsorted(self.firsts[:, 1], wanted, side="right")
        for place in np.flatnonzero(stops > starts).tolist():
            nums = self.firsts[starts[place] : stops[place], 0]
            if allowed is not None:
                nums = nums[np.isin(nums, allowed)]
            if len(nums):
                found[firsts[place]] = nums.tolist()
        return found

    def count(self, firsts: Numbers | None) -> int:
        """How many are behind these; None is everybody."""
        if firsts is None or not len(self.pairs):
            return len(self.pairs)
        return int(np.isin(self.pairs[:, 1], firsts).sum())


def stand_forth(
    candidates: Sequence[Candidate],
    behind: Mapping[int, Sequence[int]],
    allowed: Numbers,
    traits: Mapping[int, Traits],
) -> list[Candidate]:
    """The candidates; the newest behind one that a filter does not keep takes its place."""
    kept = set(allowed.tolist())
    swap = {
        first: traits[nums[-1]]
        for first, nums in behind.items()
        if first not in kept and nums[-1] in traits
    }
    if not swap:
        return list(candidates)
    places = {first: one.num for first, one in swap.items()}
    return [
        c._replace(
            traits=swap.get(c.traits.num, c.traits),
            twins=frozenset(places.get(num, num) for num in c.twins),
        )
        for c in candidates
    ]


def with_represented(
    search: SearchStore,
    user: str | None,
    heard: Sequence[Candidate],
    behind: Mapping[int, Sequence[int]],
    most: int,
) -> list[Candidate]:
    """The candidates and those that they represent, the most relevant first up to so many.

    Args:
        search: Tells what those are that are represented.
        user: Who asks.
        heard: What counts in figures; all of it stays.
        behind: Numbers that each candidate represents.
        most: Candidates that were looked for.
    """
    found, room = list(heard), most - len(heard)
    for one in sorted(heard, key=lambda c: -c.relevance):
        nums = [num for num in behind.get(one.traits.num, ()) if num != one.traits.num]
        if room <= 0:
            break
        if nums:
            # The newest count where there is no room for all.
            scope = Scope(one.traits.namespace, user)
            there = search.traits(scope, EPISODE, nums[-room:])
            found += [one._replace(traits=traits, twins=frozenset(), also=()) for traits in there]
            room -= len(there)
    return found
