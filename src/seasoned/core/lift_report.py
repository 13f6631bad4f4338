"""The report of `core.lift`: what memory is worth, in figures and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from seasoned.core.arms import LEAST_CLUSTERS

Verdict = Literal["helps", "hurts", "alike", "open"]
_OPEN = "not enough evidence yet"
_EVER = 10_000  # further attempts beyond which a verdict is out of reach


@dataclass(frozen=True, slots=True)
class Bounds:
    """An interval, how sure it is (0.95: in 95 of 100 cases) and by what method."""

    low: float
    high: float
    level: float
    method: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean with memory and without.

    Attributes:
        memory: Mean of the memory arm.
        control: Mean of the control arm.
        n: Attempts it rests on.
        bounds: Of the difference, for one look; None where too little is known.
    """

    memory: float
    control: float
    n: int
    bounds: Bounds | None

    @property
    def effect(self) -> float:
        """With memory less without."""
        return self.memory - self.control


@dataclass(frozen=True, slots=True)
class Side:
    """An arm in numbers; `unknown` is the share of its attempts whose outcome nobody knows."""

    attempts: int = 0
    tasks: int = 0
    unknown: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """The success of some of the attempts: a third of the time, or a category.

    Attributes:
        name: Which.
        success: Rates and their difference, None where an arm is missing.
        always: Bounds for any number of looks; None for a third, which has no verdict.
        verdict: As for the whole, corrected for the number of categories.
    """

    name: str
    success: Difference | None
    always: Bounds | None = None
    verdict: Verdict = "open"


@dataclass(frozen=True, slots=True)
class Lift:
    """What memory is worth, as far as is known.

    Attributes:
        trials: Attempts that were compared.
        not_drawn: Attempts left out because chance had no part in their arm.
        uncovered: Attempts left out because all like them, of one share, are in one arm.
        memory: The memory arm.
        control: The control arm.
        success: Success rates among attempts with a known outcome.
        always: Bounds of their difference for any number of looks.
        reward: Mean rewards.
        iterations: Mean tries.
        worst: The least and the greatest difference of success rates that the unknown outcomes
            leave possible; None where nothing is known.
        thirds: The same by thirds of the attempts in time.
        categories: By category, those with at least 20 tasks.
        verdict: ``helps``, ``hurts``, ``alike`` (no difference beyond .05), or ``open``.
        needed: About how many further attempts would settle a difference of the size seen; 0 if
            it is settled, None if nobody can say or it would take more than a million.
    """

    trials: int = 0
    not_drawn: int = 0
    uncovered: int = 0
    memory: Side = Side()
    control: Side = Side()
    success: Difference | None = None
    always: Bounds | None = None
    reward: Difference | None = None
    iterations: Difference | None = None
    worst: tuple[float, float] | None = None
    thirds: tuple[Part, ...] = ()
    categories: tuple[Part, ...] = ()
    verdict: Verdict = "open"
    needed: int | None = None

    @property
    def robust(self) -> bool:
        """Whether the unknown outcomes, at their worst, could not turn the verdict's sign."""
        if self.worst is None:
            return False
        return {"helps": self.worst[0] > 0, "hurts": self.worst[1] < 0}.get(self.verdict, True)

    @property
    def words(self) -> str:
        """The verdict in a sentence, with what it rests on."""
        return verdict_in_words(self)


def verdict_in_words(found: Lift) -> str:
    """The verdict, with what it rests on."""
    if found.success is None or found.always is None:
        return f"{_OPEN}: {_uncompared(found)}"
    rates = f"success {found.success.memory:.0%} with memory, {found.success.control:.0%} without"
    ends = f"between {found.always.low:+.0%} and {found.always.high:+.0%}, however often one looks"
    if found.verdict == "alike":
        return f"memory makes no difference worth speaking of: {rates}; {ends}"
    if found.verdict == "open":
        return _undecided(found, f"{rates}; {ends}")
    caution = "" if found.robust else "; the unknown outcomes could still turn that"
    return f"memory {found.verdict}: {rates}; {ends}{caution}"


def _undecided(found: Lift, figures: str) -> str:
    """Why there is no verdict; figures of a handful would only look like some."""
    memory, control = found.memory, found.control
    if found.needed is not None and found.needed <= _EVER:
        more = f"about {_rounded(found.needed):,} further {_attempts(found.needed)}"
        return f"{_OPEN}: {figures}; {more} would settle a difference of this size"
    ever = (
        "to settle a difference as small as this would take more than "
        f"{_EVER:,} further attempts: practically for ever"
    )
    if found.needed is not None:
        return f"{_OPEN}: {figures}; {ever}"
    if min(memory.tasks, control.tasks) < LEAST_CLUSTERS:
        sides = f"{memory.attempts:,} {_attempts(memory.attempts)} with memory, at {memory.tasks:,}"
        sides += f" {_tasks(memory.tasks)}, and {control.attempts:,} without, at {control.tasks:,}"
        return f"{_OPEN}: {sides}; each side needs at least {LEAST_CLUSTERS} tasks"
    if found.always is not None and found.always.high - found.always.low >= 2.0:
        few = "a few tasks make up most of the attempts of a side, and more other ones are needed"
        return f"{_OPEN}: {few}"
    return f"{_OPEN}: {figures}; {ever}"


def _uncompared(found: Lift) -> str:
    """Why nothing can be compared."""
    if not found.trials:
        if not found.not_drawn:
            return "no attempts with and without memory to compare"
        number = f"{found.not_drawn:,} {_attempts(found.not_drawn)}"
        return f"{number}, in whose arm chance had no part; Options(holdout=0.5) lets it decide"
    number = f"{found.trials:,} {_attempts(found.trials)}"
    if found.memory.attempts and found.control.attempts:
        return f"{number}; none of a known outcome have their like in the other arm"
    side, how = (found.memory, "with") if found.memory.attempts else (found.control, "without")
    if side.tasks > 1:
        least = f"each side needs at least {LEAST_CLUSTERS} tasks"
        return f"{number} at {side.tasks:,} tasks, all {how} memory; {least}"
    return (
        f"{number}, all {how} memory, as all are at one task: the arm is drawn once for each "
        "task, by its text, so put into the text what differs"
    )


def _rounded(number: int) -> int:
    """To two digits: it is an estimate, and more of them would look like knowledge."""
    return int(float(f"{number:.1e}"))


def _attempts(number: int) -> str:
    return "attempt" if number == 1 else "attempts"


def _tasks(number: int) -> str:
    return "task" if number == 1 else "tasks"
