"""How an attempt ended, and the episode that this makes of it. Storing it is done elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from seasoned.core import values
from seasoned.core.attempts import AttemptRecord
from seasoned.core.judging import with_reward
from seasoned.core.records import Episode, Feedback, Outcome, Task


@dataclass(frozen=True, slots=True)
class Ending:
    """How an attempt ended, before it is an episode.

    Attributes:
        outcome: None follows from the feedback.
        feedback: Instead of what the checks said.
        reward: Instead of the feedback's.
    """

    solution: str = ""
    outcome: Outcome | None = Outcome.UNKNOWN
    feedback: Feedback | None = None
    reward: float | None = None
    lessons: tuple[str, ...] = ()
    strategy: str = ""
    detail: str = ""
    used: tuple[str, ...] = ()

    def texts(self) -> Episode:
        """What it adds to an episode's texts."""
        return Episode(
            Task(""),
            solution=self.solution,
            outcome_detail=self.detail,
            feedback=self.feedback or Feedback(),
            lessons=self.lessons,
            strategy=self.strategy,
        )

    def episode(self, record: AttemptRecord, said: Episode, now: datetime) -> Episode:
        """The episode of an attempt that ends so.

        Args:
            record: The attempt.
            said: What `texts` gave, after cleaning.
            now: The moment it ends, aware UTC.
        """
        checked = record.tested.beside(self.outcome)
        feedback = checked if self.feedback is None else said.feedback
        tries = sum(step.action == "check" for step in record.steps)
        return Episode(
            task=record.task,
            steps=record.steps,
            solution=said.solution,
            outcome=self.outcome,  # type: ignore[arg-type]  # None follows from feedback
            outcome_detail=said.outcome_detail,
            feedback=with_reward(feedback, self.reward),
            lessons=said.lessons,
            tags=record.tags,
            strategy=said.strategy or record.strategy,
            iterations=max(1, tries),
            started_at=record.started_at,
            finished_at=max(record.started_at, now),
            user=record.user,
            agent=record.agent,
            session=record.session,
            parent=record.parent,
            attempt=record.id,
            task_key=record.task_key,
        )


def lessons_of(lesson: str | Sequence[str] | None) -> tuple[str, ...]:
    """Lessons as one text or several; None or a blank text is none."""
    if lesson is None or isinstance(lesson, str):
        return (values.text(lesson, "lesson"),) if lesson and lesson.strip() else ()
    return values.texts(lesson, "lesson")


def describe(error: BaseException) -> str:
    """An exception as a record keeps it: its class and what it says."""
    try:
        said = str(error)
    except Exception as problem:  # noqa: BLE001  # the agent's own code may fail anyhow
        said = f"its text cannot be shown, {type(problem).__name__}"
    return f"{type(error).__name__}: {said}".replace("\x00", "")
