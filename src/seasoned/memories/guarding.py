"""Asking before an action within an attempt: what the guard says, held from the control arm.

Two classes for `memories.attempts` to build on. Whether something is worth a warning is the
guard's matter, which arm an attempt is in that of `HoldOut`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from seasoned.core.actions import action_at_hand
from seasoned.core.attempts import CONTROL, AttemptRecord
from seasoned.core.cautions import Caution
from seasoned.core.records import Task
from seasoned.memories.episodic import EpisodicMemory
from seasoned.memories.guard import Action, Guard
from seasoned.memories.holding_out import HoldOut
from seasoned.ports import Scope


class Guarding:
    """What the attempts of a scope have to do with the guard."""

    _guard: Guard
    _holdout: HoldOut
    _episodes: EpisodicMemory
    _scope: Scope

    def warn(
        self, action: Action, task: Task | str | None = None, record: AttemptRecord | None = None
    ) -> tuple[Caution, ...]:
        """Warnings about an action; see `Memory.warn`.

        Args:
            action: What is about to be done.
            task: What for; that of the attempt if None.
            record: The attempt that it is done in, if there is one.
        """
        if record is None:
            return self._guard.warn(self._scope, action, task)
        scope = replace(self._scope, user=record.user)
        action_at_hand(action)  # what cannot be used is refused in either arm
        if record.arm == CONTROL:
            return ()
        if task is None:
            found = self._guard.warn(scope, action, record.task, record.task_key)
        else:
            found = self._guard.warn(scope, action, task)
        if found:  # so that something is to be shown or held
            record = self._holdout.settled(scope, record, self._episodes.of(scope))
        return () if record.arm == CONTROL else found


class _Held(Protocol):
    """What an attempt has for it."""

    @property
    def _attempts(self) -> Guarding: ...
    @property
    def record(self) -> AttemptRecord:
        """The stored state as it is now."""
        ...


class Guarded:
    """What an attempt offers before acting."""

    def warn(self: _Held, action: Action) -> tuple[Caution, ...]:
        """Warnings about an action that is about to be taken; see `Memory.warn`.

        None if memory is held out from the attempt.

        Args:
            action: Text, a `Step`, or a mapping with name and arguments.

        Raises:
            InvalidInput: the action is blank, or of another kind.
        """
        return self._attempts.warn(action, record=self.record)
