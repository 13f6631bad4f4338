"""Lessons and playbooks, on an event loop: each method awaits the one of the same name."""

from __future__ import annotations

from seasoned.aio.calls import Calls
from seasoned.aio.reflecting import reflected_on
from seasoned.core.consolidated import Collapsed, Consolidated
from seasoned.core.derived import Cluster
from seasoned.core.playbook import Playbook
from seasoned.core.records import UNKNOWN, Lesson
from seasoned.core.reflections import Reflection
from seasoned.memories.consolidation import Progress
from seasoned.memories.contrasting import CALLS
from seasoned.memories.lessons import LessonVerbs


class AsyncLessonVerbs:
    """Verbs about lessons and playbooks; see `LessonVerbs`."""

    def __init__(self, calls: Calls, lessons: LessonVerbs) -> None:
        self._calls, self._told = calls, lessons

    async def consolidate(
        self,
        *,
        apply: bool = False,
        model: bool = False,
        calls: int = CALLS,
        progress: Progress | None = None,
    ) -> Consolidated:
        """Turn episodes into lessons and clusters; see `LessonVerbs.consolidate`.

        The model is asked in a worker thread.
        """
        return await self._calls.long(
            self._told.consolidate, apply=apply, model=model, calls=calls, progress=progress
        )

    async def reflect(self, id: str) -> Reflection:
        """Ask the memory's model what an episode teaches; see `LessonVerbs.reflect`.

        The model is awaited on the event loop.
        """
        return await reflected_on(self._calls, self._told.reflector, id)

    async def reflections(self) -> tuple[Reflection, ...]:
        """What the model was asked about; see `LessonVerbs.reflections`."""
        return await self._calls.quick(self._told.reflections)

    async def lessons(self, category: str | None = None) -> tuple[Lesson, ...]:
        """The lessons that were mined or written by hand; see `LessonVerbs.lessons`."""
        return await self._calls.quick(self._told.lessons, category)

    async def clusters(self, category: str | None = None) -> tuple[Cluster, ...]:
        """Failures that went wrong in the same way; see `LessonVerbs.clusters`."""
        return await self._calls.quick(self._told.clusters, category)

    async def remember(self, lesson: str, *, category: str = UNKNOWN) -> Lesson:
        """Keep a lesson that was written by hand; see `LessonVerbs.remember`."""
        return await self._calls.quick(self._told.remember, lesson, category=category)

    async def forget(self, *ids: str) -> int:
        """Remove lessons or clusters of one's own; see `LessonVerbs.forget`."""
        return await self._calls.quick(self._told.forget, *ids)

    async def collapsed(self) -> tuple[Collapsed, ...]:
        """The episodes that stand for near-duplicates; see `LessonVerbs.collapsed`."""
        return await self._calls.quick(self._told.collapsed)

    async def expand(self, *ids: str) -> int:
        """Bring near-duplicates back into recalls; see `LessonVerbs.expand`."""
        return await self._calls.quick(self._told.expand, *ids)

    async def playbook(self, category: str) -> Playbook:
        """What a category's attempts have shown; see `LessonVerbs.playbook`."""
        return await self._calls.quick(self._told.playbook, category)

    async def playbooks(self) -> tuple[Playbook, ...]:
        """Those of all categories; see `LessonVerbs.playbooks`."""
        return await self._calls.long(self._told.playbooks)
