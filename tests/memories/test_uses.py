"""How often notes were found, over views as other users: written whoever closes the memory."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from seasoned import AsyncMemory, Memory
from seasoned.agents.agent import MemoryAugmentedAgent
from seasoned.core.storage import Scope
from seasoned.errors import StoreError
from seasoned.memories.uses import ITEMS, SCOPES, Uses
from seasoned.stores.sqlite_passages import SQLitePassages
from seasoned.testing import ScriptedLLM

NAMES = ["m.db", "m.jsonl"]


def uses(path: Path, user: str | None, query: str = "tea") -> list[int]:
    """What a memory that is opened anew has counted."""
    with Memory.open(path, user=user, embedder=False) as memory:
        return [hit.uses for hit in memory.lookup(query)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("closer", ["parent", "view", "both"])
def test_counts_of_views_are_written_whoever_closes(tmp_path: Path, name: str, closer: str) -> None:
    path = tmp_path / name
    memory = Memory.open(path, embedder=False)
    memory.remember("tea for everybody")
    ann = memory.for_user("ann")
    ann.remember("Ann drinks her green tea late in the evening")
    ann.lookup("tea")
    memory.for_user("ann").for_user("bob").lookup("tea")  # a view of a view, dropped at once
    memory.lookup("tea")
    for one in {"parent": [memory], "view": [ann], "both": [ann, memory]}[closer]:
        one.close()
    assert sorted(uses(path, "ann")) == [1, 3]


@pytest.mark.parametrize("name", NAMES)
def test_views_of_an_agent_are_counted(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with Memory.open(path, embedder=False) as memory:
        memory.for_user("ann").remember("Ann drinks green tea")
        agent = MemoryAugmentedAgent(ScriptedLLM(["fine"] * 3), memory, "personalised")
        for _ in range(3):
            agent.handle_request("ann", "Which tea does Ann drink?")
    assert uses(path, "ann") == [3]


@pytest.mark.parametrize("name", NAMES)
def test_the_async_twin_writes_them_too(tmp_path: Path, name: str) -> None:
    path = tmp_path / name

    async def main() -> None:
        async with AsyncMemory.open(str(path), embedder=False) as memory:
            await memory.for_user("ann").remember("Ann drinks green tea")
            await memory.for_user("ann").lookup("tea")
            await memory.for_user("ann").lookup("tea")
        closed = AsyncMemory.open(str(path), embedder=False)
        view = (await closed).for_user("ann")
        await view.lookup("tea")
        await view.close()

    asyncio.run(main())
    assert uses(path, "ann") == [3]


def test_a_flush_of_any_view_writes_all(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=False) as memory:
        memory.for_user("ann").remember("Ann drinks green tea")
        memory.for_user("ann").lookup("tea")
        memory.for_user("bob").notes.flush()
        assert uses(path, "ann") == [1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_writes_its_own_counts_only(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=False) as memory:
        memory.remember("tea for everybody")
        memory.lookup("tea")
        child = os.fork()
        if child == 0:
            memory.lookup("tea")
            memory.notes.flush()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    assert uses(path, None) == [2]


def test_a_count_that_cannot_be_written_breaks_no_lookup(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise StoreError("the disk is full")

    with Memory.open("memory://", embedder=False) as memory:
        for i in range(ITEMS):
            memory.remember(f"tea number {i}")
        monkeypatch.setattr(SQLitePassages, "use", full)
        assert len({hit.note.id for hit in memory.lookup("tea", ITEMS)}) > 0
        for i in range(ITEMS):
            assert memory.lookup(f"tea number {i}", 1)


def test_what_waits_is_bounded_by_items_and_by_users() -> None:
    waiting, here = Uses(), Scope()
    assert not waiting.add(here, [str(i) for i in range(ITEMS - 1)])
    assert not waiting.add(here, ["0"])
    (due,) = waiting.add(here, ["new"]).values()
    assert (len(due), due["0"]) == (ITEMS, 2)
    users = [Scope("default", f"user {i}") for i in range(SCOPES + 1)]
    late = [waiting.add(user, ["0"]) for user in users]
    assert [dict(each) for each in late if each] == [{users[0]: {"0": 1}}]
    assert len(waiting.take()) == SCOPES and not waiting.take()
