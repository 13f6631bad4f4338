"""Export and load as a user relies on them: nothing is lost, leaks or is half done."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    Conflict,
    Episode,
    ExportOptions,
    Filter,
    InvalidInput,
    Memory,
    Options,
    Outcome,
    PrunePolicy,
    Step,
    StoreError,
    Task,
)
from seasoned.testing import HashEmbedder, ManualClock

ALL = ExportOptions(all_users=True)
WHOLE = ExportOptions(all_namespaces=True)


def opened(url: Any = "memory://", **more: Any) -> Memory:
    given: dict[str, Any] = {"embedder": HashEmbedder(), "options": Options(clock=ManualClock())}
    return Memory.open(url, **(given | more))


def won(text: str, **fields: Any) -> Episode:
    return Episode(Task(text), solution="ok", outcome=Outcome.SUCCESS, **fields)


def fill(memory: Memory) -> None:
    """Something of every kind that a memory makes."""
    first = memory.record(won("sort the numbers", lessons=("use a key",), key="k1"))
    memory.record(Episode(Task("sort the words"), steps=(Step("edit", "a"),)))
    memory.judge(first.id, 0.5, by="ci")
    with memory.attempt("sort the numbers fast") as attempt:
        attempt.prompt()
        attempt.finish("done", outcome="success")
    memory.begin("sort the letters").step("edit", "b")
    memory.record(won("to be pruned", tags=("old",)))
    memory.admin.prune(PrunePolicy(filter=Filter(tags_any="old"), keep=0), apply=True)


def written(memory: Memory, options: ExportOptions | None = None) -> bytes:
    stream = io.BytesIO()
    memory.export(stream, options=options)
    return stream.getvalue()


def load(memory: Memory, data: bytes, **more: Any) -> Any:
    return memory.load(io.BytesIO(data), **more)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with opened() as held:
        fill(held)
        yield held


@pytest.fixture
def fresh() -> Iterator[Memory]:
    with opened() as held:
        yield held


def test_what_is_loaded_into_an_empty_memory_is_exported_byte_for_byte(
    memory: Memory, fresh: Memory, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    report = memory.export(first)
    kinds = {"model", "episode", "verdict", "vector", "attempt", "recall", "copy", "exposure"}
    assert set(report.kinds) == kinds
    assert report.written == sum(report.kinds.values()) == len(first.read_bytes().splitlines()) - 2
    loaded = fresh.load(first)
    assert loaded.added == report.kinds and (loaded.known, loaded.refused) == ({}, 0)
    assert fresh.export(str(second)) == report
    assert first.read_bytes() == second.read_bytes()
    assert fresh.admin.check() == []
    before, after = (m.recall("sort the numbers") for m in (memory, fresh))
    assert [r.episode for r in before.results] == [r.episode for r in after.results]


def test_loading_again_adds_nothing(memory: Memory, fresh: Memory) -> None:
    data = written(memory)
    load(fresh, data)
    again = load(fresh, data)
    assert again.added == {} and sum(again.known.values()) == data.count(b"\n") - 2
    assert written(fresh) == data


def test_a_memory_moves_to_another_namespace(memory: Memory) -> None:
    data = written(memory)
    with opened(namespace="there") as there:
        load(there, data)
        moved = written(there)
        assert moved == data.replace(b'"namespace":"default"', b'"namespace":"there"')
        assert there.recall("sort the numbers").results[0].episode.namespace == "there"


def test_a_load_that_breaks_off_is_run_again(memory: Memory, fresh: Memory) -> None:
    for number in range(700):
        memory.record(won(f"task {number}", key=f"n{number}"))
    data = written(memory)

    class Breaks(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if self.tell() > len(data) // 2:
                raise KeyboardInterrupt
            return super().readline(size)

    with pytest.raises(KeyboardInterrupt):
        fresh.load(Breaks(data))
    some = fresh.episodes.count()
    assert 0 < some < memory.episodes.count()
    report = load(fresh, data)
    assert report.known["episode"] == some
    assert written(fresh) == data


KILLED = """
import os, sys
from seasoned import Memory
path, url = sys.argv[1:]
with Memory.open(url, embedder=False) as memory:
    memory.load(path, progress=lambda lines: os._exit(9) if lines > 600 else None)
