"""A file appears whole or not at all, and what was there stays unless it may be replaced."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from seasoned import InvalidInput, StoreError
from seasoned.memories.targets import opened


def put(target: Any, *parts: Any, **how: Any) -> None:
    """Write these parts; an exception among them is raised, a function called."""
    with opened(target, **({"replace": False} | how)) as write:
        for part in parts:
            if isinstance(part, type):
                raise part
            part() if callable(part) else write(part)


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with opened(path, replace=False) as write:
        write(b"one\n")
        assert not path.exists()
    assert path.read_bytes() == b"one\n"
    assert [p.name for p in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_a_file_that_fails_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"old")
    for path in (tmp_path / "new", old):
        with pytest.raises(error):
            put(str(path), b"half", error, replace=True)
    assert [p.name for p in tmp_path.iterdir()] == ["old"]
    assert old.read_bytes() == b"old"


def test_what_exists_is_replaced_only_if_allowed(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(StoreError, match="out' exists; name another file"):
        put(path, b"new")
    assert path.read_bytes() == b"old"
    put(path, b"new", replace=True)
    assert path.read_bytes() == b"new"


def test_what_came_meanwhile_is_not_replaced_either(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with pytest.raises(StoreError, match="exists"):
        put(path, b"mine", lambda: path.write_bytes(b"theirs"))
    assert path.read_bytes() == b"theirs"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_where_there_are_no_links_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "out"
    put(path, b"mine")
    assert path.read_bytes() == b"mine"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    put(tmp_path / "link", b"new", replace=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    put(pipe, b"one\n", b"two\n")
    reader.join()
    assert read == [b"one\ntwo\n"]


def test_a_stream_stays_open(tmp_path: Path) -> None:
    stream = io.BytesIO()
    put(stream, b"one")
    put(stream, b"two")
    assert stream.getvalue() == b"onetwo"


@pytest.mark.parametrize("target", [None, 3, b"out", io.StringIO()])
def test_what_is_no_target_is_refused(target: Any) -> None:
    with pytest.raises(InvalidInput, match="a stream that takes bytes"):
        put(target)


def test_places_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is a folder"):
        put(tmp_path)
    with pytest.raises(StoreError, match=r"cannot write '.*absent/out': No such"):
        put(tmp_path / "absent" / "out")


@pytest.mark.parametrize(
    "head", [b"SQLite format 3\x00", b'{"kind":"seasoned","schema":1,"format":"store","id":"x"}']
)
def test_a_memory_is_never_replaced(tmp_path: Path, head: bytes) -> None:
    path = tmp_path / "memory"
    path.write_bytes(head)
    with pytest.raises(InvalidInput, match="is a memory or another database"):
        put(path, b"new", replace=True)
    assert path.read_bytes() == head


def test_a_name_is_taken_as_it_is(tmp_path: Path) -> None:
    """Not every name is Unicode, and 255 bytes are few characters in some scripts."""
    names = [b"caf\xe9.jsonl", "字".encode() * 83]
    for name in names:
        put(os.fsdecode(os.path.join(os.fsencode(tmp_path), name)), b"one")
    assert sorted(os.listdir(os.fsencode(tmp_path))) == sorted(names)


class Narrow:
    """A stream that takes a few bytes at a time, and in the end none."""

    def __init__(self, room: int) -> None:
        self.room, self.held = room, b""

    def write(self, data: bytes) -> int:
        part = data[: min(3, self.room - len(self.held))]
        self.held += part
        return len(part)


def test_a_stream_that_takes_a_part_is_given_the_rest() -> None:
    wide, narrow = Narrow(100), Narrow(5)
    put(wide, b"one line\n", b"and another\n")
    assert wide.held == b"one line\nand another\n"
    with pytest.raises(StoreError, match="takes no more; 4 bytes of a line"):
        put(narrow, b"one line\n")
