"""sentence-transformers, with a tiny network of random weights; nothing is fetched."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seasoned import Episode, InvalidInput, Memory, MissingExtra, ModelError, Outcome, Task
from seasoned.embedders.sentence_transformers import SentenceTransformersEmbedder
from tests.embedders.graphs import PIECES

LINE = 'pip install ".[sentence-transformers]"'


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library: Any = pytest.importorskip(
        "sentence_transformers", reason=f"sentence-transformers is not installed: {LINE}"
    )
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("models")
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n")
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=len(PIECES),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder / "bert")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder / "bert")
    words = library.sentence_transformer.modules.Transformer(str(folder / "bert"))
    pooling = library.sentence_transformer.modules.Pooling(16, pooling_mode="mean")
    library.SentenceTransformer(modules=[words, pooling], device="cpu").save(str(folder / "tiny"))
    return folder / "tiny"


def make(model: Path, **options: Any) -> SentenceTransformersEmbedder:
    return SentenceTransformersEmbedder(str(model), device="cpu", offline=True, **options)


def test_vectors_are_the_models_at_unit_length(model: Path) -> None:
    from sentence_transformers import SentenceTransformer

    texts = ["fix the login test", "", "book a flight"]
    embedder = make(model)
    vectors = embedder.embed(texts)
    assert vectors.dtype == np.float32
    assert (vectors.shape, embedder.dim) == ((3, 16), 16)
    wanted = SentenceTransformer(str(model), device="cpu").encode(
        [texts[0], texts[2]], normalize_embeddings=True, show_progress_bar=False
    )
    np.testing.assert_allclose(vectors[[0, 2]], wanted, atol=1e-5)
    assert not vectors[1].any()
    assert embedder.embed([]).shape == (0, 16)


def test_prefixes_are_the_callers_or_the_models_own(model: Path, tmp_path: Path) -> None:
    plain, given = make(model), make(model, prefixes=("query: ", "passage: "))
    behind = plain.embed(["query: flight", "passage: flight"])
    np.testing.assert_allclose(given.embed(["flight"], "query"), behind[:1], atol=1e-5)
    np.testing.assert_allclose(given.embed(["flight"]), behind[1:], atol=1e-5)
    assert given.model == f"{plain.model}+passage:"
    own = Path(shutil.copytree(model, tmp_path / "own"))
    settings = own / "config_sentence_transformers.json"
    text = settings.read_text()
    prompts = '"prompts": {"query": "query: ", "document": "passage: "}, "extra"'
    settings.write_text(text.replace('"prompts"', prompts, 1))
    np.testing.assert_allclose(make(own).embed(["flight"], "query"), behind[:1], atol=1e-5)
    np.testing.assert_allclose(make(own).embed(["flight"]), behind[1:], atol=1e-5)


def test_vectors_can_be_cut(model: Path) -> None:
    embedder = make(model, dimensions=4)
    vectors = embedder.embed(["fix the login test"])
    assert (vectors.shape, embedder.dim) == ((1, 4), 4)
    np.testing.assert_allclose(np.linalg.norm(vectors), 1.0, atol=1e-6)
    assert embedder.model != make(model).model


def test_the_id_is_that_of_the_content(model: Path, tmp_path: Path) -> None:
    moved = Path(shutil.copytree(model, tmp_path / "moved"))
    assert make(moved).model == make(model).model
    assert make(model).model.startswith("sentence-transformers:folder@16-")


def test_what_is_not_there_is_named(model: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no model folder '/no/such'"):
        SentenceTransformersEmbedder("/no/such")
    with pytest.raises(InvalidInput, match="blank"):
        SentenceTransformersEmbedder(" ")
    with pytest.raises(InvalidInput, match="dimensions=0"):
        make(model, dimensions=0)
    with pytest.raises(ModelError, match="failed"):
        make(tmp_path)


def test_a_failure_is_a_model_error(model: Path) -> None:
    embedder = make(model)
    embedder._library.tokenize = embedder._library.preprocess = None
    with pytest.raises(ModelError, match="sentence-transformers:folder@16-"):
        embedder.embed(["flight"])


def test_a_memory_is_opened_with_it_by_name(model: Path, tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder=f"sentence-transformers:{model}") as memory:
        memory.record(Episode(Task("fix the login test"), outcome=Outcome.SUCCESS))
        assert memory.recall("fix the login").results
        assert memory.admin.check() == []


def test_without_the_library_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra) as refused:
        Memory.open("memory://", embedder="sentence-transformers:all-MiniLM-L6-v2")
    assert LINE in str(refused.value)
