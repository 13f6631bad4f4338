"""Calls into the sync memory from an event loop, in worker threads that the memory owns.

Three kinds: what is quick shares two threads; what takes long has others, so that a repair never
holds up a recall; commands have theirs. It knows nothing of what the calls do.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar

from seasoned.aio.models import Asking, Wanted, asking
from seasoned.errors import StoreError
from seasoned.memories import enclosing

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")

QUICK, LONG = 2, 2  # threads, each with a connection to the store
COMMANDS = 32  # that run at the same time; further ones wait
_LOOK = 1.0  # seconds between looks whether those that a close waits for are still there


class Handle:
    """What a block holds on an event loop.

    Attributes:
        sync: The same thing for code in worker threads.
    """

    sync: Any


def _in_thread(held: Any) -> Any:
    return held.sync if isinstance(held, Handle) else held


class _Threads:
    """The worker threads of one process, started as they are needed."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.quick = ThreadPoolExecutor(QUICK, "seasoned")
        self.long = ThreadPoolExecutor(LONG, "seasoned-long")
        self.commands = ThreadPoolExecutor(COMMANDS, "seasoned-command")
        self.changed = threading.Condition()
        # Of the calls under way, those included that await a model and occupy no thread.
        self.callers: list[asyncio.AbstractEventLoop] = []
        self.ended: Future[None] | None = None

    def end(self, last: Callable[[], None], ended: Future[None]) -> None:
        """Wait for the calls under way and for threads whose caller was cancelled."""
        with self.changed:
            # A loop that was left with calls unfinished will hardly go on with them.
            while any(loop.is_running() for loop in self.callers):
                self.changed.wait(_LOOK)
        for pool in (self.commands, self.long, self.quick):
            pool.shutdown()
        try:
            last()
        except BaseException as error:  # noqa: BLE001  # handed to whoever awaits the end
            ended.set_exception(error)
        else:
            ended.set_result(None)


class Calls:
    """Runs the calls of one memory. Serves any number of event loops and survives a fork."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._threads = _Threads()

    def _here(self) -> _Threads:
        if self._threads.pid != os.getpid():
            # The threads of the parent do not exist in this process, nor do their callers.
            self._threads = _Threads()
        return self._threads

    @contextmanager
    def _under_way(self) -> Iterator[_Threads]:
        threads, loop = self._here(), asyncio.get_running_loop()
        with threads.changed:
            if threads.ended is not None:
                raise StoreError(f"{self._name} is closed; open the memory again")
            threads.callers.append(loop)
        try:
            yield threads
        finally:
            with threads.changed:
                threads.callers.remove(loop)
                threads.changed.notify_all()

    async def quick(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a call that asks for vectors, if at all, before it changes anything."""
        call = _repeatable(function, args, kwargs)
        with self._under_way() as threads:
            return await _entered(threads, call)

    async def long(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a call that may take its time and ask for vectors whenever it likes.

        If its caller is cancelled it runs on to its end, or to the next time it asks.
        """
        how = Asking(asyncio.get_running_loop())
        with self._under_way() as threads:
            try:
                return await _run(threads.long, how, partial(function, *args, **kwargs))
            finally:
                how.stop()

    async def command(self, run: Callable[[threading.Event], S], keep: Callable[[S], T]) -> T:
        """Run a command, then keep what came of it; it is told to stop if nobody waits."""
        stop = threading.Event()
        with self._under_way() as threads:
            try:
                found = await _run(threads.commands, Asking(), partial(run, stop))
            finally:
                stop.set()
            return await _entered(threads, partial(keep, found))

    def end(self, last: Callable[[], None]) -> Future[None]:
        """Refuse further calls; when those under way are over, run `last`, once."""
        threads = self._here()
        with threads.changed:
            if threads.ended is None:
                threads.ended = Future()
                threads.ended.set_running_or_notify_cancel()  # no waiter's cancellation ends it
                threading.Thread(target=threads.end, args=(last, threads.ended)).start()
            return threads.ended


async def _entered(threads: _Threads, call: Callable[[], T]) -> T:
    """The result of a call, entered again each time that vectors it asked for are there."""
    how = Asking()
    while True:
        try:
            return await _run(threads.quick, how, call)
        except Wanted as wanted:
            await how.fetch(wanted)


def _run(pool: ThreadPoolExecutor, how: Asking, call: Callable[[], T]) -> Awaitable[T]:
    context = enclosing.carried(_in_thread)
    context.run(asking.set, how)
    return asyncio.get_running_loop().run_in_executor(pool, context.run, _guarded, call)


def _guarded(call: Callable[[], T]) -> T:
    try:
        return call()
    except StopIteration as error:  # of a caller's hook; no future takes it, so it would hang
        raise RuntimeError("a function given to the memory raised StopIteration") from error


def _repeatable(
    function: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[[], T]:
    """The call with arguments that can be read more than once."""
    kept = {name: _reread(value) for name, value in kwargs.items()}
    return partial(function, *map(_reread, args), **kept)


def _reread(value: Any) -> Any:
    return tuple(value) if isinstance(value, Iterator) else value
