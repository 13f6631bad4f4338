"""Whether an imminent action is worth a warning, and what the warning says.

Knows counts of how the same and alike actions fared, from the general to the particular, and
decides by what they leave to believe of the next time. Knows no episode and no text of an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from seasoned.core import values
from seasoned.core.intervals import Beta
from seasoned.core.page import one_line

MOST: Final = 2  # warnings about one action; more would not be read
_PRIOR: Final = (0.5, 4.5)  # one step in ten fails where nothing is known
_SPARES: Final = 0.6  # share of the usual rate of its kind below which an argument speaks for it
_TEXT_SHOWN: Final = 300  # characters of an error or a lesson
_ACTION_SHOWN: Final = 120
_LIKENESS: Final = {
    "task": "this very action in this task",
    "action": "this very action, in other tasks,",
    "part": "the same kind of action with alike arguments",
    "name": "this kind of action",
}

Likeness = Literal["task", "action", "part", "name"]


class Count(NamedTuple):
    """Episodes in which something was done.

    Attributes:
        failed: Those in which it failed at least once.
        passed: Those in which it went well at least once; one may be in both.
    """

    failed: int = 0
    passed: int = 0


@dataclass(frozen=True, slots=True)
class GuardPolicy:
    """The numbers that the guard decides by.

    Chosen on half of the tasks of `benchmarks.learning.warnings`.

    Attributes:
        likely: Least probability in [0, 1] of failing that is worth a warning.
        again: The same where the action was taken in the same task before.
        margin: How much likelier than usual that has to be, in [0, 1].
        doubt: Most probability in [0, 1] that it is not.
        name: Cases that the usual rate of the category counts for beside those of a kind of
            action, above 0.
        part: Cases that the rate of the kind counts for beside those with alike arguments.
        action: Cases that the rate so far counts for beside those of the very same action.
        task: Cases that the rate so far counts for beside those of the same action in the same
            task; small, since there it is nearly always the same again.
        newest: Episodes that are looked at, at least 1. It bounds what the first question of a
            process costs, some 0.1 ms an episode; what failed before that says little of today.
    """

    likely: float = 0.4
    again: float = 0.7
    margin: float = 0.1
    doubt: float = 0.1
    name: float = 5.0
    part: float = 6.0
    action: float = 1.5
    task: float = 0.15
    newest: int = 20_000

    def __post_init__(self) -> None:
        for name in ("likely", "again", "margin", "doubt"):
            object.__setattr__(self, name, values.unit(getattr(self, name), name))
        for name in ("name", "part", "action", "task"):
            given = values.number(getattr(self, name), name, low=1e-3)
            object.__setattr__(self, name, given)
        object.__setattr__(self, "newest", values.count(self.newest, "newest", least=1))


SHIPPED: Final = GuardPolicy()


@dataclass(frozen=True, slots=True)
class Evidence:
    """How actions fared that are like one at hand.

    What failed for its task's sake counts in the same task alone; elsewhere errors do.

    Attributes:
        usual: All that was done in the category, each action once per episode.
        errors: The same by errors alone, as in all that follows but the last.
        name: Of its kind.
        parts: Of its kind with one argument alike, for each argument.
        action: The same in other tasks.
        task: The same in the same task, or in one that says nearly the same.
    """

    usual: Count
    errors: Count
    name: Count
    parts: Sequence[Count]
    action: Count
    task: Count


@dataclass(frozen=True, slots=True)
class Risk:
    """What is believed of an action.

    Attributes:
        usual: Share of steps that fail in the category, in [0, 1].
        likeness: The most particular evidence there is.
        count: That evidence.
        part: Which of the parts it is, if it is one.
    """

    belief: Beta
    usual: float
    likeness: Likeness
    count: Count
    part: int | None = None

    def alarming(self, policy: GuardPolicy) -> bool:
        """Whether it is likely to fail, and surely likelier than is usual."""
        least = policy.again if self.likeness == "task" else policy.likely
        if not self.count.failed or self.belief.mean < least:
            return False
        return self.belief.below(self.usual + policy.margin) <= policy.doubt


def risk_of(evidence: Evidence, policy: GuardPolicy) -> Risk | None:
    """What is believed of an action; None where nothing like it was done before.

    The rate at each stage, from the category to the action in its task, is what is expected at
    the next; the last stage with evidence decides, and says how sure it is.
    """
    found, errors = None, _rate(evidence.errors)
    if any(evidence.name):
        found = Risk(_belief(evidence.name, errors, policy.name), errors, "name", evidence.name)
        found = max([found, *_narrower(evidence, found, policy)], key=lambda r: r.belief.mean)
    if any(evidence.action):
        expected = found.belief.mean if found else errors
        belief = _belief(evidence.action, expected, policy.action)
        found = Risk(belief, errors, "action", evidence.action)
    if any(evidence.task):
        expected = found.belief.mean if found else errors
        belief = _belief(evidence.task, expected, policy.task)
        found = Risk(belief, _rate(evidence.usual), "task", evidence.task)
    return found


def _narrower(evidence: Evidence, name: Risk, policy: GuardPolicy) -> list[Risk]:
    """What is believed of the kind of action with each argument alike.

    None where another argument speaks for it: that the kind often fails is not this one's fault.
    """
    found = [
        Risk(_belief(count, name.belief.mean, policy.part), name.usual, "part", count, place)
        for place, count in enumerate(evidence.parts)
        if any(count) and count != name.count
    ]
    spared = any(risk.belief.mean < name.belief.mean * _SPARES for risk in found)
    return [] if spared else found


def _belief(count: Count, expected: float, strength: float) -> Beta:
    return Beta.of(count.failed, sum(count), expected, strength)


def _rate(count: Count) -> float:
    """Share that failed, drawn to what is usual where little is known."""
    return (_PRIOR[0] + count.failed) / (sum(_PRIOR) + sum(count))


@dataclass(frozen=True, slots=True)
class Caution:
    """A warning about an action, with its evidence. Advisory: nothing is blocked.

    Attributes:
        episode: Id of the newest episode in which it failed.
        step: Place of the step in that episode, from 0.
        action: What was done there.
        error: The error that followed, else what was said of the outcome.
        likeness: What failed: the same action in the same ``task``, the same ``action`` in
            others, an action with a ``part`` of the arguments alike, or its ``name``.
        failed: Episodes in which it failed; outside of the task, in which it ended in an error.
        passed: Episodes in which it went well; one may be in both.
        probability: Of failing again, in [0, 1].
        usual: How often what is done in the category fails like that, in [0, 1].
        lesson: What that episode taught, "" if it says nothing.
        part: The argument that is alike, if that is what failed.
    """

    episode: str
    step: int
    action: str
    error: str
    likeness: Likeness
    failed: int
    passed: int
    probability: float
    usual: float
    lesson: str = ""
    part: str = ""

    def __str__(self) -> str:
        """The warning on one line, for a prompt or a log; texts from memory stand in quotes."""
        alike = f" ({one_line(self.part, _ACTION_SHOWN)})" if self.part else ""
        said = [
            f"{_LIKENESS[self.likeness]}{alike} failed in {_episodes(self.failed)} and went well "
            f"in {self.passed}; {self.usual:.0%} is usual",
            f'last "{one_line(self.action, _ACTION_SHOWN)}" in {self.episode}, '
            f"step {self.step + 1}",
        ]
        if self.error:
            said.append(f'what followed: "{one_line(self.error, _TEXT_SHOWN)}"')
        if self.lesson:
            said.append(f'lesson: "{one_line(self.lesson, _TEXT_SHOWN)}"')
        return "; ".join(said)


def _episodes(n: int) -> str:
    return f"{n} earlier episode{'' if n == 1 else 's'}"
