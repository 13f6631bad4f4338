"""The default embedder: all-MiniLM-L6-v2, int8, from files that come with the package.

Knows which files were shipped and what the graph answers. It reaches no network and loads nothing
until the first text. `tools/export_model.py` made the graph.

A vector depends on its text alone; between kinds of processors the last digits may differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.core.wordpiece import WordPiece, read_vocabulary
from seasoned.embedders.answers import listed
from seasoned.embedders.onnx import Encoder, Runner, open_graph
from seasoned.errors import ModelError

LIMIT: Final = 256  # ids per text that the model was trained for; the rest of a text is not read
GRAPH: Final = "minilm.onnx"
VOCABULARY: Final = "vocab.txt"
SUMS: Final = {
    GRAPH: "b8c29463ec4e349ab877d98c70002c158a7c9f39b700e0da11c9233cb31f73e7",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
_REMEDY: Final = "reinstall seasoned, or open with embedder=False for lexical search only"


class MiniLM:
    """English sentence embeddings, 384 numbers each; safe to share between threads and to fork.

    A text without a single known word (empty, or in a script the vocabulary lacks) gets the zero
    vector: it is similar to nothing, not even to itself.

    Attributes:
        model: Name and start of the graph's sha256.
        dim: Length of a vector, 384.
        floor: Cosine below which two texts have nothing to do with each other.
    """

    model: str = f"all-MiniLM-L6-v2-int8@{SUMS[GRAPH][:12]}"
    dim: int = 384
    floor: float = 0.25

    def __init__(self, *, threads: int = 1, folder: Traversable | None = None) -> None:
        """Prepare to load; nothing is read yet.

        Args:
            threads: Texts of one call that are worked on at the same time, at least 1.
            folder: Where the files lie, if not in the package.

        Raises:
            InvalidInput: `threads` is below 1.
        """
        self._folder = files("seasoned") / "data" if folder is None else folder
        self._runner = Runner(self._load, limit=LIMIT, threads=threads)

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts' first 256 word pieces.

        Args:
            texts: Any number of texts, of any length.
            kind: Makes no difference to this model.

        Returns:
            float32, shape (len(texts), 384), each row of unit length or all zeros.

        Raises:
            InvalidInput: `texts` is a single string.
            ModelError: the files are missing or damaged, or the runtime failed.
        """
        return self._runner.embed(listed(texts))

    def verify(self) -> None:
        """Compare the files' sha256 with those of the release; loading does this as well.

        Raises:
            ModelError: a file is missing, unreadable or not the one that was shipped.
        """
        for name, wanted in SUMS.items():
            path = self._folder / name
            try:
                found = hashlib.sha256(path.read_bytes()).hexdigest()
            except OSError as error:
                raise ModelError(f"cannot read {path}: {error.strerror}; {_REMEDY}") from error
            if found != wanted:
                raise ModelError(
                    f"{path} is damaged: its sha256 is {found}, not {wanted}; {_REMEDY}"
                )

    def _load(self) -> Encoder:
        # About 15 ms of the 80 ms that loading takes; a damaged graph would load and lie.
        self.verify()
        vocabulary = (self._folder / VOCABULARY).read_text(encoding="utf-8")
        with as_file(self._folder / GRAPH) as path:
            try:
                session = open_graph(path)
            except ModelError as error:
                raise ModelError(f"{error}; {_REMEDY}") from error
        tokenizer = WordPiece(read_vocabulary(vocabulary))
        return Encoder(session, tokenizer, "embedding", lambda answer: answer[0], self.dim)
