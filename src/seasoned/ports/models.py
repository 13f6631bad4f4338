"""What may be asked of an embedding model, and of a store that moves to another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from seasoned.core.storage import Model, Waiting

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


class ModelStore(Protocol):
    """Moving a store from one embedding model to another while it is in use.

    Vectors of the next model are kept beside those of the active one, with which searches go on.
    All namespaces move together, so that no question here names a scope.
    """

    def staged(self) -> Model | None:
        """The model that a move has begun to, None if there is no move."""
        ...

    def begin(self, model: Model) -> None:
        """Begin a move, or go on with it. To the active model nothing needs to be begun.

        Raises:
            Conflict: a move to another model is under way, or vectors of this one have another
                length.
        """
        ...

    def unembedded(self, model: str, after: int, limit: int) -> list[Waiting]:
        """Items without a vector under a model: of every namespace and user, numbers ascending.

        Args:
            model: Its id.
            after: Only items with a number above this one.
            limit: Most items.
        """
        ...

    def count_unembedded(self, model: str) -> int:
        """How many items of all namespaces have no vector under a model."""
        ...

    def stage(self, vectors: Sequence[tuple[int, bytes]], model: Model) -> int:
        """Keep vectors of the model that is moved to; how many were added.

        Items that are gone or have such a vector are passed over. If `model` is the active one,
        what is added is searched at once.

        Raises:
            Conflict: no move to this model is under way (any more).
        """
        ...

    def switch(self, model: Model, without: Sequence[int]) -> int:
        """Make the next model the active one, in one transaction, if no item lacks its vector.

        Args:
            model: As the move began.
            without: Items that may do without, and are pending then.

        Returns:
            How many other items lack a vector; the switch is made if it is 0.

        Raises:
            Conflict: no move to this model is under way (any more), and it is not the active one.
        """
        ...

    def discard(self) -> int:
        """Remove the vectors of models that are neither active nor moved to; how many."""
        ...

    def abandon(self) -> int:
        """Give up the move that is under way, and discard its vectors; how many."""
        ...
