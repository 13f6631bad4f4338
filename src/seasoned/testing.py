"""Fakes for tests of what is built on seasoned: no model, no network, no waiting.

Everything here gives the same results in every process and on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.errors import InvalidInput

_START = datetime(2026, 1, 1, 12, tzinfo=UTC)
_TRIGRAM_SHARE = 1.0  # length that a word's spelling adds to the 1 of the word itself


class ManualClock:
    """A clock that moves only when told to."""

    def __init__(self, start: datetime = _START) -> None:
        """Set the clock.

        Args:
            start: An aware moment; without it noon of 1 January 2026.

        Raises:
            InvalidInput: `start` has no time zone.
        """
        if start.tzinfo is None:
            raise InvalidInput(f"start={start!r} has no time zone; add tzinfo=UTC")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment it stands at, aware UTC."""
        return self._now

    def advance(self, seconds: float = 0.0, *, days: float = 0.0) -> datetime:
        """Move on and return the new moment; negative values move back."""
        self._now += timedelta(days=days, seconds=seconds)
        return self._now


class HashEmbedder:
    """Vectors from spelling alone: texts with words, or parts of words, in common are near.

    It understands nothing and stands in for a model where only the mechanics matter. A text
    without letters or digits gets the zero vector.

    Attributes:
        model: Names the dimension, since other dimensions give other vectors.
        dim: Length of a vector.
        floor: Cosine that unrelated short texts seldom reach with 64 dimensions.
    """

    def __init__(self, dim: int = 64, *, floor: float = 0.3) -> None:
        """Choose the size.

        Args:
            dim: At least 1; small ones let unrelated texts collide.
            floor: In [-1, 1].

        Raises:
            InvalidInput: `dim` is below 1.
        """
        if dim < 1:
            raise InvalidInput(f"dim={dim}; a vector has at least 1 number")
        self.model: str = f"hash-{dim}"
        self.dim: int = dim
        self.floor: float = floor

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, whatever the kind.

        Returns:
            float32, shape (len(texts), dim), each row of unit length or all zeros.
        """
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                vector += _word_vector(word, self.dim)
            vector /= np.sqrt(vector @ vector) or 1.0
        return vectors


@lru_cache(maxsize=20_000)
def _word_vector(word: str, dim: int) -> NDArray[np.float32]:
    """Signed feature hashing of a word and its letter trigrams (Weinberger et al., 2009)."""
    edged = f"<{word}>"
    trigrams = [edged[start : start + 3] for start in range(len(edged) - 2)]
    vector = np.zeros(dim, dtype=np.float32)
    for feature, weight in [
        (f"word {word}", 1.0),
        *((f"part {part}", _TRIGRAM_SHARE / len(trigrams) ** 0.5) for part in trigrams),
    ]:
        # "surrogatepass": texts of other programs may hold halves of characters.
        digest = blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "little")
        vector[(number >> 1) % dim] += weight if number & 1 else -weight
    vector.flags.writeable = False
    return vector
