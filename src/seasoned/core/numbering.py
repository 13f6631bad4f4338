"""Arrays that indexes keep: which row stands for which number of the store.

Rows keep their place while numbers come and go. Uses NumPy; knows nothing of what the rows hold.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

NOBODY: Final = -1  # the number of a row that was given up, and the row of an unknown number

_SAMPLE: Final = 8  # every eighth value tells how large a large one is
_WORTH: Final = 4  # times k; a smaller sample would not pay


def grown(array: NDArray[Any], rows: int) -> NDArray[Any]:
    """The array, or a larger copy with room for this many rows; doubling keeps adds cheap."""
    if rows <= len(array):
        return array
    larger = np.empty((max(rows, 2 * len(array)), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def kth_largest(values: NDArray[Any], k: int) -> Any:
    """The k-th largest value; 1 <= k <= len(values)."""
    if values.dtype == np.int16:
        return _kth_counted(values, k)
    if len(values) >= _WORTH * _SAMPLE * k:
        # The k-th best of a sample is never better than the k-th best of all.
        floor = np.partition(values[::_SAMPLE], -k)[-k]
        values = values[values > floor]
        if len(values) < k:
            return floor
    return np.partition(values, -k)[-k]


def _kth_counted(values: NDArray[np.int16], k: int) -> int:
    """The same of whole numbers that lie close together, such as counts of bits."""
    highest = int(values.max())
    below = np.subtract(highest, values, dtype=np.intp)
    return highest - int(np.searchsorted(np.cumsum(np.bincount(below)), k))


class Numbering:
    """Rows 0, 1, 2, … and the number that each stands for."""

    def __init__(self) -> None:
        self._store: Numbers = np.empty(0, np.int64)
        self._rows = 0
        self._ascending = True
        self._order: Numbers | None = None

    def __len__(self) -> int:
        """How many rows there are, given-up ones included."""
        return self._rows

    @property
    def nums(self) -> Numbers:
        """The number of each row; `NOBODY` for a row that was given up."""
        return self._store[: self._rows]

    def append(self, nums: Numbers) -> None:
        """Add rows for numbers that have none."""
        last = self._store[self._rows - 1] if self._rows else NOBODY
        ascending = bool(np.all(np.diff(nums, prepend=last) > 0))
        self._store = grown(self._store, self._rows + len(nums))
        self._store[self._rows : self._rows + len(nums)] = nums
        self._rows += len(nums)
        self._ascending &= ascending
        self._order = None

    def give_up(self, rows: Numbers) -> None:
        """Let these rows stand for nothing."""
        self._store[rows] = NOBODY
        self._ascending &= not len(rows)
        self._order = None

    def keep(self, rows: Numbers) -> None:
        """Go on with these rows only, in this order."""
        nums = self.nums[rows]
        self._store, self._rows, self._ascending = np.empty(0, np.int64), 0, True
        self.append(nums)

    def find(self, nums: Numbers) -> Numbers:
        """The rows of these numbers, `NOBODY` where there is none."""
        if not self._rows:
            return np.full(len(nums), NOBODY, np.int64)
        if self._ascending:
            return _found(self.nums, nums, None)
        if self._order is None:
            # Nearly sorted as a rule, which the stable sort makes use of.
            self._order = np.argsort(self.nums, kind="stable")
        return _found(self.nums[self._order], nums, self._order)

    def rows(self, nums: Numbers) -> Numbers:
        """The rows of those of these numbers that have one."""
        found = self.find(nums)
        return found[found >= 0]


def _found(known: Numbers, wanted: Numbers, order: Numbers | None) -> Numbers:
    at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    rows = at if order is None else order[at]
    return np.where((known[at] == wanted) & (wanted >= 0), rows, NOBODY)
