from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest

from seasoned import ModelError
from seasoned.embedders.function import FunctionEmbedder
from seasoned.memories.embedding import Embedding
from seasoned.ports import Model, Store
from seasoned.stores.sqlite import open_sqlite
from seasoned.testing import HashEmbedder

if TYPE_CHECKING:
    from seasoned.ports import Vectors


class Broken(HashEmbedder):
    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        raise ModelError("out of order")


class Counting(HashEmbedder):
    calls: tuple[tuple[str, int], ...] = ()

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        self.calls += ((kind, len(texts)),)
        return super().embed(texts, kind)


@pytest.fixture
def store() -> Iterator[Store]:
    opened = open_sqlite(None)
    yield opened
    opened.close()


def test_documents_are_float16_rows_and_adopt_the_model(store: Store) -> None:
    embedding = Embedding(store, HashEmbedder(8))
    assert store.search.model() is None
    vectors = embedding.documents(["a b", "c"])
    assert store.search.model() == Model("hash-8", 8)
    wanted = HashEmbedder(8).embed(["a b", "c"]).astype("<f2")
    assert [np.frombuffer(v or b"", "<f2").tolist() for v in vectors] == wanted.tolist()


def test_a_query_is_one_call_and_adopts_nothing(store: Store) -> None:
    embedder = Counting(8)
    vector = Embedding(store, embedder).query("a b")[1]
    assert vector is not None and vector.shape == (8,)
    assert embedder.calls == (("query", 1),)
    assert store.search.model() is None


def test_the_last_query_is_not_embedded_again_until_there_is_another_embedder(
    store: Store,
) -> None:
    one, other = Counting(8), Counting(16)
    embedding = Embedding(store, one)
    embedding.query("x")  # before the first vector another process may decide the model
    embedding.documents(["c"])
    first, again = embedding.query("a b"), embedding.query("a b")
    assert first[0] == again[0] == "hash-8" and first[1] is again[1]
    embedding.query("b c")
    embedding.query("a b")
    assert [kind for kind, _ in one.calls] == ["query", "document", "query", "query", "query"]
    store.models.begin(Model("hash-16", 16))
    store.models.switch(Model("hash-16", 16), ())
    embedding.use(other)
    model, vector = embedding.query("a b")
    assert model == "hash-16" and vector is not None and vector.shape == (16,)


@pytest.mark.parametrize("text", ["", "  \n", "!!!"])
def test_a_text_without_meaning_has_no_query_vector(store: Store, text: str) -> None:
    assert Embedding(store, HashEmbedder(8)).query(text)[1] is None


def test_no_texts_are_no_call(store: Store) -> None:
    embedder = Counting(8)
    assert Embedding(store, embedder).documents([]) == []
    assert embedder.calls == () and store.search.model() is None


def test_without_an_embedder_words_are_all_there_is(store: Store) -> None:
    embedding = Embedding(store, None)
    assert embedding.documents(["a"]) == [None]
    assert (embedding.query("a")[1], embedding.model, embedding.floor) == (None, None, 1.0)


def test_another_model_is_put_aside_with_one_warning(store: Store) -> None:
    store.search.adopt(Model("hash-8", 8))
    embedding = Embedding(store, HashEmbedder(16))
    with pytest.warns(UserWarning, match="'hash-8'.*'hash-16'.*words only") as caught:
        assert embedding.documents(["a"]) == [None]
    assert (embedding.query("a")[1], embedding.model) == (None, None)
    assert len(caught) == 1


def test_the_same_model_goes_on(store: Store) -> None:
    store.search.adopt(Model("hash-8", 8))
    embedding = Embedding(store, HashEmbedder(8, floor=0.4))
    assert (embedding.model, embedding.floor) == ("hash-8", 0.4)
    assert embedding.query("a")[1] is not None


def test_another_process_may_be_first_with_another_model(store: Store) -> None:
    embedding = Embedding(store, HashEmbedder(16))
    assert embedding.model == "hash-16"
    store.search.adopt(Model("hash-8", 8))
    with pytest.warns(UserWarning, match="words only") as caught:
        assert embedding.documents(["a"]) == [None]
    assert embedding.model is None and embedding.query("a")[1] is None
    assert len(caught) == 1


class Renamed(HashEmbedder):
    """Goes by the name of another model, and may not tell its dimension."""

    def __init__(self, dim: int, told: int) -> None:
        super().__init__(dim)
        self.model, self.size, self.dim = "same", dim, told

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        return HashEmbedder(self.size).embed(texts)


@pytest.mark.parametrize("told", [16, 0])
def test_the_same_name_with_another_dimension_is_another_model(store: Store, told: int) -> None:
    store.search.adopt(Model("same", 8))
    for ask in (lambda e: e.documents(["a"]) == [None], lambda e: e.query("a")[1] is None):
        embedding = Embedding(store, Renamed(16, told))
        said = "'same' with 8.*'same' with 16.*words only.*another model id"
        with pytest.warns(UserWarning, match=said):
            assert ask(embedding)
        assert (embedding.model, embedding.query("a")[1]) == (None, None)
    assert Embedding(store, Renamed(8, 0)).query("a")[1] is not None


