"""What a lookup of facts finds: what is so, unless another moment is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from seasoned import AsyncMemory, Memory, Options
from seasoned.core.facts import Fact
from seasoned.memories.structured import StructuredMemory
from seasoned.ports import Store
from seasoned.testing import HashEmbedder, ManualClock
from tests.memories.knowing import HERE, KINDS, kept, passages


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with kept(request.param, tmp_path) as opened:
        yield opened


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 1, 1, tzinfo=UTC))


@pytest.fixture(params=[True, False], ids=["words", "meaning"])
def facts(store: Store, clock: ManualClock, request: pytest.FixtureRequest) -> StructuredMemory:
    return StructuredMemory(passages(store, clock=clock, words=request.param), HERE)


def day(n: int) -> datetime:
    return datetime(2026, 1, n, tzinfo=UTC)


def values(facts: StructuredMemory, query: str, **more: datetime) -> list[object]:
    return [hit.fact.value for hit in facts.lookup(query, 10, **more)]  # type: ignore[arg-type]


def test_what_was_replaced_is_not_found(facts: StructuredMemory, clock: ManualClock) -> None:
    facts.remember("user", "fact", "home", "Rome")
    clock.advance(days=9)
    facts.remember("user", "fact", "home", "Graz")
    assert values(facts, "is Rome my home?") == ["Graz"]
    assert values(facts, "home Rome", valid=day(5)) == ["Rome"]
    assert values(facts, "home Rome", valid=day(5), known=day(5)) == ["Rome"]
    # On that day nobody knew that it would end.
    assert values(facts, "home Rome", valid=day(20), known=day(5)) == ["Rome"]
    assert values(facts, "home Rome", valid=day(20)) == ["Graz"]


def test_what_is_over_or_to_come_is_not_found(facts: StructuredMemory, clock: ManualClock) -> None:
    facts.remember(Fact("user", "fact", "visa", "A1", valid_from=day(1), valid_to=day(3)))
    facts.remember("user", "fact", "job", "pilot", valid_from=day(20))
    assert values(facts, "visa job") == ["A1"]
    clock.advance(days=5)
    assert values(facts, "visa job") == []
    assert values(facts, "visa job", valid=day(2)) == ["A1"]
    clock.advance(days=20)
    assert values(facts, "visa job") == ["pilot"]


def test_contested_values_are_found(facts: StructuredMemory) -> None:
    facts.remember("user", "fact", "home", "Rome", 0.9)
    facts.remember("user", "fact", "home", "Oslo", 0.3)
    assert sorted(map(str, values(facts, "my home"))) == ["Oslo", "Rome"]


def test_many_old_values_hide_no_standing_one(facts: StructuredMemory, clock: ManualClock) -> None:
    facts.remember("Ann", "fact", "town", "the home of Ann's cousin and the whole family is Linz")
    for number in range(150):
        facts.remember("user", "fact", "home", f"home number {number}")
        clock.advance(days=1)
    assert values(facts, "home")[:1] == ["home number 149"]
    assert len(values(facts, "home")) == 2


def test_what_a_writer_with_a_clock_ahead_said_is_found_at_once(store: Store) -> None:
    clock, ahead = ManualClock(day(1)), ManualClock(day(2))
    writer = StructuredMemory(passages(store, clock=ahead), HERE)
    reader = StructuredMemory(passages(store, clock=clock), HERE)
    reader.remember("user", "fact", "home", "Rome")
    writer.remember("user", "fact", "home", "Graz")
    assert values(reader, "home Rome Graz") == ["Graz"]


def test_a_context_says_what_is_so_alone() -> None:
    clock = ManualClock(day(1))
    with Memory.open("memory://", embedder=HashEmbedder(), options=Options(clock=clock)) as memory:
        memory.facts.remember("user", "preference", "drink", "tea")
        clock.advance(days=1)
        memory.facts.remember("user", "preference", "drink", "water")
        memory.facts.remember(Fact("user", "fact", "visa", "A1", valid_to=day(1)))
        memory.facts.remember("user", "fact", "job", "pilot", valid_from=day(30))
        said = memory.context("any tea for me? and my visa? my job?").text
        assert "water" in said
        assert not [word for word in ("tea", "A1", "pilot") if word in said]


def test_on_an_event_loop_as_well() -> None:
    async def run() -> None:
        clock = ManualClock(day(1))
        async with AsyncMemory.open("memory://", embedder=False, options=Options(clock=clock)) as m:
            await m.facts.remember("user", "fact", "home", "Rome")
            clock.advance(days=9)
            await m.facts.remember("user", "fact", "home", "Graz")
            then = day(1) + timedelta(days=2)
            found = await m.facts.lookup("home", valid=then, known=then)
            assert [hit.fact.value for hit in found] == ["Rome"]
            assert [h.fact.value for h in await m.facts.lookup("home")] == ["Graz"]

    asyncio.run(run())


def test_what_is_told_to_be_over_contests_nothing_and_is_not_shown() -> None:
    clock = ManualClock(day(1))
    options = Options(clock=clock)
    with Memory.open("memory://", embedder=False, user="ann", options=options) as memory:
        memory.updater.update("I live in Graz.")
        clock.advance(days=1)
        (item,) = memory.updater.update("I used to live in Rome.").items
        assert item.action == "add" and "contested" not in item.reason
        said = memory.context("did I ever live in Rome or Graz?").text
        assert "Graz" in said and "Rome" not in said
        clock.advance(days=1)
        memory.updater.update("I no longer live in Graz.")
        assert memory.facts.recall_by_type(key="home") == ()
        assert "Graz" not in memory.context("do I live in Graz?", memories=["facts"]).text
        assert not memory.admin.check()