"""


def test_a_load_that_is_killed_is_run_again(tmp_path: Path) -> None:
    path, url = tmp_path / "out.jsonl", str(tmp_path / "m.db")
    with opened(embedder=False) as memory:
        memory.episodes.record_many(won(f"task {n}") for n in range(1000))
        memory.export(path)
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), url], check=False)
    assert done.returncode == 9
    with opened(url, embedder=False) as memory:
        assert 500 < memory.episodes.count() < 1000
        memory.load(path)
        memory.export(tmp_path / "again.jsonl")
    assert path.read_bytes() == (tmp_path / "again.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[:-1], "without its last line"),
        (lambda lines: [*lines[:-1], lines[-1][:20]], "cut off in the middle of a line|damaged"),
        (lambda lines: [*lines[:-2], lines[-2][:-30]], "cut off in the middle of a line"),
        (lambda lines: [*lines[:3], b"\xff\x00\n", *lines[3:]], "line 4: the line is damaged"),
        (lambda lines: [*lines[:3], lines[3][:50] + b"\n", *lines[4:]], "line 4: .* is damaged"),
        (lambda lines: lines[:2] + lines[3:], r"the last line says that \d+ lines stand before"),
        (
            lambda lines: [*lines[:2], lines[2].replace(b'"schema":1', b'"schema":99', 1)],
            "line 3: schema 99 .* upgrade seasoned",
        ),
        (lambda lines: [lines[0].replace(b":1", b":99", 1)], "schema 99 .* upgrade seasoned"),
        (
            lambda lines: [*lines[:2], b'{"kind":"dream","schema":1}\n'],
            "line 3: this seasoned knows no records of kind 'dream'; upgrade",
        ),
    ],
)
def test_a_damaged_export_says_where_and_what_to_do(
    memory: Memory, fresh: Memory, change: Any, said: str
) -> None:
    data = written(memory)
    with pytest.raises(InvalidInput, match=said):
        load(fresh, b"".join(change(data.splitlines(keepends=True))))
    assert fresh.admin.check() == []
    load(fresh, data)
    assert written(fresh) == data


def test_a_last_line_without_its_line_feed_is_whole(memory: Memory, fresh: Memory) -> None:
    data = written(memory)
    load(fresh, data.rstrip(b"\n"))
    assert written(fresh) == data


CHAT = {"messages": [{"role": "user", "content": "x"}]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (json.dumps(CHAT).encode(), "format messages and no export; .* `seasoned import`"),
        (json.dumps(CHAT, indent=2).encode(), "format messages and no export"),
        (b'{"kind":"episode","schema":1,"task":{"description":"x"}}\n', "of the format jsonl"),
        (b'{"task": "x"}\n', "of the format jsonl"),
        (gzip.compress(b"x" * 100, mtime=0), "is compressed; unpack it first"),
        (b"SQLite format 3\x00" + b"\x00" * 100, "is a database"),
        (bytes(range(256)) * 1000, "is no export of seasoned, it begins with b'"),
        (b"x" * 10_000_000, "is no export of seasoned"),
        (b'{"kind":"seasoned"', "cut off in the middle of a line"),
        (b'{"kind":"seasoned","schema":1,"format":"store"}\n', "is a memory in a text file and no"),
    ],
)
def test_what_is_no_export_is_told_by_name(
    fresh: Memory, tmp_path: Path, data: bytes, said: str
) -> None:
    path = tmp_path / "in"
    path.write_bytes(data)
    for origin in (path, str(path), io.BytesIO(data)):
        with pytest.raises(InvalidInput, match=said):
            fresh.load(origin)
    assert fresh.episodes.count() == 0


@pytest.mark.parametrize("origin", [None, 3, b"path", io.StringIO("x")])
def test_what_is_no_origin_is_refused(fresh: Memory, origin: Any) -> None:
    with pytest.raises(InvalidInput, match="a load comes from a path, or from a stream of bytes"):
        fresh.load(origin)


def test_a_file_that_is_not_there_is_named(fresh: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"cannot read '.*absent': No such file"):
        fresh.load(tmp_path / "absent")
    with pytest.raises(InvalidInput, match="cannot read"):
        fresh.load(tmp_path)


def test_what_stands_for_something_else_is_reported_and_the_rest_goes_in(fresh: Memory) -> None:
    fresh.record(won("mine", key="k"))
    with opened() as other:
        other.record(won("theirs", key="k"))
        other.record(won("another"))
        report = load(fresh, written(other))
    assert report.added["episode"] == 1
    assert report.refused == len(report.conflicts) == 2  # the episode, and its vector
    assert "line 3: episode" in report.conflicts[0]
    with pytest.raises(Conflict):
        fresh.record(won("theirs", key="k"))


@pytest.fixture
def shared(tmp_path: Path) -> str:
    """A file with records of two users, shared ones, and another namespace."""
    url = str(tmp_path / "shared.db")
    for user in (None, "ann", "bob"):
        with opened(url, user=user) as memory:
            memory.record(won(f"task of {user}"))
    with opened(url, namespace="other", user="ann") as memory:
        memory.record(won("task elsewhere"))
    return url


def tasks(data: bytes) -> list[str]:
    records = map(json.loads, data.splitlines())
    return [r["task"]["description"] for r in records if r["kind"] == "episode"]


@pytest.mark.parametrize(
    ("user", "seen", "note"),
    [
        (None, ["task of None"], "episodes of users that were left out: 2; to have them, export"),
        (
            "ann",
            ["task of None", "task of ann"],
            "episodes of other users that were left out: 1; to have them, open the memory without",
        ),
    ],
)
def test_others_records_stay_where_they_are_and_are_told(
    shared: str, user: str | None, seen: list[str], note: str
) -> None:
    with opened(shared, user=user) as memory:
        stream = io.BytesIO()
        report = memory.export(stream)
        assert tasks(stream.getvalue()) == seen
        assert b"elsewhere" not in stream.getvalue()
        assert len(report.notes) == 1 and report.notes[0].startswith(note)


def test_all_users_and_all_namespaces(shared: str, fresh: Memory) -> None:
    with opened(shared) as memory:
        stream = io.BytesIO()
        assert memory.export(stream, options=ALL).notes == ()
        assert tasks(stream.getvalue()) == ["task of None", "task of ann", "task of bob"]
        whole = written(memory, WHOLE)
        assert len(tasks(whole)) == 4
    with pytest.raises(InvalidInput, match="may hold several namespaces"):
        load(fresh, whole)
    load(fresh, whole, all_namespaces=True)
    assert written(fresh, WHOLE) == whole
    assert fresh.episodes.count() == 1  # the owners are the same, too


def test_a_memory_of_a_user_moves_nobody_else(shared: str) -> None:
    with opened(shared) as memory:
        everyone, whole = written(memory, ALL), written(memory, WHOLE)
    with opened(shared, user="ann") as ann:
        for options in (ALL, WHOLE):
            with pytest.raises(InvalidInput, match="user 'ann' may not see; open the memory with"):
                written(ann, options)
    with opened(user="ann") as ann:
        with pytest.raises(InvalidInput, match="all_namespaces=True concerns"):
            load(ann, whole, all_namespaces=True)
        with pytest.raises(InvalidInput, match="belongs to user 'bob', this memory writes as"):
            load(ann, everyone)


def test_without_vectors_the_model_is_that_of_whoever_loads_it(memory: Memory) -> None:
    data = written(memory, ExportOptions(vectors=False))
    assert b'"kind":"vector"' not in data and b'"kind":"model"' not in data
    with opened(embedder=HashEmbedder(32)) as other:
        load(other, data)
        assert other.admin.heal() == other.episodes.count() == 3
        assert other.admin.stats().model == HashEmbedder(32).model
        assert written(other, ExportOptions(vectors=False)) == data


def test_the_redact_hook_sees_what_is_loaded(memory: Memory) -> None:
    hook = Options(clock=ManualClock(), redact=lambda text: text.replace("numbers", "***"))
    with opened(options=hook) as other:
        load(other, written(memory))
        assert b"numbers" not in written(other)


def test_progress_is_told(memory: Memory, fresh: Memory) -> None:
    memory.episodes.record_many(won(f"task {n}") for n in range(600))
    told: list[int] = []
    stream = io.BytesIO()
    memory.export(stream, progress=told.append)
    assert told == sorted(told) and len(told) >= 2
    told.clear()
    fresh.load(io.BytesIO(stream.getvalue()), progress=told.append)
    assert told == sorted(told) and told[-1] >= 600


def test_an_export_is_of_one_moment(memory: Memory) -> None:
    before = written(memory)

    class Recording(io.BytesIO):
        def write(self, data: Any, /) -> int:
            if self.tell() < 1000:
                memory.record(won("recorded meanwhile"))
            return super().write(data)

    stream = Recording()
    memory.export(stream)
    assert len(tasks(stream.getvalue())) - len(tasks(before)) <= 1
    assert load_alone(stream.getvalue()) == stream.getvalue()


def load_alone(data: bytes) -> bytes:
    with opened() as memory:
        load(memory, data)
        return written(memory)


def test_the_file_of_the_memory_is_never_the_target(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with opened(path) as memory:
        memory.record(won("a"))
        with pytest.raises(InvalidInput, match="is a memory or another database"):
            memory.export(path, replace=True)
        assert memory.episodes.count() == 1


def test_a_store_that_fails_in_the_middle_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened() as memory:
        fill(memory)

        def half(*_: Any, **__: Any) -> Iterator[Any]:
            yield memory.episodes.recent[0]
            raise StoreError("a row is damaged")

        monkeypatch.setattr(memory._parts.store.transfer, "dump", half)
        with pytest.raises(StoreError, match="damaged"):
            memory.export(tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_moving_holds_little_in_memory(tmp_path: Path) -> None:
    """20 MB are moved; what Python holds of it at a time is a few batches."""
    text = "wait for the cookie " * 500
    with opened(tmp_path / "a.db", embedder=False) as memory:
        memory.episodes.record_many(won(f"t {n}", strategy=text) for n in range(2000))
        tracemalloc.start()
        try:
            memory.export(tmp_path / "a.jsonl")
            with opened(tmp_path / "b.db", embedder=False) as other:
                other.load(tmp_path / "a.jsonl")
            held = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert (tmp_path / "a.jsonl").stat().st_size > 20_000_000
    assert held < 15_000_000


def test_large_episodes_are_moved_few_at_a_time(tmp_path: Path) -> None:
    """60 MB in 60 episodes, and copies of them: fewer than a batch has by number."""
    text = "wait for the cookie " * 50_000
    with opened(tmp_path / "a.db", embedder=False) as memory:
        for n in range(60):
            memory.record(won(f"t {n}", strategy=text, tags=("old",) if n % 2 else ()))
        memory.admin.prune(PrunePolicy(filter=Filter(tags_any="old"), keep=0), apply=True)
        tracemalloc.start()
        try:
            memory.export(tmp_path / "a.jsonl")
            with opened(tmp_path / "b.db", embedder=False) as other:
                assert other.load(tmp_path / "a.jsonl").added == {"episode": 30, "copy": 30}
            held = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert held < 50_000_000
