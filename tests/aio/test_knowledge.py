"""Sessions and contexts on an event loop: what a model or a store takes holds nobody else up."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from seasoned import AsyncMemory, Episode, InvalidInput, Memory, ModelError, Outcome, Task
from seasoned.core.completions import Completion
from seasoned.core.window import WindowRules
from seasoned.memories.working import WorkingPolicy
from seasoned.testing import HashEmbedder, ScriptedLLM
from tests.aio.loop import Gate, on_loop, turns

TIGHT = WorkingPolicy(WindowRules(400, 200, protected=2))
LONG = "We decided on the blue paint for the garden shed, said number {0}. " * 3


class Slow:
    """A model that can only be awaited, and answers when it is told to."""

    model = "slow"

    def __init__(self, *answers: Any) -> None:
        self.go, self.asked = asyncio.Event(), 0
        self.entered, self.threads = asyncio.Event(), set[int]()
        self._inner = ScriptedLLM(list(answers))

    async def acomplete(self, messages: Any, **more: Any) -> Completion:
        self.asked += 1
        self.threads.add(threading.get_ident())
        self.entered.set()
        await self.go.wait()
        return await self._inner.acomplete(messages, **more)


def opened(path: Path, llm: Any) -> Any:
    return AsyncMemory.open(str(path / "m.db"), embedder=HashEmbedder(), llm=llm)


def test_while_a_model_writes_a_summary_the_session_goes_on(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        model = Slow(ModelError("no"), ModelError("no"))
        async with opened(tmp_path, model) as memory:
            session = memory.session("chat", policy=TIGHT)
            first = [{"role": "user", "content": LONG.format(n)} for n in range(12)]
            adding = asyncio.create_task(session.add_many(first))
            await model.entered.wait()
            # The model has not answered: many are added and read meanwhile, in two threads.
            for n in range(20):
                await session.add(f"short {n}")
                assert (await session.context()).tokens <= 400
            assert not adding.done() and model.asked == 1
            assert len(await memory.session("chat").messages()) == 32
            model.go.set()
            await adding
            assert model.threads == {threading.get_ident()}
            assert await session.summary() is not None
            assert session.problems == ["no summary by slow: no"]
            assert len(await session.messages("folded")) > 0
            assert len(await session.messages()) == 32

    run()


def test_a_fold_that_was_cancelled_is_done_with_the_next_message(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        model = Slow(ModelError("no"))
        async with opened(tmp_path, model) as memory:
            session = memory.session("chat", policy=TIGHT)
            first = [{"role": "user", "content": LONG.format(n)} for n in range(12)]
            adding = asyncio.create_task(session.add_many(first))
            await model.entered.wait()
            adding.cancel()
            with pytest.raises(asyncio.CancelledError):
                await adding
            assert len(await session.messages()) == 12
            assert await session.summary() is None
            model.go.set()
            await session.add("one more")
            assert await session.summary() is not None
            assert len(await session.messages()) == 13

    run()


def test_a_store_that_is_stuck_does_not_stop_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @on_loop
    async def run() -> None:
        sync = Memory.open(str(tmp_path / "m.db"), embedder=False)
        gate = Gate(sync.notes.remember)
        monkeypatch.setattr(sync.notes, "remember", gate)
        async with AsyncMemory(sync) as memory:
            stuck = asyncio.create_task(memory.notes.remember("the key is under the mat"))
            await gate.entered()
            await turns()  # the loop runs, and another thread reads
            assert await memory.notes.count() == 0
            assert not stuck.done()
            gate.opened.set()
            assert (await stuck).created
            assert await memory.notes.count() == 1

    run()


def test_a_plan_is_awaited_and_holds_up_no_thread(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        weights = {"facts": 0.0, "notes": 1.0, "why": "it is in the notes"}
        model = Slow(*[weights] * 8)
        async with opened(tmp_path, model) as memory:
            await memory.remember("the key is under the mat")
            await memory.facts.remember("user", "fact", "home", "Rome")
            asking = [asyncio.create_task(memory.context("where is the key?")) for _ in range(8)]
            await model.entered.wait()
            assert await memory.notes.count() == 1  # with more contexts than threads under way
            model.go.set()
            found = await asyncio.gather(*asking)
            assert {each.plan.by for each in found} == {"slow"}
            assert all("under the mat" in each.text for each in found)
            assert model.asked == 8
            (hit,) = await memory.lookup("key under the mat")
            await memory.notes.flush()
            (again,) = await memory.lookup("key under the mat")
            assert again.uses == 9, "each context counts once, and the lookup"
            assert hit.note == again.note

    run()


def test_a_model_that_fails_leaves_the_rules(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        async with opened(tmp_path, ScriptedLLM(ModelError("it is out"))) as memory:
            await memory.remember("the key is under the mat")
            await memory.facts.remember("user", "fact", "home", "Rome")
            found = await memory.context("where is the key?")
            assert found.plan.by == "rules" and "it is out" in found.plan.why
            with pytest.raises(InvalidInput, match="at least 1"):
                await memory.context("where is the key?", 0)

    run()


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        with pytest.raises(InvalidInput, match="llm must be"):
            await opened(tmp_path, object())

    run()


def test_a_session_is_closed_into_an_episode(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        async with opened(tmp_path, None) as memory:
            session = memory.session("chat")
            said = await session.add("paint the shed", importance=0.9, pinned=True)
            assert (said.text, said.pinned, said.importance) == ("paint the shed", True, 0.9)
            receipt = await session.close()
            assert receipt is not None and await session.closed()
            assert (await memory.get(receipt.id)).session == "chat"

    run()


def test_users_of_one_memory_see_their_own(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        async with opened(tmp_path, None) as memory:
            ann, bob = memory.for_user("ann"), memory.for_user("bob")
            await asyncio.gather(
                ann.facts.remember("user", "fact", "home", "Rome"),
                bob.facts.remember("user", "fact", "home", "Oslo"),
                ann.session("chat").add("I am Ann"),
                bob.session("chat").add("I am Bob"),
            )
            homes = [await who.facts.current("user", "fact", "home") for who in (ann, bob)]
            assert [home and home.value for home in homes] == ["Rome", "Oslo"]
            assert [m.text for m in await bob.session("chat").messages()] == ["I am Bob"]

    run()


def test_what_a_model_extracts_is_awaited(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        model = Slow(ModelError("it is out"))
        async with opened(tmp_path, model) as memory:
            learning = asyncio.create_task(memory.updater.update("I live in Rome."))
            await model.entered.wait()
            assert await memory.updater.exchanges() == ()
            model.go.set()
            kept = await learning
            assert kept.by == "rules" and "it is out" in kept.problem
            assert await memory.facts.count() == 1

    run()


def test_a_memorys_model_can_be_asked_by_oneself(tmp_path: Path) -> None:
    @on_loop
    async def run() -> None:
        hello = [{"role": "user", "content": "hello"}]
        async with opened(tmp_path, ScriptedLLM("hi")) as memory:
            assert memory.llm is not None and memory.llm.complete(hello).text == "hi"
            assert (await memory.llm.acomplete(hello)).text == "hi"
        slow = Slow("hi")
        slow.go.set()
        async with opened(tmp_path, slow) as memory:
            assert memory.llm is not None
            with pytest.raises(InvalidInput, match="acomplete"):
                memory.llm.complete(hello)
            assert (await memory.llm.acomplete(hello)).text == "hi"

    run()


def test_a_context_with_an_awaited_embedder_counts_a_note_once(tmp_path: Path) -> None:
    class Awaited(HashEmbedder):
        async def embed(self, texts: Any, kind: Any = "document") -> Any:  # type: ignore[override]
            await asyncio.sleep(0)
            return super().embed(texts, kind)

    @on_loop
    async def run() -> None:
        path = str(tmp_path / "m.db")
        async with AsyncMemory.open(path, embedder=Awaited()) as memory:
            await memory.remember("the key is under the mat")
            await memory.record(Episode(Task("find the key"), outcome=Outcome.SUCCESS))
            await memory.session("chat").add("we spoke of the key")
            await memory.session("chat").close()
            found = await memory.context("where is the key under the mat that we spoke of?")
            assert found.failed == {} and len(found.blocks) == 3
            await memory.notes.flush()
            assert (await memory.lookup("the key under the mat"))[0].uses == 1

    run()
