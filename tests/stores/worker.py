"""What other processes do in the tests of the SQLite store: `python worker.py TASK FILE ARGS`.

Each acknowledged write is said on stdout, one id a line, after `record` returned.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from seasoned import Episode, Memory, SeasonedError, Task


def wait_for_start() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def write(path: str, name: str, count: str, wait: str = "") -> None:
    """Record `count` episodes one by one."""
    if wait:
        wait_for_start()
    with Memory.open(path, embedder=False) as memory:
        for i in range(int(count)):
            print(memory.record(Episode(Task(f"{name} number {i}"))).id, flush=True)


def judge(path: str, name: str, count: str) -> None:
    """Judge `count` episodes, and say which verdict each now has."""
    with Memory.open(path, embedder=False) as memory:
        for id in some(memory, name, int(count)):
            print(id, memory.judge(id, "failure", by=name).id, flush=True)


def forget(path: str, name: str, count: str) -> None:
    """Forget `count` episodes one by one."""
    with Memory.open(path, embedder=False) as memory:
        for id in some(memory, name, int(count)):
            memory.forget(id)
            print(id, flush=True)


def forget_these(path: str, *ids: str) -> None:
    """Forget these episodes one by one."""
    with Memory.open(path, embedder=False) as memory:
        for id in ids:
            memory.forget(id)
            print(id, flush=True)


def prove_these(path: str, *ids: str) -> None:
    """Forget these episodes one by one, each with proof."""
    with Memory.open(path, embedder=False) as memory:
        for id in ids:
            memory.forget(id, prove=True)
            print(id, flush=True)


def read_on(path: str) -> None:
    """Read one state of the file for as long as one is let."""
    import sqlite3

    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM item").fetchone()
    wait_for_start()
    other.close()


def some(memory: Memory, name: str, count: int) -> Iterator[str]:
    """Ids of new episodes, ten of which are made at a time."""
    for i in range(0, count, 10):
        for receipt in memory.episodes.record_many(
            Episode(Task(f"{name} number {i + n}")) for n in range(10)
        ):
            yield receipt.id


def finish(path: str, name: str, count: str) -> None:
    """Make `count` attempts, and say which episode each became."""
    with Memory.open(path, embedder=False) as memory:
        for i in range(int(count)):
            attempt = memory.begin(f"{name} number {i}")
            attempt.step("act", result="y" * 5_000)
            print(attempt.id, attempt.finish("x", outcome="success", lesson="z").id, flush=True)


def key(path: str) -> None:
    """Record the same 20 keys as everybody else."""
    with Memory.open(path, embedder=False) as memory:
        wait_for_start()
        for i in range(20):
            receipt = memory.record(Episode(Task(f"shared {i}"), key=f"k{i}"))
            print(receipt.id, receipt.created, flush=True)


def as_user(uid: str) -> None:
    """Become a user without rights."""
    import os

    # Loaded before the rights are dropped, which may hide the packages themselves.
    import seasoned.connect
    import seasoned.indexes.lexical
    import seasoned.stores.jsonl
    import seasoned.stores.sqlite
    import seasoned.tokenizers.snowball  # noqa: F401

    os.setgroups([])
    os.setgid(int(uid))
    os.setuid(int(uid))


def refused(path: str, uid: str) -> None:
    """Say what a user without rights is told."""
    as_user(uid)
    said(path)


def reader(path: str, uid: str) -> None:
    """Say what a user without rights can read, before and after the file was changed."""
    as_user(uid)
    with Memory.open(path, embedder=False) as memory:
        for _ in range(2):
            wait_for_start()
            found = [memory.recall("kept", k=9).results for _ in range(2)]
            page = memory.episodes.page().episodes
            shown = [memory.get(e.id) for e in page]
            print(*map(len, found), len(page), len(shown), len(memory.admin.check()), flush=True)
        said_by(memory)


def limited(path: str, size: str) -> None:
    """Say what happens where a file must not grow beyond `size` bytes."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Memory.open(path, embedder=False) as memory:
        memory.record(Episode(Task("before")))
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), hard))
        for _ in range(200):
            try:
                print(memory.record(Episode(Task("growing"), solution="x" * 20_000)).id, flush=True)
            except SeasonedError as error:
                print(type(error).__name__, error, flush=True)
                break
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        print(memory.record(Episode(Task("after"))).id, flush=True)


def full(path: str, verb: str) -> None:
    """Say what a verb does where not one page more fits, and again where it fits."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Memory.open(path, embedder=False) as memory:
        ids = [
            r.id for r in memory.episodes.record_many(Episode(Task(f"kept {i}")) for i in range(70))
        ]
        attempt = memory.begin("open")
        attempt.prompt()
        verbs: dict[str, Any] = {
            "judge": lambda: memory.judge(ids[3], "failure", by="ci"),
            "finish": lambda: attempt.finish("x" * 20_000, outcome="success", lesson="learned"),
            "step": lambda: attempt.step("act", result="x" * 20_000),
            "forget": lambda: memory.forget(*ids),
        }
        before = state(memory, attempt)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, hard))
        try:
            verbs[verb]()
        except SeasonedError as error:
            print(type(error).__name__, error, flush=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        print(state(memory, attempt) == before, memory.admin.check(), flush=True)
        verbs[verb]()
        print(state(memory, attempt) == before, memory.admin.check(), flush=True)


def state(memory: Memory, attempt: Any) -> object:
    """What can be read of a memory, whatever is written to it."""
    page = memory.episodes.page(limit=100).episodes
    return page, attempt.record, replace(memory.admin.stats(), bytes=0)


def said(path: str) -> None:
    try:
        with Memory.open(path, embedder=False) as memory:
            said_by(memory)
    except SeasonedError as error:
        print(type(error).__name__, error, flush=True)


def said_by(memory: Memory) -> None:
    try:
        memory.record(Episode(Task("x")))
        print("written", flush=True)
    except SeasonedError as error:
        print(type(error).__name__, error, flush=True)


if __name__ == "__main__":
    tasks: dict[str, Any] = {
        task.__name__: task
        for task in (
            write,
            judge,
            forget,
            forget_these,
            prove_these,
            read_on,
            finish,
            key,
            refused,
            reader,
            limited,
            full,
        )
    }
    tasks[sys.argv[1]](*sys.argv[2:])
