"""Habits: what attempts at the same tasks gain or lose by using a tool.

Tasks differ in how hard they are and in what they need, so attempts are compared only with others
at the same task, and tasks that were all tried in one way say nothing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from seasoned.core.intervals import Interval, normal_quantile

TASKS: Final = 5  # tried both ways, from which a habit can be told
ATTEMPTS: Final = 8  # with the tool, and without it
_ERROR: Final = 0.05  # chance that any habit of a category is told without being one


class Habit(NamedTuple):
    """What comes of using a tool, in tasks that were tried with and without it.

    Attributes:
        used: How many attempts with the tool worked, and how many there were.
        unused: The same of attempts without it.
        tasks: How many tasks that are.
        change: Success rate with the tool less that without, within tasks.
        interval: Of the change, corrected for the number of tools looked at.
        place: The task that says most.
    """

    tool: str
    used: tuple[int, int]
    unused: tuple[int, int]
    tasks: int
    change: float
    interval: Interval
    place: Hashable

    @property
    def text(self) -> str:
        """The habit in words."""
        won, n = self.used
        other, m = self.unused
        return (
            f"In {self.tasks} tasks that were tried with and without `{self.tool}`, {won} of {n} "
            f"attempts that used it worked, and {other} of {m} that did not."
        )


@dataclass(slots=True)
class Habits:
    """Counts what was used at which task, and how that went."""

    _tasks: defaultdict[Hashable, list[int]] = field(
        default_factory=lambda: defaultdict(lambda: [0, 0])
    )
    _tools: defaultdict[str, dict[Hashable, list[int]]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def add(self, place: Hashable, tools: Collection[str], worked: bool) -> None:
        """Count an attempt at the task of that place."""
        self._count(self._tasks[place], worked)
        for tool in tools:
            self._count(self._tools[tool].setdefault(place, [0, 0]), worked)

    def _count(self, cell: list[int], worked: bool) -> None:
        cell[0] += worked
        cell[1] += 1

    def found(self) -> Iterator[Habit]:
        """The tools that make a difference, in alphabetical order."""
        strata = {tool: dict(self._both_ways(places)) for tool, places in self._tools.items()}
        fit = sorted(tool for tool, one in strata.items() if _enough(one))
        for tool in fit:
            if (habit := _habit(tool, strata[tool], 1.0 - _ERROR / len(fit))) is not None:
                yield habit

    def _both_ways(
        self, places: dict[Hashable, list[int]]
    ) -> Iterator[tuple[Hashable, tuple[int, int, int, int]]]:
        """Tasks tried with and without: successes and attempts with, and without."""
        for place, (won, n) in places.items():
            all_won, all_n = self._tasks[place]
            if n < all_n:
                yield place, (won, n, all_won - won, all_n - n)


def _enough(strata: dict[Hashable, tuple[int, int, int, int]]) -> bool:
    with_it, without = (sum(s[i] for s in strata.values()) for i in (1, 3))
    return len(strata) >= TASKS and min(with_it, without) >= ATTEMPTS


def _habit(
    tool: str, strata: dict[Hashable, tuple[int, int, int, int]], level: float
) -> Habit | None:
    """The difference after Mantel and Haenszel, with the variance of Sato, Biometrics 45 (1989)."""
    weight = change = bias = spread = 0.0
    pulls = dict[Hashable, float]()
    for place, (a, n, c, m) in strata.items():
        both = n + m
        weight += n * m / both
        pulls[place] = (a * m - c * n) / both
        change += pulls[place]
        bias += (n * n * c - m * m * a + n * m * (m - n) / 2.0) / both**2
        spread += (a * (m - c) + c * (n - a)) / (2.0 * both)
    change /= weight
    half = normal_quantile(level) * math.sqrt(max(0.0, change * bias + spread)) / weight
    interval = Interval(change - half, change + half)
    if interval.holds(0.0):
        return None
    sums = [sum(stratum[i] for stratum in strata.values()) for i in range(4)]
    place = max(pulls, key=lambda p: pulls[p] if change > 0 else -pulls[p])
    used, unused = (sums[0], sums[1]), (sums[2], sums[3])
    return Habit(tool, used, unused, len(strata), change, interval, place)
