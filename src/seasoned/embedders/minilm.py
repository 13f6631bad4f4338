"""The default embedder: all-MiniLM-L6-v2, int8, from files that come with the package.

Knows the shipped graph, its tokenizer and ONNX Runtime. It reaches no network and loads nothing
until the first text. `tools/export_model.py` made the graph.

A vector depends on its text alone. The graph takes one text at a time, since int8 activations
are scaled by the range of a run and a batch would mix that of its neighbours into every vector;
several threads each running one text at a time are as fast as a padded batch on those threads.
Between kinds of processors the last digits may differ.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seasoned.core.wordpiece import WordPiece, read_vocabulary
from seasoned.embedders.runtime import onnx_runtime
from seasoned.errors import InvalidInput, ModelError

if TYPE_CHECKING:
    import onnxruntime

Vector: TypeAlias = NDArray[np.float32]

LIMIT: Final = 256  # ids per text that the model was trained for; the rest of a text is not read
GRAPH: Final = "minilm.onnx"
VOCABULARY: Final = "vocab.txt"
SUMS: Final = {
    GRAPH: "b8c29463ec4e349ab877d98c70002c158a7c9f39b700e0da11c9233cb31f73e7",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
_REMEDY: Final = "reinstall seasoned, or open with embedder=False for lexical search only"


class _Loaded(NamedTuple):
    """What a process has in memory; `process` tells a forked child that it is its parent's."""

    process: int
    session: onnxruntime.InferenceSession
    tokenizer: WordPiece

    def vector(self, ids: Sequence[int]) -> Vector:
        """Run the graph on one text; zeros if no id says anything of it."""
        if self.tokenizer.silent.issuperset(ids):
            return np.zeros(MiniLM.dim, dtype=np.float32)
        try:
            (vectors,) = self.session.run(None, {"input_ids": np.array([ids], dtype=np.int64)})
        except Exception as error:  # the runtime's own errors have no base of their own
            raise ModelError(f"onnxruntime failed on a text of {len(ids)} ids: {error}") from error
        vector: Vector = vectors[0]
        return vector


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
        if threads < 1:
            raise InvalidInput(f"threads={threads}; at least 1 has to do the work")
        self._threads = threads
        self._folder = files("seasoned") / "data" if folder is None else folder
        self._process = os.getpid()
        self._lock = Lock()
        self._loaded: _Loaded | None = None

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
        if isinstance(texts, str):
            raise InvalidInput(f"texts={texts[:40]!r} is one string; give a list of texts")
        loaded = self._ready()
        keys = [tuple(loaded.tokenizer.ids(text, LIMIT)) for text in texts]
        distinct = list(dict.fromkeys(keys))
        found = dict(zip(distinct, self._map(loaded.vector, distinct), strict=True))
        return np.array([found[key] for key in keys], dtype=np.float32).reshape(-1, self.dim)

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

    def _ready(self) -> _Loaded:
        """The session of this process, made by the first caller while the others wait."""
        process = os.getpid()
        if self._process != process:
            # After a fork the lock may be held by a thread that exists in the parent only.
            self._lock, self._process = Lock(), process
        with self._lock:
            if self._loaded is None or self._loaded.process != process:
                self._loaded = self._load(process)
            return self._loaded

    def _load(self, process: int) -> _Loaded:
        # About 15 ms of the 80 ms that loading takes; a damaged graph would load and lie.
        self.verify()
        runtime = onnx_runtime()
        options = runtime.SessionOptions()
        # One thread per run, so no pool that spins, outlives a fork or fights with other work.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        vocabulary = (self._folder / VOCABULARY).read_text(encoding="utf-8")
        try:
            with as_file(self._folder / GRAPH) as path:
                session = runtime.InferenceSession(
                    path, options, providers=["CPUExecutionProvider"]
                )
        except Exception as error:  # the runtime's own errors have no base of their own
            raise ModelError(f"onnxruntime cannot load {GRAPH}: {error}; {_REMEDY}") from error
        return _Loaded(process, session, WordPiece(read_vocabulary(vocabulary)))

    def _map(
        self, vector: Callable[[Sequence[int]], Vector], keys: Sequence[tuple[int, ...]]
    ) -> list[Vector]:
        """The vector of every key, several at a time if there are threads for it."""
        if self._threads == 1 or len(keys) < 2:
            return [vector(key) for key in keys]
        # Threads of one call only: none is left to be lost in a fork.
        with ThreadPoolExecutor(self._threads, thread_name_prefix="seasoned-minilm") as pool:
            return list(pool.map(vector, keys))
