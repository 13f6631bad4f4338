"""Whether and how texts become vectors for one store.

Vectors of two models are never mixed. A file whose vectors come from another model is used by
words alone, with a warning; a text whose embedding fails is kept without a vector and found by
its words. It knows nothing of ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from seasoned.core.warning import warn
from seasoned.errors import ModelError, StoreError
from seasoned.ports import Embedder, Model, Recognising, Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from seasoned.ports import Vectors

_MOST_FAILURES = 64  # calls of one batch; about eight texts among 256 that cannot be embedded
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
        self._told: set[str] = set()
        # The last query: one message is looked up in every kind of memory.
        self._asked: tuple[Embedder, str, Vectors] | None = None

    @property
    def active(self) -> Embedder | None:
        """The embedder if its vectors may be compared with those of the store, else None."""
        embedder = self._embedder
        if embedder is None or self._settled:
            return embedder
        try:
            return embedder if self._fits(embedder) else None
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001  # another's code, asked for its name, failed
            self._failed(error)
            return None

    def _fits(self, embedder: Embedder, dim: int = 0) -> bool:
        """Whether it is the store's model; if not it is put aside, with a warning.

        `dim` is the length of its vectors if one was seen.
        """
        stored = self._model_of_store()
        if stored is not None and isinstance(embedder, Recognising):
            embedder.recognise(stored.name)
        own = Model(embedder.model, dim or embedder.dim)
        # A dimension of 0 is not known yet; the first vectors tell.
        if stored is None or (own.name == stored.name and own.dim in (0, stored.dim)):
            self._settled = stored is not None
            return True
        if self._embedder is embedder:  # else another one has taken over meanwhile
            self._put_aside(own, stored)
        return False

    def _model_of_store(self) -> Model | None:
        if self._stored is None:  # a write tells if the store has moved to another one
            self._stored = self._store.search.model()
        return self._stored

    def _put_aside(self, own: Model, stored: Model) -> None:
        self._embedder = None
        remedy = "Open it with an embedder of the stored model, move it with admin.reembed"
        if own.name == stored.name:
            remedy = "Other weights need another model id, to which admin.reembed moves it"
        warn(
            f"{self._store.url} holds vectors of the model {_described(stored)}, but this memory "
            f"was opened with {_described(own)}: searching by words only, and new records get no "
            f"vector. {remedy}, or silence this with embedder=False.",
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
        return self.stamped(texts)[1]

    def stamped(self, texts: Sequence[str]) -> tuple[str | None, list[bytes | None]]:
        """The id of the model that made the vectors, None if there are none, and the same."""
        made = self._embed(texts, "document") if texts else None
        return (None, [None] * len(texts)) if made is None else (made[0], packed(made[1]))

    def means(self, groups: Sequence[Sequence[str]]) -> tuple[str | None, list[bytes | None]]:
        """The same for groups of texts: of each the unit vector between those of its texts."""
        texts = [text for group in groups for text in group]
        made = self._embed(texts, "document") if texts else None
        if made is None:
            return None, [None] * len(groups)
        return made[0], packed(_between(made[1], groups))

    def query(self, text: str) -> tuple[str | None, Vectors | None]:
        """The model to search with and the unit vector of a query, shape (dim,).

        Without a vector the query is searched by words only.
        """
        active, asked = self.active, self._asked
        if asked is not None and self._settled and active is asked[0] and text == asked[1]:
            return active.model, asked[2]
        made = self._embed([text], "query") if text.strip() else None
        if made is None or not made[1][0].any():
            return self.model, None
        model, (vector,) = made
        if active is not None:
            self._asked = active, text, vector
        return model, vector

    def use(self, embedder: Embedder) -> None:
        """From now on another embedder, after the store has moved to its model."""
        self._embedder, self.wanted = embedder, True
        self._stored, self._settled, self._told = None, False, set()

    def _embed(
        self, texts: Sequence[str], kind: Literal["query", "document"]
    ) -> tuple[str, Vectors] | None:
        """The model and vectors that may be compared with the store's; None if there are none."""
        active = self.active
        if active is None:
            return None
        try:
            vectors, refusal = salvaged(active, texts, kind)
        except ModelError as error:
            # The row matters more than its vector: it is stored, found by words, healed later.
            self._failed(error)
            return None
        lost = int(missing(vectors).sum())
        if lost:
            why = f" ({_said(refusal)})" if refusal else ""
            self._tell(
                "lost",
                f"{active.model!r} gave no vector for {lost} of {len(texts)} text(s){why}, which "
                "are found by words only until they are healed",
            )
        if lost == len(texts):
            return None
        if kind == "document":
            # Another process may have written first vectors, or moved the store, meanwhile.
            self._stored = self._store.search.adopt(Model(active.model, vectors.shape[1]))
        return (active.model, vectors) if self._fits(active, vectors.shape[1]) else None

    def _failed(self, error: Exception) -> None:
        self._tell("failed", f"embedding failed, going on by words only: {_said(error)}")

    def _tell(self, what: str, text: str) -> None:
        """Say so once; receipts and counts tell which records wait for a vector."""
        if what not in self._told:
            self._told.add(what)
            warn(text)


