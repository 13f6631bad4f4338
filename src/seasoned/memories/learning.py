"""What was learned: skills, the strategy for a task, and the learning curve.

Reads rows of names and numbers, no texts; what follows from them is decided in `core.skills`,
`core.thompson`, `core.curve` and `core.indicators`.
"""

from __future__ import annotations

from typing import Final

from seasoned.core import values
from seasoned.core.attempts import CONTROL, MEMORY
from seasoned.core.curve import WINDOW, describe_curve, running_rates
from seasoned.core.history import History
from seasoned.core.indicators import CurveReport, indicators
from seasoned.core.records import Task
from seasoned.core.replay import Recall
from seasoned.core.skills import (
    CONFIDENCE,
    WEAK_BELOW,
    Grouping,
    SkillProfile,
    compute_skill_profiles,
    identify_weak_skills,
)
from seasoned.core.strategies import Candidates, Choice
from seasoned.errors import InvalidInput
from seasoned.memories.choosing import Chooser, Method, Wish
from seasoned.memories.evidence import Evidence, EvidenceVerbs
from seasoned.memories.lessons import Lessons, LessonVerbs
from seasoned.ports import Scope, Store

_ARMS: Final = (MEMORY, CONTROL)
_SMOOTH: Final = 10  # episodes; rates of fewer would fill the whole picture with their intervals


class Learning(EvidenceVerbs, LessonVerbs):
    """Skills, choices, curves and lessons of one scope."""

    def __init__(
        self, store: Store, scope: Scope, chooser: Chooser, evidence: Evidence, lessons: Lessons
    ) -> None:
        EvidenceVerbs.__init__(self, evidence)
        LessonVerbs.__init__(self, lessons)
        self._store, self._scope, self._chooser = store, scope, chooser

    def skills(self, by: Grouping = "category", *, arm: str = MEMORY) -> tuple[SkillProfile, ...]:
        """How well each kind of task goes, in alphabetical order.

        Only tasks of their own count, no parts of others, and later verdicts do. Rates are of
        what is known; `SkillProfile.unknown_share` tells how much is not.

        Args:
            by: ``category``, or ``tag``, of which an episode may have many or none.
            arm: ``memory``, or ``control`` for attempts whose memory was held out, as for `curve`.

        Raises:
            InvalidInput: `by` or `arm` is neither.
        """
        return self._profiles(by, _known_arm(arm))

    def _profiles(self, by: Grouping, arm: str | None) -> tuple[SkillProfile, ...]:
        rows = self._store.history.performances(self._scope, tags=by == "tag", arm=arm)
        return compute_skill_profiles(self._chooser.standing.heard(self._scope, rows), by)

    def weak_skills(
        self,
        by: Grouping = "category",
        *,
        threshold: float = WEAK_BELOW,
        confidence: float | None = CONFIDENCE,
    ) -> tuple[SkillProfile, ...]:
        """The skills whose success rate likely lies below a threshold.

        For a task of such a category, a recall that is not told how many results or tokens it
        may have takes half as many more, and shows one example whole. As there, attempts with
        and without memory count.

        Args:
            by: ``category`` or ``tag``.
            threshold: Success rate in [0, 1].
            confidence: Of the one-sided bound, in (0.5, 1); None compares the plain rate.

        Raises:
            InvalidInput: an argument is out of range.
        """
        below = values.unit(threshold, "threshold")
        return identify_weak_skills(self._profiles(by, None), below, confidence)

    def strategies(self) -> tuple[str, ...]:
        """Names of the strategies that episodes took and whose earnings are known.

        Those of any category, taken most first; for `choose_strategy` to choose among what was
        done here. An imported episode counts for less than one's own.
        """
        return self._chooser.known(self._scope)

    def choose_strategy(
        self,
        task: Task | str,
        candidates: Candidates | None = None,
        *,
        method: Method = "thompson",
        recall: Recall | None = None,
    ) -> Choice:
        """Choose how to go about a task, by what each way earned in similar ones.

        Nothing is logged. Hand the choice's name to `record` as its strategy. For an attempt let
        it choose, see `Attempt.choose_strategy`: one that runs without memory then uses none for
        it, as is so within its block, but not before it begins.

        Args:
            task: The task at hand, or its description; not blank.
            candidates: Names, `Strategy` objects, or instructions by name; None for
                `seasoned.core.STRATEGY_POOL`.
            method: ``thompson`` draws from what is known, with hope for what was hardly tried,
                see `seasoned.core.thompson`. ``rules`` are the source article's.
            recall: What `Memory.recall` answered for this task, so that it is not asked twice.

        Returns:
            Name, instruction, reason in words, evidence on each candidate, and the probability.

        Raises:
            InvalidInput: the task is blank, there is no candidate or one twice, or another
                argument is of a wrong type.
            StoreError: the store cannot be read.
        """
        if recall is not None:
            values.instance(recall, Recall, "recall", "hand over what memory.recall() returned")
        wish = Wish(candidates, method)
        if self._lessons.held():
            return self._chooser.blind(task, wish)
        return self._chooser.choose(self._scope, task, wish, recall)

    def curve(
        self, category: str | None = None, window: int = WINDOW, *, arm: str = MEMORY
    ) -> CurveReport:
        """The learning curve, what can be said of it for sure, and its signs in words.

        Args:
            category: Only tasks of this one; None for all, each with a mean of its own.
            window: Episodes that a rolling figure is of, at least 1.
            arm: ``memory``, or ``control`` for attempts whose memory was held out: with and
                without memory learn differently.

        Raises:
            InvalidInput: an argument is out of range.
        """
        _known_arm(arm)
        category = None if category is None else Task("", category).category
        history = self._history(arm, category)
        curve = describe_curve(history, window)
        # Windows of five swing by chance alone; a tenth of all shows the way.
        width = max(window, _SMOOTH, curve.known // 10)
        running = running_rates(history, width)
        return CurveReport(curve, indicators(curve), category, window, arm, running, width)

    def _history(self, arm: str, category: str | None) -> History:
        """Those of one arm, as columns; the rows are let go."""
        rows = self._store.history.performances(self._scope, arm=arm, category=category)
        return History.of(self._chooser.standing.heard(self._scope, rows))


def _known_arm(arm: str) -> str:
    if arm not in _ARMS:
        raise InvalidInput(f"arm must be 'memory' or 'control', got {values.shown(arm)}")
    return arm
