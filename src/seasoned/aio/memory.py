"""AsyncMemory: the verbs of `Memory` for an event loop, which never waits on the store."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import datetime
from random import Random
from types import TracebackType
from typing import Any

from seasoned.aio.attempts import AsyncAttempt, AsyncAttemptBlock, AsyncJudge
from seasoned.aio.calls import Calls
from seasoned.aio.facets import AsyncAdmin, AsyncEpisodicMemory
from seasoned.aio.knowledge import AsyncKnowledgeVerbs
from seasoned.aio.learning import AsyncLearning
from seasoned.aio.llms import fronted_llm
from seasoned.aio.models import fronted
from seasoned.aio.moving import AsyncMovingVerbs
from seasoned.connect import Options
from seasoned.core.cautions import Caution
from seasoned.core.filters import Filter
from seasoned.core.judging import Judgement
from seasoned.core.records import Episode, Feedback, Task, Verdict
from seasoned.core.replay import Recall
from seasoned.core.reports import Receipt, Removed
from seasoned.core.sampling import Replayed, Scheme
from seasoned.core.scoring import ReplayWeights
from seasoned.memories import enclosing
from seasoned.memories.attempts import Attempt
from seasoned.memories.blocks import BlockOptions
from seasoned.memories.guard import Action
from seasoned.memory import Memory


class AsyncMemory(AsyncKnowledgeVerbs, AsyncMovingVerbs):
    """A `Memory` for programs that run on an event loop: the same verbs, awaited.

    Calls go to worker threads, two for what is quick and others for what takes long, so the loop
    never waits on the store. Safe to share between tasks, threads and event loops, and usable
    after a fork. Open it with `AsyncMemory.open`.

    A call that is cancelled is done whole or not at all: one that waits for a thread or for an
    async embedder has changed nothing, one that has begun goes on in its thread.

    Attributes:
        episodes: What happened: many at once, pages, counts, similar ones, warnings, lessons.
        learning: What was learned: skills, the strategy for a task, the learning curve.
        notes: Long-term memory: text to remember.
        facts: Structured memory: what is so, and what was believed on any day.
        documents: Documents, kept in step with their sources.
        admin: Counts, checks, repair, pruning, expiry of attempts and backup.
    """

    def __init__(self, memory: Memory, calls: Calls | None = None) -> None:
        """Take a memory over; it is closed with this one.

        Args:
            memory: Opened with a sync embedder. Its language model, if it has one, is asked in
                the worker threads.
            calls: Its worker threads; new ones if None.
        """
        self._sync = memory
        self._calls = Calls(repr(memory)) if calls is None else calls
        self.episodes = AsyncEpisodicMemory(self._calls, memory.episodes)
        self.learning = AsyncLearning(self._calls, memory.learning)
        self._know(self._calls, memory)
        self.admin = AsyncAdmin(self._calls, memory.admin)

    @classmethod
    def open(
        cls,
        url: str | os.PathLike[str] = "seasoned.db",
        *,
        namespace: str = "default",
        user: str | None = None,
        embedder: Any = None,
        llm: Any = None,
        options: Options | None = None,
    ) -> Opening:
        """Open a memory: ``await AsyncMemory.open(…)``, or ``async with AsyncMemory.open(…)``.

        As `Memory.open`; the hooks of `options` run in worker threads. The embedder may also be
        an async function from one text to a sequence of floats, or an object whose `embed` is
        async. It is awaited on the event loop that asks, where it occupies no worker thread; of
        one batch of texts, a function is asked for 16 at a time. A language model is awaited in
        the same way, and may be one that has `acomplete` and `model` alone.
        """

        def opened() -> Memory:
            return Memory.open(
                url,
                namespace=namespace,
                user=user,
                embedder=fronted(embedder),
                llm=fronted_llm(llm),
                options=options,
            )

        return Opening(opened, str(url))

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return repr(self._sync).replace("<Memory", "<AsyncMemory", 1)

    async def close(self) -> None:
        """Wait for what is under way, then release the store; what comes later is refused.

        Closing twice is harmless. A close that is cancelled goes on by itself.
        """
        await asyncio.wrap_future(self._calls.end(self._sync.close))

    def for_user(self, user: str | None) -> AsyncMemory:
        """The same memory as another user, or as nobody; see `Memory.for_user`."""
        return AsyncMemory(self._sync.for_user(user), self._calls)

    async def record(
        self, episode: Episode, *, recall: Recall | None = None, used: Sequence[str] = ()
    ) -> Receipt:
        """Keep a finished episode; see `Memory.record`."""
        return await self.episodes.record(episode, recall=recall, used=used)

    async def get(self, id: str) -> Episode:
        """The episode with this id, verdicts included; see `Memory.get`."""
        return await self.episodes.get(id)

    async def recall(
        self,
        task: Task | str,
        k: int | None = None,
        *,
        filter: Filter | None = None,
        weights: ReplayWeights | None = None,
        balance: bool = True,
        namespaces: Sequence[str] = (),
    ) -> Recall:
        """Rank past episodes for a task; see `Memory.recall`."""
        return await self._calls.quick(
            self._sync.recall,
            task,
            k,
            filter=filter,
            weights=weights,
            balance=balance,
            namespaces=namespaces,
        )

    async def warn(self, action: Action, task: Task | str | None = None) -> tuple[Caution, ...]:
        """Look at an action before it is taken; see `Memory.warn`."""
        return await self._calls.quick(self._sync.warn, action, task)

    async def replay(
        self,
        n: int,
        *,
        filter: Filter | None = None,
        scheme: Scheme = "proportional",
        alpha: float = 0.6,
        beta: float = 0.4,
        replacement: bool = False,
        seed: int | Random | None = None,
    ) -> tuple[Replayed, ...]:
        """Sample past episodes, the surprising ones more often; see `Memory.replay`."""
        return await self._calls.long(
            self._sync.replay,
            n,
            filter=filter,
            scheme=scheme,
            alpha=alpha,
            beta=beta,
            replacement=replacement,
            seed=seed,
        )

    async def judge(
        self,
        id: str,
        outcome: Judgement,
        *,
        feedback: Feedback | None = None,
        by: str = "human",
        at: datetime | None = None,
    ) -> Verdict:
        """Add a later verdict to an episode; see `Memory.judge`."""
        return await self.episodes.judge(id, outcome, feedback=feedback, by=by, at=at)

    async def forget(
        self,
        *ids: str,
        filter: Filter | None = None,
        everything: bool = False,
        prove: bool = False,
    ) -> Removed:
        """Remove episodes and all that came from them alone; see `Memory.forget`."""
        return await self.episodes.forget(*ids, filter=filter, everything=everything, prove=prove)

    def attempt(
        self,
        task: Task | str | None = None,
        *,
        category: str | None = None,
        key: str | None = None,
        strategy: str = "",
        tags: Sequence[str] = (),
        judge: AsyncJudge | None = None,
        pass_through: type[BaseException] | Iterable[type[BaseException]] = (),
    ) -> AsyncAttemptBlock:
        """One task under memory, as an `async with` block or a decorator; see `Memory.attempt`.

        What is decorated is a coroutine function. `judge` may be one too; it runs on the event
        loop in either case.
        """

        async def begin(task: Task | str) -> AsyncAttempt:
            return await self.begin(task, category=category, key=key, strategy=strategy, tags=tags)

        return AsyncAttemptBlock(begin, task, BlockOptions(judge, pass_through))

    async def begin(
        self,
        task: Task | str,
        *,
        category: str | None = None,
        key: str | None = None,
        strategy: str = "",
        parent: str | None = None,
        tags: Sequence[str] = (),
    ) -> AsyncAttempt:
        """Begin an attempt, or go on with the one of this key; see `Memory.begin`."""
        return self._handle(
            await self._calls.quick(
                self._sync.begin,
                task,
                category=category,
                key=key,
                strategy=strategy,
                parent=parent,
                tags=tags,
            )
        )

    async def current_attempt(self) -> AsyncAttempt | None:
        """The attempt of the innermost block around that is open; see `Memory.current_attempt`."""
        found = await self._calls.quick(self._sync.current_attempt)
        held = (place.held for place in enclosing.around())
        mine = (each for each in held if isinstance(each, AsyncAttempt) and each.sync is found)
        return next(mine, None)

    async def resume(self, id: str) -> AsyncAttempt:
        """A handle on an attempt that some process began; see `Memory.resume`."""
        return self._handle(await self._calls.quick(self._sync.resume, id))

    def _handle(self, attempt: Attempt) -> AsyncAttempt:
        return AsyncAttempt(self._calls, attempt)


class Opening:
    """A memory that is being opened: await it, or enter it with `async with`."""

    def __init__(self, opened: Callable[[], Memory], name: str) -> None:
        self._opened, self._name = opened, name
        self._memory: AsyncMemory | None = None

    def __await__(self) -> Generator[Any, None, AsyncMemory]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncMemory:
        self._memory = await self
        return self._memory

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._memory is not None:
            await self._memory.close()

    async def _open(self) -> AsyncMemory:
        calls, opened = Calls(self._name), list[Memory]()
        try:
            await calls.quick(lambda: opened.append(self._opened()))
        except BaseException:
            # If this was cancelled, a thread may still be at it.
            calls.end(lambda: _close(opened))
            raise
        return AsyncMemory(opened[0], calls)


def _close(memories: Iterable[Memory]) -> None:
    for memory in memories:
        memory.close()
