"""Erasing facts, sessions and exchanges: all is told, and nothing that went is in a file."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from seasoned.core.knowledge import ExchangeRow
from seasoned.core.notes import NoteFilter
from seasoned.ports import Scope, Store
from tests.contract.histories import memory_over
from tests.contract.knowing import ANYTHING, Knower, day, said
from tests.contract.stores import sound

ANN = Scope("here", "ann")


def fill(store: Store, name: str) -> None:
    """Something of each kind that says a name in all its fields."""
    knower = Knower(store, ANN)
    more: dict[str, Any] = {
        "subject": f"{name}subject",
        "key": f"{name}key",
        "metadata": {f"{name}meta": f"{name}data"},
        "session": f"{name}session",
    }
    knower.tell([f"{name}first" * 900], valid_from=day(-9), **more)
    knower.tell(f"{name}second", 0.9, **more)
    knower.tell(f"{name}third", 0.1, **more)
    session = f"{name}session"
    store.knowledge.sessions.append(ANN, session, said(f"{name}message" * 900, "b"), 1.0)
    store.knowledge.sessions.fold(
        ANN, session, 0, {1: "folded"}, b'{"text":"%ssummary"}' % name.encode()
    )
    body = b'{"said":"%sraw"}' % name.encode()
    store.knowledge.exchanges.add(
        ANN, ExchangeRow(f"{name}x", "ann", 1.0, "learned", body, session)
    )


def on_disk(store: Store) -> bytes:
    return b"".join(b"".join(file.blocks()) for file in store.maintenance.files())


def forget(store: Store, name: str) -> None:
    assert store.knowledge.facts.delete(ANN, NoteFilter(document=f"{name}subject")) == 4
    assert store.knowledge.sessions.delete(ANN, [f"{name}session"]) == 1
    assert store.knowledge.exchanges.delete(ANN, [f"{name}x"]) == 1


def test_what_is_forgotten_is_in_no_file_after_scrubbing(store: Store) -> None:
    for name in ("zebra", "camel"):
        fill(store, name)
    if store.maintenance.files():
        assert b"zebra" in on_disk(store)
    forget(store, "zebra")
    assert store.maintenance.scrub() == ""
    assert b"zebra" not in on_disk(store)
    forget(store, "camel")
    assert store.maintenance.scrub(thorough=True) == ""
    assert b"camel" not in on_disk(store)
    assert sound(store)


def test_it_is_proved_what_was_forgotten_and_who_says_what_was_not(store: Store) -> None:
    for name in ("zebra", "camel"):
        fill(store, name)
    forget(store, "zebra")
    proof = memory_over(store, ANN).admin.prove_forgotten("zebrasecond", "zebramessage", "zebraraw")
    assert proof.complete or not store.maintenance.files()
    proof = memory_over(store, ANN).admin.prove_forgotten("camelsecond", "camelmessage", "camelraw")
    if store.maintenance.files():
        kinds = {place.said_by.split()[0] for place in proof.shared}
        assert {"fact", "session", "exchange"} <= kinds


@pytest.mark.parametrize("field", ["subject", "key", "meta", "data", "first", "second", "third"])
def test_every_field_of_a_fact_is_told(store: Store, field: str) -> None:
    fill(store, "zebra")
    assert f"zebra{field}".encode() in scanned(store)["fact"]


def test_messages_summaries_and_exchanges_are_told_with_whose_they_are(store: Store) -> None:
    fill(store, "zebra")
    told = scanned(store)
    assert b"zebramessage" in told["session"] and b"zebrasummary" in told["session"]
    assert b"zebraraw" in told["exchange"]


def scanned(store: Store) -> dict[str, bytes]:
    """What is kept, by the kind of record that says it."""
    told = defaultdict[str, bytes](bytes)
    store.maintenance.scan(lambda name, data: told.update({name: told[name] + data}))
    found = defaultdict[str, bytes](bytes)
    for name, data in told.items():
        found[name.split()[0]] += data
    return found


def test_what_is_all_that_a_namespace_held_takes_its_name_along(store: Store) -> None:
    fill(store, "zebra")
    assert any(name == "namespace here" for name in names(store))
    store.knowledge.facts.delete(ANN, ANYTHING)
    store.knowledge.sessions.delete(ANN, None)
    assert any(name == "namespace here" for name in names(store))
    store.knowledge.exchanges.delete(ANN, None)
    assert not any(name == "namespace here" for name in names(store))


def names(store: Store) -> set[str]:
    found = set[str]()
    store.maintenance.scan(lambda name, _: found.add(name))
    return found
