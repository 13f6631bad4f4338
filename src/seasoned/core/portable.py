"""What a store keeps as truth, as records that any store can give and take.

Beside `Episode` and `Model` there is one class for each kind. What is derived from them (terms,
indexes, columns, stated lessons) is none of them: whoever takes them derives it anew. How they are
written is `seasoned.lines`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from seasoned.core import values
from seasoned.core.attempts import ABANDONED, FINISHED, OPEN, AttemptRecord
from seasoned.core.derived import Derived
from seasoned.core.exposures import KeptDecision, KeptExposure
from seasoned.core.feedback import assign
from seasoned.core.knowledge import PassageWrite
from seasoned.core.portable_knowledge import (
    FactArrival,
    KeptChunk,
    KeptExchange,
    KeptFact,
    KeptMessage,
    KeptNote,
    KeptSession,
    KeptUses,
)
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode, Lesson, Verdict
from seasoned.core.storage import EpisodeWrite, Model
from seasoned.errors import InvalidInput

_YEARS: Final = (-62135596800.0, 253402300799.0)  # 1 to 9999, in seconds since the epoch


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """A verdict and where its episode lives."""

    namespace: str
    verdict: Verdict

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        named(self.verdict.episode, "verdict.episode")
        values.moment(self.verdict.at, "verdict.at")


@dataclass(frozen=True, slots=True)
class KeptAttempt:
    """An attempt with its steps, open or closed."""

    namespace: str
    attempt: AttemptRecord

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        named(self.attempt.id, "attempt.id")
        owner(self.attempt.user)
        if self.attempt.state not in (OPEN, FINISHED, ABANDONED):
            raise InvalidInput(
                f"attempt.state must be open, finished or abandoned, got {self.attempt.state!r}"
            )
        began = values.moment(self.attempt.started_at, "attempt.started_at")
        assign(self, attempt=replace(self.attempt, started_at=began))


@dataclass(frozen=True, slots=True)
class KeptRecall:
    """A logged recall.

    Attributes:
        user: Who asked, None if nobody is named.
        attempt: Id of the attempt that was shown it.
        episode: Id of the episode that came of it.
    """

    namespace: str
    log: RecallLog
    user: str | None = None
    attempt: str | None = None
    episode: str | None = None

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        named(self.log.id, "log.id")
        owner(self.user)
        values.number(self.log.at, "log.at", *_YEARS)


@dataclass(frozen=True, slots=True)
class KeptLesson:
    """A lesson that was mined or made; its origins are ids of one namespace.

    Those that an episode states are part of the episode.
    """

    namespace: str
    lesson: Lesson

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        named(self.lesson.id, "lesson.id")
        if self.lesson.kind == "stated" or not self.lesson.origins:
            raise InvalidInput(
                f"lesson {self.lesson.id!r} must be mined or of a model, and have origins; a "
                "stated one belongs into its episode"
            )


@dataclass(frozen=True, slots=True)
class KeptDerived:
    """A lesson that was mined or written by hand, or a cluster of failures."""

    namespace: str
    derived: Derived

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")


@dataclass(frozen=True, slots=True)
class KeptCollapsed:
    """A near-duplicate.

    Attributes:
        item: Id of the episode.
        first: Id of the one that represents it; None if it is to be kept apart.
    """

    namespace: str
    item: str
    first: str | None = None

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        named(self.item, "item")


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A pruned episode as long as it can be restored.

    Attributes:
        batch: Id of the pruning.
        at: When it was pruned, seconds since the epoch.
        until: When the copy ends, seconds since the epoch.
        episode: With its verdicts.
        model: Id of the model that made the vector.
        vector: float16 little-endian bytes, None where it had none.
    """

    batch: str
    at: float
    until: float
    episode: Episode
    model: str | None = None
    vector: bytes | None = None

    def __post_init__(self) -> None:
        whole(self.episode)
        named(self.batch, "batch")
        for name in ("at", "until"):
            values.number(getattr(self, name), name, *_YEARS)

    @property
    def namespace(self) -> str:
        """Where the episode lived."""
        return self.episode.namespace


