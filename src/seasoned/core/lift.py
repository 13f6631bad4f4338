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
from typing import Final, Literal

import numpy as np

from seasoned.core import values
from seasoned.core.arms import LEAST_CLUSTERS, Columns, Compared, bootstrap, compare, stratified
from seasoned.core.holdout import CONTROL, MEMORY
from seasoned.core.records import Outcome
from seasoned.core.sequential import information_needed

Verdict = Literal["helps", "hurts", "alike", "open"]

ALPHA: Final = 0.05
ALIKE: Final = 0.05  # a difference of success rates this small is not worth speaking of
LEAST_TASKS: Final = 20  # of a category, below which it gets no line of its own
_PATIENCE = 1_000_000  # attempts beyond which "needed" is no help
_NOW = "one look, Newcombe with effective sample sizes"
_RESAMPLED = "one look, bootstrap clustered on tasks"
_ALWAYS = "any number of looks, normal-mixture confidence sequence"


@dataclass(frozen=True, slots=True)
class Trial:
    """An outermost attempt as lift counts it.

    Attributes:
        root: Its id.
        task_key: What makes two attempts the same task, and decided the arm.
        arm: ``memory`` or ``control``.
        probability: With which that arm was drawn; 1 where there was no chance.
        epoch: Number of the share it was drawn with.
        outcome: Name of the effective outcome.
        reward: Effective reward in [0, 1], None where nobody gave one.
        iterations: Tries that it took, None where unknown.
        at: When it began, seconds since 1970.
    """

    root: str
    task_key: str
    category: str
    arm: str
    probability: float
    epoch: int
    outcome: str
    reward: float | None
    iterations: float | None
    at: float


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
    share: np.ndarray
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
    drawn = [trial for trial in every.values() if _drawn(trial)]
    not_drawn = len(every) - len(drawn)
    if not drawn:
        return Lift(not_drawn=not_drawn)
    table = _table(sorted(drawn, key=lambda trial: (trial.at, trial.root)))
    found = compare(table.known(table.success))
    verdict, always = _judged(found, alpha)
    return Lift(
        trials=len(drawn),
        not_drawn=not_drawn,
        uncovered=_uncovered(table),
        memory=_side(drawn, MEMORY),
        control=_side(drawn, CONTROL),
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


def _drawn(trial: Trial) -> bool:
    return trial.arm in (MEMORY, CONTROL) and 0.0 < trial.probability < 1.0


def _table(trials: Sequence[Trial]) -> _Table:
    size = len(trials)
    names: dict[str, int] = {}
    clusters: dict[tuple[int, str], int] = {}
    category = [names.setdefault(trial.category, len(names)) for trial in trials]
    # A new epoch draws anew, so that the same task may change its arm with it.
    cluster = [clusters.setdefault((t.epoch, t.task_key), len(clusters)) for t in trials]
    memory = np.fromiter((trial.arm == MEMORY for trial in trials), bool, size)
    chance = np.fromiter((trial.probability for trial in trials), float, size)
    epochs = np.fromiter((trial.epoch for trial in trials), np.int64, size)
    success = [
        math.nan if t.outcome == Outcome.UNKNOWN else float(t.outcome == Outcome.SUCCESS)
        for t in trials
    ]
    epoch = np.unique(epochs, return_inverse=True)[1]
    share = np.where(memory, 1.0 - chance, chance)
    number, place = np.array(category), np.array(cluster)
    stratum = stratified(epoch, number, place, share)
    # As floats None becomes a value that is not a number.
    return _Table(
        plain=Columns(np.zeros(size), memory, 1.0 / chance, stratum, place),
        success=np.array(success),
        reward=np.array([trial.reward for trial in trials], float),
        iterations=np.array([trial.iterations for trial in trials], float),
        category=number,
        epoch=epoch,
        share=share,
        names=tuple(names),
    )


def _side(trials: Sequence[Trial], arm: str) -> Side:
    own = [trial for trial in trials if trial.arm == arm]
    unknown = sum(trial.outcome == Outcome.UNKNOWN for trial in own)
    tasks = len({trial.task_key for trial in own})
    return Side(len(own), tasks, unknown / len(own) if own else 0.0)


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
        if len(np.unique(table.plain.cluster[table.category == number])) >= LEAST_TASKS
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
