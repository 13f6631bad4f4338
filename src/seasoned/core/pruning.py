"""Which episodes a policy would remove, and the reports about it. Pure: reads no store, no clock.

Pruning removes least: an episode goes only if every condition that is set says so, and it is not
among those that `keep` protects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Literal

from seasoned.core import values
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.records import Episode
from seasoned.core.surprise import Expectations, Rating
from seasoned.errors import InvalidInput

Utility = Literal["reward", "expected", "surprise"]
UTILITIES: Final = ("reward", "expected", "surprise")
TOOL_CALL: Final = "tool_call"  # the action whose detail begins with the tool's name
_NAME: Final = re.compile(r"\s*([^\s(\[{]+)")


@dataclass(frozen=True, slots=True)
class PrunePolicy:
    """Which episodes to remove. Those conditions that are set must all hold.

    Attributes:
        filter: What may go at all; `keep` counts within it.
        older_than: Only what finished longer ago.
        keep: This many episodes of those that `filter` matches stay in any case.
        best: Whether those kept are the ones with the greatest reward instead of the newest.
            Where neither reward nor outcome is known, what its kind usually earns stands in.
        below: Only what has a utility less than this, in [0, 1]. An episode of which neither
            reward nor outcome is known has none, and stays.
        utility: ``reward``: the effective reward, else 1, 0.5 or 0 for the outcome.
            ``expected``: the mean reward of its category and strategy, as replay expects it.
            ``surprise``: how far the two are apart, as replay's priority is.
        never_shown: Only what no logged recall has shown. A recall is logged if an attempt or
            a recorded episode is linked to it.
        environments: Only what has another environment than these; what has none stays.
        tools: Only what used one of these tools: a step's action is the name, or the first
            word of a ``tool_call``.
    """

    filter: Filter = EVERYTHING
    older_than: timedelta | None = None
    keep: int | None = None
    best: bool = False
    below: float | None = None
    utility: Utility = "reward"
    never_shown: bool = False
    environments: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        values.instance(self.filter, Filter, "filter", "use Filter(category='debugging')")
        age = self.older_than
        if age is not None and not (isinstance(age, timedelta) and age >= timedelta()):
            raise InvalidInput(
                f"older_than must be a timedelta of at least 0, got {values.shown(age)}"
            )
        if self.keep is not None:
            object.__setattr__(self, "keep", values.count(self.keep, "keep"))
        if self.below is not None:
            object.__setattr__(self, "below", values.unit(self.below, "below"))
        if self.utility not in UTILITIES:
            names = ", ".join(UTILITIES)
            raise InvalidInput(f"utility must be one of {names}, got {self.utility!r}")
        for name in ("environments", "tools"):
            object.__setattr__(self, name, values.texts(getattr(self, name), name))
        if self.empty:
            raise InvalidInput(
                "a policy without any condition would remove every episode; "
                "set one, or use forget(everything=True)"
            )

    @property
    def empty(self) -> bool:
        """Whether nothing limits what goes."""
        limits = (self.older_than, self.keep, self.below)
        named = (self.never_shown, self.environments, self.tools)
        return self.filter.empty and all(x is None for x in limits) and not any(named)


def doomed(
    policy: PrunePolicy,
    ratings: Sequence[Rating],
    pool: Collection[int],
    shown: Collection[int],
    now: float,
) -> list[Rating]:
    """What a policy would remove, as far as ratings tell; its tools are not looked at.

    Args:
        policy: The conditions.
        ratings: All visible episodes, since expectations rest on all.
        pool: Numbers of those that the policy's filter matches.
        shown: Numbers of those that were shown.
        now: Seconds since the epoch.

    Returns:
        Ratings in the order given.
    """
    known = Expectations.of(ratings)
    found = [rating for rating in ratings if rating.num in pool]
    kept = _kept(policy, found, known)
    return [
        rating
        for rating in found
        if rating.num not in kept
        and (policy.older_than is None or now - rating.at > policy.older_than.total_seconds())
        and (policy.below is None or _falls_below(policy, rating, known))
        and not (policy.never_shown and rating.num in shown)
        and (not policy.environments or _elsewhere(rating, policy.environments))
    ]


def _kept(policy: PrunePolicy, found: Iterable[Rating], known: Expectations) -> set[int]:
    def worth(rating: Rating) -> tuple[float, float, int]:
        value = 0.0
        if policy.best:
            observed = rating.observed
            usual = known.expected(rating.category, rating.strategy)
            value = usual if observed is None else observed
        return value, rating.at, rating.num

    ranked = sorted(found, key=worth, reverse=True)
    return {rating.num for rating in ranked[: policy.keep or 0]}


def _falls_below(policy: PrunePolicy, rating: Rating, known: Expectations) -> bool:
    observed = rating.observed
    if observed is None or policy.below is None:
        return False
    utility = {
        "reward": observed,
        "expected": known.expected(rating.category, rating.strategy),
        "surprise": known.surprise(rating),
    }
    return utility[policy.utility] < policy.below


def _elsewhere(rating: Rating, environments: Collection[str]) -> bool:
    return rating.environment is not None and rating.environment not in environments


def tools_of(episode: Episode) -> set[str]:
    """The names by which an episode's steps call what they did."""
    names = {step.action for step in episode.steps}
    calls = (step.detail for step in episode.steps if step.action == TOOL_CALL)
    return names | {match[1] for match in map(_NAME.match, calls) if match}


@dataclass(frozen=True, slots=True)
class Pruned:
    """What `prune` removed, or would remove.

    Attributes:
        ids: The episodes, in order of recording.
        pool: How many episodes the policy's filter matches.
        applied: Whether they are removed; False for a dry run.
        outcomes: Number of them by effective outcome.
        categories: Number of them by category.
        batch: What to hand to `restore`; empty if there is nothing to restore.
        until: When the undo window ends, None without one.
    """

    ids: tuple[str, ...] = ()
    pool: int = 0
    applied: bool = False
    outcomes: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    batch: str = ""
    until: datetime | None = None

    @property
    def episodes(self) -> int:
        """How many go."""
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class PrunedBatch:
    """Episodes that were pruned together and can still be restored.

    Attributes:
        id: What to hand to `restore`.
        at: When they were pruned.
        until: When the undo window ends.
        episodes: How many of them are left.
    """

    id: str
    at: datetime
    until: datetime
    episodes: int


@dataclass(frozen=True, slots=True)
class Restored:
    """What `restore` brought back.

    Attributes:
        ids: The episodes.
        skipped: Why others were not brought back, by id. Their copies stay where they are.
    """

    ids: tuple[str, ...] = ()
    skipped: dict[str, str] = field(default_factory=dict)
