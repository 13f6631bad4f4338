"""Model folders: tiny graphs made on the fly, and the shipped model as a folder of its own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seasoned import Episode, InvalidInput, Memory, ModelError, Outcome, Task
from seasoned.embedders.folder import FolderEmbedder, Reading
from seasoned.embedders.minilm import MiniLM
from tests.embedders.graphs import PIECES, TABLE, folder, graph, mean, tokenizer_json

DATA = Path(__file__).parents[2] / "src/seasoned/data"
TEXTS = ["Fix the login tests", "Book a flight"]
WANTED = np.array([mean("fix", "the", "login", "test", "##s"), mean("book", "a", "flight")])
CLS = TABLE[2] / np.linalg.norm(TABLE[2])


def test_the_mean_of_the_states_is_the_vector(tmp_path: Path) -> None:
    embedder = FolderEmbedder(folder(tmp_path / "m"))
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert embedder.dim == 8
    np.testing.assert_allclose(vectors, WANTED, atol=1e-6)


@pytest.mark.parametrize(
    "model",
    [
        graph(inputs=("input_ids",)),
        graph(inputs=("input_ids", "attention_mask"), kind=6),
        graph(pooled=True, output="sentence_embedding"),
        graph(output="token_embeddings"),
    ],
    ids=["ids only", "int32", "pooled", "other name"],
)
def test_graphs_of_several_exporters_give_the_same(tmp_path: Path, model: bytes) -> None:
    vectors = FolderEmbedder(folder(tmp_path, model)).embed(TEXTS)
    np.testing.assert_allclose(vectors, WANTED, atol=1e-6)


@pytest.mark.parametrize(
    "said",
    [
        {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False},
        {"pooling_mode": "cls", "word_embedding_dimension": 8},
    ],
)
def test_pooling_is_as_the_folder_says(tmp_path: Path, said: dict[str, Any]) -> None:
    path = folder(tmp_path, **{"1_Pooling__config": said})
    np.testing.assert_allclose(FolderEmbedder(path).embed(TEXTS), [CLS, CLS], atol=1e-6)
    told = FolderEmbedder(path, reading=Reading(pooling="mean"))
    np.testing.assert_allclose(told.embed(TEXTS), WANTED, atol=1e-6)
    assert told.model != FolderEmbedder(path).model


def test_the_shipped_model_works_as_a_folder() -> None:
    texts = ["The sign-in check fails now and then.", "", "flaky login test"]
    embedder = FolderEmbedder(DATA, reading=Reading(limit=256), threads=2)
    np.testing.assert_allclose(embedder.embed(texts), MiniLM().embed(texts), atol=1e-6)
    assert embedder.dim == 384


def test_the_vocabulary_may_come_with_the_tokenizer(tmp_path: Path) -> None:
    path = folder(tmp_path, tokenizer=tokenizer_json())
    (path / "vocab.txt").unlink()
    np.testing.assert_allclose(FolderEmbedder(path).embed(TEXTS), WANTED, atol=1e-6)


def test_the_graph_may_lie_elsewhere(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (path / "model.onnx").rename(path / "small.onnx")
    np.testing.assert_allclose(FolderEmbedder(path).embed(TEXTS), WANTED, atol=1e-6)
    (path / "large.onnx").write_bytes(graph(table=TABLE * 2))
    with pytest.raises(InvalidInput, match=r"large\.onnx, small\.onnx; say which"):
        FolderEmbedder(path)
    FolderEmbedder(path, reading=Reading(graph="small.onnx")).embed(TEXTS)
    (path / "onnx").mkdir()
    (path / "small.onnx").rename(path / "onnx/model.onnx")
    np.testing.assert_allclose(FolderEmbedder(path).embed(TEXTS), WANTED, atol=1e-6)


@pytest.mark.parametrize(
    "files",
    [
        {"sentence_bert_config": {"max_seq_length": 4}},
        {"tokenizer_config": {"model_max_length": 4}, "config": {"max_position_embeddings": 512}},
        {
            "tokenizer_config": {"model_max_length": 10**30},
            "config": {"max_position_embeddings": 4},
        },
    ],
)
def test_the_tightest_limit_of_the_settings_holds(tmp_path: Path, files: dict[str, Any]) -> None:
    vectors = FolderEmbedder(folder(tmp_path, **files)).embed(["fix the login test"])
    np.testing.assert_allclose(vectors, [mean("fix", "the")], atol=1e-6)


def test_prefixes_come_from_the_caller_the_folder_or_its_name(tmp_path: Path) -> None:
    plain = folder(tmp_path / "plain")
    e5 = folder(tmp_path / "e5-small-v2")
    prompts = {"query": "fix ", "document": "book "}
    own = folder(tmp_path / "own", config_sentence_transformers={"prompts": prompts})
    given = FolderEmbedder(own, prefixes=("the ", ""))

    def pair(embedder: FolderEmbedder) -> list[Any]:
        return [embedder.embed(["flight"], "query")[0], embedder.embed(["flight"])[0]]

    np.testing.assert_allclose(pair(FolderEmbedder(plain)), [mean("flight")] * 2, atol=1e-6)
    wanted = [mean("query", ":", "flight"), mean("passage", ":", "flight")]
    np.testing.assert_allclose(pair(FolderEmbedder(e5)), wanted, atol=1e-6)
    wanted = [mean("fix", "flight"), mean("book", "flight")]
    np.testing.assert_allclose(pair(FolderEmbedder(own)), wanted, atol=1e-6)
    np.testing.assert_allclose(pair(given), [mean("the", "flight"), mean("flight")], atol=1e-6)
    assert not FolderEmbedder(e5).embed([" "]).any()
    ids = {FolderEmbedder(path).model for path in (plain, e5, own)}
    assert len(ids) == 3
    assert given.model == FolderEmbedder(plain).model


def test_the_id_is_that_of_the_content(tmp_path: Path) -> None:
    first = FolderEmbedder(folder(tmp_path / "a", config={"model_type": "bert"}))
    moved = FolderEmbedder(shutil.copytree(tmp_path / "a", tmp_path / "b"))
    assert first.model == moved.model
    assert first.model.startswith("folder:bert-mean-512@")
    other = FolderEmbedder(folder(tmp_path / "c", graph(table=TABLE + 1), config={}))
    assert other.model.split("@")[1] != first.model.split("@")[1]
    (tmp_path / "b/vocab.txt").write_text("\n".join(reversed(PIECES)))
    assert FolderEmbedder(tmp_path / "b").model != first.model


def test_the_floor_is_known_by_name_and_can_be_set(tmp_path: Path) -> None:
    assert FolderEmbedder(folder(tmp_path / "bge-small-en-v1.5")).floor == 0.5
    assert 0.0 < FolderEmbedder(folder(tmp_path / "mine")).floor < 1.0  # found from its vectors
    assert FolderEmbedder(tmp_path / "mine", floor=0.6).floor == 0.6
    with pytest.raises(InvalidInput, match="floor=nan"):
        FolderEmbedder(tmp_path / "mine", floor=float("nan"))


def test_texts_without_a_known_word_are_similar_to_nothing(tmp_path: Path) -> None:
    embedder = FolderEmbedder(folder(tmp_path))
    assert not embedder.embed(["", "\U0001f9ff", "unheard of"[:7]]).any()
    assert embedder.embed([]).shape == (0, 8)
    assert embedder.embed(["half \ud83d a flight"]).any()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"tokenizer": tokenizer_json(type="Unigram")}, "a Unigram tokenizer"),
        ({"tokenizer_config": {"do_lower_case": False}}, "keeps capitals"),
        ({"1_Pooling__config": {"pooling_mode_max_tokens": True}}, "pools by pooling_mode_max"),
        ({"1_Pooling__config": {"pooling_mode": "lasttoken"}}, "pools by lasttoken"),
        ({"config": [1]}, "holds a list"),
    ],
)
def test_another_kind_of_model_is_refused(tmp_path: Path, files: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        FolderEmbedder(folder(tmp_path, **files))


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no model folder '.*nowhere'"):
        FolderEmbedder(tmp_path / "nowhere")
    with pytest.raises(InvalidInput, match=r"holds no model\.onnx or onnx/model\.onnx"):
        FolderEmbedder(tmp_path)
    path = folder(tmp_path / "m")
    (path / "config.json").write_text("{")
    with pytest.raises(InvalidInput, match=r"config\.json cannot be read as JSON"):
        FolderEmbedder(path)
    (path / "config.json").unlink()
    (path / "vocab.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidInput, match=r"vocab\.txt cannot be read as UTF-8"):
        FolderEmbedder(path)
    (path / "vocab.txt").unlink()
    with pytest.raises(InvalidInput, match=r"neither vocab\.txt nor tokenizer\.json"):
        FolderEmbedder(path)
    with pytest.raises(InvalidInput, match="pooling='max'"):
        FolderEmbedder(folder(path), reading=Reading(pooling="max"))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="threads=0"):
        FolderEmbedder(path, threads=0)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (b"no graph", "cannot load model.onnx"),
        (graph(inputs=("input_ids", "pixel_values")), "asks for 'pixel_values'"),
        (graph(kind=9), "onnxruntime cannot load|as tensor"),
        (graph(table=TABLE[:3]), "onnxruntime failed"),
        (graph(table=TABLE * np.float32(np.nan)), "nan at position 0"),
    ],
)
def test_a_graph_that_does_not_work_is_a_model_error(
    tmp_path: Path, model: bytes, said: str
) -> None:
    embedder = FolderEmbedder(folder(tmp_path, model))
    with pytest.raises(ModelError, match=said):
        embedder.embed(TEXTS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_embeds(tmp_path: Path) -> None:
    embedder = FolderEmbedder(folder(tmp_path))
    embedder.embed(TEXTS)
    child = os.fork()
    if child == 0:
        np.save(tmp_path / "child.npy", embedder.embed(TEXTS))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    np.testing.assert_allclose(np.load(tmp_path / "child.npy"), WANTED, atol=1e-6)


def test_a_memory_is_opened_with_it_by_name(tmp_path: Path) -> None:
    path = folder(tmp_path / "model")
    with Memory.open(tmp_path / "m.db", embedder=f"folder:{path}") as memory:
        memory.record(Episode(Task("fix the login test"), outcome=Outcome.SUCCESS))
        assert memory.recall("login tests").results
        assert memory.admin.stats().model == FolderEmbedder(path).model
        assert memory.admin.check() == []
