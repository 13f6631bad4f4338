"""All attempts of a namespace as columns, and what they say as rows, in SQLite.

The arithmetic is `core.recounting`; here names become codes. Loads NumPy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from seasoned.core.recounting import Codes, Ended, Flags, Named, Numbers, counted
from seasoned.core.resampling import numbered
from seasoned.stores.sqlite_exposures import DROPPED, USED

# By id, so that a stable sort by time leaves the order in which rewards became known.
_ATTEMPTS: Final = (
    "SELECT num, owner, category, band, CASE task_key WHEN '' THEN id ELSE task_key END,"
    " arm = 'control', CASE WHEN known IS NOT NULL THEN worth END, shown, used, dropped,"
    " drop_chance, ifnull(known, 0.0) FROM exposure"
    " WHERE namespace = ? AND shown > 0 AND episode IS NOT NULL ORDER BY id"
)
# Attempt by attempt: credit lies in their order, and its index would lead through it at random.
_ITEMS: Final = (
    "SELECT c.exposure, c.item, c.role FROM exposure x CROSS JOIN credit c ON c.exposure = x.num"
    " WHERE x.namespace = ? AND x.arm <> 'control' AND x.shown > 0 AND x.episode IS NOT NULL"
)
_SLICE: Final = 10_000  # rows that are Python's at a time

Row = tuple[Any, ...]


class _Items(NamedTuple):
    """Rows of items: the place of the attempt of each, its name and its role."""

    attempt: Codes
    names: Sequence[str]
    role: Codes


class Recounted(NamedTuple):
    """What all attempts say.

    Attributes:
        numbers: Of each item of each attempt, in the order of a tally's fields.
        fresh: Whether no attempt of the same task told about the item before.
        nums: Number of the attempt of each.
        names: Name of the item of each.
        owners: Whose attempt it is.
    """

    numbers: Numbers
    fresh: Flags
    nums: Codes
    names: Sequence[str]
    owners: Sequence[str]

    def rows(self) -> Iterator[Row]:
        """Whether it is fresh, the numbers, number of the attempt, item."""
        for start in range(0, len(self.names), _SLICE):
            part = slice(start, start + _SLICE)
            columns = (self.fresh[part].tolist(), *self.numbers[part].T.tolist())
            yield from zip(*columns, self.nums[part].tolist(), self.names[part], strict=True)

    def sums(self) -> Iterator[Row]:
        """Item, owner and the sums of its numbers, in the order of their names."""
        known: dict[tuple[str, str], int] = {}
        place = np.array(
            [
                known.setdefault(key, len(known))
                for key in zip(self.names, self.owners, strict=True)
            ],
            np.int64,
        )
        sums = [np.bincount(place, column, len(known)).tolist() for column in self.numbers.T]
        rows = zip(*zip(*known, strict=True), *sums, strict=True) if known else ()
        return iter(sorted(rows))


def recounted(db: sqlite3.Connection, namespace: int) -> Recounted:
    """What each attempt says about each of its items, each owner's attempts apart."""
    columns = list(zip(*db.execute(_ATTEMPTS, (namespace,)), strict=True))
    rows = list(zip(*db.execute(_ITEMS, (namespace,)), strict=True))
    if not rows:
        return Recounted(np.zeros((0, 11)), np.zeros(0, bool), np.zeros(0, np.int64), (), ())
    order = np.argsort(np.array(columns[-1]), kind="stable")
    nums = np.array(columns[0])[order]
    items = _items(rows, nums)
    told = counted(_ended(columns, order, items), _named(items, columns, order))
    owners = [columns[1][i] for i in order[items.attempt].tolist()]
    return Recounted(told.numbers, told.fresh, nums[items.attempt], items.names, owners)


def _items(rows: Sequence[Sequence[Any]], nums: Codes) -> _Items:
    by_num = np.argsort(nums)
    attempt = by_num[np.searchsorted(nums, np.array(rows[0]), sorter=by_num)]
    return _Items(attempt, rows[1], np.array(rows[2]))


def _ended(columns: Sequence[Sequence[Any]], order: Codes, items: _Items) -> Ended:
    owner, category, band, task = columns[1:5]
    shown, used, dropped = (np.array(column)[order] for column in columns[7:10])
    # What was forgotten, or lies elsewhere, keeps its share without a name.
    place, size = items.attempt, len(order)
    named = np.bincount(place[items.role != DROPPED], minlength=size)
    said = np.bincount(place[items.role == USED], minlength=size)
    shown, used = np.maximum(shown, named), np.maximum(used, said)
    return Ended(
        cell=numbered(list(zip(owner, category, band, strict=True)))[order],
        category=numbered(list(zip(owner, category, strict=True)))[order],
        owner=numbered(owner)[order],
        task=numbered(list(zip(owner, task, strict=True)))[order],
        control=np.array(columns[5], bool)[order],
        worth=np.array(columns[6], float)[order],  # None becomes NaN
        sharing=np.where(used > 0, used, shown),
        could=shown + dropped,
        drop=np.array(columns[10], float)[order],
    )


def _named(items: _Items, columns: Sequence[Sequence[Any]], order: Codes) -> Named:
    said = np.bincount(items.attempt[items.role == USED], minlength=len(order))
    told = (np.array(columns[8])[order] + said > 0)[items.attempt]
    shown = items.role != DROPPED
    return Named(
        attempt=items.attempt,
        item=numbered(items.names),
        shown=shown,
        credited=np.where(told, items.role == USED, shown),
    )
