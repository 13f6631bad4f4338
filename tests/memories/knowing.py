"""Parts for tests of notes, facts and documents over a store."""

from __future__ import annotations

from seasoned.indexes.lexical import LexicalIndex
from seasoned.indexes.scan import ScanIndex
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.memories.passages import Passages
from seasoned.memories.search import IndexMaker, Searcher
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store
from seasoned.testing import HashEmbedder, ManualClock
from seasoned.tokenizers.snowball import SnowballAnalyzer

ANALYZER = SnowballAnalyzer()
HERE = Scope("here")


def passages(store: Store, *, words: bool = False, clock: ManualClock | None = None) -> Passages:
    """What finds passages in a store, by words alone or by a hashed meaning, too."""
    clock = clock or ManualClock()
    embedding = Embedding(store, None if words else HashEmbedder(64))
    writer = Writer(clock, Ids(clock), ANALYZER, embedding)
    return Passages(store, Searcher(store, IndexMaker(LexicalIndex, ScanIndex)), writer)
