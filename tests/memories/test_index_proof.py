"""The proof that indexes agree with the rows, while another process goes on writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Task
from seasoned.memories.search import Searcher


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.db"


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with Memory.open(path, embedder=False) as memory:
        memory.episodes.record_many(Episode(Task(f"water {i}")) for i in range(5))
        memory.recall("water")
        yield memory


def record(other: Memory) -> None:
    other.record(Episode(Task("meanwhile")))


def forget(other: Memory) -> None:
    other.forget(other.episodes.recent[0].id)


@pytest.mark.parametrize("meanwhile", [record, forget])
def test_what_others_write_between_two_looks_is_no_finding(
    path: Path,
    memory: Memory,
    meanwhile: Callable[[Memory], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = Searcher.held

    def late(self: Searcher, *args: Any) -> set[int]:
        with Memory.open(path, embedder=False) as other:
            meanwhile(other)
        return held(self, *args)

    monkeypatch.setattr(Searcher, "held", late)
    assert memory.admin.check() == []


@pytest.mark.parametrize("wrong", [{1, 2, 3, 4}, {1, 2, 3, 4, 5, 99}])
def test_what_an_index_misses_or_has_too_many_is_a_finding(
    memory: Memory, wrong: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Searcher, "held", lambda *_: set(wrong))
    (finding,) = memory.admin.check()
    assert finding.part == "index"
