"""How things stand in each scope: totals over its episodes, kept current by what is new.

Shared by all that asks for them in one process. Each question looks at the store's change log,
so that what any process recorded or judged counts from the next question on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from seasoned.core.records import UNKNOWN
from seasoned.core.skills import SkillProfile, is_weak
from seasoned.core.tallies import Cell, profile_of, together
from seasoned.ports import Scope, Store
from seasoned.ports.history import Mark

_SCOPES = 64  # whose totals are kept; all are dropped where there are more


@dataclass(frozen=True, slots=True)
class _Kept:
    mark: Mark
    cells: tuple[Cell, ...]


class Standing:
    """The totals of any scope of one store. Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._start()

    def _start(self) -> None:
        self._pid, self._lock = os.getpid(), threading.Lock()
        self._kept: dict[Scope, _Kept] = {}

    def cells(self, scope: Scope) -> Sequence[Cell]:
        """The totals as of now."""
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand
        with self._lock:
            old = self._kept.get(scope)
            new = self._store.history.totals(scope, None if old is None else old.mark)
            before = () if old is None or new.whole else old.cells
            cells = together([*before, *new.cells]) if new.cells else before
            if len(self._kept) >= _SCOPES and scope not in self._kept:
                self._kept.clear()
            self._kept[scope] = _Kept(new.mark, cells)
        return cells

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
