"""Any function from messages to an answer as a model.

Knows how to call it, which arguments it can take, and how to read what it returns. It knows
nothing of the model behind the function, and neither repeats a call nor ends one: both are the
function's.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from typing import Any, Final

from seasoned.core import values
from seasoned.core.completions import Completion
from seasoned.core.spending import estimated
from seasoned.core.structured import Ask, Form, Reply
from seasoned.errors import InvalidInput, ModelError, SeasonedError
from seasoned.llms.talking import Forms, Talking, failure, named, threaded, waited

_OPTIONS: Final = ("schema", "max_tokens", "temperature")
_KEYWORDS: Final = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class FunctionLLM(Talking):
    """Wraps `function(messages, …)`, which may be asynchronous or yield its answer in pieces."""

    def __init__(self, function: Callable[..., Any], *, model: str | None = None) -> None:
        """Wrap a function; it is not called yet.

        Args:
            function: Takes the messages as a list of dictionaries, as chat models do, and of the
                keywords `schema`, `max_tokens` and `temperature` those that its signature names,
                or all if it takes any. It returns text, a JSON value, a `Completion`, an iterator
                of pieces of text, or an awaitable of these. One that does not take `schema` is
                told of it in the messages.
            model: Name of the model; without it the function's attribute `model`, or its name.

        Raises:
            InvalidInput: `function` cannot be called, or the name is blank.
        """
        if not callable(function):
            raise InvalidInput(
                f"function={values.shown(function)} cannot be called; give one that takes messages"
            )
        self._function = function
        self._options = _options(function)
        ladder: tuple[Form, ...] = (
            ("json_schema", "text") if "schema" in self._options else ("text",)
        )
        super().__init__(named(_name(function) if model is None else model, "m-1"), Forms(ladder))

    def _send(self, ask: Ask) -> Reply:
        found = self._called(ask)
        if _is_awaited(found):
            return waited(lambda: self._awaited(found, ask))
        return self._read(self._whole(found, ask), ask)

    async def _asend(self, ask: Ask) -> Reply:
        return await self._awaited(await self._started(ask), ask)

    def _stream(self, ask: Ask) -> Generator[str | Reply, None, None]:
        found = self._called(ask)
        if isinstance(found, AsyncIterator):
            found = iter(waited(lambda: self._gathered(found, ask)))
        if not isinstance(found, Iterator):
            reply = waited(lambda: self._awaited(found, ask))
            yield from (reply.text, reply)
            return
        said = []
        for piece in self._pieces(found, ask):
            said.append(piece)
            yield piece
        yield self._read("".join(said), ask)

    async def _astream(self, ask: Ask) -> AsyncGenerator[str | Reply, None]:
        found = await self._started(ask)
        if isinstance(found, Iterator):
            found = threaded(self._pieces(found, ask))
        if not isinstance(found, AsyncIterator):
            reply = await self._awaited(found, ask)
            yield reply.text
            yield reply
            return
        said = []
        async for piece in self._apieces(found, ask):
            said.append(piece)
            yield piece
        yield self._read("".join(said), ask)

    def _called(self, ask: Ask) -> Any:
        """What the function returns."""
        told = {
            "schema": None if ask.schema is None or ask.form == "text" else dict(ask.schema),
            "max_tokens": ask.max_tokens,
            "temperature": ask.temperature,
        }
        chat = [message.to_chat() for message in ask.messages]
        try:
            return self._function(chat, **{name: told[name] for name in self._options})
        except SeasonedError:
            raise
        except Exception as error:  # the function is the caller's and may raise anything
            raise failure(self.model, error, ask) from error

    async def _started(self, ask: Ask) -> Any:
        """The same, in a thread unless the function is one that is awaited."""
        call = getattr(self._function, "__call__", None)  # noqa: B004  # of an object, which may be async
        if any(
            test(one)
            for one in (self._function, call)
            for test in (inspect.iscoroutinefunction, inspect.isasyncgenfunction)
        ):
            return self._called(ask)
        return await asyncio.to_thread(self._called, ask)

    async def _awaited(self, found: Any, ask: Ask) -> Reply:
        """What was returned, once it is there."""
        try:
            if inspect.isawaitable(found):
                found = await found
            if isinstance(found, AsyncIterator):
                found = "".join(await self._gathered(found, ask))
        except SeasonedError:
            raise
        except Exception as error:  # the function is the caller's and may raise anything
            raise failure(self.model, error, ask) from error
        if isinstance(found, Iterator):
            found = await asyncio.to_thread(self._whole, found, ask)
        return self._read(found, ask)

    def _whole(self, found: Any, ask: Ask) -> Any:
        return "".join(self._pieces(found, ask)) if isinstance(found, Iterator) else found

    def _pieces(self, found: Iterator[Any], ask: Ask) -> Generator[str, None, None]:
        try:
            for piece in found:
                yield self._piece(piece)
        except SeasonedError:
            raise
        except Exception as error:  # the function is the caller's and may raise anything
            raise failure(self.model, error, ask) from error

    async def _apieces(self, found: AsyncIterator[Any], ask: Ask) -> AsyncGenerator[str, None]:
        try:
            async for piece in found:
                yield self._piece(piece)
        except SeasonedError:
            raise
        except Exception as error:  # the function is the caller's and may raise anything
            raise failure(self.model, error, ask) from error

    async def _gathered(self, found: AsyncIterator[Any], ask: Ask) -> list[str]:
        """All pieces, for one who cannot await them."""
        return [piece async for piece in self._apieces(found, ask)]

    def _piece(self, piece: object) -> str:
        if isinstance(piece, str):
            return piece
        raise ModelError(
            f"model {self.model!r} yielded {values.shown(piece)}; the pieces of an answer are text"
        )

    def _read(self, found: Any, ask: Ask) -> Reply:
        """What was returned, as a reply."""
        if not isinstance(found, Completion):
            text = self._text(found)
            return Reply(text, estimated(ask.messages, text, None), self.model)
        text = found.text
        if found.parsed is not None and (ask.schema is not None or not text):
            text = self._text(found.parsed) if not isinstance(found.parsed, str) else _json(text)
        usage = found.usage if found.usage.calls else estimated(ask.messages, text, None)
        return Reply(text, usage, found.model or self.model, found.truncated)

    def _text(self, found: Any) -> str:
        if isinstance(found, str):
            return found
        if found is None:
            return ""
        try:
            return _json(values.json_value(found, "answer"))
        except InvalidInput as error:
            raise ModelError(
                f"model {self.model!r} returned {values.shown(found)}; return text, a JSON value "
                "or a Completion"
            ) from error


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_awaited(found: Any) -> bool:
    return inspect.isawaitable(found) or isinstance(found, AsyncIterator)


def _name(function: Any) -> str:
    """What a function goes by."""
    for name in (getattr(function, "model", None), getattr(function, "__name__", None)):
        if isinstance(name, str) and name.strip():
            return name
    return type(function).__name__


def _options(function: Callable[..., Any]) -> tuple[str, ...]:
    """Of our keywords those that a function takes."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # of a builtin that does not say
        return ()
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return _OPTIONS
    named = {one.name for one in parameters if one.kind in _KEYWORDS}
    return tuple(name for name in _OPTIONS if name in named)
