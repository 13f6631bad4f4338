"""Credit of all attempts at once, in arrays: what `core.credit` says one by one, far sooner.

What an attempt says depends on those before it through sums that fade, and these are reckoned for
all moments in a few passes. Knows codes and numbers; a store hands over columns and keeps what
comes of them. A test holds it to `core.credit`, which says what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, repeat
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from seasoned.core.baseline import ENOUGH, KEEP, NEUTRAL, PRIOR
from seasoned.core.credit import AIM, CAUTION, EDGE, TRUSTED
from seasoned.core.sequential import BOLDEST

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]
Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Ended:
    """Attempts that ended, in the order in which their rewards became known. One length each.

    Attributes:
        cell: Code of what it is compared with; one owner's attempts share none with another's.
        category: Code of the cell's category.
        owner: Code of whose it is.
        task: Code of its task.
        control: Whether it ran without memory.
        worth: Its reward in [0, 1], NaN while unknown.
        sharing: Items that share its credit, those without a name included.
        could: Items that chance could have left out, likewise.
        drop: Probability with which one was to be left out.
    """

    cell: Codes
    category: Codes
    owner: Codes
    task: Codes
    control: Flags
    worth: Numbers
    sharing: Codes
    could: Codes
    drop: Numbers

    def __len__(self) -> int:
        return len(self.cell)


@dataclass(frozen=True, slots=True)
class Named:
    """Items of attempts with memory, those of one attempt together. One length each.

    Attributes:
        attempt: Place of the attempt.
        item: Code of the item.
        shown: Whether it was shown, and not left out by chance.
        credited: Whether it shares the credit.
    """

    attempt: Codes
    item: Codes
    shown: Flags
    credited: Flags


class Counted(NamedTuple):
    """What the attempts say.

    Attributes:
        numbers: Of each named item, in the order of the fields of a tally; shape (items, 11).
        fresh: Whether no attempt of the same task told about the item before.
    """

    numbers: Numbers
    fresh: Flags


class _Sum(NamedTuple):
    """Fading sums at some moments; see `core.baseline.Fading`."""

    n: Codes
    weight: Numbers
    squared: Numbers
    total: Numbers


class _Fading:
    """Rewards that fade within groups, summed up to any moment.

    A moment is a place: what lies before it counts.
    """

    def __init__(self, group: Codes, place: Codes, reward: Numbers, size: int) -> None:
        order = np.lexsort((place, group))
        self._size = size + 1
        self._keys = group[order] * self._size + place[order]
        first = np.diff(group[order], prepend=-1) != 0
        self._totals = _running(np.where(first, 0.0, KEEP), reward[order])
        most = len(order)
        self._weights = np.fromiter(_geometric(KEEP, most), float, most + 1)
        self._squares = np.fromiter(_geometric(KEEP * KEEP, most), float, most + 1)

    def upto(self, group: Codes, moment: Codes) -> _Sum:
        """The sums of some groups, each at a moment of its own."""
        end = np.searchsorted(self._keys, group * self._size + moment)
        n = end - np.searchsorted(self._keys, group * self._size)
        total = np.where(n > 0, _at(self._totals, end - 1), 0.0)
        return _Sum(n, self._weights[n], self._squares[n], total)

    def moment_of(self, group: Codes, number: int) -> Codes:
        """Just after the reward of this number, from 1, of each group; -1 where none has it."""
        at = np.searchsorted(self._keys, group * self._size) + number - 1
        key = _at(self._keys, at)
        there = (at < len(self._keys)) & (key // self._size == group)
        return np.where(there, key % self._size + 1, -1)


def _geometric(keep: float, most: int) -> Iterable[float]:
    return accumulate(repeat(keep, most), lambda weight, keep: weight * keep + 1.0, initial=0.0)


def _running(keep: Numbers, added: Numbers) -> Numbers:
    """Each sum is the one before, by what is kept of it, and what is added."""
    pairs = zip(keep.tolist(), added.tolist(), strict=True)
    sums = accumulate(pairs, lambda total, pair: total * pair[0] + pair[1], initial=0.0)
    found = np.fromiter(sums, float, len(keep) + 1)
    return found[1:]


def _at(column: NDArray[Kind], places: Codes) -> NDArray[Kind]:
    """A column at places some of which may lie beside it; what stands for these is of no use."""
    if not len(column):
        return np.zeros(len(places), column.dtype)
    return column[np.clip(places, 0, len(column) - 1)]


class _Level(NamedTuple):
    """See `core.baseline.Level`."""

    mean: Numbers
    n: Codes
    error: Numbers


def counted(ended: Ended, named: Named) -> Counted:
    """What every attempt says about its items, each measured by those before it."""
    rated = ~np.isnan(ended.worth)
    off = np.flatnonzero(ended.control & rated)
    moment, level = _levels(ended, off)
    measured = rated & (moment >= 0)
    advantage = np.where(measured, ended.worth - level.mean, 0.0)
    # From here on by item.
    at, known = named.attempt, measured[named.attempt]
    credited = named.credited & known
    fresh = _first_told(ended, named, moment, credited)
    accused = np.flatnonzero(fresh & (level.n[at] >= TRUSTED))
    numbers = np.zeros((len(at), 11))
    numbers[:, 0] = credited
    numbers[:, 1] = named.credited & ~known
    share = credited / np.maximum(ended.sharing[at], 1)
    numbers[:, 2], numbers[:, 3] = share, share * advantage[at]
    numbers[:, 4] = credited * advantage[at]
    if len(accused):
        numbers[accused, 5] = _harm(ended, named, moment, level, accused)
    _add_chances(numbers, ended, named, advantage, known)
    return Counted(numbers, fresh)


def _levels(ended: Ended, off: Codes) -> tuple[Codes, _Level]:
    """By what each attempt is measured, and the moment of that; -1 where there is no level."""
    size, place = len(ended), np.arange(len(ended))
    cells = _Fading(ended.cell[off], off, ended.worth[off], size)
    early = cells.upto(ended.cell, place).n < ENOUGH
    moment = np.where(early, cells.moment_of(ended.cell, ENOUGH), place)
    mean: Numbers = np.full(size, NEUTRAL)
    for group in (ended.owner, ended.category, ended.cell):
        sums = _Fading(group[off], off, ended.worth[off], size).upto(group, moment)
        mean = (sums.total + PRIOR * mean) / (sums.weight + PRIOR)
    effective = sums.weight**2 / np.maximum(sums.squared, 1e-300)
    return moment, _Level(mean, sums.n, _error(mean, effective))


def _error(mean: Numbers, n: Numbers) -> Numbers:
    """As `core.baseline.error`."""
    careful = (mean * n + PRIOR / 2.0) / (n + PRIOR)
    return np.asarray(np.sqrt(careful * (1.0 - careful) / (n + PRIOR)), dtype=np.float64)


def _first_told(ended: Ended, named: Named, moment: Codes, credited: Flags) -> Flags:
    """Where no attempt of the same task told about the item before."""
    rows = np.flatnonzero(credited)
    at = named.attempt[rows]
    rows = rows[np.lexsort((at, moment[at]))]  # in the order in which they are measured
    task = ended.task[named.attempt[rows]]
    pair = named.item[rows] * (int(ended.task.max(initial=0)) + 1) + task
    fresh = np.zeros(len(credited), dtype=bool)
    fresh[rows[np.unique(pair, return_index=True)[1]]] = True
    return fresh


def _harm(ended: Ended, named: Named, moment: Codes, level: _Level, accused: Codes) -> Numbers:
    """What the accused rows add to the evidence of harm; see `core.sequential.log_bet`."""
    at = named.attempt[accused]
    others = _others(ended, named, moment, accused)
    least = np.minimum(level.mean[at] - CAUTION * level.error[at], others)
    least = np.clip(least, EDGE, 1.0 - EDGE)
    stake = np.minimum(AIM / (least * (1.0 - least)), BOLDEST / (1.0 - least))
    return np.asarray(np.log1p(stake * (least - ended.worth[at])), dtype=np.float64)


def _others(ended: Ended, named: Named, moment: Codes, accused: Codes) -> Numbers:
    """What attempts with memory but without the item earn at most; infinite for too few."""
    on = np.flatnonzero(~ended.control & ~np.isnan(ended.worth))
    every = _Fading(ended.cell[on], on, ended.worth[on], len(ended))
    at = named.attempt[accused]
    sums = every.upto(ended.cell[at], moment[at])
    before = every.upto(ended.cell, np.arange(len(ended))).n
    own = _own(ended, named, before, accused, moment[at])
    faded = np.where(own.n >= 0, KEEP ** np.maximum(sums.n - own.n, 0), 0.0)
    weight = sums.weight - own.weight * faded
    mean = (sums.total - own.total * faded) / np.maximum(weight, 1e-300)
    mean = np.clip(mean, 0.0, 1.0)  # rounding may leave it
    return np.where(weight < ENOUGH, np.inf, mean + _error(mean, np.maximum(weight, 0.0)))


def _own(ended: Ended, named: Named, before: Codes, wanted: Codes, moment: Codes) -> _Sum:
    """Sums over the attempts of a cell that were shown an item, at the newest before a moment.

    `before` counts the cell's attempts with memory before each attempt. The answer's `n` is their
    number at that newest one, itself included; -1 where there is none.
    """
    cell, size = ended.cell[named.attempt], len(ended) + 1
    pair = np.unique(cell * (int(named.item.max()) + 1) + named.item, return_inverse=True)[1]
    told = np.flatnonzero(named.shown & ~np.isnan(ended.worth[named.attempt]))
    told = told[np.lexsort((named.attempt[told], pair[told]))]
    at, same = named.attempt[told], pair[told]
    gap = np.diff(before[at], prepend=0)
    keep = np.where(np.diff(same, prepend=-1) != 0, 0.0, KEEP ** np.maximum(gap, 0))
    place = np.searchsorted(same * size + at, pair[wanted] * size + moment) - 1
    there = (place >= 0) & (_at(same, place) == pair[wanted])
    return _Sum(
        np.where(there, _at(before[at], place) + 1, -1),
        _at(_running(keep, np.ones(len(told))), place),
        np.zeros(0),
        _at(_running(keep, ended.worth[at]), place),
    )


def _add_chances(
    numbers: Numbers, ended: Ended, named: Named, advantage: Numbers, known: Flags
) -> None:
    """What chance left out, or might have, of the attempts that are measured."""
    rows = np.flatnonzero(known & (ended.drop[named.attempt] > 0.0))
    at, shown = named.attempt[rows], named.shown[rows]
    kept = 1.0 - ended.drop[at] / ended.could[at]
    term = (shown - kept) * advantage[at]
    columns = (np.ones(len(rows)), ~shown, term, kept * (1.0 - kept), term * term)
    numbers[rows, 6:] = np.stack(columns, axis=1)
