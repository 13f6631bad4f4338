"""What the contract suites of stores share: the stores under test, and a way to fill them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from seasoned import Episode, Outcome, Task
from seasoned.core.recall import RecallLog
from seasoned.core.reports import Receipt
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.memories.writing import Writer
from seasoned.ports import Embedder, EpisodeWrite, Scope, Store
from seasoned.stores.jsonl import open_jsonl
from seasoned.stores.sqlite import open_sqlite
from seasoned.testing import HashEmbedder, ManualClock
from seasoned.tokenizers.snowball import SnowballAnalyzer

NOW = datetime(2026, 3, 1, tzinfo=UTC)
HERE = Scope("here")
ANALYZER = SnowballAnalyzer()

STORES: dict[str, Callable[[Path], Store]] = {
    "sqlite": lambda folder: open_sqlite(folder / "m.db", synchronous="normal"),
    "memory": lambda folder: open_sqlite(None),
    "jsonl": lambda folder: open_jsonl(folder / "m.jsonl", analyzer=ANALYZER, synchronous="normal"),
}


@contextmanager
def fresh(kind: str) -> Iterator[Store]:
    """An empty store of a kind, for tests that need one per example."""
    with TemporaryDirectory() as folder:
        store = STORES[kind](Path(folder))
        try:
            yield store
        finally:
            store.close()


@dataclass
class Filler:
    """Writes to a store as a memory does."""

    store: Store
    embedder: Embedder | None = None
    clock: ManualClock = field(default_factory=lambda: ManualClock(NOW))

    def __post_init__(self) -> None:
        self.ids = Ids(self.clock)

    def writes(
        self, episodes: Sequence[Episode], scope: Scope = HERE, recall: RecallLog | None = None
    ) -> list[EpisodeWrite]:
        embedding = Embedding(self.store, self.embedder)
        return Writer(self.clock, self.ids, ANALYZER, embedding).prepare(scope, episodes, recall)

    def add(self, *episodes: Episode, scope: Scope = HERE) -> list[Receipt]:
        return self.store.episodes.add(scope, self.writes(episodes, scope))

    def add_texts(self, *texts: str, scope: Scope = HERE) -> list[str]:
        return [receipt.id for receipt in self.add(*map(good, texts), scope=scope)]

    def with_vectors(self) -> Filler:
        return Filler(self.store, HashEmbedder(16), self.clock)


def good(text: str) -> Episode:
    return Episode(Task(text), outcome=Outcome.SUCCESS)


def sound(store: Store) -> bool:
    """Whether the store's own check finds nothing; the findings are shown if it does."""
    assert store.maintenance.check(ANALYZER) == []
    return True
