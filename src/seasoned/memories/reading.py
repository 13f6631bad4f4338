"""What attempts read of memory, by whatever way: held from those that run without it.

A class for `memories.attempts` to build on. In the block of an attempt its arm holds for all that
is asked of the memory, also after it was closed there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from seasoned.core.attempts import CONTROL, AttemptRecord
from seasoned.core.records import Task
from seasoned.core.replay import Recall
from seasoned.core.strategies import Choice
from seasoned.memories.choosing import Chooser, Wish
from seasoned.memories.episodic import Asking, EpisodicMemory
from seasoned.memories.holding_out import HoldOut
from seasoned.ports import Scope, Store


class _Attempt(Protocol):
    """What is asked of the attempt of a block."""

    @property
    def begun(self) -> AttemptRecord:
        """The stored state as it was."""
        ...

    @property
    def record(self) -> AttemptRecord:
        """The stored state as it is now."""
        ...


class _Attempts(Protocol):
    """What the class below is built into."""

    _store: Store
    _episodes: EpisodicMemory
    _holdout: HoldOut
    _chooser: Chooser
    _scope: Scope

    def around(self) -> _Attempt | None:
        """The attempt whose block is around."""
        ...


class Reading:
    """What the attempts of a scope read."""

    def recall(self: _Attempts, record: AttemptRecord) -> Recall:
        """What the attempt is shown; see `HoldOut.recall`."""
        scope = replace(self._scope, user=record.user)
        return self._holdout.recall(scope, record, self._episodes.of(scope))

    def read(self: _Attempts, task: Task | str, asking: Asking) -> Recall:
        """A recall; one within a block is empty if the attempt runs without memory."""
        recall, around = self._episodes.recall(task, asking), self.around()
        if around is None:
            return recall
        scope = replace(self._scope, user=around.begun.user)
        return self._holdout.within(scope, around.record, recall)

    def held(self: _Attempts) -> bool:
        """Whether the block around is of an attempt that runs without memory, drawn if need be."""
        around = self.around()
        if around is None:
            return False
        scope = replace(self._scope, user=around.begun.user)
        record = self._holdout.settled(scope, around.record, self._episodes.of(scope))
        return record.arm == CONTROL

    def choose(self: _Attempts, record: AttemptRecord, wish: Wish, recall: Recall | None) -> Choice:
        """The strategy of an attempt: chosen and logged once, the same in every process."""
        attempts, scope = self._store.attempts, replace(self._scope, user=record.user)
        record = self._holdout.settled(scope, record, self._episodes.of(scope))
        return self._chooser.for_attempt(attempts, scope, record, wish, recall)
