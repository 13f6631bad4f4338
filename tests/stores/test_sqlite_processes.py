"""One file and many processes: locks, kills, forks, full disks."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, StoreError, Task
from tests.stores.processes import in_child, kept, lines, said, together, working


def test_four_processes_write_without_an_error_or_a_duplicate(path: Path) -> None:
    with working(*(("write", path, f"writer {n}", 500, "wait") for n in range(4))) as workers:
        together(workers)  # the file does not exist yet
        ids = [id for worker in workers for id in lines(worker)]
    assert len(ids) == len(set(ids)) == 2000
    assert {e.id for e in kept(path)} == set(ids)


def test_a_key_that_two_processes_record_at_once_is_one_episode(path: Path) -> None:
    with working(("key", path), ("key", path)) as workers:
        together(workers)
        one, other = ([line.split() for line in lines(worker)] for worker in workers)
    assert [id for id, _ in one] == [id for id, _ in other]
    assert all({a, b} == {"True", "False"} for (_, a), (_, b) in zip(one, other, strict=True))
    assert len(kept(path)) == 20


def test_a_full_disk_refuses_the_write_and_keeps_the_rest(path: Path) -> None:
    *written, refused, after = said("limited", path, 1_500_000)
    assert refused.startswith("StoreError") and str(path) in refused
    assert {e.id for e in kept(path)} - {*written, after} == {kept(path)[-1].id}
    assert len(kept(path)) == len(written) + 2


@pytest.mark.parametrize("verb", ["judge", "finish", "step", "forget"])
def test_a_verb_on_a_full_disk_is_done_whole_or_not_at_all(path: Path, verb: str) -> None:
    refused, unchanged, done = said("full", path, verb)
    assert refused.startswith("StoreError") and str(path) in refused
    assert (unchanged, done) == ("True []", "False []")
    kept(path)


def test_a_fork_may_go_on_with_the_memory_on_both_sides(path: Path) -> None:
    with Memory.open(str(path), embedder=False) as memory:
        memory.record(Episode(Task("before")))

        def work() -> None:
            for i in range(30):
                memory.record(Episode(Task(f"child {i}")))
            assert memory.episodes.count() >= 31

        wait = in_child(work)
        for i in range(30):
            memory.record(Episode(Task(f"parent {i}")))
        assert wait() == 0
        assert memory.episodes.count() == 61
        assert len(memory.recall("child", k=9).results) == 9
    assert len(kept(path)) == 61


def test_a_child_outlives_its_parents_memory(path: Path) -> None:
    """SQLite keeps locks per process: a child that shared them would write into a lost journal."""
    closed, waiting = os.pipe()
    written, ready = os.pipe()
    memory = Memory.open(str(path), embedder=False)
    memory.record(Episode(Task("before")))

    def work() -> None:
        memory.record(Episode(Task("while the parent has it open")))
        os.write(ready, b"x")
        os.read(closed, 1)
        memory.record(Episode(Task("after the parent closed it")))

    wait = in_child(work)
    os.close(ready)  # so that a child which fails is the end of the pipe
    os.read(written, 1)
    memory.close()
    kept(path)  # another process's checkpoint
    os.write(waiting, b"x")
    assert wait() == 0
    assert len(kept(path)) == 3
    for end in (closed, waiting, written):
        os.close(end)


def test_a_fork_while_others_read_and_write_finds_them_at_rest(path: Path) -> None:
    errors, stop = list[BaseException](), threading.Event()
    with Memory.open(str(path), embedder=False) as memory:

        def busy(n: int) -> None:
            try:
                while not stop.is_set():
                    memory.record(Episode(Task(f"thread {n}")))
                    memory.recall("thread")
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=busy, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        waits = [in_child(lambda: memory.record(Episode(Task("child")))) for _ in range(5)]
        codes = [wait() for wait in waits]
        stop.set()
        for thread in threads:
            thread.join()
    assert (errors, codes) == ([], [0] * 5)
    assert sum(e.task.description == "child" for e in kept(path)) == 5


@pytest.mark.parametrize("path", ["m.db"], indirect=True)
def test_a_fork_waits_for_what_another_thread_imports(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recall imports at first use; a module that is there by half blocks the child for good."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "halfway", threading.Event(), raising=False)
    monkeypatch.setattr(sys, "proceed", threading.Event(), raising=False)
    text = "import sys\nsys.halfway.set()\nsys.proceed.wait(60)\nwhole = True\n"
    (tmp_path / "slow_to_import.py").write_text(text)
    with Memory.open(str(path), embedder=False):
        thread = threading.Thread(target=importlib.import_module, args=("slow_to_import",))
        thread.start()
        assert sys.halfway.wait(60)  # type: ignore[attr-defined]
        threading.Timer(0.05, sys.proceed.set).start()  # type: ignore[attr-defined]
        wait = in_child(lambda: importlib.import_module("slow_to_import").whole)
        thread.join()
        assert wait() == 0


def test_a_memory_without_a_file_says_that_it_ends_at_a_fork() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        memory.record(Episode(Task("before")))

        def work() -> None:
            with pytest.raises(StoreError, match="fork"):
                memory.record(Episode(Task("child")))

        assert in_child(work)() == 0
        assert memory.episodes.count(Filter()) == 1
