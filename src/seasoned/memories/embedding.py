"""Whether and how texts become vectors for one store.

Vectors of two models are never mixed. A file whose vectors come from another model is used by
words alone, with a warning; a text whose embedding fails is kept without a vector and found by
its words. It knows nothing of ranking.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from seasoned.errors import ModelError
from seasoned.ports import Embedder, Model, Store

if TYPE_CHECKING:
    from seasoned.ports import Vectors

_log = logging.getLogger("seasoned")


class Embedding:
    """The embedder of a memory, as far as it fits the store it writes to."""

    def __init__(self, store: Store, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder

    @cached_property
    def active(self) -> Embedder | None:
        """The embedder if its vectors may be compared with those of the store, else None."""
        embedder, stored = self._embedder, self._store.search.model()
        if embedder is None or stored is None or stored.name == embedder.model:
            return embedder
        warnings.warn(
            f"{self._store.url} holds vectors of the model {stored.name!r}, but this memory was "
            f"opened with {embedder.model!r}: searching by words only, and new records get no "
            "vector. Open it with an embedder of the stored model, or silence this with "
            "embedder=False.",
            stacklevel=2,
        )
        return None

    @property
    def model(self) -> str | None:
        """Id of the model whose vectors are searched, None if by words only."""
        return self.active.model if self.active else None

    @property
    def floor(self) -> float:
        """Cosine below which a hit is off topic."""
        return self.active.floor if self.active else 1.0

    def documents(self, texts: Sequence[str]) -> list[bytes | None]:
        """float16 bytes for each text, None where there is no vector (yet)."""
        vectors = self._embed(texts, "document") if texts else None
        if vectors is None or self.active is None:
            return [None] * len(texts)
        adopted = self._store.search.adopt(Model(self.active.model, vectors.shape[1]))
        if adopted.name != self.active.model:
            # Another process wrote first vectors of another model since this one opened.
            del self.active
            return [None] * len(texts)
        return [row.astype("<f2").tobytes() for row in vectors]

    def query(self, text: str) -> Vectors | None:
        """The unit vector of a query, shape (dim,), or None if it is searched by words only."""
        vectors = self._embed([text], "query") if text.strip() else None
        return None if vectors is None or not vectors[0].any() else vectors[0]

    def _embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors | None:
        if self.active is None:
            return None
        try:
            return self.active.embed(texts, kind)
        except ModelError as error:
            # The row matters more than its vector: it is stored, found by words, healed later.
            _log.warning("no vectors for %d %s text(s): %s", len(texts), kind, error)
            warnings.warn(f"embedding failed, going on by words only: {error}", stacklevel=4)
            return None
