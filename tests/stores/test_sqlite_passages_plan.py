"""Looking for a note that says the same reads an index, however many notes there are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from seasoned import Memory
from seasoned.stores.sqlite_passages import SAME


def test_a_note_that_says_the_same_is_looked_up_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=False) as memory:
        first = memory.remember("likes tea")
        again = memory.remember("Likes  tea")
        assert again.id == first.id and not again.created
    with closing(sqlite3.connect(path)) as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {SAME}", (1, None, "note", "x", "note")).fetchall()
    assert any("item_content" in row[3] and "content=?" in row[3] for row in plan)
