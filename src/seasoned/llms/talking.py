"""What all models have in common: arguments checked, talks led, failures named.

Knows no vendor. A model is one that can send a request and say what came back, blocking and not.
"""

from __future__ import annotations

import asyncio
import contextvars
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from seasoned.core import values
from seasoned.core.completions import Completion, Usage
from seasoned.core.messages import Message
from seasoned.core.spending import estimated
from seasoned.core.structured import (
    FORMS,
    Ask,
    Fitting,
    Form,
    Refused,
    Reply,
    Talk,
    fitted,
    spoken,
)
from seasoned.errors import InvalidInput, MissingExtra, ModelError
from seasoned.llms.pieces import AsyncPieces, Pieces
from seasoned.ports.llm import Messages, Schema
from seasoned.schemas import checker

T = TypeVar("T")
_SHOWN: Final = 300  # characters of another program's message
# Statuses of a request that cannot be taken as it is; another form of it may be.
_UNTAKEN: Final = frozenset({400, 404, 415, 422, 501})
# What servers that stumble over a form say with other statuses.
_FORMS: Final = re.compile(
    r"grammar|schema|response_format|output_config|structured", re.IGNORECASE
)


class Forms:
    """The forms of a request for JSON that a server is not known to refuse."""

    def __init__(self, ladder: Sequence[Form] = FORMS) -> None:
        self._ladder = tuple(ladder)
        self._refused: set[tuple[Form, str]] = set()  # with the schema that alone is refused

    def left(self, schema: Schema) -> list[Form]:
        """Those to try for a schema, strictest first; the last one always."""
        known = self._refused
        first = [f for f in self._ladder[:-1] if not {(f, ""), (f, repr(schema))} & known]
        return [*first, self._ladder[-1]]

    def refuse(self, form: Form, schema: Schema | None) -> None:
        """Try a form no more, or not for this schema."""
        self._refused.add((form, "" if schema is None else repr(schema)))


class Talking(ABC):
    """A model that is asked one request at a time."""

    def __init__(self, model: str, forms: Forms) -> None:
        self._model, self._forms = model, forms

    @property
    def model(self) -> str:
        """Name of the model, for logs and messages."""
        return self._model

    def complete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The next message of a conversation; see `LLM`."""
        talk = self._talk(asked(messages, max_tokens, temperature, schema))
        try:
            ask = next(talk)
            while True:
                try:
                    reply = self._send(ask)
                except ModelError as error:
                    ask = talk.throw(error)
                else:
                    ask = talk.send(reply)
        except StopIteration as done:
            return _named(done.value, self._model)

    async def acomplete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The same without blocking the event loop."""
        talk = self._talk(asked(messages, max_tokens, temperature, schema))
        try:
            ask = next(talk)
            while True:
                try:
                    reply = await self._asend(ask)
                except ModelError as error:
                    ask = talk.throw(error)
                else:
                    ask = talk.send(reply)
        except StopIteration as done:
            return _named(done.value, self._model)

    def stream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> Pieces:
        """Pieces of the answer, in order; at their end they know what it cost."""
        ask = asked(messages, max_tokens, temperature)
        return Pieces(ask, self._model, self._stream(ask))

    def astream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> AsyncPieces:
        """The same without blocking the event loop."""
        ask = asked(messages, max_tokens, temperature)
        return AsyncPieces(ask, self._model, self._astream(ask))

    def _talk(self, ask: Ask) -> Talk:
        schema = ask.schema
        if schema is None:
            return spoken(ask)

        def note(form: Form, only_schema: bool) -> None:
            self._forms.refuse(form, schema if only_schema else None)

        return fitted(ask, Fitting(self._forms.left(schema), checker(schema), note))

    @abstractmethod
    def _send(self, ask: Ask) -> Reply:
        """One request, repeated where that can help.

        Raises:
            Refused: the server does not take it in this form.
            ModelError: it failed.
        """

    @abstractmethod
    async def _asend(self, ask: Ask) -> Reply:
        """The same without blocking the event loop."""

    @abstractmethod
    def _stream(self, ask: Ask) -> Generator[str | Reply, None, None]:
        """Pieces of text, and in the end what is known of them all."""

    @abstractmethod
    def _astream(self, ask: Ask) -> AsyncGenerator[str | Reply, None]:
        """The same without blocking the event loop."""


