"""Attempts on a loop: blocks, decorators, nesting across tasks, cancellation, commands."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    AsyncAttempt,
    AsyncMemory,
    Conflict,
    Episode,
    Feedback,
    InvalidInput,
    Memory,
    Outcome,
    StoreError,
    Task,
)
from seasoned.memories import checks
from tests.aio.loop import on_loop, turns


@pytest.fixture
def sync() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=False) as memory:
        yield memory


@pytest.fixture
def memory(sync: Memory) -> Iterator[AsyncMemory]:
    memory = AsyncMemory(sync)
    yield memory
    asyncio.run(memory.close())


async def only(memory: AsyncMemory) -> Episode:
    (episode,) = await memory.episodes.recent()
    return episode


async def parent(attempt: AsyncAttempt) -> str | None:
    return (await attempt.record()).parent


@on_loop
async def test_a_block_records_steps_tests_and_lesson(memory: AsyncMemory) -> None:
    await memory.record(
        Episode(Task("sort numbers"), outcome=Outcome.SUCCESS, lessons=("use a key",))
    )
    async with memory.attempt("sort the numbers", category="code", tags=["x"]) as attempt:
        assert "use a key" in await attempt.prompt(400)
        assert len((await attempt.recall()).results) == 1
        await attempt.step("edit", "sort.py", result="ok", seconds=1.5)
        feedback = await attempt.check([sys.executable, "-c", "print('fine')"])
        assert feedback == Feedback(reward=1.0, tests_passed=1, tests_total=1)
        receipt = await attempt.finish("sorted", lesson="keys are fast")
    assert await attempt.state() == "finished"
    episode = await memory.get(receipt.id)
    assert [s.action for s in episode.steps] == ["edit", "check"]
    assert episode.outcome is Outcome.SUCCESS and episode.lessons == ("keys are fast",)
    assert episode.attempt == attempt.id and episode.task.category == "code"
    with pytest.raises(Conflict):
        await attempt.step("late")


@on_loop
async def test_leaving_and_failing_are_recorded(memory: AsyncMemory) -> None:
    async with memory.attempt("wander off") as attempt:
        pass
    assert await attempt.state() == "abandoned"
    assert (await only(memory)).outcome is Outcome.UNKNOWN
    with pytest.raises(ZeroDivisionError):
        async with memory.attempt("divide"):
            _ = 1 / 0
    failed = (await memory.episodes.recent())[-1]
    assert failed.outcome is Outcome.FAILURE and "ZeroDivisionError" in failed.outcome_detail
    assert [step.action for step in failed.steps] == ["error"]


@on_loop
async def test_a_cancelled_block_leaves_the_attempt_open(memory: AsyncMemory) -> None:
    begun = asyncio.Queue[AsyncAttempt]()

    async def work() -> None:
        async with memory.attempt("work") as attempt:
            begun.put_nowait(attempt)
            await asyncio.get_running_loop().create_future()

    task = asyncio.create_task(work())
    attempt = await begun.get()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await attempt.state() == "open" and await memory.episodes.count() == 0
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0), memory.attempt("hurry"):
            await asyncio.get_running_loop().create_future()
    await (await memory.resume(attempt.id)).finish("later", outcome="success")
    assert (await only(memory)).solution == "later"


@on_loop
async def test_pass_through_leaves_it_open(memory: AsyncMemory) -> None:
    with pytest.raises(ConnectionError):
        async with memory.attempt("work", pass_through=ConnectionError) as attempt:
            raise ConnectionError
    assert await attempt.state() == "open"


@on_loop
async def test_an_error_that_cannot_be_recorded_goes_on_with_a_note(memory: AsyncMemory) -> None:
    async def divide() -> float:
        async with memory.attempt("divide"):
            await memory.close()
            return 1 / 0

    with pytest.raises(ZeroDivisionError) as caught:
        await divide()
    assert "is closed" in caught.value.__notes__[0]
    with pytest.raises(StoreError):
        async with memory.attempt("again"):
            pass


@on_loop
async def test_attempts_nest_across_tasks(memory: AsyncMemory) -> None:
    async def part(name: str) -> tuple[AsyncAttempt, AsyncAttempt]:
        async with memory.attempt(name) as outer:
            await turns(3)
            async with memory.attempt(f"part of {name}") as inner:
                await turns(3)
                assert await memory.current_attempt() is inner
            assert await memory.current_attempt() is outer
            return outer, inner

    assert await memory.current_attempt() is None
    async with memory.attempt("whole") as whole:
        pairs = await asyncio.gather(*(part(f"{i}") for i in range(5)))
        assert await memory.current_attempt() is whole
        begun = await memory.begin("by hand")
    assert await memory.current_attempt() is None
    assert [await parent(outer) for outer, _ in pairs] == [whole.id] * 5
    assert [await parent(inner) for _, inner in pairs] == [outer.id for outer, _ in pairs]
    assert await parent(begun) == whole.id
    record = await pairs[0][1].record()
    assert record.root == whole.id and record.task_key == whole.begun.task_key


@on_loop
async def test_only_attempts_of_the_same_memory_nest(memory: AsyncMemory) -> None:
    with Memory.open("memory://", embedder=False) as sync:
        async with AsyncMemory.open("memory://", embedder=False) as other:
            async with memory.attempt("one") as one, other.attempt("two") as two:
                with sync.attempt("three") as three:
                    assert await memory.current_attempt() is one
                    assert await other.current_attempt() is two
                    assert sync.current_attempt() is three and three.record.parent is None
            assert await parent(two) is None


@on_loop
async def test_a_generator_that_waits_at_a_yield_encloses_nothing(memory: AsyncMemory) -> None:
    async def work(name: str) -> AsyncIterator[AsyncAttempt]:
        async with memory.attempt(name) as attempt:
            yield attempt
            async with memory.attempt(f"part of {name}") as part:
                yield part

    async with memory.attempt("whole") as whole:
        one, two = work("one"), work("two")
        first, second = await anext(one), await anext(two)
        part, other = await anext(one), await anext(two)
        assert await memory.current_attempt() is whole
        assert [await parent(a) for a in (first, second)] == [whole.id] * 2
        assert [await parent(a) for a in (part, other)] == [first.id, second.id]
        assert [a async for a in one] == [] == [a async for a in two]
    assert await memory.current_attempt() is None


@on_loop
async def test_a_context_manager_around_a_block_encloses_what_it_wraps(memory: AsyncMemory) -> None:
    @contextlib.asynccontextmanager
    async def around() -> AsyncIterator[AsyncAttempt]:
        async with memory.attempt("wrapped") as attempt:
            yield attempt

    async with around() as attempt:
        assert await memory.current_attempt() is attempt
    async with contextlib.AsyncExitStack() as stack:
        entered = await stack.enter_async_context(memory.attempt("stacked"))
        assert await memory.current_attempt() is entered
    assert await memory.current_attempt() is None
    assert [await a.state() for a in (attempt, entered)] == ["abandoned"] * 2


@on_loop
async def test_a_block_may_be_used_again_and_inside_itself(memory: AsyncMemory) -> None:
    block = memory.attempt("recurse")
    async with block as outer:
        async with block as inner:
            await inner.finish("inner", outcome="success")
        assert await memory.current_attempt() is outer
        await outer.finish("outer", outcome="partial")
    assert await parent(inner) == outer.id
    with pytest.raises(InvalidInput, match="needs a task"):
        async with memory.attempt():
            pass


@on_loop
async def test_a_key_is_gone_on_with_from_anywhere(memory: AsyncMemory, sync: Memory) -> None:
    first = await memory.begin("index", key="job-1", strategy="slow")
    assert (await memory.begin("index", key="job-1")).id == first.id
    assert sync.resume(first.id).state == "open" and first.sync.id == first.id
    assert first.task == Task("index") and repr(first).startswith("<AsyncAttempt ")
    with pytest.raises(InvalidInput):  # an error of ours says nothing about the task
        async with memory.attempt("index", key="job-1") as attempt:
            await attempt.finish("all", outcome="excellent")
    assert await first.state() == "open"
    async with memory.attempt("index", key="job-1") as attempt:
        await attempt.finish("all", outcome=0.5)
    assert (await only(memory)).outcome is Outcome.PARTIAL
    with pytest.raises(Conflict, match="job-1"):
        async with memory.attempt("index", key="job-1"):
            pytest.fail("its attempt is closed")


async def judge(answer: int) -> float:
    await asyncio.sleep(0)
    return answer / 10


class Agent:
    def __init__(self, memory: AsyncMemory) -> None:
        self.solve = memory.attempt(judge=lambda answer: answer == 7)(self._solve)

    async def _solve(self, task: str) -> int:
        return len(task)


@on_loop
async def test_the_decorator_serves_coroutine_functions_and_awaits_the_judge(
    memory: AsyncMemory,
) -> None:
    @memory.attempt(category="math", judge=judge)
    async def solve(task: str, offset: int = 0) -> int:
        """Docs stay."""
        current = await memory.current_attempt()
        assert current is not None and current.task.category == "math"
        return 4 + offset

    assert await solve("2 + 2") == 4 and await solve(task="2 + 2", offset=6) == 10
    assert solve.__doc__ == "Docs stay."
    assert await Agent(memory).solve("letters") == 7
    first, second, third = await memory.episodes.recent()
    assert (first.outcome, first.solution, first.feedback.reward) == (Outcome.PARTIAL, "4", 0.4)
    assert second.outcome is Outcome.SUCCESS and third.outcome is Outcome.SUCCESS


@on_loop
async def test_the_decorator_records_failures_and_lets_the_function_finish(
    memory: AsyncMemory,
) -> None:
    @memory.attempt()
    async def solve(task: str) -> None:
        if task == "raise":
            raise ValueError(task)
        current = await memory.current_attempt()
        assert current is not None
        await current.finish("by itself", outcome="success")

    await solve("finish")
    with pytest.raises(ValueError, match="raise"):
        await solve("raise")
    done, failed = await memory.episodes.recent()
    assert (done.solution, failed.outcome) == ("by itself", Outcome.FAILURE)


@on_loop
async def test_a_judge_that_fails_leaves_the_outcome_unknown(memory: AsyncMemory) -> None:
    async def broken(solution: str) -> bool:
        raise RuntimeError("no opinion")

    @memory.attempt(judge=broken)
    async def solve(task: str) -> str:
        return "answer"

    with pytest.raises(RuntimeError, match="no opinion"):
        await solve("question")
    episode = await only(memory)
    assert (episode.outcome, episode.solution) == (Outcome.UNKNOWN, "answer")
    assert "no opinion" in episode.outcome_detail


@on_loop
async def test_what_is_no_coroutine_function_cannot_be_decorated(memory: AsyncMemory) -> None:
    async def generate(task: str) -> AsyncIterator[str]:
        yield task

    for function in (len, lambda task: task):
        with pytest.raises(InvalidInput, match="no coroutine function"):
            memory.attempt()(function)
    with pytest.raises(InvalidInput, match="generator"):
        memory.attempt()(generate)
    with pytest.raises(InvalidInput, match="parentheses"):
        memory.attempt(judge)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="judge"):
        memory.attempt("task", judge=judge)


class Command:
    """A command that says its process id through a pipe and then waits to be killed."""

    CODE = "import os, signal, sys; open(sys.argv[1], 'w').write(f'{os.getpid()} '); signal.pause()"

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "pipe"
        os.mkfifo(self._pipe)
        self.line = [sys.executable, "-c", self.CODE, str(self._pipe)]

    async def started(self) -> int:
        return int((await asyncio.to_thread(self._pipe.read_text)).split()[0])


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@on_loop
async def test_commands_block_neither_the_loop_nor_the_store_and_end_when_cancelled(
    memory: AsyncMemory, tmp_path: Path
) -> None:
    attempt = await memory.begin("run the tests")
    commands, tasks, pids = list[Command](), list[asyncio.Task[Feedback]](), list[int]()
    for i in range(4):  # more than there are workers
        (tmp_path / f"{i}").mkdir()
        commands.append(Command(tmp_path / f"{i}"))
        tasks.append(asyncio.create_task(attempt.check(commands[-1].line)))
        pids.append(await commands[-1].started())
    assert await attempt.state() == "open" and all(map(alive, pids))
    for task in tasks:
        task.cancel()
    assert all(
        isinstance(each, asyncio.CancelledError)
        for each in await asyncio.gather(*tasks, return_exceptions=True)
    )
    assert (await attempt.record()).steps == ()
    await memory.close()  # waits for the commands, which have been told to end
    assert not any(map(alive, pids))


@on_loop
async def test_a_check_that_is_under_way_is_kept_before_the_memory_closes(
    memory: AsyncMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, loop, ran = str(tmp_path / "m.db"), asyncio.get_running_loop(), asyncio.Event()
    run, read, write = checks._run, *os.pipe()

    def slow(*args: Any) -> Any:
        loop.call_soon_threadsafe(ran.set)
        os.read(read, 1)
        return run(*args)

    monkeypatch.setattr(checks, "_run", slow)
    memory = await AsyncMemory.open(url, embedder=False)
    attempt = await memory.begin("run the tests")
    task = asyncio.create_task(attempt.check(["true"]))
    await ran.wait()
    closing = asyncio.create_task(memory.close())
    await turns()
    os.write(write, b"x")
    assert (await task).reward == 1.0
    await closing
    for end in (read, write):
        os.close(end)
    with Memory.open(url, embedder=False) as sync:
        assert [s.action for s in sync.resume(attempt.id).record.steps] == ["check"]


@on_loop
async def test_a_check_that_cannot_be_started_is_an_error(memory: AsyncMemory) -> None:
    attempt = await memory.begin("run the tests")
    with pytest.raises(InvalidInput, match="cannot be started"):
        await attempt.check(["no-such-command"])
    assert (await attempt.record()).steps == ()
