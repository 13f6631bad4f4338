"""What may be asked of an embedding model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model(self) -> str:
        """Id of model and weights; vectors of different models are never compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector; 0 if only the first one will tell."""
        ...

    @property
    def floor(self) -> float:
        """Cosine below which a hit has nothing to do with the query, fitted per model."""
        ...

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        """Vectors of shape (len(texts), dim), each of unit length or all zeros.

        A row of NaN says that this one text has no vector yet; its row is kept as pending.

        Raises:
            ModelError: the model failed or answered something else than vectors.
        """
        ...


@runtime_checkable
class Recognising(Protocol):
    """An embedder without a name of its own, which knows its vectors by their looks."""

    def recognise(self, model: str) -> bool:
        """Whether a stored id stands for this embedder, which then goes by that id."""
        ...
