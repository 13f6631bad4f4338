"""The facets of an async memory: each method awaits the one of the same name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from seasoned.aio.calls import Calls
from seasoned.aio.models import Stopped, asking, fronted
from seasoned.core.filters import Filter
from seasoned.core.judging import Judgement
from seasoned.core.proof import Proof
from seasoned.core.pruning import Pruned, PrunedBatch, PrunePolicy, Restored
from seasoned.core.records import Episode, Feedback, Lesson, Task, Verdict
from seasoned.core.replay import Recall
from seasoned.core.reports import Finding, Page, Receipt, Removed, Stats
from seasoned.core.scoring import PrioritizedResult
from seasoned.memories.admin import Admin
from seasoned.memories.episodic import Asking, EpisodicMemory
from seasoned.memories.pruning import UNDO_WINDOW
from seasoned.memories.vectorproof import Progress

T = TypeVar("T")


class AsyncEpisodicMemory:
    """Records, judges, recalls and forgets episodes; see `EpisodicMemory`."""

    def __init__(self, calls: Calls, episodes: EpisodicMemory) -> None:
        self._calls, self._sync = calls, episodes

    async def record(
        self, episode: Episode, *, recall: Recall | None = None, used: Sequence[str] = ()
    ) -> Receipt:
        """Keep one episode; see `Memory.record`."""
        return await self._calls.quick(self._sync.record, episode, recall=recall, used=used)

    async def record_many(self, episodes: Iterable[Episode]) -> list[Receipt]:
        """Keep many episodes, 256 to a transaction; see `EpisodicMemory.record_many`.

        They are taken from their iterable in a worker thread. If this is cancelled, full
        transactions are kept and the next one is not begun.
        """
        return await self._calls.long(self._sync.record_many, while_awaited(episodes))

    async def get(self, id: str) -> Episode:
        """The episode with this id; see `Memory.get`."""
        return await self._calls.quick(self._sync.get, id)

    async def find(self, ids: Sequence[str]) -> dict[str, Episode]:
        """Those of these episodes that exist and may be seen, by id."""
        return await self._calls.quick(self._sync.find, ids)

    async def judge(
        self,
        id: str,
        outcome: Judgement,
        *,
        feedback: Feedback | None = None,
        by: str = "human",
        at: datetime | None = None,
    ) -> Verdict:
        """Append a later verdict; see `Memory.judge`."""
        return await self._calls.quick(
            self._sync.judge, id, outcome, feedback=feedback, by=by, at=at
        )

    async def forget(
        self,
        *ids: str,
        filter: Filter | None = None,
        everything: bool = False,
        prove: bool = False,
    ) -> Removed:
        """Remove episodes; see `Memory.forget`."""
        call = self._calls.long if prove else self._calls.quick
        return await call(
            self._sync.forget, *ids, filter=filter, everything=everything, prove=prove
        )

    async def page(
        self, filter: Filter | None = None, *, limit: int = 50, cursor: str | None = None
    ) -> Page:
        """A page of episodes, newest record first; see `EpisodicMemory.page`."""
        return await self._calls.quick(self._sync.page, filter, limit=limit, cursor=cursor)

    async def count(self, filter: Filter | None = None) -> int:
        """How many episodes match."""
        return await self._calls.quick(self._sync.count, filter)

    async def recent(self) -> tuple[Episode, ...]:
        """The short-term window: the last five episodes recorded, oldest first."""
        return await self._calls.quick(lambda: self._sync.recent)

    async def recall(self, task: Task | str, asking: Asking = Asking()) -> Recall:
        """Rank past episodes for a task; see `Memory.recall`."""
        return await self._calls.quick(self._sync.recall, task, asking)

    async def similar(
        self, task: Task | str, k: int = 5, *, filter: Filter | None = None
    ) -> Recall:
        """The most similar episodes, whatever became of them."""
        return await self._calls.quick(self._sync.similar, task, k, filter=filter)

    async def success_patterns(self, task: Task | str, k: int = 3) -> tuple[PrioritizedResult, ...]:
        """Successes to follow, best first."""
        return await self._calls.quick(self._sync.success_patterns, task, k)

    async def failure_warnings(self, task: Task | str, k: int = 2) -> tuple[PrioritizedResult, ...]:
        """Failures to avoid, best first."""
        return await self._calls.quick(self._sync.failure_warnings, task, k)

    async def lessons(self, task: Task | str, k: int = 5) -> tuple[Lesson, ...]:
        """What similar attempts taught, each lesson once; see `EpisodicMemory.lessons`."""
        return await self._calls.quick(self._sync.lessons, task, k)


class AsyncAdmin:
    """Counts, checks and repairs; see `Admin`.

    What takes long has threads of its own. If it is cancelled it still runs to its end.
    """

    def __init__(self, calls: Calls, admin: Admin) -> None:
        self._calls, self._sync = calls, admin

    async def stats(self) -> Stats:
        """Counts over what this memory can see."""
        return await self._calls.quick(self._sync.stats)

    async def whole_id(self, part: str) -> str:
        """The id of the episode that `part` stands for; see `Admin.whole_id`."""
        return await self._calls.quick(self._sync.whole_id, part)

    async def check(
        self, *, thorough: bool = False, progress: Progress | None = None
    ) -> list[Finding]:
        """Every disagreement between the parts of the store; see `Admin.check`.

        `progress` is called in a worker thread.
        """
        return await self._calls.long(self._sync.check, thorough=thorough, progress=progress)

    async def repair(self, *, thorough: bool = False, progress: Progress | None = None) -> int:
        """Rebuild all that is derived; see `Admin.repair`. `progress` runs in a worker thread."""
        return await self._calls.long(self._sync.repair, thorough=thorough, progress=progress)

    async def heal(self) -> int:
        """Embed the visible items whose vector is missing; how many got one."""
        return await self._calls.long(self._sync.heal)

    async def reembed(self, embedder: Any, *, progress: Progress | None = None) -> int:
        """Move the whole store to another embedding model; see `Admin.reembed`.

        `embedder` is as for `AsyncMemory.open`, `progress` is called in a worker thread. If this
        is cancelled while an async embedder is awaited, the move breaks off.
        """
        return await self._calls.long(self._sync.reembed, fronted(embedder), progress=progress)

    async def abort_reembed(self) -> int:
        """Give up a move that broke off or is under way; how many vectors that removed."""
        return await self._calls.long(self._sync.abort_reembed)

    async def prune(
        self, policy: PrunePolicy, *, apply: bool = False, undo: timedelta = UNDO_WINDOW
    ) -> Pruned:
        """Remove what a policy names, or say what that would be; see `Admin.prune`."""
        return await self._calls.long(self._sync.prune, policy, apply=apply, undo=undo)

    async def pruned(self) -> list[PrunedBatch]:
        """What can be restored, newest first."""
        return await self._calls.quick(self._sync.pruned)

    async def restore(self, batch: str, ids: Sequence[str] = ()) -> Restored:
        """Bring pruned episodes back; see `Admin.restore`."""
        return await self._calls.long(self._sync.restore, batch, ids)

    async def copies(self, filter: Filter | None = None) -> int:
        """How many pruned episodes that match are still kept."""
        return await self._calls.quick(self._sync.copies, filter)

    async def sweep(self) -> int:
        """Erase the copies whose undo window has ended; see `Admin.sweep`."""
        return await self._calls.long(self._sync.sweep)

    async def expire(self, after: timedelta) -> list[Receipt]:
        """Close attempts open for longer than `after`; see `Admin.expire`."""
        return await self._calls.long(self._sync.expire, after)

    async def prove_forgotten(self, *texts: str, thorough: bool = False) -> Proof:
        """Erase the last traces of what was removed; see `Admin.prove_forgotten`."""
        return await self._calls.long(self._sync.prove_forgotten, *texts, thorough=thorough)

    async def backup(self, path: str) -> None:
        """Copy the store to a new file while it is in use; see `Admin.backup`."""
        await self._calls.long(self._sync.backup, path)


def while_awaited(many: Iterable[T]) -> Iterable[T]:
    """The same items, for as long as the caller waits; whatever else is given stays as it is."""
    if isinstance(many, str | Mapping) or not isinstance(many, Iterable):
        return many  # for the sync code to refuse

    def each() -> Iterator[T]:
        for item in many:
            if asking.get().stopped:
                raise Stopped
            yield item

    return each()
