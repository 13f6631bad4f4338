"""How long and how often a server is asked, and the limits that its SDK does not keep.

The SDKs repeat requests and time out where no byte arrives. A server that drips bytes, or sends
signs of life into a stream that has stalled, would hold a call forever, and one that asks for a
pause of an hour would get it; a hook on their HTTP client ends both.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from seasoned.core import values


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an answer is waited for, and how often it is asked for.

    Attributes:
        timeout: Seconds that one try may take from the end of its headers; a whole answer has to
            be written in them. Until the headers are there it is between two arrivals of bytes.
        silence: Seconds between two pieces of a streamed answer, and before the first.
        retries: Further tries after a timeout, a lost connection, or a status of 408, 409, 429
            or 5xx, each after the pause that the server asks for, else a growing one of chance
            length. A stream that has begun is not tried again.
        pause: Seconds of the longest pause; if the server asks for more, the call fails at once.
    """

    timeout: float = 120.0
    silence: float = 60.0
    retries: int = 3
    pause: float = 60.0

    def __post_init__(self) -> None:
        for name in ("timeout", "silence", "pause"):
            found = values.number(getattr(self, name), name, 0.001)
            object.__setattr__(self, name, found)
        object.__setattr__(self, "retries", values.count(self.retries, "retries", most=100))


def hooks(patience: Patience) -> dict[str, list[Any]]:
    """Event hooks for an HTTP client that blocks."""

    def arrived(response: Any) -> None:
        _bound(response, patience.pause)

    return {"response": [arrived]}


def async_hooks(patience: Patience) -> dict[str, list[Any]]:
    """Event hooks for an HTTP client that is awaited."""

    async def arrived(response: Any) -> None:
        _bound(response, patience.pause)

    return {"response": [arrived]}


def renew(stream: Any) -> None:
    """Give a stream of an SDK its full time again, since a piece has arrived."""
    limited = getattr(getattr(stream, "response", None), "stream", None)
    if isinstance(limited, _Limited):
        limited.renew()


def _bound(response: Any, pause: float) -> None:
    if _asked_pause(response.headers) > pause:
        response.headers["x-should-retry"] = "false"  # both SDKs obey it
    limit = response.request.extensions.get("timeout", {}).get("read")
    if limit is not None:
        # The client checks the class of a stream, so ours has to be of it as well.
        kind = type("Limited", (_Limited, type(response.stream)), {})
        response.stream = kind(response.stream, limit)


def _asked_pause(headers: Any) -> float:
    """Seconds that the server asks to wait, also where it names a moment; 0 if it does not ask."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        with suppress(ValueError):
            if name in headers:
                return float(headers[name]) / unit
    with suppress(KeyError, TypeError, ValueError, OverflowError):
        return parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time()
    return 0.0


class _Limited:
    """A body that has to arrive within a time."""

    def __init__(self, inner: Any, limit: float) -> None:
        self._inner, self._limit = inner, limit
        self._end = time.monotonic() + limit

    def renew(self) -> None:
        """Begin the time anew."""
        self._end = time.monotonic() + self._limit

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._inner:
            self._check()
            yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._inner:
            self._check()
            yield piece

    def close(self) -> None:
        """Close the body."""
        self._inner.close()

    async def aclose(self) -> None:
        """Close the body."""
        await self._inner.aclose()

    def _check(self) -> None:
        if time.monotonic() > self._end:
            raise TimeoutError(f"the answer was not there after {self._limit:g} s")
