"""An answer that arrives in pieces."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator

from seasoned.core.completions import Usage
from seasoned.core.spending import estimated
from seasoned.core.structured import Ask, Reply, spoken_of
from seasoned.errors import ModelError


class _Gathered:
    """What has arrived, and what it cost; the same for both kinds of iterators.

    Attributes:
        model: Name of the model, as it gave it.
        usage: What the answer cost: estimated until its end, then as the server counted, if so.
        truncated: Whether `max_tokens` ended it.
    """

    def __init__(self, ask: Ask, model: str) -> None:
        self._ask = ask
        self._said: list[str] = []
        self._ended: Reply | None = None
        self.model: str = model
        self.truncated: bool = False

    @property
    def text(self) -> str:
        """What has arrived so far."""
        return "".join(self._said)

    @property
    def usage(self) -> Usage:
        """What it has cost so far, by estimates unless the server has counted."""
        if self._ended is not None and self._ended.usage.calls:
            return self._ended.usage
        return estimated(self._ask.messages, self.text, None)

    def _took(self, piece: str | Reply) -> str:
        if isinstance(piece, str):
            piece = piece.replace("\x00", "")  # which no store can hold
            self._said.append(piece)
            return piece
        self._ended = piece
        self.model, self.truncated = piece.model or self.model, piece.truncated
        return ""

    def _end(self) -> None:
        """Look at the whole, as a completion is looked at."""
        refusal = self._ended.refusal if self._ended else None
        spoken_of(Reply(self.text, self.usage, self.model, self.truncated, refusal))

    def _failed(self, error: ModelError) -> None:
        error.raw = error.raw or self.text
        if self._said:
            error.usage = self.usage


class Pieces(_Gathered):
    """Pieces of an answer, in order; nothing is sent before the first is asked for."""

    def __init__(self, ask: Ask, model: str, source: Generator[str | Reply, None, None]) -> None:
        super().__init__(ask, model)
        self._source = source

    def __iter__(self) -> Pieces:
        return self

    def __next__(self) -> str:
        try:
            for piece in self._source:
                if text := self._took(piece):
                    return text
        except ModelError as error:
            self._failed(error)
            raise
        self._end()
        raise StopIteration

    def close(self) -> None:
        """Stop; what has not arrived never will."""
        self._source.close()

    def __enter__(self) -> Pieces:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class AsyncPieces(_Gathered):
    """The same without blocking the event loop."""

    def __init__(self, ask: Ask, model: str, source: AsyncGenerator[str | Reply, None]) -> None:
        super().__init__(ask, model)
        self._source = source

    def __aiter__(self) -> AsyncPieces:
        return self

    async def __anext__(self) -> str:
        try:
            async for piece in self._source:
                if text := self._took(piece):
                    return text
        except ModelError as error:
            self._failed(error)
            raise
        self._end()
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """Stop; what has not arrived never will."""
        await self._source.aclose()

    async def __aenter__(self) -> AsyncPieces:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()
