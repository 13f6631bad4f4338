"""Models of Anthropic, or of a server that speaks its wire.

Knows the messages API: requests, answers, streams, and how JSON is asked for. The official SDK
talks: it holds the key, repeats what may be repeated, and keeps to the pause that a server asks
for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from seasoned.core.dialects import anthropic_chat
from seasoned.core.structured import Ask, Refused, Reply
from seasoned.errors import InvalidInput, ModelError
from seasoned.llms.clients import GivenClient, Makers, OwnClients
from seasoned.llms.patience import Patience, async_hooks, hooks
from seasoned.llms.served import Served
from seasoned.llms.talking import Forms, counted, missing, named

_CUT: Final = ("max_tokens", "model_context_window_exceeded")


class AnthropicLLM(Served):
    """A model that chats; safe to share between threads and event loops, and to fork.

    Forms of requests and parameters that the server refuses are remembered and not tried again.
    """

    _eases: ClassVar[Mapping[str, str | None]] = {"temperature": None}

    def __init__(
        self,
        name: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        client: Any = None,
        patience: Patience | None = None,
    ) -> None:
        """Prepare a client; nothing is sent yet.

        Args:
            name: Of the model, as the server knows it.
            api_key: The key. Without it the SDK takes `ANTHROPIC_API_KEY` of the environment, or
                another of the credentials that it knows; with a `base_url` there need be none.
            base_url: Of another server, without its ``/v1``. Without it the SDK takes
                `ANTHROPIC_BASE_URL` of the environment, else Anthropic's own.
            client: An `anthropic.Anthropic` or `anthropic.AsyncAnthropic` of yours, in the place
                of key and URL. It stays yours to close.
            patience: How long and how often the server is asked; a given client keeps its own
                ways without it.

        Raises:
            MissingExtra: the SDK is not installed.
            InvalidInput: an argument cannot be used, or there is no key.
        """
        try:
            import anthropic
        except ImportError as error:
            raise missing("anthropic", error) from error
        self._patience = patience or Patience()
        self._silence = self._patience.silence if client is None or patience else None
        if client is None:
            clients: OwnClients | GivenClient = _own(anthropic, api_key, base_url, self._patience)
        else:
            client = _given(anthropic, client, api_key or base_url, patience)
            clients = GivenClient(client, awaited=isinstance(client, anthropic.AsyncAnthropic))
        super().__init__(named(name, "claude-haiku-4-5"), Forms(("json_schema", "text")), clients)
        self._transform = anthropic.transform_schema
        self._twin = lambda: client.copy(http_client=anthropic.DefaultAsyncHttpxClient())

    def _body(self, ask: Ask, *, stream: bool) -> dict[str, Any]:
        chat = anthropic_chat(ask.messages)
        body: dict[str, Any] = {
            "model": self.model,
            "messages": chat.messages,
            "max_tokens": ask.max_tokens,
            "temperature": min(ask.temperature, 1.0),  # the most that it knows
        }
        if chat.system:
            body["system"] = chat.system
        if chat.tools:
            body |= {"tools": chat.tools, "tool_choice": {"type": "none"}}
        if stream:
            body["stream"] = True
            if self._silence is not None:
                body["timeout"] = self._silence
        if ask.schema is not None and ask.form == "json_schema":
            body["output_config"] = {"format": self._format(ask.schema)}
        return body

    def _format(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """A schema as the wire has it: closed, and less what the server cannot hold a model to."""
        try:
            return {"type": "json_schema", "schema": self._transform(dict(schema))}
        except Exception as error:  # the SDK knows fewer schemas than there are
            raise Refused(f"invalid schema for the SDK of Anthropic: {error}") from error

    def _create(self, client: Any, body: Mapping[str, Any]) -> Any:
        told = dict(body)
        if "temperature" in told:  # the SDK has no name for what its newest models do without
            told["extra_body"] = {"temperature": told.pop("temperature")}
        return client.messages.create(**told)

    def _reply(self, answer: Any, ask: Ask) -> Reply:
        blocks = getattr(answer, "content", None)
        if not isinstance(blocks, list):
            raise ModelError(
                f"model {self.model!r} answered without content: {answer!s:.200}; is the base "
                "URL that of an API, without its /v1?",
                str(answer),
            )
        told = _Told(ask)
        told.begin(answer)
        for block in blocks:
            told.add(block)
        return told.reply()

    def _told(self, ask: Ask) -> _Told:
        return _Told(ask)


def _own(sdk: Any, api_key: str | None, base_url: str | None, patience: Patience) -> OwnClients:
    given: dict[str, Any] = {"api_key": api_key, "base_url": base_url}
    given |= {"timeout": patience.timeout, "max_retries": patience.retries}

    def blocking() -> Any:
        http = sdk.DefaultHttpxClient(event_hooks=hooks(patience))
        return sdk.Anthropic(**given, http_client=http)

    def awaited() -> Any:
        http = sdk.DefaultAsyncHttpxClient(event_hooks=async_hooks(patience))
        return sdk.AsyncAnthropic(**given, http_client=http)

    try:
        clients = OwnClients(Makers(blocking, awaited))
    except sdk.AnthropicError as error:
        raise InvalidInput(f"the client of Anthropic cannot be made: {error}") from error
    client = clients.blocking()
    if any(getattr(client, name, None) for name in ("api_key", "auth_token", "credentials")):
        return clients
    clients.close()
    if base_url is None:
        raise InvalidInput(
            "there is no key for Anthropic: set ANTHROPIC_API_KEY or give api_key=; for a server "
            "of your own that asks for none give base_url="
        )
    given["api_key"] = "none"
    return OwnClients(Makers(blocking, awaited))


def _given(sdk: Any, client: Any, more: str | None, patience: Patience | None) -> Any:
    """The caller's client, with our patience if there is any."""
    if not isinstance(client, sdk.Anthropic | sdk.AsyncAnthropic) or more is not None:
        raise InvalidInput(
            "client must be an anthropic.Anthropic or anthropic.AsyncAnthropic, with no api_key "
            f"or base_url beside it, got {type(client).__name__}"
        )
    if patience is None:
        return client
    return client.with_options(timeout=patience.timeout, max_retries=patience.retries)


