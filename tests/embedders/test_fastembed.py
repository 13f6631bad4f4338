"""fastembed, with a tiny model of its own catalogue entry; nothing is fetched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seasoned import Episode, InvalidInput, Memory, MissingExtra, ModelError, Outcome, Task
from seasoned.embedders.fastembed import FastEmbedder
from tests.embedders.graphs import folder, mean, tokenizer_json

NAME = "tests/tiny-e5-small"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library: Any = pytest.importorskip(
        "fastembed", reason='fastembed is not installed: pip install ".[fastembed]"'
    )
    from fastembed.common.model_description import ModelSource, PoolingType

    known = [one["model"] for one in library.TextEmbedding.list_supported_models()]
    if NAME not in known:
        library.TextEmbedding.add_custom_model(
            NAME,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="tests/none"),
            dim=8,
            model_file="model.onnx",
        )
    return folder(
        tmp_path_factory.mktemp("models") / "tiny",
        tokenizer=tokenizer_json(),
        tokenizer_config={"model_max_length": 512, "pad_token": "[PAD]"},
        special_tokens_map={"pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"},
        config={"pad_token_id": 0},
    )


def test_the_mean_of_the_states_is_the_vector(model: Path) -> None:
    embedder = FastEmbedder(NAME, folder=model, prefixes=("", ""))
    vectors = embedder.embed(["Fix the login tests", " ", "flight"])
    assert vectors.dtype == np.float32
    assert embedder.dim == 8
    wanted = np.array([mean("fix", "the", "login", "test", "##s"), np.zeros(8), mean("flight")])
    np.testing.assert_allclose(vectors, wanted, atol=1e-5)
    assert embedder.embed([]).shape == (0, 8)


def test_prefixes_and_floor_go_by_the_name(model: Path) -> None:
    embedder = FastEmbedder(NAME, folder=model)
    query, document = embedder.embed(["flight"], "query"), embedder.embed(["flight"])
    np.testing.assert_allclose(query[0], mean("query", ":", "flight"), atol=1e-5)
    np.testing.assert_allclose(document[0], mean("passage", ":", "flight"), atol=1e-5)
    assert embedder.floor == 0.75
    assert embedder.model.startswith(f"fastembed:{NAME}@8-")
    assert embedder.model.endswith("+passage:")


def test_what_is_not_there_is_named(model: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="fastembed has no model 'no/such'"):
        FastEmbedder("no/such")
    with pytest.raises(InvalidInput, match="no model folder"):
        FastEmbedder(NAME, folder=tmp_path / "nowhere")
    with pytest.raises(ModelError, match=f"'{NAME}' failed"):
        FastEmbedder(NAME, folder=tmp_path)


def test_a_failure_is_a_model_error(model: Path) -> None:
    embedder = FastEmbedder(NAME, folder=model)
    embedder._library.model.tokenizer = None
    with pytest.raises(ModelError, match="fastembed:tests/tiny"):
        embedder.embed(["flight"])


def test_a_memory_keeps_its_vectors(model: Path, tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder=FastEmbedder(NAME, folder=model)) as memory:
        memory.record(Episode(Task("fix the login test"), outcome=Outcome.SUCCESS))
        assert memory.recall("fix the login").results
        assert memory.admin.check() == []


def test_without_the_library_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(MissingExtra, match=r'pip install "\.\[fastembed\]"'):
        Memory.open("memory://", embedder="fastembed:BAAI/bge-small-en-v1.5")
