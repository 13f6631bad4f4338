"""The records: what an agent tried, how it ended and what became known later.

Frozen, slotted dataclasses that are valid from birth: a bad value raises `InvalidInput` in the
constructor. They know nothing of storage, search or JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, TypeVar

from seasoned.core import values
from seasoned.core.feedback import Feedback as Feedback
from seasoned.core.feedback import Outcome as Outcome
from seasoned.core.feedback import assign, confirmed
from seasoned.core.sources import spelled
from seasoned.errors import InvalidInput

CODE_GENERATION: Final = "code_generation"
DEBUGGING: Final = "debugging"
REFACTORING: Final = "refactoring"
TESTING: Final = "testing"
ARCHITECTURE: Final = "architecture"
UNKNOWN: Final = "unknown"
CATEGORIES: Final = (CODE_GENERATION, DEBUGGING, REFACTORING, TESTING, ARCHITECTURE, UNKNOWN)


T = TypeVar("T")
_MAKE_FEEDBACK: Final = "use Feedback(reward=0.5)"


@dataclass(frozen=True, slots=True)
class Task:
    """What the agent is asked to do.

    Attributes:
        description: Free text in any language.
        category: Open lower-case name; the six usual ones are constants of
            `seasoned.core.records`.
        complexity: Expected difficulty in [0, 1].
        context: JSON object of what else identifies the task (an error message, code). Its
            string values take part in search.
    """

    description: str
    category: str = UNKNOWN
    complexity: float = 0.5
    context: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assign(
            self,
            description=values.text(self.description, "description"),
            category=values.identifier(self.category, "category"),
            complexity=values.unit(self.complexity, "complexity"),
            context=values.json_object(self.context, "context"),
        )

    @classmethod
    def of(cls, task: Task | str) -> Task:
        """A task as it is, or one made of its description.

        Raises:
            InvalidInput: it is neither.
        """
        if not isinstance(task, Task | str):
            raise InvalidInput(f"the task must be a Task or its text, got {values.shown(task)}")
        return task if isinstance(task, Task) else cls(task)


@dataclass(frozen=True, slots=True)
class Step:
    """One action of an agent and what came of it.

    Attributes:
        action: Kind of action, e.g. ``tool_call``, ``llm_response``, ``check``.
        detail: What was done.
        result: What it gave, if anything.
        error: What went wrong, if anything.
        at: When, aware UTC.
        seconds: How long it took.
        feedback: What a check said.
    """

    action: str
    detail: str = ""
    result: str | None = None
    error: str | None = None
    at: datetime | None = None
    seconds: float | None = None
    feedback: Feedback | None = None

    def __post_init__(self) -> None:
        assign(
            self,
            action=values.text(self.action, "action"),
            detail=values.text(self.detail, "detail"),
            result=values.optional_text(self.result, "result"),
            error=values.optional_text(self.error, "error"),
            at=values.optional_moment(self.at, "at"),
        )
        if self.feedback is not None:
            values.instance(self.feedback, Feedback, "feedback", _MAKE_FEEDBACK)
        if self.seconds is not None:
            assign(self, seconds=values.number(self.seconds, "seconds", low=0.0))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A later judgement of an episode: CI, a human, a delayed reward.

    The newest verdict (by `at`, then by arrival) is the effective one.
    """

    episode: str
    outcome: Outcome
    feedback: Feedback = field(default_factory=Feedback)
    by: str = "human"
    at: datetime | None = None
    id: str = ""

    def __post_init__(self) -> None:
        assign(
            self,
            episode=values.text(self.episode, "episode"),
            outcome=Outcome.of(self.outcome),
            feedback=values.instance(self.feedback, Feedback, "feedback", _MAKE_FEEDBACK),
            by=values.text(self.by, "by"),
            at=values.optional_moment(self.at, "at"),
            id=values.text(self.id, "id"),
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something learned, with the episodes it came from.

    Attributes:
        text: The lesson itself.
        origins: Ids of the episodes behind it.
        kind: ``stated`` by an agent or a person, ``mined`` from outcomes, or by a ``model``.
        outcome: Effective outcome of the episode it was read from.
        category: Of the tasks that it speaks of; ``unknown`` where that is not limited.
        weight: How many attempts bear out what was mined.
    """

    text: str
    origins: tuple[str, ...] = ()
    kind: str = "stated"
    outcome: Outcome = Outcome.UNKNOWN
    id: str = ""
    category: str = UNKNOWN
    weight: int = 0

    def __post_init__(self) -> None:
        if self.kind not in ("stated", "mined", "model"):
            raise InvalidInput(f"kind must be stated, mined or model, got {self.kind!r}")
        assign(
            self,
            text=values.text(self.text, "lesson"),
            origins=values.texts(self.origins, "origins"),
            outcome=Outcome.of(self.outcome),
        )

    @property
    def provenance(self) -> str:
        """The lesson with where it came from, e.g. ``[From partial attempt] retry once``."""
        label = {Outcome.SUCCESS: "successful", Outcome.FAILURE: "failed"}
        return f"[From {label.get(self.outcome, str(self.outcome))} attempt] {self.text}"


@dataclass(frozen=True, slots=True)
class Episode:
    """One finished task: what was asked, done, and how it ended. Immutable.

    Where `outcome` is not given it follows from the tests, else from the reward (1 is a success,
    0 a failure, the rest partial), else it is unknown; one that is given stands, be it
    `Outcome.UNKNOWN`. What becomes known later stands in `verdicts`, newest last; ranking, rates
    and prompts read `effective_outcome` and `effective_feedback`.

    Attributes:
        task: The task, or its description.
        steps: What was done, in order.
        solution: The result: an answer, a patch, a plan.
        outcome_detail: Free text about the outcome, e.g. the exception of a failure.
        lessons: What was learned, one text each.
        tags: Free labels to filter by.
        strategy: Name of the approach taken, or "".
        iterations: Tries within this episode, at least 1.
        source: Where the record comes from: ``own``, an importer's name, …
        key: The caller's own id, unique per namespace, user and source; makes `record`
            idempotent.
        task_key: What makes two attempts "the same task"; of an attempt a digest of what the
            outermost one was about. Empty means the description.
        environment: Version of the world or tools that the episode ran in.
        usage: Numbers such as tokens or cost, by name.
        id: UUIDv7 text; filled in by `record` if empty.
    """

    task: Task
    steps: tuple[Step, ...] = ()
    solution: str = ""
    outcome: Outcome = None  # type: ignore[assignment]  # None is replaced in __post_init__
    outcome_detail: str = ""
    feedback: Feedback = field(default_factory=Feedback)
    lessons: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    strategy: str = ""
    iterations: int = 1
    started_at: datetime | None = None
    finished_at: datetime | None = None
    source: str = "own"
    metadata: dict[str, Any] = field(default_factory=dict)
    key: str | None = None
    user: str | None = None
    agent: str | None = None
    session: str | None = None
    parent: str | None = None
    attempt: str | None = None
    task_key: str | None = None
    environment: str | None = None
    model: str | None = None
    usage: dict[str, Any] = field(default_factory=dict)
    id: str = ""
    namespace: str = ""
    verdicts: tuple[Verdict, ...] = ()

    def __post_init__(self) -> None:
        values.instance(self.feedback, Feedback, "feedback", _MAKE_FEEDBACK)
        outcome = self.feedback.outcome if self.outcome is None else Outcome.of(self.outcome)
        assign(
            self,
            task=Task.of(self.task),
            steps=_instances(self.steps, Step, "steps"),
            outcome=outcome,
            lessons=values.texts(self.lessons, "lessons"),
            tags=values.texts(self.tags, "tags"),
            metadata=values.json_object(self.metadata, "metadata"),
            usage=values.json_object(self.usage, "usage"),
            verdicts=_instances(self.verdicts, Verdict, "verdicts"),
            iterations=values.count(self.iterations, "iterations", least=1),
        )
        for name in (*_PLAIN, *_OPTIONAL):
            given = getattr(self, name)
            if given is not None or name in _PLAIN:
                assign(self, **{name: values.text(given, name)})
        assign(self, source=spelled(self.source))
        self._check_times()

    def _check_times(self) -> None:
        start = values.optional_moment(self.started_at, "started_at")
        end = values.optional_moment(self.finished_at, "finished_at")
        if start and end and end < start:
            raise InvalidInput(
                f"finished_at ({end.isoformat()}) is before started_at ({start.isoformat()})"
            )
        assign(self, started_at=start, finished_at=end)

    @property
    def effective_outcome(self) -> Outcome:
        """The newest verdict's outcome, else the episode's own."""
        return self.verdicts[-1].outcome if self.verdicts else self.outcome

    @property
    def effective_feedback(self) -> Feedback:
        """The newest verdict's feedback.

        One that gives neither reward nor tests keeps those of the newest before it with the same
        outcome, the episode's own at last, since it only confirms them.
        """
        said = [(v.outcome, v.feedback) for v in self.verdicts]
        return confirmed([(self.outcome, self.feedback), *said])

    @property
    def error(self) -> str:
        """The last error among the steps, else the outcome's detail of a failure."""
        for step in reversed(self.steps):
            if step.error:
                return step.error
        return self.outcome_detail if self.effective_outcome is Outcome.FAILURE else ""

    def with_verdicts(self, verdicts: Sequence[Verdict]) -> Episode:
        """The same episode with these verdicts, oldest first."""
        return replace(self, verdicts=tuple(verdicts)) if verdicts else self


_PLAIN = ("solution", "outcome_detail", "strategy", "source", "id", "namespace")
_OPTIONAL = (
    "key",
    "user",
    "agent",
    "session",
    "parent",
    "attempt",
    "task_key",
    "environment",
    "model",
)


def _instances(value: object, kind: type[T], name: str) -> tuple[T, ...]:
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        raise InvalidInput(
            f"{name} must be a sequence of {kind.__name__}, got {values.shown(value)}"
        )
    for part in value:
        if not isinstance(part, kind):
            raise InvalidInput(
                f"{name} must hold {kind.__name__} records, got {values.shown(part)}"
            )
    return tuple(value)
