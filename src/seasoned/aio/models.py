"""Async embedders where the sync memory expects a sync one, and what asks models at all.

A worker thread has nothing to wait for a model with, and should not: it holds up the store's
other work. So a model that is asked within a call is noted down instead, the call is left by
`Wanted`, its vectors are awaited on the event loop, and it is entered again, with the answers.
Every verb asks for vectors before it writes, so entering it twice writes once. What asks again and
again between its writes, as `repair` does, runs in a thread of its own that may wait.

Nothing is known here of threads or of the memory.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from seasoned.connect import choose_embedder
from seasoned.errors import ModelError
from seasoned.memories.blocks import is_async
from seasoned.ports import Embedder, Recognising

Kind = Literal["query", "document"]
_AT_ONCE = 16  # calls of an async function for one batch of texts
_LOOK = 1.0  # seconds between looks whether the loop is still there to answer


class AsyncEmbedder(Protocol):
    """As `seasoned.ports.Embedder`, but `embed` is awaited, on the event loop of the caller."""

    @property
    def model(self) -> str:
        """Id of model and weights."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector; 0 if only the first one will tell."""
        ...

    @property
    def floor(self) -> float:
        """Cosine below which a hit has nothing to do with the query."""
        ...

    async def embed(self, texts: Sequence[str], kind: Kind = "document") -> Any:
        """Vectors of shape (len(texts), dim), each of unit length or all zeros.

        Raises:
            ModelError: the model failed.
        """
        ...


class Request(NamedTuple):
    """Texts to be embedded together."""

    texts: tuple[str, ...]
    kind: Kind


class _Answer(NamedTuple):
    """What a model answered, or the error that the sync code is to see instead."""

    found: Any = None
    error: Exception | None = None


Model = Callable[[Any], Awaitable[Any]]  # from a request, of whatever kind


@dataclass(slots=True)
class Asking:
    """How one call asks models.

    Attributes:
        loop: Where a thread that may wait has models awaited; None if the call is to be left.
        stopped: Whether nobody waits for the call any more.
    """

    loop: asyncio.AbstractEventLoop | None = None
    stopped: bool = False
    _answers: dict[Hashable, _Answer] = field(default_factory=dict)
    _awaited: concurrent.futures.Future[dict[Hashable, _Answer]] | None = None

    def stop(self) -> None:
        """Nobody waits any more: what the call asks for from now on, or just now, is not given."""
        self.stopped = True
        if self._awaited is not None:
            self._awaited.cancel()

    def ask(self, model: Model, request: Hashable) -> Any:
        """The answer to a request; raises as `prepare`, or what the model raised."""
        self.prepare(model, [request])
        answer = self._answers[request]
        if answer.error is not None:
            raise answer.error
        return answer.found

    def prepare(self, model: Model, requests: Sequence[Hashable]) -> None:
        """See to it that requests are answered.

        Raises:
            Wanted: they have to be awaited first.
            Stopped: nobody waits for the call any more.
        """
        missing = [each for each in dict.fromkeys(requests) if each not in self._answers]
        if missing and self.loop is None:
            raise Wanted(model, missing)
        if missing:
            # A long call has many batches; only the answers of this one are still needed.
            kept = {each: self._answers[each] for each in requests if each not in missing}
            self._answers = {**kept, **self._waited_for(model, missing)}

    async def fetch(self, wanted: Wanted) -> None:
        """Await what made a call leave, for when it is entered again."""
        self._answers.update(await _answers(wanted.model, wanted.requests))

    def _waited_for(self, model: Model, requests: Sequence[Hashable]) -> Mapping[Hashable, _Answer]:
        loop = self.loop
        assert loop is not None  # noqa: S101  # only such a call gets here
        self._awaited = awaited = asyncio.run_coroutine_threadsafe(_answers(model, requests), loop)
        if self.stopped:
            self.stop()
        # Of a loop that is gone the answer never comes.
        while not concurrent.futures.wait([awaited], _LOOK).done:
            if loop.is_closed():
                raise Stopped
        try:
            return awaited.result()
        except concurrent.futures.CancelledError:
            raise Stopped from None


