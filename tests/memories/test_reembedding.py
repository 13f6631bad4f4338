"""Moving a memory to another embedding model, from outside: nothing is lost or mixed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest

from seasoned import (
    Conflict,
    Episode,
    InvalidInput,
    Memory,
    ModelError,
    Outcome,
    PrunePolicy,
    Task,
)
from seasoned.testing import HashEmbedder

if TYPE_CHECKING:
    from seasoned.ports import Model, Vectors

ROOT = Path(__file__).parents[2]
OLD, NEW = HashEmbedder(64), HashEmbedder(32)
TASKS = [f"task number{i} of many" for i in range(600)]  # three batches


class Interrupting(HashEmbedder):
    """Counts its calls, and does something at one of them."""

    def __init__(self, dim: int = 32, at: int = 0) -> None:
        super().__init__(dim)
        self.at, self.calls, self.texts = at, 0, 0

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        self.calls += 1
        self.texts += len(texts)
        vectors = super().embed(texts, kind)
        return self.act(vectors) if self.calls == self.at else vectors

    def act(self, vectors: Vectors) -> Vectors:
        raise ModelError("the server is down")


def good(text: str) -> Episode:
    return Episode(Task(text), outcome=Outcome.SUCCESS)


def fill(path: Path, tasks: Sequence[str] = TASKS) -> None:
    with Memory.open(path, embedder=OLD) as memory:
        memory.episodes.record_many(map(good, tasks))
    with Memory.open(path, embedder=OLD, namespace="other", user="ann") as memory:
        memory.record(good("a task of ann"))


def first(memory: Memory, text: str) -> str:
    return memory.recall(text).results[0].episode.task.description


def test_a_memory_moves_with_all_its_namespaces(tmp_path: Path) -> None:
    fill(tmp_path / "m.db")
    told: list[tuple[int, int]] = []
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        assert memory.admin.reembed(NEW, progress=lambda *at: told.append(at)) == 601
        assert told == [(0, 601), (256, 601), (512, 601), (601, 601)]
        assert first(memory, "number77 of task") == "task number77 of many"
        assert memory.record(good("one more")).indexed == "done"
        assert (memory.admin.stats().model, memory.admin.stats().pending) == ("hash-32", 0)
        assert memory.admin.check() == []
    with Memory.open(tmp_path / "m.db", embedder=NEW, namespace="other", user="ann") as memory:
        assert first(memory, "ann tasks") == "a task of ann"
        assert memory.admin.check() == []


def test_recalls_after_a_move_are_those_of_a_memory_that_began_with_the_model(
    tmp_path: Path,
) -> None:
    with (
        Memory.open(tmp_path / "a.db", embedder=OLD) as moved,
        Memory.open(tmp_path / "b.db", embedder=NEW) as fresh,
    ):
        for memory in (moved, fresh):
            memory.episodes.record_many(map(good, TASKS[:50]))
        moved.admin.reembed(NEW)
        ranked = [
            [
                (r.episode.task, r.breakdown.similarity)
                for r in m.recall("task number7 of all").results
            ]
            for m in (moved, fresh)
        ]
    assert ranked[0] == ranked[1]


def test_reads_and_writes_go_on_with_the_old_model_meanwhile(tmp_path: Path) -> None:
    fill(tmp_path / "m.db")
    seen: list[str] = []
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:

        def look(done: int, total: int) -> None:
            seen.append(str(memory.admin.stats().model))
            assert first(memory, "number77 of task") == "task number77 of many"
            if done < total:
                assert memory.record(good(f"written meanwhile {done}")).indexed == "done"

        assert memory.admin.reembed(NEW, progress=look) > 601
        assert set(seen) == {"hash-64"}
        assert memory.admin.stats().pending == 0
        assert first(memory, "written meanwhile") == "written meanwhile 0"
        assert memory.admin.check() == []


def test_what_is_recorded_just_before_the_flip_moves_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path / "m.db", TASKS[:20])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        models = memory._parts.store.models
        switch, tries = models.switch, list[int]()

        def late(model: Model, without: Sequence[int]) -> int:
            if not tries:
                memory.record(good("written at the last moment"))
            tries.append(switch(model, without))
            return tries[-1]

        monkeypatch.setattr(models, "switch", late)
        assert memory.admin.reembed(NEW) == 22
        assert tries == [1, 0]
        assert memory.admin.stats().pending == 0 and memory.admin.check() == []


def test_another_process_with_the_old_model_loses_nothing(tmp_path: Path) -> None:
    fill(tmp_path / "m.db", TASKS[:20])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as other:
        assert first(other, "number7 of task") == "task number7 of many"
        with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
            memory.admin.reembed(NEW)
        assert first(other, "number7 of task") == "task number7 of many"
        with pytest.warns(UserWarning, match="'hash-32'.*'hash-64'.*: searching by words only"):
            assert other.record(good("written late")).indexed == "pending"
        assert first(other, "written late") == "written late"
    with Memory.open(tmp_path / "m.db", embedder=NEW) as memory:
        assert memory.admin.heal() == 1
        assert memory.admin.check() == []


def test_a_failure_changes_nothing_and_is_gone_on_with(tmp_path: Path) -> None:
    fill(tmp_path / "m.db")
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.raises(ModelError, match="down"):
            memory.admin.reembed(Interrupting(at=3))
        assert memory.admin.stats().model == "hash-64"
        assert first(memory, "number77 of task") == "task number77 of many"
        assert memory.record(good("still the old model")).indexed == "done"
        assert memory.admin.check() == []
        again = Interrupting()
        assert memory.admin.reembed(again) == 602 - 256
        assert again.texts == 1 + 602 - 256
        assert memory.admin.check() == []


def test_a_failure_at_the_first_text_stages_nothing(tmp_path: Path) -> None:
    fill(tmp_path / "m.db", TASKS[:3])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.raises(ModelError, match="down"):
            memory.admin.reembed(Interrupting(at=1))
        assert memory.admin.abort_reembed() == 0
        memory.admin.reembed(HashEmbedder(16))


def test_a_move_that_broke_off_can_be_given_up(tmp_path: Path) -> None:
    fill(tmp_path / "m.db")
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.raises(ModelError):
            memory.admin.reembed(Interrupting(at=3))
        with pytest.raises(Conflict, match=r"'hash-32'.*abort_reembed"):
            memory.admin.reembed(HashEmbedder(16))
        assert memory.admin.abort_reembed() == 256
        assert memory.admin.reembed(HashEmbedder(16)) == 601
        assert memory.admin.check() == []


KILLED = """
import os, signal, sys
from seasoned import Memory
from tests.memories.test_reembedding import OLD, Interrupting

