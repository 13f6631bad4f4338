"""Random histories of whole stores: what users do with memories, several of them in one store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from seasoned import Episode, Feedback, Memory, Options, Outcome, Step, Task
from seasoned.connect import Parts
from seasoned.core.pruning import PrunePolicy
from seasoned.core.records import Lesson
from seasoned.errors import SeasonedError
from seasoned.indexes.lexical import LexicalIndex
from seasoned.indexes.scan import ScanIndex
from seasoned.lines import kind_of
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.memories.search import IndexMaker, Searcher
from seasoned.memories.transfer import Loader, export_lines
from seasoned.memories.writing import Redact, Writer
from seasoned.ports import Embedder, Scope, Store
from seasoned.testing import HashEmbedder, ManualClock
from tests.contract.stores import ANALYZER, NOW

SCOPES = tuple(Scope(n, u) for n in ("here", "été*", "x") for u in (None, "ann", "bob"))
TEXTS = st.sampled_from(
    ["fix the login", "東京の天気", "naïve café 100%\nsecond", " ", 'a "b" \\c']
)
MAKING = ("record", "keyed", "judge", "finish", "abandon", "open", "recalled", "mined", "banned")
LEARNING = ("consolidate", "expand", "teach")
VERBS = (*MAKING, *LEARNING, "forget", "prune", "restore", "lost", "advance")
ACTS = st.tuples(st.sampled_from(VERBS), st.sampled_from(SCOPES), TEXTS, st.integers(0, 7))
HISTORIES = st.lists(ACTS, max_size=14)


def memory_over(
    store: Store,
    scope: Scope,
    embedder: Embedder | None = None,
    clock: ManualClock | None = None,
    redact: Redact | None = None,
    holdout: float = 0.0,
) -> Memory:
    """A memory of a store that is open already."""
    clock = clock or ManualClock(NOW)
    embedding = Embedding(store, embedder)
    writer = Writer(clock, Ids(clock), ANALYZER, embedding, redact=redact)
    searcher = Searcher(store, IndexMaker(LexicalIndex, ScanIndex))
    return Memory(
        Parts(store, searcher, writer, ANALYZER, embedding),
        scope,
        Options(clock=clock, seed=1, holdout=holdout),
    )


class Life:
    """Does what a history says; what is refused is passed over."""

    def __init__(self, store: Store, embedder: Embedder | None = None) -> None:
        self.store, self.clock, self.embedder = store, ManualClock(NOW), embedder
        self.memories = {s: memory_over(store, s, embedder, self.clock) for s in SCOPES}

    def live(self, history: Sequence[tuple[str, Scope, str, int]]) -> None:
        for act, scope, text, number in history:
            try:
                getattr(self, act)(self.memories[scope], text, number)
            except SeasonedError:
                continue

    def banned(self, memory: Memory, _: str, number: int) -> None:
        for episode in memory.episodes.page(limit=1).episodes:
            verb = ("ban", "pin", "reinstate")[number % 3]
            getattr(memory.learning, verb)(episode.id)

    def record(self, memory: Memory, text: str, number: int) -> None:
        memory.record(self.episode(text, number))

    def episode(self, text: str, number: int) -> Episode:
        return Episode(
            Task(text, context={"error": text, "n": [number, 0.1, None, {"b": True}]}),
            steps=(Step("act", text, result=text, seconds=number / 3),),
            outcome=list(Outcome)[number % 4],
            feedback=Feedback(number / 7, text),
            lessons=(f"lesson {number}",) if number % 2 else (),
            tags=("t", text) if number % 3 else (),
            strategy=f"s{number % 2}",
            metadata={text: number},
            usage={"tokens": number},
        )

    def keyed(self, memory: Memory, text: str, number: int) -> None:
        memory.record(replace(self.episode(text, 1), key=f"k{number}", source="import"))

    def judge(self, memory: Memory, text: str, number: int) -> None:
        memory.judge(self.some(memory, number), ("success", "failure")[number % 2], by=text or "x")

    def some(self, memory: Memory, number: int) -> str:
        found = list(memory.episodes.page(limit=8).episodes)
        return found[number % len(found)].id if found else "none"

    def finish(self, memory: Memory, text: str, number: int) -> None:
        attempt = memory.begin(text or "x", strategy="s1", tags=("t",))
        attempt.step("act", text, result="r")
        shown = attempt.recall.results
        used = [shown[0].episode.id] if shown and number % 2 else []
        attempt.finish(text, outcome="success", lesson="learned", used=used)

    def abandon(self, memory: Memory, text: str, number: int) -> None:
        memory.begin(text or "x", key=f"a{number}").abandon()

    def open(self, memory: Memory, text: str, number: int) -> None:
        attempt = memory.begin(text or "x", key=f"o{number}")
        attempt.step("act", text, error=text)
        if number % 2:
            attempt.prompt()

    def recalled(self, memory: Memory, text: str, number: int) -> None:
        recall = memory.recall(text or "x", k=number)
        used = [r.episode.id for r in recall.results[:1]]
        memory.record(self.episode(text, number), recall=recall, used=used)

    def mined(self, memory: Memory, text: str, number: int) -> None:
        """A lesson of two origins, as a later version makes them."""
        parts, scope = memory._parts, memory._scope
        writes = parts.writer.prepare(scope, [self.episode(text, number)] * 2)
        lesson = Lesson(text or "x", (), "mined", id=f"mined {parts.writer.ids.new()}")
        self.store.episodes.add(scope, [replace(w, lessons=(*w.lessons, lesson)) for w in writes])

    def consolidate(self, memory: Memory, _: str, number: int) -> None:
        memory.learning.consolidate(apply=True)

    def expand(self, memory: Memory, _: str, number: int) -> None:
        memory.learning.expand(*([] if number % 2 else [self.some(memory, number)]))

    def teach(self, memory: Memory, text: str, number: int) -> None:
        memory.learning.remember(text, category="unknown" if number % 2 else "x")

    def forget(self, memory: Memory, text: str, number: int) -> None:
        memory.forget(self.some(memory, number))

    def prune(self, memory: Memory, text: str, number: int) -> None:
        memory.admin.prune(PrunePolicy(keep=number), apply=True)

    def restore(self, memory: Memory, text: str, number: int) -> None:
        for batch in memory.admin.pruned()[:1]:
            memory.admin.restore(batch.id)

    def lost(self, memory: Memory, text: str, number: int) -> None:
        """A vector that is missing."""
        self.store.maintenance.drop_vectors([number])

    def advance(self, memory: Memory, text: str, number: int) -> None:
        self.clock.advance(days=number)
        memory.admin.expire(timedelta(days=5))


def dump(store: Store, scope: Scope | None = None, **options: bool) -> list[bytes]:
    return list(export_lines(store, scope, **options))


def load(store: Store, lines: Sequence[bytes], scope: Scope | None = None, **options: Any) -> Any:
    writer = memory_over(store, scope or SCOPES[0], HashEmbedder(16))._parts.writer
    return Loader(store, writer, scope, **options).load(lines)


def kinds(store: Store, scope: Scope | None = None, **options: bool) -> Iterator[str]:
    return (kind_of(record).name for record in store.transfer.dump(scope, **options))
