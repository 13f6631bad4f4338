from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.embedders.function import FunctionEmbedder
from seasoned.errors import InvalidInput, ModelError


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
