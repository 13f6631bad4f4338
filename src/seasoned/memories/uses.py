"""How often items were found, counted until it is worth a transaction.

One counter serves a memory and all its views as other users, which come and go. It writes nothing
itself and does not know what is counted.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from seasoned.core.storage import Scope

ITEMS: Final = 64  # of one scope that wait, after which they are due
SCOPES: Final = 64  # that wait, after which the one that waits longest is due

Due = Mapping[Scope, Counter[str]]


class Uses:
    """Counts that wait to be written, by scope and id.

    Safe to share between threads; after a fork the parent writes what it counted, and the child
    begins anew.
    """

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._pid, self._lock = os.getpid(), threading.Lock()
        self._waiting: dict[Scope, Counter[str]] = {}

    def _here(self) -> None:
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand

    def add(self, scope: Scope, ids: Iterable[str]) -> Due:
        """Count each of these once more; what is due now, and waits no longer."""
        self._here()
        found = list(ids)
        with self._lock:
            if found:
                self._waiting.setdefault(scope, Counter()).update(found)
            due = [one for one, uses in self._waiting.items() if len(uses) >= ITEMS]
            if not due and len(self._waiting) > SCOPES:
                due = [next(iter(self._waiting))]
            return {one: self._waiting.pop(one) for one in due}

    def take(self) -> Due:
        """All that waits, and waits no longer."""
        self._here()
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        return waiting
