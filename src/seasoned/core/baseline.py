"""What an attempt earns without memory: the level that an advantage is measured from.

It knows rewards in the order in which they came, by category and band of complexity; no item,
no store. A store may keep each `Fading` as a row and go on with it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from seasoned.core.holdout import CONTROL

HALF_LIFE: Final = 200.0  # rewards of the same kind after which one counts half
ENOUGH: Final = 20  # attempts without memory below which there is no level
PRIOR: Final = 4.0  # attempts that the wider group counts for, as in the choice of strategies
NEUTRAL: Final = 0.5  # where nothing is known
_SIMPLE, _COMPLEX = 0.3, 0.7  # the source's bounds of complexity
KEEP: Final = 0.5 ** (1.0 / HALF_LIFE)  # what is left of a reward's weight with each later one


class Cell(NamedTuple):
    """Attempts that are compared with each other; an empty part stands for all."""

    category: str = ""
    band: str = ""


def cell_of(category: str, complexity: float) -> Cell:
    """The category and the band of complexity, ``simple``, ``middling`` or ``complex``."""
    if complexity < _SIMPLE:
        return Cell(category, "simple")
    return Cell(category, "complex" if complexity > _COMPLEX else "middling")


class Fading(NamedTuple):
    """Rewards summed so that the newest counts 1 and one that is `HALF_LIFE` older half.

    Attributes:
        n: Rewards that were added.
        weight: Sum of what each counts now.
        squared: Sum of the squares of that.
        total: Sum of the rewards, each by what it counts.
    """

    n: int = 0
    weight: float = 0.0
    squared: float = 0.0
    total: float = 0.0

    def add(self, reward: float) -> Fading:
        """With one more reward, in [0, 1]."""
        n, weight, squared, total = self
        keep = KEEP
        return Fading(
            n + 1, weight * keep + 1.0, squared * keep * keep + 1.0, total * keep + reward
        )

    def faded(self, steps: int) -> Fading:
        """As it is once so many others have come."""
        keep = KEEP**steps
        return Fading(self.n, self.weight * keep, self.squared * keep**2, self.total * keep)

    def shrunk(self, wider: float) -> float:
        """The mean, drawn towards that of a wider group."""
        return (self.total + PRIOR * wider) / (self.weight + PRIOR)

    @property
    def effective(self) -> float:
        """Rewards of equal weight that would say as much."""
        return self.weight**2 / self.squared if self.squared else 0.0


@dataclass(frozen=True, slots=True)
class Level:
    """What attempts of one cell earn without memory, as far as it is known.

    Attributes:
        mean: Mean reward in [0, 1], drawn towards the category and that towards all.
        n: Attempts of the cell that it rests on.
        error: Its standard error, at most: that of rewards which are 0 or 1.
    """

    mean: float = NEUTRAL
    n: int = 0
    error: float = 0.5

    @property
    def known(self) -> bool:
        """Whether it rests on enough attempts to measure by."""
        return self.n >= ENOUGH

    @classmethod
    def of(cls, cell: Fading, category: Fading, overall: Fading) -> Level:
        """The level from the rewards of attempts without memory, narrow to wide."""
        mean = cell.shrunk(category.shrunk(overall.shrunk(NEUTRAL)))
        return cls(mean, cell.n, _error(mean, cell.effective))


def _error(mean: float, n: float) -> float:
    """Standard error of a mean of rewards in [0, 1], at most; two of each kind are added.

    A few rewards that happen to be alike would look certain without them.
    """
    careful = (mean * n + PRIOR / 2.0) / (n + PRIOR)
    return math.sqrt(careful * (1.0 - careful) / (n + PRIOR))


class Levels:
    """The levels of all cells at one moment of a stream; observe what came after asking.

    Attributes:
        off: Rewards without memory, by cell, by category and of all.
        on: Rewards of attempts that were shown something, by cell.
        own: Those that were shown an item, by cell and item, and how many its cell had then: it
            has faded since. A store that keeps these rows need hand over only those asked for.
    """

    def __init__(
        self,
        off: Mapping[Cell, Fading] | None = None,
        on: Mapping[Cell, Fading] | None = None,
        own: Mapping[tuple[Cell, str], tuple[int, Fading]] | None = None,
    ) -> None:
        self.off: defaultdict[Cell, Fading] = defaultdict(Fading, off or {})
        self.on: defaultdict[Cell, Fading] = defaultdict(Fading, on or {})
        self.own: dict[tuple[Cell, str], tuple[int, Fading]] = dict(own or {})

    def level(self, cell: Cell) -> Level:
        """What attempts of the cell earn without memory."""
        wider = Cell(cell.category)
        return Level.of(self.off[cell], self.off[wider], self.off[Cell()])

    def others(self, cell: Cell, item: str) -> float | None:
        """What the cell's attempts that were shown something, but not this item, earn at most.

        Their mean and a standard error more; None where they are too few to say.
        """
        every, own = self.on[cell], self._shown(cell, item)
        weight = every.weight - own.weight
        if weight < ENOUGH:
            return None
        mean = min(1.0, max(0.0, (every.total - own.total) / weight))  # rounding may leave [0, 1]
        return mean + _error(mean, weight)

    def observe(self, cell: Cell, arm: str, reward: float, shown: tuple[str, ...]) -> None:
        """Take in how an attempt ended, and what it was shown."""
        if arm == CONTROL:
            for each in (cell, Cell(cell.category), Cell()):
                self.off[each] = self.off[each].add(reward)
        elif shown:
            every = self.on[cell].add(reward)
            for item in shown:
                self.own[cell, item] = (every.n, self._shown(cell, item).add(reward))
            self.on[cell] = every

    def _shown(self, cell: Cell, item: str) -> Fading:
        """Of the attempts that were shown an item, faded like those of the cell."""
        at, own = self.own.get((cell, item), (0, Fading()))
        return own.faded(self.on[cell].n - at)
