"""What credit costs a single attempt does not grow with the attempts there were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from seasoned import Episode, Filter, Memory, Options, Outcome, Task
from seasoned.core.exposures import KeptExposure
from seasoned.stores import sqlite_credit
from tests.memories.trials import apart, opened, others, sums, work

LIKE = "compile the kernel module driver"
WINDOW = 100  # attempts that a level is reckoned from here; by default more than a test can make


class Steps(NamedTuple):
    """Thousands of SQLite's own instructions."""

    finish: int
    judge: int
    forget: int


def worked(memory: Memory, among: int) -> list[str]:
    """Episodes that so many attempts were shown, the first of them always."""
    like = [Episode(Task(f"{LIKE} {i}", category="bug")) for i in range(12)]
    ids = [receipt.id for receipt in memory.episodes.record_many(like)]
    kept = [
        KeptExposure(
            "default",
            f"x{i}",
            f"x{i}",
            f"task {i}",
            "bug",
            0.5,
            float(i),
            arm="control" if i % 2 else "memory",
            probability=0.5,
            epoch=0,
            recall=f"r{i}",
            shown=2,
            items=() if i % 2 else (ids[0], ids[1 + i % 10]),
            episode=f"e{i}",
            outcome=(Outcome.SUCCESS if i % 3 else Outcome.FAILURE).value,
            iterations=1,
            known=float(i),
        )
        for i in range(among)
    ]
    memory._parts.store.transfer.load(kept)
    assert memory.learning.why(ids[0]).standing.tally.uses == among // 2
    return ids


def steps(path: Path, among: int) -> Steps:
    counted = list[int]()

    def thousands(deed: Callable[[], object]) -> int:
        counted.clear()
        deed()
        return len(counted)

    options = Options(holdout=0.5, seed=1)
    with Memory.open(str(path), embedder=False, options=options) as memory:
        ids = worked(memory, among)
        attempts = (memory.begin(Task(f"{LIKE} 0, case {i}", category="bug")) for i in range(20))
        # One that is neither held out nor goes without this item by chance.
        attempt = next(a for a in attempts if ids[0] in {r.episode.id for r in a.recall.results})
        store = memory._parts.store
        with store._connections.reading() as db:  # type: ignore[attr-defined]
            db.set_progress_handler(lambda: counted.append(1), 1000)
        finish = thousands(lambda: attempt.finish("x", outcome=True))
        episode = memory.resume(attempt.id).record.episode or ""
        judge = thousands(lambda: memory.judge(episode, False))
        where = Filter(ids=(episode,))
        return Steps(finish, judge, thousands(lambda: store.episodes.delete(memory._scope, where)))


def test_what_one_attempt_takes_is_the_same_after_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_credit, "_WINDOW", WINDOW)
    few, many = steps(tmp_path / "few.db", 4 * WINDOW), steps(tmp_path / "many.db", 20 * WINDOW)
    assert all(large <= small + 2 for small, large in zip(few, many, strict=True)), (few, many)


def test_credit_of_writers_whose_clocks_differ_is_what_repair_counts(tmp_path: Path) -> None:
    path = str(tmp_path / "m.db")
    (one, clock), (other, late) = opened(path), opened(path)
    late.advance(-30)  # seconds
    with one, other:
        one.episodes.record_many(others())
        for turn in range(40):
            memory, its = ((one, clock), (other, late))[turn % 2]
            work(memory, its, 4, lambda _, i: i % 3 / 2, seed=turn)
        before = sums(one)
        one.admin.repair()
        assert apart(sums(one), before) < 1e-9
