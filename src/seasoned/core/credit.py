"""What attempts say about the items they were shown: credit, utility, evidence of harm.

Everything is a function of the attempts alone: what is counted twice, in another order or after
a crash comes out the same, and a later verdict is the difference of two countings. Sums add up,
so that a store may keep one row per attempt and item and let SQL sum them. It knows no store and
draws no chance but from digests. Who is withheld for it is decided in `core.harm`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import add, sub
from typing import Any, Final, NamedTuple, TypeAlias

from seasoned.core.baseline import Cell, Level, Levels, cell_of
from seasoned.core.holdout import CONTROL, uniform
from seasoned.core.sequential import half_width, log_bet

DROP: Final = 0.05  # probability with which an attempt goes without one of its items
DOUBT: Final = 10.0  # uses without advantage that a utility is drawn back by
AIM: Final = 0.15  # harm below the level at which evidence of it grows fastest
CAUTION: Final = 1.0  # standard errors of the level that an item is given the benefit of
TRUSTED: Final = 50  # attempts without memory below which a level accuses nobody
LEAST_DROPS: Final = 10  # below it no contrast is told: too few for a normal approximation
_Row: TypeAlias = tuple[Any, ...]  # the numbers of a tally, in the order of its fields
_ZEROS: Final[_Row] = (0, 0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0.0, 0.0, 0.0)
EDGE: Final = 0.02  # a level this close to 0 or 1 is taken for this, so that wagers stay finite


@dataclass(frozen=True, slots=True)
class Exposure:
    """An attempt as credit sees it.

    Attributes:
        attempt: Its id.
        at: When its reward became known first, seconds since 1970.
        arm: ``memory``, or ``control`` where nothing was read from memory.
        reward: Effective reward in [0, 1], None where nobody gave one yet.
        shown: Ids of what it was shown; of a control what it would have been shown.
        used: Those among them that the agent says it used; empty if it did not say.
        dropped: Id of the one that was left out by chance, not among `shown`.
        drop: Probability with which one was to be left out.
        task_key: What makes two attempts the same task; "" for a task of its own.
    """

    attempt: str
    at: float
    category: str
    complexity: float
    arm: str
    reward: float | None
    shown: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    dropped: str | None = None
    drop: float = 0.0
    task_key: str = ""

    @property
    def cell(self) -> Cell:
        """What it is compared with."""
        return cell_of(self.category, self.complexity)

    @property
    def credited(self) -> tuple[str, ...]:
        """Those shown that share the credit."""
        return tuple(dict.fromkeys(self.used or self.shown))

    @property
    def could(self) -> tuple[str, ...]:
        """Those that chance could have left out, and did or not."""
        return self.shown if self.dropped is None else (*self.shown, self.dropped)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the attempts that were shown an item, or over one of them; they add up.

    Attributes:
        uses: Attempts whose advantage is known.
        waiting: Attempts without a reward, or without a level to measure it by.
        weight: Sum of the shares of credit, 1 / number of items that share an attempt.
        credit: Sum of advantage times share.
        advantage: Sum of the advantages, each whole.
        harm: Logarithm of the evidence that attempts with it earn less than without memory; of
            the attempts of one task the first counts, as a task that is too hard fails again.
        chances: Attempts in which chance could have left it out.
        drops: Those in which it did.
        score: Sum of (kept - probability of that) times advantage.
        design: Sum of the variances of "kept".
        spread: Sum of the squared terms of `score`.
    """

    uses: int = 0
    waiting: int = 0
    weight: float = 0.0
    credit: float = 0.0
    advantage: float = 0.0
    harm: float = 0.0
    chances: int = 0
    drops: int = 0
    score: float = 0.0
    design: float = 0.0
    spread: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*map(add, _numbers(self), _numbers(other)))

    def __sub__(self, other: Tally) -> Tally:
        return Tally(*map(sub, _numbers(self), _numbers(other)))

    @property
    def mean(self) -> float | None:
        """Mean advantage of the attempts that were shown it, None before the first."""
        return self.advantage / self.uses if self.uses else None

    @property
    def utility(self) -> float | None:
        """Its credit as a mean drawn towards 0, in (-1, 1); None while nothing is known.

        Mean credit times n / (n + 10), n its shares of credit: what a belief that begins with ten
        uses without advantage comes to.
        """
        return self.credit / (self.weight + DOUBT) if self.uses else None


