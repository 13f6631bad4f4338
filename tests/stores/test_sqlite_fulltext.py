"""The full-text index has two walls around a namespace; each is tested as if it were alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from seasoned.ports import EPISODE, Scope
from seasoned.stores import sqlite_fulltext
from seasoned.stores.sqlite import open_sqlite
from seasoned.stores.sqlite_fulltext import documents, scope_token
from tests.contract.stores import Filler

NAMESPACES = 12  # so that the number of one begins with the number of another
TERMS = ("water", "rose")


class Listening(sqlite3.Connection):
    """A connection that remembers what the full-text index was asked for."""

    asked: list[str]

    def execute(self, query: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if "MATCH" in query:
            self.asked.append(parameters[0])
        return super().execute(query, parameters)


@pytest.fixture
def db(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    """Two items of each namespace, all in the index, with the same words."""
    monkeypatch.setattr(sqlite_fulltext, "_BLOCK", 2)
    copy = sqlite3.connect(":memory:", factory=Listening)
    store = open_sqlite(None)
    filler = Filler(store)
    for n in range(2 * NAMESPACES):
        filler.add_texts("water the rose", scope=Scope(f"space {n % NAMESPACES}"))
    with store._connections.reading() as source:
        source.backup(copy)
    store.close()
    copy.asked = []
    yield copy
    copy.close()


def owners(db: Listening) -> dict[int, int]:
    return dict(db.execute("SELECT num, namespace FROM item"))


def test_the_index_is_asked_for_rows_of_the_namespace_alone(db: Listening) -> None:
    spaces = owners(db)
    assert len(set(spaces.values())) == NAMESPACES
    for space in set(spaces.values()):
        db.asked.clear()
        found = documents(db, space, EPISODE, TERMS)
        (expression,) = db.asked
        rows = db.execute("SELECT rowid FROM fulltext WHERE fulltext MATCH ?", (expression,))
        mine = {num for num, owner in spaces.items() if owner == space}
        assert {num for (num,) in rows} == {doc.num for doc in found} == mine
        assert len(mine) == 2


def test_a_row_that_the_index_counts_to_another_namespace_is_not_given(db: Listening) -> None:
    spaces = owners(db)
    space, stray = spaces[1], next(num for num, owner in spaces.items() if owner != spaces[1])
    add = "INSERT INTO fulltext (rowid, scope, words) VALUES (?, ?, 'water rose')"
    db.execute(add, (stray, scope_token(space, EPISODE)))
    assert stray not in {doc.num for doc in documents(db, space, EPISODE, TERMS)}
