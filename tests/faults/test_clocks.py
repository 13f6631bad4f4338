"""Clocks that go backwards, jump or stand still: order, windows and ranking hold all the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from seasoned import Episode, Memory, NotFound, Options, Outcome, ReplayWeights, Task
from seasoned.core.pruning import PrunePolicy
from seasoned.testing import HashEmbedder, ManualClock

DAY = 86_400  # seconds
ONLY_RECENCY = ReplayWeights(similarity=0, recency=1, reward=0, outcome_bonus=0)
LEAPS = (0, 0, 0, 0.0001, 1, -1, 7, -3_600, DAY, -3 * DAY, 400 * DAY, -800 * DAY)  # seconds


def opened(url: str, clock: ManualClock) -> Memory:
    options = Options(clock=clock, synchronous="normal")
    return Memory.open(url, embedder=HashEmbedder(16), options=options)


@pytest.fixture(params=["memory", "file"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return "memory://" if request.param == "memory" else str(tmp_path / "m.db")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def memory(url: str, clock: ManualClock) -> Iterator[Memory]:
    with opened(url, clock) as memory:
        yield memory


def good(text: str) -> Episode:
    return Episode(Task(text), outcome=Outcome.SUCCESS)


def test_whatever_the_clock_does_ids_grow_and_pages_keep_their_order(
    memory: Memory, clock: ManualClock
) -> None:
    chance, ids = Random(1), list[str]()
    for i in range(150):
        clock.advance(chance.choice(LEAPS))
        ids.append(memory.record(good(f"water plant {i}")).id)
    assert sorted(set(ids)) == ids
    found, cursor = list[str](), None
    while not found or cursor:
        page = memory.episodes.page(limit=7, cursor=cursor)
        found, cursor = [*found, *(each.id for each in page.episodes)], page.cursor
        clock.advance(chance.choice(LEAPS))
    assert found[::-1] == ids
    assert [each.id for each in memory.episodes.recent] == ids[-5:]
    assert memory.admin.check() == []


def test_ids_of_a_process_that_begins_in_the_past_are_new_all_the_same(
    tmp_path: Path, clock: ManualClock
) -> None:
    url, ids = str(tmp_path / "m.db"), list[str]()
    for _ in range(20):
        clock.advance(-0.001)
        with opened(url, clock) as memory:
            ids += [memory.record(good("water")).id for _ in range(5)]
    assert len(set(ids)) == 100


def test_the_last_verdict_counts_whenever_it_was_said(memory: Memory, clock: ManualClock) -> None:
    chance, id = Random(2), memory.record(good("water")).id
    said = list[str]()
    for _ in range(60):
        clock.advance(chance.choice(LEAPS))
        outcome = chance.choice(tuple(Outcome))
        said.append(memory.judge(id, outcome).id)
        episode = memory.get(id)
        assert [verdict.id for verdict in episode.verdicts] == said
        assert episode.effective_outcome is outcome
        times = [verdict.at for verdict in episode.verdicts]
        assert times == sorted(times, key=lambda at: at.timestamp() if at else 0.0)
    assert memory.admin.check() == []


def test_recency_is_never_more_than_1_nor_less_than_0(memory: Memory, clock: ManualClock) -> None:
    chance = Random(3)
    for i in range(60):
        clock.advance(chance.choice(LEAPS))
        memory.record(good(f"water plant {i}"))
        for result in memory.recall("water plant", k=20, weights=ONLY_RECENCY).results:
            assert 0.0 <= result.breakdown.recency <= 1.0
            assert 0.0 <= result.priority <= 1.0
        assert all(0.0 < drawn.probability <= 1.0 for drawn in memory.replay(5, seed=1))


def test_what_comes_from_the_future_is_as_recent_as_now(memory: Memory, clock: ManualClock) -> None:
    clock.advance(days=30)
    later = memory.record(good("water plant")).id
    clock.advance(days=-30)
    now = memory.record(good("water plant too")).id
    recency = {
        result.episode.id: result.breakdown.recency
        for result in memory.recall("water plant", weights=ONLY_RECENCY).results
    }
    assert recency[later] == recency[now] == 1.0


def test_an_attempt_never_ends_before_it_began(memory: Memory, clock: ManualClock) -> None:
    chance = Random(4)
    for i in range(40):
        attempt = memory.begin(f"water {i}")
        clock.advance(chance.choice(LEAPS))
        attempt.step("act")
        clock.advance(chance.choice(LEAPS))
        episode = memory.get(attempt.finish("done", outcome="success").id)
        assert episode.started_at and episode.finished_at
        assert episode.started_at <= episode.finished_at


def test_only_what_is_old_by_the_clock_as_it_is_expires(memory: Memory, clock: ManualClock) -> None:
    attempt = memory.begin("water")
    clock.advance(days=-2)
    assert memory.admin.expire(timedelta(hours=1)) == []
    clock.advance(days=2, seconds=3_599)
    assert memory.admin.expire(timedelta(hours=1)) == []
    clock.advance(seconds=2)
    (receipt,) = memory.admin.expire(timedelta(hours=1))
    assert attempt.record.episode == receipt.id
    clock.advance(days=-2)
    assert memory.admin.expire(timedelta(0)) == [] and attempt.state == "abandoned"


def test_age_is_never_counted_from_the_future(memory: Memory, clock: ManualClock) -> None:
    id = memory.record(good("water")).id
    policy = PrunePolicy(older_than=timedelta(0))
    clock.advance(days=-1)
    assert memory.admin.prune(policy).ids == ()
    clock.advance(days=1)
    assert memory.admin.prune(policy).ids == ()
    clock.advance(1)
    assert memory.admin.prune(policy).ids == (id,)


def test_an_undo_window_ends_once(memory: Memory, clock: ManualClock) -> None:
    """It is open as long as the clock is before its end, and what it held is then erased."""
    policy, window = PrunePolicy(keep=0), timedelta(hours=1)
    first = memory.record(good("water")).id
    batch = memory.admin.prune(policy, apply=True, undo=window).batch
    clock.advance(days=-1)
    assert memory.admin.sweep() == 0
    assert memory.admin.restore(batch).ids == (first,)
    batch = memory.admin.prune(policy, apply=True, undo=window).batch
    clock.advance(3_599)
    assert memory.admin.sweep() == 0 and [b.id for b in memory.admin.pruned()] == [batch]
    clock.advance(2)
    assert memory.admin.pruned() == []
    assert memory.admin.sweep() == 1 and memory.admin.copies() == 0
    clock.advance(-3_600)  # too late
    with pytest.raises(NotFound):
        memory.admin.restore(batch)
    assert memory.admin.check() == []
