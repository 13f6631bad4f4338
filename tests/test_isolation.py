"""Namespaces never see or influence each other: an answer is the same to the last bit.

Users of one namespace see nothing of each other, whatever memory it is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Conflict, Episode, Memory, Options, Outcome, Task
from seasoned.core.messages import Message
from seasoned.core.notes import NoteFilter
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


# What several tenants do in one store: whose turn it is, what, with which words, and a number.
TENANTS = {
    "mine": ("a", "ann"),
    "shared": ("a", None),
    "users": ("a", "bob"),
    "twins": ("b", "ann"),
    "spaces": ("a%", None),
}
DEEDS = ("note", "keyed", "fact", "document", "say", "close", "record", "unnote", "unfact", "undoc")
TURNS = st.lists(
    st.tuples(
        st.sampled_from(list(TENANTS)),
        st.sampled_from(DEEDS),
        st.lists(WORDS, max_size=3),
        st.integers(0, 2),
    ),
    max_size=24,
)


def take_turn(memory: Memory, name: str, deed: str, words: list[str], number: int) -> None:
    """Everybody uses the same ids, keys, names and sessions, and says whose it is."""
    text = " ".join([*words, f"{name}mark"])
    match deed:
        case "note":
            memory.remember(text, f"k{number}", {"by": f"{name}mark"})
        case "keyed":
            with suppress(Conflict):
                memory.remember(f"{text} {number}", key=f"key{number}")
        case "fact":
            memory.facts.remember("user", "fact", f"f{number}", text)
        case "document":
            memory.documents.add(f"# {text}\n\nIt says {text}", f"d{number}")
        case "say":
            with suppress(Conflict):  # it was closed
                memory.session(f"s{number}").add(Message("user", text))
        case "close" if memory.session(f"s{number}").messages():
            memory.session(f"s{number}").close()
        case "record":
            memory.record(Episode(Task(text), outcome=Outcome.SUCCESS, lessons=(text,)))
        case _:
            take_back(memory, deed, number)


def take_back(memory: Memory, deed: str, number: int) -> None:
    match deed:
        case "unnote":
            where = NoteFilter(user=memory._scope.user)
            memory.notes.forget(filter=where, everything=True)
        case "unfact":
            memory.facts.forget("user", "fact", f"f{number}")
        case "undoc":
            memory.documents.remove(f"d{number}")


def read_exactly(memory: Memory) -> list[Any]:
    """What is told without searching, without the ids that are made up each time."""
    stats = replace(memory.admin.stats(), bytes=0, model=None, pending=0)
    return [
        stats,
        [(n.text, n.kind, n.metadata, n.user) for n in memory.notes.page().notes],
        [memory.notes.count(), memory.notes.kinds(), memory.facts.count()],
        [memory.documents.sources(), memory.episodes.count()],
        [[(c.text, c.user) for c in memory.documents.chunks(f"d{n}")] for n in range(3)],
        sorted((f.value, f.key, f.state) for f in memory.facts.recall_by_type("fact")),
        [
            sorted((f.value, f.state) for f in memory.facts.history("user", "fact", f"f{n}"))
            for n in range(3)
        ],
        [[m.content for m in memory.session(f"s{n}").messages()] for n in range(3)],
        [memory.session(f"s{n}").closed for n in range(3)],
    ]


def search(memory: Memory, query: str) -> list[Any]:
    """What searches find, with what they measured, and what is made of it for a message."""
    notes, chunks = memory.lookup(query, 20), memory.documents.search(query, 20)
    facts, context = memory.facts.lookup(query, 20), memory.context(query)
    return [
        sorted((h.note.text, h.score, h.similarity, h.uses, len(h.also)) for h in notes),
        sorted((h.chunk.text, h.score, h.similarity, len(h.also)) for h in chunks),
        sorted((h.fact.value, h.score, h.similarity) for h in facts),
        [context.text, context.tokens, context.plan],
        sorted(item.text for item, _ in context.left_out),
    ]


def living(turns: list[Any], leave_out: set[str], hybrid: bool) -> tuple[Memory, dict[str, Memory]]:
    """A store after these turns; those of some never happened, though time went by."""
    first = open_at("a", None, hybrid)
    clock, made = first._options.clock, dict[str, Memory]()
    assert isinstance(clock, ManualClock)
    for name, (namespace, user) in TENANTS.items():
        scope = replace(first._scope, namespace=namespace, user=user)
        made[name] = Memory(first._parts, scope, first._options)
    for name, *turn in turns:
        clock.advance(60.0)
        if name not in leave_out:
            take_turn(made[name], name, *turn)
    return first, made


@settings(max_examples=25)
@given(TURNS, WORDS, st.booleans())
def test_nothing_known_in_other_namespaces_is_seen_or_felt(
    turns: list[Any], query: str, hybrid: bool
) -> None:
    alone, tenants = living(turns, {"twins", "spaces"}, hybrid)
    with alone:
        mine = tenants["mine"]
        expected = [read_exactly(mine), search(mine, query)]
    beside, tenants = living(turns, set(), hybrid)
    with beside:
        mine = tenants["mine"]
        found = [read_exactly(mine), search(mine, query)]
        assert found == expected
        for name in ("twins", "spaces"):
            tenants[name].forget(everything=True)
            tenants[name].documents.remove(everything=True)
        assert read_exactly(mine) == expected[0]
        assert mine.admin.check() == []


@settings(max_examples=25)
@given(TURNS, WORDS, st.booleans())
def test_nothing_that_other_users_know_is_seen(turns: list[Any], query: str, hybrid: bool) -> None:
    """They share a namespace, so that how rare a word is may differ, and nothing else."""
    alone, tenants = living(turns, {"users"}, hybrid)
    with alone:
        expected = {name: read_exactly(tenants[name]) for name in ("mine", "shared")}
    beside, tenants = living(turns, set(), hybrid)
    with beside:
        seen = {name: [read_exactly(m), search(m, query)] for name, m in tenants.items()}
        assert {name: seen[name][0] for name in expected} == expected
        for name, others in {
            "mine": ("users", "twins", "spaces"),
            "shared": ("mine", "users", "twins", "spaces"),
            "users": ("mine", "twins", "spaces"),
            "twins": ("mine", "shared", "users", "spaces"),
            "spaces": ("mine", "shared", "users", "twins"),
        }.items():
            assert not [other for other in others if f"{other}mark" in repr(seen[name])]
        tenants["users"].forget(everything=True)
        assert {name: read_exactly(tenants[name]) for name in expected} == expected
        lines = BytesIO()
        tenants["mine"].export(lines)
        assert not [w for w in ("users", "twins", "spaces") if f"{w}mark" in str(lines.getvalue())]
        assert beside.admin.check() == []
