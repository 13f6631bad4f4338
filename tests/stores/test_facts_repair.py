"""What search finds of facts is brought in step with what is believed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from seasoned.stores.sqlite import SQLiteStore, open_sqlite
from seasoned.stores.sqlite_passages import delete_passages
from seasoned.testing import HashEmbedder
from tests.contract.histories import memory_over
from tests.contract.knowing import Knower, day
from tests.contract.stores import ANALYZER, HERE, sound


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with closing(open_sqlite(tmp_path / "m.db", synchronous="normal")) as opened:
        yield opened


@pytest.fixture
def knower(store: SQLiteStore) -> Knower:
    made = Knower(store, embedder=HashEmbedder(16))
    made.tell({"city": "Paris", "since": 2020}, valid_from=day(-9))
    made.tell("Rome")
    made.tell("tea", key="drink")
    assert sound(store)
    return made


def texts(store: SQLiteStore) -> list[str]:
    return [
        finding.text for finding in store.maintenance.check(ANALYZER) if finding.part == "facts"
    ]


def test_a_believed_fact_that_search_lost_is_found_again(
    store: SQLiteStore, knower: Knower
) -> None:
    before = knower.searched()
    with store._connections.writing() as db:
        rows = db.execute("SELECT namespace, num FROM item WHERE kind = 'fact'").fetchall()
        for namespace, num in rows[:2]:
            delete_passages(db, namespace, [("fact", num)])
    (text,) = texts(store)
    assert text.startswith("search does not find 2 fact(s), among them ")
    assert store.maintenance.repair(ANALYZER) == 2
    assert knower.searched() == before
    assert memory_over(store, HERE, HashEmbedder(16)).admin.heal() == 2
    assert sound(store)


def test_a_fact_that_is_believed_no_more_is_found_no_more(
    store: SQLiteStore, knower: Knower
) -> None:
    with store._connections.writing() as db:
        db.execute("UPDATE fact SET superseded = recorded + 1 WHERE key = 'drink'")
    (text,) = texts(store)
    assert text.startswith("search finds 1 fact(s), among them ")
    assert store.maintenance.repair(ANALYZER) == 1
    assert knower.searched() == {version.id for version in knower.history() if version.believed}
    assert sound(store)


def test_two_values_where_one_may_stand_are_told(store: SQLiteStore, knower: Knower) -> None:
    with store._connections.writing() as db:
        db.execute("UPDATE fact SET valid_to = NULL, superseded = NULL WHERE key = 'home'")
    store.maintenance.repair(ANALYZER)
    (text,) = texts(store)
    assert text.startswith("another value stands beside that of 1 fact(s)")
