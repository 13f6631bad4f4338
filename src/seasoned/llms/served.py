"""A model behind a vendor's SDK: requests made, and eased where a server knows less or other.

What a request and an answer look like is the vendor's file to know.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Mapping
from contextlib import aclosing, asynccontextmanager, closing
from typing import Any, ClassVar, Final, Protocol

from seasoned.core.structured import Ask, Reply
from seasoned.errors import ModelError
from seasoned.llms.clients import GivenClient, OwnClients
from seasoned.llms.patience import renew
from seasoned.llms.talking import Forms, Talking, failure, threaded, waited

_EASED: Final = frozenset({400, 422})  # statuses of a request with a parameter that is not known


class Told(Protocol):
    """Puts together what the events of a stream tell."""

    def take(self, event: Any) -> str:
        """The text that an event adds."""
        ...

    def reply(self) -> Reply:
        """All that was told."""
        ...


class Served(Talking, ABC):
    """A model behind an SDK; safe to share between threads and event loops, and to fork."""

    # Parameters that a server may not know, and what does their work there.
    _eases: ClassVar[Mapping[str, str | None]]
    # Copies the client that was given and is awaited, with connections of its own.
    _twin: Callable[[], Any]

    def __init__(self, model: str, forms: Forms, clients: OwnClients | GivenClient) -> None:
        super().__init__(model, forms)
        self._clients = clients
        self._eased: set[str] = set()  # parameters that were refused

    def close(self) -> None:
        """Close the connections; a later call opens new ones. A client that was given stays."""
        self._clients.close()

    async def aclose(self) -> None:
        """The same, and those of the running event loop as well."""
        await self._clients.aclose()

    @abstractmethod
    def _body(self, ask: Ask, *, stream: bool) -> dict[str, Any]:
        """The arguments of a request."""

    @abstractmethod
    def _create(self, client: Any, body: Mapping[str, Any]) -> Any:
        """What a client answers, or the coroutine that brings it."""

    @abstractmethod
    def _reply(self, answer: Any, ask: Ask) -> Reply:
        """What an answer says."""

    @abstractmethod
    def _told(self, ask: Ask) -> Told:
        """For the events of a stream."""

    def _send(self, ask: Ask) -> Reply:
        client = self._clients.blocking()
        if client is None:
            return waited(lambda: self._asend_alone(ask))
        body = self._fit(ask, stream=False)
        while True:
            try:
                return self._reply(self._create(client, body), ask)
            except ModelError:
                raise
            except Exception as error:  # noqa: BLE001  # an answer can break the SDK in any way
                body = self._easier(error, ask, body)

    async def _asend(self, ask: Ask) -> Reply:
        client = self._clients.awaited()
        if client is None:
            return await asyncio.to_thread(self._send, ask)
        return await self._asend_by(client, ask)

    async def _asend_by(self, client: Any, ask: Ask) -> Reply:
        body = self._fit(ask, stream=False)
        while True:
            try:
                return self._reply(await self._create(client, body), ask)
            except ModelError:
                raise
            except Exception as error:  # noqa: BLE001  # an answer can break the SDK in any way
                body = self._easier(error, ask, body)

    async def _asend_alone(self, ask: Ask) -> Reply:
        async with self._own_twin() as client:
            return await self._asend_by(client, ask)

    def _stream(self, ask: Ask) -> Generator[str | Reply, None, None]:
        client = self._clients.blocking()
        if client is None:
            yield from waited(lambda: self._gathered(ask))
            return
        told, body = self._told(ask), self._fit(ask, stream=True)
        try:
            with closing(self._opened(client, ask, body)) as stream:
                for event in stream:
                    if text := told.take(event):
                        renew(stream)
                        yield text
        except ModelError:
            raise
        except Exception as error:  # a server's answer can break the SDK in any way
            raise failure(self.model, error, ask) from error
        yield told.reply()

    async def _astream(self, ask: Ask) -> AsyncGenerator[str | Reply, None]:
        client = self._clients.awaited()
        if client is None:
            async with aclosing(threaded(self._stream(ask))) as pieces:
                async for piece in pieces:
                    yield piece
            return
        async with aclosing(self._astream_by(client, ask)) as pieces:
            async for piece in pieces:
                yield piece

    async def _astream_by(self, client: Any, ask: Ask) -> AsyncGenerator[str | Reply, None]:
        told, body = self._told(ask), self._fit(ask, stream=True)
        try:
            stream = await self._aopened(client, ask, body)
            try:
                async for event in stream:
                    if text := told.take(event):
                        renew(stream)
                        yield text
            finally:
                await stream.close()
        except ModelError:
            raise
        except Exception as error:  # a server's answer can break the SDK in any way
            raise failure(self.model, error, ask) from error
        yield told.reply()

    async def _gathered(self, ask: Ask) -> list[str | Reply]:
        """All pieces, for one who cannot await them."""
        async with self._own_twin() as client:
            return [piece async for piece in self._astream_by(client, ask)]

    def _opened(self, client: Any, ask: Ask, body: dict[str, Any]) -> Any:
        while True:
            try:
                return self._create(client, body)
            except Exception as error:  # noqa: BLE001  # the SDK's own, or what it stumbled over
                body = self._easier(error, ask, body)

    async def _aopened(self, client: Any, ask: Ask, body: dict[str, Any]) -> Any:
        while True:
            try:
                return await self._create(client, body)
            except Exception as error:  # noqa: BLE001  # the SDK's own, or what it stumbled over
                body = self._easier(error, ask, body)

    @asynccontextmanager
    async def _own_twin(self) -> AsyncIterator[Any]:
        client = self._twin()
        try:
            yield client
        finally:
            await client.close()

    def _fit(self, ask: Ask, *, stream: bool) -> dict[str, Any]:
        """The arguments of a request, less what the server is known to refuse."""
        body = self._body(ask, stream=stream)
        for name in self._eased & body.keys():
            value, other = body.pop(name), self._eases[name]
            if other is not None:
                body[other] = value
        return body

    def _easier(self, error: Exception, ask: Ask, body: dict[str, Any]) -> dict[str, Any]:
        """The request without what was refused.

        Raises:
            ModelError: nothing of it was, or it is what is left.
        """
        text = str(error)
        if getattr(error, "status_code", None) in _EASED:
            blamed = {name for name in self._eases if name in body and name in text}
            self._eased |= {name for name in blamed if (self._eases[name] or "") in text}
        eased = self._fit(ask, stream=bool(body.get("stream")))
        if eased == body:
            raise failure(self.model, error, ask) from error
        return eased
