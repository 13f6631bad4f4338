"""The guard: looks at an action before it is taken, and warns if it failed before.

Follows the change log, so that what any process recorded, judged or forgot counts from the next
question on. How actions are counted is `memories.deeds`, and what is worth a warning
`core.cautions`; the guard finds the episodes that prove it. It never blocks.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from seasoned.core.actions import Signature, action_at_hand, signatures_of
from seasoned.core.attempts import task_at_hand, task_key
from seasoned.core.cautions import MOST, SHIPPED, Caution, GuardPolicy, Likeness, Risk, risk_of
from seasoned.core.deeds import failed_steps
from seasoned.core.demands import orders
from seasoned.core.page import answer
from seasoned.core.records import UNKNOWN, Episode, Step, Task
from seasoned.core.trust import OWN, origin_of, suspects
from seasoned.memories.crediting import banned
from seasoned.memories.deeds import ANY, DeedIndex, Found, task_of
from seasoned.ports import EPISODE, Scope, Store
from seasoned.ports.history import Mark

Action = str | Step | Mapping[str, Any]
_SCOPES: Final = 16  # whose deeds are kept; the least recently asked go first
_LOOKED_AT: Final = 8  # episodes that are read as evidence


@dataclass(slots=True)
class _Kept:
    index: DeedIndex = field(default_factory=DeedIndex)
    mark: Mark | None = None


class Guard:
    """Warns in any scope of one store. Safe to share between threads."""

    def __init__(self, store: Store, policy: GuardPolicy = SHIPPED) -> None:
        self._store, self._policy = store, policy
        self._start()

    def _start(self) -> None:
        self._pid, self._lock = os.getpid(), threading.Lock()
        self._kept: OrderedDict[Scope, _Kept] = OrderedDict()

    def warn(
        self, scope: Scope, action: Action, task: Task | str | None = None, key: str | None = None
    ) -> tuple[Caution, ...]:
        """At most two warnings about an action; none where nothing speaks against it.

        Args:
            scope: Whose memory is asked.
            action: What is about to be done.
            task: What it is done for.
            key: What makes two attempts "the same task"; by default the task's own words.
        """
        signatures = action_at_hand(action)
        wanted = None if task is None else task_at_hand(task)
        category = wanted.category if wanted and wanted.category != UNKNOWN else ANY
        same = task_of(key or task_key(wanted), wanted.description) if wanted else None
        found: tuple[Signature, Risk, Found] | None = None
        with self._current(scope) as index:
            for signature in signatures:
                fared = index.find(signature, same, category)
                risk = risk_of(fared.evidence, self._policy)
                if risk is None or not risk.alarming(self._policy):
                    continue
                if found is None or risk.belief.mean > found[1].belief.mean:
                    found = (signature, risk, fared)
        return tuple(islice(self._proved(scope, *found), MOST)) if found else ()

    @contextmanager
    def _current(self, scope: Scope) -> Iterator[DeedIndex]:
        """The deeds of a scope, brought up to date; nobody else has them meanwhile."""
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand
        with self._lock:
            kept = self._kept.setdefault(scope, _Kept())
            self._kept.move_to_end(scope)
            while len(self._kept) > _SCOPES:
                self._kept.popitem(last=False)
            try:
                self._follow(scope, kept)
                yield kept.index
            except BaseException:
                # What was interrupted half-way may be wrong, or held by a traceback.
                self._kept.pop(scope, None)
                raise

    def _follow(self, scope: Scope, kept: _Kept) -> None:
        """Bring the deeds of a scope up to date."""
        more = True
        while more:
            new = self._store.history.deeds(scope, kept.mark, self._policy.newest)
            if new.whole:
                kept.index = DeedIndex()
            kept.index.remove(new.gone)
            kept.index.add(new.rows)
            kept.mark, more = Mark(new.seq, new.last), new.more
        kept.index.keep(self._policy.newest)

    def _proved(
        self, scope: Scope, signature: Signature, risk: Risk, found: Found
    ) -> Iterator[Caution]:
        """Warnings with the newest failures that stand for them, each with another error."""
        said = set[str]()
        for episode in self._failures(scope, risk, found):
            caution = _caution(episode, signature, risk)
            # One that was judged or forgotten since proves nothing.
            if caution is None or _gives_orders(episode, caution):
                continue
            caution = replace(caution, error=answer(episode, caution.error))
            if caution.error not in said:
                said.add(caution.error)
                yield caution

    def _failures(self, scope: Scope, risk: Risk, found: Found) -> Iterator[Episode]:
        """Episodes of the evidence that decided, newest first."""
        nums = found.failed[_place(risk, len(found.failed))].tolist()[:_LOOKED_AT]
        traits = self._store.search.traits(scope, EPISODE, nums)
        ids = {each.num: each.id for each in traits}
        episodes = self._store.episodes.get(scope, list(ids.values()))
        out = banned(self._store, scope)
        for num in nums:
            if ids.get(num, "") in episodes and ids[num] not in out:
                yield episodes[ids[num]]


def _place(risk: Risk, length: int) -> int:
    """Where the failures of the likeness that decided stand; see `Found.failed`."""
    if risk.likeness == "part":
        return 2 + (risk.part or 0)
    places: Mapping[Likeness, int] = {"task": 0, "action": 1, "name": length - 1}
    return places[risk.likeness]


def _caution(episode: Episode, signature: Signature, risk: Risk) -> Caution | None:
    """What an episode has against an action; None if that failed there no more."""
    part = signature.parts[risk.part] if risk.part is not None else ""
    failed = failed_steps(episode.steps, episode.effective_outcome)
    for place in sorted(failed, reverse=True):
        step = episode.steps[place]
        if (risk.likeness == "task" or step.error) and any(
            _alike(other, signature, risk.likeness, part)
            for other in signatures_of(step.action, step.detail)
        ):
            return Caution(
                episode=episode.id,
                step=place,
                action=step.detail or step.action,
                error=_error(step, episode),
                likeness=risk.likeness,
                failed=risk.count.failed,
                passed=risk.count.passed,
                probability=risk.belief.mean,
                usual=risk.usual,
                lesson=episode.lessons[-1] if episode.lessons else "",
                part=part,
            )
    return None


def _gives_orders(episode: Episode, caution: Caution) -> bool:
    """Whether its texts tell the agent to act, which no second sighting is sought for here.

    Of one's own agents what a tool answered is left out instead.
    """
    origin = origin_of(episode.source)
    return origin != OWN and bool(orders((caution.error,)) or suspects(episode, origin))


def _alike(other: Signature, signature: Signature, likeness: Likeness, part: str) -> bool:
    if likeness == "part":
        return other.name == signature.name and part in other.parts
    if likeness == "name":
        return other.name == signature.name
    return other.whole == signature.whole


def _error(step: Step, episode: Episode) -> str:
    """What followed a step that failed."""
    said = (step.error, episode.outcome_detail, episode.effective_feedback.message, step.result)
    return next((text for text in said if text and text.strip()), "")
