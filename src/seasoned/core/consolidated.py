"""What a consolidation did, or would do."""

from __future__ import annotations

from dataclasses import dataclass

from seasoned.core.derived import Cluster
from seasoned.core.records import Lesson


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What `consolidate` changed, or would change.

    Attributes:
        episodes: How many were gone through.
        lessons: Lessons that came to those that were there.
        clusters: Clusters of failures that are new or have changed.
        collapsed: Near-duplicates that are now represented by another episode, each with its id.
        known: Lessons and clusters that were there and still hold.
        dropped: Lessons and clusters that were mined before and hold no more.
        applied: Whether it was done; False for a dry run.
        asked: Questions that a model was, or would be, asked.
        waiting: Tasks that were left for the next run, those on which the model failed too.
        refused: Lessons of the model that were not borne out.
        stopped: Why no more was asked, though there were calls left; "" if nothing went wrong.
        failed: Questions to which the model gave no answer.
        problem: What went wrong with the last of these, or with an answer of no use; "" if nothing.
    """

    episodes: int = 0
    lessons: tuple[Lesson, ...] = ()
    clusters: tuple[Cluster, ...] = ()
    collapsed: tuple[tuple[str, str], ...] = ()
    known: int = 0
    dropped: int = 0
    applied: bool = False
    asked: int = 0
    waiting: int = 0
    refused: int = 0
    stopped: str = ""
    failed: int = 0
    problem: str = ""

    @property
    def nothing(self) -> bool:
        """Whether nothing was to be changed."""
        return not (self.lessons or self.clusters or self.collapsed or self.dropped or self.asked)


@dataclass(frozen=True, slots=True)
class Collapsed:
    """An episode that stands for its near-duplicates.

    Attributes:
        id: Of the episode that recalls show.
        others: Ids of those that it stands for.
    """

    id: str
    others: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many episodes it is in all."""
        return 1 + len(self.others)
