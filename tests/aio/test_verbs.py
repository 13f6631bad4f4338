"""Every verb: forwarded to a thread, its model awaited on the loop, what it does done once.

The table below has a call of each verb; a verb that is missing in it fails the first test.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from seasoned import AsyncMemory, Episode, Options, Outcome, PrunePolicy, Task, connect
from seasoned.core.notes import Note
from seasoned.core.window import WindowRules
from seasoned.errors import InvalidInput
from seasoned.memories.checks import run_check
from seasoned.memories.working import WorkingPolicy
from seasoned.testing import HashEmbedder, ManualClock
from tests.aio.loop import PATIENCE
from tests.aio.test_parity import KNOWN, LEFT_OUT, PAIRS, public

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DONE = Episode(Task("sort the numbers"), outcome=Outcome.SUCCESS, lessons=("use a key",))
Verb = Callable[[AsyncMemory, str, Path], Awaitable[Any]]


async def in_block(memory: AsyncMemory, id: str, folder: Path) -> Any:
    async with memory.attempt("sort the words") as attempt:
        assert await memory.current_attempt() is attempt


def on_attempt(act: Callable[[Any], Awaitable[Any]]) -> Verb:
    async def verb(memory: AsyncMemory, id: str, folder: Path) -> Any:
        return await act(await memory.begin("sort the words"))

    return verb


async def open_another(memory: AsyncMemory, id: str, folder: Path) -> Any:
    async with await opened(folder / "another.db"):
        pass


async def expire(memory: AsyncMemory, id: str, folder: Path) -> Any:
    await memory.begin("sort the words")
    await memory.begin("sort the letters")
    return await memory.admin.expire(timedelta(0))


async def resume(memory: AsyncMemory, id: str, folder: Path) -> Any:
    return await memory.resume((await memory.begin("sort the words")).id)


async def reembed(memory: AsyncMemory, id: str, folder: Path) -> None:
    async def lengths(text: str) -> list[float]:
        return [1.0, float(len(text))]

    assert await memory.admin.reembed(lengths) == 1
    assert (await memory.recall("sort numbers")).results[0].episode.id == id
    assert await memory.admin.reembed(HashEmbedder()) == 1


async def export(memory: AsyncMemory, id: str, folder: Path) -> Any:
    path = folder / "out.jsonl"
    report = await memory.export(path)
    assert report.kinds["episode"] == 1
    assert (await memory.load(path)).known == report.kinds
    assert (await memory.export(path, format="fewshot", replace=True)).left_out == {
        "no solution": 1
    }
    return report


async def reflect(memory: AsyncMemory, id: str, folder: Path) -> None:
    with pytest.raises(InvalidInput, match="llm="):  # with one: tests/aio/test_reflecting.py
        await memory.learning.reflect(id)


async def prune(memory: AsyncMemory, id: str, folder: Path) -> str:
    batch = (await memory.admin.prune(PrunePolicy(keep=0), apply=True)).batch
    assert [each.id for each in await memory.admin.pruned()] == [batch]
    assert await memory.admin.copies() == 1
    return batch


async def restore(memory: AsyncMemory, id: str, folder: Path) -> Any:
    return await memory.admin.restore(await prune(memory, id, folder), once(id))


def on_session(act: Callable[[Any], Awaitable[Any]]) -> Verb:
    async def verb(memory: AsyncMemory, id: str, folder: Path) -> Any:
        session = memory.session("chat", policy=WorkingPolicy(WindowRules(100, 60)))
        await session.add_many(
            [{"role": "user", "content": word * 30} for word in ("one ", "two ")]
        )
        return await act(session)

    return verb


def on_note(act: Callable[[AsyncMemory, str], Awaitable[Any]]) -> Verb:
    async def verb(memory: AsyncMemory, id: str, folder: Path) -> Any:
        note = await memory.remember(Note("Ann drinks green tea", "preference"))
        return await act(memory, note.id)

    return verb


def on_fact(act: Callable[[AsyncMemory, str], Awaitable[Any]]) -> Verb:
    async def verb(memory: AsyncMemory, id: str, folder: Path) -> Any:
        stated = await memory.facts.remember("Ann", "fact", "home", "Rome")
        return await act(memory, stated.fact.id)

    return verb


def on_document(act: Callable[[AsyncMemory], Awaitable[Any]]) -> Verb:
    async def verb(memory: AsyncMemory, id: str, folder: Path) -> Any:
        await memory.documents.add("# Keys\n\nThe key is under the mat.", "house.md")
        return await act(memory)

    return verb


async def context(memory: AsyncMemory, id: str, folder: Path) -> Any:
    await memory.remember("sorting numbers takes a key")
    await memory.facts.remember("user", "preference", "sorting", "quickly")
    await memory.documents.add("How numbers are sorted.", "sorting.md")
    found = await memory.context("how do I sort numbers?")
    assert found.failed == {} and {item.memory for item in found.items()} >= {"notes", "facts"}
    return found


async def for_user(memory: AsyncMemory, id: str, folder: Path) -> Any:
    ann = memory.for_user("ann")
    await ann.remember("Ann drinks green tea")
    assert (await ann.lookup("green tea"))[0].note.user == "ann"
    assert await memory.lookup("green tea") == ()


async def sessions(memory: AsyncMemory, id: str, folder: Path) -> Any:
    await memory.session("chat").add("hello")
    (found,) = await memory.sessions("open")
    assert (found.id, found.messages) == ("chat", 1)


async def learned(memory: AsyncMemory, id: str, folder: Path) -> Any:
    """Two statements, each embedded and written by itself."""
    kept = await memory.updater.update("I live in Rome. I am allergic to peanuts.", session="chat")
    assert [one.action for one in kept.items] == ["add", "add"]
    assert await memory.updater.exchanges("learned") == (kept,)
    assert await memory.updater.forget(kept.id) == 1


def once(*items: object) -> Any:
    """An iterator: what can be read once has to do for a call that is entered twice."""
    return iter(items)


VERBS: dict[str, Verb] = {
    "Memory.record": lambda m, one, _: m.record(Episode(Task("new one"))),
    "Memory.get": lambda m, one, _: m.get(one),
    "Memory.recall": lambda m, one, _: m.recall("sort numbers", namespaces=once("other")),
    "Memory.replay": lambda m, one, _: m.replay(2, seed=1),
    "Memory.warn": lambda m, one, _: m.warn("sort[]", "sort numbers"),
    "Memory.judge": lambda m, one, _: m.judge(one, 0.5, by="ci"),
    "Memory.forget": lambda m, one, _: m.forget(one),
    "Memory.export": export,
    "Memory.load": export,
    "Memory.attempt": in_block,
    "Memory.begin": lambda m, one, _: m.begin("sort the words"),
    "Memory.current_attempt": in_block,
    "Memory.resume": resume,
    "Memory.open": open_another,
    "Memory.close": lambda m, one, _: m.close(),
    "EpisodicMemory.record": lambda m, one, _: m.episodes.record(Episode(Task("new one"))),
    "EpisodicMemory.record_many": lambda m, one, _: m.episodes.record_many(
        Episode(Task(f"{i}")) for i in range(300)
    ),
    "EpisodicMemory.get": lambda m, one, _: m.episodes.get(one),
    "EpisodicMemory.find": lambda m, one, _: m.episodes.find([one]),
    "EpisodicMemory.judge": lambda m, one, _: m.episodes.judge(one, True),
    "EpisodicMemory.forget": lambda m, one, _: m.episodes.forget(everything=True, prove=True),
    "EpisodicMemory.page": lambda m, one, _: m.episodes.page(limit=1),
    "EpisodicMemory.count": lambda m, one, _: m.episodes.count(),
    "EpisodicMemory.recent": lambda m, one, _: m.episodes.recent(),
    "EpisodicMemory.recall": lambda m, one, _: m.episodes.recall("sort numbers"),
    "EpisodicMemory.similar": lambda m, one, _: m.episodes.similar("sort numbers", 2),
    "EpisodicMemory.success_patterns": lambda m, one, _: m.episodes.success_patterns(
        "sort numbers"
    ),
    "EpisodicMemory.failure_warnings": lambda m, one, _: m.episodes.failure_warnings(
        "sort numbers"
    ),
    "EpisodicMemory.lessons": lambda m, one, _: m.episodes.lessons("sort numbers"),
    "Admin.stats": lambda m, one, _: m.admin.stats(),
    "Admin.whole_id": lambda m, one, _: m.admin.whole_id(one[:12]),
    "Admin.check": lambda m, one, _: m.admin.check(thorough=True),
    "Admin.repair": lambda m, one, _: m.admin.repair(),
    "Admin.heal": lambda m, one, _: m.admin.heal(),
    "Admin.reembed": reembed,
    "Admin.abort_reembed": lambda m, one, _: m.admin.abort_reembed(),
    "Admin.prune": prune,
    "Admin.pruned": prune,
    "Admin.restore": restore,
    "Admin.copies": prune,
    "Admin.sweep": lambda m, one, _: m.admin.sweep(),
    "Admin.expire": expire,
    "Admin.prove_forgotten": lambda m, one, _: m.admin.prove_forgotten("a text", thorough=True),
    "Admin.backup": lambda m, one, folder: m.admin.backup(str(folder / "copy.db")),
    "Learning.strategies": lambda m, one, _: m.learning.strategies(),
    "Learning.skills": lambda m, one, _: m.learning.skills("tag"),
    "Learning.weak_skills": lambda m, one, _: m.learning.weak_skills(),
    "Learning.choose_strategy": lambda m, one, _: m.learning.choose_strategy("sort numbers"),
    "Learning.curve": lambda m, one, _: m.learning.curve(),
    "Attempt.choose_strategy": on_attempt(lambda a: a.choose_strategy(["one", "another"])),
    "Learning.lift": lambda m, one, _: m.learning.lift(),
    "Learning.holdout": lambda m, one, _: m.learning.holdout(),
    "Learning.why": lambda m, one, _: m.learning.why(one),
    "Learning.withheld": lambda m, one, _: m.learning.withheld(),
    "Learning.quarantine": lambda m, one, _: m.learning.quarantine(),
    "Learning.pin": lambda m, one, _: m.learning.pin(one),
    "Learning.ban": lambda m, one, _: m.learning.ban(one),
    "Learning.reinstate": lambda m, one, _: m.learning.reinstate(one),
    "Learning.consolidate": lambda m, one, _: m.learning.consolidate(apply=True),
    "Learning.lessons": lambda m, one, _: m.learning.lessons(),
    "Learning.reflect": reflect,
    "Learning.reflections": lambda m, one, _: m.learning.reflections(),
    "Learning.clusters": lambda m, one, _: m.learning.clusters("fixing"),
    "Learning.remember": lambda m, one, _: m.learning.remember("Look before you leap."),
    "Learning.forget": lambda m, one, _: m.learning.forget("none"),
    "Learning.collapsed": lambda m, one, _: m.learning.collapsed(),
    "Learning.expand": lambda m, one, _: m.learning.expand(one),
    "Learning.playbook": lambda m, one, _: m.learning.playbook("fixing"),
    "Learning.playbooks": lambda m, one, _: m.learning.playbooks(),
    "Memory.remember": on_note(lambda m, one: m.remember("and coffee", "preference", {"a": 1})),
    "Memory.lookup": on_note(lambda m, one: m.lookup("tea", namespaces=once("other"))),
    "Memory.session": on_session(lambda s: s.messages()),
    "Memory.context": context,
    "Memory.for_user": for_user,
    "Memory.sessions": sessions,
    "Memory.updater": lambda m, one, _: m.updater.exchanges(),
    "Updater.update": learned,
    "Updater.request": lambda m, one, _: m.updater.request("I live in Rome."),
    "Updater.take": lambda m, one, _: m.updater.take("I live in Rome."),
    "Updater.exchanges": learned,
    "Updater.forget": learned,
    "LongTermMemory.remember": on_note(lambda m, one: m.notes.remember("and coffee")),
    "LongTermMemory.remember_many": lambda m, one, _: m.notes.remember_many(
        Note(f"note {i}") for i in range(300)
    ),
    "LongTermMemory.lookup": on_note(lambda m, one: m.notes.lookup("tea", 1)),
    "LongTermMemory.get": on_note(lambda m, one: m.notes.get(one)),
    "LongTermMemory.update": on_note(lambda m, one: m.notes.update(one, "Ann drinks coffee")),
    "LongTermMemory.page": on_note(lambda m, one: m.notes.page(1)),
    "LongTermMemory.count": on_note(lambda m, one: m.notes.count()),
    "LongTermMemory.kinds": on_note(lambda m, one: m.notes.kinds()),
    "LongTermMemory.forget": on_note(lambda m, one: m.notes.forget(one)),
    "LongTermMemory.flush": on_note(lambda m, one: m.notes.flush()),
    "StructuredMemory.remember": on_fact(
        lambda m, one: m.facts.remember("Ann", "fact", "home", "Graz", force=True)
    ),
    "StructuredMemory.get": on_fact(lambda m, one: m.facts.get(one)),
    "StructuredMemory.current": on_fact(lambda m, one: m.facts.current("Ann", "fact", "home")),
    "StructuredMemory.recall_by_type": on_fact(lambda m, one: m.facts.recall_by_type("fact")),
    "StructuredMemory.count": on_fact(lambda m, one: m.facts.count()),
    "StructuredMemory.history": on_fact(lambda m, one: m.facts.history("Ann", "fact", "home")),
    "StructuredMemory.lookup": on_fact(lambda m, one: m.facts.lookup("home of Ann")),
    "StructuredMemory.forget": on_fact(lambda m, one: m.facts.forget("Ann", ids=once(one))),
    "Documents.add": on_document(lambda m: m.documents.add("Under the pot.", "house.md")),
    "Documents.chunks": on_document(lambda m: m.documents.chunks("house.md")),
    "Documents.count": on_document(lambda m: m.documents.count()),
    "Documents.sources": on_document(lambda m: m.documents.sources()),
    "Documents.search": on_document(lambda m: m.documents.search("key", source="house.md")),
    "Documents.remove": on_document(lambda m: m.documents.remove("house.md")),
    "WorkingMemory.add": on_session(lambda s: s.add("three", pinned=True, importance=0.5)),
    "WorkingMemory.add_many": on_session(
        lambda s: s.add_many(once({"role": "user", "content": "four"}))
    ),
    "WorkingMemory.context": on_session(lambda s: s.context(60)),
    "WorkingMemory.summary": on_session(lambda s: s.summary()),
    "WorkingMemory.closed": on_session(lambda s: s.closed()),
    "WorkingMemory.messages": on_session(lambda s: s.messages("live")),
    "WorkingMemory.search": on_session(lambda s: s.search("two")),
    "WorkingMemory.forget": on_session(lambda s: s.forget()),
    "WorkingMemory.close": on_session(lambda s: s.close("counting", outcome=True, lessons=once())),
    "Attempt.record": on_attempt(lambda a: a.record()),
    "Attempt.state": on_attempt(lambda a: a.state()),
    "Attempt.recall": on_attempt(lambda a: a.recall()),
    "Attempt.prompt": on_attempt(lambda a: a.prompt()),
    "Attempt.warn": on_attempt(lambda a: a.warn({"name": "sort"})),
    "Attempt.step": on_attempt(lambda a: a.step("edit", "a file", seconds=1.0)),
    "Attempt.check": on_attempt(lambda a: a.check(["true"])),
    "Attempt.checked": on_attempt(lambda a: a.checked(run_check(["true"]))),
    "Attempt.finish": on_attempt(lambda a: a.finish("ok", outcome="success", used=once())),
    "Attempt.fail": on_attempt(lambda a: a.fail(ValueError("no"))),
    "Attempt.abandon": on_attempt(lambda a: a.abandon()),
}
WRITES = {
    *("add", "judge", "delete", "begin", "step", "show", "finish", "heal", "drop_vectors"),
    *("repair", "backup", "scrub", "adopt", "prune", "restore", "expire"),
    *("draw", "decide", "erase", "load"),
    *("put", "use", "append", "fold", "close"),
    *("stage", "switch", "discard", "abandon"),
}


PARTS = (
    "episodes",
    "attempts",
    "search",
    "history",
    "pruning",
    "models",
    "maintenance",
    "transfer",
    *("knowledge", "passages", "facts", "sessions", "exchanges", "spending"),
)


class Watched:
    """A store, or a part of one, that notes its calls and refuses those of the loop's thread."""

    def __init__(self, inner: Any, calls: list[str], loop: int) -> None:
        self._inner, self._calls, self._loop = inner, calls, loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if name in PARTS and not inspect.ismethod(value):
            return Watched(value, self._calls, self._loop)
        return self._noted(name, value) if callable(value) else value

    def _noted(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            assert threading.get_ident() != self._loop, f"the event loop waits on {name}"
            self._calls.append(name)
            return method(*args, **kwargs)

        return call


class AsyncHash(HashEmbedder):
    """As its base, awaited; notes the threads that it ran in."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = set[int]()

    async def embed(self, texts: Sequence[str], kind: Any = "document") -> Any:  # type: ignore[override]
        self.threads.add(threading.get_ident())
        await asyncio.sleep(0)
        return super().embed(texts, kind)


async def opened(path: Path, embedder: Any = None) -> AsyncMemory:
    options = Options(clock=ManualClock(NOW))
    memory = await AsyncMemory.open(str(path), embedder=embedder or HashEmbedder(), options=options)
    await memory.record(DONE)
    return memory


def run(verb: str, folder: Path, embedder: Any, patch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """What the store was told to write by one verb, and what it holds afterwards."""
    folder.mkdir()
    calls = list[str]()
    make, loop = connect._store, threading.get_ident()
    with patch.context() as here:
        here.setattr(connect, "_store", lambda *args: Watched(make(*args), calls, loop))

        async def main() -> None:
            async with await opened(folder / "memory.db", embedder) as memory:
                (first,) = await memory.episodes.recent()
                calls.clear()
                await VERBS[verb](memory, first.id, folder)

        asyncio.run(asyncio.wait_for(main(), PATIENCE))

    async def held() -> Any:
        async with AsyncMemory.open(str(folder / "memory.db"), embedder=HashEmbedder()) as memory:
            assert await memory.admin.check(thorough=True) == []
            episodes = (await memory.episodes.page(limit=1000)).episodes
            kept = [(e.task, e.outcome, e.solution, len(e.steps), e.feedback) for e in episodes]
            return sorted(kept, key=repr)

    return [call for call in calls if call in WRITES], asyncio.run(held())


def test_the_table_has_every_verb() -> None:
    names = {f"{sync.__name__}.{name}" for sync, _ in PAIRS for name in public(sync)}
    assert VERBS.keys() == names - LEFT_OUT.keys() - KNOWN


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_runs_in_a_thread_and_an_async_model_changes_nothing_of_what_it_does(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that is entered again for its vectors must have written nothing before."""
    model = AsyncHash()
    awaited = run(verb, tmp_path / "async", model, monkeypatch)
    assert awaited == run(verb, tmp_path / "sync", HashEmbedder(), monkeypatch)
    assert model.threads == {threading.get_ident()}
