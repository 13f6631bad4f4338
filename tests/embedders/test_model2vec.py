"""Static embeddings, with a tiny model that is made here."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from seasoned import Episode, InvalidInput, Memory, MissingExtra, ModelError, Outcome, Task
from seasoned.embedders.model2vec import Model2VecEmbedder

WORDS = ["[PAD]", "[UNK]", "fix", "the", "login", "test", "book", "a", "flight"]
TABLE = np.random.default_rng(7).normal(size=(len(WORDS), 8)).astype(np.float32)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = pytest.importorskip(
        "model2vec", reason='model2vec is not installed: pip install ".[model2vec]"'
    )
    from tokenizers import Tokenizer, models, pre_tokenizers

    vocabulary = {word: id for id, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    path = tmp_path_factory.mktemp("models") / "tiny"
    library.StaticModel(TABLE, tokenizer).save_pretrained(path)
    return path


def test_the_mean_of_the_words_is_the_vector(model: Path) -> None:
    embedder = Model2VecEmbedder(model)
    vectors = embedder.embed(["fix the login", "flight"], kind="query")
    wanted = np.array([TABLE[2:5].mean(axis=0), TABLE[8]])
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    assert vectors.dtype == np.float32
    assert embedder.dim == 8
    np.testing.assert_allclose(vectors, wanted, atol=1e-5)


def test_texts_without_a_known_word_are_similar_to_nothing(model: Path) -> None:
    embedder = Model2VecEmbedder(model)
    assert not embedder.embed(["", "unheard", "half \ud83d"]).any()
    assert embedder.embed([]).shape == (0, 8)


def test_the_id_is_that_of_the_content(model: Path, tmp_path: Path) -> None:
    first = Model2VecEmbedder(model)
    moved = Model2VecEmbedder(shutil.copytree(model, tmp_path / "moved"))
    assert first.model == moved.model
    assert first.model.startswith("model2vec:static@8-")
    (tmp_path / "moved/README.md").write_text("another card")
    assert Model2VecEmbedder(tmp_path / "moved").model == first.model
    weights = tmp_path / "moved/model.safetensors"
    raw = bytearray(weights.read_bytes())
    raw[-1] ^= 1
    weights.write_bytes(raw)
    assert Model2VecEmbedder(tmp_path / "moved").model != first.model


def test_a_folder_without_a_model_is_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no model folder '.*nowhere'"):
        Model2VecEmbedder(tmp_path / "nowhere")
    broken = Path(shutil.copytree(model, tmp_path / "broken"))
    (broken / "model.safetensors").write_bytes(b"not that")
    with pytest.raises(InvalidInput, match="holds no model of model2vec"):
        Model2VecEmbedder(broken)


def test_a_failure_is_a_model_error(model: Path) -> None:
    embedder = Model2VecEmbedder(model)
    embedder._static.embedding = TABLE[:3]
    with pytest.raises(ModelError, match=r"model2vec:static@8-.* failed: IndexError"):
        embedder.embed(["flight"])


def test_a_memory_is_opened_with_it_by_name(model: Path, tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder=f"model2vec:{model}") as memory:
        memory.record(Episode(Task("fix the login test"), outcome=Outcome.SUCCESS))
        assert memory.recall("fix the login").results
        assert memory.admin.check() == []


def test_without_the_library_the_install_line_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "model2vec", None)
    with pytest.raises(MissingExtra, match=r'pip install "\.\[model2vec\]"'):
        Memory.open("memory://", embedder=f"model2vec:{tmp_path}")
