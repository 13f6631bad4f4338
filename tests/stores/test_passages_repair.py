"""Notes, chunks and facts whose rows say something else than their bodies are found and mended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from seasoned.core.notes import Note
from seasoned.stores.sqlite import SQLiteStore, open_sqlite
from seasoned.testing import HashEmbedder
from tests.contract.histories import dump, memory_over
from tests.contract.noting import ANN, Noter, held
from tests.contract.stores import ANALYZER, HERE, sound


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with closing(open_sqlite(tmp_path / "m.db", synchronous="normal")) as opened:
        noter = Noter(opened, ANN, HashEmbedder(16))
        noter.notes.remember(Note("Ann drinks tea", "preference", session="s", before="What?"))
        noter.documents.add("# Bicycles\n\nThey stand in the yard", "handbook.md")
        noter.knower.tell("Paris")
        assert sound(opened)
        yield opened


def texts(store: SQLiteStore, part: str = "rows") -> list[str]:
    return [f.text for f in store.maintenance.check(ANALYZER) if f.part == part]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE passage SET label = 'x'",
        "UPDATE passage SET source = 'foreign'",
        "UPDATE passage SET document = 'x' WHERE item = 'chunk'",
        "UPDATE passage SET place = 9",
        "UPDATE passage SET session = 'x'",
        "UPDATE passage SET at = at + 1",
        "UPDATE passage SET user = 'bob'",
        "UPDATE passage SET meanings = '[\"x\"]'",
        "UPDATE passage SET item = 'note' WHERE item = 'chunk'",
    ],
)
def test_columns_that_disagree_with_the_body_are_mended(store: SQLiteStore, change: str) -> None:
    before = dump(store), held(store, ANN)
    with store._connections.writing() as db:
        changed = db.execute(change).rowcount
    (text,) = texts(store)
    assert f"columns or search text disagree with the body of {changed} item(s), among" in text
    assert store.maintenance.repair(ANALYZER) == changed
    assert sound(store)
    assert (dump(store), held(store, ANN)) == before


def test_a_row_that_is_missing_is_made_again(store: SQLiteStore) -> None:
    before = held(store, ANN)
    with store._connections.writing() as db:
        db.execute("DELETE FROM passage")
    assert store.maintenance.repair(ANALYZER) == 3
    assert sound(store)
    assert held(store, ANN) == before


def test_another_search_text_is_made_anew_with_its_vector(store: SQLiteStore) -> None:
    memory = memory_over(store, ANN, HashEmbedder(16))
    with store._connections.writing() as db:
        db.execute("UPDATE item SET text = 'submarine' WHERE kind = 'note'")
    assert texts(store)
    memory.admin.repair()
    assert memory.admin.check(thorough=True) == []
    assert memory.lookup("tea") and not memory.lookup("submarine")


def test_a_body_that_cannot_be_read_is_told_and_left(store: SQLiteStore) -> None:
    with store._connections.writing() as db:
        db.execute(
            "UPDATE body SET json = '{]' WHERE num = (SELECT num FROM item WHERE kind = 'note')"
        )
    (finding,) = [f for f in store.maintenance.check(ANALYZER) if f.part == "rows"]
    assert finding.text.startswith("the body cannot be read of 1 item(s)") and not finding.derived
    store.maintenance.repair(ANALYZER)
    assert texts(store) == [finding.text]


def test_a_body_of_another_owner_is_told_and_left(store: SQLiteStore) -> None:
    with store._connections.writing() as db:
        db.execute("UPDATE item SET user = 'bob' WHERE kind = 'chunk'")
    (finding,) = [f for f in store.maintenance.check(ANALYZER) if f.part == "rows"]
    assert finding.text.startswith("id, owner, source or key differ") and not finding.derived


@pytest.mark.parametrize("kind", ["note", "chunk", "fact"])
def test_vectors_of_other_texts_are_found_and_made_anew(store: SQLiteStore, kind: str) -> None:
    memory = memory_over(store, ANN, HashEmbedder(16))
    assert memory.admin.check() == []
    with store._connections.writing() as db:
        items = "SELECT data, num FROM vector JOIN item ON num = item WHERE item.kind"
        (other, _), *_ = db.execute(f"{items} <> ?", (kind,)).fetchall()
        ((_, own),) = db.execute(f"{items} = ?", (kind,)).fetchall()
        db.execute("UPDATE vector SET data = ? WHERE item = ?", (other, own))
    (finding,) = memory.admin.check()
    assert finding.part == "vectors" and "belong to another text" in finding.text
    assert memory.admin.repair() == 1
    assert memory.admin.check(thorough=True) == []


@pytest.mark.parametrize("kind", ["note", "chunk", "fact"])
def test_an_index_that_holds_what_is_gone_is_told(store: SQLiteStore, kind: str) -> None:
    memory = memory_over(store, ANN, HashEmbedder(16))
    memory.lookup("tea")
    memory.documents.search("yard")
    memory.facts.lookup("Paris")
    assert memory.admin.check() == []
    with store._connections.writing() as db:  # unlogged, so that no index hears of it
        db.execute("DELETE FROM passage WHERE item = ?", (kind,))
        db.execute("DELETE FROM item WHERE kind = ?", (kind,))
        db.execute("DELETE FROM corpus WHERE kind = ?", (kind,))
    (text,) = (f.text for f in memory.admin.check() if f.part == "index")
    assert text.endswith("0 items missing from and 1 too many in the index")


def test_counts_are_of_what_can_be_seen(store: SQLiteStore) -> None:
    Noter(store, HERE).notes.remember("shared")
    stats = memory_over(store, ANN).admin.stats()
    assert (stats.notes, stats.facts, stats.documents, stats.chunks) == (2, 1, 1, 1)
    assert (stats.sessions, stats.pending) == (0, 1)
    others = memory_over(store, HERE).admin.stats()
    assert (others.notes, others.facts, others.chunks, others.pending) == (1, 0, 0, 1)
