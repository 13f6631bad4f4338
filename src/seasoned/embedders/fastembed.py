"""Models of fastembed's catalogue, or of a folder in the shape that it expects."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.embedders.answers import asked, listed, missing, prefixed, told_rows
from seasoned.embedders.families import chosen_floor, chosen_prefixes, family, model_id
from seasoned.embedders.floors import Floor, Floored
from seasoned.embedders.folders import deciding, fingerprint, model_folder
from seasoned.embedders.runtime import onnx_runtime
from seasoned.errors import InvalidInput

_AT_ONCE = 64  # texts that fastembed pads to one length


class FastEmbedder(Floored):
    """Sentence embeddings by fastembed, which fetches a model it lacks when it is first made.

    Attributes:
        model: Name in the catalogue, and the folder's fingerprint or the length of a vector.
        dim: Length of a vector.
    """

    def __init__(
        self,
        name: str,
        *,
        folder: str | os.PathLike[str] | None = None,
        prefixes: tuple[str, str] | None = None,
        floor: float | None = None,
        threads: int = 1,
        offline: bool = False,
    ) -> None:
        """Load the model.

        Args:
            name: In fastembed's catalogue, e.g. ``BAAI/bge-small-en-v1.5``.
            folder: Where its files lie; nothing is fetched then.
            prefixes: In front of a query and of a document; by the name if not given.
            floor: In [-1, 1]; if not given by the name, else found at first use.
            threads: Of ONNX Runtime.
            offline: Use only what was fetched before.

        Raises:
            MissingExtra: fastembed is not installed.
            InvalidInput: the catalogue has no such name, or there is no such folder.
            ModelError: the model cannot be fetched or loaded.
        """
        onnx_runtime()  # which fastembed would import with its telemetry on
        try:
            from fastembed import TextEmbedding
        except ImportError as error:
            raise missing("fastembed", error) from error
        path = None if folder is None else model_folder(folder)
        try:
            self.dim: int = int(TextEmbedding.get_embedding_size(name))
        except (AttributeError, ValueError) as error:
            raise InvalidInput(
                f"fastembed has no model {name!r}; TextEmbedding.list_supported_models() of "
                "fastembed names those it has"
            ) from error
        where: dict[str, Any] = {"specific_model_path": str(path)} if path else {}
        if offline or path:
            where["local_files_only"] = True
        make = lambda: TextEmbedding(name, threads=threads, **where)  # noqa: E731 (used once)
        self._library: Any = asked(name, make)
        known = family(name)
        self._prefixes = chosen_prefixes(prefixes, known.prefixes)
        version = f"{self.dim}-{fingerprint(deciding(path))}" if path else str(self.dim)
        self.model: str = model_id("fastembed", name, version, self._prefixes)
        self._floor = Floor(chosen_floor(floor, known.floor), self.embed, alike=False)

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, each behind the prefix of its kind.

        Returns:
            float32, shape (len(texts), dim), each row of unit length or all zeros.

        Raises:
            InvalidInput: `texts` is a single string.
            ModelError: the library failed, or its answer is no vector.
        """
        given = prefixed(listed(texts), getattr(self._prefixes, kind))
        embed = self._library.query_embed if kind == "query" else self._library.passage_embed

        def ask(told: list[str]) -> object:
            return asked(self.model, lambda: list(embed(told, batch_size=_AT_ONCE)))

        return told_rows(given, ask, model=self.model, dim=self.dim)
