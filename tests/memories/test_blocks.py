"""Blocks and decorators: which attempt encloses what, and what may be decorated."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import inspect
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from seasoned import Attempt, Conflict, Episode, InvalidInput, Memory, Options, Outcome, Task
from seasoned.memories import enclosing
from seasoned.testing import ManualClock


@pytest.fixture
def memory() -> Iterator[Memory]:
    options = Options(clock=ManualClock(datetime(2026, 3, 1, tzinfo=UTC)))
    with Memory.open("memory://", embedder=False, options=options) as opened:
        yield opened


def only(memory: Memory) -> Episode:
    (episode,) = memory.episodes.page().episodes
    return episode


def parent(attempt: Attempt) -> str | None:
    return attempt.record.parent


def test_the_current_attempt_is_the_innermost_open_one_of_this_memory(memory: Memory) -> None:
    assert memory.current_attempt() is None
    with Memory.open("memory://", embedder=False) as other, memory.attempt("outer") as outer:
        with other.attempt("elsewhere") as elsewhere, memory.attempt("inner") as inner:
            assert memory.current_attempt() is inner and parent(inner) == outer.id
            assert other.current_attempt() is elsewhere
            inner.finish("done", outcome="success")
            assert memory.current_attempt() is outer
        assert memory.current_attempt() is outer and other.current_attempt() is None
    assert memory.current_attempt() is None


def test_a_block_may_be_entered_within_itself_and_again(memory: Memory) -> None:
    block = memory.attempt("recurse")
    with block as outer:
        with block as inner:
            inner.finish("inner", outcome="success")
        assert memory.current_attempt() is outer
        outer.finish("outer", outcome="partial")
    with block as again:
        assert parent(again) is None
    assert parent(inner) == outer.id
    states = [attempt.state for attempt in (outer, inner, again)]
    assert states == ["finished", "finished", "abandoned"]


def test_one_block_serves_several_threads(memory: Memory) -> None:
    block, meet, found = memory.attempt("shared"), threading.Barrier(4), list[str]()

    def work(name: str) -> None:
        with block as attempt:
            meet.wait(timeout=30)
            found.append(attempt.finish(name, outcome="success").id)
            meet.wait(timeout=30)
            assert memory.current_attempt() is None  # its own is closed, others are not around

    threads = [threading.Thread(target=work, args=(str(i),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {memory.get(id).solution for id in found} == {"0", "1", "2", "3"}
    assert all(memory.get(id).parent is None for id in found)


def worker(memory: Memory, name: str) -> Generator[Attempt, None, None]:
    with memory.attempt(name) as attempt:
        yield attempt
        with memory.attempt(f"part of {name}") as part:
            yield part


def test_interleaved_generators_keep_their_attempts_apart(memory: Memory) -> None:
    with memory.attempt("whole") as whole:
        one, two = worker(memory, "one"), worker(memory, "two")
        first, second = next(one), next(two)
        part, other = next(one), next(two)
        assert memory.current_attempt() is whole
        assert (parent(first), parent(second)) == (whole.id, whole.id)
        assert (parent(part), parent(other)) == (first.id, second.id)
        one.close()
        assert memory.current_attempt() is whole
        assert list(two) == []
        assert memory.current_attempt() is whole
    assert memory.current_attempt() is None
    # A generator that is closed was cancelled; one that ran to its end was abandoned.
    assert [a.state for a in (first, part, second, other)] == ["open", "open", *["abandoned"] * 2]


def test_generators_may_share_one_block(memory: Memory) -> None:
    block = memory.attempt("shared")

    def work() -> Iterator[Attempt]:
        with block as attempt:
            yield attempt

    one, two = work(), work()
    first, second = next(one), next(two)
    assert list(one) == []
    assert (first.state, second.state) == ("abandoned", "open")
    assert list(two) == [] and second.state == "abandoned"


def test_a_context_manager_around_a_block_encloses_what_it_wraps(memory: Memory) -> None:
    @contextlib.contextmanager
    def prepared() -> Iterator[Attempt]:
        with memory.attempt("prepared") as attempt:
            yield attempt

    with prepared() as outer, memory.attempt("inner") as inner:
        assert memory.current_attempt() is inner and parent(inner) == outer.id
    with contextlib.ExitStack() as stack:
        outer = stack.enter_context(memory.attempt("stacked"))
        assert memory.current_attempt() is outer
    assert outer.state == "abandoned" and memory.current_attempt() is None


def test_tasks_and_asynchronous_generators_keep_their_attempts_apart(memory: Memory) -> None:
    async def stream(name: str) -> AsyncGenerator[Attempt, None]:
        with memory.attempt(name) as attempt:
            yield attempt
            await asyncio.sleep(0)
            with memory.attempt("part") as part:
                yield part

    @contextlib.asynccontextmanager
    async def prepared() -> AsyncIterator[Attempt]:
        with memory.attempt("prepared") as attempt:
            yield attempt

    async def child(outer: Attempt) -> None:
        with memory.attempt("child") as attempt:
            await asyncio.sleep(0)
            assert memory.current_attempt() is attempt and parent(attempt) == outer.id

    async def main() -> None:
        with memory.attempt("whole") as whole:
            one, two = stream("one"), stream("two")
            first, second = await anext(one), await anext(two)
            part = await anext(one)
            assert parent(first) == parent(second) == whole.id and parent(part) == first.id
            await one.aclose()
            assert memory.current_attempt() is whole
            assert [part async for part in two if parent(part) != second.id] == []
            assert memory.current_attempt() is whole
            await asyncio.gather(child(whole), child(whole))
            async with prepared() as outer:
                await asyncio.gather(child(outer), child(outer))

    asyncio.run(main())
    assert memory.current_attempt() is None


def test_a_generator_of_tasks_encloses_them(memory: Memory) -> None:
    async def child() -> Attempt | None:
        return memory.current_attempt()

    async def stream() -> AsyncIterator[bool]:
        with memory.attempt("batch") as attempt:
            found = await asyncio.gather(child(), child())
            yield list(found) == [attempt, attempt]

    async def main() -> list[bool]:
        return [right async for right in stream()]

    assert asyncio.run(main()) == [True]


def test_a_block_may_be_left_from_another_context(memory: Memory) -> None:
    def work() -> Iterator[Attempt]:
        with memory.attempt("wandering") as attempt:
            yield attempt

    with memory.attempt("outer") as outer:
        generator = work()
        attempt = contextvars.copy_context().run(next, generator)
        assert memory.current_attempt() is outer
        assert list(generator) == [] and attempt.state == "abandoned"
        assert memory.current_attempt() is outer


def test_overlapping_blocks_leave_nothing_behind(memory: Memory) -> None:
    def chain() -> int:
        place, length = enclosing._innermost.get(), 0
        while place is not None:
            place, length = place.outer, length + 1
        return length

    def work() -> Generator[None, None, None]:
        with memory.attempt("relay"):
            yield

    running = work()
    next(running)
    for _ in range(5):
        following = work()
        next(following)
        assert list(running) == []
        running = following
        assert chain() == 1
    running.close()
    assert chain() == 0


def test_a_block_whose_key_stands_for_a_closed_attempt_is_not_entered(memory: Memory) -> None:
    with memory.attempt("deploy", key="run-7") as attempt:
        attempt.finish("done", outcome="success")
    worked = []
    with (
        pytest.raises(Conflict, match=r"'run-7'.* finished; choose another key.*begin\("),
        memory.attempt("deploy", key="run-7"),
    ):
        worked.append(1)

    @memory.attempt(key="run-7")
    def act(task: str) -> None:
        worked.append(2)

    with pytest.raises(Conflict, match="run-7"):
        act("deploy")
    assert worked == [] and memory.current_attempt() is None and memory.episodes.count() == 1
    looked = memory.begin("deploy", key="run-7")
    assert (looked.id, looked.state) == (attempt.id, "finished")


def test_a_block_goes_on_with_the_open_attempt_of_its_key(memory: Memory) -> None:
    begun = memory.begin("deploy", key="run-8")
    begun.step("plan")
    with memory.attempt("deploy", key="run-8") as attempt:
        attempt.finish("done", outcome="success")
    assert attempt.id == begun.id and len(only(memory).steps) == 1


class Agent:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory


def decorated(memory: Memory) -> type[Any]:
    class Solver(Agent):
        @memory.attempt(category="math")
        def solve(self, task: str, *, bonus: int = 0) -> str:
            """How it is solved."""
            current = self.memory.current_attempt()
            assert current is not None
            current.step("think", task)
            return f"{task}!{bonus}"

        @classmethod
        @memory.attempt()
        def of_class(cls, task: str) -> str:
            return cls.__name__ + task

        @memory.attempt()
        @classmethod
        def of_class_too(cls, task: str) -> str:
            return cls.__name__ + task

        @staticmethod
        @memory.attempt()
        def alone(task: str) -> str:
            return task

        @memory.attempt()
        @staticmethod
        def alone_too(task: str) -> str:
            return task

        @memory.attempt()
        async def later(self, task: str) -> str:
            await asyncio.sleep(0)
            assert self.memory.current_attempt() is not None
            return task

    return Solver


def test_methods_may_be_decorated(memory: Memory) -> None:
    kind = decorated(memory)
    agent = kind(memory)
    answers = [
        agent.solve("one"),
        agent.solve(task="two", bonus=3),
        kind.solve(agent, "three"),
        agent.of_class("four"),
        kind.of_class_too("five"),
        agent.alone("six"),
        kind.alone_too(task="seven"),
        asyncio.run(agent.later("eight")),
    ]
    kept = list(reversed(memory.episodes.page().episodes))
    tasks = [episode.task.description for episode in kept]
    assert tasks == ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    assert [episode.solution for episode in kept] == answers
    assert answers[:4] == ["one!0", "two!3", "three!0", "Solverfour"]
    assert kept[0].task.category == "math" and kept[0].steps[0].detail == "one"
    assert agent.solve.__doc__ == "How it is solved."
    assert inspect.iscoroutinefunction(kind.later)


def test_the_task_may_be_given_by_name_or_default_and_may_be_a_task(memory: Memory) -> None:
    @memory.attempt()
    def act(goal: Task | str = "tidy up", *more: str, **options: int) -> None:
        return None

    act()
    act(goal=Task("wash up", category="home"), size=3)
    newest, oldest = memory.episodes.page().episodes
    assert (oldest.task, newest.task.category) == (Task("tidy up"), "home")
    assert (oldest.solution, oldest.outcome) == ("", Outcome.UNKNOWN)


def test_a_wrong_call_is_the_callers_error_and_begins_nothing(memory: Memory) -> None:
    @memory.attempt()
    def act(task: str, size: int) -> str:
        return task

    with pytest.raises(TypeError, match="size"):
        act("x")  # type: ignore[call-arg]
    with pytest.raises(InvalidInput, match="the task must be a Task or its text, got 5"):
        act(5, 1)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="the task is blank"):
        act(" ", 1)
    assert memory._parts.store.attempts.page(memory._scope, None, 5) == []


def test_a_coroutine_function_is_an_attempt_until_it_is_awaited_to_its_end(memory: Memory) -> None:
    @memory.attempt(judge=lambda answer: answer == "A")
    async def act(task: str) -> str:
        await asyncio.sleep(0)
        if task == "hang":
            await asyncio.Event().wait()
        if task == "break":
            raise ValueError("broken")
        return task.upper()

    async def main() -> None:
        assert list(await asyncio.gather(act("a"), act(task="b"))) == ["A", "B"]
        with pytest.raises(ValueError, match="broken"):
            await act("break")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(act("hang"), 0.01)

    asyncio.run(main())
    outcomes = {e.task.description: e.outcome for e in memory.episodes.page().episodes}
    assert outcomes == {"a": Outcome.SUCCESS, "b": Outcome.FAILURE, "break": Outcome.FAILURE}
    (open_one,) = memory._parts.store.attempts.page(memory._scope, "open", 5)
    assert open_one.task.description == "hang"


def test_generators_are_refused_when_decorated_or_when_they_are_returned(memory: Memory) -> None:
    async def stream(task: str) -> AsyncIterator[str]:
        yield task

    def several(task: str) -> Iterator[str]:
        yield task

    for function in (stream, several):
        with pytest.raises(InvalidInput, match="not yet a result"):
            memory.attempt()(function)
    with pytest.raises(InvalidInput, match="not yet a result"):
        memory.attempt()(lambda task: (word for word in task))("x")


def test_what_cannot_be_decorated_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="takes no argument"):
        memory.attempt()(lambda: None)

    def act(task: str) -> str:
        return task

    with pytest.raises(InvalidInput, match=r"@memory.attempt\(\) with parentheses"):
        memory.attempt(act)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="judge= is for a decorated function"):
        memory.attempt("task", judge=lambda answer: True)


def test_a_function_may_finish_its_attempt_itself(memory: Memory) -> None:
    @memory.attempt(judge=lambda answer: False)
    def act(task: str) -> str:
        current = memory.current_attempt()
        assert current is not None
        current.finish("mine", outcome="success")
        return "returned"

    assert act("x") == "returned"
    assert (only(memory).solution, only(memory).outcome) == ("mine", Outcome.SUCCESS)


def test_a_block_whose_attempt_was_closed_elsewhere_is_left_in_peace(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with memory.attempt("raced") as attempt:
        abandon = attempt.abandon

        def late() -> object:
            memory.resume(attempt.id).finish("elsewhere", outcome="success")
            return abandon()

        monkeypatch.setattr(attempt, "abandon", late)
    assert only(memory).solution == "elsewhere"


def test_an_error_that_cannot_be_shown_is_still_recorded_and_raised(memory: Memory) -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no words")

    with pytest.raises(Mute), memory.attempt("speak"):
        raise Mute
    assert "Mute" in only(memory).outcome_detail
