"""An attempt: one run of a task under memory, as a durable record.

It knows its own state only; storing, resuming and finishing it are decisions of
`seasoned.memories.attempts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Final

from seasoned.core import values
from seasoned.core.records import Feedback, Step, Task
from seasoned.errors import Conflict, InvalidInput

OPEN: Final = "open"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"
MEMORY: Final = "memory"  # the arm of an attempt that may read
CONTROL: Final = "control"  # of one from which memory is held out


class Outrun(Conflict):
    """An attempt has steps that whoever closes it has not seen; read it again and retry."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice of a strategy, as an attempt logs it.

    Attributes:
        strategy: What was chosen.
        probability: Chance in (0, 1] with which it was chosen.
        by: ``thompson`` or ``rules``.
        reason: Why, in words.
        candidates: Names of what it was chosen from, in their order.
        seed: Of the draws, None by rules.
        order: What to try one after the other, the chosen first.
    """

    strategy: str
    probability: float
    by: str
    reason: str = ""
    candidates: tuple[str, ...] = ()
    seed: int | None = None
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """The stored state of an attempt.

    Attributes:
        id: UUIDv7 text.
        task: What is attempted.
        task_key: What makes two attempts "the same task"; that of the root attempt, see `task_key`.
        root: Id of the outermost attempt, its own if it is that.
        parent: Id of the attempt that this one is part of.
        key: The caller's own id, unique per namespace and user.
        arm: ``memory``, or ``control`` where memory is held out.
        probability: Chance in (0, 1] with which that arm was drawn.
        strategy: The strategy taken up, or "".
        state: ``open``, ``finished`` or ``abandoned``.
        recall: Id of the logged recall, None until something was recalled.
        episode: Id of its episode once closed.
        feedback: What the newest check said.
        decision: How the strategy was chosen, None if the caller named it or there is none.
    """

    id: str
    task: Task
    task_key: str
    root: str
    started_at: datetime
    parent: str | None = None
    key: str | None = None
    user: str | None = None
    agent: str | None = None
    session: str | None = None
    arm: str = MEMORY
    probability: float = 1.0
    strategy: str = ""
    state: str = OPEN
    recall: str | None = None
    episode: str | None = None
    steps: tuple[Step, ...] = ()
    feedback: Feedback = field(default_factory=Feedback)
    tags: tuple[str, ...] = ()
    decision: Decision | None = None

    @property
    def tested(self) -> Feedback:
        """What all checks so far say together: of each command the newest result counts."""
        newest = {step.detail: step.feedback for step in self.steps if step.feedback is not None}
        messages = dict.fromkeys(said.message for said in newest.values() if said.message)
        return Feedback(
            message="\n".join(messages),
            tests_passed=sum(said.tests_passed for said in newest.values()),
            tests_total=sum(said.tests_total for said in newest.values()),
        )


def task_at_hand(task: Task | str) -> Task:
    """The task, if it says what is to be done.

    Raises:
        InvalidInput: it is neither a `Task` nor text, or its description is blank.
    """
    found = Task.of(task)
    if not found.description.strip():
        raise InvalidInput(
            f"the task is blank: {values.shown(found.description)}; say what is to be done"
        )
    return found


def task_key(task: Task) -> str:
    """A digest of what is to be done: parts of a task carry it on when the task is forgotten."""
    return blake2b(task.description.encode(), digest_size=16).hexdigest()
