"""Notes, facts and documents on an event loop: each method awaits the one of the same name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from seasoned.aio.calls import Calls
from seasoned.aio.facets import while_awaited
from seasoned.aio.sessions import AsyncWorkingMemory
from seasoned.aio.updater import AsyncUpdater
from seasoned.core.assembled import Assembled
from seasoned.core.facts import Fact
from seasoned.core.notes import Chunk, Hit, Note, NoteFilter
from seasoned.core.replay import Recall
from seasoned.core.reports import Receipt
from seasoned.core.routing import BUDGET
from seasoned.memories.conversations import Conversation
from seasoned.memories.documents import Added, ChunkHit, Documents
from seasoned.memories.knowledge import KnowledgeVerbs
from seasoned.memories.longterm import LongTermMemory, NotePage
from seasoned.memories.structured import FactHit, Stated, StructuredMemory
from seasoned.memories.working import WorkingPolicy
from seasoned.ports.llm import LLM


class AsyncLongTermMemory:
    """Notes; see `LongTermMemory`."""

    def __init__(self, calls: Calls, notes: LongTermMemory) -> None:
        self._calls, self._sync = calls, notes

    async def remember(
        self,
        note: Note | str,
        kind: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
    ) -> Receipt:
        """Keep a note; see `LongTermMemory.remember`."""
        return await self._calls.quick(self._sync.remember, note, kind, metadata, key=key)

    async def remember_many(self, notes: Iterable[Note]) -> list[Receipt]:
        """Keep many notes, 256 to a transaction; see `LongTermMemory.remember_many`.

        They are taken from their iterable in a worker thread. If this is cancelled, full
        transactions are kept and the next one is not begun.
        """
        return await self._calls.long(self._sync.remember_many, while_awaited(notes))

    async def lookup(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """The notes that have to do with a query; see `LongTermMemory.lookup`."""
        call = self._sync.lookup
        return await self._calls.quick(
            call, query, k, min_score, filter=filter, namespaces=namespaces
        )

    async def get(self, id: str) -> Note:
        """The note with this id; see `LongTermMemory.get`."""
        return await self._calls.quick(self._sync.get, id)

    async def update(
        self,
        id: str,
        text: str | None = None,
        *,
        kind: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        at: datetime | None = None,
    ) -> Receipt:
        """Change a note of one's own; see `LongTermMemory.update`."""
        call = self._sync.update
        return await self._calls.quick(call, id, text, kind=kind, metadata=metadata, at=at)

    async def page(
        self, limit: int = 100, cursor: str | None = None, *, filter: NoteFilter | None = None
    ) -> NotePage:
        """A page of notes, those recorded last first."""
        return await self._calls.quick(self._sync.page, limit, cursor, filter=filter)

    async def count(self, filter: NoteFilter | None = None) -> int:
        """How many notes match."""
        return await self._calls.quick(self._sync.count, filter)

    async def kinds(self) -> dict[str, int]:
        """How many notes there are of each kind."""
        return await self._calls.quick(self._sync.kinds)

    async def forget(
        self, *ids: str, filter: NoteFilter | None = None, everything: bool = False
    ) -> int:
        """Remove notes of one's own; see `LongTermMemory.forget`."""
        return await self._calls.quick(
            self._sync.forget, *ids, filter=filter, everything=everything
        )

    async def flush(self) -> None:
        """Write down how often notes were found; see `LongTermMemory.flush`."""
        await self._calls.quick(self._sync.flush)


class AsyncStructuredMemory:
    """Facts; see `StructuredMemory`."""

    def __init__(self, calls: Calls, facts: StructuredMemory) -> None:
        self._calls, self._sync = calls, facts

    async def remember(
        self,
        subject: str | Fact,
        kind: str | None = None,
        key: str | None = None,
        value: Any = ...,
        confidence: float = 1.0,
        *,
        valid_from: datetime | None = None,
        force: bool = False,
    ) -> Stated:
        """Keep a fact; see `StructuredMemory.remember`."""
        call, place = self._sync.remember, (subject, kind, key)
        return await self._calls.quick(
            call, *place, value, confidence, valid_from=valid_from, force=force
        )

    async def get(self, id: str) -> Fact:
        """The version of a fact with this id; see `StructuredMemory.get`."""
        return await self._calls.quick(self._sync.get, id)

    async def current(self, subject: str, kind: str, key: str) -> Fact | None:
        """What is so now; see `StructuredMemory.current`."""
        return await self._calls.quick(self._sync.current, subject, kind, key)

    async def recall_by_type(
        self,
        kind: str | None = None,
        subject: str | None = None,
        *,
        key: str | None = None,
        valid: datetime | None = None,
        known: datetime | None = None,
        filter: NoteFilter | None = None,
        limit: int = 1000,
    ) -> tuple[Fact, ...]:
        """Facts by confidence, then recency; see `StructuredMemory.recall_by_type`."""
        return await self._calls.quick(
            self._sync.recall_by_type,
            kind,
            subject,
            key=key,
            valid=valid,
            known=known,
            filter=filter,
            limit=limit,
        )

    async def count(self) -> int:
        """How many facts are believed, contested ones included."""
        return await self._calls.quick(self._sync.count)

    async def history(self, subject: str, kind: str, key: str) -> tuple[Fact, ...]:
        """Every version of a fact, the oldest recorded first."""
        return await self._calls.quick(self._sync.history, subject, kind, key)

    async def lookup(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
        valid: datetime | None = None,
        known: datetime | None = None,
    ) -> tuple[FactHit, ...]:
        """The believed facts that have to do with a query; see `StructuredMemory.lookup`."""
        return await self._calls.quick(
            self._sync.lookup,
            query,
            k,
            min_score,
            filter=filter,
            namespaces=namespaces,
            valid=valid,
            known=known,
        )

    async def forget(
        self,
        subject: str | None = None,
        kind: str | None = None,
        key: str | None = None,
        *,
        ids: Sequence[str] = (),
        everything: bool = False,
    ) -> int:
        """Remove one's own facts in all their versions; see `StructuredMemory.forget`."""
        call = self._sync.forget
        return await self._calls.quick(call, subject, kind, key, ids=ids, everything=everything)


