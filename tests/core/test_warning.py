"""Warnings point at the line that called into the package."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path

import pytest

from seasoned import Episode, Memory, Task


def test_what_a_killed_writer_left_is_told_once_and_at_the_callers_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.jsonl"
    with Memory.open(path, embedder=False) as memory:
        memory.record(Episode(Task("a")))
    with path.open("ab") as file:
        file.write(b'{"kind":"epis')
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        Memory.open(path, embedder=False).close()
    (warning,) = told
    assert warning.filename == __file__
    assert "13 bytes of a write that broke off" in str(warning.message)
    assert "broke off" not in capfd.readouterr().err or logging.getLogger().handlers


def test_another_model_is_told_at_the_callers_line(tmp_path: Path) -> None:
    def one(text: str) -> list[float]:
        return [1.0, float(len(text))]

    with Memory.open(tmp_path / "m.db", embedder=one) as memory:
        memory.record(Episode(Task("a")))

    def other(text: str) -> list[float]:
        return [1.0, 2.0, float(len(text))]

    with Memory.open(tmp_path / "m.db", embedder=other) as memory:
        with pytest.warns(UserWarning, match="holds vectors of the model") as told:
            memory.recall("a")
    assert {warning.filename for warning in told} == {__file__}
