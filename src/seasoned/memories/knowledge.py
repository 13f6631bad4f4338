"""The verbs about knowledge: remember, look up, and what to send along with a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from seasoned.core import values
from seasoned.core.assembled import Assembled
from seasoned.core.filters import Filter
from seasoned.core.notes import Hit, Note, NoteFilter
from seasoned.core.records import Episode
from seasoned.core.replay import Recall
from seasoned.core.reports import Receipt
from seasoned.core.routing import BUDGET, DOCUMENTS, EPISODES, FACTS, MEMORIES, NOTES, SESSIONS
from seasoned.errors import InvalidInput
from seasoned.memories.conversations import Conversation, conversations
from seasoned.memories.documents import Documents
from seasoned.memories.episodic import EpisodicMemory
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.passages import Passages
from seasoned.memories.pasts import CONVERSATION, Pasts, Read
from seasoned.memories.router import Router, Sources
from seasoned.memories.structured import StructuredMemory
from seasoned.memories.updater import Updater
from seasoned.memories.working import WorkingMemory, WorkingPolicy
from seasoned.ports import Scope
from seasoned.ports.llm import LLM


class KnowledgeVerbs:
    """Verbs about notes, facts and documents.

    Attributes:
        notes: Long-term memory: text to remember.
        facts: Structured memory: facts with two clocks.
        documents: Documents, cut into chunks.
    """

    notes: LongTermMemory
    facts: StructuredMemory
    documents: Documents
    episodes: EpisodicMemory
    _read: Read
    _open_session: Callable[[str, WorkingPolicy | None], WorkingMemory]
    _passages: Passages
    _scope: Scope
    llm: LLM | None

    def remember(
        self,
        note: Note | str,
        kind: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
    ) -> Receipt:
        """Keep a note; see `LongTermMemory.remember`."""
        return self.notes.remember(note, kind, metadata, key=key)

    def lookup(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """The notes that have to do with a query, best first; see `LongTermMemory.lookup`."""
        return self.notes.lookup(query, k, min_score, filter=filter, namespaces=namespaces)

    def session(self, id: str, *, policy: WorkingPolicy | None = None) -> WorkingMemory:
        """Working memory: a conversation within its budget of tokens, made by its first message.

        Args:
            id: Of the session, yours to choose; users have sessions of their own.
            policy: Budget, threshold and what else decides; None takes that of the options.

        Raises:
            InvalidInput: the id is blank, or the policy is of another kind.
        """
        return self._open_session(id, policy)

    def sessions(self, state: str | None = None, limit: int = 100) -> tuple[Conversation, ...]:
        """One's own sessions, the newest first.

        Args:
            state: Only those that are ``open``, or ``closed``; None for all.
            limit: Most of them, up to 10,000.

        Raises:
            InvalidInput: an argument is out of range.
        """
        store = self._passages.store.knowledge.sessions
        return conversations(store, self._scope, state, limit)

    def context(
        self,
        message: str,
        max_tokens: int = BUDGET,
        *,
        recall: Recall | None = None,
        memories: Sequence[str] | None = None,
    ) -> Assembled:
        """What memory has to say about a message: which memories were asked, and why.

        Facts, notes, parts of documents, similar attempts and past conversations, a block of each,
        each item with its source, none twice. Nothing is written. Within the block of an attempt
        whose memory is held out there is nothing.

        Args:
            message: What the user says.
            max_tokens: Of the whole text.
            recall: Made and logged already, such as an attempt's; None makes one.
            memories: Only these, of ``facts``, ``notes``, ``documents``, ``episodes`` and
                ``sessions``; None for all.

        Raises:
            InvalidInput: the message is no text, or the budget is below 1.
        """
        most = values.count(max_tokens, "max_tokens", least=1)
        pasts = Pasts(self._read, recall, self._newest_conversations)
        sources = Sources(
            facts=self.facts,
            notes=self.notes,
            documents=self.documents,
            episodes=pasts.attempts,
            sessions=pasts.sessions,
            counts=partial(self._held_counts, _wanted(memories)),
            user=self._scope.user,
        )
        return Router(sources, self.llm).assemble(message, most)

    @property
    def updater(self) -> Updater:
        """The memory updater: learns from exchanges, and tells what it learned."""
        exchanges = self._passages.store.knowledge.exchanges
        writer, scope = self._passages.writer, self._scope
        return Updater(self.notes, self.facts, exchanges, writer, scope, self.llm)

    def _newest_conversations(self, n: int) -> Sequence[Episode]:
        """The newest that were closed."""
        return self.episodes.page(Filter(tags_any=(CONVERSATION,)), limit=n).episodes

    def _held_counts(self, wanted: frozenset[str]) -> dict[str, int]:
        """How many items each of the wanted memories holds."""
        past = self.episodes.count(Filter(tags_any=(CONVERSATION,)))
        held = {
            FACTS: self.facts.count(),
            NOTES: self.notes.count(),
            DOCUMENTS: self.documents.count(),
            EPISODES: self.episodes.count() - past,
            SESSIONS: past,
        }
        return {memory: n for memory, n in held.items() if memory in wanted}


def _wanted(memories: Sequence[str] | None) -> frozenset[str]:
    if memories is None:
        return frozenset(MEMORIES)
    wanted = values.texts(memories, "memories")
    for memory in wanted:
        if memory not in MEMORIES:
            raise InvalidInput(f"memories are {', '.join(MEMORIES)}, got {memory!r}")
    return frozenset(wanted)
