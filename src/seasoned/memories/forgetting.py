"""Everything that one owner knows beside episodes, when all of it is to be forgotten.

It reads what is to go in the form of an export; what that is sought for is decided elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from seasoned import codec
from seasoned.core.derived import LESSON
from seasoned.core.findable import content_digest, lexical_text_of
from seasoned.core.knowledge import Record
from seasoned.core.lexical import count_terms, pack_terms
from seasoned.core.messages import Message
from seasoned.core.notes import ANY_NOTE, CHUNK, FACT, NOTE, NoteFilter
from seasoned.core.portable import owner_of
from seasoned.core.portable_knowledge import (
    KeptChunk,
    KeptExchange,
    KeptFact,
    KeptMessage,
    KeptNote,
    KeptSession,
)
from seasoned.core.records import Episode
from seasoned.core.summaries import Summary
from seasoned.memories.pieces import Value, values_of, words_of
from seasoned.memories.search import Searcher
from seasoned.memories.unclosed import unclosed
from seasoned.ports import Analyzer, Scope, Store

_ITEMS: Final = (NOTE, CHUNK, FACT)
STATES: Final = ("live", "folded", "evicted")  # of messages
_AT_ONCE: Final = 500  # items whose vectors are read together
_KEPT = (KeptNote, KeptChunk, KeptFact, KeptSession, KeptMessage, KeptExchange)
_Kept = KeptNote | KeptChunk | KeptFact | KeptSession | KeptMessage | KeptExchange


class Knowledge:
    """Notes, documents, facts, sessions and exchanges that are the scope's user's own."""

    def __init__(self, store: Store, analyzer: Analyzer, scope: Scope) -> None:
        self._store, self._analyzer, self._scope = store, analyzer, scope
        self._ids: dict[str, list[str]] = defaultdict(list)

    def size(self) -> int:
        """About how many records it is."""
        stats = self._store.episodes.stats(self._scope)
        sessions = self._store.knowledge.sessions.page(self._scope, None, stats.sessions)
        messages = sum(session.messages for session in sessions)
        return stats.notes + stats.chunks + stats.facts + stats.sessions + messages

    def told(self) -> Iterator[Iterator[Value]]:
        """What each record says and what is derived from it; `forget` removes what was read."""
        for record in self._store.transfer.dump(self._scope, vectors=False):
            if isinstance(record, _KEPT) and owner_of(record) == self._scope.user:
                yield self._values(record)
        for item in _ITEMS:
            ids = self._ids[item]
            for start in range(0, len(ids), _AT_ONCE):
                yield from self._vectors(item, ids[start : start + _AT_ONCE])

    def _values(self, record: _Kept) -> Iterator[Value]:
        match record:
            case KeptNote() | KeptChunk():
                kind = NOTE if isinstance(record, KeptNote) else CHUNK
                return self._item(kind, record.record)
            case KeptFact():
                return self._item(FACT, record.fact)
            case KeptSession():
                self._ids["session"].append(record.id)
            case KeptExchange():
                self._ids["exchange"].append(record.id)
            case KeptMessage():
                return values_of(record.message)
        return values_of(record)

    def _item(self, kind: str, record: Record) -> Iterator[Value]:
        self._ids[kind].append(record.id)
        text = lexical_text_of(record)
        derived: list[Value] = [
            ("words", pack_terms(count_terms(self._analyzer.terms(text)))),
            ("digest", content_digest(record)),
        ]
        return chain(values_of(record), words_of(text, self._analyzer), derived)

    def _vectors(self, item: str, ids: Sequence[str]) -> Iterator[Iterator[Value]]:
        search = self._store.search
        nums = search.select(self._scope, item, NoteFilter(ids=tuple(ids))).tolist()
        for model in filter(None, (search.model(), self._store.models.staged())):
            for data in search.vectors(nums, model.name).values():
                yield iter([("vector", data)])

    def forget(self) -> dict[str, Any]:
        """Remove what was read; how many of each, by their names in `Removed`."""
        held, scope = self._store.knowledge, self._scope
        return {
            "notes": held.passages.delete(scope, NOTE, NoteFilter(ids=tuple(self._ids[NOTE]))),
            "chunks": held.passages.delete(scope, CHUNK, NoteFilter(ids=tuple(self._ids[CHUNK]))),
            "facts": held.facts.delete(scope, NoteFilter(ids=tuple(self._ids[FACT]))),
            "sessions": held.sessions.delete(scope, self._ids["session"]),
            "exchanges": held.exchanges.delete(scope, self._ids["exchange"]),
        }


def conversation(store: Store, scope: Scope, episode: Episode) -> Iterator[Iterator[Value]]:
    """What each message and the summary of the conversation say that became an episode."""
    sessions = store.knowledge.sessions
    row = None if episode.session is None else sessions.get(scope, episode.session)
    if row is None or row.episode != episode.id:
        return
    if row.summary is not None:
        yield values_of(codec.decode(row.summary, Summary))
    for message in sessions.read(scope, row.id, states=STATES):
        yield values_of(codec.decode(message.body, Message))


def forget_knowledge(store: Store, scope: Scope) -> dict[str, Any]:
    """Remove all of it unread; how many of each, by their names in `Removed`."""
    held = store.knowledge
    return {
        "notes": held.passages.delete(scope, NOTE, ANY_NOTE),
        "chunks": held.passages.delete(scope, CHUNK, ANY_NOTE),
        "facts": held.facts.delete(scope, ANY_NOTE),
        "sessions": held.sessions.delete(scope, None),
        "exchanges": held.exchanges.delete(scope, None),
    }


def forget_indexes(searcher: Searcher, namespace: str) -> None:
    """Let the indexes of these go, which keep parts of what was removed for a while."""
    for item in _ITEMS:
        searcher.drop(namespace, item)


def forget_lessons(store: Store, scope: Scope) -> int:
    """Remove the lessons of one's own that were written by hand."""
    written = store.derived.find(scope, LESSON, by_hand=True)
    ids = [one.id for one in written if one.user == scope.user]
    return store.derived.drop(scope, ids) if ids else 0


def forget_unclosed(store: Store, scope: Scope) -> int:
    """Remove the open attempts of one's own."""
    ids = [attempt.id for attempt in unclosed(store, scope)]
    return store.attempts.erase(scope, ids) if ids else 0