def vectors_of(
    embedder: Embedder, texts: Sequence[str], kind: Literal["query", "document"]
) -> Vectors:
    """Unit vectors (or zeros) of texts, float32, shape (len(texts), dim); NaN where there is none.

    Raises:
        ModelError: the embedder failed, in whatever way, or answered something else.
    """
    import numpy as np  # here, since a memory that searches by words only never loads it

    try:
        name, answer = f"embedder {embedder.model!r}", embedder.embed(texts, kind)
    except Exception as error:  # another's code may raise anything
        raise ModelError(_said(error)) from error
    try:
        with np.errstate(over="ignore"):  # what float32 cannot hold is no vector
            vectors = np.asarray(answer, np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"{name} answered no vectors: {error}") from error
    if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
        raise ModelError(
            f"{name} answered the shape {vectors.shape} to {len(texts)} text(s); it has to return "
            "one vector per text"
        )
    # Of length 1, as float16 holds neither large numbers nor very small ones.
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):  # a row that is no vector stays none
        units: Vectors = (vectors / np.where(lengths, lengths, 1.0)).astype(np.float32)
    return units


def meant(embedder: Embedder, groups: Sequence[Sequence[str]]) -> Vectors:
    """As `vectors_of` for groups of texts: of each the unit vector between those of its texts."""
    texts = [text for group in groups for text in group]
    return _between(vectors_of(embedder, texts, "document"), groups)


def _between(vectors: Vectors, groups: Sequence[Sequence[str]]) -> Vectors:
    """Unit vectors of groups, given those of their texts in order; NaN where one is missing."""
    import numpy as np

    if all(len(group) == 1 for group in groups):
        return vectors
    ends = np.cumsum([len(group) for group in groups])
    parts = np.split(vectors, ends[:-1])
    mean = np.array([part.mean(axis=0) for part in parts], np.float32)
    lengths = np.linalg.norm(mean, axis=1, keepdims=True)
    units: Vectors = (mean / np.where(lengths, lengths, 1.0)).astype(np.float32)
    return units


def salvaged(
    embedder: Embedder, texts: Sequence[str], kind: Literal["query", "document"]
) -> tuple[Vectors, ModelError | None]:
    """As `vectors_of`, but a text that cannot be embedded costs its own vector alone.

    Returns:
        The vectors, NaN where there is none, and why the embedder refused texts, if it did.

    Raises:
        ModelError: the answer was no vectors; or neither the first nor the last text alone can be
            embedded either, so that it is hardly the texts.
    """
    try:
        return vectors_of(embedder, texts, kind), None
    except ModelError as error:
        parts = _Parts(embedder, texts, kind)
        if len(texts) > 1 and error.__cause__ is not None:  # what the embedder raised
            parts.take(0, 1)
            parts.take(len(texts) - 1, len(texts))
        if not parts.found:
            raise
        parts.take(1, len(texts) - 1)
        return parts.together(), error


class _Parts:
    """Vectors of parts of a batch, halved where the embedder fails.

    Attributes:
        found: Vectors by the place of their first text.
    """

    def __init__(
        self, embedder: Embedder, texts: Sequence[str], kind: Literal["query", "document"]
    ) -> None:
        self._embedder, self._texts, self._kind = embedder, texts, kind
        self.found: dict[int, Vectors] = {}
        self._failures = 0

    def take(self, start: int, end: int) -> None:
        """Embed the texts from `start` to before `end`, as far as that is possible."""
        if start == end or self._failures > _MOST_FAILURES:
            return
        try:
            vectors = vectors_of(self._embedder, self._texts[start:end], self._kind)
        except ModelError:
            self._failures += 1
            if end - start > 1:
                middle = (start + end) // 2
                self.take(start, middle)
                self.take(middle, end)
            return
        length = next(iter(self.found.values()), vectors).shape[1]
        if vectors.shape[1] == length:
            self.found[start] = vectors

    def together(self) -> Vectors:
        """One row per text of the batch."""
        import numpy as np

        length = next(iter(self.found.values())).shape[1]
        rows = np.full((len(self._texts), length), np.nan, np.float32)
        for start, vectors in self.found.items():
            rows[start : start + len(vectors)] = vectors
        return rows


def missing(vectors: Vectors) -> NDArray[np.bool_]:
    """Which rows are no vectors."""
    import numpy as np

    lost: NDArray[np.bool_] = np.logical_not(np.isfinite(vectors).all(axis=1))
    return lost


def packed(vectors: Vectors) -> list[bytes | None]:
    """Rows as stores keep them; None for a row that is no vector."""
    rows = zip(vectors.astype("<f2"), missing(vectors).tolist(), strict=True)
    return [None if gone else row.tobytes() for row, gone in rows]


def _said(error: Exception) -> str:
    """What a warning tells of it."""
    if isinstance(error, ModelError):
        return str(error)
    hint = f"; {_EXPECTED}" if isinstance(error, TypeError | AttributeError) else ""
    return f"{error!r}{hint}"


def _described(model: Model) -> str:
    return f"{model.name!r} with {model.dim} numbers" if model.dim else repr(model.name)
