"""What embedders share: names of models, checks of texts and vectors, choosing by a string."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seasoned import InvalidInput, Memory, ModelError
from seasoned.connect import named_embedder
from seasoned.embedders.answers import unit_rows
from seasoned.embedders.families import Prefixes, family, model_id
from seasoned.embedders.minilm import MiniLM

E5 = Prefixes("query: ", "passage: ")
NOMIC = Prefixes("search_query: ", "search_document: ")


@pytest.mark.parametrize(
    ("name", "prefixes", "floor"),
    [
        ("intfloat/e5-small-v2", E5, 0.75),
        ("intfloat/multilingual-e5-base", E5, 0.75),
        ("intfloat/multilingual-e5-large-instruct", Prefixes(), 0.75),
        ("nomic-embed-text", NOMIC, 0.4),
        ("text-embedding-nomic-embed-text-v1.5", NOMIC, 0.4),
        ("BAAI/bge-m3", Prefixes(), None),
        ("bge-small-zh-v1.5", Prefixes(), 0.5),
        ("text-embedding-3-small", Prefixes(), None),
        ("text-embedding-ada-002", Prefixes(), 0.72),
        ("sentence-transformers/all-MiniLM-L6-v2", Prefixes(), 0.25),
        ("somebody/unheard-of", Prefixes(), None),
    ],
)
def test_models_are_known_by_their_names(
    name: str, prefixes: Prefixes, floor: float | None
) -> None:
    assert family(name) == (prefixes, floor)


def test_bge_asks_for_an_instruction_before_queries_only() -> None:
    query, document = family("BAAI/bge-base-en-v1.5").prefixes
    assert query.startswith("Represent this sentence") and query.endswith(": ")
    assert document == ""


def test_ids_keep_models_versions_and_document_prefixes_apart() -> None:
    ids = [
        model_id("openai", "m", None, Prefixes()),
        model_id("openai", "m", 8, Prefixes()),
        model_id("fastembed", "m", 8, Prefixes()),
        model_id("openai", "m", 8, E5),
        model_id("openai", "m", 8, NOMIC),
    ]
    assert len(set(ids)) == len(ids)
    assert model_id("openai", "m", 8, Prefixes("query: ")) == ids[1]


def test_rows_are_brought_to_unit_length() -> None:
    rows = unit_rows([[3, 4], [0, 0], [1e300, 1e300], [1e-300, 0]], 4, model="m")
    assert rows.dtype == np.float32
    wanted = np.array([[0.6, 0.8], [0.0, 0.0], [0.5**0.5] * 2, [1.0, 0.0]])
    np.testing.assert_allclose(rows, wanted, atol=1e-6)
    assert unit_rows([], 0, model="m", dim=3).shape == (0, 3)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "NoneType|shape"),
        ("text", "str that is no set"),
        ([1.0, 2.0], r"shape \(2,\)"),
        ([[1.0], [2.0], [3.0]], r"shape \(3, 1\) to 2"),
        ([[], []], r"shape \(2, 0\)"),
        ([[1.0], [2.0, 3.0]], "no set of vectors"),
        ([[1.0, 2.0]] * 2, "2 numbers, not 3"),
        ([[1.0, 2.0, np.inf]] * 2, "inf at position 2 of vector 0"),
        ([[1.0, 2.0, 10**400]] * 2, "no set of vectors"),
        ([[1.0, 2.0, 3j]] * 2, "no set of vectors"),
    ],
)
def test_what_is_no_vectors_is_a_model_error(answer: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        unit_rows(answer, 2, model="m", dim=3)


def test_the_shipped_model_has_a_name_too() -> None:
    assert isinstance(named_embedder("minilm"), MiniLM)


@pytest.mark.parametrize(
    "name", ["", "minilm:x", "folder", "folder: ", "gpt:x", "text-embedding-3-small", "OpenAI:x"]
)
def test_an_unknown_name_lists_what_there_is(name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        Memory.open("memory://", embedder=name)
    text = str(refused.value)
    assert repr(name) in text
    kinds = ("minilm", "folder:", "openai:", "sentence-transformers:", "model2vec:", "fastembed:")
    assert all(kind in text for kind in kinds)


def test_a_folder_that_is_not_there_is_refused_when_the_memory_opens(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no model folder"):
        Memory.open("memory://", embedder=f"folder:{tmp_path}/nowhere")
    with pytest.raises(InvalidInput, match="a name such as"):
        Memory.open("memory://", embedder=object())
