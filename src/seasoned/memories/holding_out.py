"""What an attempt is shown, or held from it so that what memory does can be measured.

The arm of a tree of attempts is drawn when something would first be shown to one of them, and
stored with what that is before anybody sees it. In the control arm nothing is read: recalls are
empty and say why. The draw itself is `core.holdout`.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace

from seasoned.core.attempts import OPEN, AttemptRecord
from seasoned.core.exposures import Draw
from seasoned.core.holdout import CONTROL
from seasoned.core.recall import RecallLog
from seasoned.core.records import Task
from seasoned.core.replay import Recall, log_of, recall_of
from seasoned.errors import Conflict
from seasoned.memories.episodic import Asking, EpisodicMemory
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store

HELD = "held out: this task was drawn to run without memory, so that what memory does is measured"


class HoldOut:
    """Shows attempts what is recalled for them, and holds it from those in the control arm.

    Nothing is held out where `share`, the probability of the control arm, is 0; what was drawn
    before stands, and where others hold out, an attempt that reads here is never drawn there.
    """

    def __init__(self, store: Store, writer: Writer, share: float, seed: int | None) -> None:
        self._store, self._writer = store, writer
        self._share, self._seed = share, seed or 0

    def recall(self, scope: Scope, record: AttemptRecord, episodes: EpisodicMemory) -> Recall:
        """What an attempt is shown: recalled once, logged, the same in every process.

        Args:
            scope: Of whoever began it.
            record: The attempt.
            episodes: Those of the scope.
        """
        if record.recall is not None:
            return self._again(scope, self._store.attempts.shown(scope, record.recall), episodes)
        if record.state == OPEN:
            recall = episodes.recall(record.task, Asking(chance=record.root))
            with contextlib.suppress(Conflict):  # closed meanwhile
                draw = self._draw(scope)
                log = self._store.attempts.show(scope, record.id, log_of(recall), draw)
                if log.id != recall.id:  # another process was faster
                    return self._again(scope, log, episodes)
                return self._held(log.task, log.id) if log.held else _as_logged(recall, log)
        return Recall(self._writer.ids.new(), record.task, self._writer.clock.now())

    def within(self, scope: Scope, record: AttemptRecord, recall: Recall) -> Recall:
        """What was recalled within an attempt by other ways than its own; nothing is logged."""
        held = self._settled(scope, record, recall).arm == CONTROL
        return self._held(recall.task, recall.id) if held else recall

    def settled(
        self, scope: Scope, record: AttemptRecord, episodes: EpisodicMemory
    ) -> AttemptRecord:
        """The attempt in the arm that holds for all that is read for it, drawn if need be."""
        if record.arm == CONTROL or self._draw(scope) is None or record.recall is not None:
            return record
        return self._settled(scope, record, episodes.recall(record.task))

    def _settled(self, scope: Scope, record: AttemptRecord, recall: Recall) -> AttemptRecord:
        draw = self._draw(scope)
        if (
            record.arm == CONTROL
            or draw is None
            or not (recall.results or recall.notes)
            or record.state != OPEN
        ):
            return record
        drawn = self._store.credit.draw(scope, record, draw)
        return replace(record, arm=drawn.arm, probability=drawn.probability)

    def _draw(self, scope: Scope) -> Draw | None:
        """What to draw with, None where nobody holds anything out."""
        if self._share == 0.0 and self._store.credit.share(scope).share == 0.0:
            return None
        return Draw(self._share, self._seed, self._writer.clock.now().timestamp())

    def _again(self, scope: Scope, log: RecallLog, episodes: EpisodicMemory) -> Recall:
        if log.held:
            return self._held(log.task, log.id)
        there = episodes.find([item.id for item in log.items])
        return recall_of(log, there, *episodes.noting.again(scope, log))

    def _held(self, task: Task, id: str) -> Recall:
        return Recall(id, task, self._writer.clock.now(), held_out=True, reason=HELD)


def _as_logged(recall: Recall, log: RecallLog) -> Recall:
    """The recall without what chance left out of it."""
    left = set(log.shown)
    if len(left) == len(recall.results) + len(recall.notes):
        return recall
    book = recall.playbook
    return replace(
        recall,
        results=tuple(r for r in recall.results if r.episode.id in left),
        lessons=tuple(lesson for lesson in recall.lessons if lesson.id in left),
        playbook=book if book is not None and book.id in left else None,
    )