def test_failures_are_one_warning_and_no_vectors(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    embedding = Embedding(store, Broken(8))
    with pytest.warns(UserWarning, match="out of order"):
        assert embedding.documents(["a", "b"]) == [None, None]
    assert (embedding.query("a")[1], embedding.documents(["c"])) == (None, [None])
    assert (caplog.records, store.search.model()) == ([], None)
    with pytest.warns(UserWarning, match="out of order"):
        Embedding(store, Broken(8)).query("another memory")


def test_a_function_that_fails_when_asked_for_its_name_leaves_words(store: Store) -> None:
    def fails(text: str) -> list[float]:
        raise OSError("offline")

    embedding = Embedding(store, FunctionEmbedder(fails))
    with pytest.warns(UserWarning, match="'fails' failed.*offline"):
        assert embedding.model is None
    assert embedding.floor == 1.0
    assert (embedding.documents(["a"]), embedding.query("a")[1]) == ([None], None)


def test_a_function_that_is_not_exact_is_recognised(store: Store) -> None:
    chance = np.random.default_rng(7)
    exact, name = HashEmbedder(256), ""
    for noise in (0.0, 1e-3, 1e-3, 1e-3):

        def function(text: str, noise: float = noise) -> list[float]:
            vector = exact.embed([text])[0] + noise * chance.standard_normal(256)
            return list(vector)

        embedding = Embedding(store, FunctionEmbedder(function))
        assert embedding.documents(["a"]) != [None]
        name = name or str(embedding.model)
        assert embedding.model == name
    assert store.search.model() == Model(name, 256)


def test_whatever_an_embedder_raises_leaves_words(store: Store) -> None:
    class Offline(HashEmbedder):
        def embed(
            self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
        ) -> Vectors:
            raise ConnectionError("no route")

    embedding = Embedding(store, Offline(8))
    with pytest.warns(UserWarning, match="words only: ConnectionError.*no route") as caught:
        assert embedding.documents(["a"]) == [None]
    assert (embedding.query("a")[1], len(caught)) == (None, 1)


def test_an_embedder_that_takes_no_kind_is_told_what_is_expected(store: Store) -> None:
    class Narrow:
        model, dim, floor = "narrow", 8, 0.1

        def embed(self, texts: Sequence[str]) -> Vectors:
            return HashEmbedder(8).embed(texts)

    with pytest.warns(UserWarning, match=r"TypeError.*embed\(texts, kind\)"):
        assert Embedding(store, Narrow()).documents(["a"]) == [None]  # type: ignore[arg-type]


def test_an_interrupt_is_not_hidden(store: Store) -> None:
    class Slow(HashEmbedder):
        def embed(
            self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
        ) -> Vectors:
            raise KeyboardInterrupt

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(KeyboardInterrupt):
            Embedding(store, Slow(8)).documents(["a"])


@pytest.mark.parametrize("scale", [1e6, 1e-9])
def test_vectors_are_kept_at_length_1_whatever_an_embedder_answers(
    store: Store, scale: float
) -> None:
    class Scaled(HashEmbedder):
        def embed(
            self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
        ) -> Vectors:
            return np.asarray(HashEmbedder(8).embed(texts) * scale, np.float32)

    (data,) = Embedding(store, Scaled(8)).documents(["a b"])
    kept = np.frombuffer(data or b"", "<f2").astype(np.float64)
    wanted = HashEmbedder(8).embed(["a b"])[0]
    assert kept == pytest.approx(wanted, abs=1e-3)
    _, query = Embedding(store, Scaled(8)).query("a b")
    assert query == pytest.approx(wanted, abs=1e-6)


class Answering(HashEmbedder):
    """Answers what it is told, whatever it was asked."""

    answer: object = None

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "text",
        [["a"], ["b"]],
        [],
        [1.0, 2.0],
        [[1.0]],
        [[1.0] * 8] * 3,
        [[1.0], [1.0, 2.0]],
        [[], []],
        np.zeros((2, 8, 1)),
    ],
)
def test_an_answer_that_is_no_vectors_is_a_failure(store: Store, answer: object) -> None:
    embedder = Answering(8)
    embedder.answer = answer
    with pytest.warns(UserWarning, match="embedding failed.*'hash-8' answered"):
        assert Embedding(store, embedder).documents(["a", "b"]) == [None, None]
    assert store.search.model() is None


class Choosy(HashEmbedder):
    """Fails on a whole batch for one text that it does not take."""

    texts = 0

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        self.texts += len(texts)
        if any("poison" in text for text in texts):
            raise ValueError("content filter")
        return super().embed(texts, kind)