class AsyncDocuments:
    """Documents; see `Documents`.

    Reading, cutting and embedding a document takes long and has threads of its own.
    """

    def __init__(self, calls: Calls, documents: Documents) -> None:
        self._calls, self._sync = calls, documents

    async def add(
        self,
        content: str | os.PathLike[str] | bytes,
        source: str = "",
        *,
        page: int | None = None,
        metadata: Mapping[str, Any] | None = None,
        markup: str = "markdown",
        origin: str = "own",
    ) -> Added:
        """Keep a document, in place of what its source said before; see `Documents.add`."""
        return await self._calls.long(
            self._sync.add,
            content,
            source,
            page=page,
            metadata=metadata,
            markup=markup,
            origin=origin,
        )

    async def chunks(self, source: str) -> tuple[Chunk, ...]:
        """The chunks of a document, in order."""
        return await self._calls.quick(self._sync.chunks, source)

    async def count(self) -> int:
        """How many chunks there are; see `Documents.count`."""
        return await self._calls.quick(self._sync.count)

    async def sources(self) -> dict[str, int]:
        """The documents, by name, with their numbers of chunks."""
        return await self._calls.quick(self._sync.sources)

    async def search(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        source: str | Sequence[str] | None = None,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[ChunkHit, ...]:
        """The chunks that have to do with a query; see `Documents.search`."""
        return await self._calls.quick(
            self._sync.search,
            query,
            k,
            min_score,
            source=source,
            filter=filter,
            namespaces=namespaces,
        )

    async def remove(
        self, source: str | None = None, *, page: int | None = None, everything: bool = False
    ) -> int:
        """Remove one's own document, or a page of it; see `Documents.remove`."""
        call = self._sync.remove
        return await self._calls.quick(call, source, page=page, everything=everything)


class AsyncKnowledgeVerbs:
    """Verbs about notes, facts and documents; see `KnowledgeVerbs`.

    Attributes:
        notes: Long-term memory: text to remember.
        facts: Structured memory: facts with two clocks.
        documents: Documents, cut into chunks.
        llm: The language model; None without one.
    """

    _calls: Calls
    _sync: Any
    notes: AsyncLongTermMemory
    facts: AsyncStructuredMemory
    documents: AsyncDocuments
    llm: LLM | None

    def _know(self, calls: Calls, memory: KnowledgeVerbs) -> None:
        """Make the facets."""
        self.notes = AsyncLongTermMemory(calls, memory.notes)
        self.facts = AsyncStructuredMemory(calls, memory.facts)
        self.documents = AsyncDocuments(calls, memory.documents)
        self.llm = memory.llm

    async def remember(
        self,
        note: Note | str,
        kind: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
    ) -> Receipt:
        """Keep a note; see `LongTermMemory.remember`."""
        return await self.notes.remember(note, kind, metadata, key=key)

    async def lookup(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """The notes that have to do with a query, best first; see `LongTermMemory.lookup`."""
        return await self.notes.lookup(query, k, min_score, filter=filter, namespaces=namespaces)

    def session(self, id: str, *, policy: WorkingPolicy | None = None) -> AsyncWorkingMemory:
        """Working memory: a conversation within its budget of tokens; see `Memory.session`."""
        return AsyncWorkingMemory(self._calls, self._sync.session(id, policy=policy))

    async def sessions(
        self, state: str | None = None, limit: int = 100
    ) -> tuple[Conversation, ...]:
        """One's own sessions, the newest first; see `Memory.sessions`."""
        call: Callable[..., tuple[Conversation, ...]] = self._sync.sessions
        return await self._calls.quick(call, state, limit)

    async def context(
        self,
        message: str,
        max_tokens: int = BUDGET,
        *,
        recall: Recall | None = None,
        memories: Sequence[str] | None = None,
    ) -> Assembled:
        """What memory has to say about a message, within a budget; see `Memory.context`."""
        call: Callable[..., Assembled] = self._sync.context
        return await self._calls.quick(call, message, max_tokens, recall=recall, memories=memories)

    @property
    def updater(self) -> AsyncUpdater:
        """The memory updater: learns from exchanges, and tells what it learned."""
        return AsyncUpdater(self._calls, self._sync.updater, self.llm)
