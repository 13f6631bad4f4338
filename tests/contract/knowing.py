"""What the contract suites of facts, sessions and exchanges share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from seasoned import codec
from seasoned.core.facts import Fact, Ruling, rule
from seasoned.core.knowledge import MessageRow
from seasoned.core.messages import Message
from seasoned.core.notes import FACT, NoteFilter
from seasoned.indexes.lexical import LexicalIndex
from seasoned.indexes.scan import ScanIndex
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.memories.passages import Passages
from seasoned.memories.search import IndexMaker, Searcher
from seasoned.memories.writing import Writer
from seasoned.ports import Embedder, Scope, Store
from seasoned.testing import ManualClock
from tests.contract.stores import ANALYZER, HERE, NOW

ANYTHING = NoteFilter()


def day(number: float | None) -> datetime | None:
    return None if number is None else NOW + timedelta(days=number)


@dataclass
class Knower:
    """Tells a store facts as a memory does."""

    store: Store
    scope: Scope = HERE
    embedder: Embedder | None = None

    def __post_init__(self) -> None:
        self.clock = ManualClock(NOW)
        self.writer = Writer(
            self.clock, Ids(self.clock), ANALYZER, Embedding(self.store, self.embedder)
        )
        searcher = Searcher(self.store, IndexMaker(LexicalIndex, ScanIndex))
        self.passages = Passages(self.store, searcher, self.writer)

    def tell(
        self, value: Any, confidence: float = 1.0, *, force: bool = False, **more: Any
    ) -> Ruling:
        """Keep a statement; by default about where the user lives."""
        said = {"subject": "user", "kind": "fact", "key": "home"} | more
        fact = Fact(**said, value=value, confidence=confidence)
        (write,) = self.passages.writes(self.scope, [fact])
        assert isinstance(write.record, Fact)
        new = write.record
        return self.store.knowledge.facts.put(
            self.scope, write, lambda believed: rule(believed, new, force=force)
        )

    def found(self, where: NoteFilter = ANYTHING, key: str | None = None, **more: Any) -> list[Any]:
        """Values, in the order in which they are found."""
        return [
            fact.value for fact in self.store.knowledge.facts.find(self.scope, where, key, **more)
        ]

    def history(self, key: str = "home") -> list[Fact]:
        return self.store.knowledge.facts.history(self.scope, "user", "fact", key)

    def searched(self) -> set[str]:
        """Ids of the facts that a search can find."""
        page = self.store.knowledge.passages.page(self.scope, FACT, ANYTHING, 999, None)
        assert all(codec.decode(found.body, Fact).id == found.id for found in page.passages)
        return {found.id for found in page.passages}


def said(*texts: str, **more: Any) -> list[MessageRow]:
    """Messages of a user, to be appended."""
    rows = [MessageRow(0, len(text), 0.5, codec.encode(Message("user", text))) for text in texts]
    return [replace(row, **more) for row in rows]


def texts(rows: list[MessageRow]) -> list[str]:
    return [codec.decode(row.body, Message).text for row in rows]
