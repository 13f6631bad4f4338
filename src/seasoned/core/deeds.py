"""What was done in an episode, and which of its steps failed.

A step failed if it has an error; of a failed episode the last call failed as well, since nothing
that was done after it set things right. Checks, and what others said, are no deeds: a test run is
meant to fail until the work is done. Knows nothing of how deeds are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from seasoned.core.actions import PROSE
from seasoned.core.records import Outcome

_NOT_DONE: Final = frozenset({"user_input", "observation", "feedback", "check"})


class Doing(Protocol):
    """What a step and a `Taken` have in common."""

    @property
    def action(self) -> str:
        """Kind of action."""
        ...

    @property
    def error(self) -> str | None:
        """What went wrong, if anything."""
        ...


@dataclass(slots=True)
class Taken:
    """A step without what it gave; read by the thousand, so that nothing is validated again."""

    action: str
    detail: str = ""
    error: str | None = None


@dataclass(slots=True)
class Wording:
    """What a task says."""

    description: str = ""


@dataclass(slots=True)
class Course:
    """The part of an episode's JSON that the guard reads."""

    task: Wording
    steps: tuple[Taken, ...] = field(default_factory=tuple)


class Deeds(NamedTuple):
    """What was done in one episode.

    Attributes:
        num: The store's number of the episode.
        outcome: Name of the effective outcome.
        task_key: What makes two attempts "the same task".
        task: The task's description.
    """

    num: int
    category: str
    outcome: str
    task_key: str
    task: str
    steps: Sequence[Taken]


class Done(NamedTuple):
    """A page of deeds, or what came to them.

    Attributes:
        seq: The change up to which they were read.
        whole: Whether they begin anew, since the log does not reach back to what was asked for.
        gone: Numbers of older episodes that are to be dropped; those judged are among `rows`.
        rows: Episodes in order of their numbers.
        last: The highest number read; what to ask with the next time.
        more: Whether there is another page.
    """

    seq: int
    whole: bool
    gone: Sequence[int]
    rows: Sequence[Deeds]
    last: int
    more: bool


def is_deed(step: Doing) -> bool:
    """Whether a step is something the agent did, and no check of it or word from outside."""
    return step.action not in _NOT_DONE


def failed_steps(steps: Sequence[Doing], outcome: str) -> set[int]:
    """Places of the steps that failed.

    Args:
        steps: Of one episode, in order.
        outcome: Name of its effective outcome.
    """
    deeds = [place for place, step in enumerate(steps) if is_deed(step)]
    failed = {place for place in deeds if steps[place].error}
    if outcome == Outcome.FAILURE and deeds:
        # Talk and thought after the last call only put its failure into words.
        calls = [place for place in deeds if steps[place].action not in PROSE]
        failed.add((calls or deeds)[-1])
    return failed
