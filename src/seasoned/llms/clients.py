"""The clients of a vendor's SDK: made when needed and closed in the end, or given and left open."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary


class Makers(NamedTuple):
    """How clients are made.

    Attributes:
        blocking: Makes a client that blocks.
        awaited: Makes a client that is awaited, for one event loop.
    """

    blocking: Callable[[], Any]
    awaited: Callable[[], Any]


class OwnClients:
    """Clients that are made when they are needed: one to block, and one for each event loop."""

    def __init__(self, makers: Makers) -> None:
        self._makers = makers
        self._blocking = makers.blocking()
        self._process = os.getpid()
        # Connections belong to the loop that opened them.
        self._loops: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()

    def blocking(self) -> Any:
        """A client that blocks."""
        if self._process != os.getpid() or self._blocking.is_closed():
            # A forked child must not talk through its parent's connections.
            self._blocking, self._process = self._makers.blocking(), os.getpid()
        return self._blocking

    def awaited(self) -> Any:
        """A client for the running event loop."""
        loop = asyncio.get_running_loop()
        client = self._loops.get(loop)
        if client is None or client.is_closed():
            client = self._loops[loop] = self._makers.awaited()
        return client

    def close(self) -> None:
        """Close the client that blocks."""
        self._blocking.close()

    async def aclose(self) -> None:
        """Close that, and the client of the running event loop."""
        self.close()
        client = self._loops.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()


class GivenClient:
    """The one client that the caller has, of either kind; it is his to close."""

    def __init__(self, client: Any, *, awaited: bool) -> None:
        self._client, self._awaited = client, awaited

    def blocking(self) -> Any:
        """The client, None if it is awaited."""
        return None if self._awaited else self._client

    def awaited(self) -> Any:
        """The client, None if it blocks."""
        return self._client if self._awaited else None

    def close(self) -> None:
        """Leave it open."""

    async def aclose(self) -> None:
        """Leave it open."""
