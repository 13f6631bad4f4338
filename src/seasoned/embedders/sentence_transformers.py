"""Any model of sentence-transformers, by its name or from a folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.embedders.answers import asked, listed, missing, prefixed, told_rows
from seasoned.embedders.families import (
    Prefixes,
    chosen_floor,
    chosen_prefixes,
    family,
    model_id,
)
from seasoned.embedders.floors import Floor, Floored
from seasoned.embedders.folders import deciding, fingerprint
from seasoned.errors import InvalidInput

_DOCUMENT = ("document", "passage", "corpus")  # what models call the prompt of documents
_AT_ONCE = 32  # texts that are padded to one length


class SentenceTransformersEmbedder(Floored):
    """Sentence embeddings by sentence-transformers, on whatever device that chooses.

    Attributes:
        model: Name and revision of the weights; of a folder, a fingerprint of its files.
        dim: Length of a vector.
    """

    def __init__(
        self,
        name: str,
        *,
        prefixes: tuple[str, str] | None = None,
        dimensions: int | None = None,
        device: str | None = None,
        offline: bool = False,
        floor: float | None = None,
    ) -> None:
        """Load the model, which takes seconds.

        Args:
            name: A folder, or a name that the library looks up and may fetch.
            prefixes: In front of a query and of a document; without them the model's own prompts,
                else those that go with its name (e5, bge, nomic), else none.
            dimensions: Keep only so many numbers, for models trained to be cut.
            device: ``cpu``, ``cuda`` and so on; the library chooses if not given.
            offline: Use only what was fetched before.
            floor: In [-1, 1]; if not given by the name, else found at first use.

        Raises:
            MissingExtra: sentence-transformers is not installed.
            InvalidInput: an argument cannot be used.
            ModelError: the model cannot be fetched or loaded.
        """
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise missing("sentence-transformers", error) from error
        name = _checked(name, dimensions)
        self._library: Any = asked(
            name,
            lambda: SentenceTransformer(
                name, device=device, truncate_dim=dimensions, local_files_only=offline
            ),
        )
        known = family(name)
        self._prefixes = chosen_prefixes(prefixes, _prompts(self._library) or known.prefixes)
        self._floor = Floor(chosen_floor(floor, known.floor), self.embed, alike=False)
        # Known only from a vector for some models; this also proves that the model runs.
        self.dim: int = self._ask(["a"], "document").shape[1]
        self.model: str = model_id(*_identity(name, self._library, self.dim), self._prefixes)

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
        given = prefixed(listed(texts), "")
        ask = partial(self._ask, kind=kind)
        return told_rows(given, ask, model=self.model, dim=self.dim)

    def _ask(self, texts: list[str], kind: Literal["query", "document"]) -> NDArray[Any]:
        # A prompt in place of text in front: some models leave it out again when they pool.
        encode = self._library.encode_query if kind == "query" else self._library.encode_document
        answer: NDArray[Any] = asked(
            getattr(self, "model", "sentence-transformers"),
            lambda: encode(
                texts,
                prompt=getattr(self._prefixes, kind),
                batch_size=_AT_ONCE,
                show_progress_bar=False,
                convert_to_numpy=True,
            ),
        )
        return answer


def _checked(name: str, dimensions: int | None) -> str:
    """The name, or the folder's path without abbreviations."""
    if not name.strip():
        raise InvalidInput(f"name={name!r} is blank; give the name or folder of a model")
    if dimensions is not None and dimensions < 1:
        raise InvalidInput(f"dimensions={dimensions}; a vector has at least 1 number")
    path = Path(name).expanduser()
    # Without this the library would go on to look the path up as a name, over the network.
    if name.startswith((".", "/", "~")) and not path.is_dir():
        raise InvalidInput(f"there is no model folder {name!r}; give an existing one, or a name")
    return str(path) if path.is_dir() else name


def _prompts(library: Any) -> Prefixes | None:
    """The model's own prompts, None if it has none."""
    said: dict[str, str] = dict(library.prompts or {})
    document = next((said[key] for key in _DOCUMENT if said.get(key)), "")
    found = Prefixes(said.get("query") or "", document)
    return found if any(found) else None


def _identity(name: str, library: Any, dim: int) -> tuple[str, str, str]:
    """Provider, name and version; a folder is known by what is in it, wherever it lies."""
    if Path(name).is_dir():
        return "sentence-transformers", "folder", f"{dim}-{fingerprint(deciding(Path(name)))}"
    revision = getattr(getattr(library, "model_card_data", None), "base_model_revision", None)
    return "sentence-transformers", name, f"{dim}-{revision[:12]}" if revision else str(dim)
