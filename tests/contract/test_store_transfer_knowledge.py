"""What every store promises about giving and taking facts, sessions and exchanges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import InvalidInput, codec
from seasoned.core.knowledge import ExchangeRow, MessageRow
from seasoned.core.messages import Message
from seasoned.memories.transfer import Loader
from seasoned.ports import Scope, Store
from seasoned.testing import HashEmbedder
from tests.contract.histories import dump, kinds, load, memory_over
from tests.contract.knowing import ANYTHING, Knower, day, said, texts
from tests.contract.stores import HERE, NOW, STORES, fresh, sound
from tests.contract.test_store_facts import SCOPES, TELLINGS, live
from tests.contract.test_store_sessions import ACTS, do

ANN, BOB = Scope("here", "ann"), Scope("here", "bob")
EVERY = ("live", "folded", "evicted")


@settings(max_examples=25)
@given(
    TELLINGS,
    st.lists(ACTS, max_size=12),
    st.sampled_from(list(STORES)),
    st.sampled_from(list(STORES)),
)
def test_knowledge_comes_back_byte_for_byte(
    tellings: list[Any], acts: list[Any], kind: str, other: str
) -> None:
    with fresh(kind) as first, fresh(other) as second:
        live(first, tellings)
        for act in acts:
            do(first, *act)
        lines = dump(first)
        assert load(second, lines, batch=3).refused == 0
        assert dump(second) == lines
        for scope in SCOPES:
            assert dump(second, scope) == dump(first, scope)
            assert Knower(second, scope).searched() == Knower(first, scope).searched()
        again = load(second, lines)
        assert (again.added, again.refused, dump(second)) == ({}, 0, lines)
        assert sound(second)


def fill(store: Store, embedder: HashEmbedder | None = None) -> None:
    for scope in (HERE, ANN, BOB):
        knower = Knower(store, scope, embedder)
        name = scope.user or "all"
        knower.tell(f"{name} in Paris", valid_from=day(-9))
        knower.tell(f"{name} in Rome")
        knower.tell(f"{name} in Oslo", 0.1)
        store.knowledge.sessions.append(scope, "s", said(f"{name} says a", f"{name} says b"), 1.5)
        store.knowledge.sessions.fold(
            scope, "s", 0, {1: "folded"}, b'{"text":"%s"}' % name.encode()
        )
        row = ExchangeRow(f"x {name}", scope.user, 2.5, "learned", b'{"said":"%s"}' % name.encode())
        store.knowledge.exchanges.add(scope, row)


def test_every_kind_of_knowledge_is_given(store: Store) -> None:
    fill(store, HashEmbedder(16))
    assert set(kinds(store)) == {"model", "fact", "vector", "session", "message", "exchange"}


def test_a_scope_gives_what_its_user_knows_and_what_is_shared(store: Store) -> None:
    fill(store)
    lines = b"".join(dump(store, ANN))
    assert (b"ann in Rome" in lines, b"all says a" in lines, b"bob" in lines) == (True, True, False)
    assert b"bob" in b"".join(dump(store, HERE, everyone=True))


def test_knowledge_goes_into_another_namespace(store: Store) -> None:
    fill(store)
    there = Scope("there", "ann")
    with fresh("memory") as target:
        assert load(target, dump(store, ANN), there).refused == 0
        knower = Knower(target, there)
        assert knower.found() == Knower(store, ANN).found()
        assert knower.searched() == Knower(store, ANN).searched()
        assert texts(target.knowledge.sessions.read(there, "s", states=EVERY)) == [
            "ann says a",
            "ann says b",
        ]
        assert sound(target)
        assert {scope for scope in ("here", "there") if Knower(target, Scope(scope)).found()} == {
            "there"
        }


def test_knowledge_of_another_user_is_refused(store: Store) -> None:
    fill(store)
    lines = dump(store, HERE, everyone=True)
    with fresh("memory") as target, pytest.raises(InvalidInput, match="belongs to user"):
        load(target, lines, ANN)


def test_vectors_of_facts_move(store: Store) -> None:
    fill(store, HashEmbedder(16))
    with fresh("memory") as target:
        load(target, dump(store))
        assert target.maintenance.pending(None, 9) == []
        assert sound(target)
    with fresh("memory") as target:
        load(target, dump(store, vectors=False))
        assert memory_over(target, HERE, HashEmbedder(16)).admin.heal() == 3


def test_a_later_export_brings_what_came_since(store: Store) -> None:
    """What is believed no more ends, and a conversation goes on."""
    fill(store)
    with fresh("memory") as target:
        load(target, dump(store))
        Knower(store, ANN).tell("Bern", valid_from=day(4), recorded_at=day(4))
        store.knowledge.sessions.append(ANN, "s", said("c"), 9.0)
        store.knowledge.sessions.fold(ANN, "s", 1, {2: "folded"}, b'"later"')
        store.knowledge.sessions.close(ANN, "s", None)
        lines = dump(store)
        assert load(target, lines).refused == 0
        assert dump(target) == lines
        assert sound(target)


def test_an_earlier_export_takes_nothing_back(store: Store) -> None:
    fill(store)
    early = dump(store)
    with fresh("memory") as target:
        load(target, early)
        Knower(target, ANN).tell("Bern", recorded_at=day(4))
        target.knowledge.sessions.append(ANN, "s", said("c"), 9.0)
        target.knowledge.sessions.fold(ANN, "s", 1, {2: "folded"}, b'"later"')
        lines = dump(target)
        loaded = load(target, early)
        assert (loaded.added, loaded.refused, dump(target)) == ({}, 0, lines)


def test_what_stands_here_is_contested_by_what_stood_elsewhere(store: Store) -> None:
    Knower(store, ANN).tell("Paris")
    with fresh("memory") as target:
        knower = Knower(target, ANN)
        knower.tell("Rome")
        lines = dump(store)
        assert load(target, lines).added == {"fact": 1}
        found = target.knowledge.facts.find(ANN, ANYTHING)
        assert {(f.value, f.state) for f in found} == {("Rome", "current"), ("Paris", "contested")}
        assert load(target, lines).known == {"fact": 1}
        Knower(store, ANN).tell("Rome", recorded_at=day(1))
        assert load(target, dump(store)).refused == 0
        assert knower.found() == ["Rome"]
        assert sound(target)


def test_other_sessions_and_exchanges_of_the_same_name_are_told(store: Store) -> None:
    fill(store)
    with fresh("memory") as target:
        target.knowledge.sessions.append(ANN, "s", said("mine"), 7.0)
        target.knowledge.exchanges.add(BOB, ExchangeRow("x ann", "bob", 1.0, "nothing", b"{}"))
        conflicts = load(target, dump(store)).conflicts
        assert sorted(line.split(": ")[1] for line in conflicts) == [
            *("exchange", "message", "message", "session")
        ]
        assert texts(target.knowledge.sessions.read(ANN, "s")) == ["mine"]


def test_a_fact_of_another_owner_with_its_id_is_told_without_saying_whose(store: Store) -> None:
    Knower(store, ANN).tell("Paris", id="x")
    with fresh("memory") as target:
        Knower(target, BOB).tell("Rome", id="x")
        (conflict,) = load(target, dump(store)).conflicts
        assert "the id 'x' cannot be used" in conflict and "bob" not in conflict


def test_knowledge_that_is_loaded_passes_the_redact_hook(store: Store) -> None:
    knower = Knower(store)
    knower.tell({"pin": "the secret"}, metadata={"m": "secret"})
    store.knowledge.sessions.append(HERE, "s", said("a secret"), 1.0)
    store.knowledge.sessions.fold(HERE, "s", 0, {}, b'{"text":"secret"}')
    store.knowledge.exchanges.add(
        HERE, ExchangeRow("x", None, 1.0, "learned", b'{"said":["secret"]}')
    )
    with fresh("memory") as target:
        clean = memory_over(target, HERE, redact=lambda text: text.replace("secret", "[-]"))
        assert loaded_by(clean, dump(store)).refused == 0
        lines = b"".join(dump(target))
        assert lines.count(b"[-]") == 5
        assert b"secret" not in lines
        assert sound(target)


def loaded_by(memory: Any, lines: Sequence[bytes]) -> Any:
    return Loader(memory._parts.store, memory._parts.writer, None).load(lines)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"kind":"session","schema":1', b'"kind":"session","schema":2', "schema 2"),
        (b'"state":"folded"', b'"state":"lost"', "state must be one of live"),
        (b'"place":1', b'"place":0', "place must be"),
        (b'"state":"learned"', b'"state":"x"', "state must be one of learned"),
        (b'"role":"user"', b'"role":"boss"', "role must be one of"),
        (b'"id":"x all"', b'"id":" "', "id is empty"),
        (b'"confidence":0.1', b'"confidence":7', "confidence"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(
    store: Store, old: bytes, new: bytes, reason: str
) -> None:
    fill(store)
    lines = [line.replace(old, new) for line in dump(store)]
    with fresh("memory") as target, pytest.raises(InvalidInput, match=rf"line \d+: .*{reason}"):
        load(target, lines)


def test_a_message_without_the_one_before_it_is_told(store: Store) -> None:
    fill(store)
    lines = [line for line in dump(store) if b'"place":1' not in line]
    lines[-1] = b'{"kind":"end","schema":1,"lines":%d}\n' % (len(lines) - 1)
    with fresh("memory") as target:
        conflicts = load(target, lines).conflicts
        assert len(conflicts) == 3
        assert all("comes after one that is not here" in text for text in conflicts)


def test_messages_move_with_all_that_they_came_with(store: Store) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    image = {"type": "image_url", "image_url": {"url": "data:,"}}
    messages = [
        Message("system", "be brief", pinned=True, at=NOW, id="m1"),
        Message(
            "user", ({"type": "text", "text": "\u2028東京"}, image), name="ann", importance=0.5
        ),
        Message("assistant", "", (call,), metadata={"further": {"refusal": None}}),
        Message("tool", "{}", tool_call_id="c"),
    ]
    rows = [MessageRow(0, 7, 0.25, codec.encode(message)) for message in messages]
    store.knowledge.sessions.append(ANN, "s", rows, 1.0)
    with fresh("memory") as target:
        assert load(target, dump(store)).refused == 0
        found = target.knowledge.sessions.read(ANN, "s")
        assert [codec.decode(row.body, Message) for row in found] == messages
        assert found == store.knowledge.sessions.read(ANN, "s")


def test_a_long_session_is_given_some_at_a_time(store: Store) -> None:
    rows = [replace(row, tokens=n) for n, row in enumerate(said(*("x" * 9 for _ in range(700))))]
    for id in ("a", "b"):
        store.knowledge.sessions.append(ANN, id, rows, 1.0)
    lines = dump(store)
    with fresh("memory") as target:
        assert load(target, lines).added == {"session": 2, "message": 1400}
        assert dump(target) == lines
