"""Graphs of the BERT family on ONNX Runtime: one session per process, one text at a time.

Knows how such a graph is loaded, shared between threads and left alone by a fork. Which files,
which tokenizer and what becomes of the graph's answer is told by the embedder that uses it.

One text at a time: int8 activations are scaled by the range of a run, so a batch would mix that
of its neighbours into every vector; and several threads each running one text at a time are as
fast as a padded batch on those threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seasoned.core.wordpiece import WordPiece
from seasoned.embedders.runtime import onnx_runtime
from seasoned.errors import InvalidInput, ModelError

if TYPE_CHECKING:
    import onnxruntime

Vector: TypeAlias = NDArray[np.float32]
Head: TypeAlias = Callable[[NDArray[Any]], Vector]
# What is fed beside the ids: the whole text is one segment, and none of it is padding.
_FEEDS = {"input_ids": None, "attention_mask": 1, "token_type_ids": 0}
_WIDTHS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class Encoder(NamedTuple):
    """A loaded graph with its tokenizer.

    Attributes:
        session: Takes ids, and an attention mask and segments if the graph asks for them.
        tokenizer: From text to ids.
        output: Which of the graph's answers is used.
        head: From that answer, for one text, to the vector.
        dim: Length of the vector.
    """

    session: onnxruntime.InferenceSession
    tokenizer: WordPiece
    output: str
    head: Head
    dim: int

    def vector(self, ids: Sequence[int]) -> Vector:
        """Run the graph on one text; zeros if no id says anything of it."""
        if self.tokenizer.silent.issuperset(ids):
            return np.zeros(self.dim, dtype=np.float32)
        try:
            (answer,) = self.session.run([self.output], self._feeds(ids))
        except Exception as error:  # the runtime's own errors have no base of their own
            raise ModelError(f"onnxruntime failed on a text of {len(ids)} ids: {error}") from error
        return self.head(answer)

    def _feeds(self, ids: Sequence[int]) -> dict[str, NDArray[Any]]:
        feeds = {}
        for wanted in self.session.get_inputs():
            row, kind = np.array([ids]), _WIDTHS[wanted.type]
            fill = _FEEDS[wanted.name]
            feeds[wanted.name] = (row if fill is None else np.full_like(row, fill)).astype(kind)
        return feeds


def open_graph(path: Path) -> onnxruntime.InferenceSession:
    """A session on one thread, so no pool that spins, outlives a fork or fights with other work.

    Raises:
        ModelError: the file is no graph, or asks for something else than texts.
    """
    runtime = onnx_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session: onnxruntime.InferenceSession = runtime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the runtime's own errors have no base of their own
        raise ModelError(f"onnxruntime cannot load {path.name}: {error}") from error
    for wanted in session.get_inputs():
        if wanted.name not in _FEEDS or wanted.type not in _WIDTHS:
            raise ModelError(
                f"{path.name} asks for {wanted.name!r} as {wanted.type}; a text encoder of the "
                f"BERT family asks for {', '.join(_FEEDS)} as integers"
            )
    return session


class Runner:
    """Loads an encoder at the first text; safe to share between threads and to fork."""

    def __init__(self, load: Callable[[], Encoder], *, limit: int, threads: int = 1) -> None:
        """Prepare to load; nothing is read yet.

        Args:
            load: Reads the files; called once per process, by one thread.
            limit: Most ids of a text that are read, [CLS] and [SEP] included.
            threads: Texts of one call that are worked on at the same time, at least 1.

        Raises:
            InvalidInput: `threads` is below 1.
        """
        if threads < 1:
            raise InvalidInput(f"threads={threads}; at least 1 has to do the work")
        self._load, self._limit, self._threads = load, limit, threads
        self._process = os.getpid()
        self._lock = Lock()
        self._encoder: Encoder | None = None

    def embed(self, texts: Sequence[str]) -> Vector:
        """Vectors of the texts, float32, shape (len(texts), dim).

        Raises:
            ModelError: the files are missing or damaged, or the runtime failed.
        """
        encoder = self.ready()
        keys = [tuple(encoder.tokenizer.ids(text, self._limit)) for text in texts]
        distinct = list(dict.fromkeys(keys))
        found = dict(zip(distinct, self._map(encoder.vector, distinct), strict=True))
        return np.array([found[key] for key in keys], dtype=np.float32).reshape(-1, encoder.dim)

    def ready(self) -> Encoder:
        """The encoder of this process, loaded by the first caller while the others wait."""
        process = os.getpid()
        if self._process != process:
            # After a fork the lock may be held by a thread that exists in the parent only, and
            # a session of the parent's is not ours to use.
            self._lock, self._process, self._encoder = Lock(), process, None
        with self._lock:
            if self._encoder is None:
                self._encoder = self._load()
            return self._encoder

    def _map(
        self, vector: Callable[[Sequence[int]], Vector], keys: Sequence[tuple[int, ...]]
    ) -> list[Vector]:
        """The vector of every key, several at a time if there are threads for it."""
        if self._threads == 1 or len(keys) < 2:
            return [vector(key) for key in keys]
        # Threads of one call only: none is left to be lost in a fork.
        with ThreadPoolExecutor(self._threads, thread_name_prefix="seasoned-embed") as pool:
            return list(pool.map(vector, keys))
