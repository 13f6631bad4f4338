"""What memory is worth: attempts that could use it against those that chance denied it.

Estimated is the effect of showing memory now, from a store that both arms feed, among outermost
attempts that would have been shown something. Every attempt counts in the arm that it was drawn
into, whatever became of it (intention to treat). Compared is within category and share held out,
each attempt weighted by 1 / probability of its arm: where the share changes while tasks get
easier, a plain difference shows an effect where there is none. Among attempts of one share, time
says nothing of the arm, whether they follow each other or two processes take turns. It knows no
store; a store hands over `Trial`s.

The verdict rests on bounds that hold however often one looks; beside them stand the usual ones
for a single look, and they are labelled so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, Final

import numpy as np

from seasoned.core import values
from seasoned.core.arms import Columns, Compared, bootstrap, compare, stratified
from seasoned.core.holdout import CONTROL, MEMORY
from seasoned.core.lift_report import Bounds, Difference, Lift, Part, Side, Verdict
from seasoned.core.records import Outcome
from seasoned.core.resampling import numbered
from seasoned.core.sequential import information_needed
from seasoned.core.trials import Trial
from seasoned.core.vectors import compact
from seasoned.errors import InvalidInput

ALPHA: Final = 0.05
ALIKE: Final = 0.05  # a difference of success rates this small is not worth speaking of
LEAST_TASKS: Final = 20  # of a category, below which it gets no line of its own
_SCORES: Final = {Outcome.SUCCESS.value: 1.0, Outcome.UNKNOWN.value: math.nan}  # else 0
_PATIENCE = 1_000_000  # attempts beyond which "needed" is no help
_DIGITS = 12  # of a share, which 1 less its complement misses by rounding
_NOW = "one look, Newcombe with effective sample sizes"
_RESAMPLED = "one look, bootstrap clustered on tasks"
_ALWAYS = "any number of looks, normal-mixture confidence sequence"


@dataclass(frozen=True, slots=True)
class _Table:
    """The attempts as columns, oldest first; `success`, `reward`, `iterations` may be NaN."""

    plain: Columns
    success: np.ndarray
    reward: np.ndarray
    iterations: np.ndarray
    category: np.ndarray
    share: np.ndarray
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
    if not 0.0 < values.number(alpha, "alpha") < 1.0:
        raise InvalidInput(f"alpha must lie between 0 and 1, got {alpha}; 0.05 is usual")
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
    held = np.where(memory, 1.0 - chance, chance).round(_DIGITS)
    share = np.unique(held, return_inverse=True)[1]
    stratum = stratified(share, category, cluster, held)
    success = [_SCORES.get(outcome, 0.0) for outcome in outcomes]
    return _Table(
        plain=Columns(np.zeros(len(rows)), memory, 1.0 / chance, stratum, cluster),
        success=np.array(success),
        reward=np.array(rewards, float),  # None becomes a value that is not a number
        iterations=np.array(iterations, float),
        category=category,
        share=share,
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
        rows = replace(table.plain, stratum=table.share, value=table.success)
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
