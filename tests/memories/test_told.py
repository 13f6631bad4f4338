"""Which facts a context shows to whom: one's own before what is shared, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from seasoned import Memory, Options
from seasoned.testing import HashEmbedder, ManualClock


@pytest.fixture(params=[False, True], ids=["words", "meaning"])
def shared(request: pytest.FixtureRequest) -> Iterator[Memory]:
    options = Options(clock=ManualClock())
    embedder = HashEmbedder(64) if request.param else False
    with Memory.open("memory://", embedder=embedder, options=options) as opened:
        yield opened


def facts_in(memory: Memory, message: str) -> str:
    return memory.context(message, memories=["facts"]).text


def test_what_nobody_in_particular_said_of_himself_is_shown_to_no_named_user(
    shared: Memory,
) -> None:
    shared.updater.update("I live in Bern. Always answer in French.")
    shared.facts.remember("Acme", "fact", "office", "the harbour")
    bob = shared.for_user("bob")
    said = facts_in(bob, "where do I live, and where is the office of Acme?")
    assert "harbour" in said and "Bern" not in said and "French" not in said
    assert "Bern" in facts_in(shared, "where do I live?")
    assert "French" in facts_in(shared, "hi") and facts_in(bob, "hi") == ""


def test_ones_own_fact_shadows_the_shared_one(shared: Memory) -> None:
    shared.facts.remember("office", "fact", "wifi", "harbour")
    ann, bob = shared.for_user("ann"), shared.for_user("bob")
    ann.facts.remember("office", "fact", "wifi", "garden")
    asked = "what is the wifi of the office, harbour?"
    assert "garden" in facts_in(ann, asked) and "harbour" not in facts_in(ann, asked)
    assert "harbour" in facts_in(bob, asked) and "harbour" in facts_in(shared, asked)
    ann.facts.forget("office")
    assert "harbour" in facts_in(ann, asked)


def test_many_shared_facts_are_not_in_the_way_of_ones_own(shared: Memory) -> None:
    for number in range(60):
        shared.facts.remember("user", "preference", f"tea {number}", f"tea of sort {number}")
    ann = shared.for_user("ann")
    ann.facts.remember("user", "preference", "tea", "green tea", 0.6)
    shared.facts.remember("team", "instruction", "tone", "be brief", 0.5)
    said = facts_in(ann, "which tea do I like?")
    assert "green tea" in said and "be brief" in said and "of sort" not in said


def test_each_fact_is_shown_once_and_wishes_first(shared: Memory) -> None:
    ann = shared.for_user("ann")
    ann.facts.remember("user", "fact", "home", "Graz")
    ann.facts.remember("user", "preference", "drink", "tea")
    context = ann.context("my home and my drink", memories=["facts"])
    assert [item.text for item in context.items()] == ["user, drink: tea", "user, home: Graz"]
