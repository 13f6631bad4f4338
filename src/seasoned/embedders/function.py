"""Any function from text to numbers as an embedder.

Knows how to check and scale what the function returns; knows nothing of the model behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.errors import InvalidInput, ModelError


class FunctionEmbedder:
    """Wraps `function(text)`; a text whose vector is all zeros keeps it and is similar to nothing.

    Attributes:
        model: Id of model and weights, as given.
        dim: Length of a vector; 0 until the first one was seen, if it was not given.
        floor: Cosine below which two texts have nothing to do with each other.
    """

    def __init__(
        self,
        function: Callable[[str], Sequence[float] | NDArray[Any]],
        *,
        model: str,
        dim: int | None = None,
        floor: float = 0.0,
    ) -> None:
        """Wrap a function; it is not called yet.

        Args:
            function: Called once per text; it answers with a vector of any length but 0.
            model: Id of model and weights. Change it whenever the same text would give another
                vector: stored vectors of another id are not compared with new ones.
            dim: Length of a vector; learnt from the first one if not given.
            floor: In [-1, 1]; 0 lets everything with a positive cosine pass.

        Raises:
            InvalidInput: `function` cannot be called, `model` is blank, or a number is out of
                range.
        """
        if not callable(function):
            raise InvalidInput(f"function={function!r} cannot be called; give str -> floats")
        if not model.strip():
            raise InvalidInput(f"model={model!r} is blank; name the model and its version")
        if dim is not None and dim < 1:
            raise InvalidInput(f"dim={dim}; a vector has at least 1 number")
        if not -1.0 <= floor <= 1.0:
            raise InvalidInput(f"floor={floor} is no cosine; give a number in [-1, 1]")
        self._function = function
        self.model: str = model
        self.dim: int = dim or 0
        self.floor: float = floor

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, scaled to unit length.

        Args:
            texts: Any number of texts.
            kind: Not passed on; wrap two functions in two embedders if yours tells them apart.

        Returns:
            float32, shape (len(texts), dim), each row of unit length or all zeros.

        Raises:
            InvalidInput: `texts` is a single string.
            ModelError: the function failed, or its answer is no vector of `dim` finite numbers.
        """
        if isinstance(texts, str):
            raise InvalidInput(f"texts={texts[:40]!r} is one string; give a list of texts")
        rows = [self._vector(text) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.dim)

    def _vector(self, text: str) -> NDArray[np.float64]:
        try:
            answer = self._function(text)
        except Exception as error:  # the function is the caller's and may raise anything
            raise ModelError(
                f"embedder {self.model!r} failed on {text[:40]!r}: {type(error).__name__}: {error}"
            ) from error
        vector = self._checked(answer)
        largest = np.abs(vector).max()
        if largest == 0.0:
            return vector
        # Scaled first, so that the squares of very large or small numbers stay in range.
        vector /= largest
        vector /= np.sqrt(vector @ vector)
        return vector

    def _checked(self, answer: object) -> NDArray[np.float64]:
        try:
            vector = np.array(answer, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise self._wrong(f"a {type(answer).__name__}: {error}") from error
        if vector.ndim != 1 or vector.size == 0:
            raise self._wrong(f"a {type(answer).__name__} of shape {vector.shape}")
        if self.dim and vector.size != self.dim:
            raise self._wrong(f"{vector.size} numbers")
        if not np.isfinite(vector).all():
            place = int(np.flatnonzero(~np.isfinite(vector))[0])
            raise self._wrong(f"{vector[place]} at position {place}")
        self.dim = vector.size
        return vector

    def _wrong(self, got: str) -> ModelError:
        return ModelError(
            f"embedder {self.model!r} has to return one vector of {self.dim or 'some'} finite "
            f"numbers, got {got}; a model with other vectors needs another model id"
        )