# No Exceptions: a handler for those of a model must not take them for one.
class Wanted(BaseException):
    """A call has to be left until these requests are answered."""

    def __init__(self, model: Model, requests: Sequence[Hashable]) -> None:
        super().__init__(f"{len(requests)} requests")
        self.model, self.requests = model, requests


class Stopped(BaseException):
    """Nobody waits any more for the call that asks."""


asking: ContextVar[Asking] = ContextVar("seasoned_asking")


async def _answers(model: Model, requests: Sequence[Hashable]) -> dict[Hashable, _Answer]:
    limit = asyncio.Semaphore(_AT_ONCE)

    async def one(request: Hashable) -> _Answer:
        async with limit:
            try:
                return _Answer(await model(request))
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                return _Answer(error=_cancelled(error))  # by the model itself; we go on
            except Exception as error:  # noqa: BLE001  # the sync code knows what an error of a model means
                return _Answer(error=error)

    found = await asyncio.gather(*map(one, requests))
    return dict(zip(requests, found, strict=True))


def _cancelled(error: asyncio.CancelledError) -> ModelError:
    cause = ModelError(f"the model was cancelled from within: {error!r}")
    cause.__cause__ = error
    return cause


def fronted(embedder: Any) -> Any:
    """A sync embedder in front of an async one; whatever else it is, unchanged.

    Raises:
        InvalidInput: it has an async `embed` but is no embedder.
    """
    if inspect.iscoroutinefunction(getattr(embedder, "embed", None)):
        return Front(choose_embedder(embedder))  # type: ignore[arg-type]  # None is no object
    if not inspect.isclass(embedder) and is_async(embedder):
        function = _Function(embedder)
        return _FunctionFront(function, choose_embedder(function))  # type: ignore[arg-type]
    return embedder


class Front:
    """Stands for an async embedder: its names are the same, its vectors are asked for."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def model(self) -> str:
        """Id of model and weights."""
        return self._embedder.model

    @property
    def dim(self) -> int:
        """Length of a vector; 0 if only the first one will tell."""
        return self._embedder.dim

    @property
    def floor(self) -> float:
        """Cosine below which a hit has nothing to do with the query."""
        return self._embedder.floor

    def recognise(self, model: str) -> bool:
        """Whether a stored id stands for this embedder."""
        inner = self._embedder
        return inner.recognise(model) if isinstance(inner, Recognising) else inner.model == model

    def embed(self, texts: Sequence[str], kind: Kind = "document") -> Any:
        """The vectors that were awaited for these texts, or the error that there was."""
        return asking.get().ask(self._answer, Request(tuple(texts), kind))

    async def _answer(self, request: Request) -> Any:
        embed: Callable[..., Awaitable[Any]] = self._embedder.embed  # type: ignore[assignment]
        return await embed(list(request.texts), request.kind)


class _FunctionFront(Front):
    """The same for a function; its names come from what a sync one would be wrapped in."""

    def __init__(self, function: _Function, embedder: Embedder) -> None:
        super().__init__(embedder)
        self._function = function

    def embed(self, texts: Sequence[str], kind: Kind = "document") -> Any:
        self._function.prepare(texts)  # the embedder goes through them one by one
        return self._embedder.embed(texts, kind)


class _Function:
    """From a text to what an async function answered to it."""

    def __init__(self, function: Callable[[str], Awaitable[Any]]) -> None:
        self._function = function
        self.model = getattr(function, "model", None)
        self.__name__ = getattr(function, "__name__", "function")

    def __call__(self, text: str) -> Any:
        return asking.get().ask(self._answer, Request((text,), "document"))

    def prepare(self, texts: Iterable[str]) -> None:
        """Ask for all of these at once; an error shows when its text is looked up."""
        asking.get().prepare(self._answer, [Request((text,), "document") for text in texts])

    async def _answer(self, request: Request) -> Any:
        return await self._function(*request.texts)
