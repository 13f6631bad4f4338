"""One SQLite file and many processes: locks, kills, forks, full disks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, StoreError, Task

WORKER = str(Path(__file__).with_name("worker.py"))


def start(task: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, WORKER, task, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def together(workers: list[subprocess.Popen[str]]) -> None:
    """Let workers go that said they are ready."""
    for worker in workers:
        assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()


def lines(worker: subprocess.Popen[str]) -> list[str]:
    out, _ = worker.communicate(timeout=100)
    assert worker.returncode == 0
    return out.splitlines()


def kept(path: Path) -> list[Episode]:
    """All episodes of a file that is sound."""
    with Memory.open(str(path), embedder=False) as memory:
        assert memory.admin.check() == []
        return list(memory.episodes.page(limit=10_000).episodes)


def test_four_processes_write_without_an_error_or_a_duplicate(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    workers = [start("write", path, f"writer {n}", 500, "wait") for n in range(4)]
    together(workers)  # the file does not exist yet
    ids = [id for worker in workers for id in lines(worker)]
    assert len(ids) == len(set(ids)) == 2000
    assert {e.id for e in kept(path)} == set(ids)


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path, acknowledged = tmp_path / "m.db", list[str]()
    workers = [start("write", path, f"writer {n}", 1000) for n in range(4)]
    enough = threading.Event()

    def listen(worker: subprocess.Popen[str]) -> None:
        assert worker.stdout is not None
        for line in worker.stdout:
            if line.endswith("\n"):
                acknowledged.append(line.strip())
            if len(acknowledged) >= 200:
                enough.set()

    listeners = [threading.Thread(target=listen, args=(worker,)) for worker in workers]
    for listener in listeners:
        listener.start()
    assert enough.wait(60)
    for worker in workers:
        worker.send_signal(signal.SIGKILL)
    for worker, listener in zip(workers, listeners, strict=True):
        worker.wait()
        listener.join()
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdin.close()
        worker.stdout.close()
    assert 200 <= len(acknowledged) < 4000
    assert set(acknowledged) <= {e.id for e in kept(path)}


def test_a_key_that_two_processes_record_at_once_is_one_episode(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    workers = [start("key", path) for _ in range(2)]
    together(workers)
    one, other = ([line.split() for line in lines(worker)] for worker in workers)
    assert [id for id, _ in one] == [id for id, _ in other]
    assert all({a, b} == {"True", "False"} for (_, a), (_, b) in zip(one, other, strict=True))
    assert len(kept(path)) == 20


def test_a_full_disk_refuses_the_write_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    *written, refused, after = lines(start("limited", path, 1_500_000))
    assert refused.startswith("StoreError") and str(path) in refused
    assert {e.id for e in kept(path)} - {*written, after} == {kept(path)[-1].id}
    assert len(kept(path)) == len(written) + 2


@pytest.mark.skipif(os.getuid() != 0, reason="needs the right to give up rights")
@pytest.mark.parametrize("mode", ["file", "folder", "new"])
def test_a_file_that_may_not_be_written_says_so(tmp_path: Path, mode: str) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    path = folder / "m.db"
    if mode != "new":
        with Memory.open(str(path), embedder=False) as memory:
            memory.record(Episode(Task("kept")))
        path.chmod(0o444)
        (folder / "m.db.lock").chmod(0o666)
    folder.chmod(0o777 if mode == "file" else 0o755)
    reach(folder)
    (said,) = lines(start("refused", path, 65534))
    assert said.startswith("StoreError") and str(path) in said
    assert any(word in said for word in ("right", "lock it", "folder"))
    if mode != "new":
        assert [e.task.description for e in kept(path)] == ["kept"]


def reach(folder: Path) -> None:
    """Let everybody into the folders that pytest made for this test."""
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == os.getuid() and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)


def in_child(work: Callable[[], object]) -> Callable[[], int]:
    """Run it in a fork; the answer waits for its exit code."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_fork_may_go_on_with_the_memory_on_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
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


def test_a_child_outlives_its_parents_memory(tmp_path: Path) -> None:
    """SQLite keeps locks per process: a child that shared them would write into a lost journal."""
    path = tmp_path / "m.db"
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
    os.read(written, 1)
    memory.close()
    kept(path)  # another process's checkpoint
    os.write(waiting, b"x")
    assert wait() == 0
    assert len(kept(path)) == 3
    for end in (closed, waiting, written, ready):
        os.close(end)


def test_a_fork_while_others_read_and_write_finds_them_at_rest(tmp_path: Path) -> None:
    path, errors, stop = tmp_path / "m.db", list[BaseException](), threading.Event()
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


def test_a_memory_without_a_file_says_that_it_ends_at_a_fork() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        memory.record(Episode(Task("before")))

        def work() -> None:
            with pytest.raises(StoreError, match="fork"):
                memory.record(Episode(Task("child")))

        assert in_child(work)() == 0
        assert memory.episodes.count(Filter()) == 1
