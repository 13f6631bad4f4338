"""Listening to an answer that comes in pieces.

The answer counts once it is whole: one that breaks off, whatever the reason, is an error and no
answer, though its pieces were heard.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from seasoned.core.completions import Completion, Usage
from seasoned.core.messages import Message
from seasoned.core.spending import estimated
from seasoned.errors import InvalidInput, ModelError, SeasonedError
from seasoned.ports.llm import LLM, Streaming

Hear = Callable[[str], Awaitable[None] | None]


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked, and who hears the answer as it comes; None for nobody."""

    messages: Sequence[Message]
    max_tokens: int
    temperature: float
    hear: Hear | None = None


def refuse_awaited(hear: Hear | None) -> None:
    """Raise for a coroutine function, which nobody would await.

    Raises:
        InvalidInput: it is one.
    """
    if inspect.iscoroutinefunction(hear):
        raise InvalidInput("hear is a coroutine function; await ahandle_request, or give another")


def answered(llm: LLM, request: Request) -> Completion:
    """The answer of a model, in pieces to whoever hears them, if it streams.

    Raises:
        SeasonedError: the model failed, with whatever error. What `hear` raises is its own.
    """
    messages, most, heat = request.messages, request.max_tokens, request.temperature
    if request.hear is None or not isinstance(llm, Streaming):
        with _blamed(llm):
            return llm.complete(messages, max_tokens=most, temperature=heat)
    said = []
    with _blamed(llm):
        pieces = llm.stream(messages, max_tokens=most, temperature=heat)
    with _closed(pieces):
        each = iter(pieces)
        while True:
            with _blamed(llm):
                piece = next(each, None)
            if piece is None:
                break
            said.append(piece)
            request.hear(piece)
    return _whole(llm, request, pieces, "".join(said))


async def awaited(llm: LLM, request: Request) -> Completion:
    """The same without blocking the event loop."""
    messages, most, heat = request.messages, request.max_tokens, request.temperature
    if request.hear is None or not isinstance(llm, Streaming):
        with _blamed(llm):
            return await llm.acomplete(messages, max_tokens=most, temperature=heat)
    said = []
    with _blamed(llm):
        pieces = llm.astream(messages, max_tokens=most, temperature=heat)
    async with _aclosed(pieces):
        each = aiter(pieces)
        while True:
            with _blamed(llm):
                piece = await anext(each, None)
            if piece is None:
                break
            said.append(piece)
            if inspect.isawaitable(heard := request.hear(piece)):
                await heard
    return _whole(llm, request, pieces, "".join(said))


@contextmanager
def _blamed(llm: LLM) -> Iterator[None]:
    """Name the model in whatever error it raises."""
    try:
        yield
    except SeasonedError:
        raise
    except Exception as error:  # the model is the caller's and may raise anything
        raise ModelError(f"{llm.model!r} failed: {error!r}") from error


def _whole(llm: LLM, request: Request, pieces: object, text: str) -> Completion:
    """An answer that has ended, with what it cost as far as the model tells."""
    usage = getattr(pieces, "usage", None)
    if not isinstance(usage, Usage):
        usage = estimated(request.messages, text, None)
    model = getattr(pieces, "model", None) or llm.model
    cut = getattr(pieces, "truncated", False) is True
    return Completion(text, usage=usage, model=model, truncated=cut)


# Closed at once where somebody stops listening, so that the call is broken off and paid for while
# the memory is still open.
@contextmanager
def _closed(pieces: object) -> Iterator[None]:
    try:
        yield
    finally:
        if callable(close := getattr(pieces, "close", None)):
            close()


@asynccontextmanager
async def _aclosed(pieces: object) -> AsyncIterator[None]:
    try:
        yield
    finally:
        if callable(close := getattr(pieces, "aclose", None)):
            await close()
