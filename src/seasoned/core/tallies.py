"""Totals over episodes by category and strategy: the few numbers that a choice asks for each time.

A store counts them where the rows lie; adding what is new keeps them current. Knows no single
episode.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from seasoned.core.history import OWN, Performance
from seasoned.core.records import Outcome
from seasoned.core.scoring import outcome_score
from seasoned.core.skills import SkillProfile
from seasoned.core.thompson import SHIPPED


class Cell(NamedTuple):
    """Episodes that are alike in what counts.

    Attributes:
        source: ``own``, else where they were imported from.
        root: Whether they are tasks of their own and no parts of others.
        outcome: Name of the effective outcome.
        n: How many they are.
        rewarded: How many of them have a reward.
        reward: Sum of these rewards.
        iterations: Sum of the tries within them.
    """

    category: str
    strategy: str
    source: str
    root: bool
    outcome: str
    n: int
    rewarded: int
    reward: float
    iterations: int

    @property
    def earned(self) -> tuple[int, float]:
        """How many have a reward or a known outcome, and the sum of what they earned."""
        if self.outcome == Outcome.UNKNOWN:
            return self.rewarded, self.reward
        return self.n, self.reward + (self.n - self.rewarded) * outcome_score(Outcome(self.outcome))


def cell_of(one: Performance, n: int = 1) -> Cell:
    """The cell of one episode, as often as `n` says; less than none takes it away."""
    rewarded, reward = (0, 0.0) if one.reward is None else (n, n * one.reward)
    kind = one.category, one.strategy, one.source, one.root, one.outcome
    return Cell(*kind, n, rewarded, reward, n * one.iterations)


Kind = tuple[str, str, str, bool, str]
Sums = dict[tuple[str, str], tuple[float, float]]


def add_cells(found: dict[Kind, Cell], cells: Iterable[Cell]) -> None:
    """Add cells to those of the same kind."""
    for cell in cells:
        kind, old = cell[:5], found.get(cell[:5])
        sums = (a + b for a, b in zip(cell[5:], old[5:], strict=True)) if old else cell[5:]
        found[kind] = Cell(*kind, *sums)


def together(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells with those of one kind added up."""
    found: dict[Kind, Cell] = {}
    add_cells(found, cells)
    return tuple(found.values())


def add_tallies(found: Sums, cells: Iterable[Cell], imported: float) -> None:
    """Add cells to the tallies of their category and strategy; see `tallies`."""
    for cell in cells:
        n, earned = cell.earned
        if n and cell.strategy:
            weight = 1.0 if cell.source == OWN else imported
            place = (cell.category, cell.strategy)
            before = found.get(place, (0.0, 0.0))
            found[place] = (before[0] + weight * n, before[1] + weight * earned)


def tallies(cells: Iterable[Cell], imported: float = SHIPPED.imported) -> Sums:
    """Number and earnings by category and strategy, as `thompson` takes them.

    Parts of tasks count as well: a strategy may have been chosen for a part.

    Args:
        cells: Of any number of episodes.
        imported: What an imported episode counts for beside one's own.
    """
    found: Sums = {}
    add_tallies(found, cells, imported)
    return found


def profile_of(cells: Iterable[Cell], category: str) -> SkillProfile | None:
    """How the tasks of a category went, without trend and strategies; None if there are none."""
    mine = [cell for cell in cells if cell.root and cell.category == category]
    total = sum(cell.n for cell in mine)
    if not total:
        return None
    ended = {str(o): sum(c.n for c in mine if c.outcome == o) for o in Outcome}
    earned = [cell.earned for cell in mine]
    rated = sum(n for n, _ in earned)
    return SkillProfile(
        category=category,
        total_episodes=total,
        known=total - ended[Outcome.UNKNOWN],
        successes=ended[Outcome.SUCCESS],
        partials=ended[Outcome.PARTIAL],
        avg_reward=sum(sum_ for _, sum_ in earned) / rated if rated else None,
        avg_iterations=sum(cell.iterations for cell in mine) / total,
    )
