"""What memory is worth in a JSONL store, as other processes and later ones see it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from seasoned import Memory
from tests.memories.trials import apart, opened, others, sums, work

CALLS = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.jsonl"


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    """With attempts half of which were held out, and decisions about two items."""
    memory, clock = opened(str(path))
    with memory:
        memory.episodes.record_many(others())
        work(memory, clock, CALLS, lambda _, i: i % 3 / 2)
        one, other = [id for id, tally in sums(memory).items() if tally.uses][:2]
        memory.learning.ban(one, by="ann")
        memory.learning.pin(other)
        yield memory


def withheld(memory: Memory) -> list[tuple[str, str]]:
    return [(standing.item, standing.state) for standing in memory.learning.withheld()]


def test_another_process_and_a_later_one_see_the_same(path: Path, memory: Memory) -> None:
    for later in (1_000, 2_000):  # seconds
        other, clock = opened(str(path))
        clock.advance(later)
        with other:
            assert apart(sums(other), sums(memory)) < 1e-9
            assert other.learning.lift() == memory.learning.lift()
            assert other.learning.holdout() == memory.learning.holdout()
            assert withheld(other) == withheld(memory)
            assert other.admin.check() == []
            work(other, clock, 9, lambda _, i: 1.0, seed=7)
            assert apart(sums(other), sums(memory)) < 1e-9
    assert memory.admin.check() == []


def test_a_verdict_of_another_process_counts(path: Path, memory: Memory) -> None:
    with opened(str(path))[0] as other:
        before = sums(other)
        for episode in memory.episodes.recent[:20]:
            memory.judge(episode.id, outcome=False)
        after = sums(other)
        assert apart(after, before) > 0.1
        assert apart(after, sums(memory)) < 1e-9


def test_the_sums_follow_a_file_that_was_written_anew(path: Path, memory: Memory) -> None:
    with opened(str(path))[0] as other:
        before = sums(other)
        gone = next(id for id, tally in before.items() if tally.uses)
        memory.forget(gone)
        assert gone not in sums(other)
        assert apart(sums(other), sums(memory)) < 1e-9
        assert gone.encode() not in path.read_bytes()


def test_reading_the_sums_writes_nothing(path: Path, memory: Memory) -> None:
    before = path.read_bytes()
    with opened(str(path))[0] as other:
        sums(other)
        other.learning.lift()
    assert path.read_bytes() == before


def test_a_decision_that_was_replaced_stays_so(path: Path, memory: Memory) -> None:
    (banned,) = memory.learning.withheld()
    memory.learning.reinstate(banned.item)
    with opened(str(path))[0] as other:
        assert other.learning.withheld() == ()
        assert other.learning.why(banned.item).standing.state == "shown"


def by_arm(memory: Memory) -> list[int]:
    return [len(memory.learning.curve(arm=arm).curve.snapshots) for arm in ("memory", "control")]


def test_a_later_process_tells_attempts_without_memory_apart(path: Path, memory: Memory) -> None:
    before = by_arm(memory)
    assert min(before) > 5
    with opened(str(path))[0] as other:
        assert by_arm(other) == before
    memory.forget(memory.episodes.recent[0].id)  # writes the file anew
    with opened(str(path))[0] as other:
        assert by_arm(other) == by_arm(memory)
        assert sum(by_arm(other)) == sum(before) - 1
