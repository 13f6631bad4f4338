"""Reflecting on an event loop: the model is awaited, and what it means is as in the sync one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from seasoned import AsyncMemory, Memory, Task
from seasoned.errors import BudgetError, InvalidInput, NotFound
from seasoned.testing import ScriptedLLM
from tests.aio.loop import on_loop

TASK = Task("refund the order of customer Ahmed", category="refunds")
GOOD = "Beyond 60 days refund to a voucher."
ANSWER = {"lessons": [{"text": GOOD, "steps": [1]}]}


@asynccontextmanager
async def opened(llm: Any) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(Memory.open("memory://", embedder=False, llm=llm)) as memory:
        yield memory


async def finished(memory: AsyncMemory, reflect: bool = True) -> str:
    async with memory.attempt(TASK) as attempt:
        await attempt.step("tool_call", "refund to a voucher", result="ok beyond 60 days")
        return (await attempt.finish("done", outcome=True, reflect=reflect)).id


@on_loop
async def test_a_lesson_is_kept() -> None:
    async with opened(ScriptedLLM([ANSWER])) as memory:
        id = await finished(memory)
        (lesson,) = await memory.learning.lessons()
        assert (lesson.text, lesson.origins) == (f"{GOOD} (step 1)", (id,))
        (told,) = await memory.learning.reflections()
        assert told.lessons == (lesson.id,)


@on_loop
async def test_the_model_is_awaited_and_others_go_on() -> None:
    asked, go = asyncio.Event(), asyncio.Event()

    async def slow(messages: list[dict[str, Any]], schema: Any) -> Any:
        asked.set()
        await go.wait()
        return ANSWER

    async with opened(slow) as memory:
        finishing = asyncio.create_task(finished(memory))
        await asked.wait()
        (episode,) = (await memory.episodes.page()).episodes
        assert episode.solution == "done"
        go.set()
        assert await finishing == episode.id
        assert len(await memory.learning.lessons()) == 1


@on_loop
async def test_one_that_is_cancelled_while_the_model_thinks_is_recorded() -> None:
    asked = asyncio.Event()

    async def forever(messages: list[dict[str, Any]], schema: Any) -> Any:
        asked.set()
        await asyncio.Event().wait()

    async with opened(forever) as memory:
        finishing = asyncio.create_task(finished(memory))
        await asked.wait()
        finishing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await finishing
        assert len((await memory.episodes.page()).episodes) == 1


@on_loop
async def test_a_model_that_fails_is_a_warning() -> None:
    async with opened(ScriptedLLM([BudgetError("the day is spent"), ANSWER])) as memory:
        with pytest.warns(UserWarning, match="the day is spent"):
            id = await finished(memory)
        assert (await memory.learning.reflections())[0].problem
        assert (await memory.learning.reflect(id)).problem == ""
        assert len(await memory.learning.lessons()) == 1


@on_loop
async def test_without_a_model_there_is_a_warning_or_an_error() -> None:
    async with opened(None) as memory:
        with pytest.warns(UserWarning, match="no model is there"):
            id = await finished(memory)
        with pytest.raises(InvalidInput, match="llm="):
            await memory.learning.reflect(id)
    async with opened(ScriptedLLM([])) as memory:
        with pytest.raises(NotFound):
            await memory.learning.reflect("no such episode")


@on_loop
async def test_a_run_asks_about_pairs() -> None:
    lesson = {"text": GOOD, "best_steps": [1], "worst_steps": [1]}
    async with opened(ScriptedLLM([{"lessons": [lesson]}])) as memory:
        await finished(memory, reflect=False)
        async with memory.attempt(TASK) as attempt:
            await attempt.step("tool_call", "refund to the card", error="refused")
            await attempt.finish("", outcome=False)
        assert (await memory.learning.consolidate(model=True)).asked == 1
        report = await memory.learning.consolidate(apply=True, model=True, calls=5)
        assert (report.asked, report.waiting) == (1, 0)
        assert "model" in {one.kind for one in await memory.learning.lessons()}
