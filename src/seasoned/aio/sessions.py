"""A session on an event loop. What it means is decided by the sync one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from seasoned.aio.calls import Calls
from seasoned.core.judging import Judgement
from seasoned.core.messages import Message
from seasoned.core.records import Task
from seasoned.core.reports import Receipt
from seasoned.core.summaries import Summary
from seasoned.core.window import Context
from seasoned.memories.windows import given
from seasoned.memories.working import WorkingMemory


class AsyncWorkingMemory:
    """A session; see `WorkingMemory`.

    While a model writes a summary, others add to the session and read it: it is awaited on the
    event loop, and occupies no worker thread.

    Attributes:
        id: Of the session.
        problems: What a model could not do, in words; the rules did it then.
    """

    def __init__(self, calls: Calls, session: WorkingMemory) -> None:
        self._calls, self._sync = calls, session
        self.id, self.problems = session.id, session.problems
        self._folding = False

    def __repr__(self) -> str:
        return repr(self._sync).replace("<", "<Async", 1)

    @property
    def budget(self) -> int:
        """Tokens of a context at most."""
        return self._sync.budget

    async def add(
        self,
        message: Message | Mapping[str, Any] | str,
        role: str = "user",
        *,
        pinned: bool = False,
        importance: float | None = None,
    ) -> Message:
        """Add a message at the end; see `WorkingMemory.add`."""
        return (await self.add_many([given(message, role, pinned, importance)]))[0]

    async def add_many(
        self, messages: Iterable[Message | Mapping[str, Any]]
    ) -> tuple[Message, ...]:
        """Add messages at the end, all or none; see `WorkingMemory.add_many`.

        It returns when what was due is folded. Of several that are added meanwhile, none waits
        for it. If it is cancelled while a model writes the summary, the messages are kept and the
        next one that is added folds them.
        """
        said, due = await self._calls.quick(self._sync.append, messages)
        if due and not self._folding:
            self._folding = True
            try:
                await self._calls.quick(self._sync.fold)
            finally:
                self._folding = False
        return said

    async def context(self, max_tokens: int | None = None) -> Context:
        """What to send to a model, within the budget; see `WorkingMemory.context`."""
        return await self._calls.quick(self._sync.context, max_tokens)

    async def summary(self) -> Summary | None:
        """Of the messages that were folded; see `WorkingMemory.summary`."""
        return await self._calls.quick(lambda: self._sync.summary)

    async def closed(self) -> bool:
        """Whether nothing can be added any more."""
        return await self._calls.quick(lambda: self._sync.closed)

    async def messages(self, state: str | None = None) -> tuple[Message, ...]:
        """All messages in order; see `WorkingMemory.messages`."""
        return await self._calls.quick(self._sync.messages, state)

    async def search(self, query: str, k: int = 5) -> tuple[Message, ...]:
        """The messages that share most with a query; see `WorkingMemory.search`."""
        return await self._calls.quick(self._sync.search, query, k)

    async def close(
        self,
        task: Task | str | None = None,
        *,
        outcome: Judgement | None = None,
        lessons: Sequence[str] = (),
    ) -> Receipt | None:
        """End the session and record it as an episode; see `WorkingMemory.close`."""
        return await self._calls.quick(self._sync.close, task, outcome=outcome, lessons=lessons)

    async def forget(self) -> bool:
        """Remove the session with all its messages; see `WorkingMemory.forget`."""
        return await self._calls.quick(self._sync.forget)
