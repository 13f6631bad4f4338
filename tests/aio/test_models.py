"""Async embedders: awaited on the loop, where they occupy no worker and lose no record."""

from __future__ import annotations

import asyncio
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seasoned import AsyncMemory, Episode, InvalidInput, Memory, ModelError, Outcome, Task
from seasoned.testing import HashEmbedder
from tests.aio.loop import on_loop, turns

DONE = Episode(Task("sort the numbers"), outcome=Outcome.SUCCESS)


def letters(text: str) -> list[float]:
    return [text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"]


class Model(HashEmbedder):
    """An async embedder that answers when it is let, and may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.ready, self.asked = asyncio.Event(), asyncio.Semaphore(0)
        self.ready.set()
        self.error: Exception | None = None
        self.cancelled = 0
        self.threads = set[int]()

    async def embed(self, texts: Sequence[str], kind: Any = "document") -> Any:  # type: ignore[override]
        self.threads.add(threading.get_ident())
        self.asked.release()
        try:
            await self.ready.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error is not None:
            raise self.error
        return super().embed(texts, kind)

    async def asked_for(self, times: int) -> None:
        for _ in range(times):
            await self.asked.acquire()


def kept(path: Path) -> list[Episode]:
    with Memory.open(path, embedder=HashEmbedder()) as memory:
        assert memory.admin.check(thorough=True) == []
        return list(memory.episodes.page(limit=1000).episodes)


@on_loop
async def test_its_vectors_are_those_of_the_sync_one(tmp_path: Path) -> None:
    model, path = Model(), tmp_path / "m.db"
    async with AsyncMemory.open(path, embedder=model) as memory:
        assert (await memory.record(DONE)).indexed == "done"
        await memory.episodes.record_many(Episode(Task(f"paint door {i}")) for i in range(300))
        found = await memory.recall("number sorting")
        assert [r.episode.task for r in found.results] == [DONE.task]
        assert found.results[0].similarity > 0
        assert await memory.admin.check(thorough=True) == []
    assert model.threads == {threading.get_ident()}
    assert len(kept(path)) == 301
    with Memory.open(path, embedder=HashEmbedder()) as sync:
        same = sync.recall("number sorting").results[0]
        assert same.similarity == found.results[0].similarity


@on_loop
async def test_any_number_of_calls_may_await_it_while_the_store_goes_on() -> None:
    model = Model()
    async with AsyncMemory.open("memory://", embedder=model) as memory:
        first = await memory.record(DONE)
        await model.asked_for(1)
        model.ready.clear()
        tasks = [asyncio.create_task(memory.record(Episode(Task(f"{i}")))) for i in range(100)]
        tasks += [asyncio.create_task(memory.recall("sort")) for _ in range(10)]  # type: ignore[arg-type]
        await model.asked_for(110)
        assert (await memory.get(first.id)).task == DONE.task
        assert await memory.episodes.count() == 1
        model.ready.set()
        await asyncio.gather(*tasks)
        assert await memory.episodes.count() == 101


@on_loop
async def test_a_long_call_that_asks_first_holds_up_no_other() -> None:
    ready, asked = asyncio.Event(), asyncio.Semaphore(0)

    async def model(text: str) -> list[float]:
        asked.release()
        await ready.wait()
        return letters(text)

    async with AsyncMemory.open("memory://", embedder=model) as memory:
        attempt = await memory.begin("sort the words")
        tasks = [asyncio.create_task(memory.episodes.record_many([DONE]))]
        await asked.acquire()
        tasks += [asyncio.create_task(memory.episodes.record_many([DONE])) for _ in range(3)]
        tasks += [asyncio.create_task(attempt.prompt()) for _ in range(3)]  # type: ignore[arg-type]
        await asked.acquire()
        assert await attempt.state() == "open"
        ready.set()
        await asyncio.gather(*tasks)
        assert await memory.episodes.count() == 4


@on_loop
async def test_a_call_cancelled_while_it_awaits_the_model_has_changed_nothing(
    tmp_path: Path,
) -> None:
    model, path = Model(), tmp_path / "m.db"
    async with AsyncMemory.open(path, embedder=model) as memory:
        attempt = await memory.begin("sort the words")
        model.ready.clear()
        calls = [memory.record(DONE), memory.episodes.record_many([DONE]), attempt.finish("done")]
        tasks = [asyncio.create_task(call) for call in calls]
        await model.asked_for(3)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert all(task.cancelled() for task in tasks)
        while model.cancelled < 3:  # a thread may be about to ask yet
            await turns()
        assert await attempt.state() == "open" and await memory.episodes.count() == 0
        model.ready.set()
        await attempt.finish("done", outcome="success")
    assert model.cancelled == 3
    assert [e.solution for e in kept(path)] == ["done"]


@on_loop
async def test_close_waits_for_a_call_that_awaits_the_model(tmp_path: Path) -> None:
    model, path = Model(), tmp_path / "m.db"
    memory = await AsyncMemory.open(path, embedder=model)
    model.ready.clear()
    task = asyncio.create_task(memory.record(DONE))
    await model.asked_for(1)
    closing = asyncio.create_task(memory.close())
    await turns()
    assert not closing.done()
    model.ready.set()
    assert (await task).created
    await closing
    assert len(kept(path)) == 1


@on_loop
async def test_a_model_that_fails_loses_no_record_and_is_healed_later(tmp_path: Path) -> None:
    model, path = Model(), tmp_path / "m.db"
    async with AsyncMemory.open(path, embedder=model) as memory:
        await memory.record(Episode(Task("first")))
        model.error = ModelError("out of order")
        with pytest.warns(UserWarning, match="out of order"):
            receipt = await memory.record(DONE)
        assert receipt.indexed == "pending"
        attempt = await memory.begin("sort the words")
        await attempt.fail(ValueError("no"))
        assert (await memory.recall("sort the numbers")).results  # by words
        model.error = None
        assert await memory.admin.heal() == 2
    assert len(kept(path)) == 3


@on_loop
async def test_an_error_of_another_kind_leaves_the_row_pending() -> None:
    model = Model()
    async with AsyncMemory.open("memory://", embedder=model) as memory:
        model.error = ZeroDivisionError()
        with pytest.warns(UserWarning, match="ZeroDivisionError"):
            assert (await memory.record(DONE)).indexed == "pending"
        (receipt,) = await memory.episodes.record_many([DONE])
        assert receipt.indexed == "pending"
        assert await memory.episodes.count() == 2


@on_loop
async def test_an_async_function_is_known_by_its_answers_as_a_sync_one_is(tmp_path: Path) -> None:
    path, running, most = tmp_path / "m.db", set[str](), list[int]()

    async def model(text: str) -> list[float]:
        running.add(text)
        most.append(len(running))
        await turns(3)
        running.discard(text)
        return letters(text)

    async with AsyncMemory.open(path, embedder=model) as memory:
        await memory.episodes.record_many(Episode(Task(f"{'ab' * i} door")) for i in range(60))
        assert 1 < max(most) <= 16  # side by side, but not all at once
        found = await memory.recall("ababab door")
        assert found.results[0].similarity > 0.9
        assert await memory.admin.check(thorough=True) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # another model would be one
        with Memory.open(path, embedder=letters) as sync:
            assert sync.recall("ababab door").results[0].similarity > 0.9
            assert sync.record(Episode(Task("new"))).indexed == "done"


class Callable:
    model = "letters-1"

    async def __call__(self, text: str) -> Any:
        return np.array(letters(text))


@on_loop
async def test_a_function_may_have_a_name_and_be_an_object(tmp_path: Path) -> None:
    async with AsyncMemory.open(tmp_path / "m.db", embedder=Callable()) as memory:
        assert (await memory.record(DONE)).indexed == "done"
        stats = await memory.admin.stats()
        assert stats.model == "letters-1"


@on_loop
async def test_what_a_function_answers_is_checked() -> None:
    async def nonsense(text: str) -> str:
        return "no numbers"

    async with AsyncMemory.open("memory://", embedder=nonsense) as memory:
        with pytest.warns(UserWarning, match="no vectors|has to return one vector"):
            assert (await memory.record(DONE)).indexed == "pending"


class Half:
    async def embed(self, texts: Sequence[str], kind: str = "document") -> Any:
        return [letters(text) for text in texts]


@on_loop
async def test_half_an_embedder_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"without \.model and \.dim and \.floor"):
        await AsyncMemory.open("memory://", embedder=Half())


@on_loop
async def test_a_model_may_use_the_memory_itself() -> None:
    """As a cache would: it is awaited where nothing is held."""

    class Cached(Model):
        async def embed(self, texts: Sequence[str], kind: Any = "document") -> Any:  # type: ignore[override]
            counts.append(await memory.episodes.count())
            return await super().embed(texts, kind)

    counts = list[int]()
    async with AsyncMemory.open("memory://", embedder=Cached()) as memory:
        await asyncio.gather(*(memory.record(Episode(Task(f"{i}"))) for i in range(10)))
        await memory.episodes.record_many([DONE, DONE])
        assert counts[0] == 0 and counts[-1] == 10


@on_loop
async def test_a_model_that_cancels_itself_has_failed_and_cancels_nobody() -> None:
    async def lost(text: str) -> list[float]:
        raise asyncio.CancelledError

    lost.model = "lost"  # type: ignore[attr-defined]  # as a function may name its model
    async with AsyncMemory.open("memory://", embedder=lost) as memory:
        with pytest.warns(UserWarning, match="cancelled from within"):
            assert (await memory.record(DONE)).indexed == "pending"
        (receipt,) = await memory.episodes.record_many([Episode(Task("sort them again"))])
        assert receipt.indexed == "pending"
        assert await memory.admin.heal() == 0
