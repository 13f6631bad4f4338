"""How things stand in each scope: totals over its episodes, kept current by what is new.

Shared by all that asks for them in one process. Each question looks at the store's change log,
so that what any process recorded or judged counts from the next question on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from seasoned.core.records import UNKNOWN
from seasoned.core.skills import SkillProfile, is_weak
from seasoned.core.tallies import Cell, Kind, Sums, add_cells, add_tallies, profile_of
from seasoned.core.thompson import SHIPPED
from seasoned.ports import Scope, Store
from seasoned.ports.history import Mark

_SCOPES = 64  # whose totals are kept; all are dropped where there are more


@dataclass(slots=True)
class _Kept:
    mark: Mark | None = None
    cells: dict[Kind, Cell] = field(default_factory=dict)
    tallies: Sums = field(default_factory=dict)


class Standing:
    """The totals of any scope of one store. Safe to share between threads."""

    def __init__(self, store: Store, imported: float = SHIPPED.imported) -> None:
        """`imported` is what an imported episode counts for beside one's own."""
        self._store, self._imported = store, imported
        self._start()

    def _start(self) -> None:
        self._pid, self._lock = os.getpid(), threading.Lock()
        self._kept: dict[Scope, _Kept] = {}

    def cells(self, scope: Scope) -> list[Cell]:
        """The totals as of now."""
        with self._current(scope) as kept:
            return list(kept.cells.values())

    def tallies(self, scope: Scope) -> Sums:
        """Number and earnings by category and strategy, as of now; see `core.tallies`."""
        with self._current(scope) as kept:
            return dict(kept.tallies)

    @contextmanager
    def _current(self, scope: Scope) -> Iterator[_Kept]:
        """What is kept of a scope, brought up to date; nobody else has it meanwhile."""
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand
        with self._lock:
            if len(self._kept) >= _SCOPES and scope not in self._kept:
                self._kept.clear()
            kept = self._kept.setdefault(scope, _Kept())
            new = self._store.history.totals(scope, kept.mark)
            if new.whole:
                kept = self._kept[scope] = _Kept()
            add_cells(kept.cells, new.cells)
            add_tallies(kept.tallies, new.cells, self._imported)
            kept.mark = new.mark
            yield kept

    def weakness(self, scope: Scope, category: str) -> SkillProfile | None:
        """The profile of a category that is a weak skill; None if it is none.

        Tasks without a category have none of their own and are no skill.
        """
        if category == UNKNOWN:
            return None
        profile = profile_of(self.cells(scope), category)
        return profile if profile is not None and is_weak(profile) else None

    def is_weak(self, scope: Scope, category: str) -> bool:
        """Whether a category is a weak skill; see `identify_weak_skills`."""
        return self.weakness(scope, category) is not None
