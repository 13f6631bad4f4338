"""`memory.admin.prune` and `restore` as the keeper of a memory relies on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    Episode,
    Feedback,
    Filter,
    InvalidInput,
    Memory,
    NotFound,
    Options,
    Outcome,
    PrunePolicy,
    Step,
    Task,
)
from seasoned.ports import Scope
from seasoned.testing import HashEmbedder, ManualClock

OLD = PrunePolicy(older_than=timedelta(days=30))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def memory(clock: ManualClock) -> Iterator[Memory]:
    options = Options(clock=clock)
    with Memory.open("memory://", embedder=HashEmbedder(), options=options) as opened:
        yield opened


def earned(text: str, reward: float | None = 1.0, **fields: Any) -> Episode:
    return replace(Episode(Task(text, "debugging"), feedback=Feedback(reward)), **fields)


def left(memory: Memory) -> list[str]:
    return sorted(e.task.description for e in memory.episodes.page(limit=1_000).episodes)


def aged(memory: Memory, clock: ManualClock) -> list[str]:
    """Ids of three episodes of which two are old."""
    ids = [memory.record(earned(f"old {i}")).id for i in range(2)]
    clock.advance(days=60)
    return [*ids, memory.record(earned("new", 0.0)).id]


def test_a_dry_run_is_the_default_and_changes_nothing(memory: Memory, clock: ManualClock) -> None:
    ids = aged(memory, clock)
    report = memory.admin.prune(OLD)
    assert (report.ids, report.episodes, report.pool) == (tuple(ids[:2]), 2, 3)
    assert (report.applied, report.batch, report.until) == (False, "", None)
    assert (report.outcomes, report.categories) == ({"success": 2}, {"debugging": 2})
    assert left(memory) == ["new", "old 0", "old 1"]
    assert memory.admin.pruned() == []


def test_what_is_removed_can_be_restored_within_the_window(
    memory: Memory, clock: ManualClock
) -> None:
    ids = aged(memory, clock)
    memory.judge(ids[0], Outcome.SUCCESS, by="ci", feedback=Feedback(0.5, "late"))
    before = [memory.get(id) for id in ids[:2]]
    report = memory.admin.prune(OLD, apply=True)
    assert report.applied and left(memory) == ["new"]
    assert memory.recall("old 0").results == ()
    clock.advance(days=29)
    (batch,) = memory.admin.pruned()
    assert (batch.id, batch.until, batch.episodes) == (report.batch, report.until, 2)
    restored = memory.admin.restore(batch.id)
    assert (restored.ids, restored.skipped) == (tuple(ids[:2]), {})
    assert [memory.get(id) for id in ids[:2]] == before
    assert {r.episode.id for r in memory.recall("old 0").results} >= {ids[0]}
    assert memory.admin.stats().pending == 0
    assert memory.admin.check() == []


def test_some_of_a_batch_can_be_restored_alone(memory: Memory, clock: ManualClock) -> None:
    ids = aged(memory, clock)
    batch = memory.admin.prune(OLD, apply=True).batch
    assert memory.admin.restore(batch, [ids[1]]).ids == (ids[1],)
    assert left(memory) == ["new", "old 1"]
    again = memory.admin.restore(batch, [ids[0], ids[1], "nobody"])
    assert again.ids == (ids[0],)
    assert again.skipped == dict.fromkeys(
        [ids[1], "nobody"], f"the batch {batch!r} has no copy of it"
    )
    with pytest.raises(NotFound, match=batch):
        memory.admin.restore(batch, [ids[1]])


@pytest.mark.parametrize("apply", ["no", 1, None])
def test_what_is_neither_yes_nor_no_removes_nothing(
    memory: Memory, clock: ManualClock, apply: Any
) -> None:
    aged(memory, clock)
    with pytest.raises(InvalidInput, match=r"apply must be of bool, got .*; use True"):
        memory.admin.prune(OLD, apply=apply)
    assert left(memory) == ["new", "old 0", "old 1"]


def test_a_process_that_runs_on_erases_what_ended_when_it_prunes_again(
    memory: Memory, clock: ManualClock
) -> None:
    aged(memory, clock)
    memory.admin.prune(OLD, apply=True, undo=timedelta(days=1))
    clock.advance(days=2)
    assert memory.admin.copies() == 2
    memory.admin.prune(PrunePolicy(keep=5), apply=True)
    assert memory.admin.copies() == 0


def test_after_the_window_it_is_gone(memory: Memory, clock: ManualClock) -> None:
    aged(memory, clock)
    batch = memory.admin.prune(OLD, apply=True, undo=timedelta(days=1)).batch
    clock.advance(days=1)
    assert memory.admin.pruned() == []
    with pytest.raises(NotFound, match=r"admin\.pruned"):
        memory.admin.restore(batch)
    assert memory.admin.copies() == 0


def test_no_window_keeps_no_copies(memory: Memory, clock: ManualClock) -> None:
    aged(memory, clock)
    report = memory.admin.prune(OLD, apply=True, undo=timedelta())
    assert (report.batch, report.until, report.episodes) == ("", None, 2)
    assert memory.admin.copies() == 0


@pytest.mark.parametrize("undo", [timedelta(days=-1), timedelta.max, 30])
def test_a_senseless_window_is_refused(memory: Memory, undo: Any) -> None:
    with pytest.raises(InvalidInput, match="undo"):
        memory.admin.prune(OLD, undo=undo)


def test_opening_erases_what_has_ended(tmp_path: Path, clock: ManualClock) -> None:
    def opened() -> Memory:
        return Memory.open(tmp_path / "m.db", embedder=False, options=Options(clock=clock))

    with opened() as memory:
        aged(memory, clock)
        memory.admin.prune(OLD, apply=True, undo=timedelta(days=1))
    clock.advance(days=2)
    with opened() as memory:
        assert memory.admin.copies() == 0


def test_forgetting_erases_copies_from_the_file(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=False, options=Options(clock=clock)) as memory:
        secret = memory.record(earned("alpha", solution="Zanzibar4711")).id
        kept = memory.record(earned("beta", solution="Timbuktu0815")).id
        clock.advance(days=60)
        memory.admin.prune(OLD, apply=True)
        assert memory.forget(secret).copies == 1
        assert memory.admin.copies(Filter(ids=(secret,))) == 0
        (batch,) = memory.admin.pruned()
        assert memory.admin.restore(batch.id).ids == (kept,)
    held = path.read_bytes()
    assert b"Timbuktu0815" in held
    assert b"Zanzibar4711" not in held


def test_forgetting_everything_includes_the_copies(memory: Memory, clock: ManualClock) -> None:
    aged(memory, clock)
    memory.admin.prune(OLD, apply=True)
    removed = memory.forget(everything=True)
    assert (removed.episodes, removed.copies) == (1, 2)
    assert memory.admin.pruned() == []


def test_pruning_by_tool_reads_the_steps(memory: Memory) -> None:
    memory.record(earned("a", steps=(Step("tool_call", "old_search(x)"),)))
    memory.record(earned("b", steps=(Step("tool_call", "new_search(x)"),)))
    memory.record(earned("c"))
    assert memory.admin.prune(PrunePolicy(tools=("old_search",)), apply=True).episodes == 1
    assert left(memory) == ["b", "c"]


def test_pruning_what_was_never_shown(memory: Memory) -> None:
    ids = [memory.record(earned("sort the numbers")).id, memory.record(earned("bake a cake")).id]
    with memory.attempt("sort numbers") as attempt:
        assert [r.episode.id for r in attempt.recall.results] == ids[:1]
        attempt.finish(outcome=Outcome.SUCCESS)
    report = memory.admin.prune(PrunePolicy(never_shown=True, keep=1))
    assert report.ids == (ids[1],)


def test_a_rehearsed_policy_keeps_the_best_of_a_filter(memory: Memory) -> None:
    for i in range(5):
        memory.record(earned(f"x{i}", i / 4, tags=("x",)))
    memory.record(earned("y", 0.0))
    policy = PrunePolicy(Filter(tags_any=("x",)), keep=2, best=True)
    assert memory.admin.prune(policy, apply=True).episodes == 3
    assert left(memory) == ["x3", "x4", "y"]


def test_more_than_fits_in_one_transaction(memory: Memory) -> None:
    memory.episodes.record_many(earned(f"t{i:04}") for i in range(1_205))
    report = memory.admin.prune(PrunePolicy(keep=5), apply=True)
    assert (report.episodes, len(left(memory))) == (1_200, 5)
    assert len(memory.admin.restore(report.batch).ids) == 1_200
    assert memory.admin.check() == []


def test_a_user_prunes_only_what_is_the_users_own(memory: Memory, clock: ManualClock) -> None:
    ann = Memory(memory._parts, Scope("default", "ann"), Options(clock=clock))
    hers = ann.record(earned("hers")).id
    shared = memory.record(earned("shared")).id
    clock.advance(days=60)
    assert memory.admin.prune(OLD).ids == (shared,)
    assert ann.admin.prune(PrunePolicy(Filter(user="bob"), keep=0)).ids == ()
    report = ann.admin.prune(OLD, apply=True)
    assert (report.ids, report.pool) == ((hers,), 1)
    assert memory.admin.pruned() == []
    with pytest.raises(NotFound):
        memory.admin.restore(report.batch)
    assert ann.admin.restore(report.batch).ids == (hers,)
    assert ann.get(hers).user == "ann"


def test_what_a_memory_fills_in_is_not_filled_in_again(clock: ManualClock) -> None:
    options = Options(clock=clock, agent="writer", session="s")
    with Memory.open("memory://", embedder=False, options=options) as memory:
        other = Memory(memory._parts, Scope("default"), Options())
        before = other.get(memory.record(earned("x", agent="me")).id)
        clock.advance(days=60)
        batch = memory.admin.prune(OLD, apply=True).batch
        memory.admin.restore(batch)
        assert memory.get(before.id) == before


def test_a_newer_redaction_applies_to_what_comes_back(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=HashEmbedder(), options=Options(clock=clock)) as memory:
        id = memory.record(earned("call hunter2")).id
        clock.advance(days=60)
        batch = memory.admin.prune(OLD, apply=True).batch
    options = Options(clock=clock, redact=lambda text: text.replace("hunter2", "[secret]"))
    with Memory.open(path, embedder=HashEmbedder(), options=options) as memory:
        memory.admin.restore(batch)
        assert memory.get(id).task.description == "call [secret]"
        assert memory.admin.stats().pending == 1
        assert memory.admin.heal() == 1
        assert memory.admin.check() == []
