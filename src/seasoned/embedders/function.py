"""Any function from text to numbers as an embedder.

Knows how to check and scale what the function returns, and how to learn from its vectors what
nobody said: an id, and a floor. It knows nothing of the model behind the function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import shake_128
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.embedders.floors import Floor, Floored
from seasoned.errors import InvalidInput, ModelError

_PROBE: Final = "In 2019 Zoë fixed 37 bugs: parse_date() failed on ISO-8601 strings, e.g. 'T24:00'."
_BITS: Final = 64  # of a fingerprint
_SLACK: Final = 6  # bits that may differ; noise of .001 flips about one, another model half


class FunctionEmbedder(Floored):
    """Wraps `function(text)`; a text whose vector is all zeros keeps it and is similar to nothing.

    Without a `model` the function is known by what it answers: the id holds a fingerprint of the
    vector of one fixed text, so that it is the same in every module and process and other
    functions have other ids. Without a `floor` the cosines of a dozen sentences on different
    topics tell what unrelated texts reach. Both are found at first use, by 13 calls.
    """

    def __init__(
        self,
        function: Callable[[str], Sequence[float] | NDArray[Any]],
        *,
        model: str | None = None,
        dim: int | None = None,
        floor: float | None = None,
    ) -> None:
        """Wrap a function; it is not called yet.

        Args:
            function: Called once per text; it answers with a vector of any length but 0.
            model: Id of model and weights. Change it whenever the same text would give another
                vector: stored vectors of another id are not compared with new ones.
            dim: Length of a vector; learnt from the first one if not given.
            floor: Cosine in [-1, 1] below which two texts have nothing to do with each other.

        Raises:
            InvalidInput: `function` cannot be called, `model` is blank, or a number is out of
                range.
        """
        if not callable(function):
            raise InvalidInput(f"function={function!r} cannot be called; give str -> floats")
        if model is not None and not model.strip():
            raise InvalidInput(f"model={model!r} is blank; name the model and its version")
        if dim is not None and dim < 1:
            raise InvalidInput(f"dim={dim}; a vector has at least 1 number")
        if floor is not None and not -1.0 <= floor <= 1.0:
            raise InvalidInput(f"floor={floor} is no cosine; give a number in [-1, 1]")
        self._function = function
        self._model, self._dim = model, dim or 0
        self._floor = Floor(floor, self.embed, alike=True)
        self._known: int | None = None  # the fingerprint, once the function was asked

    @property
    def model(self) -> str:
        """Id of model and weights.

        Raises:
            ModelError: it has to be found, and the function failed.
        """
        if self._model is None:
            self._model = f"{self._family}-{self._fingerprint:016x}"
        return self._model

    @property
    def dim(self) -> int:
        """Length of a vector; 0 until the first one was seen, if it was not given."""
        return self._dim

    def recognise(self, model: str) -> bool:
        """Whether a stored id is this function's; an id that was found becomes the stored one.

        A function that is not exact, such as a model on another machine, has a fingerprint that
        differs in a few bits.
        """
        found = self._model is None or self._model.startswith("function-")
        family, _, fingerprint = model.rpartition("-")
        if found and family == self._family and len(fingerprint) == _BITS // 4:
            apart = int(fingerprint, 16) ^ self._fingerprint
            if apart.bit_count() <= _SLACK:
                self._model = model
        return self.model == model

    # No cached_property: before Python 3.12 it makes others wait while the function is called.
    @property
    def _fingerprint(self) -> int:
        if self._known is None:
            self._known = self._found_fingerprint()
        return self._known

    def _found_fingerprint(self) -> int:
        """The signs of the probe's vector along 64 fixed directions (Charikar, 2002)."""
        (vector,) = self.embed([_PROBE])
        stream = shake_128(b"directions").digest(2 * _BITS * vector.size)
        directions = np.frombuffer(stream, "<i2").reshape(_BITS, vector.size) + 0.5
        bits = np.packbits(np.einsum("bd,d->b", directions, vector) > 0)
        return int.from_bytes(bits.tobytes(), "big")

    @property
    def _family(self) -> str:
        self._fingerprint  # noqa: B018  # tells the dimension, if nothing has told it yet
        return f"function-{self.dim}"

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
                f"embedder {self._name!r} failed on {text[:40]!r}: {type(error).__name__}: {error}"
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
        except (TypeError, ValueError, OverflowError) as error:
            raise self._wrong(f"a {type(answer).__name__}: {error}") from error
        if vector.ndim != 1 or vector.size == 0:
            raise self._wrong(f"a {type(answer).__name__} of shape {vector.shape}")
        if self.dim and vector.size != self.dim:
            raise self._wrong(f"{vector.size} numbers")
        if not np.isfinite(vector).all():
            place = int(np.flatnonzero(~np.isfinite(vector))[0])
            raise self._wrong(f"{vector[place]} at position {place}")
        self._dim = vector.size
        return vector

    @property
    def _name(self) -> str:
        return self._model or str(getattr(self._function, "__name__", "function"))

    def _wrong(self, got: str) -> ModelError:
        return ModelError(
            f"embedder {self._name!r} has to return one vector of {self.dim or 'some'} finite "
            f"numbers, got {got}; a model with other vectors needs another model id"
        )