@pytest.mark.parametrize("bad", [[7], [0], [99], [3, 4, 50], list(range(1, 8))])
def test_a_text_that_the_embedder_refuses_costs_its_own_vector_alone(
    store: Store, bad: list[int]
) -> None:
    embedder = Choosy(8)
    texts = [f"poison {n}" if n in bad else f"text {n}" for n in range(100)]
    with pytest.warns(UserWarning, match=rf"{len(bad)} of 100 .*content filter"):
        vectors = Embedding(store, embedder).documents(texts)
    assert [n for n, vector in enumerate(vectors) if vector is None] == bad
    (wanted,) = HashEmbedder(8).embed([texts[60]]).astype("<f2")
    assert vectors[60] == wanted.tobytes()


def test_an_embedder_that_is_down_is_asked_three_times_and_no_more(store: Store) -> None:
    embedder = Choosy(8)
    with pytest.warns(UserWarning, match="embedding failed.*content filter"):
        assert Embedding(store, embedder).documents(["poison"] * 100) == [None] * 100
    assert embedder.texts == 102


def test_an_answer_that_is_no_query_is_a_failure(store: Store) -> None:
    embedder = Answering(8)
    embedder.answer = [[1.0] * 8] * 2
    with pytest.warns(UserWarning, match="embedding failed.*'hash-8' answered"):
        assert Embedding(store, embedder).query("a b c")[1] is None
    assert store.search.model() is None


def test_a_text_without_a_vector_leaves_the_others_theirs(store: Store) -> None:
    embedder = Answering(2)
    embedder.answer = [[1.0, 0.0], [np.nan, np.nan], [0.0, 1e300], [0.0, 1.0]]
    with pytest.warns(UserWarning, match="no vector for 2 of 4 text"):
        vectors = Embedding(store, embedder).documents(["a", "b", "c", "d"])
    assert [vector is not None for vector in vectors] == [True, False, False, True]
    embedder.answer = [[np.nan, np.nan]]
    embedding = Embedding(store, embedder)
    with pytest.warns(UserWarning, match="no vector for 1 of 1 text") as caught:
        assert (embedding.query("a")[1], embedding.documents(["a"])) == (None, [None])
    assert len(caught) == 1


def test_a_first_answer_without_any_vector_decides_no_model(store: Store) -> None:
    embedder = Answering(2)
    embedder.answer = [[np.nan, np.nan]]
    with pytest.warns(UserWarning, match="no vector"):
        assert Embedding(store, embedder).documents(["a"]) == [None]
    assert store.search.model() is None


def test_lists_of_floats_are_vectors_too(store: Store) -> None:
    embedder = Answering(2)
    embedder.answer = [[0.6, 0.8]]
    (vector,) = Embedding(store, embedder).documents(["a"])
    assert np.frombuffer(vector or b"", "<f2").tolist() == pytest.approx([0.6, 0.8], abs=1e-3)


def test_a_query_says_which_model_to_search_with(store: Store) -> None:
    embedding = Embedding(store, HashEmbedder(8))
    assert [embedding.query(text)[0] for text in ("a", "!!!", " ")] == ["hash-8"] * 3
    assert Embedding(store, None).query("a") == (None, None)


def test_vectors_are_stamped_with_their_model(store: Store) -> None:
    assert Embedding(store, None).stamped(["a"]) == (None, [None])
    with pytest.warns(UserWarning, match="out of order"):
        assert Embedding(store, Broken(8)).stamped(["a"]) == (None, [None])
    model, (vector,) = Embedding(store, HashEmbedder(8)).stamped(["a"])
    assert model == "hash-8" and vector is not None


def test_another_embedder_takes_over_when_the_store_has_moved(store: Store) -> None:
    embedding = Embedding(store, HashEmbedder(8))
    embedding.documents(["a"])
    store.models.begin(Model("hash-16", 16))
    store.models.switch(Model("hash-16", 16), ())
    embedding.use(HashEmbedder(16))
    assert (embedding.model, embedding.stamped(["a"])[0]) == ("hash-16", "hash-16")


def test_a_write_notices_that_the_store_has_moved(store: Store) -> None:
    embedding = Embedding(store, HashEmbedder(8))
    embedding.documents(["a"])
    store.models.begin(Model("hash-16", 16))
    store.models.switch(Model("hash-16", 16), ())
    assert embedding.model == "hash-8"  # what is held in memory can still be searched
    with pytest.warns(UserWarning, match="'hash-16' with 16.*'hash-8' with 8.*admin.reembed"):
        assert embedding.stamped(["a"]) == (None, [None])
    assert embedding.model is None


def test_two_processes_that_begin_with_one_function_agree_on_its_name(store: Store) -> None:
    exact, chance = HashEmbedder(256), np.random.default_rng(11)

    def function(text: str) -> list[float]:
        return list(exact.embed([text])[0] + 2e-3 * chance.standard_normal(256))

    pair = [Embedding(store, FunctionEmbedder(function)) for _ in range(2)]
    assert len({embedding.model for embedding in pair}) == 2  # neither knows of the other
    assert len({embedding.stamped(["a"])[0] for embedding in pair}) == 1
