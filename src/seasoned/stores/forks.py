"""What happens around a fork, so that no child inherits an open SQLite connection.

SQLite keeps one record per process and file of the locks it holds. A child inherits the record
but not the locks, so it would take none, and the parent, closing last as far as it can tell,
would remove the journal that the child still writes to. Connections are therefore closed before
a fork, and both sides open new ones when they need them.

Imports are waited for as well: what another thread has imported by half, and recall imports at
first use, would stay so in the child, which waits for it without end.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
import weakref
from functools import cache
from typing import Any, Final, Protocol

_PATIENCE: Final = 10.0  # seconds for imports of other threads
_PAUSE: Final = 0.001  # seconds between two looks at them


class Forkable(Protocol):
    """Something that has to be brought to rest before this process forks."""

    def before_fork(self) -> None:
        """Finish what is under way and hold all else back."""
        ...

    def after_fork(self, child: bool) -> None:
        """Go on, in the parent or in the child."""
        ...


_at_rest: list[Forkable] = []


def watch(one: Forkable) -> None:
    """Bring it to rest around every fork for as long as it lives."""
    _watched().add(one)


@cache
def _watched() -> weakref.WeakSet[Forkable]:
    """Those to bring to rest; the first one to ask makes Python tell us of forks."""
    os.register_at_fork(
        before=_before, after_in_parent=_after_in_parent, after_in_child=_after_in_child
    )
    return weakref.WeakSet()


def _before() -> None:
    for one in tuple(_watched()):
        one.before_fork()
        _at_rest.append(one)
    end = time.monotonic() + _PATIENCE
    while _importing() and time.monotonic() < end:
        time.sleep(_PAUSE)


def _importing() -> bool:
    """Whether another thread is in the middle of an import, as far as Python lets us see it."""
    bootstrap: Any = getattr(importlib, "_bootstrap", None)
    locks = [ref() for ref in tuple(getattr(bootstrap, "_module_locks", {}).values())]
    nobody_else = (None, threading.get_ident())
    return any(getattr(lock, "owner", None) not in nobody_else for lock in locks)


def _after_in_parent() -> None:
    while _at_rest:
        _at_rest.pop().after_fork(child=False)


def _after_in_child() -> None:
    while _at_rest:
        _at_rest.pop().after_fork(child=True)
