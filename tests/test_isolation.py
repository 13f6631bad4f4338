"""Namespaces never see or influence each other: a recall is the same to the last bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Episode, Memory, Options, Outcome, Task
from seasoned.memories.episodic import Asking
from seasoned.stores import sqlite_fulltext
from seasoned.testing import HashEmbedder, ManualClock

NOW = datetime(2026, 3, 1, tzinfo=UTC)
# Shared prefixes, stems, accents, wildcards, CJK: what has leaked in full-text indexes.
WORDS = st.sampled_from(
    [
        "customer.",
        "customers",
        "custom!",
        "naïve",
        "naive",
        "东京。",
        "东京都",
        "100%",
        "a_b",
        "*",
        "NEAR",
        "running",
        "run",
        "café",
        "cafe",
    ]
)
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), max_size=6)
CHANGES = st.lists(st.tuples(st.sampled_from(["judge", "forget"]), st.integers(0, 5)), max_size=4)
NAMES = st.sampled_from(["b", "a%", "a_", "aa", "A", "*", "n1", "a a", "ä", "东京"])


@pytest.fixture(autouse=True, scope="module")
def _small_blocks() -> Iterator[None]:
    """The full-text index takes rows in by blocks: few rows would never get there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_fulltext, "_BLOCK", 2)
        yield


def fill(memory: Memory, texts: list[str], prefix: str) -> None:
    for i, text in enumerate(texts):
        outcome = (Outcome.SUCCESS, Outcome.FAILURE)[i % 2]
        memory.record(Episode(Task(text), outcome=outcome, id=f"{prefix}{i}", finished_at=NOW))


def change(memory: Memory, prefix: str, changes: list[tuple[str, int]]) -> None:
    for verb, number in changes:
        id = f"{prefix}{number}"
        if verb == "forget":
            memory.forget(id)
        elif memory.episodes.find([id]):
            memory.judge(id, ("failure", "success")[number % 2])


def answers(memory: Memory, query: str) -> list[object]:
    """What two recalls say (the first by full text, the second by the index), without their ids."""
    recalls = [memory.episodes.recall(query, Asking(k=10)) for _ in range(2)]
    return [replace(recall, id="") for recall in recalls]


def open_at(namespace: str, parts: Memory | None, hybrid: bool) -> Memory:
    if parts is not None:
        return Memory(parts._parts, replace(parts._scope, namespace=namespace), Options())
    options = Options(clock=ManualClock(NOW))
    embedder = HashEmbedder() if hybrid else False
    return Memory.open("memory://", namespace=namespace, embedder=embedder, options=options)


@settings(max_examples=60)
@given(TEXTS, TEXTS, CHANGES, NAMES, WORDS, st.booleans(), st.booleans())
def test_recall_is_bit_identical_whatever_others_hold_and_do(
    mine: list[str],
    theirs: list[str],
    changes: list[tuple[str, int]],
    name: str,
    query: str,
    hybrid: bool,
    first: bool,
) -> None:
    with open_at("a", None, hybrid) as alone:
        fill(alone, mine, "m")
        expected = answers(alone, query)
    with open_at("a", None, hybrid) as beside:
        other = open_at(name, beside, hybrid)
        if first:
            fill(other, theirs, "t")
        fill(beside, mine, "m")
        if not first:
            fill(other, theirs, "t")
        change(other, "t", changes)
        found = answers(beside, query)
        seen = {r.episode.id for r in other.recall(query, k=10).results}
        change(other, "t", [("forget", number) for number in range(6)])
        assert answers(beside, query)[1] == expected[1]
        assert beside.admin.check() == []
    assert found == expected
    assert not {id for id in seen if id.startswith("m")}


@settings(max_examples=30)
@given(TEXTS, WORDS)
def test_full_text_and_index_give_the_same_answer(texts: list[str], query: str) -> None:
    with open_at("a", None, hybrid=False) as memory:
        fill(memory, texts, "m")
        first, second = answers(memory, query)
    assert first == second


def test_equal_ids_of_two_namespaces_stay_two_episodes() -> None:
    with open_at("a", None, hybrid=False) as mine:
        theirs = open_at("b", mine, hybrid=False)
        for memory, text in ((mine, "water the rose"), (theirs, "water the oak")):
            episode = Episode(Task(text), outcome=Outcome.SUCCESS, id="same", key="k")
            assert memory.record(episode).created
        both = mine.recall("water", namespaces=("b",), balance=False).results
        assert {(r.episode.namespace, r.episode.task.description) for r in both} == {
            ("a", "water the rose"),
            ("b", "water the oak"),
        }
        theirs.forget("same")
        assert mine.get("same").task.description == "water the rose"
