from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.embedders.function import FunctionEmbedder
from seasoned.embedders.minilm import MiniLM
from seasoned.errors import InvalidInput, ModelError
from seasoned.testing import HashEmbedder


def returning(answer: Any, **options: Any) -> FunctionEmbedder:
    return FunctionEmbedder(lambda text: answer, model="mine-1", **options)


@pytest.mark.parametrize("answer", [[3.0, 4.0], (3, 4), np.array([3, 4], dtype=np.float16)])
def test_vectors_are_scaled_to_unit_length(answer: Any) -> None:
    vectors = returning(answer).embed(["a", "b"], kind="query")
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, [[0.6, 0.8], [0.6, 0.8]])


def test_the_answer_itself_is_left_alone() -> None:
    answer = np.array([3.0, 4.0])
    returning(answer).embed(["a"])
    assert answer.tolist() == [3.0, 4.0]


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=8).filter(any)
)
def test_any_finite_vector_gets_unit_length(answer: list[float]) -> None:
    assert np.linalg.norm(returning(answer).embed(["a"])) == pytest.approx(1.0, abs=1e-5)


def test_a_zero_vector_stays_zero() -> None:
    assert returning([0.0, 0.0]).embed(["a"]).tolist() == [[0.0, 0.0]]


def test_the_dimension_is_learnt_from_the_first_vector() -> None:
    embedder = FunctionEmbedder(lambda text: [1.0] * len(text), model="mine-1")
    assert embedder.embed([]).shape == (0, 0)
    assert embedder.embed(["abc"]).shape == (1, 3)
    assert embedder.dim == 3
    assert embedder.embed([]).shape == (0, 3)
    with pytest.raises(ModelError, match="vector of 3 finite numbers, got 4 numbers"):
        embedder.embed(["abcd"])


def test_a_given_dimension_holds_from_the_first_vector() -> None:
    with pytest.raises(ModelError, match="vector of 5 finite numbers, got 2 numbers"):
        returning([1.0, 2.0], dim=5).embed(["a"])


@pytest.mark.parametrize(
    ("answer", "got"),
    [
        ([1.0, float("nan")], "nan at position 1"),
        ([float("-inf")], "-inf at position 0"),
        ([], r"a list of shape \(0,\)"),
        ([[1.0, 2.0]], r"a list of shape \(1, 2\)"),
        (1.0, r"a float of shape \(\)"),
        ("words", "a str"),
        (None, r"a NoneType of shape \(\)"),
        ([1.0, [2.0]], "a list"),
    ],
)
def test_an_answer_that_is_no_vector_is_described(answer: Any, got: str) -> None:
    with pytest.raises(ModelError, match=f"'mine-1' has to return .* got {got}"):
        returning(answer).embed(["a"])


def test_a_failing_function_is_named_with_its_reason() -> None:
    def fails(text: str) -> list[float]:
        raise TimeoutError("no answer after 30 s")

    with pytest.raises(ModelError, match=r"'mine-1' failed on 'a'.*no answer after 30 s") as caught:
        FunctionEmbedder(fails, model="mine-1").embed(["a"])
    assert isinstance(caught.value.__cause__, TimeoutError)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FunctionEmbedder("text", model="m"), "cannot be called"),  # type: ignore[arg-type]
        (lambda: returning([1.0], dim=0), "dim=0"),
        (lambda: returning([1.0], floor=1.5), "floor=1.5"),
        (lambda: FunctionEmbedder(lambda text: [1.0], model=" "), "model=' ' is blank"),
    ],
)
def test_nonsense_options_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        make()


def test_one_string_instead_of_a_list_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'fix it' is one string"):
        returning([1.0]).embed("fix it")


def dense(seed: int, dim: int = 256) -> Callable[[str], list[float]]:
    """Sums of one random direction per word."""

    def function(text: str) -> list[float]:
        total = np.zeros(dim)
        for word in text.lower().split():
            total += np.random.default_rng([seed, *word.encode()]).standard_normal(dim)
        return list(total)

    return function


def crowded(text: str) -> list[float]:
    """All vectors lie in a narrow cone, as those of some large models do."""
    vector = np.array(dense(1)(text))
    return list(vector / np.linalg.norm(vector) + 1.7 / 16)


def hashed(text: str) -> list[float]:
    return list(HashEmbedder(64).embed([text])[0])


FUNCTIONS = {"dense": dense(1), "narrow": crowded, "hashed": hashed}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_floor_that_is_found_parts_related_from_unrelated(name: str) -> None:
    embedder = FunctionEmbedder(FUNCTIONS[name])
    task, same, *others = embedder.embed(
        [
            "fix the flaky login test",
            "the login test is flaky again",
            "a red salad with basil and oil",
            "translate an old poem into french",
            "plan my holiday beside some lake",
        ]
    )
    assert task @ same > embedder.floor
    assert all(task @ other < embedder.floor for other in others)
    assert FunctionEmbedder(FUNCTIONS[name], floor=-0.5).floor == -0.5


def test_the_rule_gives_the_shipped_model_the_floor_that_was_fitted() -> None:
    shipped = MiniLM()
    found = FunctionEmbedder(lambda text: shipped.embed([text])[0]).floor
    assert found == pytest.approx(shipped.floor, abs=0.03)


@pytest.mark.parametrize("answer", [[0.0, 0.0], [1.0, 1.0], [1.0]])
def test_a_floor_from_vectors_that_tell_nothing_stays_in_range(answer: list[float]) -> None:
    assert 0.0 < FunctionEmbedder(lambda text: answer).floor < 1.0


def test_other_functions_have_other_ids_wherever_they_stand() -> None:
    functions = [dense(1), dense(2), dense(1, 128), crowded, hashed]
    ids = [FunctionEmbedder(function).model for function in functions]
    assert len(set(ids)) == len(ids)
    again = [partial(function) for function in functions]
    assert [FunctionEmbedder(function).model for function in again] == ids
    assert ids[0].startswith("function-256-")


def test_the_id_of_a_function_is_the_same_in_every_process() -> None:
    """Stored with the vectors, so it must never change."""
    found = FunctionEmbedder(lambda text: [float(b) - 90 for b in text.encode()[:32]]).model
    assert found == "function-32-47af488a9e21f1d4"


def test_a_stored_id_is_recognised_within_a_little_noise() -> None:
    embedder = FunctionEmbedder(dense(1))
    found = embedder.model
    bits = int(found[-16:], 16)
    near, far = (f"{found[:-16]}{bits ^ mask:016x}" for mask in (0b10010, 0xFFFF))
    assert not embedder.recognise(far) and embedder.model == found
    assert not embedder.recognise(near.replace("256", "255"))
    assert not embedder.recognise("all-MiniLM-L6-v2") and not embedder.recognise("x-256-zz")
    assert embedder.recognise(near) and embedder.model == near
    named = FunctionEmbedder(dense(1), model="mine")
    assert named.recognise("mine") and not named.recognise(found)


def test_naming_and_floor_need_no_call_if_they_are_given() -> None:
    calls: list[str] = []

    def function(text: str) -> list[float]:
        calls.append(text)
        return [1.0]

    embedder = FunctionEmbedder(function, model="mine", floor=0.2)
    assert (embedder.model, embedder.floor, embedder.dim, calls) == ("mine", 0.2, 0, [])
    lazy = FunctionEmbedder(function)
    assert [lazy.model, lazy.floor] == [lazy.model, lazy.floor] and len(calls) == 13
