"""Whether and how texts become vectors for one store.

Vectors of two models are never mixed. A file whose vectors come from another model is used by
words alone, with a warning; a text whose embedding fails is kept without a vector and found by
its words. It knows nothing of ranking.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from seasoned.errors import ModelError, StoreError
from seasoned.ports import Embedder, Model, Recognising, Store

if TYPE_CHECKING:
    from seasoned.ports import Vectors

_EXPECTED = "an embedder object has embed(texts, kind), which answers one row of numbers per text"


class Embedding:
    """The embedder of a memory, as far as it fits the store it writes to.

    Attributes:
        wanted: Whether texts should have vectors at all.
    """

    def __init__(self, store: Store, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder
        self.wanted = embedder is not None
        self._stored: Model | None = None
        self._settled = False  # whether the embedder was found to be the store's
        self._warned = False

    @property
    def active(self) -> Embedder | None:
        """The embedder if its vectors may be compared with those of the store, else None."""
        if self._embedder is None or self._settled:
            return self._embedder
        try:
            return self._embedder if self._fits(self._embedder) else None
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001  # another's code, asked for its name, failed
            self._failed(error)
            return None

    def _fits(self, embedder: Embedder) -> bool:
        """Whether it is the store's model; if not it is put aside, with a warning."""
        stored = self._model_of_store()
        if stored is not None and isinstance(embedder, Recognising):
            embedder.recognise(stored.name)
        own = Model(embedder.model, embedder.dim)
        # A dimension of 0 is not known yet; the first vectors tell.
        if stored is None or (own.name == stored.name and own.dim in (0, stored.dim)):
            self._settled = stored is not None
            return True
        self._put_aside(own, stored)
        return False

    def _model_of_store(self) -> Model | None:
        if self._stored is None:  # once there is one, it stays
            self._stored = self._store.search.model()
        return self._stored

    def _put_aside(self, model: Model, stored: Model) -> None:
        self._embedder = None
        warnings.warn(
            f"{self._store.url} holds vectors of the model {stored.name!r} with {stored.dim} "
            f"numbers, but this memory was opened with {model.name!r} with {model.dim}: searching "
            "by words only, and new records get no vector. Open it with an embedder of the stored "
            "model, or silence this with embedder=False.",
            stacklevel=3,
        )

    @property
    def model(self) -> str | None:
        """Id of the model whose vectors are searched, None if by words only."""
        active = self.active
        return active.model if active else None

    @property
    def floor(self) -> float:
        """Cosine below which a hit is off topic."""
        active = self.active
        try:
            return active.floor if active else 1.0
        except Exception as error:  # noqa: BLE001  # it may have to be found from vectors
            self._failed(error)
            return 1.0

    def documents(self, texts: Sequence[str]) -> list[bytes | None]:
        """float16 bytes for each text, None where there is no vector (yet)."""
        vectors = self._embed(texts, "document") if texts else None
        if vectors is None:
            return [None] * len(texts)
        return [row.astype("<f2").tobytes() for row in vectors]

    def query(self, text: str) -> Vectors | None:
        """The unit vector of a query, shape (dim,), or None if it is searched by words only."""
        vectors = self._embed([text], "query") if text.strip() else None
        return None if vectors is None or not vectors[0].any() else vectors[0]

    def _embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors | None:
        active = self.active
        if active is None:
            return None
        try:
            vectors = _checked(active.embed(texts, kind), len(texts), active.model)
        except Exception as error:  # noqa: BLE001
            # Another's code may raise anything, and the row matters more than its vector: it is
            # stored, found by words, healed later.
            self._failed(error)
            return None
        model = Model(active.model, vectors.shape[1])
        stored = self._model_of_store()
        if stored is None and kind == "document":
            # Another process may have written first vectors of another model meanwhile.
            stored = self._stored = self._store.search.adopt(model)
        if stored is None or stored == model:
            return vectors
        self._put_aside(model, stored)
        return None

    def _failed(self, error: Exception) -> None:
        """Say so once; receipts and counts tell which records wait for a vector."""
        if self._warned:
            return
        self._warned = True
        said = str(error) if isinstance(error, ModelError) else repr(error)
        hint = f"; {_EXPECTED}" if isinstance(error, TypeError | AttributeError) else ""
        warnings.warn(f"embedding failed, going on by words only: {said}{hint}", stacklevel=5)


def _checked(answer: Any, count: int, model: str) -> Vectors:
    """The answer of an embedder, if it is one vector per text.

    Raises:
        ModelError: it is something else.
    """
    import numpy as np

    try:
        vectors = np.asarray(answer, np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"embedder {model!r} answered no vectors: {error}") from error
    if vectors.ndim != 2 or len(vectors) != count or not vectors.shape[1]:
        raise ModelError(
            f"embedder {model!r} answered the shape {vectors.shape} to {count} text(s); "
            "it has to return one vector per text"
        )
    if not np.isfinite(vectors).all():
        raise ModelError(f"embedder {model!r} answered numbers that are not finite")
    # Of length 1, as float16 holds neither large numbers nor very small ones.
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    units: Vectors = (vectors / np.where(lengths, lengths, 1.0)).astype(np.float32)
    return units
