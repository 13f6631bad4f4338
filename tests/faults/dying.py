"""Children that are killed in the middle of their work, at a moment that a seed chooses.

A child is a fork of this process, so that a round costs milliseconds. What it says through a pipe
after a verb returned is acknowledged: a kill cannot take it back.
"""

from __future__ import annotations

import fcntl
import json
import os
import resource
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.stores.processes import PATIENCE

EVERY = 5  # steps of SQLite's machine between two places to die at
BYTES = (33_000, 300_000)  # where in its files a child may die; the shared memory is below
SOON = 30.0  # seconds; whoever waits for a lock that nobody holds waits for 60

Say = Callable[..., None]
Work = Callable[[Callable[[], None], Say], None]  # is handed `go`, which arms the trap, and `say`


@dataclass(frozen=True)
class Trap:
    """Where a child dies.

    Attributes:
        kind: ``event``: after so many steps and statements of SQLite, by SIGKILL from within.
            ``moment``: after so many nanoseconds, by SIGKILL from here. ``byte``: at the write
            that would pass this size of a file, in the middle of it, by the signal of that limit.
            ``count``: not at all; the number of events is the last that it says.
            ``none``: not at all.
        at: How many.
    """

    kind: str
    at: int = 0


@dataclass(frozen=True)
class Reach:
    """How far undisturbed work goes: events and nanoseconds."""

    events: int
    nanoseconds: int

    def trap(self, chance: Random, kind: str) -> Trap:
        """Somewhere in the work."""
        if kind == "byte":
            return Trap(kind, chance.randint(*BYTES))
        return Trap(kind, chance.randint(1, self.events if kind == "event" else self.nanoseconds))


class Counter:
    """Counts what SQLite does on every connection of this process, and kills it in time."""

    def __init__(self, trap: Trap) -> None:
        self.events, self._trap, self._armed = 0, trap, False
        connect = sqlite3.connect

        def counted(*args: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*args, **options)
            connection.set_progress_handler(self._count, EVERY)
            connection.set_trace_callback(self._count)
            return connection

        sqlite3.connect = counted  # type: ignore[assignment]  # of many shapes, all passed on

    def arm(self) -> None:
        self._armed = True
        if self._trap.kind == "byte":
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self._trap.at, hard))

    def _count(self, statement: str = "") -> int:
        self.events += self._armed
        if self._trap.kind == "event" and self.events == self._trap.at:
            die()
        return 0


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond `size` bytes; a write that would, is refused."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        signal.signal(signal.SIGXFSZ, before)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed(work: Work, trap: Trap) -> list[list[Any]]:
    """What a child acknowledged before it was killed, as lists of JSON values."""
    receiver, sender = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(receiver)
        _live(work, trap, sender)
    os.close(sender)
    with os.fdopen(receiver, "rb") as said:
        if trap.kind == "moment":
            assert said.readline()  # it goes
            end = time.monotonic_ns() + trap.at
            while time.monotonic_ns() < end:
                pass
            os.kill(pid, signal.SIGKILL)
        lines = said.readlines()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    heard = [json.loads(line) for line in lines if line.endswith(b"\n")]
    errors = [line[1] for line in heard if line[0] == "error"]
    assert not errors, errors[0]
    assert code in (-signal.SIGKILL, -signal.SIGXFSZ), code
    return [line[1:] for line in heard if line[0] == "said"]


def told(work: Callable[[Say], None]) -> list[list[Any]]:
    """What a child says that nobody disturbs."""
    return killed(lambda go, say: work(say), Trap("none"))


def _live(work: Work, trap: Trap, sender: int) -> None:
    """The life of a child, which never returns."""

    def tell(*values: object) -> None:
        os.write(sender, json.dumps(values).encode() + b"\n")

    def go() -> None:
        tell("go")
        counter.arm()

    try:
        signal.alarm(PATIENCE)  # a child that hangs ends, and not by one of our signals
        counter = Counter(trap)
        work(go, lambda *values: tell("said", *values))
        if trap.kind == "count":
            tell("said", counter.events)
    except BaseException:
        tell("error", "".join(traceback.format_exception(*sys.exc_info())))
        os._exit(1)
    finally:
        die()  # all rounds end by a kill, those too whose work was done


def reach_of(work: Work) -> Reach:
    """How far the work goes if nobody kills it."""
    start = time.monotonic_ns()
    *_, (events,) = killed(work, Trap("count"))
    return Reach(events, time.monotonic_ns() - start)


def nobody_holds(path: Path) -> bool:
    """Whether the queue of a file's writers is empty."""
    with open(f"{path}.lock", "ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
