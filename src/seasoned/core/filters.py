"""Filters: which records a question is about, as data.

A filter is applied before ranking, so that one which keeps three records of a hundred thousand
returns those three. Every condition that is set must hold; a filter without any keeps everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from seasoned.core import values
from seasoned.core.records import Episode, Outcome
from seasoned.core.sources import spelled
from seasoned.errors import InvalidInput

Names = str | Sequence[str] | None  # one, any of several, or no condition


def several(value: object, name: str) -> tuple[str, ...] | None:
    """One name or a sequence of names, as a tuple of names."""
    if value is None:
        return None
    if isinstance(value, str):
        return (values.text(value, name),)
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise InvalidInput(
            f"{name} must be a string or several, such as 'a' or ('a', 'b'), "
            f"got {values.shown(value)}"
        )
    return values.texts(value, name)


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on episodes; those that are set must all hold.

    Conditions on names accept one value or a sequence, any of which may match (`tags_all` wants
    all of them), and keep it as a tuple. None is no condition; an empty sequence, as a search
    that found nothing gives, matches nothing.

    Attributes:
        category: Categories of the task.
        outcome: Effective outcomes.
        tags_any: At least one of these tags.
        tags_all: All of these tags.
        strategy: Strategies.
        source: Where records come from.
        environment: Versions of the world.
        agent: Agents.
        session: Sessions.
        user: Owners, among those that the reader may see anyway.
        reward_min: Least effective reward, in [0, 1]; a record without reward does not match.
        reward_max: Greatest effective reward, in [0, 1].
        complexity_min: Least complexity, in [0, 1].
        complexity_max: Greatest complexity, in [0, 1].
        after: Finished at or after this moment.
        before: Finished before this moment.
        ids: Record ids.
        metadata: Top-level metadata keys that must equal these JSON scalars.
    """

    category: Names = None
    outcome: Sequence[Outcome | str] | None = None
    tags_any: Names = None
    tags_all: Names = None
    strategy: Names = None
    source: Names = None
    environment: Names = None
    agent: Names = None
    session: Names = None
    user: Names = None
    reward_min: float | None = None
    reward_max: float | None = None
    complexity_min: float | None = None
    complexity_max: float | None = None
    after: datetime | None = None
    before: datetime | None = None
    ids: Names = None
    metadata: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in _SEVERAL:
            object.__setattr__(self, name, several(getattr(self, name), name))
        if self.category is not None:
            categories = tuple(values.identifier(c, "category") for c in self.category)
            object.__setattr__(self, "category", categories)
        if self.outcome is not None:
            object.__setattr__(self, "outcome", tuple(Outcome.of(o) for o in self.outcome))
        if self.source is not None:  # as given as well: older files may hold it so
            sources = tuple(dict.fromkeys((*self.source, *map(spelled, self.source))))
            object.__setattr__(self, "source", sources)
        for name in _UNITS:
            if getattr(self, name) is not None:
                object.__setattr__(self, name, values.unit(getattr(self, name), name))
        for name in ("after", "before"):
            moment = values.optional_moment(getattr(self, name), name)
            object.__setattr__(self, name, moment)
        object.__setattr__(self, "metadata", scalars(self.metadata))

    @property
    def empty(self) -> bool:
        """Whether no condition is set, so that everything matches."""
        return all(getattr(self, f.name) in (None, {}) for f in fields(self))

    @property
    def impossible(self) -> bool:
        """Whether a condition leaves no value to match, so that nothing does."""
        return any(getattr(self, name) == () for name in _SEVERAL)

    def matches(self, episode: Episode) -> bool:
        """Whether an episode meets every condition; the oracle for what stores select."""
        return (
            not self.impossible
            and self._names_match(episode)
            and self._tags_match(episode)
            and self._ranges_match(episode)
            and all(_same(episode.metadata.get(k), v) for k, v in self.metadata.items())
        )

    def _names_match(self, episode: Episode) -> bool:
        pairs = (
            (self.category, episode.task.category),
            (self.outcome, episode.effective_outcome),
            (self.strategy, episode.strategy),
            (self.source, episode.source),
            (self.environment, episode.environment),
            (self.agent, episode.agent),
            (self.session, episode.session),
            (self.user, episode.user),
            (self.ids, episode.id),
        )
        return all(wanted is None or value in tuple(wanted) for wanted, value in pairs)

    def _tags_match(self, episode: Episode) -> bool:
        tags = set(episode.tags)
        some = self.tags_any is None or bool(tags & set(self.tags_any))
        return some and tags >= set(self.tags_all or ())

    def _ranges_match(self, episode: Episode) -> bool:
        return (
            _within(episode.effective_feedback.reward, self.reward_min, self.reward_max)
            and _within(episode.task.complexity, self.complexity_min, self.complexity_max)
            and (self.after is None or _known(episode.finished_at) >= self.after)
            and (self.before is None or _known(episode.finished_at) < self.before)
        )


_SEVERAL = (
    "category",
    "outcome",
    "tags_any",
    "tags_all",
    "strategy",
    "source",
    "environment",
    "agent",
    "session",
    "user",
    "ids",
)
_UNITS = ("reward_min", "reward_max", "complexity_min", "complexity_max")


def scalars(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata to compare with: a JSON scalar for each key."""
    checked: dict[str, Any] = values.json_object(metadata, "metadata")
    for key, value in checked.items():
        if isinstance(value, list | dict):
            raise InvalidInput(
                f"metadata[{key!r}] must be compared with one JSON scalar, "
                f"got {values.shown(value)}"
            )
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise InvalidInput(
                f"metadata[{key!r}] is compared with whole numbers of 64 bits at most, "
                f"got {values.shown(value)}; keep and compare such a number as a string"
            )
    return checked


def _same(found: object, wanted: object) -> bool:
    # JSON keeps true and 1 apart; Python's == does not.
    return found == wanted and isinstance(found, bool) == isinstance(wanted, bool)


def _within(value: float | None, low: float | None, high: float | None) -> bool:
    if low is None and high is None:
        return True
    if value is None:
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def _known(moment: datetime | None) -> datetime:
    if moment is None:
        raise InvalidInput("an episode without finished_at cannot be filtered by time")
    return moment


EVERYTHING = Filter()
