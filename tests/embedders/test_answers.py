"""What all embedders share: only what says something is asked for."""

from __future__ import annotations

import numpy as np
import pytest

from seasoned import ModelError
from seasoned.embedders.answers import told_rows


def test_blank_texts_are_not_asked_for_and_have_rows_of_zeros() -> None:
    asked: list[list[str]] = []

    def ask(texts: list[str]) -> object:
        asked.append(texts)
        return [[3.0, 4.0], [0.0, 2.0]]

    rows = told_rows(["", "one", "", "two"], ask, model="m", dim=2)
    assert asked == [["one", "two"]]
    assert np.allclose(rows, np.array([[0, 0], [0.6, 0.8], [0, 0], [0, 1]]))


@pytest.mark.parametrize("given", [[], ["", ""]])
def test_where_all_is_blank_nothing_is_asked(given: list[str]) -> None:
    def ask(texts: list[str]) -> object:
        raise AssertionError(texts)

    assert told_rows(given, ask, model="m", dim=3).shape == (len(given), 3)


def test_an_answer_for_another_number_of_texts_is_refused() -> None:
    with pytest.raises(ModelError, match="2 text"):
        told_rows(["a", "", "b"], lambda _: [[1.0, 0.0]], model="m", dim=2)
