"""The figures of an experiment, and how they are shown.

Knows: what is computed from the outcomes, and how to print it as tables or JSON. All words of the
verdict follow from the intervals. Does not know how the outcomes came about.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from examples.repair.experiment import ARMS, MEMORY, NONE, SHUFFLED, Outcomes, Plan
from examples.repair.intervals import Estimate, Floats, clustered, mean_difference


@dataclass(frozen=True, slots=True)
class Row:
    """One arm at one size: success within each budget, and test runs per fix."""

    size: int
    arm: str
    success: dict[int, float]
    runs_per_fix: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Memory against another arm at one size: paired differences."""

    size: int
    against: str
    success: dict[int, Estimate]
    runs_per_fix: Estimate


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the demo reports."""

    rows: tuple[Row, ...]
    comparisons: tuple[Comparison, ...]

    def final(self, against: str) -> Comparison:
        """The comparison at full experience."""
        return [each for each in self.comparisons if each.against == against][-1]


def compute(outcomes: Outcomes, plan: Plan) -> Figures:
    """Work out every figure of the experiment."""
    rows = [_row(outcomes, plan, place, arm) for place in range(len(plan.sizes)) for arm in ARMS]
    comparisons = [
        _compare(outcomes, plan, place, against)
        for place in range(1, len(plan.sizes))
        for against in (NONE, SHUFFLED)
    ]
    return Figures(tuple(rows), tuple(comparisons))


def _row(outcomes: Outcomes, plan: Plan, place: int, arm: str) -> Row:
    at = (ARMS.index(arm), place)
    success = {budget: float(outcomes.within(budget)[at].mean()) for budget in plan.budgets}
    fixes = max(1, int(outcomes.fixed[at].sum()))
    return Row(plan.sizes[place], arm, success, float(outcomes.runs[at].sum() / fixes))


def _compare(outcomes: Outcomes, plan: Plan, place: int, against: str) -> Comparison:
    ours, theirs = (ARMS.index(MEMORY), place), (ARMS.index(against), place)
    success = {}
    for budget in plan.budgets:
        within = outcomes.within(budget)
        success[budget] = mean_difference(within[ours], within[theirs], outcomes.function)
    columns = [
        outcomes.runs[ours].astype(float),
        outcomes.fixed[ours].astype(float),
        outcomes.runs[theirs].astype(float),
        outcomes.fixed[theirs].astype(float),
    ]
    cost = clustered(columns, outcomes.function, _cost_difference)
    return Comparison(plan.sizes[place], against, success, cost)


def _cost_difference(sums: list[Floats]) -> Floats:
    """Test runs per fix, ours minus theirs; an arm without any fix counts as if it had one."""
    ours, our_fixes, theirs, their_fixes = sums
    return ours / np.maximum(our_fixes, 1) - theirs / np.maximum(their_fixes, 1)


def show(console: Console, figures: Figures, plan: Plan, budget: int) -> None:
    """Print both tables and the verdict."""
    console.print(_levels(figures, plan))
    console.print(_differences(figures, plan))
    for against in (NONE, SHUFFLED):
        console.print(sentence(figures.final(against), budget))
    console.print(
        "A shuffled memory still knows which strategies seldom work; it has lost for which bugs.",
        style="dim",
    )


def _table(title: str, plan: Plan) -> Table:
    """Start a table that fits into eighty columns."""
    table = Table(title=title, box=box.SIMPLE_HEAD, padding=0)
    table.add_column("attempts", justify="right")
    table.add_column("arm", min_width=8)
    for budget in plan.budgets:
        table.add_column(f"in {budget}", justify="right", min_width=8)
    table.add_column("runs per fix", justify="right", min_width=13)
    return table


def _levels(figures: Figures, plan: Plan) -> Table:
    table = _table("Bugs in unseen functions repaired within so many test runs", plan)
    # Without memory attempts change nothing, and without attempts memory does not.
    shown = [row for row in figures.rows if (row.arm == NONE) == (row.size == plan.sizes[0])]
    for row in shown:
        table.add_row(
            "any" if row.arm == NONE else str(row.size) if row.arm == SHUFFLED else "",
            row.arm,
            *(f"{share:.1%}" for share in row.success.values()),
            f"{row.runs_per_fix:.1f}",
            style="bold" if row.arm == MEMORY else "",
            end_section=row.arm != SHUFFLED,
        )
    return table


def _differences(figures: Figures, plan: Plan) -> Table:
    table = _table("Memory minus the other arm: points, 95 % intervals clustered by function", plan)
    for each in figures.comparisons:
        table.add_row(
            str(each.size) if each.against == NONE else "",
            each.against,
            *(_interval(estimate, 100.0) for estimate in each.success.values()),
            _interval(each.runs_per_fix, 1.0),
            end_section=each.against == SHUFFLED,
        )
    return table


def _interval(estimate: Estimate, scale: float) -> str:
    """Print an estimate over its interval; points of success need no decimals in the interval."""
    digits = 0 if scale == 100.0 else 1
    low, high = scale * estimate.low, scale * estimate.high
    return f"{scale * estimate.value:+.1f}\n{low:.{digits}f} to {high:.{digits}f}"


def sentence(comparison: Comparison, budget: int) -> str:
    """Say in words what the interval of one comparison allows to say."""
    estimate = comparison.success[budget]
    finding = {1: "helps", 0: "makes no difference that is shown", -1: "hurts"}[estimate.verdict]
    rival = {NONE: "no memory", SHUFFLED: "a shuffled memory"}[comparison.against]
    value, low, high = (100 * part for part in (estimate.value, estimate.low, estimate.high))
    return (
        f"After {comparison.size} attempts memory {finding} against {rival}: {value:+.1f} points "
        f"of success within {budget} test runs, 95 % interval {low:+.1f} to {high:+.1f}."
    )


def as_json(figures: Figures, plan: Plan) -> dict[str, Any]:
    """The same figures for programs."""
    return {
        "plan": asdict(plan),
        "rows": [asdict(row) for row in figures.rows],
        "comparisons": [asdict(each) for each in figures.comparisons],
    }
