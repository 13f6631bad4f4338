"""A memory that is open stays whole, whatever this process mistakes its file for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seasoned import Episode, InvalidInput, Memory, Task
from seasoned.core.databases import is_database
from seasoned.importers.sniff import sniff

ELSEWHERE = """
import sys
from seasoned import Episode, Memory, Task
with Memory.open(sys.argv[1], embedder=False) as memory:
    memory.record(Episode(Task("from elsewhere")))
"""


def locks() -> list[str]:
    """Those of this process, where the system tells them."""
    told = Path("/proc/locks")
    lines = told.read_text().splitlines() if told.exists() else []
    return sorted(line.split(":", 1)[1] for line in lines if f" {os.getpid()} " in line)


@pytest.mark.parametrize(
    "mistake",
    [
        lambda memory, path: memory.export(path, replace=True),
        lambda memory, path: memory.export(path.with_name("m.db-wal"), replace=True),
        lambda memory, path: memory.load(path),
        lambda memory, path: memory.load(path.with_name("m.db-shm")),
        lambda _, path: sniff(path),  # as importing a folder does that holds the memory, too
    ],
)
def test_the_locks_of_an_open_memory_survive_a_mistake(
    mistake: Callable[[Memory, Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "m.db"
    with Memory.open(str(path), embedder=False) as memory:
        memory.record(Episode(Task("from here")))
        before = locks()
        with pytest.raises(InvalidInput, match=r"is a memory|is a database|holds binary data"):
            mistake(memory, path)
        assert locks() == before
        # Whoever leaves last takes the journal away, and may not think that it is.
        subprocess.run([sys.executable, "-c", ELSEWHERE, str(path)], check=True)
        assert path.with_name("m.db-wal").exists()
        memory.record(Episode(Task("from here again")))
        assert memory.episodes.count() == 3


def test_what_is_a_database(tmp_path: Path) -> None:
    text, path = tmp_path / "text", tmp_path / "m.db"
    text.write_bytes(b"SQLite format 2\x00")
    Memory.open(str(path), embedder=False).close()
    assert [is_database(p) for p in (text, path, path)] == [False, True, True]
    assert not is_database("/dev/null")
    path.write_bytes(b"a text in its place")
    assert not is_database(path)
