"""The facet `learning` of an async memory: each method awaits the one of the same name."""

from __future__ import annotations

from seasoned.aio.calls import Calls
from seasoned.aio.evidence import AsyncEvidenceVerbs
from seasoned.aio.lessons import AsyncLessonVerbs
from seasoned.core.attempts import MEMORY
from seasoned.core.curve import WINDOW
from seasoned.core.indicators import CurveReport
from seasoned.core.records import Task
from seasoned.core.replay import Recall
from seasoned.core.skills import CONFIDENCE, WEAK_BELOW, Grouping, SkillProfile
from seasoned.core.strategies import Candidates, Choice
from seasoned.memories.choosing import Method
from seasoned.memories.learning import Learning


class AsyncLearning(AsyncEvidenceVerbs, AsyncLessonVerbs):
    """Skills, choices, curves and lessons; see `Learning`."""

    def __init__(self, calls: Calls, learning: Learning) -> None:
        AsyncEvidenceVerbs.__init__(self, calls, learning)
        AsyncLessonVerbs.__init__(self, calls, learning)
        self._sync = learning

    async def skills(
        self, by: Grouping = "category", *, arm: str = MEMORY
    ) -> tuple[SkillProfile, ...]:
        """How well each kind of task goes; see `Learning.skills`."""
        return await self._calls.long(self._sync.skills, by, arm=arm)

    async def weak_skills(
        self,
        by: Grouping = "category",
        *,
        threshold: float = WEAK_BELOW,
        confidence: float | None = CONFIDENCE,
    ) -> tuple[SkillProfile, ...]:
        """The skills that are likely weak; see `Learning.weak_skills`."""
        return await self._calls.long(
            self._sync.weak_skills, by, threshold=threshold, confidence=confidence
        )

    async def strategies(self) -> tuple[str, ...]:
        """Names of the strategies whose earnings are known; see `Learning.strategies`."""
        return await self._calls.long(self._sync.strategies)

    async def choose_strategy(
        self,
        task: Task | str,
        candidates: Candidates | None = None,
        *,
        method: Method = "thompson",
        recall: Recall | None = None,
    ) -> Choice:
        """Choose how to go about a task; see `Learning.choose_strategy`."""
        return await self._calls.quick(
            self._sync.choose_strategy, task, candidates, method=method, recall=recall
        )

    async def curve(
        self, category: str | None = None, window: int = WINDOW, *, arm: str = MEMORY
    ) -> CurveReport:
        """The learning curve and what can be said of it; see `Learning.curve`."""
        return await self._calls.long(self._sync.curve, category, window, arm=arm)
