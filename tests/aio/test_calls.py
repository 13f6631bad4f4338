"""What a loop relies on: it never waits, a cancelled call is whole or not at all, close waits."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    AsyncMemory,
    Conflict,
    Episode,
    InvalidInput,
    Memory,
    NotFound,
    Options,
    Outcome,
    Receipt,
    StoreError,
    Task,
)
from seasoned.aio.calls import Calls
from tests.aio.loop import Gate, on_loop, turns
from tests.stores.processes import in_child

DONE = Episode(Task("sort the numbers"), outcome=Outcome.SUCCESS, lessons=("use a key",))


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "memory.db")


@pytest.fixture
def sync(path: str) -> Iterator[Memory]:
    with Memory.open(path, embedder=False) as memory:
        yield memory


@pytest.fixture
def memory(sync: Memory) -> AsyncMemory:
    return AsyncMemory(sync)


def gated(sync: Memory, patch: pytest.MonkeyPatch, name: str = "add") -> Gate:
    """Hold the store at one of its methods."""
    gate = Gate(getattr(sync._parts.store.episodes, name))
    patch.setattr(sync._parts.store.episodes, name, gate)
    return gate


def kept(path: str) -> list[Episode]:
    with Memory.open(path, embedder=False) as memory:
        assert memory.admin.check() == []
        return list(memory.episodes.page(limit=1000).episodes)


@on_loop
async def test_a_store_that_blocks_does_not_stop_the_loop(
    memory: AsyncMemory, sync: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = gated(sync, monkeypatch)
    waiting = [asyncio.create_task(memory.record(DONE)) for _ in range(5)]
    reading = asyncio.create_task(memory.recall("sort"))
    await gate.entered(2)  # as many as there are workers
    await turns()
    assert not any(task.done() for task in (*waiting, reading))
    gate.opened.set()
    receipts = await asyncio.gather(*waiting)
    assert len({receipt.id for receipt in receipts}) == 5
    await reading
    await memory.close()


@on_loop
async def test_what_takes_long_holds_up_no_recall(
    memory: AsyncMemory, sync: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.record(DONE)
    gate = gated(sync, monkeypatch)
    long = [asyncio.create_task(memory.episodes.record_many([DONE])) for _ in range(3)]
    await gate.entered(2)
    assert len((await memory.recall("sort the numbers")).results) == 1
    assert not any(task.done() for task in long)
    gate.opened.set()
    await asyncio.gather(*long)
    await memory.close()


@on_loop
async def test_many_records_at_once_need_two_threads(memory: AsyncMemory, path: str) -> None:
    receipts = await asyncio.gather(
        *(memory.record(Episode(Task(f"task {i}"))) for i in range(200))
    )
    workers = {t.name for t in threading.enumerate() if t.name.startswith("seasoned")}
    assert len({receipt.id for receipt in receipts}) == 200 and len(workers) == 2
    assert all(receipt.created and receipt.durable for receipt in receipts)
    assert await memory.episodes.count() == 200
    await memory.close()
    assert {e.task.description for e in kept(path)} == {f"task {i}" for i in range(200)}


@on_loop
async def test_a_cancelled_record_that_waits_for_a_thread_is_not_done_and_one_that_runs_is(
    memory: AsyncMemory, sync: Memory, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = gated(sync, monkeypatch)
    tasks = [asyncio.create_task(memory.record(Episode(Task(f"{i}")))) for i in range(3)]
    await gate.entered(2)
    for task in (tasks[0], tasks[2]):
        task.cancel()
    # The caller goes on at once, although the thread of the first is still at it.
    assert (await asyncio.wait(tasks[::2]))[0] == {tasks[0], tasks[2]}
    assert tasks[0].cancelled() and tasks[2].cancelled()
    gate.opened.set()
    await tasks[1]
    await memory.close()
    assert {e.task.description for e in kept(path)} == {"0", "1"}


@on_loop
async def test_a_record_cancelled_at_any_moment_is_whole_or_not_there(
    memory: AsyncMemory, path: str
) -> None:
    for moment in range(40):
        task = asyncio.create_task(memory.record(DONE))
        await turns(moment % 8)
        task.cancel()
        done = (await asyncio.gather(task, return_exceptions=True))[0]
        assert isinstance(done, asyncio.CancelledError | Receipt)
    last = await memory.record(DONE)
    assert (await memory.get(last.id)).lessons == DONE.lessons
    await memory.close()
    found = kept(path)
    assert 1 <= len(found) <= 41 and {e.lessons for e in found} == {DONE.lessons}


@on_loop
async def test_a_cancelled_record_many_keeps_full_transactions(
    memory: AsyncMemory, path: str
) -> None:
    gate = Gate(lambda: None)

    def many() -> Iterator[Episode]:
        for i in range(1_000):
            if i == 300:
                gate()
            yield Episode(Task(f"{i}"))

    task = asyncio.create_task(memory.episodes.record_many(many()))
    await gate.entered()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.opened.set()
    await memory.close()
    assert len(kept(path)) == 256


@on_loop
async def test_close_waits_for_what_is_under_way_and_refuses_what_comes_later(
    memory: AsyncMemory, sync: Memory, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = gated(sync, monkeypatch)
    tasks = [asyncio.create_task(memory.record(Episode(Task(f"{i}")))) for i in range(4)]
    await gate.entered(2)
    tasks[0].cancel()
    closing = [asyncio.create_task(memory.close()) for _ in range(2)]
    await turns()
    assert not any(task.done() for task in closing)
    with pytest.raises(StoreError, match="is closed; open the memory again"):
        await memory.record(DONE)
    closing[0].cancel()  # it goes on by itself
    gate.opened.set()
    await closing[1]
    assert all(task.done() for task in tasks)
    await memory.close()
    assert {e.task.description for e in kept(path)} == {"0", "1", "2", "3"}
    with pytest.raises(StoreError, match="closed"):
        await memory.get("x")


@on_loop
async def test_opening_works_both_ways(path: str) -> None:
    memory = await AsyncMemory.open(path, namespace="shop", user="ana", embedder=False)
    async with memory:
        id = (await memory.record(DONE)).id
    async with AsyncMemory.open(path, namespace="shop", user="ana", embedder=False) as again:
        assert (await again.get(id)).user == "ana"
        assert repr(again) == f"<AsyncMemory {path} namespace='shop' user='ana'>"
    with pytest.raises(StoreError):
        await again.get(id)


@on_loop
async def test_a_cancelled_opening_leaves_nothing_open(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, open_ = list[Memory](), Memory.open

    def slow(*args: Any, **kwargs: Any) -> Memory:
        gate()
        made.append(open_(*args, **kwargs))
        return made[0]

    gate, ended, end = Gate(lambda: None), list[Any](), Calls.end
    monkeypatch.setattr(Memory, "open", slow)
    monkeypatch.setattr(Calls, "end", lambda self, last: ended.append(end(self, last)))
    opening = asyncio.ensure_future(AsyncMemory.open(path, embedder=False))
    await gate.entered()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    gate.opened.set()
    await asyncio.wrap_future(ended[0])
    with pytest.raises(StoreError, match="closed"):
        made[0].episodes.count()


@on_loop
async def test_errors_are_those_of_the_sync_memory(memory: AsyncMemory, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="nope"):
        await memory.get("nope")
    with pytest.raises(InvalidInput, match="k must"):
        await memory.recall("task", k=0)
    with pytest.raises(InvalidInput, match="use record"):
        await memory.episodes.record_many("text")  # type: ignore[arg-type]
    await memory.record(Episode(Task("a"), key="k"))
    with pytest.raises(Conflict):
        await memory.record(Episode(Task("b"), key="k"))
    with pytest.raises(StoreError, match="does not exist"):
        await AsyncMemory.open(tmp_path / "none" / "m.db", embedder=False)
    with pytest.raises(InvalidInput, match="options"):
        await AsyncMemory.open("memory://", options=3)  # type: ignore[arg-type]
    await memory.close()


@on_loop
async def test_a_hook_that_raises_stop_iteration_is_an_error_and_no_hang() -> None:
    def redact(text: str) -> str:
        return next(iter(()))

    options = Options(redact=redact)
    async with AsyncMemory.open("memory://", embedder=False, options=options) as memory:
        with pytest.raises(InvalidInput, match="StopIteration"):
            await memory.record(DONE)


def test_several_loops_may_share_it(memory: AsyncMemory) -> None:
    """One after another and at the same time: nothing in it belongs to a loop."""
    meet, counts = threading.Barrier(3), list[int]()

    async def work() -> None:
        await asyncio.gather(*(memory.record(DONE) for _ in range(10)))
        counts.append(await memory.episodes.count())

    def loop() -> None:
        meet.wait(30)
        asyncio.run(work())

    asyncio.run(work())
    threads = [threading.Thread(target=loop) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts[0] == 10 and max(counts) == 40
    asyncio.run(memory.close())


@on_loop
async def test_a_loop_that_was_left_holds_up_no_close(path: str) -> None:
    """Its calls cannot go on, so nobody waits for them."""
    started = threading.Event()

    async def model(text: str) -> list[float]:
        started.set()
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    memory = await AsyncMemory.open(path, embedder=model)
    left = asyncio.new_event_loop()
    task = left.create_task(memory.record(DONE))

    def run() -> None:
        async def until_asked() -> None:
            while not started.is_set():
                await asyncio.sleep(0)

        left.run_until_complete(until_asked())

    await asyncio.to_thread(run)
    await memory.close()
    task.cancel()
    await asyncio.to_thread(left.run_until_complete, asyncio.wait([task]))
    left.close()
    assert task.cancelled() and kept(path) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_may_go_on_with_it_on_both_sides(memory: AsyncMemory, path: str) -> None:
    async def work(count: int) -> None:
        await asyncio.gather(*(memory.record(DONE) for _ in range(count)))
        assert len((await memory.recall("sort the numbers")).results) >= 1

    asyncio.run(work(3))  # its threads exist when the child is made
    wait = in_child(lambda: asyncio.run(work(5)))
    asyncio.run(work(2))
    assert wait() == 0
    asyncio.run(memory.close())
    assert len(kept(path)) == 10
