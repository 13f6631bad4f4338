"""What memory is worth: attempts that could use it against those that chance denied it.

Estimated is the effect of showing memory now, from a store that both arms feed, among outermost
attempts that would have been shown something. Every attempt counts in the arm that it was drawn
into, whatever became of it (intention to treat). Compared is within category and share epoch,
each attempt weighted by 1 / probability of its arm: where the share changes while tasks get
easier, a plain difference shows an effect where there is none. It knows no store; a store hands
over `Trial`s.

The verdict rests on bounds that hold however often one looks; beside them stand the usual ones
for a single look, and they are labelled so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, Final, Literal

import numpy as np

from seasoned.core import values
from seasoned.core.arms import LEAST_CLUSTERS, Columns, Compared, bootstrap, compare, stratified
from seasoned.core.holdout import CONTROL, MEMORY
from seasoned.core.records import Outcome
from seasoned.core.resampling import numbered
from seasoned.core.sequential import information_needed
from seasoned.core.trials import Trial
from seasoned.core.vectors import compact

Verdict = Literal["helps", "hurts", "alike", "open"]

ALPHA: Final = 0.05
ALIKE: Final = 0.05  # a difference of success rates this small is not worth speaking of
LEAST_TASKS: Final = 20  # of a category, below which it gets no line of its own
_SCORES: Final = {Outcome.SUCCESS.value: 1.0, Outcome.UNKNOWN.value: math.nan}  # else 0
_PATIENCE = 1_000_000  # attempts beyond which "needed" is no help
_NOW = "one look, Newcombe with effective sample sizes"
_RESAMPLED = "one look, bootstrap clustered on tasks"
_ALWAYS = "any number of looks, normal-mixture confidence sequence"


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
        uncovered: Attempts left out because all like them are in one arm.
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
        return in_words(self)


@dataclass(frozen=True, slots=True)
class _Table:
    """The attempts as columns, oldest first; `success`, `reward`, `iterations` may be NaN."""

    plain: Columns
    success: np.ndarray
    reward: np.ndarray
    iterations: np.ndarray
    category: np.ndarray
    epoch: np.ndarray
    task: np.ndarray
    names: tuple[str, ...]

    def known(self, values: np.ndarray, rows: np.ndarray | None = None) -> Columns:
        """The columns of what is known of a measure, among some rows."""
        mask = np.isfinite(values) if rows is None else np.isfinite(values) & rows
        return replace(self.plain, value=values).take(mask)


def lift(trials: Iterable[Trial], *, alpha: float = ALPHA, seed: int = 0) -> Lift:
    """Compare the arms.

    Args:
        trials: Outermost attempts that would have been shown something; of two with one id the
            last counts.
        alpha: Probability of a wrong verdict over all looks, in (0, 1).
        seed: Of the bootstrap.

    Raises:
        InvalidInput: alpha is not within (0, 1).
    """
    values.number(alpha, "alpha", math.ulp(0.0), 1.0 - math.ulp(0.5))
    every = {trial.root: trial for trial in trials}
    table = _table(list(zip(*every.values(), strict=True)))
    if table is None:
        return Lift(not_drawn=len(every))
    found = compare(table.known(table.success))
    verdict, always = _judged(found, alpha)
    return Lift(
        trials=len(table.success),
        not_drawn=len(every) - len(table.success),
        uncovered=_uncovered(table),
        memory=_side(table, table.plain.memory),
        control=_side(table, ~table.plain.memory),
        success=_rates(found, alpha),
        always=always,
        reward=_means(table.known(table.reward), alpha, seed),
        iterations=_means(table.known(table.iterations), alpha, seed),
        worst=_worst(table),
        thirds=_thirds(table, alpha),
        categories=_categories(table, alpha),
        verdict=verdict,
        needed=_needed(found, verdict, alpha),
    )


def _table(given: Sequence[Sequence[Any]]) -> _Table | None:
    """The attempts whose arm chance drew, from columns of all; None if there are none."""
    rows = _in_order(*(given[i] for i in (0, 3, 4, 9))) if given else []
    if not rows:
        return None
    pick = itemgetter(*rows, rows[-1])  # once more, so that it is a tuple of one as well
    columns = (pick(column)[:-1] for column in given)
    _, tasks, categories, arms, chances, epochs, outcomes, rewards, iterations, _ = columns
    memory, chance = np.array([arm == MEMORY for arm in arms]), np.array(chances, float)
    epoch = np.unique(np.array(epochs, np.int64), return_inverse=True)[1]
    task, category = numbered(tasks), numbered(categories)
    # A new epoch draws anew, so that the same task may change its arm with it.
    cluster = compact(epoch * (int(task.max()) + 1) + task)[0]
    share = np.where(memory, 1.0 - chance, chance)
    stratum = stratified(epoch, category, cluster, share)
    success = [_SCORES.get(outcome, 0.0) for outcome in outcomes]
    return _Table(
        plain=Columns(np.zeros(len(rows)), memory, 1.0 / chance, stratum, cluster),
        success=np.array(success),
        reward=np.array(rewards, float),  # None becomes a value that is not a number
        iterations=np.array(iterations, float),
        category=category,
        epoch=epoch,
        task=task,
        names=tuple(dict.fromkeys(categories)),
    )


def _in_order(
    roots: Sequence[str], arms: Sequence[str], chances: Sequence[float], at: Sequence[float]
) -> list[int]:
    """Places of the attempts whose arm was drawn, oldest first; at the same time by their ids."""
    drawn = [
        place
        for place, (arm, chance) in enumerate(zip(arms, chances, strict=True))
        if 0.0 < chance < 1.0 and arm in (MEMORY, CONTROL)
    ]
    times = np.array([at[place] for place in drawn], float)
    order = np.argsort(times, kind="stable")
    if np.all(np.diff(times[order]) > 0.0):
        return [drawn[place] for place in order.tolist()]
    return sorted(drawn, key=lambda place: (at[place], roots[place]))


def _side(table: _Table, rows: np.ndarray) -> Side:
    unknown = np.isnan(table.success[rows])
    tasks = compact(table.task[rows])[1] if len(unknown) else 0
    return Side(len(unknown), tasks, float(unknown.mean()) if len(unknown) else 0.0)


def _uncovered(table: _Table) -> int:
    found = compare(table.plain)
    return len(table.success) - (found.covered if found else 0)


def _rates(found: Compared | None, alpha: float) -> Difference | None:
    if found is None:
        return None
    ends = found.now(alpha)
    bounds = Bounds(*ends, 1.0 - alpha, _NOW) if ends else None
    return Difference(found.memory.mean, found.control.mean, found.covered, bounds)


def _means(rows: Columns, alpha: float, seed: int) -> Difference | None:
    found = compare(rows)
    if found is None:
        return None
    ends = bootstrap(rows, alpha, seed=seed)
    bounds = Bounds(*ends, 1.0 - alpha, _RESAMPLED) if ends else None
    return Difference(found.memory.mean, found.control.mean, found.covered, bounds)


def _judged(found: Compared | None, alpha: float) -> tuple[Verdict, Bounds | None]:
    if found is None:
        return "open", None
    low, high = found.always(alpha)
    bounds = Bounds(low, high, 1.0 - alpha, _ALWAYS)
    if low > 0.0:
        return "helps", bounds
    if high < 0.0:
        return "hurts", bounds
    return ("alike" if max(-low, high) <= ALIKE else "open"), bounds


def _worst(table: _Table) -> tuple[float, float] | None:
    """The differences if every unknown outcome were the worst for memory, and the best."""
    unknown, memory = np.isnan(table.success), table.plain.memory
    ends = []
    for good in (~memory, memory):
        filled = np.where(unknown, good.astype(float), table.success)
        found = compare(replace(table.plain, value=filled))
        if found is None:
            return None
        ends.append(found.effect)
    return ends[0], ends[1]


def _thirds(table: _Table, alpha: float) -> tuple[Part, ...]:
    rows, parts = np.arange(len(table.success)), []
    for name, third in zip(("first", "second", "last"), np.array_split(rows, 3), strict=True):
        among = np.isin(rows, third, assume_unique=True)
        parts.append(Part(name, _rates(compare(table.known(table.success, among)), alpha)))
    return tuple(parts)


def _categories(table: _Table, alpha: float) -> tuple[Part, ...]:
    """Each category, in order of its first attempt.

    Their verdicts share alpha so that even with new categories to come all of them together are
    wrong with that probability: the j-th gets alpha / (j (j + 1)). The bounds for one look get
    alpha / number of categories (Bonferroni).
    """
    large = [
        number
        for number in range(len(table.names))
        if compact(table.plain.cluster[table.category == number])[1] >= LEAST_TASKS
    ]
    parts = []
    for place, number in enumerate(large, 1):
        among = table.category == number
        rows = replace(table.plain, stratum=table.epoch, value=table.success)
        found = compare(rows.take(among & np.isfinite(table.success)))
        verdict, always = _judged(found, alpha / (place * (place + 1)))
        parts.append(Part(table.names[number], _rates(found, alpha / len(large)), always, verdict))
    return tuple(parts)


def _needed(found: Compared | None, verdict: Verdict, alpha: float) -> int | None:
    if verdict != "open":
        return 0
    if found is None or not found.enough:
        return None
    information = information_needed(found.effect, alpha)
    wanted = information / found.information * found.covered - found.covered
    return math.ceil(max(1.0, wanted)) if wanted <= _PATIENCE else None


def in_words(found: Lift) -> str:
    """The verdict in a sentence, with what it rests on."""
    if found.success is None or found.always is None:
        return "not enough evidence yet: no attempts with and without memory to compare"
    rates = f"success {found.success.memory:.0%} with memory, {found.success.control:.0%} without"
    ends = f"between {found.always.low:+.0%} and {found.always.high:+.0%}, however often one looks"
    if found.verdict == "alike":
        return f"memory makes no difference worth speaking of: {rates}; {ends}"
    if found.verdict == "open":
        return f"not enough evidence yet: {rates}; {ends}; {_further(found)}"
    caution = "" if found.robust else "; the unknown outcomes could still turn that"
    return f"memory {found.verdict}: {rates}; {ends}{caution}"


def _further(found: Lift) -> str:
    if found.needed is not None:
        return f"about {found.needed:,} further attempts would settle a difference of this size"
    if min(found.memory.tasks, found.control.tasks) < LEAST_CLUSTERS:
        return f"each side needs at least {LEAST_CLUSTERS} tasks"
    return "a difference as small as this would take more than a million attempts"
