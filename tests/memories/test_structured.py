"""Facts: one value current, others contested, the past readable, and found by words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from seasoned import InvalidInput, NotFound
from seasoned.core.facts import Fact
from seasoned.memories.structured import StructuredMemory
from seasoned.ports import Scope, Store
from seasoned.testing import ManualClock
from tests.memories.knowing import HERE, KINDS, kept, passages


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with kept(request.param, tmp_path) as opened:
        yield opened


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 1, 1, tzinfo=UTC))


@pytest.fixture
def facts(store: Store, clock: ManualClock) -> StructuredMemory:
    return StructuredMemory(passages(store, clock=clock), HERE)


def day(n: int) -> datetime:
    return datetime(2026, 1, n, tzinfo=UTC)


def test_a_newer_value_replaces_and_the_old_one_stays_readable(
    facts: StructuredMemory, clock: ManualClock
) -> None:
    first = facts.remember("user", "fact", "home", "Rome")
    clock.advance(days=9)
    second = facts.remember("user", "fact", "home", {"city": "Graz"}, 0.9)
    assert (first.action, second.action) == ("add", "supersede")
    now = facts.current("user", "fact", "home")
    assert now is not None and now.value == {"city": "Graz"}
    assert [fact.value for fact in facts.recall_by_type("fact")] == [{"city": "Graz"}]
    believed = facts.recall_by_type("fact", valid=day(5), known=day(5))
    assert [fact.value for fact in believed] == ["Rome"]
    # Of the same day it is now known that the value ended later.
    (then,) = facts.recall_by_type("fact", valid=day(5))
    assert (then.value, then.valid_to) == ("Rome", day(10))
    assert len(facts.history("user", "fact", "home")) == 3


def test_a_weaker_value_is_shown_as_contested(facts: StructuredMemory) -> None:
    facts.remember("user", "fact", "home", "Rome", 0.9)
    weak = facts.remember("user", "fact", "home", "Oslo", 0.3)
    assert (weak.action, weak.fact.state) == ("contest", "contested")
    assert "0.90" in weak.reason
    shown = facts.recall_by_type("fact", "user")
    assert [(f.value, f.state) for f in shown] == [("Rome", "current"), ("Oslo", "contested")]
    forced = facts.remember("user", "fact", "home", "Oslo", 0.3, force=True)
    assert forced.action == "supersede"
    now = facts.current("user", "fact", "home")
    assert now is not None and now.value == "Oslo"


@pytest.mark.parametrize(
    "value", [None, True, 0, 1.5, "text", [], [1, [True, None]], {"a": {"b": ["ü", 2]}}]
)
def test_any_json_value_is_kept_as_it_is(facts: StructuredMemory, value: Any) -> None:
    stated = facts.remember("user", "fact", "thing", value)
    kept = facts.get(stated.fact.id).value
    assert kept == value and type(kept) is type(value)
    assert facts.remember("user", "fact", "thing", value).action == "ignore"


def test_order_is_by_confidence_then_by_recency(
    facts: StructuredMemory, clock: ManualClock
) -> None:
    for key, confidence in (("a", 0.5), ("b", 0.9), ("c", 0.5)):
        facts.remember("user", "fact", key, key, confidence)
        clock.advance(60)
    assert [fact.key for fact in facts.recall_by_type("fact")] == ["b", "c", "a"]
    assert len(facts.recall_by_type("fact", limit=2)) == 2


@pytest.mark.parametrize("versions", [2, 40])
def test_what_is_over_or_to_come_is_not_found_as_known(
    facts: StructuredMemory, clock: ManualClock, versions: int
) -> None:
    for n in range(versions):
        facts.remember("Ann", "preference", "drink", f"tea of sort {n}")
        clock.advance(days=1)
    facts.remember("Ann", "preference", "drink", "water")
    facts.remember(Fact("Ann", "fact", "visa", "A1", valid_from=day(1), valid_to=day(2)))
    future = clock.now() + timedelta(days=900)
    facts.remember(Fact("Ann", "fact", "job", "pilot", valid_from=future))
    clock.advance(days=1)
    assert [hit.fact.value for hit in facts.lookup("drink of Ann: tea of sort 1", 1)] == ["water"]
    assert facts.lookup("visa A1") == () == facts.lookup("job pilot")
    assert [hit.fact.value for hit in facts.lookup("job pilot", valid=future)] == ["pilot"]
    assert "tea of sort 0" in [hit.fact.value for hit in facts.lookup("tea", valid=day(1))]


def test_what_a_clock_that_is_ahead_recorded_is_so(store: Store, clock: ManualClock) -> None:
    ahead = StructuredMemory(passages(store, clock=ManualClock(day(3))), HERE)
    ahead.remember("Ann", "fact", "home", "Rome")
    behind = StructuredMemory(passages(store, clock=clock), HERE)
    assert [hit.fact.value for hit in behind.lookup("home of Ann")] == ["Rome"]


def test_facts_are_found_by_words_as_long_as_they_are_believed(facts: StructuredMemory) -> None:
    facts.remember("Ann", "preference", "drink", "green tea with honey")
    facts.remember("Ann", "fact", "home", "Rome")
    (hit,) = facts.lookup("who drinks green tea?", 1)
    assert (hit.fact.subject, hit.fact.key) == ("Ann", "drink")
    facts.remember("Ann", "preference", "drink", "black coffee")
    assert "green tea" not in [h.fact.value for h in facts.lookup("green tea")]
    assert facts.lookup("black coffee")[0].fact.value == "black coffee"


def test_users_have_facts_of_their_own(store: Store) -> None:
    shared, ann, bob = (
        StructuredMemory(passages(store, words=True), Scope("here", user))
        for user in (None, "ann", "bob")
    )
    shared.remember("office", "fact", "wifi", "harbour")
    hers = ann.remember("user", "fact", "home", "Rome").fact
    assert {f.value for f in ann.recall_by_type("fact")} == {"Rome", "harbour"}
    assert {f.value for f in bob.recall_by_type("fact")} == {"harbour"}
    assert bob.remember("user", "fact", "home", "Oslo").action == "add"
    for stranger in (bob, shared):
        with pytest.raises(NotFound):
            stranger.get(hers.id)
        assert stranger.forget(ids=[hers.id]) == 0
        assert all(hit.fact.value != "Rome" for hit in stranger.lookup("home Rome"))
    mine = ann.current("user", "fact", "home")
    assert mine is not None and mine.value == "Rome"


def test_facts_of_a_clock_that_is_ahead_are_so_at_once(store: Store, clock: ManualClock) -> None:
    ahead = ManualClock(clock.now())
    ahead.advance(5)
    writer = StructuredMemory(passages(store, clock=ahead), HERE)
    reader = StructuredMemory(passages(store, clock=clock), HERE)
    reader.remember("user", "fact", "home", "Rome")
    writer.remember("user", "fact", "home", "Graz")
    writer.remember("user", "fact", "job", "cook", valid_from=day(20))
    (home,) = reader.recall_by_type()
    assert home.value == "Graz"
    assert reader.current("user", "fact", "home") == home
    # A moment that is given is taken at its word.
    assert [fact.value for fact in reader.recall_by_type(valid=clock.now())] == ["Rome"]
    clock.advance(1)
    reader.remember("user", "fact", "home", "Oslo")
    assert [fact.value for fact in reader.recall_by_type()] == ["Oslo"]
    assert [fact.value for fact in writer.recall_by_type()] == ["Oslo"]


def test_what_is_so_now_is_neither_over_nor_to_come(
    facts: StructuredMemory, clock: ManualClock
) -> None:
    facts.remember(Fact("user", "fact", "visa", "A", valid_from=day(1), valid_to=day(3)))
    facts.remember("user", "fact", "home", "Rome")
    facts.remember("user", "fact", "home", "Graz", valid_from=day(20))

    def now() -> dict[str, Any]:
        return {fact.key: fact.value for fact in facts.recall_by_type("fact")}

    assert now() == {"visa": "A", "home": "Rome"}
    clock.advance(days=9)
    assert now() == {"home": "Rome"}
    assert facts.current("user", "fact", "visa") is None
    assert [fact.value for fact in facts.recall_by_type(key="visa", valid=day(2))] == ["A"]
    assert [fact.value for fact in facts.recall_by_type(valid=day(25))] == ["Graz"]
    clock.advance(days=20)
    home = facts.current("user", "fact", "home")
    assert home is not None and home.value == "Graz"


def test_ones_own_fact_counts_before_a_shared_one(store: Store) -> None:
    shared, ann, bob = (
        StructuredMemory(passages(store, words=True), Scope("here", user))
        for user in (None, "ann", "bob")
    )
    ann.remember("office", "fact", "wifi", "garden", 0.4)
    shared.remember("office", "fact", "wifi", "harbour", 0.9)
    found = {who: who.current("office", "fact", "wifi") for who in (shared, ann, bob)}
    assert {fact and fact.value for who, fact in found.items() if who is not ann} == {"harbour"}
    assert found[ann] is not None and found[ann].value == "garden"  # type: ignore[union-attr]


def test_forgetting_takes_all_versions(facts: StructuredMemory, clock: ManualClock) -> None:
    for home in ("Rome", "Oslo", "Graz"):
        facts.remember("user", "fact", "home", home)
        clock.advance(days=1)
    facts.remember("user", "fact", "name", "Ann")
    assert facts.forget("user", "fact", "home") == 5
    assert facts.history("user", "fact", "home") == ()
    assert facts.lookup("home Graz") == ()
    assert [f.key for f in facts.recall_by_type()] == ["name"]
    with pytest.raises(InvalidInput, match="everything=True"):
        facts.forget()
    assert facts.forget(everything=True) == 1


def test_bad_input_is_refused_with_a_remedy(facts: StructuredMemory) -> None:
    with pytest.raises(InvalidInput, match="kind and a key"):
        facts.remember("user")
    with pytest.raises(InvalidInput, match="a value"):
        facts.remember("user", "home", "Graz")
    with pytest.raises(InvalidInput, match="into the fact"):
        facts.remember(Fact("user", "fact", "home", "Rome"), value=None)
    assert facts.count() == 0
    with pytest.raises(InvalidInput, match="subject"):
        facts.remember(" ", "fact", "home", "Rome")
    with pytest.raises(InvalidInput, match="confidence"):
        facts.remember("user", "fact", "home", "Rome", 2.0)
    with pytest.raises(InvalidInput, match="value"):
        facts.remember("user", "fact", "home", {1, 2})
    with pytest.raises(InvalidInput, match="into the fact"):
        facts.remember(Fact("user", "fact", "home", "Rome"), "fact")
    with pytest.raises(InvalidInput, match="limit"):
        facts.recall_by_type(limit=0)
