"""The shipped model. Golden cosines are those of the float32 network; int8 may stray by 0.05."""

from __future__ import annotations

import os
import shutil
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from seasoned.embedders.minilm import GRAPH, SUMS, VOCABULARY, MiniLM
from seasoned.errors import InvalidInput, ModelError

DATA = Path(__file__).parents[2] / "src/seasoned/data"
TEXTS = [
    "Fix the flaky login test on the build server.",
    "The sign-in check fails now and then in CI.",
    "Book a window seat to Lisbon for Tuesday.",
    "I would like to fly to Portugal next week.",
    "How do I boil an egg?",
    "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'",
]
COSINES = [
    [1.000, 0.429, -0.005, 0.005, 0.107, 0.031],
    [0.429, 1.000, 0.105, 0.144, -0.023, 0.065],
    [-0.005, 0.105, 1.000, 0.578, 0.021, 0.023],
    [0.005, 0.144, 0.578, 1.000, 0.046, -0.051],
    [0.107, -0.023, 0.021, 0.046, 1.000, 0.052],
    [0.031, 0.065, 0.023, -0.051, 0.052, 1.000],
]


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return MiniLM()


def test_vectors_are_float32_of_unit_length(embedder: MiniLM) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.dim)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_cosines_are_those_of_the_original_model(embedder: MiniLM) -> None:
    vectors = embedder.embed(TEXTS)
    np.testing.assert_allclose(vectors @ vectors.T, COSINES, atol=0.05)


def test_the_floor_parts_related_from_unrelated(embedder: MiniLM) -> None:
    vectors = embedder.embed(TEXTS)
    cosines = vectors @ vectors.T
    related = {(0, 1), (2, 3)}
    for row in range(len(TEXTS)):
        for column in range(row):
            assert (cosines[row, column] >= embedder.floor) == ((column, row) in related)


def test_a_vector_depends_on_its_text_alone(embedder: MiniLM) -> None:
    alone = np.vstack([embedder.embed([text]) for text in TEXTS])
    together = MiniLM(threads=3).embed([*TEXTS, "padding " * 200, *TEXTS], kind="query")
    assert np.array_equal(together[: len(TEXTS)], alone)
    assert np.array_equal(together[-len(TEXTS) :], alone)


@pytest.mark.parametrize("text", ["", " \n", "\x00\u200b", "\U0001f9ff\U0001fae0", "\u1200\u1208"])
def test_a_text_without_a_known_word_is_similar_to_nothing(embedder: MiniLM, text: str) -> None:
    assert not embedder.embed([text]).any()


def test_no_texts_give_no_vectors(embedder: MiniLM) -> None:
    assert embedder.embed([]).shape == (0, embedder.dim)


def test_a_long_text_is_read_to_the_256th_piece(embedder: MiniLM) -> None:
    start = "release notes " * 127
    first, second = embedder.embed([start + "are about cats", start + "speak of ships " * 60_000])
    assert np.array_equal(first, second)


def test_hostile_text_gets_a_vector(embedder: MiniLM) -> None:
    vectors = embedder.embed(["half \ud83d of an emoji", "[SEP] [CLS] [PAD]", "\u202etfel"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_one_string_instead_of_a_list_is_refused(embedder: MiniLM) -> None:
    with pytest.raises(InvalidInput, match="'fix it' is one string"):
        embedder.embed("fix it")


def test_no_thread_is_refused() -> None:
    with pytest.raises(InvalidInput, match="threads=0"):
        MiniLM(threads=0)


def test_the_id_names_the_weights() -> None:
    assert MiniLM.model == f"all-MiniLM-L6-v2-int8@{SUMS[GRAPH][:12]}"


def test_the_shipped_files_are_the_released_ones(embedder: MiniLM) -> None:
    embedder.verify()


def test_a_missing_file_is_reported_at_the_first_text(tmp_path: Path) -> None:
    embedder = MiniLM(folder=tmp_path)
    with pytest.raises(ModelError, match=rf"{GRAPH}.*embedder=False"):
        embedder.embed(["text"])


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    shutil.copy(DATA / VOCABULARY, tmp_path)
    graph = bytearray((DATA / GRAPH).read_bytes())
    graph[len(graph) // 2] ^= 1
    (tmp_path / GRAPH).write_bytes(graph)
    with pytest.raises(ModelError, match=rf"{GRAPH} is damaged.*reinstall"):
        MiniLM(folder=tmp_path).embed(["text"])


def test_the_files_may_lie_in_an_archive(embedder: MiniLM, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "package.zip", "w") as archive:
        for name in SUMS:
            archive.write(DATA / name, name)
    packed = MiniLM(folder=zipfile.Path(tmp_path / "package.zip"))
    assert np.array_equal(packed.embed(TEXTS[:1]), embedder.embed(TEXTS[:1]))


def test_threads_share_one_session(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    session = onnxruntime.InferenceSession

    def counted(*args: object, **options: object) -> object:
        made.append(session(*args, **options))
        return made[-1]

    monkeypatch.setattr(onnxruntime, "InferenceSession", counted)
    embedder = MiniLM()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(embedder.embed, [TEXTS] * 8))
    assert len(made) == 1
    assert all(np.array_equal(answer, answers[0]) for answer in answers)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("loading", [False, True])
def test_a_forked_child_embeds(embedder: MiniLM, tmp_path: Path, loading: bool) -> None:
    expected = embedder.embed(TEXTS[:2])
    if loading:
        # As if another thread were loading at the moment of the fork: it holds the lock, and
        # does not exist in the child.
        embedder._runner._lock.acquire()
    try:
        child = os.fork()
        if child == 0:
            np.save(tmp_path / "child.npy", embedder.embed(TEXTS[:2]))
            os._exit(0)
    finally:
        if loading:
            embedder._runner._lock.release()
    assert os.waitpid(child, 0)[1] == 0
    assert np.array_equal(np.load(tmp_path / "child.npy"), expected)
    assert np.array_equal(embedder.embed(TEXTS[:2]), expected)
