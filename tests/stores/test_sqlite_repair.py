"""Damage done to a SQLite file behind the store's back is found, and mended where it can be."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, Options, Outcome, Task
from seasoned.testing import HashEmbedder, ManualClock

DERIVED = {
    "effective outcome": ("rows", "UPDATE episode SET outcome = 'failure' WHERE num = 3"),
    "reward": ("rows", "UPDATE episode SET reward = 0.75 WHERE num = 3"),
    "category": ("rows", "UPDATE episode SET category = 'wrong' WHERE num = 3"),
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
        memory.record_many(
            Episode(Task(f"water plant {i}"), outcome=Outcome.SUCCESS, tags=("green", f"t{i}"))
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
