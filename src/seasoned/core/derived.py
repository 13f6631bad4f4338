"""What consolidation derives from episodes: lessons, and clusters of failures.

A derived record names the episodes that it rests on and never replaces one. What was written by
hand rests on nothing but the word of who wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final

from seasoned.core import values
from seasoned.core.feedback import assign
from seasoned.core.records import UNKNOWN, Lesson, Outcome
from seasoned.errors import InvalidInput

LESSON: Final = "lesson"
CLUSTER: Final = "cluster"
HABIT: Final = "habit"  # a lesson of a whole category, see `core.habits`
REFLECTION: Final = "reflection"  # that a model was asked for lessons, see `core.reflections`
TOLD: Final = (LESSON, CLUSTER, HABIT)
KINDS: Final = (*TOLD, REFLECTION)
MINED: Final = "mined"
STATED: Final = "stated"
BY_MODEL: Final = "model"
_YEARS: Final = (-62135596800.0, 253402300799.0)  # 1 to 9999, in seconds since the epoch


@dataclass(frozen=True, slots=True)
class Derived:
    """A lesson or a cluster, as a store keeps it.

    Attributes:
        id: Of a mined one it follows from what it says, so that mining again finds it again.
        kind: ``lesson``, ``cluster``, ``habit`` or ``reflection``.
        text: The lesson, or the signature of the errors.
        origins: Ids of the episodes that it rests on; of a lesson the failed one first.
        category: Of their tasks; ``unknown`` of a lesson by hand that goes with every task.
        by: ``mined``, ``stated`` by hand, or by a ``model``.
        weight: How many attempts bear it out.
        at: When it was made, seconds since the epoch.
        user: Whose it is, None if it is shared.
    """

    id: str
    kind: str
    text: str
    origins: tuple[str, ...] = ()
    category: str = UNKNOWN
    by: str = MINED
    weight: int = 0
    at: float = 0.0
    user: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidInput(
                f"kind must be one of {', '.join(KINDS)}, got {values.shown(self.kind)}"
            )
        if not values.text(self.id, "id").strip():
            raise InvalidInput("id is empty; a derived record has one")
        if self.by not in (MINED, STATED, BY_MODEL):
            raise InvalidInput(f"by must be mined, stated or model, got {values.shown(self.by)}")
        if self.by != STATED and not self.origins:
            raise InvalidInput(
                f"{self.kind} {self.id!r} is {'mined' if self.by == MINED else 'of a model'} and "
                "has no origins; name them"
            )
        assign(
            self,
            text=values.text(self.text, "text"),
            origins=values.texts(self.origins, "origins"),
            category=values.identifier(self.category, "category"),
            weight=values.count(self.weight, "weight"),
            at=values.number(self.at, "at", *_YEARS),
        )
        if self.user is not None:
            values.name(self.user, "user")

    @property
    def rank(self) -> tuple[int, int, float, str]:
        """Its place among lessons: by hand, mined, of models; of each the surest first."""
        whose = (STATED, MINED, BY_MODEL).index(self.by)
        return whose, -self.weight, -self.at, self.id

    @property
    def lesson(self) -> Lesson:
        """As a lesson; what was mined speaks of how to succeed."""
        outcome = Outcome.SUCCESS if self.by == MINED else Outcome.UNKNOWN
        return Lesson(
            self.text, self.origins, self.by, outcome, self.id, self.category, self.weight
        )

    @property
    def cluster(self) -> Cluster:
        """As a cluster."""
        at = datetime.fromtimestamp(self.at, UTC)
        return Cluster(self.id, self.text, self.category, self.weight, self.origins, at)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Failures that went wrong in the same way.

    Attributes:
        signature: What their errors have in common.
        category: Of their tasks.
        failures: How many they are.
        episodes: Ids, oldest first; of many the newest.
        at: When they were put together.
        after: The action or strategy that led there in most of them, in words; "" if none did, or
            outside of a playbook.
    """

    id: str
    signature: str
    category: str
    failures: int
    episodes: tuple[str, ...] = ()
    at: datetime | None = None
    after: str = ""


def name_of(kind: str, user: str | None, parts: Iterable[str]) -> str:
    """The id of what was mined: the same whenever and wherever the same is mined."""
    said = "\0".join([kind, user or "", *parts])
    return f"{kind}-{blake2b(said.encode(), digest_size=12).hexdigest()}"
