"""Pruning: removing episodes by policy, and bringing them back while the undo window is open.

What goes is decided by `core.pruning` from ratings; bodies are read only where tools decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from seasoned.core import values
from seasoned.core.filters import Filter
from seasoned.core.pruning import (
    Pruned,
    PrunedBatch,
    PrunePolicy,
    Restored,
    doomed,
    tools_of,
)
from seasoned.core.surprise import Rating
from seasoned.errors import InvalidInput, NotFound
from seasoned.memories.shortened import HINT, whole
from seasoned.memories.writing import Writer
from seasoned.ports import EPISODE, PrunedCopy, PruneMark, Scope, Store

UNDO_WINDOW: Final = timedelta(days=30)
_AT_ONCE: Final = 1_000  # episodes removed in one transaction, so that other writers get a turn
_BODIES_AT_ONCE: Final = 256  # read or restored together

T = TypeVar("T")


class Pruner:
    """Prunes and restores the episodes of one scope."""

    def __init__(self, store: Store, writer: Writer, scope: Scope) -> None:
        self._store, self._writer, self._scope = store, writer, scope

    def prune(self, policy: PrunePolicy, apply: bool, undo: timedelta) -> Pruned:
        """Remove what a policy names, or say what that would be; see `Admin.prune`."""
        values.instance(policy, PrunePolicy, "policy", "use PrunePolicy(keep=1000)")
        values.instance(apply, bool, "apply", "use True to remove, False to ask only")
        now = self._writer.clock.now()
        until = _end(now, undo)
        found, ids, pool = self._find(policy, now)
        batch = ""
        if apply:
            self.sweep()
            batch = self._writer.ids.new() if until else ""
            mark = PruneMark(batch, now.timestamp(), until.timestamp()) if until else None
            gone = self._remove([rating.num for rating in found], mark)
            found = [rating for rating in found if rating.num in gone]
        return Pruned(
            ids=tuple(ids[rating.num] for rating in found),
            pool=pool,
            applied=apply,
            outcomes=dict(Counter(rating.outcome for rating in found)),
            categories=dict(Counter(rating.category for rating in found)),
            batch=batch if found else "",
            until=until if apply and found else None,
        )

    def _find(self, policy: PrunePolicy, now: datetime) -> tuple[list[Rating], dict[int, str], int]:
        """What a policy names, ids by number, and how many its filter matches."""
        search, scope = self._store.search, self._scope
        shown = self._store.pruning.shown(scope) if policy.never_shown else set[int]()
        ratings = search.ratings(scope, EPISODE)
        pool = set(search.select(scope, EPISODE, _own(policy.filter, scope)).tolist())
        found = doomed(policy, ratings, pool, shown, now.timestamp())
        traits = search.traits(scope, EPISODE, [rating.num for rating in found])
        ids = {trait.num: trait.id for trait in traits}
        if policy.tools:
            users = self._users(ids, set(policy.tools))
            ids = {num: id for num, id in ids.items() if id in users}
        return [rating for rating in found if rating.num in ids], ids, len(pool)

    def _users(self, ids: dict[int, str], tools: set[str]) -> set[str]:
        """Ids of the episodes that used one of these tools."""
        found: set[str] = set()
        for some in _parts(list(ids.values()), _BODIES_AT_ONCE):
            episodes = self._store.episodes.get(self._scope, some)
            found |= {id for id, episode in episodes.items() if tools & tools_of(episode)}
        return found

    def _remove(self, nums: Sequence[int], mark: PruneMark | None) -> set[int]:
        gone: set[int] = set()
        for some in _parts(nums, _AT_ONCE):
            gone.update(self._store.pruning.prune(self._scope, some, mark))
        return gone

    def batches(self) -> list[PrunedBatch]:
        """What can be restored; see `Admin.pruned`."""
        return self._store.pruning.batches(self._scope, self._writer.clock.now().timestamp())

    def restore(self, batch: str, ids: Sequence[str]) -> Restored:
        """Bring pruned episodes back; see `Admin.restore`."""
        self.sweep()
        batch = whole(batch, (each.id for each in self.batches())) or batch
        if ids:
            known = {copy.episode.id for copies in self._copies(batch) for copy in copies}
            ids = [whole(id, known) or id for id in ids]
        back: list[str] = []
        skipped: dict[str, str] = {}
        for copies in self._copies(batch):
            chosen = [copy for copy in copies if not ids or copy.episode.id in ids]
            reasons = self._store.pruning.restore(
                self._scope,
                [(copy.num, self._writer.again(copy)) for copy in chosen],
            )
            back += [copy.episode.id for copy in chosen if copy.num not in reasons]
            skipped |= {c.episode.id: reasons[c.num] for c in chosen if c.num in reasons}
        if not back and not skipped:
            raise NotFound(
                f"nothing of the pruned batch {batch!r} can be restored in namespace "
                f"{self._scope.namespace!r}; see admin.pruned() for what can; {HINT}"
            )
        missing = [id for id in dict.fromkeys(ids) if id not in back and id not in skipped]
        skipped |= dict.fromkeys(missing, f"the batch {batch!r} has no copy of it")
        return Restored(tuple(back), skipped)

    def _copies(self, batch: str) -> Iterator[list[PrunedCopy]]:
        now, after = self._writer.clock.now().timestamp(), 0
        pruning = self._store.pruning
        while copies := pruning.copies(self._scope, batch, now, after, _BODIES_AT_ONCE):
            yield copies
            after = copies[-1].num

    def sweep(self) -> int:
        """Erase the copies whose undo window has ended; see `Admin.sweep`."""
        return self._store.pruning.expire(self._writer.clock.now().timestamp())


def _own(filter: Filter, scope: Scope) -> Filter:
    """The filter, limited to what the scope's user owns; without a user all visible is shared."""
    if scope.user is None or filter.user is not None:
        return filter
    return replace(filter, user=scope.user)


def _end(now: datetime, undo: timedelta) -> datetime | None:
    """When the undo window ends, None where none was asked for."""
    if not isinstance(undo, timedelta) or undo < timedelta():
        raise InvalidInput(f"undo must be a timedelta of at least 0, got {values.shown(undo)}")
    try:
        return now + undo if undo else None
    except OverflowError:
        raise InvalidInput(
            f"an undo window of {values.shown(undo)} ends after the year 9999; choose less"
        ) from None


def _parts(whole: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (whole[start : start + size] for start in range(0, len(whole), size))
