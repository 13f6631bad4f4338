"""A floor that nobody said is found from the vectors of unrelated sentences, once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from seasoned import Episode, Memory, ModelError, Outcome, Task
from seasoned.embedders.floors import Floor
from seasoned.embedders.folder import FolderEmbedder
from seasoned.embedders.minilm import MiniLM
from seasoned.testing import HashEmbedder


class Model:
    """Random vectors, each kind of text with a share of a direction of its own."""

    def __init__(self, query: float = 0.0, document: float = 0.0) -> None:
        self.shares = {"query": query, "document": document}
        self.calls: list[tuple[str, int]] = []
        self.lost = slice(0)

    def embed(self, texts: Sequence[str], kind: str = "document") -> Any:
        self.calls.append((kind, len(texts)))
        vectors = np.random.default_rng(len(self.calls)).normal(size=(len(texts), 512))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors[:, 0] += self.shares[kind]
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors[self.lost] = np.nan
        return vectors.astype(np.float32)


def test_a_known_floor_costs_nothing() -> None:
    model = Model()
    assert Floor(0.3, model.embed, alike=False).value == 0.3
    assert model.calls == []


def test_a_floor_is_found_once_from_both_kinds_of_text() -> None:
    model = Model()
    floor = Floor(None, model.embed, alike=False)
    assert floor.value == floor.value
    assert model.calls == [("document", 12), ("query", 12)]
    alike = Model()
    assert 0.0 < Floor(None, alike.embed, alike=True).value < 0.3
    assert alike.calls == [("document", 12)]


def test_it_lies_above_what_queries_and_documents_have_in_common() -> None:
    narrow = Floor(None, Model(2.0, 2.0).embed, alike=False).value
    apart = Floor(None, Model(2.0, 0.0).embed, alike=False).value
    assert apart < 0.4
    assert narrow > 0.8


def test_texts_without_a_vector_are_left_out() -> None:
    model = Model()
    model.lost = slice(6)
    assert 0.0 < Floor(None, model.embed, alike=False).value < 0.3
    model.lost = slice(12)
    with pytest.raises(ModelError, match="give floor="):
        _ = Floor(None, model.embed, alike=False).value


def test_the_shipped_model_as_a_folder_finds_about_what_was_measured() -> None:
    embedder = FolderEmbedder(str(files("seasoned") / "data"))
    assert embedder.floor == pytest.approx(MiniLM.floor, abs=0.03)


def test_a_memory_asks_for_the_floor_only_where_vectors_are_compared() -> None:
    class Asked(HashEmbedder):
        @property
        def floor(self) -> float:
            asked.append(True)
            return 0.2

        @floor.setter
        def floor(self, value: float) -> None: ...

    asked: list[bool] = []
    with Memory.open("memory://", embedder=Asked(32)) as memory:
        memory.recall("fix the login")
        assert asked == []
        memory.record(Episode(Task("fix the login test"), outcome=Outcome.SUCCESS))
        assert memory.recall("fix the login").results
        assert asked
