"""Errors that a newcomer meets first name what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from seasoned import Episode, Feedback, Filter, InvalidInput, Memory, StoreError, Task
from seasoned.core.window import WindowRules
from seasoned.importers.jsonl import episode_of


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Episode(Task("a"), lessons="b"), r"strings, such as \('a', 'b'\), got 'b'"),  # type: ignore[arg-type]
        (lambda: Filter(category=3), r"category must be a string or several, such as 'a'.*got 3"),  # type: ignore[arg-type]
        (lambda: Feedback(tests_passed=3), "tests_passed is 3 and tests_total is missing"),
        (
            lambda: episode_of(b'{"task": "a", "outcome": "succes"}'),
            "'succes'.*which is one of success, partial, failure, unknown",
        ),
    ],
    ids=["lessons", "filter", "tests", "outcome"],
)
def test_the_remedy_is_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        call()


@pytest.mark.parametrize("scheme", ["", "sqlite:///", "jsonl:///"])
def test_a_folder_is_called_one(tmp_path: Path, scheme: str) -> None:
    with pytest.raises(StoreError, match=r"is a folder; name a file in it, such as .*seasoned\.db"):
        Memory.open(f"{scheme}{tmp_path}")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda m: m.session("x", policy=WindowRules()), r"policy must be.*WorkingPolicy\(WindowR"),
        (lambda m: m.context("hi", max_tokens=-1), "max_tokens must be"),
        (lambda m: m.documents.add("shop/faq.md"), r"source.*give pathlib.Path\('shop/faq.md'\)"),
        (lambda m: m.documents.add("Goods go back free."), r"source='handbook.md'\)$"),
    ],
    ids=["policy", "budget", "path", "text"],
)
def test_the_remedy_of_a_memory_is_named(call: Callable[[Memory], object], said: str) -> None:
    with (
        Memory.open("memory://", embedder=False) as memory,
        pytest.raises(InvalidInput, match=said),
    ):
        call(memory)
