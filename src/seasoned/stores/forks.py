"""What happens around a fork, so that no child inherits an open SQLite connection.

SQLite keeps one record per process and file of the locks it holds. A child inherits the record
but not the locks, so it would take none, and the parent, closing last as far as it can tell,
would remove the journal that the child still writes to. Connections are therefore closed before
a fork, and both sides open new ones when they need them.
"""

from __future__ import annotations

import os
import weakref
from functools import cache
from typing import Protocol


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


def _after_in_parent() -> None:
    while _at_rest:
        _at_rest.pop().after_fork(child=False)


def _after_in_child() -> None:
    while _at_rest:
        _at_rest.pop().after_fork(child=True)
