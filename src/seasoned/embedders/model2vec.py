"""Static embeddings of model2vec (potion and its like) from a folder: very fast, no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.embedders.answers import asked, listed, missing, prefixed, unit_rows
from seasoned.embedders.families import Prefixes, chosen_floor, family, model_id
from seasoned.embedders.floors import Floor, Floored
from seasoned.embedders.folders import deciding, fingerprint, model_folder
from seasoned.errors import InvalidInput, ModelError


class Model2VecEmbedder(Floored):
    """The mean of static word-piece vectors; a text without a known piece gets the zero vector.

    Attributes:
        model: Length of a vector and a fingerprint of the folder's files.
        dim: Length of a vector.
    """

    def __init__(self, folder: str | os.PathLike[str], *, floor: float | None = None) -> None:
        """Load the model.

        Args:
            folder: As `StaticModel.save_pretrained` of model2vec writes it.
            floor: In [-1, 1]; if not given found at first use.

        Raises:
            MissingExtra: model2vec is not installed.
            InvalidInput: there is no such folder, or no model in it.
        """
        try:
            from model2vec import StaticModel
        except ImportError as error:
            raise missing("model2vec", error) from error
        path = model_folder(folder)
        try:
            self._static: Any = asked(str(path), lambda: StaticModel.from_pretrained(path))
        except ModelError as error:
            raise InvalidInput(f"{path} holds no model of model2vec: {error}") from error
        self.dim: int = int(self._static.dim)
        version = f"{self.dim}-{fingerprint(deciding(path))}"
        self.model: str = model_id("model2vec", "static", version, Prefixes())
        known = family(path.resolve().name)
        self._floor = Floor(chosen_floor(floor, known.floor), self.embed, alike=True)

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, whatever the kind.

        Returns:
            float32, shape (len(texts), dim), each row of unit length or all zeros.

        Raises:
            InvalidInput: `texts` is a single string.
            ModelError: the library failed, or its answer is no vector.
        """
        given = prefixed(listed(texts), "")
        if not given:
            return np.zeros((0, self.dim), np.float32)
        # Its worker processes would set an environment variable, and are slower below 10,000.
        rows = asked(self.model, lambda: self._static.encode(given, use_multiprocessing=False))
        return unit_rows(rows, len(given), model=self.model, dim=self.dim)