class _Told:
    """What an answer tells, as a whole or in pieces."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._text: list[str] = []
        self._model, self._ended = "", ""
        self._given: int | None = None
        self._taken: int | None = None

    def begin(self, message: Any) -> None:
        """Take what stands around the content of a message."""
        self._model = getattr(message, "model", None) or self._model
        self._ended = getattr(message, "stop_reason", None) or self._ended
        self._count(getattr(message, "usage", None))

    def add(self, block: Any) -> str:
        """The text that a block of content adds."""
        text = getattr(block, "text", None)
        if not isinstance(text, str):
            return ""
        self._text.append(text)
        return text

    def take(self, event: Any) -> str:
        """The text that an event of a stream adds."""
        kind = getattr(event, "type", "")
        if kind == "message_start":
            self.begin(event.message)
        elif kind == "message_delta":
            self._ended = getattr(event.delta, "stop_reason", None) or self._ended
            self._count(getattr(event, "usage", None))
        elif kind == "content_block_start":
            return self.add(event.content_block)
        elif kind == "content_block_delta":
            return self.add(event.delta)
        return ""

    def reply(self) -> Reply:
        """All that was told."""
        text = "".join(self._text)
        usage = counted(self._ask, text, self._given, self._taken)
        refusal = text if self._ended == "refusal" else None
        return Reply(text, usage, self._model, self._ended in _CUT, refusal)

    def _count(self, usage: Any) -> None:
        """Tokens so far; those that a cache holds are of the request, too."""
        given = [
            number
            for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            if isinstance(number := getattr(usage, name, None), int)
        ]
        if given and sum(given):
            self._given = sum(given)
        taken = getattr(usage, "output_tokens", None)
        self._taken = taken if isinstance(taken, int) else self._taken
