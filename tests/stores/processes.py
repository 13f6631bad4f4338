"""Other processes in the tests of the SQLite store; none of them outlives or blocks a test."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from seasoned import Episode, Memory

Worker = subprocess.Popen[str]
WORKER = str(Path(__file__).with_name("worker.py"))
PATIENCE = 120  # seconds until something that should have ended is taken to hang


@contextmanager
def working(*commands: tuple[object, ...], script: str = WORKER) -> Iterator[list[Worker]]:
    """One process for each command of a script; what still runs at the end is killed."""
    started: list[Worker] = []
    try:
        started.extend(_start((script, *command)) for command in commands)
        yield started
    finally:
        for worker in started:
            worker.kill()
            worker.wait()
            for pipe in (worker.stdin, worker.stdout):
                assert pipe is not None
                pipe.close()


def _start(command: tuple[object, ...]) -> Worker:
    command = (sys.executable, *command)
    pipe = subprocess.PIPE
    return subprocess.Popen([*map(str, command)], stdin=pipe, stdout=pipe, text=True)


def together(workers: list[Worker]) -> None:
    """Let workers go once all of them said they are ready."""
    assert [next_line(worker) for worker in workers] == ["ready"] * len(workers)
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()


def next_line(worker: Worker) -> str:
    """The next line it says; none if it has to be killed because it says nothing."""
    assert worker.stdout is not None
    timer = threading.Timer(PATIENCE, worker.kill)
    timer.start()
    try:
        return worker.stdout.readline().rstrip("\n")
    finally:
        timer.cancel()


def lines(worker: Worker, patience: float = PATIENCE) -> list[str]:
    """What it said until it ended."""
    out, _ = worker.communicate(timeout=patience)
    assert worker.returncode == 0
    return out.splitlines()


def said(*command: object) -> list[str]:
    """What a worker that is alone says."""
    with working(command) as (worker,):
        return lines(worker)


def in_child(work: Callable[[], object]) -> Callable[[], int]:
    """Run it in a fork; the answer waits for its exit code."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            # A child that hangs is ended by the system, which says where it was.
            faulthandler.register(signal.SIGALRM, file=2, chain=True)
            signal.alarm(PATIENCE)
            work()
            code = 0
        finally:
            os._exit(code)
    return lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def kept(path: Path) -> list[Episode]:
    """All episodes of a file that is sound."""
    with Memory.open(str(path), embedder=False) as memory:
        assert memory.admin.check() == []
        return list(memory.episodes.page(limit=10_000).episodes)