def asked(
    messages: Messages, max_tokens: int, temperature: float, schema: Schema | None = None
) -> Ask:
    """The arguments of a call, checked.

    Raises:
        InvalidInput: one cannot be used.
    """
    if isinstance(messages, str | bytes) or not isinstance(messages, Sequence) or not messages:
        raise InvalidInput(
            f"messages must be a list of messages, got {values.shown(messages)}; use "
            "[{'role': 'user', 'content': 'text'}]"
        )
    return Ask(
        tuple(map(Message.of, messages)),
        values.count(max_tokens, "max_tokens", least=1),
        values.number(temperature, "temperature", 0.0, 2.0),
        None if schema is None else values.json_object(schema, "schema"),
    )


def _named(completion: Any, model: str) -> Completion:
    if completion.model:
        return completion  # type: ignore[no-any-return]
    return Completion(
        completion.text, completion.parsed, completion.usage, model, completion.truncated
    )


def counted(ask: Ask, text: str, given: Any, taken: Any) -> Usage:
    """What one request cost: as the server counted, else by estimates.

    Args:
        ask: The request.
        text: Of the answer.
        given: Tokens of the request, as the server has it.
        taken: Tokens of the answer, as the server has it.
    """
    if all(isinstance(number, int) and number >= 0 for number in (given, taken)):
        return Usage(1, int(given), int(taken))
    return estimated(ask.messages, text, ask.schema if ask.form == "json_schema" else None)


def failure(model: str, error: BaseException, ask: Ask) -> ModelError:
    """A library's error as one of ours, in one line; `Refused` if another form may be taken."""
    text = " ".join(str(error).split())
    told = f"model {model!r} failed: {type(error).__name__}: {text:.{_SHOWN}}"
    if _timed_out(error):
        # What the server wrote until then is billed, and nobody counts it.
        spent = estimated(ask.messages, "", ask.schema)
        return ModelError(f"{told}; give it more time, patience=Patience(timeout=…)", "", spent)
    status = getattr(error, "status_code", None)
    untaken = status in _UNTAKEN or (status is not None and _FORMS.search(text))
    kind = Refused if untaken and ask.schema is not None else ModelError
    return kind(told + _REMEDIES.get(status, ""))


_REMEDIES: Final[dict[object, str]] = {
    401: "; check the key",
    403: "; check what the key may do",
    404: "; check the name of the model and the base URL",
    429: "; the server asks for fewer requests: wait, or raise retries and pause of Patience",
}


def _timed_out(error: BaseException | None) -> bool:
    """Whether a timeout is at the bottom of it; each library has classes of its own for these."""
    while error is not None:
        if type(error).__name__.endswith(("Timeout", "TimeoutError")):
            return True
        error = error.__cause__ or error.__context__
    return False


def named(name: object, example: str) -> str:
    """The name of a model, checked."""
    found = values.text(name, "name").strip()
    if not found:
        raise InvalidInput(f"name={name!r} is blank; name a model, such as {example}")
    return found


def missing(extra: str, error: ImportError) -> MissingExtra:
    """The error for a library that is not there, or does not start."""
    return MissingExtra.of("this model needs a library", extra, error)


async def threaded(source: Generator[T, None, None]) -> AsyncGenerator[T, None]:
    """What a generator that blocks yields, without blocking the event loop."""
    try:
        while (found := await asyncio.to_thread(next, source, None)) is not None:
            yield found
    finally:
        await asyncio.to_thread(source.close)


def waited(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What a coroutine returns, for one who cannot await; also where an event loop is running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(context.run, lambda: asyncio.run(make())).result()
