"""A folder with a text encoder of the BERT family as an ONNX graph, run without its framework.

The folder is one that the usual exports make (MiniLM, bge, e5, gte and their like): a graph, a
WordPiece vocabulary, and settings beside them. Knows those files and what they mean; running the
graph is the runner's work. Nothing is downloaded, and no library beyond the base install is used.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core.wordpiece import WordPiece, read_vocabulary
from seasoned.embedders.answers import listed, prefixed, unit_rows
from seasoned.embedders.families import (
    Prefixes,
    chosen_floor,
    chosen_prefixes,
    family,
    model_id,
)
from seasoned.embedders.floors import Floor, Floored
from seasoned.embedders.folders import fingerprint, model_folder, settings
from seasoned.embedders.onnx import Encoder, Runner, open_graph
from seasoned.errors import InvalidInput, ModelError

Pooling = Literal["mean", "cls"]
_GRAPHS: Final = ("model.onnx", "onnx/model.onnx")
_WHOLE: Final = ("sentence_embedding", "embedding")  # answers that are one vector per text
_LONGEST: Final = 512  # ids; what BERT has positions for
_ELSE: Final = "give it to embedder='sentence-transformers:FOLDER' instead"


class Reading(NamedTuple):
    """How a folder's model is to be read, where the folder does not say it, or says it wrongly.

    Attributes:
        graph: The graph's file within the folder.
        pooling: Which token states make the vector: the ``mean`` of all, or the first (``cls``).
        limit: Most word pieces of a text that are read, with the two that frame it.
    """

    graph: str | None = None
    pooling: Pooling | None = None
    limit: int | None = None


class FolderEmbedder(Floored):
    """Sentence embeddings of an ONNX graph in a folder; safe to share between threads and to fork.

    Attributes:
        model: Kind of network and a fingerprint of graph, vocabulary and settings, so that the
            folder may be moved or renamed.
        dim: Length of a vector; 0 until the graph was loaded, if the folder does not tell.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        reading: Reading | None = None,
        prefixes: tuple[str, str] | None = None,
        floor: float | None = None,
        threads: int = 1,
    ) -> None:
        """Read the folder's settings and vocabulary; the graph is loaded at the first text.

        Args:
            folder: With ``model.onnx`` (or ``onnx/model.onnx``, or one other ``.onnx``) and
                ``vocab.txt`` or ``tokenizer.json``; the usual settings files are obeyed.
            reading: What the folder does not say.
            prefixes: In front of a query and of a document. Without them those that the folder's
                ``config_sentence_transformers.json`` names, else those that go with the folder's
                name (e5, bge, nomic), else none.
            floor: In [-1, 1]; if not given by the folder's name, else found at first use.
            threads: Texts of one call that are worked on at the same time, at least 1.

        Raises:
            InvalidInput: there is no such folder, a file is missing or unreadable, or the model is
                not of this kind.
        """
        self._folder, reading = model_folder(folder), reading or Reading()
        self._graph = _graph(self._folder, reading.graph)
        vocabulary = _vocabulary(self._folder)
        self._tokenizer = WordPiece(vocabulary)
        self._pooling = reading.pooling or _pooling(self._folder)
        if self._pooling not in ("mean", "cls"):
            raise InvalidInput(f"pooling={self._pooling!r}; it can be 'mean' or 'cls'")
        limit = reading.limit or _limit(self._folder)
        known = family(self._folder.resolve().name)
        prompts = _prompts(settings(self._folder, "config_sentence_transformers.json"))
        self._prefixes = chosen_prefixes(prefixes, prompts or known.prefixes)
        config = settings(self._folder, "config.json")
        kind = f"{config.get('model_type', 'onnx')}-{self._pooling}-{limit}"
        weights = fingerprint([self._graph, _vocabulary_file(self._folder)])
        self.model: str = model_id("folder", kind, weights, self._prefixes)
        self.dim: int = 0
        self._floor = Floor(
            chosen_floor(floor, known.floor),
            self.embed,
            alike=self._prefixes.query == self._prefixes.document,
        )
        self._runner = Runner(self._load, limit=limit, threads=threads)

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, each behind the prefix of its kind.

        Returns:
            float32, shape (len(texts), dim), each row of unit length or all zeros.

        Raises:
            InvalidInput: `texts` is a single string.
            ModelError: the graph cannot be loaded, or its answer is no vector.
        """
        given = prefixed(listed(texts), getattr(self._prefixes, kind))
        rows = unit_rows(self._runner.embed(given), len(given), model=self.model, dim=self.dim)
        self.dim = rows.shape[1] or self.dim
        return rows

    def _load(self) -> Encoder:
        session = open_graph(self._graph)
        answers = {answer.name: answer.shape for answer in session.get_outputs()}
        output = next((name for name in _WHOLE if name in answers), next(iter(answers)))
        shape = answers[output]
        if len(shape) not in (2, 3) or not isinstance(shape[-1], int):
            raise ModelError(
                f"{self._graph.name} answers {output!r} of shape {shape}; one vector per text or "
                f"per token, of a fixed length, is what is needed. {_ELSE.capitalize()}"
            )
        head = _whole if len(shape) == 2 else {"mean": _mean, "cls": _first}[self._pooling]
        return Encoder(session, self._tokenizer, output, head, shape[-1])


def _whole(answer: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(answer[0], np.float32)


def _mean(answer: NDArray[Any]) -> NDArray[np.float32]:
    # No mask: a text stands alone in its run, so there is no padding to leave out.
    return np.asarray(answer[0].mean(axis=0), np.float32)


def _first(answer: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(answer[0, 0], np.float32)


def _graph(folder: Path, name: str | None) -> Path:
    names = _GRAPHS if name is None else (name,)
    found = [folder / name for name in names if (folder / name).is_file()]
    if not found and name is None:
        found = sorted(folder.glob("*.onnx"))
        if len(found) > 1:
            listing = ", ".join(path.name for path in found)
            raise InvalidInput(f"{folder} holds {listing}; say which with Reading(graph=...)")
    if not found:
        raise InvalidInput(
            f"{folder} holds no {' or '.join(names)}; export the model to ONNX, or {_ELSE}"
        )
    return found[0]


def _vocabulary_file(folder: Path) -> Path:
    for name in ("vocab.txt", "tokenizer.json"):
        if (folder / name).is_file():
            return folder / name
    raise InvalidInput(f"{folder} holds neither vocab.txt nor tokenizer.json; {_ELSE}")


def _vocabulary(folder: Path) -> dict[str, int]:
    """Id of every word piece.

    Raises:
        InvalidInput: the tokenizer is no uncased WordPiece.
    """
    whole = settings(folder, "tokenizer.json")
    lowers = settings(folder, "tokenizer_config.json").get("do_lower_case", True)
    lowers = lowers and (whole.get("normalizer") or {}).get("lowercase", True)
    kind = (whole.get("model") or {}).get("type", "WordPiece")
    if kind != "WordPiece" or not lowers:
        what = f"a {kind} tokenizer" if kind != "WordPiece" else "a tokenizer that keeps capitals"
        raise InvalidInput(f"{folder} has {what}; only uncased WordPiece is known here; {_ELSE}")
    path = _vocabulary_file(folder)
    if path.name == "tokenizer.json":
        return {str(piece): int(id) for piece, id in whole["model"]["vocab"].items()}
    try:
        return read_vocabulary(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read as UTF-8: {error}") from error


def _pooling(folder: Path) -> str:
    """How the model was trained to pool, ``mean`` if the folder does not say.

    Raises:
        InvalidInput: in some other way than those known here.
    """
    said = settings(folder, "1_Pooling/config.json")
    modes = [said["pooling_mode"]] if isinstance(said.get("pooling_mode"), str) else []
    modes += [name for name, on in said.items() if name.startswith("pooling_mode_") and on is True]
    known = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    found = {known.get(mode, mode) for mode in modes} or {"mean"}
    if len(found) > 1 or not found <= {"mean", "cls"}:
        raise InvalidInput(f"{folder} pools by {', '.join(sorted(found))}; {_ELSE}")
    return str(found.pop())


def _limit(folder: Path) -> int:
    """Most ids of a text, from whichever of the settings is the tightest."""
    said = [
        settings(folder, "sentence_bert_config.json").get("max_seq_length"),
        settings(folder, "tokenizer_config.json").get("model_max_length"),
        settings(folder, "config.json").get("max_position_embeddings"),
    ]
    # "No limit" is written as a number beyond all bounds.
    return int(min([n for n in said if isinstance(n, int) and n >= 2] + [_LONGEST]))


def _prompts(said: dict[str, Any]) -> Prefixes | None:
    """The prefixes that a folder names, None if it names none."""
    prompts = {k: v for k, v in (said.get("prompts") or {}).items() if isinstance(v, str)}
    document = next((prompts[k] for k in ("document", "passage", "corpus") if k in prompts), "")
    found = Prefixes(prompts.get("query", ""), document)
    return found if any(found) else None
