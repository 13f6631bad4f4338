"""What tests of the async memory share: a loop per test, and a gate to hold calls at."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

P = ParamSpec("P")
PATIENCE = 60.0  # seconds until what hangs is a failure


def on_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a coroutine function as a test, on a loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return run


async def turns(count: int = 50) -> None:
    """Let everything on the loop go on that can."""
    for _ in range(count):
        await asyncio.sleep(0)


class Gate:
    """A sync function whose calls wait, in whatever thread they are, until it is opened."""

    def __init__(self, inner: Callable[..., Any]) -> None:
        self._inner, self._loop = inner, asyncio.get_running_loop()
        self._entered = asyncio.Semaphore(0)
        self.opened = threading.Event()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._loop.call_soon_threadsafe(self._entered.release)
        assert self.opened.wait(PATIENCE), "the gate was never opened: who blocked the loop?"
        return self._inner(*args, **kwargs)

    async def entered(self, calls: int = 1) -> None:
        """Wait until so many more calls have arrived."""
        for _ in range(calls):
            await self._entered.acquire()