@dataclass(frozen=True, slots=True)
class KeptVector:
    """The vector of an item under the active model.

    Attributes:
        item: Id of the episode, note, chunk or fact.
        model: Id of the model.
        data: float16 little-endian bytes.
    """

    namespace: str
    item: str
    model: str
    data: bytes

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        named(self.item, "item")


_Kept: TypeAlias = (
    Model
    | KeptVerdict
    | KeptVector
    | KeptLesson
    | KeptAttempt
    | KeptRecall
    | KeptExposure
    | KeptDecision
    | KeptDerived
    | KeptCollapsed
    | KeptCopy
    | KeptSession
    | KeptMessage
    | KeptExchange
    | KeptUses
)

Portable: TypeAlias = _Kept | Episode | KeptFact | KeptNote | KeptChunk
"""A record of any kind. Model comes first; verdicts, uses and the vector follow their item."""

Arrival: TypeAlias = _Kept | EpisodeWrite | FactArrival | PassageWrite
"""A record as a store takes it: an episode, note, chunk or fact with what was derived from it."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a record that was handed to a store.

    Attributes:
        added: Whether it was kept just now; else it was there already, or was left out.
        conflict: Why it could not be kept, "" if it could.
    """

    added: bool
    conflict: str = ""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What became of a whole load.

    Attributes:
        added: Records that were kept, by kind.
        known: Records that were there already with the same content, or that are of no use here,
            as vectors of another model are; by kind.
        conflicts: What could not be kept, each with its line and reason; the first hundred.
        refused: How many that are in all.
    """

    added: Mapping[str, int] = field(default_factory=dict)
    known: Mapping[str, int] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()
    refused: int = 0


def named(value: str, field: str) -> str:
    """A name or id that is not empty.

    Raises:
        InvalidInput: it is, or is no text.
    """
    if not values.text(value, field).strip():
        raise InvalidInput(f"{field} is empty; a record of a store has one")
    return value


def owner(user: str | None) -> None:
    """See that somebody can open a memory for this user, if it is one.

    Raises:
        InvalidInput: nobody can.
    """
    if user is not None:
        values.name(user, "user")


def whole(episode: Episode) -> Episode:
    """The episode, if it has all that `record` fills in.

    Raises:
        InvalidInput: it has no id, namespace or time.
    """
    named(episode.id, "id")
    values.name(episode.namespace, "namespace")
    owner(episode.user)
    if episode.finished_at is None:
        raise InvalidInput(f"episode {episode.id!r} has no finished_at; give one")
    return episode


def owner_of(record: Portable) -> str | None:
    """The user that a record names, None if it is shared or belongs to one that does."""
    match record:
        case Episode() | KeptRecall() | KeptExposure() | KeptDecision():
            return record.user
        case KeptFact() | KeptSession() | KeptMessage() | KeptExchange():
            return record.user
        case KeptNote() | KeptChunk():
            return record.record.user
        case KeptAttempt():
            return record.attempt.user
        case KeptDerived():
            return record.derived.user
        case KeptCopy():
            return record.episode.user
    return None


def namespace_of(record: Portable) -> str | None:
    """Where a record lives; None for what belongs to the whole store."""
    return None if isinstance(record, Model) else record.namespace


def moved(record: Portable, namespace: str) -> Portable:
    """The same record in another namespace."""
    match record:
        case Model():
            return record
        case KeptCopy():
            return replace(record, episode=replace(record.episode, namespace=namespace))
        case KeptRecall():
            old = record.namespace
            items = (
                replace(item, namespace=namespace) if item.namespace == old else item
                for item in record.log.items
            )
            log = replace(record.log, items=tuple(items))
            return replace(record, namespace=namespace, log=log)
    return replace(record, namespace=namespace)
