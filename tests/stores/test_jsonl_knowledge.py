"""Facts, sessions and exchanges in a text file: what is read from it again, by whom and when."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import StoreError
from seasoned.core.knowledge import ExchangeRow
from seasoned.ports import Scope
from seasoned.stores.jsonl import JsonlStore, open_jsonl
from seasoned.testing import HashEmbedder
from tests.contract.histories import dump
from tests.contract.knowing import ANYTHING, Knower, day, said
from tests.contract.stores import ANALYZER, HERE, Filler, sound
from tests.contract.test_store_facts import SCOPES, TELLINGS, live
from tests.contract.test_store_sessions import ACTS, do

ANN = Scope("here", "ann")


def opened(path: Path) -> JsonlStore:
    return open_jsonl(path, analyzer=ANALYZER, synchronous="normal")


def known(store: JsonlStore) -> list[Any]:
    """All that can be told of a store."""
    searched = [Knower(store, scope).searched() for scope in SCOPES]
    feeds = [
        [(e.num, e.terms, e.vector) for e in store.search.follow(n, "fact", None, "hash-16").puts]
        for n in ("here", "there")
    ]
    return [dump(store), searched, feeds]


@settings(max_examples=25)
@given(tellings=TELLINGS, acts=st.lists(ACTS, max_size=10), late=st.lists(ACTS, max_size=4))
def test_all_who_read_a_file_know_the_same(
    tellings: list[Any], acts: list[Any], late: list[Any]
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "m.jsonl")
        with closing(opened(path)) as writer, closing(opened(path)) as follower:
            live(writer, tellings)
            Filler(writer).add_texts("an episode in between")
            for number, act in enumerate(acts):
                do((writer, follower)[number % 2], *act)
            assert known(follower) == known(writer)
            assert sound(follower)
            with closing(opened(path)) as reader:
                assert known(reader) == known(writer)
            writer.maintenance.scrub(thorough=True)
            for act in late:
                do(follower, *act)
            with closing(opened(path)) as reader:
                assert known(reader) == known(writer) == known(follower)
                assert sound(reader)


def test_vectors_of_facts_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        knower = Knower(store, embedder=HashEmbedder(16))
        knower.tell("Paris", valid_from=day(-9))
        knower.tell("Rome")
        knower.tell("tea", key="drink")
        before = known(store)
    with closing(opened(path)) as store:
        assert known(store) == before
        assert store.maintenance.pending(None, 9) == []
        store.knowledge.facts.delete(HERE, ANYTHING, "drink")
        after = known(store)
    with closing(opened(path)) as store:
        assert known(store) == after != before
        assert sound(store)


def test_what_was_spent_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store, closing(opened(path)) as other:
        assert store.knowledge.spending.spend("d", "m", 1, 600, (9, 1000))
        assert not other.knowledge.spending.spend("d", "m", 1, 600, (9, 1000))
        assert other.knowledge.spending.spend("d", "m", 1, 400, (9, 1000))
    with closing(opened(path)) as store:
        assert not store.knowledge.spending.spend("d", "m", 0, 1, (9, 1000))


@pytest.mark.parametrize("what", ["facts", "sessions", "exchanges"])
def test_what_is_forgotten_is_nowhere_in_the_file(tmp_path: Path, what: str) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        knower = Knower(store, ANN)
        knower.tell("whisper Paris", valid_from=day(-9))
        knower.tell("whisper Rome")
        knower.tell("tea", key="drink")
        store.knowledge.sessions.append(ANN, "s", said("whisper a", "b"), 1.0)
        store.knowledge.sessions.fold(ANN, "s", 0, {1: "folded"}, b'{"text":"whisper"}')
        store.knowledge.exchanges.add(
            ANN, ExchangeRow("x", "ann", 1.0, "learned", b'{"said":"whisper"}')
        )
        count = path.read_bytes().count(b"whisper")
        match what:
            case "facts":
                assert store.knowledge.facts.delete(ANN, ANYTHING, "home") == 3
            case "sessions":
                assert store.knowledge.sessions.delete(ANN, ["s"]) == 1
            case _:
                assert store.knowledge.exchanges.delete(ANN, ["x"]) == 1
        left = path.read_bytes().count(b"whisper")
        assert left < count
        assert sound(store)
        before = known(store)
        store.knowledge.facts.delete(ANN, ANYTHING, "home")
        store.knowledge.sessions.delete(ANN, None)
        store.knowledge.exchanges.delete(ANN, None)
        assert b"whisper" not in path.read_bytes()
        assert knower.found() == ["tea"]
        assert known(store) != before


def test_a_line_that_refers_to_nothing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        Knower(store).tell("Paris")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"kind":"fact"' not in line))
    with pytest.raises(StoreError, match=r"line \d+ is damaged: it belongs to the fact"):
        opened(path)
