"""How things stand in each scope: totals over its episodes, kept current by what is new.

Shared by all that asks for them in one process. Each question looks at the store's change log,
so that what any process recorded or judged counts from the next question on. What others recorded
and what the user banned counts in none of it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from seasoned.core.demands import attacks, demands
from seasoned.core.history import Performance, performance_of
from seasoned.core.records import UNKNOWN
from seasoned.core.skills import SkillProfile, is_weak
from seasoned.core.tallies import (
    Cell,
    Kind,
    Sums,
    add_cells,
    add_tallies,
    cell_of,
    profile_of,
    tallies,
)
from seasoned.core.thompson import SHIPPED
from seasoned.core.trust import is_heard, origin_of
from seasoned.memories.crediting import banned
from seasoned.ports import Scope, Store
from seasoned.ports.history import Mark

_SCOPES = 64  # whose totals are kept; all are dropped where there are more


@dataclass(slots=True)
class _Kept:
    """Totals of a scope.

    Attributes:
        cells: Of all that is heard.
        tallies: The same by category and strategy.
        banned: What is left out of `left`.
        left: Cells and tallies without what is banned; None where nothing is.
    """

    mark: Mark | None = None
    cells: dict[Kind, Cell] = field(default_factory=dict)
    tallies: Sums = field(default_factory=dict)
    banned: frozenset[str] = frozenset()
    left: tuple[dict[Kind, Cell], Sums] | None = None


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
        """The totals as of now; names of strategies that tell the reader to act are left out."""
        with self._current(scope) as kept:
            cells = kept.left[0] if kept.left else kept.cells
            return [c._replace(strategy=quiet(c.strategy, c.source)) for c in cells.values()]

    def tallies(self, scope: Scope) -> Sums:
        """Number and earnings by category and strategy, as of now; see `core.tallies`."""
        with self._current(scope) as kept:
            return dict(kept.left[1] if kept.left else kept.tallies)

    def heard(self, scope: Scope, rows: Sequence[Performance]) -> list[Performance]:
        """The rows that count in figures, with names that a prompt may show."""
        out = banned(self._store, scope)
        return [
            row
            if (name := quiet(row.strategy, row.source)) == row.strategy
            else row._replace(strategy=name)
            for row in rows
            if is_heard(row.source) and row.id not in out
        ]

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
            heard = [cell for cell in new.cells if is_heard(cell.source)]
            add_cells(kept.cells, heard)
            add_tallies(kept.tallies, heard, self._imported)
            out = banned(self._store, scope)
            if new.mark != kept.mark or out != kept.banned:
                kept.banned, kept.left = out, self._without(scope, kept, out) if out else None
            kept.mark = new.mark
            yield kept

    def _without(
        self, scope: Scope, kept: _Kept, ids: Collection[str]
    ) -> tuple[dict[Kind, Cell], Sums]:
        """The totals without some episodes."""
        episodes = self._store.episodes.get(scope, list(ids)).values()
        gone = [cell_of(performance_of(e), -1) for e in episodes if is_heard(e.source)]
        cells = dict(kept.cells)
        add_cells(cells, gone)
        cells = {kind: cell for kind, cell in cells.items() if cell.n > 0}
        return cells, tallies(cells.values(), self._imported)

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


@lru_cache(maxsize=4096)
def quiet(strategy: str, source: str) -> str:
    """The name of a strategy, "" where it tells the reader to act and its source may not."""
    if origin_of(source) == "model":
        return "" if demands(strategy) else strategy
    return "" if attacks(strategy) else strategy
