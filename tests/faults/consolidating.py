"""A consolidation that is killed: what is kept is part of the whole, and the next run completes it.

The child dies while it writes; what it does before only reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Outcome, Step, Task
from seasoned.memories import consolidation
from tests.faults.deeds import Deed, Heard, is_sound, opened
from tests.faults.dying import Say, Work

Whole = tuple[dict[str, object], ...]


class Consolidate(Deed):
    """Each round finds the same file, in which nothing was consolidated yet."""

    rounds = 1

    def __init__(self) -> None:
        self.made = b""
        self.whole: Whole = {}, {}, {}

    def prepare(self, path: Path) -> None:
        """The same file, byte for byte, and what comes of it if nobody disturbs."""
        if not self.made:
            with opened(path) as memory:
                memory.episodes.record_many(episodes())
            self.made = path.read_bytes()
            with pieces(), opened(path) as memory:
                memory.learning.consolidate(apply=True)
                self.whole = whole_of(memory)
            assert all(self.whole)
            path.unlink()
        path.write_bytes(self.made)

    def work(self, path: Path, n: int) -> Work:
        def work(go: Callable[[], None], say: Say) -> None:
            write = consolidation.Consolidator._write

            def armed(*args: Any) -> Any:
                go()
                return write(*args)

            with pieces() as patch, opened(path) as memory:
                patch.setattr(consolidation.Consolidator, "_write", armed)
                say(len(memory.learning.consolidate(apply=True).collapsed))

        return work

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with pieces(), opened(path) as memory:
            assert is_sound(memory, path)
            left = whole_of(memory)
            for kept, whole in zip(left, self.whole, strict=True):
                assert kept == {id: whole[id] for id in kept}
            assert left == self.whole or not heard
            assert memory.episodes.count() == len(list(episodes()))
            report = memory.learning.consolidate(apply=True)
            assert whole_of(memory) == self.whole
            assert len(report.collapsed) == len(self.whole[2]) - len(left[2])
            assert memory.learning.consolidate(apply=True).nothing
            assert is_sound(memory, path)


def episodes() -> Iterator[Episode]:
    """What gives lessons, a habit, clusters and near-duplicates."""
    for i in range(12):
        task = Task(f"solve {'abcdefghijkl'[i] * 4}", "running")
        for call, worked in (("retry", False), ("ask", True), ("retry", False), ("ask", True)):
            step = Step("tool_call", f"{call}(now)", error=None if worked else f"Late: {i} s")
            yield Episode(task, (step,), outcome=Outcome.SUCCESS if worked else Outcome.FAILURE)
    for name in ("port", "host", "disk", "path"):
        task = Task(f"find the {name}", "looking")
        step = Step(f"guess the {name}", error=f"{name}Error: none")
        for _ in range(3):
            yield Episode(task, (step,), outcome=Outcome.FAILURE)
        yield Episode(task, (Step(f"list each {name}"),), outcome=Outcome.SUCCESS)


@contextmanager
def pieces() -> Iterator[pytest.MonkeyPatch]:
    """Let a consolidation write in many small transactions, and rest after none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consolidation, "_PUT", 2)
        patch.setattr(consolidation, "_COLLAPSED", 2)
        patch.setattr(consolidation, "_TURN", 0.0)
        yield patch


def whole_of(memory: Memory) -> Whole:
    """Lessons, clusters and who stands for whom; when they were made is no part of it."""
    learning = memory.learning
    return (
        {one.id: (one.text, one.origins, one.weight) for one in learning.lessons()},
        {one.id: (one.signature, one.episodes, one.failures) for one in learning.clusters()},
        {id: group.id for group in learning.collapsed() for id in group.others},
    )
