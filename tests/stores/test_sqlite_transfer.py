"""A dump of a SQLite file, and what happens to its process and file meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seasoned import StoreError
from seasoned.stores.sqlite import open_sqlite
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
