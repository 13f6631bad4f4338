"""Damage done to a SQLite file behind the store's back is found, and mended where it can be."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, Options, Outcome, StoreError, Task
from seasoned.testing import HashEmbedder, ManualClock

DERIVED = {
    "effective outcome": ("rows", "UPDATE episode SET outcome = 'failure' WHERE num = 3"),
    "reward": ("rows", "UPDATE episode SET reward = 0.75 WHERE num = 3"),
    "category": ("rows", "UPDATE episode SET category = 'wrong' WHERE num = 3"),
    "outcome of no kind": ("rows", "UPDATE episode SET outcome = 'bogus' WHERE num = 3"),
    "reward of no kind": ("rows", "UPDATE episode SET reward = 'much' WHERE num = 3"),
    "lost lessons": ("rows", "DELETE FROM lesson WHERE origin = 3"),
    "lost secret": ("settings", "DELETE FROM setting WHERE name = 'secret'"),
    "damaged secret": ("settings", "UPDATE setting SET value = 'xyz' WHERE name = 'secret'"),
    "lost model": ("settings", "DELETE FROM setting WHERE name = 'model'"),
    "damaged model": ("settings", "UPDATE setting SET value = '{' WHERE name = 'model'"),
    "damaged move": ("settings", "INSERT INTO setting VALUES ('next model', '{')"),
    "owner": ("rows", "UPDATE episode SET user = 'eve' WHERE num = 3"),
    "namespace": ("rows", "UPDATE episode SET namespace = 77 WHERE num = 3"),
    "time": ("rows", "UPDATE episode SET finished = 0 WHERE num = 3"),
    "lost tag": ("rows", "DELETE FROM tag WHERE num = 3"),
    "strange tag": (
        "rows",
        "INSERT INTO tag SELECT namespace, 'odd', num FROM tag WHERE tag = 't2'",
    ),
    "lost columns": ("rows", "DELETE FROM episode WHERE num = 3"),
    "terms": ("terms", "UPDATE item SET terms = x'00' WHERE num = 3"),
    "length": ("terms", "UPDATE item SET length = 9999 WHERE num = 3"),
    "digest": ("terms", "UPDATE item SET digest = x'00' WHERE num = 3"),
    "analyzer": ("terms", "UPDATE item SET analyzer = 'old' WHERE num = 3"),
    "counts": ("terms", "UPDATE corpus SET items = items + 1"),
    "lost counts": ("terms", "DELETE FROM corpus"),
    "full text": ("fulltext", "INSERT INTO fulltext (fulltext) VALUES ('delete-all')"),
    "stray full text": (
        "fulltext",
        "INSERT INTO fulltext (rowid, scope, words) VALUES (9999, 'n1episode', 'ghost')",
    ),
    "vector cut": ("vectors", "UPDATE vector SET data = x'0011' WHERE item = 3"),
    "vector not finite": (
        "vectors",
        "UPDATE vector SET data = unhex_nan(data) WHERE item = 3",
    ),
    "lost vector": ("vectors", "DELETE FROM vector WHERE item = 3"),
    "lost change": ("changes", "DELETE FROM change WHERE item = 3"),
    "change of a ghost": (
        "changes",
        "INSERT INTO change VALUES (1, 'episode', 9999, 9999, 'put')",
    ),
}


def opened(path: Path) -> Memory:
    options = Options(clock=ManualClock())
    return Memory.open(str(path), embedder=HashEmbedder(8), options=options)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "m.db"
    with opened(path) as memory:
        memory.episodes.record_many(
            Episode(
                Task(f"water plant {i}"),
                outcome=Outcome.SUCCESS,
                tags=("green", f"t{i}"),
                lessons=(f"l{i}", "l"),
            )
            for i in range(70)
        )
    return path


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with opened(path) as memory:
        yield memory


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.create_function("unhex_nan", 1, lambda data: b"\x00\x7e" * (len(data) // 2))
        assert db.execute(statement).rowcount != 0


def answers(memory: Memory) -> object:
    """All that reads can tell, beside the id of the recall."""
    found = memory.recall("water plant 2", k=70, balance=False)
    tagged = memory.episodes.page(Filter(tags_any=("t2",)), limit=99)
    counts = replace(memory.admin.stats(), bytes=0)
    return replace(found, id=""), tagged, counts


@pytest.mark.parametrize("name", DERIVED)
def test_what_is_derived_is_mended(path: Path, name: str) -> None:
    with opened(path) as memory:
        whole = answers(memory)
    part, statement = DERIVED[name]
    damage(path, statement)
    with opened(path) as memory:
        findings = [f for f in memory.admin.check() if f.part != "index"]
        assert part in {f.part for f in findings}
        assert all(f.derived and f.text for f in findings)
        memory.admin.repair()
        assert memory.admin.check() == []
        assert answers(memory) == whole
        assert memory.admin.repair() == 0


def test_a_source_that_was_kept_with_a_capital_once_is_mended(path: Path) -> None:
    with opened(path) as memory:
        id = memory.record(
            Episode(Task("weed"), source="foreign:forum", outcome=Outcome.SUCCESS)
        ).id
    for statement in (
        "UPDATE item SET source = 'Foreign:forum' WHERE num = 71",
        "UPDATE episode SET source = 'Foreign:forum' WHERE num = 71",
        "UPDATE body SET json = replace(json, '\"foreign:forum', '\"Foreign:forum') WHERE num = 71",
    ):
        damage(path, statement)
    with opened(path) as memory:
        assert memory.get(id).source == "foreign:forum"
        assert [(f.part, f.derived) for f in memory.admin.check()] == [("rows", True)]
        memory.admin.repair()
        assert memory.admin.check() == []
        assert memory.episodes.count(Filter(source="foreign:forum")) == 1


def test_an_open_memory_follows_a_repair_of_another_process(path: Path, memory: Memory) -> None:
    whole = answers(memory)
    damage(path, "UPDATE item SET terms = x'', length = 0 WHERE num < 9")
    with opened(path) as other:
        assert other.admin.repair() == 8
    assert answers(memory) == whole


def test_what_is_lost_is_reported_and_left_alone(path: Path, memory: Memory) -> None:
    damage(path, "DELETE FROM body WHERE num = 3")
    lost = [f for f in memory.admin.check() if not f.derived]
    assert [f.part for f in lost] == ["rows"]
    memory.admin.repair()
    assert [f for f in memory.admin.check() if not f.derived] == lost


READS: dict[str, Callable[[Memory], object]] = {
    "recall": lambda memory: memory.recall("water plant 2", k=70),
    "second recall": lambda memory: [memory.recall("water plant 2", k=70) for _ in range(2)],
    "page": lambda memory: memory.episodes.page(limit=3),
    "get": lambda memory: memory.get(memory.admin.whole_id(ID)),
}
ID = "water-2"
DAMAGED = {
    "outcome": "UPDATE episode SET outcome = 'bogus' WHERE num = 3",
    "reward": "UPDATE episode SET reward = 'much' WHERE num = 3",
    "terms": "UPDATE item SET terms = x'00' WHERE num = 3",
    "kind of terms": "UPDATE item SET terms = 'abcdefghi' WHERE num = 3",
    "body": "UPDATE body SET json = '{' WHERE num = 3",
    "another body": """UPDATE body SET json = '{"task":{"description":"a"}}' WHERE num = 3""",
    "secret": "DELETE FROM setting WHERE name = 'secret'",
}


def what_it_says(read: Callable[[Memory], object], memory: Memory) -> str:
    try:
        read(memory)
    except StoreError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("embedder", [False, HashEmbedder(8)], ids=["words", "vectors"])
@pytest.mark.parametrize("name", DAMAGED)
def test_whoever_reads_a_damaged_row_is_sent_to_the_doctor(
    tmp_path: Path, name: str, embedder: HashEmbedder | bool
) -> None:
    path, said = tmp_path / "m.db", list[str]()
    with Memory.open(path, embedder=embedder) as memory:
        memory.episodes.record_many(
            Episode(Task(f"water plant {i}"), outcome=Outcome.SUCCESS, id=f"water-{i}")
            for i in range(5)
        )
    damage(path, DAMAGED[name])
    for read in READS.values():
        with Memory.open(path, embedder=embedder) as memory:
            said.append(what_it_says(read, memory))
    assert any(said) and all("seasoned doctor" in text for text in said if text)
    with Memory.open(path, embedder=embedder) as memory:
        assert memory.admin.check() != []
        memory.admin.repair()
        assert all(not finding.derived for finding in memory.admin.check())


def test_a_body_that_cannot_be_read_is_reported_and_left_alone(path: Path) -> None:
    damage(path, "UPDATE body SET json = '{' WHERE num = 3")
    with opened(path) as memory:
        (lost,) = memory.admin.check()
        assert (lost.part, lost.derived) == ("rows", False) and "cannot be read" in lost.text
        memory.admin.repair()
        assert memory.admin.check() == [lost]
