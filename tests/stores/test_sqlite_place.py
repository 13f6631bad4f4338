"""Which file a memory writes to, whatever becomes of paths while it is open."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from seasoned import Episode, InvalidInput, Memory, StoreError, Task


def record_elsewhere(memory: Memory, text: str) -> None:
    """From a thread that has no connection yet."""
    errors: list[BaseException] = []

    def work() -> None:
        try:
            memory.record(Episode(Task(text)))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]


def texts(path: Path) -> list[str]:
    with Memory.open(path, embedder=False) as memory:
        return [e.task.description for e in memory.episodes.page().episodes][::-1]


@pytest.mark.parametrize("name", ["m.db", "m.jsonl"])
def test_a_relative_path_means_the_same_file_wherever_the_process_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        with Memory.open(name, embedder=False) as memory:
            memory.record(Episode(Task(folder)))
    monkeypatch.chdir(tmp_path / "a")
    with Memory.open(name, embedder=False) as memory:
        monkeypatch.chdir(tmp_path)
        record_elsewhere(memory, "second")
    assert texts(tmp_path / "a" / name) == ["a", "second"]
    assert texts(tmp_path / "b" / name) == ["b"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("name", ["m.db", "m.jsonl"])
def test_users_of_a_link_queue_at_the_file_itself(tmp_path: Path, name: str) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / name).symlink_to(tmp_path / name)
    assert texts(tmp_path / name) == []
    with Memory.open(tmp_path / "links" / name, embedder=False) as memory:
        memory.record(Episode(Task("by the link")))
    assert texts(tmp_path / name) == ["by the link"]
    assert [path.name for path in (tmp_path / "links").iterdir()] == [name]


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_promised_of_a_file_that_is_gone(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=False) as memory:
        memory.record(Episode(Task("before")))
        memory.admin.backup(str(tmp_path / "copy.db"))
        for file in ("m.db", "m.db-wal", "m.db-shm"):
            (tmp_path / file).unlink()
        if replaced:
            (tmp_path / "copy.db").rename(path)
        for write in (lambda: memory.record(Episode(Task("after"))), lambda: memory.begin("more")):
            with pytest.raises(StoreError, match=r"m\.db was removed or replaced.*open it again"):
                write()
        with pytest.raises(StoreError, match="open it again"):
            record_elsewhere(memory, "after")
        assert path.exists() is replaced
    assert texts(path) == (["before"] if replaced else [])


@pytest.mark.skipif(sys.platform != "linux", reason="other file systems have only Unicode names")
def test_a_name_that_is_not_utf_8_names_that_file(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"m\xff.db")
    for url in (path, str(path), f"sqlite:///{path}"):
        with Memory.open(url, embedder=False) as memory:
            memory.record(Episode(Task("kept")))
            str(memory).encode()  # can be printed
    assert sorted(os.listdir(os.fsencode(tmp_path))) == [b"m\xff.db", b"m\xff.db.lock"]
    assert texts(path) == ["kept"] * 3
    with pytest.raises(InvalidInput, match="no file's name"):
        Memory.open(f"{tmp_path}/\ud800.db", embedder=False)