class Killing(Interrupting):
    def act(self, vectors):
        os.kill(os.getpid(), signal.SIGKILL)

with Memory.open(sys.argv[1], embedder=OLD) as memory:
    memory.admin.reembed(Killing(at=int(sys.argv[2])))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
@pytest.mark.parametrize("at", [1, 2, 4])
def test_a_killed_move_is_gone_on_with(tmp_path: Path, at: int) -> None:
    path = tmp_path / "m.db"
    fill(path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", KILLED, str(path), str(at)]
    done = subprocess.run(command, env=environment, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with Memory.open(path, embedder=OLD) as memory:
        assert memory.admin.stats().model == "hash-64"
        assert first(memory, "number77 of task") == "task number77 of many"
        assert memory.admin.check() == []
        finished = 256 * max(0, at - 2)
        again = Interrupting()
        assert memory.admin.reembed(again) == 601 - finished
        assert again.texts == 1 + 601 - finished
        assert memory.admin.stats().pending == 0
        assert memory.admin.check() == []


def test_texts_without_a_vector_are_pending_under_the_new_model(tmp_path: Path) -> None:
    class Picky(Interrupting):
        def act(self, vectors: Vectors) -> Vectors:
            vectors[[3, 5]] = np.nan
            return vectors

    fill(tmp_path / "m.db", TASKS[:20])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.warns(UserWarning, match="no vector for 2 item"):
            assert memory.admin.reembed(Picky(at=2)) == 19
        assert (memory.admin.stats().model, memory.admin.stats().pending) == ("hash-32", 2)
        assert first(memory, "number3 of task") == "task number3 of many"
        assert memory.admin.heal() == 2
        assert memory.admin.check() == []


def test_a_model_that_gives_no_vector_at_all_is_not_moved_to(tmp_path: Path) -> None:
    class Empty(Interrupting):
        def act(self, vectors: Vectors) -> Vectors:
            return vectors * np.float32(np.nan)

    fill(tmp_path / "m.db", TASKS[:20])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.raises(ModelError, match="no vector for any of 21"):
            memory.admin.reembed(Empty(at=2))
        assert memory.admin.stats().model == "hash-64"


def test_vectors_that_change_their_length_are_refused(tmp_path: Path) -> None:
    class Growing(Interrupting):
        def act(self, vectors: Vectors) -> Vectors:
            return np.hstack([vectors, vectors])

    fill(tmp_path / "m.db")
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.raises(ModelError, match="64 numbers, after some of 32"):
            memory.admin.reembed(Growing(at=3))
        same_name = HashEmbedder(16)
        same_name.model = "hash-64"
        with pytest.raises(Conflict, match="16 numbers now and 64"):
            memory.admin.reembed(same_name)
        assert first(memory, "number77 of task") == "task number77 of many"


def test_moving_to_the_same_model_heals_every_namespace(tmp_path: Path) -> None:
    fill(tmp_path / "m.db", TASKS[:3])
    with Memory.open(tmp_path / "m.db", embedder=False, namespace="third") as memory:
        memory.record(good("without a vector"))
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        assert memory.admin.reembed(HashEmbedder(64)) == 1
        assert memory.admin.check() == []
        assert memory.admin.reembed(HashEmbedder(64)) == 0


@pytest.mark.parametrize("opened", [False, NEW, OLD])
def test_any_memory_can_be_moved_whatever_it_was_opened_with(
    tmp_path: Path, opened: HashEmbedder | Literal[False]
) -> None:
    fill(tmp_path / "m.db", TASKS[:3])
    with Memory.open(tmp_path / "m.db", embedder=opened) as memory:
        if opened is NEW:
            with pytest.warns(UserWarning, match="words only"):
                memory.recall("task")
        memory.admin.reembed(NEW)
        assert memory.record(good("afterwards")).indexed == "done"
        assert memory.admin.stats().pending == 0


def test_an_empty_memory_and_one_in_ram_can_be_moved(tmp_path: Path) -> None:
    for url in (tmp_path / "empty.db", "memory://"):
        with Memory.open(url, embedder=OLD) as memory:
            assert memory.admin.reembed(NEW) == 0
            assert memory.record(good("first")).indexed == "done"
            assert memory.admin.stats().model == "hash-32"
            assert memory.admin.reembed(lambda text: [1.0, float(len(text))]) == 1
            assert memory.admin.check() == []


@pytest.mark.parametrize("embedder", [False, "gpt:x", 3])
def test_what_cannot_be_moved_to_is_refused(embedder: object) -> None:
    with Memory.open("memory://", embedder=OLD) as memory, pytest.raises(InvalidInput):
        memory.admin.reembed(embedder)


def test_a_move_that_is_given_up_elsewhere_stops(tmp_path: Path) -> None:
    class Abandoned(Interrupting):
        def act(self, vectors: Vectors) -> Vectors:
            with Memory.open(tmp_path / "m.db", embedder=False) as elsewhere:
                assert elsewhere.admin.abort_reembed() == 256
            return vectors

    fill(tmp_path / "m.db")
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        with pytest.raises(Conflict, match="'hash-32' any more; somebody gave it up"):
            memory.admin.reembed(Abandoned(at=3))
        assert first(memory, "number77 of task") == "task number77 of many"
        assert memory.admin.check() == []
        assert memory.admin.reembed(HashEmbedder(16)) == 601


def test_a_function_that_is_not_exact_goes_on_with_its_own_move(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)

    def function(text: str) -> list[float]:
        if not up and text.startswith("task number5"):
            raise OSError("down")
        return list(HashEmbedder(256).embed([text])[0] + 1e-3 * chance.standard_normal(256))

    fill(tmp_path / "m.db")
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        up = False
        with pytest.raises(ModelError, match="down"):
            memory.admin.reembed(function)
        up = True
        assert memory.admin.reembed(function) > 0
        assert memory.admin.reembed(function) == 0
        assert memory.admin.check() == []


def test_what_was_pruned_before_a_move_comes_back_without_its_old_vector(tmp_path: Path) -> None:
    fill(tmp_path / "m.db", TASKS[:20])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        batch = memory.admin.prune(PrunePolicy(keep=15), apply=True).batch
        memory.admin.reembed(NEW)
        assert len(memory.admin.restore(batch).ids) == 5
        assert memory.admin.stats().pending == 5
        assert memory.admin.heal() == 5
        assert memory.admin.check() == []


def test_what_is_restored_during_a_move_moves_along(tmp_path: Path) -> None:
    fill(tmp_path / "m.db", TASKS[:20])
    with Memory.open(tmp_path / "m.db", embedder=OLD) as memory:
        batch = memory.admin.prune(PrunePolicy(keep=15), apply=True).batch

        def restore(done: int, total: int) -> None:
            if done == 16 and memory.admin.pruned():
                memory.admin.restore(batch)

        assert memory.admin.reembed(NEW, progress=restore) == 21
        assert memory.admin.stats().pending == 0
        assert memory.admin.check() == []