def _numbers(tally: Tally) -> _Row:
    """In the order of the fields; `dataclasses.astuple` would copy each."""
    t = tally
    sums = (t.uses, t.waiting, t.weight, t.credit, t.advantage, t.harm)
    return (*sums, t.chances, t.drops, t.score, t.design, t.spread)


@dataclass(frozen=True, slots=True)
class Contrast:
    """What showing an item did, from attempts in which chance left it out: a cause, no company.

    Attributes:
        effect: Mean reward with it less that without it.
        low: Lower bound, which holds however often one looks, 95 %.
        high: Upper bound.
        drops: Attempts without it.
        chances: Attempts that could have gone either way.
    """

    effect: float
    low: float
    high: float
    drops: int
    chances: int


def contrast(tally: Tally, alpha: float = 0.05) -> Contrast | None:
    """The contrast of an item, None while chance has left it out too seldom to say."""
    if tally.drops < LEAST_DROPS or not tally.spread:
        return None
    effect = tally.score / tally.design
    width = half_width(tally.design**2 / tally.spread, alpha)
    return Contrast(effect, effect - width, effect + width, tally.drops, tally.chances)


def left_out(items: Sequence[str], attempt: str, *, seed: int = 0) -> str | None:
    """The item that an attempt goes without, nearly always none; the same when asked again."""
    if not items or uniform("drop", seed, attempt) >= DROP:
        return None
    return items[int(uniform("dropped", seed, attempt) * len(items))]


def tallies(
    exposure: Exposure,
    level: Level,
    others: Mapping[str, float | None],
    repeated: Collection[str] = (),
) -> dict[str, Tally]:
    """What one attempt says about each item; nothing of an attempt without memory.

    Args:
        exposure: The attempt.
        level: What its cell earned without memory before it.
        others: Of its items, what the cell's attempts without that item earned before it.
        repeated: Those of its items that an attempt of the same task was shown before.
    """
    return {item: Tally(*row) for item, row in _rows(exposure, level, others, repeated)}


def _rows(
    exposure: Exposure,
    level: Level,
    others: Mapping[str, float | None],
    repeated: Collection[str],
) -> Iterator[tuple[str, _Row]]:
    """The numbers of the tallies; an item may come twice, with numbers that add up."""
    if exposure.arm == CONTROL:
        return
    reward, items = exposure.reward, exposure.credited
    if reward is None or not level.known:
        yield from ((item, (0, 1, *_ZEROS[2:])) for item in items)
        return
    advantage, share = reward - level.mean, 1.0 / max(1, len(items))
    could = exposure.could if exposure.drop else ()
    chances = {item: _chance(exposure, item, advantage) for item in could}
    for item in items:
        harm = 0.0
        if level.n >= TRUSTED and item not in repeated:
            harm = log_bet(reward, doubted(level, others.get(item)), AIM)
        sums = (1, 0, share, share * advantage, advantage, harm)
        yield item, sums + chances.pop(item, _ZEROS[6:])
    yield from ((item, _ZEROS[:6] + chance) for item, chance in chances.items())


def doubted(level: Level, others: float | None) -> float:
    """The mean reward below which an item is held to do harm.

    What is shown beside something harmful shares its failures. So an item must not only be worse
    than no memory, the doubt about that level in its favour, but also than memory without it.
    """
    least = level.mean - CAUTION * level.error
    least = least if others is None else min(least, others)
    return min(1.0 - EDGE, max(EDGE, least))


