"""Parts for tests of notes, facts and documents over a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from seasoned.indexes.lexical import LexicalIndex
from seasoned.indexes.scan import ScanIndex
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.memories.passages import Passages
from seasoned.memories.search import IndexMaker, Searcher
from seasoned.memories.writing import Writer
from seasoned.ports import Store
from seasoned.testing import HashEmbedder, ManualClock
from tests.contract.histories import dump
from tests.contract.stores import ANALYZER as ANALYZER
from tests.contract.stores import HERE as HERE
from tests.contract.stores import STORES

KINDS = ("sqlite", "jsonl")  # of stores that are files


@contextmanager
def kept(kind: str, folder: Path) -> Iterator[Store]:
    """A store that is sound in the end, and says the same when it is opened again."""
    with closing(STORES[kind](folder)) as store:
        yield store
        assert store.maintenance.check(ANALYZER) == []
        said = dump(store)
    with closing(STORES[kind](folder)) as store:
        assert dump(store) == said
        assert store.maintenance.check(ANALYZER) == []


def passages(store: Store, *, words: bool = False, clock: ManualClock | None = None) -> Passages:
    """What finds passages in a store, by words alone or by a hashed meaning, too."""
    clock = clock or ManualClock()
    embedding = Embedding(store, None if words else HashEmbedder(64))
    writer = Writer(clock, Ids(clock), ANALYZER, embedding)
    return Passages(store, Searcher(store, IndexMaker(LexicalIndex, ScanIndex)), writer)
