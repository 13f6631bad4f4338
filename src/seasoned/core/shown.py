"""What a recall answered, as it is logged: figures over what was similar, and what was shown.

The log links an outcome to what was shown before it; how the choice was made is `core.recall`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from seasoned.core.records import Task
from seasoned.core.scoring import Breakdown


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much similar experience there is and how it ended, before any balancing.

    `total` and `similar` count; the other figures are of the `nearest`, since a file about one
    subject may hold thousands of similar episodes that say little about the task at hand.

    Attributes:
        total: Episodes that could be recalled: visible and within the filter.
        similar: How many of them were found to have to do with the task, that is passed the gate.
        success_rate: Successes among those with a known outcome, in [0, 1]; None if none has.
        average_reward: Mean reward among those that have one, in [0, 1]; None if none has.
        unknown: How many of the nearest have no known outcome.
        proven: Strategies of the successes, commonest first.
        nearest: How many episodes the other figures rest on: the most relevant of the similar
            ones, at most 20.
        more: Whether the search ended at its depth (100, or 20 per result), so that there may be
            more similar ones than were counted.
        distant: Similar ones too far behind the best for a place in a balanced recall.
        weak: Whether the task's category is a weak skill, for which more is recalled and shown;
            never set where the caller said how much to recall.
    """

    total: int = 0
    similar: int = 0
    success_rate: float | None = None
    average_reward: float | None = None
    unknown: int = 0
    proven: tuple[str, ...] = ()
    nearest: int = 0
    more: bool = False
    distant: int = 0
    weak: bool = False


@dataclass(frozen=True, slots=True)
class ShownItem:
    """One recalled episode as the log keeps it.

    Attributes:
        namespace: Where it lives; "" for the namespace of the log.
        verdicts: Ids of those that it had then.
    """

    id: str
    similarity: float
    relevance: float
    priority: float
    breakdown: Breakdown = Breakdown()
    also: tuple[str, ...] = ()
    namespace: str = ""
    verdicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Withheld:
    """An episode that was not shown, and why."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecallLog:
    """What a recall showed, so that outcomes can be traced back to it.

    Attributes:
        id: Id of the recall.
        task: What was asked.
        at: Seconds since the epoch.
        items: What was shown, best first.
        used: Ids that the agent says it used; empty means it did not say.
        held: Whether the items were held from the attempt, which runs without memory.
        notes: Ids of the lessons and the playbook that were shown beside them.
    """

    id: str
    task: Task
    at: float
    items: tuple[ShownItem, ...]
    statistics: Statistics = Statistics()
    used: tuple[str, ...] = ()
    held: bool = False
    notes: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """Ids of all that was shown."""
        return (*(item.id for item in self.items), *self.notes)

    def without(self, id: str | None) -> RecallLog:
        """The same, but for one of those shown."""
        items = tuple(item for item in self.items if item.id != id)
        return replace(self, items=items, notes=tuple(note for note in self.notes if note != id))