def _chance(exposure: Exposure, item: str, advantage: float) -> _Row:
    """Whether chance left an item out that it might have left out."""
    kept = 1.0 - exposure.drop / len(exposure.could)
    dropped = item == exposure.dropped
    term = ((0.0 if dropped else 1.0) - kept) * advantage
    return (1, int(dropped), term, kept * (1.0 - kept), term * term)


def credit(exposures: Iterable[Exposure]) -> dict[str, Tally]:
    """The tally of every item, from all attempts.

    An attempt is measured by those before it: `at`, then id, is their order, whatever order they
    come in; of two with one id the last counts. Attempts from before a cell has enough without
    memory are measured once it has, by that level.
    """
    sums: defaultdict[str, _Row] = defaultdict(lambda: _ZEROS)
    for counted in counted_one_by_one(exposures):
        for item, row in counted.rows:
            sums[item] = tuple(map(add, sums[item], row))
    return {item: Tally(*row) for item, row in sums.items()}


class Counted(NamedTuple):
    """What one attempt says about its items.

    Attributes:
        exposure: The attempt.
        rows: Items with numbers in the order of a tally's fields; those of one item add up.
        fresh: Items about which no attempt of the same task told before.
    """

    exposure: Exposure
    rows: list[tuple[str, _Row]]
    fresh: frozenset[str]


def counted_one_by_one(exposures: Iterable[Exposure]) -> Iterator[Counted]:
    """What each attempt with memory adds to the tallies of `credit`."""
    newest = {exposure.attempt: exposure for exposure in exposures}
    counting = _Counting()
    for exposure in sorted(newest.values(), key=lambda each: (each.at, each.attempt)):
        yield from counting.take(exposure)
    yield from counting.rest()


class _Counting:
    """Counts while attempts are taken in, oldest first."""

    def __init__(self) -> None:
        self._levels = Levels()
        self._early: defaultdict[Cell, list[Exposure]] = defaultdict(list)
        self._seen: set[tuple[str, str]] = set()  # items and tasks that told about them

    def take(self, exposure: Exposure) -> Iterator[Counted]:
        """Take in the next attempt."""
        cell = exposure.cell
        level = self._levels.level(cell)
        if level.known:
            yield from self._settle(exposure, cell, level)
        else:
            self._early[cell].append(exposure)
        if exposure.reward is not None:
            self._levels.observe(cell, exposure.arm, exposure.reward, exposure.shown)
        if not level.known and (level := self._levels.level(cell)).known:
            yield from self._settle_early(cell, level)

    def rest(self) -> Iterator[Counted]:
        """What still has no level, and waits."""
        for cell in list(self._early):
            yield from self._settle_early(cell, self._levels.level(cell))

    def _settle_early(self, cell: Cell, level: Level) -> Iterator[Counted]:
        for exposure in self._early.pop(cell, ()):
            yield from self._settle(exposure, cell, level)

    def _settle(self, exposure: Exposure, cell: Cell, level: Level) -> Iterator[Counted]:
        if exposure.arm == CONTROL:
            return
        others = {item: self._levels.others(cell, item) for item in exposure.credited}
        task = exposure.task_key or exposure.attempt
        repeated = {item for item in others if (item, task) in self._seen}
        fresh = frozenset[str]()
        if level.known and exposure.reward is not None:
            fresh = frozenset(others.keys() - repeated)
            self._seen.update((item, task) for item in fresh)
        yield Counted(exposure, list(_rows(exposure, level, others, repeated)), fresh)


def difference(old: Mapping[str, Tally], new: Mapping[str, Tally]) -> dict[str, Tally]:
    """What must be added to sums that hold `old` so that they hold `new` instead."""
    moved = {
        item: new.get(item, Tally()) - old.get(item, Tally()) for item in old.keys() | new.keys()
    }
    return {item: moved[item] for item in sorted(moved) if moved[item] != Tally()}


def evidence(tally: Tally) -> float:
    """The evidence of harm as an e-value: 1 says nothing, 40 is as rare as 1 in 40 by chance."""
    return math.exp(min(tally.harm, 700.0))
