"""Whether stored vectors are those of their texts, by embedding the texts again.

Knows vectors and texts; that each item has a vector of the right length is proven by the store.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.findable import meanings_of
from seasoned.core.notes import ANY_NOTE, CHUNK, FACT, NOTE, NoteFilter
from seasoned.core.searchtext import vector_text
from seasoned.errors import InvalidInput, StoreError
from seasoned.memories.embedding import Embedding
from seasoned.memories.passages import read
from seasoned.ports import EPISODE, Scope, Store

Progress = Callable[[int, int], None]  # texts that were embedded, and of how many
KINDS: Final[dict[str, Filter | NoteFilter]] = {
    EPISODE: EVERYTHING,
    NOTE: ANY_NOTE,
    CHUNK: ANY_NOTE,
    FACT: ANY_NOTE,
}
SAMPLE: Final = 64  # vectors of a kind; half a second of the shipped model
_AT_ONCE: Final = 64  # texts
# One text, embedded by the same graph with other kernels, has a cosine of at least .996; texts
# that differ in one number have at most .93 (shipped model, 68 texts).
_SAME: Final = 0.99


class _Item(NamedTuple):
    """An item whose vector is looked at.

    Attributes:
        meanings: Texts whose mean vector stands for it.
        stored: Its vector.
    """

    num: int
    id: str
    meanings: tuple[str, ...]
    stored: bytes


class VectorProof:
    """The vectors of what one scope can see, against its texts."""

    def __init__(self, store: Store, scope: Scope, embedding: Embedding) -> None:
        self._store, self._scope, self._embedding = store, scope, embedding

    def numbers(self, most: int | None = None) -> list[int]:
        """Items to look at: all, or `most` of a kind, spread over it and always the same."""
        if self._embedding.active is None or self._store.search.model() is None:
            return []
        return [num for kind in KINDS for num in self._sampled(kind, most)]

    def _sampled(self, kind: str, most: int | None) -> list[int]:
        nums: list[int] = self._store.search.select(self._scope, kind, KINDS[kind]).tolist()
        if most is None or len(nums) <= most:
            return nums
        chance, edges = random.Random(0), [i * len(nums) // most for i in range(most + 1)]
        return [nums[chance.randrange(edges[i], edges[i + 1])] for i in range(most)]

    def wrong(self, nums: Sequence[int], progress: Progress | None = None) -> dict[int, str]:
        """Those of these items whose vector belongs to another text or build, with their ids.

        It ends early if the embedder fails, and passes over a text that has no vector any more;
        about either there is a warning.
        """
        found: dict[int, str] = {}
        for start in range(0, len(nums), _AT_ONCE):
            items = list(self._items(nums[start : start + _AT_ONCE]))
            _, made = self._embedding.means([one.meanings for one in items])
            if items and not any(made):
                break
            for one, vector in zip(items, made, strict=True):
                if vector is not None and not _alike(one.stored, vector):
                    found[one.num] = one.id
            if progress:
                progress(min(start + _AT_ONCE, len(nums)), len(nums))
        return found

    def _items(self, nums: Sequence[int]) -> Iterator[_Item]:
        """Those items that still have a text and a vector."""
        search = self._store.search
        stored = search.vectors(nums, self._embedding.model or "")
        for kind in KINDS:
            ids = {t.id: t.num for t in search.traits(self._scope, kind, list(stored))}
            for id, meanings in self._whole(kind, list(ids)) if ids else ():
                yield _Item(ids[id], id, meanings, stored[ids[id]])

    def _whole(self, kind: str, ids: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Those that can be read; what the others have lost cannot be mended here."""
        try:
            yield from self._read(kind, ids)
        except (StoreError, InvalidInput):
            if len(ids) > 1:
                yield from self._whole(kind, ids[: len(ids) // 2])
                yield from self._whole(kind, ids[len(ids) // 2 :])

    def _read(self, kind: str, ids: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
        """Ids, and the texts whose mean vector stands for each."""
        if kind == EPISODE:
            episodes = self._store.episodes.get(self._scope, ids)
            return [(id, (vector_text(episode.task),)) for id, episode in episodes.items()]
        passages = self._store.knowledge.passages.get(self._scope, kind, ids)
        return [(id, meanings_of(read(kind, one))) for id, one in passages.items()]


def _alike(one: bytes, other: bytes) -> bool:
    """Whether two float16 vectors point the same way; all zeros are like all zeros alone."""
    if len(one) != len(other):
        return False
    a, b = (np.frombuffer(data, "<f2").astype(np.float64) for data in (one, other))
    if not (a.any() and b.any()):
        return bool(a.any() == b.any())
    with np.errstate(invalid="ignore"):  # numbers that are not finite are like nothing
        return bool(a @ b >= _SAME * np.linalg.norm(a) * np.linalg.norm(b))
