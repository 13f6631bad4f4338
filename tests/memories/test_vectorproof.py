"""Vectors that are not those of their texts are found by embedding again, and mended."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest

from seasoned import Episode, Memory, Task
from seasoned.errors import ModelError
from seasoned.testing import HashEmbedder

WORDS = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "islet", "jetty")


class Embedder(HashEmbedder):
    """Counts what it embeds, and may be of another build or broken."""

    def __init__(self, build: str = "") -> None:
        super().__init__(64)
        self.build, self.texts = build, 0

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"] = "document") -> Any:
        self.texts += len(texts)
        if self.build == "broken":
            raise ModelError("no answer")
        if self.build == "picky":
            return [[n % 2 or float("nan")] * 64 for n in range(len(texts))]
        return super().embed([f"{self.build} {self.build} {text}" for text in texts], kind)


def text(n: int) -> str:
    return f"{WORDS[n % 10]} {WORDS[n // 10 % 10]} {n * 7919} {WORDS[n // 100 % 10]}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "m.db"
    with Memory.open(str(path), embedder=Embedder()) as memory:
        memory.episodes.record_many(Episode(Task(text(n))) for n in range(300))
        memory.record(Episode(Task("...")))  # without a word, and so with zeros for a vector
    return path


def swap(path: Path, one: int, other: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        read = "SELECT data FROM vector WHERE item = ?"
        data = [db.execute(read, (item,)).fetchone()[0] for item in (one, other)]
        for item, new in zip((other, one), data, strict=True):
            db.execute("UPDATE vector SET data = ? WHERE item = ?", (new, item))


def examined(path: Path, ask: Callable[[Memory], Any], build: str = "") -> tuple[Any, int]:
    """What a memory answers, and how many texts it embedded for it."""
    embedder = Embedder(build)
    with Memory.open(str(path), embedder=embedder) as memory:
        return ask(memory), embedder.texts


def parts(memory: Memory) -> list[tuple[str, bool]]:
    return [(finding.part, finding.derived) for finding in memory.admin.check()]


def thorough(memory: Memory) -> list[str]:
    return [finding.part for finding in memory.admin.check(thorough=True)]


def test_a_sound_memory_costs_a_bounded_number_of_texts(path: Path) -> None:
    assert examined(path, parts) == ([], 64)


def test_vectors_of_another_build_are_found_and_made_anew(path: Path) -> None:
    assert examined(path, parts, "other") == ([("vectors", True)], 64)
    assert examined(path, lambda memory: memory.admin.repair(), "other")[0] == 301
    assert examined(path, thorough, "other")[0] == []


def test_two_vectors_that_changed_places_are_found_and_mended(path: Path) -> None:
    for item in range(1, 300, 8):
        swap(path, item, item + 1)
    with Memory.open(str(path), embedder=Embedder()) as memory:
        (finding,) = memory.admin.check()
        assert finding.part == "vectors" and finding.derived and "of the 64" in finding.text
        before = memory.recall(text(0)).results
        seen: list[tuple[int, int]] = []
        assert memory.admin.repair(progress=lambda *at: seen.append(at)) == 76
        assert seen[-1] == (301, 301)
        assert memory.admin.check(thorough=True) == [] and memory.admin.repair() == 0
        after = memory.recall(text(0)).results
    assert after[0].episode.task.description == text(0)
    assert after[0].similarity > 0.99 > before[0].similarity


def test_a_thorough_look_finds_what_a_sample_misses(path: Path) -> None:
    swap(path, 150, 151)
    found, _ = examined(path, thorough)
    assert found == ["vectors"]
    assert examined(path, lambda memory: memory.admin.repair(thorough=True))[0] == 2
    assert examined(path, thorough)[0] == []


def test_an_embedder_that_fails_is_a_warning_and_costs_no_vector(path: Path) -> None:
    with pytest.warns(UserWarning, match="no answer"):
        assert examined(path, parts, "broken")[0] == []
    with pytest.warns(UserWarning, match="no answer"):
        assert examined(path, lambda memory: memory.admin.repair(), "broken")[0] == 0
    assert examined(path, parts) == ([], 64)


def test_a_text_without_a_vector_is_passed_over(path: Path) -> None:
    with pytest.warns(UserWarning, match="no vector for 32 of 64"):
        assert examined(path, parts, "picky") == ([("vectors", True)], 64)


def test_texts_without_a_vector_do_not_hold_up_the_healing_of_others(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")
    with Memory.open(url, embedder=False) as memory:
        memory.episodes.record_many(Episode(Task(text(n))) for n in range(300))
    with pytest.warns(UserWarning, match="no vector for 32 of 64"):
        healed, texts = examined(tmp_path / "m.db", lambda memory: memory.admin.heal(), "picky")
    assert (healed, texts) == (150, 300)
