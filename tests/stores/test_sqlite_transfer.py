"""A dump of a SQLite file, and what happens to its process and file meanwhile."""

from __future__ import annotations

import io
import os
import sqlite3
from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, Outcome, StoreError, Task
from seasoned.stores import sqlite_intake
from seasoned.stores.sqlite import open_sqlite
from seasoned.stores.sqlite_episodes import set_effective
from tests.contract.stores import Filler


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_ends_a_dump_and_leaves_the_file_whole(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "m.db")
    ids = Filler(store).add_texts(*map(str, range(600)))
    records = store.transfer.dump(None)
    next(records)
    if not (child := os.fork()):
        os._exit(0)
    os.waitpid(child, 0)
    with pytest.raises(StoreError, match="forked meanwhile; begin again"):
        list(records)
    assert len(list(store.transfer.dump(None))) == len(ids)


def test_a_file_that_can_only_be_read_is_dumped(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "m.db")
    Filler(store).add_texts("a", "b")
    store.close()
    for place in (tmp_path / "m.db", tmp_path):
        place.chmod(0o555)
    try:
        store = open_sqlite(tmp_path / "m.db")
        assert len(list(store.transfer.dump(None))) == 2
        store.close()
    finally:
        tmp_path.chmod(0o755)


def test_the_outcome_of_an_episode_is_told_once_for_all_its_verdicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Telling it reads all of them: for each, a load of many would never end."""
    told = list[int]()

    def tell(db: sqlite3.Connection, num: int) -> tuple[str, float | None]:
        told.append(num)
        return set_effective(db, num)

    monkeypatch.setattr(sqlite_intake, "set_effective", tell)
    with Memory.open("memory://", embedder=False) as memory:
        id = memory.record(Episode(Task("a"), outcome=Outcome.SUCCESS)).id
        for outcome in (*["success"] * 20, "failure"):
            memory.judge(id, outcome)
        stream = io.BytesIO()
        memory.export(stream)
    with Memory.open("memory://", embedder=False) as memory:
        for _ in range(2):
            stream.seek(0)
            memory.load(stream)
        assert memory.get(id).effective_outcome == "failure"
        assert memory.episodes.count(Filter(outcome=Outcome.FAILURE)) == 1
    assert len(told) == 1
